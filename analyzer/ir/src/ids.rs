//! Dense typed ids of the IR; each prints as in the IR's text form (`m4 bb2 l7 c1 o5`).

use index_vec::define_index_type;

define_index_type! {
    /// A source file, in sorted order of its path.
    pub struct FileId = u32;
    DISPLAY_FORMAT = "file{}";
}
define_index_type! {
    /// A class of the sources.
    pub struct ClassId = u32;
    DISPLAY_FORMAT = "class{}";
}
define_index_type! {
    /// A method, constructor, initializer, lambda body or method reference of the sources.
    pub struct MethodId = u32;
    DISPLAY_FORMAT = "m{}";
}
define_index_type! {
    /// A field of a class of the sources.
    pub struct FieldId = u32;
    DISPLAY_FORMAT = "f{}";
}
define_index_type! {
    /// A block of one body.
    pub struct BlockId = u32;
    DISPLAY_FORMAT = "bb{}";
}
define_index_type! {
    /// A local of one body.
    pub struct LocalId = u32;
    DISPLAY_FORMAT = "l{}";
}
define_index_type! {
    /// A call statement.
    pub struct CallSiteId = u32;
    DISPLAY_FORMAT = "c{}";
}
define_index_type! {
    /// A call in the source text; copies of it in the IR share it.
    pub struct PointId = u32;
    DISPLAY_FORMAT = "pt{}";
}
define_index_type! {
    /// An expression of the source text that makes an object.
    pub struct AllocationId = u32;
    DISPLAY_FORMAT = "o{}";
}
