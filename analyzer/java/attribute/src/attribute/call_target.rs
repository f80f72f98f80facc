//! The instruction that a call becomes (JLS 13.1, 15.12.3).

use std::sync::Arc;

use ir::{CallKind, MethodRef, Target};
use java_types::descriptor::Type;

use super::Attributor;
use super::candidates::Candidates;
use super::invocation::Invocation;
use super::operand::{Receiver, Selected};
use crate::tables::CallTarget;
use crate::types::{ClassId, Method, Ty};

impl Attributor<'_, '_> {
    /// The instruction that calls a method as a member of `site`.
    pub(super) fn method_call_target(
        &self,
        method: &Method,
        site: Ty,
        is_super: bool,
    ) -> CallTarget {
        let owner = self.qualifying_type(method, site);
        CallTarget {
            target: Target::Resolved(MethodRef {
                owner: owner.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
            }),
            kind: self.call_kind(method, &owner, is_super),
            receiver_class: None,
            is_super,
            varargs: None,
            result: self.types.erased(method.result),
        }
    }

    fn call_kind(&self, method: &Method, owner: &Arc<str>, is_super: bool) -> CallKind {
        let on_interface = || {
            !owner.starts_with('[')
                && self
                    .types
                    .class_data(self.types.class_id(owner))
                    .is_interface()
        };
        match method.access {
            access if access.is_static() => CallKind::Static,
            access if is_super || access.is_private() => CallKind::Special,
            _ if on_interface() => CallKind::Interface,
            _ => CallKind::Virtual,
        }
    }

    /// The qualifying type of a call (JLS 13.1): the erased type it is called on; `Object` for what
    /// `Object` declares; for `clone` of an array, the array.
    fn qualifying_type(&self, method: &Method, site: Ty) -> Arc<str> {
        let declared_in = || self.types.class_name(method.class);
        let is_array = self.types.component(self.types.erasure(site)).is_some();
        if is_array && &*method.name == "clone" {
            return self.types.internal_name(site).unwrap_or_else(declared_in);
        }
        let erased = self.types.class_of(self.types.erasure(site));
        let of_object = method.class == self.types.known_class(self.types.known().object);
        match erased.filter(|&class| !of_object && self.types.is_subclass(class, method.class)) {
            Some(class) => self.types.class_name(class),
            None => declared_in(),
        }
    }

    /// Returns where a variable arity invocation starts to pack arguments, and the array it packs
    /// them into.
    pub(super) fn varargs(
        &self,
        selected: &Selected,
        invocation: &Invocation,
    ) -> Option<(usize, Type)> {
        let packed = invocation.packed?;
        Some((
            selected.first_packed()?,
            Type::array(self.erased_or_object(packed)),
        ))
    }

    /// The only candidate that takes as many arguments: as the program compiles it is the method,
    /// though its arguments did not show it. Where it has variable arity it is not known what is
    /// packed.
    pub(super) fn only_target(&self, candidates: &Candidates, arity: usize) -> Option<CallTarget> {
        let mut accepting = candidates
            .accepting(arity)
            .filter(|_| !candidates.incomplete);
        let (Some(method), None) = (accepting.next(), accepting.next()) else {
            return None;
        };
        let has_receiver = method.access.is_static() || candidates.receiver != Receiver::Type;
        let fits = has_receiver && !method.is_varargs();

        fits.then(|| {
            self.method_call_target(
                method,
                candidates.site,
                candidates.receiver == Receiver::Super,
            )
        })
    }

    /// A call whose method could not be told: any candidate that takes as many arguments, or
    /// anything at all where there may be others.
    pub(super) fn unresolved_call(
        &self,
        candidates: &Candidates,
        name: &Arc<str>,
        arity: usize,
    ) -> CallTarget {
        let methods: Vec<&Method> = candidates
            .accepting(arity)
            .map(|method| &**method)
            .collect();
        let targets: Vec<CallTarget> = methods
            .iter()
            .map(|method| self.method_call_target(method, candidates.site, false))
            .collect();
        let reference = |call: &CallTarget| match &call.target {
            Target::Resolved(method) => Some(method.clone()),
            Target::Candidates(_) | Target::Unresolved { .. } => None,
        };

        let unresolved = candidates.incomplete || targets.is_empty();
        let target = if unresolved {
            Target::Unresolved {
                name: name.clone(),
                arity,
            }
        } else {
            Target::Candidates(targets.iter().filter_map(reference).collect())
        };
        let all_static = !unresolved && methods.iter().all(|method| method.access.is_static());

        let result = targets.first().map(|call| call.result.clone());
        let same = result.filter(|result| targets.iter().all(|call| call.result == *result));
        CallTarget {
            target,
            kind: if all_static {
                CallKind::Static
            } else {
                CallKind::Virtual
            },
            receiver_class: None,
            is_super: false,
            varargs: None,
            result: same
                .filter(|_| !unresolved)
                .unwrap_or_else(|| Some(Type::object())),
        }
    }

    /// The class whose instance a plain call of a member of `class` is made on, if the method has
    /// one.
    pub(super) fn receiver_class(&self, method: &Method, class: ClassId) -> Option<Arc<str>> {
        (!method.access.is_static()).then(|| self.types.class_name(class))
    }
}
