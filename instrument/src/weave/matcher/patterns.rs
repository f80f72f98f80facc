//! Patterns in their order, asked about one point of a class file after the other.

use date::model::JoinPoint;
use java_patterns::{Call, CallKind, Execution, FieldAccess, Handler, Test, signature};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ReferenceKind, opcode};

use super::found::{Found, Resolved};
use crate::weave::handlers::Handler as CatchBlock;
use crate::weave::sites::{Accessing, Body, Callee, ClassSites, Site, SiteKind};

/// Patterns in their order, each with what it is of.
#[derive(Debug)]
pub(super) struct Patterns<K> {
    pub(super) patterns: Vec<Resolved<K>>,
    /// True if method references raise events.
    pub(super) hears_references: bool,
}

/// A call, method reference or access, with what it is in.
#[derive(Clone, Copy)]
struct LocatedSite<'c> {
    /// The class.
    class: &'c ClassSites,
    /// The body.
    body: &'c Body,
    /// The site.
    site: &'c Site,
}

impl<K> Patterns<K> {
    /// Returns the matches at a call, method reference or access, in order.
    pub(super) fn site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<Found<'_, K>> {
        let of = LocatedSite { class, body, site };
        match site.kind {
            SiteKind::Access(access) => self.access(hierarchy, of, access),
            SiteKind::Reference { .. } if !self.hears_references => Vec::new(),
            _ => self.call(hierarchy, of),
        }
    }

    fn access(
        &self,
        hierarchy: &Hierarchy,
        of: LocatedSite<'_>,
        accessing: Accessing,
    ) -> Vec<Found<'_, K>> {
        let LocatedSite { class, body, site } = of;
        let Accessing {
            opcode,
            join,
            is_static,
        } = accessing;
        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = &site.named;
        let Ok(ty) = Type::parse(descriptor) else {
            return Vec::new();
        };
        let access = FieldAccess {
            owner,
            name,
            descriptor: Some(descriptor),
            is_static,
            join,
            caller: caller(of),
            within: &class.class,
        };
        if opcode == opcode::BALOAD {
            return self.bytes(hierarchy, &access);
        }

        // Before `super(..)` has been called a field can be written, but the object cannot be
        // passed on (JVMS 4.10.1.9).
        let is_early = join == JoinPoint::Set
            && !is_static
            && body.this_from.is_some_and(|from| site.pc < from);
        let signature = signature(join, ty);
        let patterns = self
            .patterns
            .iter()
            .filter(|p| p.wants.join.is_access() && !is_early);
        let answers = patterns.filter_map(|p| Some((p, p.pattern.access(hierarchy, &access)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &signature))
            .collect()
    }

    /// Returns the matches at a read of an element of `byte[]` or `boolean[]`. Which it is shows at
    /// run time.
    fn bytes(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Vec<Found<'_, K>> {
        let found = |resolved: &'_ Resolved<K>, primitive: Primitive| {
            let ty = Type::Primitive(primitive);
            let array = Type::array(ty.clone());
            let access = FieldAccess {
                owner: &array.to_string(),
                ..*access
            };
            let mut answer = resolved.pattern.access(hierarchy, &access)?;
            answer.target = Test::InstanceOf(array);
            Some((answer, signature(access.join, ty)))
        };
        let either = |resolved| {
            let found = [Primitive::Byte, Primitive::Boolean].map(|ty| found(resolved, ty));
            let (answer, signature) = found.into_iter().flatten().next()?;
            Some(resolved.found(&answer, &signature))
        };
        self.patterns.iter().filter_map(either).collect()
    }

    fn call(&self, hierarchy: &Hierarchy, of: LocatedSite<'_>) -> Vec<Found<'_, K>> {
        let LocatedSite { class, site, .. } = of;
        let callee = &site.named;
        let call = Call {
            kind: call_kind(site.kind),
            owner: &callee.owner,
            name: &callee.name,
            descriptor: &callee.descriptor,
            caller: caller(of),
            within: &class.class,
        };
        let Ok(descriptor) = MethodDescriptor::parse(&callee.descriptor) else {
            return Vec::new();
        };

        let answers = self
            .patterns
            .iter()
            .filter_map(|p| Some((p, p.pattern.call(hierarchy, &call)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }

    /// Returns the matches at the execution of a body, in order. Bodies that compilers make methods
    /// of have none.
    pub(super) fn execution(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<Found<'_, K>> {
        let execution = Execution {
            class: &class.class,
            name: &body.name,
            descriptor: &body.descriptor,
            access: body.access,
        };
        let Ok(descriptor) = MethodDescriptor::parse(&body.descriptor) else {
            return Vec::new();
        };
        let executions = self
            .patterns
            .iter()
            .filter(|p| !body.is_made && p.wants.join == JoinPoint::Execution);

        let answers =
            executions.filter_map(|p| Some((p, p.pattern.execution(hierarchy, &execution)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }

    /// Returns the matches at a catch block of a body, in order.
    pub(super) fn handler(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        handler: &CatchBlock,
    ) -> Vec<Found<'_, K>> {
        let has_object =
            !body.access.is_static() && body.this_from.is_none_or(|from| handler.pc > from);
        let block = Handler {
            caught: &handler.caught,
            caller: has_object.then_some(&*class.class),
            within: &class.class,
        };
        let method = Execution {
            class: &class.class,
            name: &body.name,
            descriptor: &body.descriptor,
            access: body.access,
        };

        let Ok(descriptor) = MethodDescriptor::parse(&body.descriptor) else {
            return Vec::new();
        };
        let exception = MethodDescriptor {
            parameters: vec![Type::class("java/lang/Throwable")],
            result: None,
        };
        let of_handlers = self
            .patterns
            .iter()
            .filter(|p| p.wants.join == JoinPoint::Handling);

        let answers = of_handlers.filter_map(|p| {
            if p.pattern.is_of_exceptions() {
                Some(p.found(&p.pattern.handler(hierarchy, &block)?, &exception))
            } else {
                Some(p.found(&p.pattern.execution(hierarchy, &method)?, &descriptor))
            }
        });
        answers.collect()
    }

    /// Returns the matches at the initialization of a class, in order.
    pub(super) fn initialization(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
    ) -> Vec<Found<'_, K>> {
        if class.is_synthetic {
            return Vec::new();
        }
        let descriptor = MethodDescriptor {
            parameters: vec![Type::class("java/lang/Class")],
            result: None,
        };
        let answers = self
            .patterns
            .iter()
            .filter_map(|p| Some((p, p.pattern.initialization(hierarchy, &class.class)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }
}

fn call_kind(kind: SiteKind) -> CallKind {
    match kind {
        SiteKind::Creation { .. } => CallKind::New,
        // No call, and matched by itself.
        SiteKind::Access(_) => CallKind::Special,
        SiteKind::Call { opcode, .. } => match opcode {
            opcode::INVOKESTATIC => CallKind::Static,
            opcode::INVOKESPECIAL => CallKind::Special,
            opcode::INVOKEINTERFACE => CallKind::Interface,
            _ => CallKind::Virtual,
        },
        SiteKind::Reference { kind, .. } => match kind {
            ReferenceKind::InvokeStatic => CallKind::Static,
            ReferenceKind::InvokeSpecial => CallKind::Special,
            ReferenceKind::NewInvokeSpecial => CallKind::New,
            ReferenceKind::InvokeInterface => CallKind::Interface,
            _ => CallKind::Virtual,
        },
    }
}

/// The class of the calling object: none in static code, before `super(..)` has been called, and
/// where a functional object makes the call.
fn caller(of: LocatedSite<'_>) -> Option<&str> {
    let LocatedSite { class, body, site } = of;
    let is_reference = matches!(site.kind, SiteKind::Reference { .. });
    let has_object = !body.access.is_static() && body.this_from.is_none_or(|from| site.pc > from);
    (has_object && !is_reference).then_some(&*class.class)
}
