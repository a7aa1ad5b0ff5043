//! What known hosts refuse: too many files, too large ones, too many redirects.

use crate::plan::Plan;
use crate::write::Summary;

/// Files in one deployment of Cloudflare Pages' free plan.
const CLOUDFLARE_FILES: u64 = 20_000;
/// Lines of `_redirects` that Cloudflare Pages reads.
const CLOUDFLARE_REDIRECTS: usize = 2_000;
/// Bytes of a published GitHub Pages site.
const GITHUB_BYTES: u64 = 1_000_000_000;

/// Returns a sentence for each limit that the output passes.
pub(super) fn warnings(plan: &Plan, summary: &Summary) -> Vec<String> {
    let files = summary.written + summary.unchanged;
    let redirects = plan.pages().iter().filter(|it| it.kind() == "redirect").count();
    let mut res = Vec::new();
    if files > CLOUDFLARE_FILES {
        res.push(format!(
            "{files} files: Cloudflare Pages takes {CLOUDFLARE_FILES} on its free plan"
        ));
    }
    if redirects > CLOUDFLARE_REDIRECTS {
        res.push(format!("{redirects} redirects: Cloudflare Pages reads {CLOUDFLARE_REDIRECTS}; the redirect pages work all the same"));
    }
    if summary.total > GITHUB_BYTES {
        res.push(format!("{} MB: GitHub Pages takes 1 GB", summary.total / 1_000_000));
    }
    res
}
