//! The meaning in the source of an object's step into a model of a library method, or out of one.

use ir::{CallSite, CallSiteId, LocalId, MethodId};

use super::flow::Flows;
use super::names::method_name;
use super::step::{Place, Step, place_of_call, place_of_method};
use crate::constraints::AppliedModel;
use crate::node::{Application, Node};

impl Flows<'_> {
    pub(super) fn enters_a_model(&self, source: Node, target: Node) -> Option<Step> {
        let of = self.application(target);
        match source {
            Node::Local(method, local) => {
                let (_, applied) = of?;
                let site = self.call(method, |site, call| takes(applied, site, call, local));
                let place = site.map(|site| place_of_call(self.program, site));
                Some(Step::of_model(
                    place,
                    format!("passed to {}", shown(applied)),
                    of,
                    true,
                ))
            }
            Node::Return(method) => {
                let text = format!(
                    "{} returns it to the library{}",
                    method_name(self.program, method),
                    by(of)
                );
                Some(Step::new(Some(place_of_method(self.program, method)), text))
            }
            Node::Field(..) | Node::Static(_) | Node::Elements(_) | Node::Part(..) => {
                let text = format!("taken out of {}{}", self.inside(source), by(of));
                Some(Step::of_model(self.place_of(of), text, of, false))
            }
            _ => None,
        }
    }

    pub(super) fn leaves_a_model(&self, source: Node, target: Node) -> Option<Step> {
        let of = self.application(source);
        match target {
            Node::Local(method, local) => Some(self.given_back(of, method, local)),
            Node::Library => {
                let through = of.map_or_else(String::new, |(_, applied)| {
                    format!(" through {}", shown(applied))
                });
                Some(Step::of_model(
                    self.place_of(of),
                    format!("escapes{through}"),
                    of,
                    false,
                ))
            }
            Node::Field(..) | Node::Static(_) | Node::Elements(_) | Node::Part(..) => {
                let text = format!("put into {}{}", self.inside(target), by(of));
                Some(Step::of_model(self.place_of(of), text, of, false))
            }
            _ => None,
        }
    }

    /// The result of the call, or an argument of a method that the model calls back.
    fn given_back(&self, of: Of<'_>, method: MethodId, local: LocalId) -> Step {
        let parameters = self.program.methods[method]
            .body
            .as_ref()
            .map(|body| &body.parameters);

        if parameters.is_some_and(|parameters| parameters.contains(&local)) {
            let text = format!(
                "{} is called back with it{}",
                method_name(self.program, method),
                by(of)
            );
            return Step::new(Some(place_of_method(self.program, method)), text);
        }

        let site = self.call(method, |_, call| call.result == Some(local));
        let (what, name) = (
            of.map_or_else(|| "a call".to_owned(), |of| shown(of.1)),
            self.now_in(method, local),
        );
        let place = site.map(|site| place_of_call(self.program, site));

        Step::of_model(
            place,
            format!("the result of {what}{name}"),
            of,
            name.is_empty(),
        )
    }

    /// The application that a node belongs to.
    pub(super) fn application(&self, node: Node) -> Of<'_> {
        match node {
            Node::Term(application, _)
            | Node::TermPart(application, ..)
            | Node::Receiver(application, ..) => {
                Some((application, &self.constraints.applied[application]))
            }
            _ => None,
        }
    }

    fn place_of(&self, of: Of<'_>) -> Option<Place> {
        of?.1.site.map(|site| place_of_call(self.program, site))
    }
}

/// An application and what is known of it.
pub(super) type Of<'a> = Option<(Application, &'a AppliedModel)>;

/// Returns whether the call may be one of the model's, and hands it the value.
pub(super) fn takes(
    applied: &AppliedModel,
    site: CallSiteId,
    call: &CallSite,
    value: LocalId,
) -> bool {
    applied.site.is_none_or(|of| of == site)
        && (call.receiver == Some(value) || call.arguments.contains(&value))
}

fn shown(applied: &AppliedModel) -> String {
    format!("`{}` (library model {})", applied.method, applied.place)
}

fn by(of: Of<'_>) -> String {
    of.map_or_else(String::new, |(_, applied)| {
        format!(" by {}", shown(applied))
    })
}
