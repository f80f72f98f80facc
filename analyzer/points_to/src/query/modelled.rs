//! What it means in the source that an object goes into a model of a library method, or comes out of one.

use ir::{CallSite, CallSiteId, LocalId, MethodId};

use super::flow::Flows;
use super::names::method_name;
use super::step::{Place, Step, place_of_call, place_of_method};
use crate::constraints::AppliedModel;
use crate::node::{Application, Node};

impl Flows<'_> {
    pub(super) fn enters_a_model(&self, source: Node, target: Node) -> Option<Step> {
        let application = application(target);
        let applied = application.map(|application| &self.constraints.applied[application]);
        match source {
            Node::Local(method, local) => {
                let applied = applied?;
                let site = self.call(method, |site, call| self.takes(applied, site, call, local));
                let text = format!("passed to {}", self.shown(applied));
                Some(Step::new(site.map(|site| place_of_call(self.program, site)), text))
            }
            Node::Return(method) => Some(Step::new(
                Some(place_of_method(self.program, method)),
                format!("{} returns it to the library{}", method_name(self.program, method), self.by(applied)),
            )),
            Node::Field(..) | Node::Static(_) | Node::Elements(_) | Node::Part(..) => Some(Step::new(
                self.place_of(applied),
                format!("taken out of {}{}", self.inside(source), self.by(applied)),
            )),
            _ => None,
        }
    }

    pub(super) fn leaves_a_model(&self, source: Node, target: Node) -> Option<Step> {
        let applied = application(source).map(|application| &self.constraints.applied[application]);
        match target {
            Node::Local(method, local) => Some(self.to_local(applied, method, local)),
            Node::Library => Some(Step::new(self.place_of(applied), format!("escapes{}", self.through(applied)))),
            Node::Field(..) | Node::Static(_) | Node::Elements(_) | Node::Part(..) => {
                Some(Step::new(self.place_of(applied), format!("put into {}{}", self.inside(target), self.by(applied))))
            }
            _ => None,
        }
    }

    /// The result of the call, or an argument of a method that the model calls back.
    fn to_local(&self, applied: Option<&AppliedModel>, method: MethodId, local: LocalId) -> Step {
        let parameters = self.program.methods[method].body.as_ref().map(|body| &body.parameters);
        if parameters.is_some_and(|parameters| parameters.contains(&local)) {
            let text = format!("{} is called back with it{}", method_name(self.program, method), self.by(applied));
            return Step::new(Some(place_of_method(self.program, method)), text);
        }
        let site = self.call(method, |_, call| call.result == Some(local));
        let what = applied.map_or_else(|| "a call".to_owned(), |applied| self.shown(applied));
        Step::new(
            site.map(|site| place_of_call(self.program, site)),
            format!("the result of {what}{}", self.now_in(method, local)),
        )
    }

    /// Whether the call is one of the model's, and hands it the value.
    fn takes(&self, applied: &AppliedModel, site: CallSiteId, call: &CallSite, value: LocalId) -> bool {
        applied.site.is_none_or(|of| of == site) && (call.receiver == Some(value) || call.arguments.contains(&value))
    }

    fn place_of(&self, applied: Option<&AppliedModel>) -> Option<Place> {
        applied?.site.map(|site| place_of_call(self.program, site))
    }

    fn shown(&self, applied: &AppliedModel) -> String {
        format!("`{}` (library model {})", applied.method, applied.place)
    }

    fn through(&self, applied: Option<&AppliedModel>) -> String {
        applied.map_or_else(String::new, |applied| format!(" through {}", self.shown(applied)))
    }

    fn by(&self, applied: Option<&AppliedModel>) -> String {
        applied.map_or_else(String::new, |applied| format!(" by {}", self.shown(applied)))
    }
}

/// The application that a term belongs to.
pub(super) fn application(node: Node) -> Option<Application> {
    match node {
        Node::Term(application, _) | Node::TermPart(application, ..) => Some(application),
        _ => None,
    }
}
