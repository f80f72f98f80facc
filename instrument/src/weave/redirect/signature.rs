//! Parameters and results of a redirecting method, with the slots of its values.

use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{ReferenceKind, Result};

use super::{CallerPassing, Extra, Redirection};
use crate::monitor::Position;
use crate::weave::sites::SiteKind;
use crate::weave::told::Value;

/// Parameters and results of a redirecting method and of the call in it.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) receiver: Option<Type>,
    pub(super) parameters: Vec<Type>,
    /// The number of those that are written.
    pub(super) written: usize,
    pub(super) caller: Option<Type>,
    /// The type of the calling object that is no argument.
    pub(super) left_caller: Option<Type>,
    pub(super) extra: Option<Type>,
    /// The value that the call leaves on the stack.
    pub(super) returned: Option<Type>,
    /// The value that the method returns.
    pub(super) result: Option<Type>,
}

impl Signature {
    pub(super) fn of(redirection: &Redirection<'_>, class: &str) -> Result<Self> {
        let called = redirection.called(&redirection.callee.descriptor)?;
        let object = || Some(Type::class(redirection.callee.owner.clone()));
        let result = match redirection.kind {
            SiteKind::Creation { kept, .. } => object().filter(|_| kept),
            SiteKind::Reference {
                kind: ReferenceKind::NewInvokeSpecial,
                ..
            } => object(),
            SiteKind::Call { .. } | SiteKind::Access(_) | SiteKind::Reference { .. } => {
                called.result.clone()
            }
        };

        let written = redirection.called(&redirection.named.descriptor)?;
        let calling =
            |passing: CallerPassing| (redirection.caller == passing).then(|| Type::class(class));
        Ok(Signature {
            receiver: redirection.receiver.clone(),
            parameters: called.parameters,
            written: written.parameters.len(),
            caller: calling(CallerPassing::Argument),
            left_caller: calling(CallerPassing::Left),
            extra: match redirection.extra {
                Extra::Nothing => None,
                Extra::Mark => Some(Type::Primitive(Primitive::Int)),
                Extra::Place => Some(Type::class("java/lang/String")),
            },
            returned: called.result,
            result,
        })
    }

    pub(super) fn all_parameters(&self) -> impl Iterator<Item = &Type> {
        self.receiver
            .iter()
            .chain(&self.parameters)
            .chain(&self.caller)
            .chain(&self.extra)
    }

    pub(super) fn descriptor(&self) -> MethodDescriptor {
        MethodDescriptor {
            parameters: self.all_parameters().cloned().collect(),
            result: self.result.clone(),
        }
    }

    /// Receiver and arguments of the call, with their slots.
    pub(super) fn call_arguments(&self) -> impl Iterator<Item = (&Type, u16)> {
        with_slots(self.receiver.iter().chain(&self.parameters))
    }

    /// The first slot after the parameters.
    pub(super) fn end_slot(&self) -> u16 {
        self.all_parameters().map(Type::slots).sum()
    }

    /// The values of the join point that the parameters hold.
    pub(super) fn values(&self) -> Vec<Value> {
        let target = self.receiver.iter().map(|_| vec![Position::Target]);
        let (count, written) = (self.parameters.len(), self.written);
        // Arguments behind the written ones are the compiler's, and no pattern binds them.
        let of = |n| {
            if n < written {
                Position::of_argument(n, written).to_vec()
            } else {
                Vec::new()
            }
        };
        let arguments = (0..count).map(of);

        let caller = self.caller.iter().map(|_| vec![Position::Caller]);
        let positions = target.chain(arguments).chain(caller);
        let values = |(positions, (ty, slot)): (Vec<Position>, (&Type, u16))| {
            positions
                .into_iter()
                .map(|position| Value::new(position, ty.clone(), slot))
                .collect::<Vec<Value>>()
        };

        positions
            .zip(with_slots(self.all_parameters()))
            .flat_map(values)
            .collect()
    }
}

fn with_slots<'t>(types: impl Iterator<Item = &'t Type>) -> impl Iterator<Item = (&'t Type, u16)> {
    types.scan(0, |next, ty| {
        let slot = *next;
        *next += ty.slots();
        Some((ty, slot))
    })
}
