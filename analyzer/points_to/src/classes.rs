//! Sets of classes that reflection reaches, and what one class leads to.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ClassId, FieldId, MethodId, MethodKind, Program};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};

use crate::dispatch::{Dispatch, outermost};

/// Classes of the sources that one value may stand for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classes {
    /// This one.
    One(ClassId),
    /// This class or interface (of the sources or not) and all below it; all classes where it is
    /// `java/lang/Object`.
    Below(Arc<str>),
}

/// The class above all.
const OBJECT: &str = "java/lang/Object";

impl Classes {
    /// Every class.
    pub fn all() -> Self {
        Classes::Below(Arc::from(OBJECT))
    }

    /// Returns whether nothing is known of the class.
    pub fn is_all(&self) -> bool {
        matches!(self, Classes::Below(name) if &**name == OBJECT)
    }

    /// The classes, in order of ids.
    pub(crate) fn members(&self, dispatch: &Dispatch<'_>, program: &Program) -> BTreeSet<ClassId> {
        match self {
            Classes::One(class) => BTreeSet::from([*class]),
            Classes::Below(_) if self.is_all() => known(program).collect(),
            Classes::Below(name) => below(program, dispatch, name).collect(),
        }
    }
}

/// The classes that the program and its libraries know: all but those of properties.
pub(crate) fn known(program: &Program) -> impl Iterator<Item = ClassId> {
    let classes = program.classes.iter_enumerated();
    classes
        .filter(|(_, class)| !class.is_of_properties)
        .map(|(id, _)| id)
}

/// The classes of the sources that are `name` or may be below it.
pub(crate) fn below(
    program: &Program,
    dispatch: &Dispatch<'_>,
    name: &str,
) -> impl Iterator<Item = ClassId> {
    let subtypes = program.hierarchy.source_subtypes(name);
    let classes: Vec<Arc<str>> = subtypes
        .known
        .into_iter()
        .chain(subtypes.possible)
        .collect();
    classes
        .into_iter()
        .filter_map(|class| dispatch.class(&class))
        .filter(|&class| !program.classes[class].is_of_properties)
}

/// The classes of the sources that are `class` or above it.
pub(crate) fn above(program: &Program, dispatch: &Dispatch<'_>, class: ClassId) -> Vec<ClassId> {
    let supertypes = program.hierarchy.supertypes(&program.classes[class].name);
    supertypes
        .names()
        .iter()
        .filter_map(|name| dispatch.class(name))
        .collect()
}

/// The static initializers that run before a class is used: its own and those above it (JLS
/// 12.4.1).
pub(crate) fn initializers(
    program: &Program,
    dispatch: &Dispatch<'_>,
    class: ClassId,
) -> Vec<MethodId> {
    let methods = above(program, dispatch, class)
        .into_iter()
        .flat_map(|above| &program.classes[above].methods);
    methods
        .copied()
        .filter(|&method| program.methods[method].kind == MethodKind::StaticInitializer)
        .collect()
}

/// The enums that elements of an annotation are of.
pub(crate) fn enums_in(
    program: &Program,
    dispatch: &Dispatch<'_>,
    annotation: ClassId,
) -> BTreeSet<ClassId> {
    let results = program.classes[annotation]
        .info
        .methods
        .iter()
        .filter_map(|method| {
            let result = MethodDescriptor::parse(&method.descriptor).ok()?.result?;
            dispatch.class(result.innermost_class()?)
        });
    results
        .filter(|&class| program.classes[class].info.access.has(Access::ENUM))
        .collect()
}

/// The fields that a `Field` object of the class stands for, by name or all of them, inherited ones
/// included.
pub(crate) fn fields(
    program: &Program,
    dispatch: &Dispatch<'_>,
    class: ClassId,
    name: Option<&str>,
) -> BTreeSet<FieldId> {
    let owners = above(program, dispatch, class).into_iter();
    let fields = owners
        .flat_map(|owner| &program.classes[owner].fields)
        .copied();
    fields
        .filter(|&field| name.is_none_or(|name| &*program.fields[field].name == name))
        .collect()
}

