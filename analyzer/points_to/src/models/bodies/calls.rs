//! The calls of a body.

use ir::{CallKind, CallSite, MethodRef, Target};

use super::super::{Base, Model, Selector, Statement, Term};
use super::Bodies;
use super::body::FollowedBody;
use super::draft::{Draft, Values};
use super::platform::{gives_text, is_callable, is_of_texts, reflects};
use crate::values::keeps_values;

/// The name of constructors.
const CONSTRUCTOR: &str = "<init>";

impl FollowedBody<'_> {
    /// Adds the effects of a call; `None` where they are not known.
    pub fn call(
        &mut self,
        call: &CallSite,
        bodies: &mut Bodies<'_, '_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let Target::Resolved(callee) = &call.target else {
            return None;
        };
        if bodies.own.is_source(&callee.owner) || reflects(callee) {
            return None;
        }
        let arguments = call.arguments.iter();
        let values = Values {
            this: call.receiver.map(|receiver| self.term(receiver, draft)),
            arguments: arguments
                .map(|&argument| self.reference(argument, draft))
                .collect(),
            result: call.result.and_then(|result| self.reference(result, draft)),
        };
        draft.names |= self.names(call, callee);
        if let Some(model) = self.model(call, callee, bodies) {
            let owner = &callee.owner;
            let is_plain = keeps_values(owner) || is_of_texts(owner) || self.gives_texts(call);
            draft.is_described |= !is_plain;
            return self.apply(model, &values, draft);
        }
        let is_of_jdk = self.program.hierarchy.library().is_of_jdk(&callee.owner);
        match call.kind {
            CallKind::Static | CallKind::Special if !is_of_jdk => {
                self.call_library(call, callee, values, bodies, draft)
            }
            CallKind::Special => {
                let is_harmless = self.constructs_harmlessly(call, callee, bodies);
                is_harmless.then_some(())
            }
            _ if is_of_jdk && is_of_texts(&callee.owner) => {
                let reads_texts = self.gives_texts(call) && gives_text(&callee.descriptor);
                reads_texts.then(|| give_text(&values, draft))
            }
            CallKind::Virtual | CallKind::Interface if is_of_jdk && is_callable(&callee.owner) => {
                // Equals of any class keeps nothing, by the assumption `library-compares-and-prints`.
                let is_equals = &*callee.name == "equals" && call.arguments.len() == 1;
                let is_known = is_equals || self.gives_texts(call);
                is_known.then(|| call_back(callee, values, draft))?
            }
            CallKind::Static | CallKind::Virtual | CallKind::Interface => None,
        }
    }

    /// Returns whether a call may make a text of a value that is none.
    fn names(&self, call: &CallSite, callee: &MethodRef) -> bool {
        let is_text = |local| self.holds_text(local);
        let is_of_values =
            call.receiver.is_some_and(|local| !is_text(local)) || !self.gives_texts(call);
        let result = call.result.filter(|&local| self.is_reference(local));
        is_of_values && (is_of_texts(&callee.owner) || result.is_some_and(is_text))
    }

    /// The model of the callee, where one class of receivers is known.
    fn model<'m>(
        &self,
        call: &CallSite,
        callee: &MethodRef,
        bodies: &Bodies<'m, '_>,
    ) -> Option<&'m Model> {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        let models = bodies.models;
        let made = call.receiver.and_then(|receiver| self.made_class(receiver));
        match call.kind {
            CallKind::Static => models.static_method(owner, name, descriptor),
            CallKind::Special => {
                let is_new = &**name == CONSTRUCTOR && made == Some(owner);
                models.constructor(owner, descriptor).filter(|_| is_new)
            }
            CallKind::Virtual | CallKind::Interface => {
                let kind = made.and_then(|class| models.kind_of(class));
                let of_kind = kind.and_then(|kind| models.method(kind, name, descriptor));
                // Classes of texts are final.
                let of_text = || models.unknown_receiver(owner, name, descriptor);
                let is_of_texts = is_of_texts(owner);
                of_kind.or_else(|| is_of_texts.then(of_text).flatten())
            }
        }
    }

    /// Follows a method or constructor of a library. A static one that is not understood, and gets
    /// nothing but texts, may still be called: it can keep and give nothing else than before.
    fn call_library(
        &self,
        call: &CallSite,
        callee: &MethodRef,
        values: Values,
        bodies: &mut Bodies<'_, '_>,
        draft: &mut Draft,
    ) -> Option<()> {
        let before = draft.clone();
        let result = values.result;
        let texts: Vec<Term> = values.given().collect();
        if bodies.follow(callee, values, draft).is_some() {
            let new = &mut draft.statements[before.statements.len()..];
            for statement in new {
                if let Statement::New { article, .. } = statement {
                    *article = self.article(*article);
                }
            }
            return Some(());
        }

        *draft = before;
        let may_be_unknown = call.kind == CallKind::Static && self.gives_texts(call);
        may_be_unknown.then(|| {
            draft.hands_out_texts |= !texts.is_empty();
            for text in texts {
                draft.flow(text, Base::Escaped.term());
            }
            if let Some(result) = result {
                draft.flow(Base::Escaped.term(), result);
            }
        })
    }

    /// Returns whether a constructor of the JDK without a model keeps nothing: that of `Object`, of a
    /// text, or of an exception that gets texts.
    fn constructs_harmlessly(
        &self,
        call: &CallSite,
        callee: &MethodRef,
        bodies: &Bodies<'_, '_>,
    ) -> bool {
        let owner = &*callee.owner;
        if &*callee.name != CONSTRUCTOR {
            return false;
        }
        if owner == "java/lang/Object" {
            return true;
        }
        let above = self.program.hierarchy.supertypes(owner);
        let is_exception = above
            .names()
            .iter()
            .any(|name| &**name == "java/lang/Throwable");
        let has_no_kind = bodies.models.kind_of(owner).is_none();
        (is_exception || has_no_kind && is_of_texts(owner)) && self.gives_texts(call)
    }

    /// Adds the statements of a model, with these values for its terms.
    fn apply(&self, model: &Model, values: &Values, draft: &mut Draft) -> Option<()> {
        // A view belongs to the receiver of the call, and is another one for each.
        if model.gives_its_own() {
            return None;
        }
        let locals: Vec<Term> = model.locals.iter().map(|_| draft.local()).collect();
        let unused = draft.local();
        let place = |term: Term| {
            let base = match term.base {
                Base::This => values.this,
                Base::Argument(at) => values.arguments.get(at).copied().flatten(),
                Base::Result => Some(values.result.unwrap_or(unused)),
                Base::Local(at) => locals.get(at).copied(),
                Base::Library | Base::Escaped => Some(term.base.term()),
            };
            base.map(|base| Term {
                part: term.part,
                ..base
            })
        };
        for statement in &model.statements {
            let mut applied = statement.placed(&place);
            if let Some(Statement::New { article, .. }) = &mut applied {
                *article = self.article(*article);
            }
            draft.statements.extend(applied);
        }
        Some(())
    }
}

/// The object's own method runs.
fn call_back(callee: &MethodRef, values: Values, draft: &mut Draft) -> Option<()> {
    draft.statements.push(Statement::Call {
        receiver: values.this?,
        selector: Selector {
            name: callee.name.clone(),
            arity: values.arguments.len(),
            of: Some(callee.owner.clone()),
        },
        arguments: values.arguments,
        result: values.result,
        later: false,
    });
    Some(())
}

/// A method of texts gives a new text, its receiver, or an argument.
fn give_text(values: &Values, draft: &mut Draft) {
    if let Some(result) = values.result {
        draft.flow(Base::Library.term(), result);
        for value in values.given() {
            draft.flow(value, result);
        }
    }
}
