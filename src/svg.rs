//! x
/// x
pub fn check(_t: &str) -> Result<(), String> { Ok(()) }
