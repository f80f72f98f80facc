//! Class files to the IR.

mod constructs;
mod support;
