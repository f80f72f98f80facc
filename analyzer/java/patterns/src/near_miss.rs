//! Why a pattern that matched nothing matches nothing: the nearest thing that there is.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use date::model::Member;
use text::nearest;

use super::Pattern;
use super::declaring::Declaring;
use super::pattern::Wanted;
use crate::type_names::TypeName;
use java_types::class_info::{ClassInfo, FieldInfo, MethodInfo};
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy};

/// The reason why a pattern does not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    /// The declaring type is not known.
    Type {
        /// As written.
        name: String,
    },
    /// No method has the name.
    Name,
    /// No field has the name and the type.
    Field,
    /// Methods have the name, but none as many parameters.
    ArgumentCount,
    /// Methods have the name and as many parameters, but no parameter list, or receiver, that the
    /// pattern's types fit.
    Types,
}

/// A pattern that no known method can match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The reason why it does not match.
    pub miss: Miss,
    /// The nearest type or method, as people write it: `java.util.Iterator`,
    /// `java.util.Iterator.next()`.
    pub nearest: Option<String>,
    /// True if it is certain that no method anywhere matches. It is not where classes are missing,
    /// or where subtypes outside the sources may add methods.
    pub certain: bool,
}

/// A method that is a candidate, and the class it was found in.
type Candidate = (Arc<ClassInfo>, MethodInfo);

impl Pattern {
    /// Why no method that is known can match; `None` if one can, or where the pattern means any of
    /// several members and one of them can. Of a pattern for any class the methods of the sources
    /// are known; else the members of the class, and for `T+` those of its subtypes in the sources.
    /// O(methods of these classes).
    pub fn near_miss(&self, hierarchy: &Hierarchy) -> Option<NearMiss> {
        let misses: Option<Vec<NearMiss>> = self
            .members
            .iter()
            .map(|wanted| self.miss(hierarchy, wanted))
            .collect();
        let certain = misses.iter().flatten().all(|miss| miss.certain);
        misses?
            .into_iter()
            .next()
            .map(|miss| NearMiss { certain, ..miss })
    }

    fn miss(&self, hierarchy: &Hierarchy, wanted: &Wanted) -> Option<NearMiss> {
        if let Declaring::Class {
            name: TypeName::Missing(missing),
            ..
        } = &wanted.declaring
        {
            let candidates = missing.candidates.join(", ");
            let nearest = missing
                .nearest
                .clone()
                .or(Some(candidates).filter(|c| !c.is_empty()));
            return Some(NearMiss {
                miss: Miss::Type {
                    name: missing.name.clone(),
                },
                nearest,
                certain: false,
            });
        }

        // It may stand in the code of any class, for any type of a library.
        if !wanted.name.is_declared() {
            return None;
        }

        let (classes, certain) = wanted.classes(hierarchy);
        if wanted.name == Member::Initializer {
            return wanted.miss_of_class(hierarchy, &classes, certain);
        }
        if let Member::Field(name) = &wanted.name {
            return wanted.miss_of_field(hierarchy, name, &classes, certain);
        }

        let members: Vec<Candidate> = classes
            .iter()
            .flat_map(|class| wanted.members(hierarchy, class))
            .collect();
        // Their modifiers do not matter: a subclass may have a method with others.
        let named: Vec<&Candidate> = members
            .iter()
            .filter(|(_, method)| wanted.has_name(&method.name))
            .collect();

        if named.is_empty() {
            return Some(NearMiss {
                miss: Miss::Name,
                nearest: wanted.nearest_name(&members),
                certain,
            });
        }

        let fits = |(class, method): &&&Candidate| {
            self.takes(hierarchy, &class.name, method)
                && wanted.may_declare(hierarchy, class, method)
        };

        if named.iter().any(|candidate| fits(&candidate)) {
            return None;
        }

        let takes = |count: usize| self.has_arity(count) && wanted.declared.takes(count);
        let same_count = named
            .iter()
            .find(|(_, method)| takes(parameters(method).len()));
        let miss = if same_count.is_some() {
            Miss::Types
        } else {
            Miss::ArgumentCount
        };
        let nearest = same_count
            .or(named.first())
            .map(|(class, method)| printed(class, method));

        Some(NearMiss {
            miss,
            nearest,
            certain,
        })
    }
}

impl Wanted {
    /// Returns whether the class, or one that it inherits the method from, may declare it as
    /// wanted.
    fn may_declare(&self, hierarchy: &Hierarchy, class: &ClassInfo, method: &MethodInfo) -> bool {
        let supertypes = hierarchy.supertypes(&class.name);
        let classes = supertypes
            .names()
            .iter()
            .filter_map(|name| hierarchy.class(name));
        let mut declaring =
            classes.filter(|above| above.method(&method.name, &method.descriptor) == Some(method));
        declaring
            .any(|above| self.declared.fits(hierarchy, &class.name, &above, method) != Answer::No)
    }

