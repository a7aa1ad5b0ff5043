//! The page that is shown while the bank has never been without a fault.

use crate::cmd::watch::problem::Problem;
use crate::cmd::watch::server::address::OWN;
use crate::plan::CSP;
use crate::render::escape::escaped;

/// Returns a page that lists faults.
pub(super) fn html(faults: &[Problem]) -> String {
    let items: String = faults.iter().map(|it| item(&it.message, &it.text)).collect();
    page(
        "There is no site to show yet",
        "The site appears here as soon as these faults are mended; nothing needs to be started again.",
        &items,
    )
}

/// Returns a page that shows why a page of the site cannot be made.
pub(super) fn broken_template(text: &str) -> String {
    page(
        "This page cannot be made",
        "A template asks for something that the page has not. The page appears here as soon as the template is mended.",
        &item(text.lines().next().unwrap_or_default(), text),
    )
}

fn item(message: &str, text: &str) -> String {
    format!(
        "<li>\n<h2>{}</h2>\n<pre tabindex=\"0\">{}</pre>\n</li>\n",
        escaped(message),
        escaped(text)
    )
}

fn page(title: &str, text: &str, items: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{CSP}\">\n\
         <title>{title}</title>\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"stylesheet\" href=\"{OWN}watch.css\">\n</head>\n<body class=\"faults-page\">\n<main>\n\
         <h1>{title}</h1>\n<p>{text}</p>\n<ol>\n{items}</ol>\n</main>\n</body>\n</html>\n"
    )
}
