//! The declaring type of a pattern: which classes it names, and whether a call or body belongs to
//! one of them.

use date::model::TypePattern;

use super::conformance::may_name;
use super::declared::Declared;
use super::{Call, CallKind, Execution, FieldAccess};
use crate::type_names::{TypeName, TypeNames};
use java_types::class_info::{ClassInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy, Resolved};

/// A declaring type with its class resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Declaring {
    /// `*`.
    Any,
    /// `T` or `T+`.
    Class { name: TypeName, subtypes: bool },
    /// A pattern on qualified names: `*` is any run without dots, `..` any sequence of packages.
    Glob { pattern: String, subtypes: bool },
}

impl Declaring {
    pub(super) fn new(pattern: &TypePattern, names: TypeNames<'_>) -> Self {
        let (text, subtypes) = match pattern {
            TypePattern::Any => return Declaring::Any,
            TypePattern::Exact(text) => (text.trim(), text.trim().ends_with('+')),
            TypePattern::Subtypes(text) => (text.trim(), true),
        };
        let name = text.trim_end_matches(['+', ' ']);
        match name {
            "*" => Declaring::Any,
            _ if name.contains('*') || name.contains("..") => Declaring::Glob {
                pattern: name.to_owned(),
                subtypes,
            },
            _ => Declaring::Class {
                name: names.resolve(name),
                subtypes,
            },
        }
    }

    /// The name that it is, unless it is a pattern.
    pub(super) fn name(&self) -> Option<&TypeName> {
        match self {
            Declaring::Class { name, .. } => Some(name),
            Declaring::Any | Declaring::Glob { .. } => None,
        }
    }

    /// Whether it names the class (or array type, as descriptor).
    pub(super) fn names(&self, hierarchy: &Hierarchy, class: &str) -> Answer {
        match self {
            Declaring::Any => Answer::Yes,
            Declaring::Class {
                name: TypeName::Known(Type::Class(wanted)),
                subtypes,
            } => names_class(hierarchy, class, wanted, *subtypes),
            Declaring::Class {
                name: TypeName::Known(wanted),
                ..
            } => answer(class.starts_with('[') && wanted.to_string() == class),
            Declaring::Class {
                name: TypeName::Missing(missing),
                subtypes,
            } => {
                let guess = missing.guess.class_name().map_or("", |name| name);
                weaken(by_name(hierarchy, class, *subtypes, |name| {
                    may_name(guess, name)
                }))
            }
            Declaring::Glob { pattern, subtypes } => {
                let matches = |name: &str| glob_matches(pattern, &name.replace(['/', '$'], "."));
                by_name(hierarchy, class, *subtypes, matches)
            }
        }
    }

    /// Whether it names a type of a value. An array is a subtype of the classes that all arrays
    /// have.
    pub(super) fn names_type(&self, hierarchy: &Hierarchy, ty: &Type) -> Answer {
        match (self, ty) {
            (Declaring::Any, _) => Answer::Yes,
            (
                Declaring::Class {
                    name: TypeName::Known(wanted),
                    ..
                },
                ty,
            ) if wanted == ty => Answer::Yes,
            (
                Declaring::Class {
                    name: TypeName::Known(Type::Class(wanted)),
                    subtypes: true,
                },
                Type::Array(_),
            ) => hierarchy.is_subtype(ty, &Type::Class(wanted.clone())),
            (
                Declaring::Class {
                    name: TypeName::Missing(missing),
                    ..
                },
                Type::Array(_),
            ) => {
                if matches!(missing.guess, Type::Array(_)) {
                    Answer::Unknown
                } else {
                    Answer::No
                }
            }
            (Declaring::Glob { pattern, .. }, Type::Primitive(_) | Type::Array(_)) => {
                answer(glob_matches(pattern, &ty.java_name().replace('$', ".")))
            }
            (_, Type::Class(class)) => self.names(hierarchy, class),
            _ => Answer::No,
        }
    }

    /// Whether the call is one of a method of a class that it names, declared with such a
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
                call.owner,
                (call.name, call.descriptor),
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

    /// Whether it names the class of a method that no other class has, with such a signature.
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

