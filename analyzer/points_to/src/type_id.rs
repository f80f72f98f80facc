//! Numbers of types.

use index_vec::define_index_type;

define_index_type! {
    /// A type.
    pub(crate) struct TypeId = u32;
}
