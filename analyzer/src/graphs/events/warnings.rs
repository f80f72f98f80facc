//! Errors in the types and patterns of a property, given the program.

use date::model::{
    Alternative, JoinPoint, Member, MemberPattern, PointPattern, Specification, Trigger,
};
use java_patterns::Pattern;
use java_patterns::type_names::{Imports, MissingType, TypeName, TypeNames};
use java_types::Spelling;
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;
use text::Diagnostic;

use super::imports;
use super::visibility::hidden_from_monitors;
use crate::wording::findings;

/// Everything that is wrong with the names of a specification, given the classes of a program:
/// imports and types that mean nothing (errors), and patterns that no method anywhere can match
/// (warnings). O(patterns * methods of a class).
///
/// ```
/// use std::sync::Arc;
///
/// use java_types::hierarchy::Hierarchy;
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let classes = Hierarchy::new(Vec::new(), Arc::new(class_path));
/// let text = "imports: [java.util.Iterator]
/// events: {a: call Iterator.nxt(), b: call Iterater.next()}";
/// let specification = languages::read("p.yaml", text).unwrap();
/// let found = analyzer::findings_of_names(&specification, &classes);
/// let codes = found.iter().map(|finding| &*finding.code);
/// assert_eq!(codes.collect::<Vec<_>>(), ["pattern-matches-nothing", "unknown-type"]);
/// ```
pub fn findings_of_names(specification: &Specification, hierarchy: &Hierarchy) -> Vec<Diagnostic> {
    let imports = Imports::of(specification);
    let names = TypeNames::new(hierarchy, &imports);
    let mut found = imports::of_imports(specification, names);
    found.extend(of_parameters(specification, names));

    let alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    for alternative in alternatives {
        let Trigger::Point(point) = &alternative.trigger else {
            continue;
        };
        let flows = point.flows.iter().flat_map(|test| &test.flow.points);
        found.extend(of_point(specification, alternative, point, names));
        found.extend(of_elements(specification, alternative, point, names));
        found.extend(flows.flat_map(|point| of_point(specification, alternative, point, names)));
    }
    found
}

fn of_point(
    specification: &Specification,
    alternative: &Alternative,
    point: &PointPattern,
    names: TypeNames<'_>,
) -> Vec<Diagnostic> {
    of_pattern(
        specification,
        alternative,
        &Pattern::new(point, names),
        names,
    )
}

/// Types of parameters that mean nothing.
fn of_parameters(specification: &Specification, names: TypeNames<'_>) -> Vec<Diagnostic> {
    let parameters = specification
        .contexts
        .iter()
        .flat_map(|context| &context.parameters);
    let missing = parameters.filter_map(|parameter| match names.resolve(&parameter.ty) {
        TypeName::Missing(missing) => unknown_type(specification, parameter.span, &missing, names),
        TypeName::Known(_) => None,
    });
    missing.collect()
}

/// Types of a pattern that mean nothing, or why no method anywhere can match it.
fn of_pattern(
    specification: &Specification,
    alternative: &Alternative,
    pattern: &Pattern,
    names: TypeNames<'_>,
) -> Vec<Diagnostic> {
    let missing = pattern.missing_types();
    if !missing.is_empty() {
        let unknown = |missing| unknown_type(specification, alternative.span, missing, names);
        return missing.into_iter().filter_map(unknown).collect();
    }

    let Some(near) = pattern.near_miss(names.hierarchy()) else {
        return Vec::new();
    };
    let warning = Diagnostic::warning(
        &specification.file,
        alternative.span,
        "pattern-matches-nothing",
        findings::matches_nothing(pattern.members_are(), &near.miss),
    );

    vec![match near.nearest {
        Some(nearest) => warning.with_help(findings::nearest_member(&nearest)),
        None => warning,
    }]
}

/// Why nothing is an event of the finalization of objects: no body that finalizes them is in the
/// sources. The virtual machine finalizes objects of classes that have such a method alone (JLS
/// 12.6).
pub fn of_finalizers(
    specification: &Specification,
    alternative: &Alternative,
    point: &PointPattern,
) -> Option<Diagnostic> {
    let is_finalizer = |member: &MemberPattern| {
        let takes_nothing = member
            .signature
            .parameters
            .as_ref()
            .is_none_or(Vec::is_empty);
        member.name == Member::Method("finalize".to_owned())
            && takes_nothing
            && point.arguments.takes(0)
    };

    if point.join != JoinPoint::Execution || !point.members.iter().all(is_finalizer) {
        return None;
    }

    let of = point.target.as_ref().and_then(|target| target.ty.as_ref());
    let message = findings::no_finalizer(of.map(String::as_str));
    let warning = Diagnostic::warning(
        &specification.file,
        alternative.span,
        "no-finalizer",
        message,
    );

    Some(warning.with_help(findings::DECLARE_FINALIZER))
}

/// The error where a pattern means elements of arrays that monitors cannot name: they test each
/// array of objects, since the instruction does not tell of which class it is.
fn of_elements(
    specification: &Specification,
    alternative: &Alternative,
    point: &PointPattern,
    names: TypeNames<'_>,
) -> Option<Diagnostic> {
    let written = point
        .target_type()
        .filter(|_| point.join == JoinPoint::Element)?;
    let TypeName::Known(array) = names.resolve(written) else {
        return None;
    };

    let class = innermost(&array).class_name()?;
    let hidden = hidden_from_monitors(names.hierarchy(), class)?.to_readable();
    let message = findings::elements_of_hidden_class(written, &hidden);
    let error = Diagnostic::error(
        &specification.file,
        alternative.span,
        "hidden-type",
        message,
    );

    Some(error.with_help(findings::NAME_A_VISIBLE_CLASS))
}

/// The type of the elements that are no arrays.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => innermost(element),
        Type::Class(_) | Type::Primitive(_) => ty,
    }
}

/// The error for a type that is nowhere; none where its import has one.
fn unknown_type(
    specification: &Specification,
    span: text::Span,
    missing: &MissingType,
    names: TypeNames<'_>,
) -> Option<Diagnostic> {
    if names.is_imported(&missing.name) {
        return None;
    }

    let message = findings::unknown_type(missing);
    let help = findings::unknown_type_help(missing);

    Some(Diagnostic::error(&specification.file, span, "unknown-type", message).with_help(help))
}