    /// Whether it names `class`, or a supertype that has the instance method, with such a signature
    /// there.
    fn has_method(
        &self,
        hierarchy: &Hierarchy,
        class: &str,
        (name, descriptor): (&str, &str),
        declared: &Declared,
    ) -> Answer {
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
                hierarchy.has_member_with(above, class, (name, &parameters), |declaring, method| {
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
        match supertypes.complete() {
            true => inherited,
            false => or(
                inherited,
                self.may_stand_above_missing(hierarchy, |class| has(class) == Answer::No),
            ),
        }
    }

    /// Whether it may name a class above a missing one: a class that is not there either, or one
    /// that has the member.
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

    /// Whether an access is one of a field of a class that it names, declared with such a type.
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
                let has =
                    |above: &&std::sync::Arc<str>| hierarchy.is_subclass(above, declares).may();
                let named = match is_static {
                    true => self.names(hierarchy, declares),
                    false => {
                        let having = supertypes.names().iter().filter(has);
                        having
                            .map(|above| self.names(hierarchy, above))
                            .fold(Answer::No, or)
                    }
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

    /// Whether a body belongs to a class that it names.
    pub(super) fn has_body(
        &self,
        hierarchy: &Hierarchy,
        body: &Execution<'_>,
        declared: &Declared,
    ) -> Answer {
        if !body.access.is_static() && !body.access.is_private() && body.name != "<init>" {
            return self.has_method(
                hierarchy,
                body.class,
                (body.name, body.descriptor),
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

fn names_class(hierarchy: &Hierarchy, class: &str, wanted: &str, subtypes: bool) -> Answer {
    match (subtypes, class.starts_with('[')) {
        (false, _) => answer(class == wanted),
        (true, false) => hierarchy.is_subclass(class, wanted),
        (true, true) => match Type::parse(class) {
            Ok(array) => hierarchy.is_subtype(&array, &Type::class(wanted)),
            Err(_) => Answer::Unknown,
        },
    }
}

/// Whether the name of the class, or of one of its supertypes where these count, passes.
fn by_name(
    hierarchy: &Hierarchy,
    class: &str,
    subtypes: bool,
    passes: impl Fn(&str) -> bool,
) -> Answer {
    if !subtypes || class.starts_with('[') {
        return answer(passes(class));
    }
    let supertypes = hierarchy.supertypes(class);
    match supertypes.names().iter().any(|name| passes(name)) {
        true => Answer::Yes,
        false if supertypes.complete() => Answer::No,
        false => Answer::Unknown,
    }
}

pub(super) fn answer(yes: bool) -> Answer {
    if yes { Answer::Yes } else { Answer::No }
}

pub(super) fn or(a: Answer, b: Answer) -> Answer {
    match (a, b) {
        (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
        (Answer::No, Answer::No) => Answer::No,
        _ => Answer::Unknown,
    }
}

pub(super) fn and(a: Answer, b: impl FnOnce() -> Answer) -> Answer {
    match a {
        Answer::No => Answer::No,
        Answer::Yes => b(),
        Answer::Unknown => weaken(b()),
    }
}

/// A yes by name is only a maybe.
pub(super) fn weaken(a: Answer) -> Answer {
    if a == Answer::Yes { Answer::Unknown } else { a }
}

/// Whether a qualified name with dots matches: `*` is any run without dots, `..` a dot, or dots
/// with anything between.
pub(super) fn glob_matches(pattern: &str, text: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix("..") {
        let after_dots = text
            .char_indices()
            .filter(|&(_, c)| c == '.')
            .map(|(at, _)| &text[at + 1..]);
        let starts = text.starts_with('.');
        return starts && after_dots.into_iter().any(|text| glob_matches(rest, text));
    }
    if let Some(rest) = pattern.strip_prefix('*') {
        let run = text.find('.').unwrap_or(text.len());
        let mut ends = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .take_while(|&at| at <= run);
        return ends.any(|at| glob_matches(rest, &text[at..]));
    }
    match (pattern.chars().next(), text.chars().next()) {
        (None, None) => true,
        (Some(p), Some(t)) if p == t => {
            glob_matches(&pattern[p.len_utf8()..], &text[t.len_utf8()..])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_stays_within_a_name_and_dots_cross_packages() {
        assert!(glob_matches("java.util.*", "java.util.List"));
        assert!(!glob_matches("java.util.*", "java.util.Map.Entry"));
        assert!(glob_matches("java..*", "java.util.Map.Entry"));
        assert!(glob_matches("java..Entry", "java.util.Map.Entry"));
        assert!(glob_matches("java..List", "java.List"));
        assert!(!glob_matches("java.*.List", "java.util.concurrent.List"));
        assert!(glob_matches("*Set", "HashSet"));
        assert!(!glob_matches("*Set", "java.util.HashSet"));
        assert!(glob_matches("add*", "addAll"));
        assert!(!glob_matches("", "x"));
    }
}
