//! The constructs of JavaMOP's, Clara's and Verde's languages: what each becomes, and how the
//! original tool would judge a trace.

mod cases;
#[path = "../support/construct.rs"]
mod construct;
#[path = "../support/happenings.rs"]
mod happenings;
mod table;
