//! The meaning in the source of an object's step from one node to another.

use ir::{
    AllocationKind, CallSite, CallSiteId, LocalId, MethodId, Program, Statement,
    StatementKind as Kind, Terminator,
};

use super::names::{callee_name, field_name, local_name, method_name, object_name};
use super::step::{Place, Step, in_method, place_of_call, place_of_method, statements};
use crate::constraints::Constraints;
use crate::dispatch::{Callee, Dispatch};
use crate::node::{Node, Object, ObjectId, Slot};
use crate::result::PointsTo;

/// Finds the statement, call or rule behind a constraint: constraints do not say where they come
/// from.
pub(super) struct Flows<'a> {
    pub(super) program: &'a Program,
    pub(super) dispatch: &'a Dispatch<'a>,
    pub(super) points_to: &'a PointsTo,
    pub(super) constraints: &'a Constraints,
}

impl Flows<'_> {
    /// How an object comes to be where its chain begins.
    pub(super) fn beginning(&self, node: Node, object: ObjectId) -> Step {
        let (name, place) = object_name(self.program, self.points_to, object);
        match (self.points_to.object(object), node) {
            (Object::Library, Node::Local(method, local)) => {
                let place = self.statement(method, |kind| assigned(kind) == Some(local));
                Step::new(place, "a text, a class or a number of the library")
            }
            (Object::Library, Node::Library) => Step::new(None, "made by code without sources"),
            (Object::Library, _) => Step::new(None, "made by the library itself"),
            (
                Object::Made {
                    site: Some(site), ..
                },
                _,
            ) => Step::new(
                place,
                format!("made by {}", callee_name(self.program, site)),
            ),
            (_, Node::Local(method, local)) => Step::new(
                place,
                format!("{name} is made{}", self.now_in(method, local)),
            ),
            _ => Step::new(place, format!("{name} is made")),
        }
    }

    /// Returns what happens on the way from one node to the next; `None` where nothing happens that
    /// the source shows.
    pub(super) fn step(&self, source: Node, target: Node) -> Option<Step> {
        let (source, target) = (self.as_seen(source), self.as_seen(target));
        match (source, target) {
            _ if source == target => None,
            _ if source.is_of_a_model() => self.leaves_a_model(source, target),
            _ if target.is_of_a_model() => self.enters_a_model(source, target),
            (Node::Local(method, local), _) => self.leaves_local(method, local, target),
            (_, Node::Local(method, local)) => Some(self.enters_local(source, method, local)),
            (Node::Library, Node::Escaped(_)) | (_, Node::Found(..)) | (Node::Put(..), _) => None,
            (Node::Return(method), _) => {
                let place = place_of_method(self.program, method);
                Some(Step::new(
                    Some(place),
                    format!(
                        "{} returns it to the library",
                        method_name(self.program, method)
                    ),
                ))
            }
            (_, Node::Library) => Some(Step::new(
                None,
                format!("found in {}, which the library has", self.inside(source)),
            )),
            _ => Some(Step::new(
                None,
                format!("put by the library into {}", self.inside(target)),
            )),
        }
    }

    /// Returns what a node is in the source: what is told apart because it is new is not told apart
    /// there.
    fn as_seen(&self, node: Node) -> Node {
        match node {
            Node::Given(method) | Node::Outside(method) => Node::Return(method),
            Node::Result(site) => {
                let call = &self.program.calls[site];
                call.result
                    .map_or(node, |result| Node::Local(call.method, result))
            }
            _ => node,
        }
    }

    fn leaves_local(&self, method: MethodId, local: LocalId, target: Node) -> Option<Step> {
        let found = match target {
            Node::Local(other, to) => {
                if let Some(place) = self.copies(method, local, to).filter(|_| other == method) {
                    // A temporary of an expression is nothing that the source shows.
                    let name = local_name(self.program, method, to)?;
                    return Some(Step::new(Some(place), format!("assigned to {name}")));
                }
                self.passed(method, local, other, to)
                    .or_else(|| self.finalized(other))
            }
            Node::Return(_) => Some(self.returned(method, local)),
            Node::Library => self.escaped(method, local),
            _ => self.stored(method, local, target),
        };
        Some(
            found.unwrap_or_else(|| {
                Step::new(Some(place_of_method(self.program, method)), "handed on")
            }),
        )
    }

    fn enters_local(&self, source: Node, method: MethodId, local: LocalId) -> Step {
        let found = match source {
            Node::Return(callee) => self.result(method, local, callee),
            Node::Library | Node::Escaped(_) => self.given_out(method, local),
            _ => self.loaded(source, method, local),
        };
        found.unwrap_or_else(|| Step::new(Some(place_of_method(self.program, method)), "handed on"))
    }

    /// Returns where a local is copied to another one of the same method.
    fn copies(&self, method: MethodId, source: LocalId, target: LocalId) -> Option<Place> {
        self.statement(method, |kind| match kind {
            Kind::Assign {
                target: to,
                source: from,
            }
            | Kind::Cast {
                target: to,
                source: from,
                ..
            } => (*from, *to) == (source, target),
            _ => false,
        })
    }

    /// To a parameter: by a call or by a functional object that captures it.
    fn passed(
        &self,
        caller: MethodId,
        value: LocalId,
        callee: MethodId,
        parameter: LocalId,
    ) -> Option<Step> {
        let body = self.program.methods[callee].body.as_ref()?;
        let position = body.parameters.iter().position(|&p| p == parameter)?;
        if position == 0 && self.dispatch.has_receiver(callee) {
            return self.called_on(caller, value, callee);
        }
        let argument = position.checked_sub(self.dispatch.first_argument(callee));
        let passed = argument.and_then(|argument| self.argument(caller, value, callee, argument));
        passed.or_else(|| self.captured(caller, value, callee, position))
    }

    fn called_on(&self, caller: MethodId, value: LocalId, callee: MethodId) -> Option<Step> {
        let calls = |site, call: &CallSite| {
            call.receiver == Some(value) && self.runs(site, Callee::Method(callee))
        };
        let place = place_of_call(self.program, self.call(caller, calls)?);
        Some(Step::new(
            Some(place),
            format!("{} is called on it", method_name(self.program, callee)),
        ))
    }

    fn argument(
        &self,
        caller: MethodId,
        value: LocalId,
        callee: MethodId,
        argument: usize,
    ) -> Option<Step> {
        let passes = |site, call: &CallSite| {
            call.arguments.get(argument) == Some(&value) && self.runs(site, Callee::Method(callee))
        };
        let place = place_of_call(self.program, self.call(caller, passes)?);
        let text = format!(
            "passed to parameter {} of {}",
            argument + 1,
            method_name(self.program, callee)
        );
        Some(Step::new(Some(place), text))
    }

    fn finalized(&self, method: MethodId) -> Option<Step> {
        let runs = || {
            format!(
                "{} runs on it when it is collected",
                method_name(self.program, method)
            )
        };
        let place = place_of_method(self.program, method);
        (&*self.program.methods[method].name == "finalize").then(|| Step::new(Some(place), runs()))
    }

    fn captured(
        &self,
        caller: MethodId,
        value: LocalId,
        callee: MethodId,
        position: usize,
    ) -> Option<Step> {
        let captures = |kind: &Kind| {
            let Kind::Allocate { site, .. } = kind else {
                return false;
            };
            matches!(&self.program.allocations[*site].kind, AllocationKind::Functional { body, captures, .. }
                if *body == callee && captures.get(position) == Some(&value))
        };
        let place = self.statement(caller, captures)?;
        Some(Step::new(
            Some(place),
            format!("captured by {}", method_name(self.program, callee)),
        ))
    }

    fn returned(&self, method: MethodId, value: LocalId) -> Step {
        let blocks = self.program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.blocks);
        let mut returning = blocks
            .filter(|block| matches!(block.terminator, Terminator::Return(Some(v)) if v == value));
        let last = returning
            .find_map(|block| block.statements.last())
            .map(|statement| statement.span);
        let place = in_method(
            self.program,
            method,
            last.unwrap_or(self.program.methods[method].span),
        );

        Step::new(
            Some(place),
            format!("returned by {}", method_name(self.program, method)),
        )
    }

    fn result(&self, method: MethodId, local: LocalId, callee: MethodId) -> Option<Step> {
        let gives = |site, call: &CallSite| {
            call.result == Some(local) && self.runs(site, Callee::Method(callee))
        };
        let place = place_of_call(self.program, self.call(method, gives)?);
        Some(Step::new(
            Some(place),
            format!(
                "the result of {}{}",
                method_name(self.program, callee),
                self.now_in(method, local)
            ),
        ))
    }

    /// To code without sources, in whatever way there is.
    fn escaped(&self, method: MethodId, value: LocalId) -> Option<Step> {
        let given = |site, call: &CallSite| {
            (call.receiver == Some(value) || call.arguments.contains(&value))
                && self.runs(site, Callee::Library)
        };

        if let Some(site) = self.call(method, given) {
            let text = format!(
                "escapes through {}, code without sources",
                callee_name(self.program, site)
            );
            return Some(Step::new(Some(place_of_call(self.program, site)), text));
        }

        let stored = |kind: &Kind| match kind {
            Kind::Store { source, .. } | Kind::ArrayStore { source, .. } => *source == value,
            _ => false,
        };

        if let Some(place) = self.statement(method, stored) {
            return Some(Step::new(
                Some(place),
                "escapes: stored into an object that the library may have",
            ));
        }

        let mut blocks = self.program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.blocks);
        let thrown =
            blocks.find(|block| matches!(block.terminator, Terminator::Throw(v) if v == value));
        let what = if thrown.is_some() {
            "escapes: thrown"
        } else {
            "escapes to the code of a property"
        };

        let span = thrown
            .and_then(|block| block.statements.last())
            .map(|statement| statement.span);
        Some(Step::new(
            Some(in_method(
                self.program,
                method,
                span.unwrap_or(self.program.methods[method].span),
            )),
            what,
        ))
    }

    /// From code without sources, in whatever way there is.
    fn given_out(&self, method: MethodId, local: LocalId) -> Option<Step> {
        let gives =
            |site, call: &CallSite| call.result == Some(local) && self.runs(site, Callee::Library);
        if let Some(site) = self.call(method, gives) {
            let text = format!(
                "{}, code without sources, may give out all that has escaped",
                callee_name(self.program, site)
            );
            return Some(Step::new(Some(place_of_call(self.program, site)), text));
        }
        if let Some(place) = self.statement(method, |kind| assigned(kind) == Some(local)) {
            return Some(Step::new(
                Some(place),
                "read from an object that the library may have",
            ));
        }

        let body = self.program.methods[method].body.as_ref()?;
        let place = place_of_method(self.program, method);
        let text = if body.parameters.contains(&local) {
            format!(
                "{} is called from outside, with anything that has escaped",
                method_name(self.program, method)
            )
        } else {
            "caught: all that is thrown may be caught".to_owned()
        };

        Some(Step::new(Some(place), text))
    }

    fn stored(&self, method: MethodId, value: LocalId, target: Node) -> Option<Step> {
        let place = self.statement(method, |kind| match (kind, target) {
            (
                Kind::Store {
                    field,
                    source,
                    object: Some(base),
                },
                Node::Field(holder, id),
            ) => *source == value && field.field == Some(id) && self.may_be(method, *base, holder),
            (Kind::Store { field, source, .. }, Node::Static(id)) => {
                *source == value && field.field == Some(id)
            }
            (Kind::Store { field, source, .. }, Node::Put(_, Slot::Field(id))) => {
                *source == value && field.field == Some(id)
            }
            (Kind::ArrayStore { source, .. }, node) if is_of_array(node) => *source == value,
            _ => false,
        });
        place.map(|place| Step::new(Some(place), format!("stored into {}", self.inside(target))))
    }

    fn loaded(&self, source: Node, method: MethodId, local: LocalId) -> Option<Step> {
        let place = self.statement(method, |kind| match (kind, source) {
            (
                Kind::Load {
                    target,
                    field,
                    object: Some(base),
                },
                Node::Field(holder, id),
            ) => *target == local && field.field == Some(id) && self.may_be(method, *base, holder),
            (Kind::Load { target, field, .. }, Node::Static(id)) => {
                *target == local && field.field == Some(id)
            }
            (Kind::Load { target, field, .. }, Node::Found(_, Slot::Field(id))) => {
                *target == local && field.field == Some(id)
            }
            (Kind::ArrayLoad { target, .. }, node) if is_of_array(node) => *target == local,
            _ => false,
        });
        place.map(|place| {
            Step::new(
                Some(place),
                format!(
                    "read from {}{}",
                    self.inside(source),
                    self.now_in(method, local)
                ),
            )
        })
    }

    /// Returns whether a local may hold an object that has its contents in common with `holder`.
    fn may_be(&self, method: MethodId, local: LocalId, holder: ObjectId) -> bool {
        let objects = self.points_to.objects(Node::Local(method, local));
        objects
            .iter()
            .any(|object| self.points_to.holder(ObjectId::from_raw(object)) == holder)
    }

    /// Which variable it is in now, for people; nothing where it has no name.
    pub(super) fn now_in(&self, method: MethodId, local: LocalId) -> String {
        local_name(self.program, method, local)
            .map_or_else(String::new, |name| format!(", now in {name}"))
    }

    /// A place inside an object, for people.
    pub(super) fn inside(&self, node: Node) -> String {
        let of = |object| {
            let (name, place) = object_name(self.program, self.points_to, object);
            match place {
                Some((file, span)) => {
                    format!("{name} at {}:{}", self.program.files[file].path, span.line)
                }
                None => name,
            }
        };
        match node {
            Node::Field(object, field) => format!(
                "field {} of {}",
                field_name(self.program, field),
                of(object)
            ),
            Node::Static(field) => format!("field {}", field_name(self.program, field)),
            Node::Found(_, Slot::Field(field)) | Node::Put(_, Slot::Field(field)) => {
                format!(
                    "field {} of an object that has escaped",
                    field_name(self.program, field)
                )
            }
            Node::Found(_, Slot::Part(_)) | Node::Put(_, Slot::Part(_)) => {
                "an array that has escaped".to_owned()
            }
            Node::Elements(object) => of(object),
            Node::Part(object, part) => {
                format!("the {} of {}", self.constraints.part(part), of(object))
            }
            _ => "an object".to_owned(),
        }
    }

    /// The first statement of a method that fits.
    pub(super) fn statement(
        &self,
        method: MethodId,
        fits: impl Fn(&Kind) -> bool,
    ) -> Option<Place> {
        let found = statements(self.program, method).find(|statement| fits(&statement.kind));
        found.map(|statement: &Statement| in_method(self.program, method, statement.span))
    }

    /// The first call of a method that fits.
    pub(super) fn call(
        &self,
        method: MethodId,
        fits: impl Fn(CallSiteId, &CallSite) -> bool,
    ) -> Option<CallSiteId> {
        let sites = statements(self.program, method).filter_map(|statement| match statement.kind {
            Kind::Call(site) => Some(site),
            _ => None,
        });
        sites
            .into_iter()
            .find(|&site| fits(site, &self.program.calls[site]))
    }

    fn runs(&self, site: CallSiteId, callee: Callee) -> bool {
        self.points_to
            .targets_of(site)
            .is_some_and(|targets| targets.contains(&callee))
    }
}

/// Returns what a statement assigns, other than calls and copies.
fn assigned(kind: &Kind) -> Option<LocalId> {
    match kind {
        Kind::Constant { target, .. }
        | Kind::Compute { target, .. }
        | Kind::Load { target, .. }
        | Kind::ArrayLoad { target, .. } => Some(*target),
        _ => None,
    }
}

/// Returns whether a node may hold elements of arrays: of those that the program makes, that a
/// library makes, or that have escaped.
fn is_of_array(node: Node) -> bool {
    matches!(
        node,
        Node::Elements(_)
            | Node::Part(..)
            | Node::Found(_, Slot::Part(_))
            | Node::Put(_, Slot::Part(_))
    )
}
