//! Statements other than calls.

use std::sync::Arc;

use ir::{AllocationKind, Constant, FieldRef, LocalId, StatementKind};
use java_types::descriptor::Type;
use java_types::hierarchy::Answer;

use super::config::{Config, Value};
use super::walk::{Next, Walk};

impl Walk<'_> {
    /// Goes on with the next statement, where `target` is so.
    pub(super) fn assigned(&self, mut config: Config, target: LocalId, value: Value) -> Next {
        config.set(target, value);
        config.next();
        Next::To(vec![config])
    }

    pub(super) fn statement(&self, mut config: Config, statement: &StatementKind) -> Next {
        match statement {
            StatementKind::Constant { target, value } => {
                let value = match value {
                    Constant::Bool(truth) => Value::Truth(*truth),
                    Constant::Str(_) | Constant::Class(_) => Value::Present,
                    _ => Value::Any,
                };
                self.assigned(config, *target, value)
            }
            StatementKind::Assign { target, source } => {
                let value = config.get(*source);
                self.assigned(config, *target, value)
            }
            StatementKind::Cast { target, source, ty } => {
                let value = config.get(*source);
                let thrown = (!self.fits(&config, value, ty)).then(|| config.clone());
                self.or_thrown(self.assigned(config, *target, value), thrown)
            }
            StatementKind::InstanceOf { target, .. } => self.assigned(config, *target, Value::Any),
            StatementKind::Compute {
                target,
                kind,
                operands,
            } => {
                let is_length = *kind == ir::ArithmeticKind::ArrayLength;
                let may_throw = if is_length {
                    operands.iter().any(|&array| config.is_null_possible(array))
                } else {
                    kind.may_throw()
                };
                let thrown = may_throw.then(|| config.clone());
                self.or_thrown(self.assigned(config, *target, Value::Any), thrown)
            }
            StatementKind::Load {
                target,
                object: None,
                field,
            } => match self.loaded(&config, field) {
                Some(value) => self.assigned(config, *target, value),
                None => Next::Unknown,
            },
            StatementKind::Load {
                target,
                object: Some(object),
                ..
            } => {
                let thrown = config.is_null_possible(*object).then(|| config.clone());
                self.or_thrown(self.assigned(config, *target, Value::Any), thrown)
            }
            StatementKind::Store {
                object,
                field,
                source,
            } => {
                if object.is_none() && self.loaded(&config, field).is_none() {
                    return Next::Unknown;
                }
                let thrown = object
                    .filter(|&object| config.is_null_possible(object))
                    .map(|_| config.clone());
                config.share(config.get(*source));
                config.next();
                self.or_thrown(Next::To(vec![config]), thrown)
            }
            StatementKind::ArrayLoad { target, .. } => {
                let thrown = config.clone();
                self.or_thrown(self.assigned(config, *target, Value::Any), Some(thrown))
            }
            StatementKind::ArrayStore { source, .. } => {
                let thrown = config.clone();
                config.share(config.get(*source));
                config.next();
                self.or_thrown(Next::To(vec![config]), Some(thrown))
            }
            StatementKind::Allocate { target, site } => self.allocate(config, *target, *site),
            StatementKind::Call(site) => self.call(config, *site),
            // The lock of any other object may be held for ever, and `null` throws.
            StatementKind::Monitor { object, .. } => match config.get(*object) {
                Value::Made(_) => {
                    config.next();
                    Next::To(vec![config])
                }
                _ => Next::Unknown,
            },
            StatementKind::Unknown => Next::Unknown,
        }
    }

    /// Returns whether a value can be cast without an exception.
    pub(super) fn fits(&self, config: &Config, value: Value, ty: &Type) -> bool {
        let is_subtype = |class: &Arc<str>| {
            self.world
                .program
                .hierarchy
                .is_subtype(&Type::Class(class.clone()), ty)
                == Answer::Yes
        };
        !ty.is_reference()
            || matches!(value, Value::Made(object) if is_subtype(&config.made[object].class))
    }

    /// Returns the known value of a static field; `None` if code that was not walked may run
    /// before.
    pub(super) fn loaded(&self, config: &Config, field: &FieldRef) -> Option<Value> {
        let is_console =
            &*field.owner == "java/lang/System" && matches!(&*field.name, "out" | "err");
        let owner = match field.field {
            Some(field) => &self.world.program.classes[self.world.program.fields[field].class].name,
            None => &field.owner,
        };
        self.is_ready(config, owner).then_some(if is_console {
            Value::Console
        } else {
            Value::Any
        })
    }

    pub(super) fn allocate(
        &self,
        mut config: Config,
        target: LocalId,
        site: ir::AllocationId,
    ) -> Next {
        let allocation = &self.world.program.allocations[site];
        match (&allocation.kind, &allocation.ty) {
            (AllocationKind::Instance, Type::Class(class)) => {
                if !self.is_ready(&config, class) {
                    return Next::Unknown;
                }
                let made = config.make(class.clone(), self.events.initial());
                self.assigned(config, target, made)
            }
            (AllocationKind::Functional { captures, .. }, _) => {
                captures
                    .iter()
                    .for_each(|&captured| config.share(config.get(captured)));
                self.assigned(config, target, Value::Present)
            }
            (AllocationKind::Instance | AllocationKind::Array, _) => {
                let thrown = config.clone();
                self.or_thrown(self.assigned(config, target, Value::Present), Some(thrown))
            }
        }
    }
}
