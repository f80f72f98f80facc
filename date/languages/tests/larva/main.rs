//! LARVA's language in full: what each construct becomes, how LARVA would judge it, and back out
//! again.

#[path = "../support/construct.rs"]
mod construct;
mod constructs;
mod generate;
#[path = "../support/happenings.rs"]
mod happenings;
mod printing;
