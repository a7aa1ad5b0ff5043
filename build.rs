//! Has the crate built anew when a file joins or leaves the embedded theme.

fn main() {
    // The macro that embeds the folders makes cargo watch their files,
    // and cannot make it watch for further ones.
    for folder in ["templates", "static", "i18n"] {
        println!("cargo::rerun-if-changed=themes/default/{folder}");
    }
}
