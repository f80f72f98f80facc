//! The calls, accesses and bodies that belong to a class which a declaring type names.

use std::sync::Arc;

use super::answers::{and, or, weaken};
use super::declared::Declared;
use super::declaring::Declaring;
use super::{Call, CallKind, Execution, FieldAccess};
use crate::type_names::TypeName;
use java_types::class_info::{ClassInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy, InheritedMethod, Resolved};

/// A method, as an instruction or its declaration names it.
#[derive(Clone, Copy)]
struct NamedMethod<'a> {
    /// The class.
    class: &'a str,
    /// The name.
    name: &'a str,
    /// The descriptor.
    descriptor: &'a str,
}

impl Declaring {
    /// Returns whether the call is one of a method of a class that it names, declared with such a
    /// signature.
    pub(super) fn has_callee(
        &self,
        hierarchy: &Hierarchy,
        call: &Call<'_>,
        declared: &Declared,
    ) -> Answer {
        match call.kind {
            CallKind::New => {
                let fits = || match hierarchy.resolve_method(call.owner, call.name, call.descriptor)
                {
                    Resolved::Found(made) => {
                        declared.fits(hierarchy, call.owner, &made.class, made.info())
                    }
                    _ => weaken(declared.fits_descriptor(hierarchy, call.descriptor)),
                };
                and(self.names(hierarchy, call.owner), fits)
            }
            CallKind::Static => self.has_static_callee(hierarchy, call, declared),
            CallKind::Special => self.has_private_callee(hierarchy, call, declared),
            CallKind::Virtual | CallKind::Interface => self.has_method(
                hierarchy,
                NamedMethod {
                    class: call.owner,
                    name: call.name,
                    descriptor: call.descriptor,
                },
                declared,
            ),
        }
    }