/// All classes that code which has the `Class` objects of `start` finds by reflection: supertypes,
/// member classes, and the types of fields, parameters, results and components, type arguments
/// included, and so on from these. What a class names otherwise than as its supertype somebody may
/// ask for, and a container looks for it among all that is below.
pub(crate) fn closure(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: BTreeSet<ClassId>,
) -> BTreeSet<ClassId> {
    let mut found = start.clone();
    let mut asked = start.clone();
    let mut pending: Vec<ClassId> = start.into_iter().collect();

    while let Some(class) = pending.pop() {
        let above = classes(dispatch, supertypes(program, class));
        let members = classes(dispatch, named_by_members(program, class));
        let implementors = if asked.contains(&class) {
            below(program, dispatch, &program.classes[class].name).collect()
        } else {
            Vec::new()
        };
        pending.extend(above.into_iter().filter(|&above| found.insert(above)));
        let wanted: Vec<ClassId> = members
            .into_iter()
            .chain(implementors)
            .filter(|&wanted| asked.insert(wanted))
            .collect();
        found.extend(&wanted);
        pending.extend(wanted);
    }

    found
}

fn classes(dispatch: &Dispatch<'_>, names: BTreeSet<Arc<str>>) -> Vec<ClassId> {
    names
        .iter()
        .filter_map(|name| dispatch.class(name))
        .collect()
}

/// The classes of the sources that the reflection library gives out when it is asked for classes
/// around one of these, or for types of their members: those that their declarations and those of
/// their supertypes name, and those around them. Every class, where that would be asked of more
/// than [`MOST_ASKED`].
pub(crate) fn relatives(
    program: &Program,
    dispatch: &Dispatch<'_>,
    classes: &Classes,
) -> Vec<Classes> {
    let members = classes.members(dispatch, program);
    if classes.is_all() || members.len() > MOST_ASKED {
        return vec![Classes::all()];
    }

    let declaring: BTreeSet<ClassId> = members
        .iter()
        .flat_map(|&class| above(program, dispatch, class))
        .collect();
    let mut names: BTreeSet<Arc<str>> = declaring
        .iter()
        .flat_map(|&class| neighbours(program, class))
        .collect();
    let around: BTreeSet<&str> = declaring
        .iter()
        .map(|&class| outermost(&program.classes[class].name))
        .collect();

    let nested = program
        .classes
        .iter()
        .filter(|class| around.contains(outermost(&class.name)));
    names.extend(nested.map(|class| class.name.clone()));
    names
        .iter()
        .filter_map(|name| dispatch.class(name))
        .map(Classes::One)
        .collect()
}

/// Of how many classes the relatives are told apart.
const MOST_ASKED: usize = 64;

/// The names of the classes that the declaration of a class names.
fn neighbours(program: &Program, class: ClassId) -> BTreeSet<Arc<str>> {
    let mut names = supertypes(program, class);
    names.extend(named_by_members(program, class));
    names
}

/// The names of the types that a class extends and implements.
fn supertypes(program: &Program, class: ClassId) -> BTreeSet<Arc<str>> {
    let info = &program.classes[class].info;
    info.super_name
        .iter()
        .chain(&info.interfaces)
        .cloned()
        .collect()
}

/// The names of the other classes in the members and the signature of a class.
fn named_by_members(program: &Program, class: ClassId) -> BTreeSet<Arc<str>> {
    let info = &program.classes[class].info;
    let mut names: BTreeSet<Arc<str>> = info
        .inner_classes
        .iter()
        .map(|inner| inner.name.clone())
        .collect();
    names.extend(info.permitted_subclasses.iter().flatten().cloned());

    for method in &info.methods {
        if let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) {
            let types = descriptor.parameters.iter().chain(&descriptor.result);
            names.extend(types.filter_map(Type::innermost_class).cloned());
        }
        names.extend(method.exceptions.iter().cloned());
        names.extend(method.signature.iter().flat_map(|text| in_signature(text)));
    }

    for field in &info.fields {
        names.extend(
            Type::parse(&field.descriptor)
                .ok()
                .as_ref()
                .and_then(Type::innermost_class)
                .cloned(),
        );
        names.extend(field.signature.iter().flat_map(|text| in_signature(text)));
    }

    let above = supertypes(program, class);
    let in_signature = info.signature.iter().flat_map(|text| in_signature(text));
    names.extend(in_signature.filter(|name| !above.contains(name)));
    names.remove(&program.classes[class].name);
    names
}

/// The words of a signature that may be names of classes (JVMS 4.7.9.1); some are not, which does
/// no harm.
fn in_signature(signature: &str) -> Vec<Arc<str>> {
    let words = signature.split(['<', '>', ';', ':', '(', ')', '*', '+', '-', '[', '^', '.']);
    words
        .filter_map(|word| word.find('L').map(|at| Arc::from(&word[at + 1..])))
        .collect()
}
