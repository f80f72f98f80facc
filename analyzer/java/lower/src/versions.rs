//! Classes that two files declare.
//!
//! `StackLocator.java` of a main folder and of a folder for Java 9: one of the two texts is
//! compiled into what runs, and nobody says which. The first text is read. Where no type or
//! constant of the second contradicts it, what differs are members and their code: the classes are
//! taken for ones that have more members and supertypes than the first text shows. Else the second
//! is a gap that may hide anything.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{ClassId, FileId, Hides, Program};
use java_attribute::{Attributed, Declarations};
use java_syntax::ast::{
    FieldDecl, Ident, Member, Nesting, TypeDecl, TypeDeclId, TypeDeclKind, TypeRef, TypeRefKind,
    Unit,
};
use java_types::Access;
use java_types::class_info::{UNSEEN, stands_for_unseen};

use crate::source::Source;

/// A file that is left out, and the file whose classes stand for both.
#[derive(Debug)]
pub(crate) struct Version {
    file: FileId,
    first: FileId,
    members: Vec<Arc<str>>,
}

impl Version {
    /// Says of the gap of the file which classes it is about.
    pub(crate) fn tell(&self, program: &mut Program) {
        let own = program
            .classes
            .iter_enumerated()
            .filter(|(_, class)| class.file == self.first);
        let classes: Vec<ClassId> = own.map(|(id, _)| id).collect();
        let gaps = program.gaps.iter_mut().filter(|gap| gap.file == self.file);
        gaps.for_each(|gap| {
            gap.hides = Hides::Versions {
                classes: classes.clone(),
                members: self.members.clone(),
            };
        });
    }

    /// The unit whose classes stand for those of the other one.
    pub(crate) fn first(&self) -> usize {
        self.first.index()
    }
}

/// Finds the unit that declares the top-level types of another one as well, and may be read for
/// both: what both declare has the same kind, and constants of one name have one value. `None` if
/// there is none among `units`, of which those in `left_out` do not count.
pub(crate) fn version(
    units: &[Unit],
    sources: &[Source],
    file: usize,
    left_out: &[usize],
) -> Option<Version> {
    let other = &units[file];
    let first = (0..file).find(|at| !left_out.contains(at) && declares_all(&units[*at], other))?;
    let texts = [
        Text::of(&units[first], &sources[first]),
        Text::of(other, &sources[file]),
    ];
    agree(&texts[0], &texts[1]).then(|| Version {
        file: FileId::new(file),
        first: FileId::new(first),
        members: members(&sources[file].bytes),
    })
}

/// Lists the names in a text, sorted, with those of members that no text names: constructors and
/// initializers, and what loops and other statements call.
fn members(text: &[u8]) -> Vec<Arc<str>> {
    let text = String::from_utf8_lossy(text);
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let words: BTreeSet<&str> = words.filter(|word| !word.is_empty()).collect();
    let unsaid = UNSAID
        .iter()
        .filter(|(keyword, _)| words.contains(keyword))
        .flat_map(|(_, members)| *members);
    let all: BTreeSet<&str> = words
        .iter()
        .copied()
        .chain(unsaid.copied())
        .chain(["<init>", "<clinit>"])
        .collect();
    all.into_iter().map(Arc::from).collect()
}

/// The members that statements with a keyword use.
const UNSAID: [(&str, &[&str]); 3] = [
    ("for", &["iterator", "hasNext", "next"]),
    ("try", &["close", "addSuppressed"]),
    ("switch", &["ordinal", "values", "hashCode", "equals"]),
];

/// Lets the types of a unit have more members and supertypes than their text shows.
pub(crate) fn widen(unit: &mut Unit) {
    for decl in &mut unit.type_decls {
        if matches!(decl.nesting, Nesting::TopLevel | Nesting::Member(_))
            && decl.kind != TypeDeclKind::Annotation
        {
            let name = Ident {
                text: format!("{}{UNSEEN}", decl.name.text).into(),
                span: decl.name.span,
            };
            // With a supertype that nobody knows, every question about further members stays open.
            decl.implements.push(TypeRef {
                kind: TypeRefKind::Named(vec![(name, None)]),
                span: decl.name.span,
            });
        }
    }
}

/// Nobody misses the supertypes that [`widen`] has added.
pub(crate) fn forget_marks(declarations: &mut Declarations, attributed: &mut Attributed) {
    for findings in declarations
        .findings
        .iter_mut()
        .chain(&mut attributed.findings)
    {
        findings.retain(|finding| {
            !finding
                .missing
                .as_ref()
                .is_some_and(|name| stands_for_unseen(name))
        });
    }
    attributed.blamed.retain(|name, _| !stands_for_unseen(name));
}

/// A unit and what it was read from.
struct Text<'a> {
    unit: &'a Unit,
    bytes: &'a [u8],
    /// The types that have names, by the names around them and their own.
    types: BTreeMap<Vec<&'a str>, TypeDeclId>,
}

/// A type declaration, with the text that it is in.
#[derive(Clone, Copy)]
struct Declaration<'a, 't> {
    /// The text.
    text: &'t Text<'a>,
    /// The declaration.
    decl: &'a TypeDecl,
}

