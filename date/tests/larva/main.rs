//! LARVA's language in full: what each construct becomes, how LARVA would judge it, and back out again.

mod constructs;
#[path = "../support/happenings.rs"]
mod happenings;
