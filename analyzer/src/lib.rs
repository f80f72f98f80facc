//! From Java sources and properties to event graphs and decisions.
//!
//! Data flows one way: `java` (syntax, types, lowering) makes an [`ir::Program`]; what follows sees the IR alone.

pub mod ir;
