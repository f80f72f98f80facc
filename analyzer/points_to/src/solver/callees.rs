//! The methods that calls name, by number: they are asked for much more often than there are
//! different ones.

use std::rc::Rc;

use index_vec::define_index_type;
use indexmap::IndexSet;
use ir::{CallSiteId, MethodRef, Program};
use rustc_hash::{FxBuildHasher, FxHashMap};

define_index_type! {
    /// A method as calls name it.
    pub(crate) struct CalleeId = u32;
}

/// Numbers in the order in which they were asked for.
#[derive(Debug)]
pub(super) struct Callees<'a> {
    program: &'a Program,
    all: IndexSet<&'a MethodRef, FxBuildHasher>,
    named: FxHashMap<CallSiteId, Rc<[CalleeId]>>,
}

impl<'a> Callees<'a> {
    /// No numbers yet.
    pub(super) fn new(program: &'a Program) -> Self {
        Callees {
            program,
            all: IndexSet::default(),
            named: FxHashMap::default(),
        }
    }

    /// The methods that a call names; none where it is not resolved.
    pub(super) fn named(&mut self, site: CallSiteId) -> Rc<[CalleeId]> {
        let named = self.program.calls[site].target.named();
        let number = |callee| CalleeId::from_usize(self.all.insert_full(callee).0);
        self.named
            .entry(site)
            .or_insert_with(|| named.iter().map(number).collect())
            .clone()
    }

    /// The method with a number.
    pub(super) fn get(&self, id: CalleeId) -> &'a MethodRef {
        self.all[id.index()]
    }
}
