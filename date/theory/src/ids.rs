//! Dense typed ids. Each prints as the field writes it (`s3`, `e2`, `t7`, `g12`), in dumps, logs
//! and tests alike.

use index_vec::define_index_type;

define_index_type! {
    /// A state of a DATE.
    pub struct StateId = u32;
    DISPLAY_FORMAT = "s{}";
}
define_index_type! {
    /// A transition of a DATE; ids follow declaration order, the order in which transitions are
    /// tried.
    pub struct TransitionId = u32;
    DISPLAY_FORMAT = "t{}";
}
define_index_type! {
    /// An event of a specification.
    pub struct EventId = u32;
    DISPLAY_FORMAT = "e{}";
}
define_index_type! {
    /// A context (`GLOBAL`, `FOREACH`) of a specification; parents come before children, 0 is the
    /// global one.
    pub struct ContextId = u32;
    DISPLAY_FORMAT = "x{}";
}
define_index_type! {
    /// A generator (shadow): a program point that can raise one letter of one property.
    pub struct GeneratorId = u32;
    DISPLAY_FORMAT = "g{}";
}
define_index_type! {
    /// A procedure of an event graph.
    pub struct ProcedureId = u32;
    DISPLAY_FORMAT = "p{}";
}
define_index_type! {
    /// A node of one procedure of an event graph.
    pub struct NodeId = u32;
    DISPLAY_FORMAT = "n{}";
}