impl<'a> Text<'a> {
    fn of(unit: &'a Unit, source: &'a Source) -> Self {
        let types = unit
            .type_decls
            .indices()
            .filter_map(|id| Some((path(unit, id)?, id)))
            .collect();
        Text {
            unit,
            bytes: &source.bytes,
            types,
        }
    }

    fn declared(&self, id: TypeDeclId) -> Declaration<'a, '_> {
        Declaration {
            text: self,
            decl: &self.unit.type_decls[id],
        }
    }

    /// The constants of a type (JLS 4.12.4), by name, as written.
    fn constants(&self, decl: &'a TypeDecl) -> BTreeMap<&'a str, Option<String>> {
        let in_interface = matches!(
            decl.kind,
            TypeDeclKind::Interface | TypeDeclKind::Annotation
        );
        let fields = fields(decl).filter(|field| {
            let access = Access(field.modifiers.access);
            (in_interface || access.has(Access::FINAL)) && may_be_constant(&field.ty)
        });

        fields
            .map(|field| {
                (
                    &*field.name.text,
                    field.initial.map(|value| self.words(value)),
                )
            })
            .collect()
    }

    /// The text of an expression, however it is spaced.
    fn words(&self, value: java_syntax::ast::ExprId) -> String {
        let span = self.unit.exprs[value].span;
        let bytes = self
            .bytes
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default();
        String::from_utf8_lossy(bytes)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn path(unit: &Unit, id: TypeDeclId) -> Option<Vec<&str>> {
    let decl = &unit.type_decls[id];
    let mut names = match decl.nesting {
        Nesting::TopLevel => Vec::new(),
        Nesting::Member(outer) => path(unit, outer)?,
        Nesting::Local(_) | Nesting::Anonymous(_) => return None,
    };
    names.push(&*decl.name.text);
    Some(names)
}

fn declares_all(unit: &Unit, other: &Unit) -> bool {
    let mut names = other
        .types
        .iter()
        .map(|&id| &other.type_decls[id].name.text);
    unit.package == other.package
        && !other.types.is_empty()
        && names.all(|name| {
            unit.types
                .iter()
                .any(|&id| unit.type_decls[id].name.text == *name)
        })
}

fn agree(first: &Text<'_>, other: &Text<'_>) -> bool {
    // Names in unicode escapes would not be found among the words of the text.
    let has_escapes = other.bytes.windows(2).any(|pair| pair == b"\\u");
    let is_read = first.unit.damage.is_empty() && other.unit.damage.is_empty() && !has_escapes;
    is_read
        && first
            .types
            .iter()
            .all(|(path, &own)| match other.types.get(path) {
                Some(&decl) => are_alike(first.declared(own), other.declared(decl)),
                None => true,
            })
}

/// Says whether the first declaration may stand for both. The resolver finds no member that only
/// the other has, and takes it for unknown; what both have must be equal.
fn are_alike(first: Declaration<'_, '_>, other: Declaration<'_, '_>) -> bool {
    let (own, decl) = (first.decl, other.decl);
    let flags = |decl: &TypeDecl| {
        [Access::ABSTRACT, Access::STATIC].map(|flag| Access(decl.modifiers.access).has(flag))
    };
    let constants = |decl: &TypeDecl| {
        decl.constants
            .iter()
            .map(|one| one.name.text.clone())
            .collect::<Vec<_>>()
    };

    own.kind == decl.kind
        && flags(own) == flags(decl)
        && own.type_parameters.len() == decl.type_parameters.len()
        && constants(own) == constants(decl)
        && components(first) == components(other)
        && have_the_same_constants(first, other)
}

/// Says whether the constants of the first that compilers copy into other classes have the same
/// values in the other, as far as that has fields of their names.
fn have_the_same_constants(first: Declaration<'_, '_>, other: Declaration<'_, '_>) -> bool {
    let (own, decl) = (first.decl, other.decl);
    let (constants, others) = (first.text.constants(own), other.text.constants(decl));
    let is_declared = |name: &str| fields(decl).any(|field| &*field.name.text == name);
    let is_same = |field: &FieldDecl| {
        let name = &*field.name.text;
        let is_known = Access(field.modifiers.access).is_private() || !constants.contains_key(name);
        is_known || others.get(name) == constants.get(name) || !is_declared(name)
    };
    fields(own).all(is_same)
}

fn fields(decl: &TypeDecl) -> impl Iterator<Item = &FieldDecl> {
    decl.members.iter().filter_map(|member| match member {
        Member::Field(field) => Some(field),
        _ => None,
    })
}

fn components<'a>(declared: Declaration<'a, '_>) -> Vec<&'a str> {
    let unit = declared.text.unit;
    let components = declared.decl.components.iter();
    components.map(|&var| &*unit.vars[var].name.text).collect()
}

/// Says whether compilers copy final fields of the type into other classes (JLS 4.12.4: primitive
/// types and strings).
fn may_be_constant(ty: &TypeRef) -> bool {
    match &ty.kind {
        TypeRefKind::Primitive(_) => true,
        TypeRefKind::Named(parts) => parts
            .last()
            .is_some_and(|(name, _)| &*name.text == "String"),
        TypeRefKind::Array(_) | TypeRefKind::Intersection(_) => false,
    }
}
