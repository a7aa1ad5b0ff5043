//! Writing sites to disk.
