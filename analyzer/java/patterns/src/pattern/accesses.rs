//! The match of a pattern with an access of a field, and with a read of an element.

use date::model::JoinPoint;
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy};

use super::values::{Parts, by_name_alone};
use super::{Pattern, Wanted};
use crate::answers::{and, or};
use crate::type_names::TypeName;
use crate::{FieldAccess, PointMatch, signature};

impl Pattern {
    /// Returns what the pattern says of a read or write of a field; `None`: it never matches.
    /// Patterns of accesses alone match.
    pub fn access(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Option<PointMatch> {
        let named: Vec<&Wanted> = self.named(access.name).collect();
        let arity = signature(access.join, Type::object()).parameters.len();
        if self.join != access.join || named.is_empty() || !self.has_arity(arity) {
            return None;
        }

        if access.join == JoinPoint::Element {
            return self.element(hierarchy, access);
        }

        let resolved = hierarchy
            .resolve_field(access.owner, access.name, access.descriptor)
            .found();
        let flags = resolved.map(|field| field.info().access);

        if flags.is_some_and(|flags| flags.has(Access::SYNTHETIC)) {
            return None;
        }

        let has_field = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(|| flags);
            and(
                wanted
                    .declaring
                    .has_field(hierarchy, access, &wanted.declared),
                has_modifiers,
            )
        };
        let member = and(self.stands_in(hierarchy, access.within), || {
            named.iter().map(has_field).fold(Answer::No, or)
        });

        if member == Answer::No {
            return None;
        }

        let Some(ty) = access
            .descriptor
            .and_then(|descriptor| Type::parse(descriptor).ok())
        else {
            return Some(by_name_alone());
        };
        let owner = Type::class(access.owner);
        let MethodDescriptor { parameters, result } = signature(access.join, ty);
        let parts = Parts {
            target: (!access.is_static).then_some(owner),
            caller: access.caller.map(Type::class),
            result,
            arguments: parameters,
        };

        self.tests(hierarchy, &parts, false, member)
    }

    /// Returns what the pattern says of a read of an element. The array is tested as a target is.
    fn element(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Option<PointMatch> {
        let wanted = self.members.first()?.declaring.name()?;
        let stands = self.stands_in(hierarchy, access.within);
        let of = match (wanted, &self.target) {
            (TypeName::Known(wanted), Some(TypeName::Known(target))) => {
                hierarchy.is_subtype(target, wanted)
            }
            _ => Answer::Unknown,
        };
        let member = and(stands, || of);
        if member == Answer::No {
            return None;
        }

        let Ok(Type::Array(value)) = Type::parse(access.owner) else {
            return Some(by_name_alone());
        };
        let MethodDescriptor { parameters, result } = signature(access.join, (*value).clone());
        let parts = Parts {
            target: Some(Type::Array(value)),
            caller: access.caller.map(Type::class),
            result,
            arguments: parameters,
        };

        self.tests(hierarchy, &parts, false, member)
    }
}
