//! From Java sources and properties to event graphs and decisions.
//!
//! Data flows one way: `java-syntax`, `java-attribute` and `java-lower` make an [`ir::Program`];
//! what follows sees the IR alone.

