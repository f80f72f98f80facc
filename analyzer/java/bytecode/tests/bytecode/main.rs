//! Class files to the IR.

mod constructs;
mod damage;
mod disassembly;
mod dynamic;
mod points;
mod subroutines;
mod support;
mod values;
