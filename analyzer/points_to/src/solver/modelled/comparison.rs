//! Marks that are compared: whose `equals`, and which comparators, get them.
//!
//! All applications of models ask for comparisons in common, so marks are held up there. Each
//! application is looked at by itself instead: whom it asks, and whether that may be unknown code. A
//! map of classes is then no matter of the keys that other maps have.

use std::rc::Rc;

use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::{InnerCallees, Solver};
use crate::models::{Base, Model, Selector, Statement, Term};
use crate::node::{Application, NodeId, ObjectId, Slot};
use crate::types::Made;

/// The objects that were looked at already, each with the method that was asked.
type Seen = FxHashSet<(u32, Selector)>;

/// Returns whether a method compares its receiver or its arguments.
pub(super) fn is_comparison(selector: &Selector) -> bool {
    matches!(&*selector.name, "equals" | "compareTo" | "compare")
}

impl Solver<'_> {
    /// The marks that are compared with objects of which one is of unknown code, or asks such: a
    /// comparator made of a function of a library. O(applications), and their receivers where there
    /// are marks.
    pub(in crate::solver) fn compared_by_unknown(&mut self) -> RoaringBitmap {
        let mut found = RoaringBitmap::new();
        for (application, receiver, common) in self.modelled.asking.clone() {
            let asked = self.modelled.asked.get_index(common as usize).cloned();
            let Some(selector) = asked.filter(is_comparison) else {
                continue;
            };
            let compared = self.compared(application, receiver, &selector);
            if compared.is_empty() {
                continue;
            }
            let receivers = self.graph.all_in(receiver);
            if self.asks_unknown(&receivers, &selector, &mut Seen::default()) {
                found |= compared;
            }
        }
        found
    }

    /// The marks that an application gives to a method of its receivers.
    fn compared(
        &mut self,
        application: Application,
        receiver: NodeId,
        selector: &Selector,
    ) -> RoaringBitmap {
        let mut found = RoaringBitmap::new();
        let model = self.modelled.applied[application].model;
        for statement in &model.statements {
            if let Statement::Call {
                receiver: of,
                selector: own,
                arguments,
                ..
            } = statement
                && own == selector
                && self.source(application, *of) == receiver
            {
                for &argument in arguments.iter().flatten() {
                    let argument = self.source(application, argument);
                    found |= self.graph.marks_at(argument);
                }
            }
        }
        found
    }

    /// Returns whether a method that is asked of these objects is unknown code, or may run such on what
    /// the objects hold. Classes and members themselves compare by identity or by their names.
    fn asks_unknown(
        &mut self,
        receivers: &RoaringBitmap,
        selector: &Selector,
        seen: &mut Seen,
    ) -> bool {
        let mut receivers = receivers.clone();
        // One object stands for all that have escaped and fit a type.
        if self.types.abbreviated_in(&receivers).next().is_some() {
            receivers |= self.graph.all_escaped();
        }
        receivers -= self.graph.stops.marks();
        receivers.retain(|object| seen.insert((object, selector.clone())));

        let mut called: Vec<(RoaringBitmap, Rc<InnerCallees<'_>>)> = Vec::new();
        for (kind, made, objects) in self.alike(&receivers) {
            // Texts and numbers. By the assumption on `equals` no other one makes more of it.
            if made == Made::ByLibrary && &*selector.name == "compareTo" {
                continue;
            }
            called.push((objects, self.known_inner_callees(kind, made, selector)));
        }
        for object in receivers.iter().map(ObjectId::from_raw) {
            if matches!(self.types.made(object), Made::Functional(_)) {
                let callees = self.on_functional(object, selector);
                called.push((RoaringBitmap::from_iter([object.raw()]), Rc::new(callees)));
            }
        }

        called.into_iter().any(|(objects, callees)| {
            let mut models = callees.models.iter();
            callees.unknown || models.any(|model| self.asks_unknown_inside(&objects, model, seen))
        })
    }

    /// The same for what a model asks of the parts of its receivers.
    fn asks_unknown_inside(
        &mut self,
        objects: &RoaringBitmap,
        model: &Model,
        seen: &mut Seen,
    ) -> bool {
        model.statements.iter().any(|statement| {
            let Statement::Call {
                receiver:
                    Term {
                        base: Base::This,
                        part: Some(part),
                    },
                selector,
                ..
            } = statement
            else {
                return false;
            };
            let held = self.slots(objects, Slot::Part(*part));
            held.into_iter().any(|node| {
                let inside = self.graph.all_in(node);
                self.asks_unknown(&inside, selector, seen)
            })
        })
    }
}
