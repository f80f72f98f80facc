//! Marks of values that reflection follows: they go where objects go, but only through what models
//! describe, and do nothing there. A place whose type is declared holds them up.

use std::collections::BTreeSet;

use ir::CallSiteId;
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

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
    /// A call puts values into what models describe; says whether one of the deposits is new.
    pub(crate) fn deposit(&mut self, deposits: &BTreeSet<Deposit>) -> bool {
        let mut is_new = false;
        for deposit in deposits {
            let at = self.marks.deposits.entry(deposit.site).or_default();
            if !at.insert((deposit.position, deposit.mark)) {
                continue;
            }
            is_new = true;
            let linked = self.linked_applications();
            let here: Vec<Application> = linked
                .filter(|&(site, _)| site == deposit.site)
                .map(|(_, application)| application)
                .collect();
            for application in here {
                self.put_mark(application, deposit.position, deposit.mark);
            }
        }
        is_new
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
        self.graph.add_mark(object);
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
        let mut carried = Carried {
            modelled: linked.filter(is_modelled).collect(),
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
        let nodes: Vec<(NodeId, Node)> = self.nodes.all().collect();
        for (id, node) in nodes {
            let Some(stopped) = self.graph.stopped(id) else {
                continue;
            };
            match self.local_of(node) {
                Place::Local(variable) => {
                    let marks = within(&stopped).into_iter();
                    carried.arrived.extend(marks.map(|mark| (variable, mark)));
                }
                Place::Comparison => carried.compared.extend(within(&stopped)),
                Place::Inside => {}
                Place::Elsewhere => carried.lost.extend(within(&stopped)),
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
            // What models call is of a type that no value of reflection has, or does nothing with
            // them; what has escaped is lost anyway.
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
