//! Marks of values that reflection follows: they go where objects go, but only through what models
//! describe, and do nothing there. A place whose type is declared holds them up. A mark stands for
//! the value and for each array that may hold it: a variable of type `Object` can have either. So what
//! takes the elements of a mark gets the mark.

use std::collections::BTreeSet;

use ir::{CallKind, CallSiteId, Target};
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Solver;
use crate::carried::{Carried, Deposit, Mark};
use crate::dispatch::Callee;
use crate::models::Base;
use crate::node::{Application, Node, NodeId, Novelty, Object, ObjectId, Variable};

/// The marks, and where they are put.
#[derive(Debug, Default)]
pub(super) struct Marks {
    objects: FxHashMap<Mark, ObjectId>,
    deposits: FxHashMap<CallSiteId, BTreeSet<(usize, Mark)>>,
}

impl Solver<'_> {
    /// Calls put values into objects that models describe; says whether one of the deposits is new.
    /// O(deposits + applications) if one is.
    pub(crate) fn deposit(&mut self, deposits: &BTreeSet<Deposit>) -> bool {
        let mut new: FxHashMap<CallSiteId, Vec<(usize, Mark)>> = FxHashMap::default();
        for deposit in deposits {
            let at = self.marks.deposits.entry(deposit.site).or_default();
            if at.insert((deposit.position, deposit.mark)) {
                let at = new.entry(deposit.site).or_default();
                at.push((deposit.position, deposit.mark));
            }
        }
        if new.is_empty() {
            return false;
        }

        let linked: Vec<(CallSiteId, Application)> = self.linked_applications().collect();
        for (site, application) in linked {
            for &(position, mark) in new.get(&site).into_iter().flatten() {
                self.put_mark(application, position, mark);
            }
        }
        true
    }

    /// A call has one more application: what it puts in, it puts in there, too.
    pub(super) fn put_marks(&mut self, site: CallSiteId, application: Application) {
        let deposits = self.marks.deposits.get(&site).cloned().unwrap_or_default();
        for (position, mark) in deposits {
            self.put_mark(application, position, mark);
        }
    }

    fn put_mark(&mut self, application: Application, position: usize, mark: Mark) {
        let object = match self.marks.objects.get(&mark) {
            Some(&object) => object,
            None => self.add_mark(mark),
        };
        let term = self.node(Node::Term(application, Base::Argument(position)));
        self.graph.give_mark(term, object, &mut self.types);
    }

    fn add_mark(&mut self, mark: Mark) -> ObjectId {
        let object = self.types.add_mark();
        // Nothing asks what it is: it is in no set that the solver gives out.
        self.objects.push(Object::Made {
            site: None,
            novelty: Novelty::Unknown,
        });
        self.kinds.push(None);
        self.graph.stops.add(object);
        self.marks.objects.insert(mark, object);
        object
    }

    /// Where the marks are. O(nodes) if there are any.
    pub(crate) fn carried(&mut self) -> Carried {
        let is_modelled = |site: &CallSiteId| {
            !self.given_to_library.contains(site)
                && self
                    .targets
                    .get(site)
                    .is_some_and(|targets| targets.contains(&Callee::Library))
        };
        let linked = self.linked_applications().map(|(site, _)| site);
        let modelled: FxHashSet<CallSiteId> = linked.filter(is_modelled).collect();
        let never_reflects = |site: &CallSiteId| {
            let call = &self.program.calls[*site];
            match &call.target {
                Target::Resolved(callee) if call.kind == CallKind::Static => {
                    self.models.never_reflects(callee)
                }
                _ => false,
            }
        };
        let mut carried = Carried {
            plain: modelled.iter().copied().filter(never_reflects).collect(),
            modelled,
            ..Carried::default()
        };
        if self.marks.objects.is_empty() {
            return carried;
        }

        let marks: Vec<(Mark, ObjectId)> = {
            let known = self.marks.objects.iter();
            known.map(|(&mark, &object)| (mark, object)).collect()
        };
        let within = |objects: &RoaringBitmap| -> Vec<Mark> {
            let here = marks
                .iter()
                .filter(|(_, object)| objects.contains(object.raw()));
            here.map(|&(mark, _)| mark).collect()
        };
        carried.lost.extend(within(&self.graph.all_escaped()));
        carried.lost.extend(within(&self.compared_by_unknown()));
        let nodes: Vec<(NodeId, Node)> = self.nodes.all().collect();
        for (id, node) in nodes {
            let Some(stopped) = self.graph.stopped(id).map(&within) else {
                continue;
            };
            match self.local_of(node) {
                Place::Local(variable) => {
                    let marks = stopped.into_iter();
                    carried.arrived.extend(marks.map(|mark| (variable, mark)));
                }
                Place::Comparison => carried.compared.extend(stopped),
                Place::Inside => {}
                Place::Elsewhere => carried.lost.extend(stopped),
            }
        }
        carried
    }

    fn local_of(&self, node: Node) -> Place {
        match node {
            Node::Local(method, local) => Place::Local(Variable::new(method, local)),
            Node::Result(site) => {
                let call = &self.program.calls[site];
                let result = call.result.map(|local| Variable::new(call.method, local));
                result.map_or(Place::Inside, Place::Local)
            }
            // Models call methods on objects of other types. An object that has escaped is lost by
            // itself.
            Node::Receiver(..) | Node::Escaped(_) => Place::Inside,
            Node::Asked(..) => Place::Comparison,
            _ => Place::Elsewhere,
        }
    }
}

/// A place that holds marks up.
enum Place {
    Local(Variable),
    Comparison,
    Inside,
    Elsewhere,
}
