//! Declared classes: from the trees of all units to their binary names, supertypes and members.

mod annotations;
mod class_info;

use std::sync::Arc;

use java_syntax::ast::Unit;
use java_types::Library;
use java_types::class_info::ClassInfo;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use text::Span;

use crate::binary_names::UnitTypes;
use crate::finding::Finding;
use crate::names::{Sources, most_probable};
use crate::parallel;
use crate::types::Types;
use crate::unresolved::Unresolved;

pub use annotations::AnnotationUse;
pub(crate) use class_info::declared_class;

/// The classes that the units declare.
#[derive(Debug, Default)]
pub struct Declarations {
    /// All of them, in order of unit and position. Constructors of local and anonymous classes are
    /// as javac gives them only after [`crate::attribute`], which knows what they capture: see
    /// [`crate::Attributed::infos`].
    pub infos: Vec<Arc<ClassInfo>>,
    /// Names that could not be resolved in headers and members, for each unit, in order of
    /// position.
    pub findings: Vec<Vec<Finding>>,
    /// The annotations of each unit, in order of position.
    pub annotations: Vec<Vec<AnnotationUse>>,
    pub(crate) types: Vec<UnitTypes>,
}

/// The binary names of the types of units, and where they stand: what trees say without knowing any
/// type.
#[derive(Debug)]
pub struct TypeNames(Vec<UnitTypes>);

impl TypeNames {
    /// Names all types. Parallel on the current rayon pool; O(size of the units).
    pub fn new(units: &[Unit]) -> TypeNames {
        TypeNames(units.par_iter().map(UnitTypes::new).collect())
    }

    /// The units that name a type again, which they or one that stays has named before, each with
    /// the first such name; in order. O(types).
    pub fn repeated(&self) -> Vec<(usize, Arc<str>)> {
        let mut known: FxHashSet<&Arc<str>> = FxHashSet::default();
        let mut repeated = Vec::new();
        for (unit, types) in self.0.iter().enumerate() {
            let mut own = FxHashSet::default();
            match types
                .names
                .iter()
                .find(|name| known.contains(name) || !own.insert(*name))
            {
                Some(name) => repeated.push((unit, name.clone())),
                None => known.extend(own),
            }
        }
        repeated
    }

    /// Forgets the types of a unit, which is left out.
    pub fn forget(&mut self, unit: usize) {
        self.0[unit] = UnitTypes::default();
    }
}

/// Declares the classes of all units, whose names must be distinct ([`TypeNames::repeated`]). Types
/// that they name are looked for in the units themselves, then on the class path with the JDK.
/// Parallel on the current rayon pool, whose threads need the stacks of [`crate::on_big_stacks`]
/// for deep trees; the result does not depend on their number.
pub fn declare(units: &[Unit], names: TypeNames, library: &dyn Library) -> Declarations {
    let TypeNames(types) = names;
    let sources = Sources::new(units, &types);
    let declared = parallel::in_chunks(units.len(), |indices| {
        let table = Types::new(&sources, library);
        indices.map(|unit| declare_unit(&table, unit)).collect()
    });
    let mut declarations = Declarations::default();

    for unit in declared {
        let DeclaredUnit {
            infos,
            findings,
            annotations,
        } = unit;
        declarations.infos.extend(infos);
        declarations.findings.push(findings);
        declarations.annotations.push(annotations);
    }

    Declarations {
        types,
        ..declarations
    }
}

struct DeclaredUnit {
    infos: Vec<Arc<ClassInfo>>,
    findings: Vec<Finding>,
    annotations: Vec<AnnotationUse>,
}

fn declare_unit(types: &Types, unit: usize) -> DeclaredUnit {
    let decls = types.names.sources.units[unit].type_decls.indices();
    let infos = decls
        .map(|decl| Arc::new(declared_class(types, unit, decl)))
        .collect();
    let mut findings = missing_imports(types, unit);
    findings.extend(class_info::unresolved_in_headers(types, unit));
    DeclaredUnit {
        infos,
        findings,
        annotations: annotations::annotations(types, unit),
    }
}

/// Imports of types that cannot be found.
fn missing_imports(types: &Types, unit: usize) -> Vec<Finding> {
    let unresolved = types.names.missing_imports(unit).filter_map(|path| {
        let name = path
            .iter()
            .map(|part| &*part.text)
            .collect::<Vec<_>>()
            .join(".");
        let span = Span {
            end: path.last()?.span.end,
            ..path.first()?.span
        };
        let class = most_probable(&path.iter().collect::<Vec<_>>(), "");
        Some(types.unresolved(unit, Unresolved { span, name, class }))
    });
    unresolved.collect()
}
