//! From attributed Java trees to the IR.
