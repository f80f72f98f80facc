//! First uses of classes: where static initializers run (JLS 12.4.1).
//!
//! A static initializer runs on the thread that first uses its class, before that use: when an
//! object of the class is made, a static method of it is called, or a static field of it is read or
//! written. Which of these uses is the first one is not known, so each of them may be.

use std::collections::{BTreeMap, BTreeSet};

use ir::{AllocationKind, CallKind, ClassId, MethodId, MethodKind, Program, StatementKind};
use java_types::Access;
use java_types::descriptor::Type;

use crate::dispatch::{Callee, Dispatch};
use crate::result::PointsTo;

/// The static initializers that uses of classes may run.
#[derive(Debug, Clone, Default)]
pub struct FirstUses {
    by_class: BTreeMap<ClassId, Vec<MethodId>>,
    at_entries: BTreeMap<MethodId, Vec<MethodId>>,
}

impl FirstUses {
    /// Gathers the initializers among `reachable` methods; those of the classes of static entry
    /// points run before these. O(classes * supertypes).
    pub(crate) fn new(
        program: &Program,
        dispatch: &Dispatch<'_>,
        reachable: &BTreeSet<MethodId>,
        entries: &BTreeSet<MethodId>,
    ) -> Self {
        let of_class = |class: ClassId| {
            let supertypes = program.hierarchy.supertypes(&program.classes[class].name);
            let above = supertypes
                .names()
                .iter()
                .filter_map(|name| dispatch.class(name));
            let methods = above.flat_map(|above| program.classes[above].methods.clone());
            let runs =
                |method: &MethodId| is_initializer(program, *method) && reachable.contains(method);
            methods.filter(runs).collect::<Vec<MethodId>>()
        };

        let mut uses = FirstUses::default();
        for class in program.classes.indices() {
            let initializers = of_class(class);
            if !initializers.is_empty() {
                uses.by_class.insert(class, initializers);
            }
        }
        for &entry in entries {
            if let Some(initializers) = uses.by_class.get(&program.methods[entry].class) {
                uses.at_entries.insert(entry, initializers.clone());
            }
        }
        uses
    }

    /// All of them, in order.
    pub fn initializers(&self) -> impl Iterator<Item = MethodId> {
        let all: BTreeSet<MethodId> = self.by_class.values().flatten().copied().collect();
        all.into_iter()
    }

    /// The initializers that may run before an entry point.
    pub fn before(&self, entry: MethodId) -> &[MethodId] {
        self.at_entries.get(&entry).map_or(&[], Vec::as_slice)
    }

    /// The entry points before which an initializer may run, in order.
    pub fn entries_behind(&self, initializer: MethodId) -> impl Iterator<Item = MethodId> {
        let entries = self.at_entries.iter();
        entries
            .filter(move |(_, initializers)| initializers.contains(&initializer))
            .map(|(&entry, _)| entry)
    }

    /// The initializers that a statement may run, without repetition: none for most statements.
    /// O(targets of the call).
    pub fn at(
        &self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        points_to: &PointsTo,
        statement: &StatementKind,
    ) -> Vec<MethodId> {
        let targets = match statement {
            StatementKind::Call(site) => points_to.targets.get(site),
            _ => None,
        };
        self.used_at(program, dispatch, targets, statement)
    }

    /// The same, where a call may run these `targets`.
    pub(crate) fn used_at(
        &self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        targets: Option<&BTreeSet<Callee>>,
        statement: &StatementKind,
    ) -> Vec<MethodId> {
        if self.by_class.is_empty() {
            return Vec::new();
        }
        let used = match statement {
            StatementKind::Load {
                object: None,
                field,
                ..
            }
            | StatementKind::Store {
                object: None,
                field,
                ..
            } => dispatch.class(&field.owner).into_iter().collect(),
            StatementKind::Allocate { site, .. } => allocated(program, dispatch, *site),
            StatementKind::Call(site) => {
                let call = &program.calls[*site];
                let named = call.target.named().iter();
                let is_direct = matches!(call.kind, CallKind::Static | CallKind::Special);
                let owners = named
                    .filter(|_| is_direct)
                    .filter_map(|callee| dispatch.class(&callee.owner));
                owners.chain(called(program, targets)).collect()
            }
            _ => Vec::new(),
        };

        let initializers = used
            .into_iter()
            .filter_map(|class| self.by_class.get(&class))
            .flatten();
        let mut initializers: Vec<MethodId> = initializers.copied().collect();
        initializers.sort();
        initializers.dedup();
        initializers
    }
}

fn is_initializer(program: &Program, method: MethodId) -> bool {
    program.methods[method].kind == MethodKind::StaticInitializer
}

/// The classes of the static methods that a call may run.
fn called<'t>(
    program: &'t Program,
    targets: Option<&'t BTreeSet<Callee>>,
) -> impl Iterator<Item = ClassId> + 't {
    let methods = targets
        .into_iter()
        .flatten()
        .filter_map(|target| match target {
            Callee::Method(method) => Some(&program.methods[*method]),
            Callee::Library => None,
        });
    methods
        .filter(|method| Access(method.access).is_static())
        .map(|method| method.class)
}

/// The classes that an allocation uses: that of the object; of a function, the interfaces.
fn allocated(program: &Program, dispatch: &Dispatch<'_>, site: ir::AllocationId) -> Vec<ClassId> {
    let allocation = &program.allocations[site];
    let markers = match &allocation.kind {
        AllocationKind::Functional { markers, .. } => markers.as_slice(),
        AllocationKind::Instance | AllocationKind::Array => &[],
    };
    let own = match &allocation.ty {
        Type::Class(name) => Some(name),
        Type::Array(_) | Type::Primitive(_) => None,
    };
    markers
        .iter()
        .chain(own)
        .filter_map(|name| dispatch.class(name))
        .collect()
}
