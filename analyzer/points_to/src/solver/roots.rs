//! The effects of code outside the sources. More of it may become known while constraints are
//! solved; the result is the same as if all of it had been known from the start.

use std::collections::BTreeSet;

use ir::{ClassId, FieldId};
use roaring::RoaringBitmap;

use super::{Solver, Use};
use crate::dispatch::Callee;
use crate::node::{Node, NodeId, ObjectId, Slot};
use crate::open_classes::OpenClasses;
use crate::properties::{PropertyCode, ToldValue};
use crate::roots::Roots;

impl Solver<'_> {
    /// Adds what is not among the roots yet. O(new roots); O(nodes + edges) where there are classes
    /// or fields among them.
    pub(crate) fn add(&mut self, more: &Roots) {
        self.unseen.add(self.program, &more.rewritten);
        let opened: BTreeSet<ClassId> = more.opened.difference(&self.opened).copied().collect();
        let made = more.opened.union(&more.made).copied();
        let made: BTreeSet<ClassId> = made
            .filter(|class| !self.made_by_library.contains(class))
            .collect();
        let fields = more
            .opened
            .iter()
            .flat_map(|&class| &self.program.classes[class].fields)
            .chain(&more.fields);

        let fields: BTreeSet<FieldId> = fields
            .copied()
            .filter(|field| !self.shared_fields.contains(field))
            .collect();
        // Earlier decisions grow first: shared fields, filters and selected methods.
        self.share_from_now_on(&fields);
        self.make_from_now_on(&made);
        self.opened.extend(&opened);
        more.constructed
            .iter()
            .for_each(|&class| self.construct(class));

        for &entry in &more.entries {
            let declared = &self.program.methods[entry];
            if java_types::Access(declared.access).is_static() {
                self.entered.insert(entry);
            } else {
                self.initialize_at_any_time(&self.program.classes[declared.class].name);
            }
            self.enter_from_outside(entry);
            self.receive_everything(entry, 0);
        }

        for &method in &more.anytime {
            if self.anytime_roots.insert(method) {
                self.call_at_any_time(method);
                self.receive_everything(method, 0);
            }
        }

        for (&method, sites) in &more.during {
            for &site in sites {
                self.reflected.entry(site).or_default().insert(method);
            }
            if self.during_roots.insert(method) {
                self.call_from_outside(method);
                self.receive_everything(method, 0);
            }
        }

        for code in &more.properties {
            self.run_property_code(code);
        }

        for &(method, local) in &more.escaping {
            self.flow(Node::Local(method, local), Node::Library);
        }

        for &(method, local) in &more.changed {
            self.open_to_library(Node::Local(method, local));
        }

        for &(method, local, field) in &more.escaping_fields {
            let (object, library) = (
                self.node(Node::Local(method, local)),
                self.node(Node::Library),
            );
            self.wait(object, Use::Load(Slot::Field(field), library));
        }

        for &class in &opened {
            self.open(class);
        }

        for &field in &fields {
            self.share(field);
        }
    }

    /// Monitors run the code of properties, at any time, and tell it what they have been told.
    fn run_property_code(&mut self, code: &PropertyCode) {
        if !self.anytime_roots.insert(code.run) {
            return;
        }
        self.call_at_any_time(code.run);
        for told in &code.told {
            let field = Node::Field(ObjectId::of(code.monitor), told.field);
            match told.value {
                ToldValue::Local(method, local) => self.flow(Node::Local(method, local), field),
                ToldValue::Outside => self.flow_from_library(field),
            }
        }
    }

    /// The fields have one node each, whatever the object; those that they had for each object
    /// become the same.
    fn share_from_now_on(&mut self, fields: &BTreeSet<FieldId>) {
        let of_objects = |(_, node): (NodeId, Node)| match node {
            Node::Field(_, field) if fields.contains(&field) => Some((node, field)),
            _ => None,
        };
        let known: Vec<(Node, FieldId)> = self.nodes.all().filter_map(of_objects).collect();
        for (of_object, field) in known {
            self.flow(of_object, Node::Static(field));
            self.flow(Node::Static(field), of_object);
        }
        self.shared_fields.extend(fields);
    }

    /// The library may make objects of the classes: they pass filters that they did not pass, and
    /// calls on objects of the library run their methods.
    fn make_from_now_on(&mut self, classes: &BTreeSet<ClassId>) {
        if classes.is_empty() {
            return;
        }

        self.made_by_library.extend(classes);
        let classes = OpenClasses::new(self.program, classes);
        let wider = self.types.admit(&classes);
        self.graph.admit(&wider, &mut self.types);
        self.selected_on_library
            .iter_mut()
            .for_each(|(&callee, selected)| {
                let more =
                    super::calls::selected_in(&classes, self.dispatch, self.callees.get(callee));
                let all: BTreeSet<Callee> = selected.iter().copied().chain(more).collect();
                *selected = all.into_iter().collect();
            });
        self.broadcasts.forget_library();
        self.modelled.forget_library();

        let library = RoaringBitmap::from_iter([ObjectId::LIBRARY.raw()]);
        for used in self.calls_on_library() {
            self.apply(used, &library);
        }
    }

    /// The calls that are known to be made on objects of the library, and that may run more now.
    fn calls_on_library(&self) -> Vec<Use> {
        let uses = self.graph.uses_of(ObjectId::LIBRARY).copied();
        let is_call = |used: &Use| match *used {
            Use::Receiver(_) | Use::Broadcast(_) => true,
            Use::Inner(inner) => self
                .inner_selector(inner)
                .is_some_and(|selector| selector.of.is_some()),
            Use::Load(..) | Use::Store(..) => false,
        };
        uses.filter(is_call).collect()
    }
}
