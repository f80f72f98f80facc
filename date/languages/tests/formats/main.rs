//! Property languages: what is read, what is refused, and that printing loses nothing.

mod broken;
#[path = "../mop_syntax/cases.rs"]
mod cases;
mod clara;
mod comments;
mod fixtures;
mod formalisms;
mod lrv;
mod mop;
mod mop_connected;
mod mop_control_flow;
mod mop_formulas;
mod mop_pointcuts;
mod mop_printing;
mod mop_resets;
#[path = "../mop_syntax/mutate.rs"]
mod mutate;
mod mutation;
mod names;
mod schema;
mod verde;
mod yaml;
mod yaml_printing;
