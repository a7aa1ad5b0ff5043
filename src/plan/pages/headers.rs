//! `_headers`: what hosts such as Netlify and Cloudflare Pages send with each file.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::{CSP, Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "headers", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    pages.add("_headers".to_owned(), Subject::of(0), &ground.config.source.path);
}

fn make(maker: &Maker<'_>, _: &Page) -> Content {
    let (all, assets) =
        (maker.url("*").replace("%2A", "*"), maker.url("assets/*").replace("%2A", "*"));
    // The folder of static files is named by its content, so what is in it never changes.
    Content::Text(format!(
        "{all}\n  Content-Security-Policy: {CSP}; frame-ancestors 'self'\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n\n{assets}\n  Cache-Control: public, max-age=31536000, immutable\n"
    ))
}
