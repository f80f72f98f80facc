//! The whole program, whatever the property.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ir::{MethodId, Program};

use crate::graphs::events::{Notification, Place, Sites};
use crate::graphs::tracking::{Live, Relevance};
use points_to::{Contents, Dispatch, OneThread, PointsTo};
use text::Span;

/// The whole program, whatever the property.
pub struct World<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its methods by name.
    pub dispatch: &'a Dispatch<'a>,
    /// Its call graph and points-to sets.
    pub points_to: &'a PointsTo,
    /// Its call graph in both directions.
    pub relevance: &'a Relevance,
    /// The locals that its bodies still read.
    pub live: &'a Live<'a>,
    /// Its entry points.
    pub entries: &'a [MethodId],
    /// All methods with which an execution begins; none where that is not known.
    pub beginnings: &'a [MethodId],
    /// The objects that one thread has to itself.
    pub one_thread: &'a OneThread,
    /// The call sites of each source point.
    pub sites: &'a Sites,
    /// The methods in whose code some event of some property is raised.
    pub raising: &'a BTreeSet<MethodId>,
    /// What objects hold, once somebody has asked.
    pub contents: &'a OnceLock<Contents>,
    /// The methods whose code may be other than the sources say.
    pub changed: &'a BTreeSet<MethodId>,
}

impl World<'_> {
    /// The file of a notification and the place in it.
    pub fn position(&self, notification: &Notification) -> (usize, Span) {
        match notification.place {
            Place::Call(id) => {
                let point = &self.program.points[id];
                (point.file.index(), point.span)
            }
            Place::Execution(id) => {
                let method = &self.program.methods[id];
                (self.program.classes[method.class].file.index(), method.span)
            }
            Place::Initialization(id) => {
                let class = &self.program.classes[id];
                (class.file.index(), class.span)
            }
            Place::Access(id) => {
                let access = self.sites.accesses.get(id);
                let class = self.program.methods[access.method].class;
                (self.program.classes[class].file.index(), access.span)
            }
        }
    }
}
