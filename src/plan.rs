//! Bank → pages: URLs, titles and views. Knows URLs, and no HTML.

pub mod view;
