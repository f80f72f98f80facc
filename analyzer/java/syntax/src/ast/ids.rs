//! The ids of the nodes of one unit.

use index_vec::define_index_type;

define_index_type! {
    /// An expression of one unit.
    pub struct ExprId = u32;
    DISPLAY_FORMAT = "x{}";
}
define_index_type! {
    /// A statement of one unit.
    pub struct StmtId = u32;
    DISPLAY_FORMAT = "st{}";
}
define_index_type! {
    /// A class, interface, enum, record or annotation declaration of one unit, in order of
    /// position; outer ones first.
    pub struct TypeDeclId = u32;
    DISPLAY_FORMAT = "td{}";
}
define_index_type! {
    /// A local variable declaration of one unit: locals, parameters, patterns, resources, catch and
    /// lambda parameters.
    pub struct VarId = u32;
    DISPLAY_FORMAT = "v{}";
}