    /// The classes whose members the pattern may mean, and whether they are all.
    fn classes(&self, hierarchy: &Hierarchy) -> (Vec<Arc<ClassInfo>>, bool) {
        match &self.declaring {
            Declaring::Class {
                name: TypeName::Known(Type::Class(class)),
                subtypes,
            } => {
                let below = if *subtypes {
                    hierarchy.source_subtypes(class).known
                } else {
                    Vec::new()
                };
                let names =
                    std::iter::once(class).chain(below.iter().filter(|name| *name != class));
                let classes: Vec<Arc<ClassInfo>> =
                    names.filter_map(|name| hierarchy.class(name)).collect();
                let closed =
                    !subtypes || classes.first().is_some_and(|class| class.access.is_final());
                let complete = classes
                    .iter()
                    .all(|class| hierarchy.supertypes(&class.name).complete());
                (classes, closed && complete)
            }
            Declaring::Class { .. } => (
                hierarchy.class("java/lang/Object").into_iter().collect(),
                true,
            ),
            _ => (hierarchy.sources().cloned().collect(), false),
        }
    }

    /// Declared and inherited methods, or the class's own constructors.
    fn members(&self, hierarchy: &Hierarchy, class: &Arc<ClassInfo>) -> Vec<Candidate> {
        if self.name == Member::Constructor {
            let constructors = class.methods.iter().filter(|m| m.is_constructor());
            return constructors.map(|m| (class.clone(), m.clone())).collect();
        }

        let supertypes = hierarchy.supertypes(&class.name);
        let classes = supertypes
            .names()
            .iter()
            .filter_map(|name| hierarchy.class(name));
        let inherits = |above: &Arc<ClassInfo>| !class.is_interface() || above.is_interface();

        classes
            .filter(inherits)
            .flat_map(|above| {
                above
                    .methods
                    .clone()
                    .into_iter()
                    .map(|m| (class.clone(), m))
            })
            .collect()
    }

    /// Every class has something that initializes it, so that only a pattern of names can miss.
    fn miss_of_class(
        &self,
        hierarchy: &Hierarchy,
        classes: &[Arc<ClassInfo>],
        certain: bool,
    ) -> Option<NearMiss> {
        let Declaring::Glob { pattern, .. } = &self.declaring else {
            return None;
        };
        if classes
            .iter()
            .any(|class| self.declaring.names(hierarchy, &class.name) != Answer::No)
        {
            return None;
        }
        let names: Vec<String> = classes
            .iter()
            .map(|class| class.name.to_readable())
            .collect();
        let nearest = nearest(pattern, names.iter().map(String::as_str)).map(str::to_owned);

        Some(NearMiss {
            miss: Miss::Type {
                name: pattern.clone(),
            },
            nearest,
            certain,
        })
    }

    /// No class has such a field, declared or inherited.
    fn miss_of_field(
        &self,
        hierarchy: &Hierarchy,
        name: &str,
        classes: &[Arc<ClassInfo>],
        certain: bool,
    ) -> Option<NearMiss> {
        let supertypes = classes
            .iter()
            .map(|class| hierarchy.supertypes(&class.name));
        let names: BTreeSet<Arc<str>> = supertypes
            .flat_map(|above| above.names().to_vec())
            .collect();
        let having: Vec<Arc<ClassInfo>> = names
            .iter()
            .filter_map(|name| hierarchy.class(name))
            .collect();

        let fields = having
            .iter()
            .flat_map(|class| class.fields.iter().map(move |field| (class, field)));
        let fields: Vec<(&Arc<ClassInfo>, &FieldInfo)> = fields.collect();
        let fits = |field: &FieldInfo| {
            let ty = Type::parse(&field.descriptor).ok();
            self.has_name(&field.name)
                && self.may_have(field.access)
                && self.declared.fits_field(hierarchy, ty.as_ref()) != Answer::No
        };

        if fields.iter().any(|(_, field)| fits(field)) {
            return None;
        }

        let near = nearest(name, fields.iter().map(|(_, field)| &*field.name));
        let near = near.and_then(|near| fields.iter().find(|(_, field)| &*field.name == near));
        let nearest =
            near.map(|(class, field)| format!("{}.{}", class.name.to_readable(), field.name));
        Some(NearMiss {
            miss: Miss::Field,
            nearest,
            certain,
        })
    }

    fn nearest_name(&self, members: &[Candidate]) -> Option<String> {
        let Member::Method(wanted) = &self.name else {
            return None;
        };
        let near = nearest(wanted, members.iter().map(|(_, method)| &*method.name))?;
        members
            .iter()
            .find(|(_, method)| &*method.name == near)
            .map(|(class, method)| printed(class, method))
    }
}

fn parameters(method: &MethodInfo) -> Vec<Type> {
    MethodDescriptor::parse(&method.descriptor)
        .map(|d| d.parameters)
        .unwrap_or_default()
}

/// `java.util.Iterator.next()`.
fn printed(class: &ClassInfo, method: &MethodInfo) -> String {
    let name = if method.is_constructor() {
        "new"
    } else {
        &method.name
    };
    let parameters: Vec<String> = parameters(method)
        .iter()
        .map(|ty| ty.java_name().replace('$', "."))
        .collect();
    format!(
        "{}.{name}({})",
        class.name.to_readable(),
        parameters.join(", ")
    )
}
