//! The match of a pattern with a call of a method, and with the body of one.

use date::model::JoinPoint;
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy, Resolved};

use super::values::{Parts, by_name_alone};
use super::{CONSTRUCTOR, Pattern, Wanted};
use crate::answers::{and, or};
use crate::{Call, CallKind, Execution, PointMatch};

impl Pattern {
    /// Returns what the pattern says of a call; `None`: it never matches. Call patterns alone match
    /// calls.
    pub fn call(&self, hierarchy: &Hierarchy, call: &Call<'_>) -> Option<PointMatch> {
        let creation = call.kind == CallKind::New;
        let named: Vec<&Wanted> = self.named(call.name).collect();
        if self.join != JoinPoint::Call
            || named.is_empty()
            || (call.name == CONSTRUCTOR) != creation
        {
            return None;
        }
        let Ok(descriptor) = MethodDescriptor::parse(call.descriptor) else {
            return Some(by_name_alone());
        };

        if !self.has_arity(descriptor.parameters.len()) || is_made_by_compiler(hierarchy, call) {
            return None;
        }

        let access = || callee_access(hierarchy, call);
        let has_callee = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(access);
            and(
                wanted
                    .declaring
                    .has_callee(hierarchy, call, &wanted.declared),
                has_modifiers,
            )
        };

        let member = and(self.stands_in(hierarchy, call.within), || {
            named.iter().map(has_callee).fold(Answer::No, or)
        });
        if member == Answer::No {
            return None;
        }

        let owner = Type::of_class_constant(call.owner).unwrap_or_else(|_| Type::object());
        let parts = Parts {
            target: (call.kind != CallKind::Static).then(|| owner.clone()),
            caller: call.caller.map(Type::class),
            result: if creation {
                Some(owner)
            } else {
                descriptor.result
            },
            arguments: descriptor.parameters,
        };

        self.tests(hierarchy, &parts, creation, member)
    }

    /// Returns what the pattern says of a body; `None`: it never matches. Call patterns match no
    /// bodies; a handling pattern matches the bodies whose catch blocks it means.
    pub fn execution(&self, hierarchy: &Hierarchy, body: &Execution<'_>) -> Option<PointMatch> {
        let bodiless = body.access.is_abstract() || body.access.has(Access::NATIVE);
        let named: Vec<&Wanted> = self.named(body.name).collect();
        let has_body = matches!(self.join, JoinPoint::Execution | JoinPoint::Handling);
        if !has_body || bodiless || named.is_empty() {
            return None;
        }
        if is_synthetic(body.name, body.access) {
            return None;
        }

        let Ok(descriptor) = MethodDescriptor::parse(body.descriptor) else {
            return Some(by_name_alone());
        };
        let has_body = |wanted: &&Wanted| {
            let has_modifiers = || wanted.modifiers.fit(|| Some(body.access));
            and(
                wanted.declaring.has_body(hierarchy, body, &wanted.declared),
                has_modifiers,
            )
        };

        let member = and(self.stands_in(hierarchy, body.class), || {
            named.iter().map(has_body).fold(Answer::No, or)
        });
        if member == Answer::No || !self.has_arity(descriptor.parameters.len()) {
            return None;
        }

        let constructor = body.name == CONSTRUCTOR;
        let this = (!body.access.is_static()).then(|| Type::class(body.class));
        let parts = Parts {
            target: this.clone(),
            result: if constructor {
                this.clone()
            } else {
                descriptor.result
            },
            caller: this,
            arguments: descriptor.parameters,
        };

        self.tests(hierarchy, &parts, constructor, member)
    }
}

/// The flags of the method that a call finds, which are those that AspectJ asks for; `None` where
/// that is not known.
fn callee_access(hierarchy: &Hierarchy, call: &Call<'_>) -> Option<Access> {
    match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
        Resolved::Found(method) => Some(method.info().access),
        Resolved::Absent | Resolved::Unknown => None,
    }
}

/// Bridges and accessors, but not lambda bodies, which are source code.
fn is_synthetic(name: &str, access: Access) -> bool {
    access.has(Access::SYNTHETIC) && !name.starts_with("lambda$")
}

/// A call of an accessor that the compiler made for private members of nested classes (javac before
/// Java 11).
fn is_made_by_compiler(hierarchy: &Hierarchy, call: &Call<'_>) -> bool {
    let accessor = call.kind == CallKind::Static && call.name.starts_with("access$");
    accessor
        && match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
            Resolved::Found(method) => method.info().access.has(Access::SYNTHETIC),
            _ => false,
        }
}