    /// The class that declares the method counts alone.
    fn has_static_callee(
        &self,
        hierarchy: &Hierarchy,
        call: &Call<'_>,
        declared: &Declared,
    ) -> Answer {
        let by_descriptor = || declared.fits_descriptor(hierarchy, call.descriptor);
        match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
            Resolved::Found(method) => and(self.names(hierarchy, &method.class.name), || {
                declared.fits(hierarchy, &method.class.name, &method.class, method.info())
            }),
            // The class path does not fit the code: by the names that are known.
            Resolved::Absent => weaken(and(
                self.names_supertype(hierarchy, call.owner),
                by_descriptor,
            )),
            Resolved::Unknown => {
                let above = self.may_stand_above_missing(hierarchy, |class| {
                    matches!(
                        hierarchy.resolve_method(class, call.name, call.descriptor),
                        Resolved::Absent
                    )
                });
                weaken(and(
                    or(self.names_supertype(hierarchy, call.owner), above),
                    by_descriptor,
                ))
            }
        }
    }

    fn names_supertype(&self, hierarchy: &Hierarchy, class: &str) -> Answer {
        hierarchy
            .supertypes(class)
            .names()
            .iter()
            .map(|name| self.names(hierarchy, name))
            .fold(Answer::No, or)
    }

    /// `invokespecial` calls private methods, and methods of superclasses, which is no call to a
    /// pattern.
    fn has_private_callee(
        &self,
        hierarchy: &Hierarchy,
        call: &Call<'_>,
        declared: &Declared,
    ) -> Answer {
        match hierarchy.resolve_method(call.owner, call.name, call.descriptor) {
            Resolved::Found(method) if method.info().access.is_private() => {
                self.names_private(hierarchy, &method.class, method.info(), declared)
            }
            Resolved::Unknown if call.caller == Some(call.owner) => {
                let by_descriptor = || declared.fits_descriptor(hierarchy, call.descriptor);
                weaken(and(self.names(hierarchy, call.owner), by_descriptor))
            }
            _ => Answer::No,
        }
    }

    /// Returns whether it names the class of a method that no other class has, with such a
    /// signature.
    fn names_private(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassInfo,
        method: &MethodInfo,
        declared: &Declared,
    ) -> Answer {
        and(self.names(hierarchy, &class.name), || {
            declared.fits(hierarchy, &class.name, class, method)
        })
    }

    /// Returns whether it names the class, or a supertype that has the instance method, with such a
    /// signature there.
    fn has_method(
        &self,
        hierarchy: &Hierarchy,
        method: NamedMethod<'_>,
        declared: &Declared,
    ) -> Answer {
        let NamedMethod {
            class,
            name,
            descriptor,
        } = method;
        let Ok(MethodDescriptor { parameters, .. }) = MethodDescriptor::parse(descriptor) else {
            return Answer::Unknown;
        };
        if class.starts_with('[') {
            let names = or(
                self.names(hierarchy, class),
                self.names(hierarchy, "java/lang/Object"),
            );
            return and(names, || declared.fits_descriptor(hierarchy, descriptor));
        }

        let resolved = hierarchy.resolve_method(class, name, descriptor);
        if let Some(method) = resolved
            .found()
            .filter(|method| method.info().access.is_private())
        {
            // Of a class that the instruction names it is, even if another one declares it.
            let fits = || declared.fits(hierarchy, class, &method.class, method.info());
            return and(self.names(hierarchy, class), fits);
        }
        let has = |above: &str| match declared.is_any() {
            true if above == class => Answer::Yes,
            true => hierarchy.has_member(above, class, name, &parameters),
            false => {
                let method = InheritedMethod {
                    below: class,
                    name,
                    parameters: &parameters,
                };
                hierarchy.has_member_with(above, method, |declaring, method| {
                    declared.fits(hierarchy, above, declaring, method)
                })
            }
        };

        let own = and(self.names(hierarchy, class), || has(class));
        if own == Answer::Yes {
            return own;
        }

        let supertypes = hierarchy.supertypes(class);
        let above = supertypes.names().iter().filter(|above| &***above != class);
        let inherited = above
            .map(|above| and(self.names(hierarchy, above), || has(above)))
            .fold(own, or);

        if supertypes.complete() {
            inherited
        } else {
            or(
                inherited,
                self.may_stand_above_missing(hierarchy, |class| has(class) == Answer::No),
            )
        }
    }

    /// Returns whether it may name a class above a missing one: a class that is not there either,
    /// or one that has the member.
    fn may_stand_above_missing(
        &self,
        hierarchy: &Hierarchy,
        lacks_member: impl Fn(&str) -> bool,
    ) -> Answer {
        match self {
            Declaring::Class {
                name: TypeName::Known(Type::Class(class)),
                ..
            } => {
                let impossible = hierarchy.class(class).is_some_and(|c| c.access.is_final())
                    || lacks_member(class);
                if impossible {
                    Answer::No
                } else {
                    Answer::Unknown
                }
            }
            Declaring::Class {
                name: TypeName::Known(_),
                ..
            } => Answer::No,
            _ => Answer::Unknown,
        }
    }

    /// Returns whether an access is one of a field of a class that it names, declared with such a
    /// type.
    pub(super) fn has_field(
        &self,
        hierarchy: &Hierarchy,
        access: &FieldAccess<'_>,
        declared: &Declared,
    ) -> Answer {
        let FieldAccess {
            owner,
            name,
            descriptor,
            is_static,
            ..
        } = *access;
        let parse = |descriptor: &str| Type::parse(descriptor).ok();

        match hierarchy.resolve_field(owner, name, descriptor) {
            Resolved::Found(field) => {
                let declares = &field.class.name;
                let supertypes = hierarchy.supertypes(owner);
                let has = |above: &&Arc<str>| hierarchy.is_subclass(above, declares).may();
                let named = if is_static {
                    self.names(hierarchy, declares)
                } else {
                    let having = supertypes.names().iter().filter(has);
                    having
                        .map(|above| self.names(hierarchy, above))
                        .fold(Answer::No, or)
                };
                and(named, || {
                    declared.fits_field(hierarchy, parse(&field.info().descriptor).as_ref())
                })
            }
            _ => weaken(and(self.names_supertype(hierarchy, owner), || {
                declared.fits_field(hierarchy, descriptor.and_then(parse).as_ref())
            })),
        }
    }

    /// Returns whether a body belongs to a class that it names.
    pub(super) fn has_body(
        &self,
        hierarchy: &Hierarchy,
        body: &Execution<'_>,
        declared: &Declared,
    ) -> Answer {
        if !body.access.is_static() && !body.access.is_private() && body.name != "<init>" {
            return self.has_method(
                hierarchy,
                NamedMethod {
                    class: body.class,
                    name: body.name,
                    descriptor: body.descriptor,
                },
                declared,
            );
        }

        let class = hierarchy.class(body.class);
        let method = class
            .as_ref()
            .and_then(|class| class.method(body.name, body.descriptor));
        match (&class, method) {
            (Some(class), Some(method)) => self.names_private(hierarchy, class, method, declared),
            _ => and(self.names(hierarchy, body.class), || {
                declared.fits_descriptor(hierarchy, body.descriptor)
            }),
        }
    }
}
