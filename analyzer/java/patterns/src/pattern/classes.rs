//! The match of a pattern with the initialization of a class, and with a catch block of one.

use date::model::JoinPoint;
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy};

use super::values::Parts;
use super::{Pattern, Wanted};
use crate::answers::{and, or};
use crate::{Handler, PointMatch};

impl Pattern {
    /// Returns what the pattern says of the initialization of a class or interface, by internal
    /// name; `None`: it never matches. The class itself is what counts, not what it inherits
    /// (pointcuts, section 6): `T+` is for subtypes. Patterns of initializations alone match.
    pub fn initialization(&self, hierarchy: &Hierarchy, class: &str) -> Option<PointMatch> {
        if self.join != JoinPoint::Initialization || !self.has_arity(1) {
            return None;
        }

        let names = |wanted: &Wanted| wanted.declaring.names(hierarchy, class);
        let member = and(self.stands_in(hierarchy, class), || {
            self.members.iter().map(names).fold(Answer::No, or)
        });
        let parts = Parts {
            target: None,
            caller: None,
            result: None,
            arguments: vec![Type::class("java/lang/Class")],
        };

        (member != Answer::No)
            .then(|| self.tests(hierarchy, &parts, false, member))
            .flatten()
    }

    /// Returns what the pattern says of a catch block, whatever method it stands in; `None`: it
    /// never matches. Patterns of catch blocks for a type alone match, by the types that are
    /// written; what is caught is tested like any argument.
    pub fn handler(&self, hierarchy: &Hierarchy, handler: &Handler<'_>) -> Option<PointMatch> {
        if !self.is_of_exceptions() || !self.has_arity(1) {
            return None;
        }

        let names = |wanted: &Wanted| {
            let names = handler
                .caught
                .iter()
                .map(|caught| wanted.declaring.names(hierarchy, caught));
            names.fold(Answer::No, or)
        };
        let stands = self.stands_in(hierarchy, handler.within);
        let member = and(stands, || {
            self.members.iter().map(names).fold(Answer::No, or)
        });

        let caught = match handler.caught {
            [caught] => Type::Class(caught.clone()),
            _ => Type::class("java/lang/Throwable"),
        };
        let parts = Parts {
            target: None,
            caller: handler.caller.map(Type::class),
            result: None,
            arguments: vec![caught],
        };

        (member != Answer::No)
            .then(|| self.tests(hierarchy, &parts, false, member))
            .flatten()
    }
}
