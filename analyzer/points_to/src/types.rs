//! Types by number, and which objects a variable of a type may hold.

use std::collections::BTreeSet;
use std::sync::Arc;

use index_vec::{IndexVec, define_index_type};
use indexmap::{IndexMap, IndexSet};
use ir::{AllocationKind, AllocationSite, ClassId, Program};
use jvm::descriptor::Type;
use jvm::hierarchy::Answer;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::node::ObjectId;

define_index_type! {
    /// A type.
    pub(crate) struct TypeId = u32;
}

/// What an object is of, as far as types tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Made {
    /// Of any type that the library may make.
    ByLibrary,
    /// Of exactly this type.
    Of(TypeId),
    /// Of this type or of one below it that the library may make.
    Below(TypeId),
    /// Of a class that implements exactly these interfaces, by their number in [`Types::interfaces`].
    Functional(u32),
}

/// The types of objects and variables. Answers are kept: each question is asked once.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    program: &'a Program,
    /// Names of the classes that the library may make objects of.
    opened: Vec<Arc<str>>,
    types: IndexSet<Type, FxBuildHasher>,
    /// What functional objects implement.
    interfaces: IndexSet<Vec<Arc<str>>, FxBuildHasher>,
    made: IndexVec<ObjectId, Made>,
    fits: FxHashMap<(Made, TypeId), bool>,
    passing: FxHashMap<TypeId, RoaringBitmap>,
    filters: Vec<TypeId>,
    /// The objects of which the library decides what class they are: which variables may hold them depends on what is open
    /// to it.
    of_library: RoaringBitmap,
    /// The same, by what they are of.
    alike: IndexMap<Made, RoaringBitmap, FxBuildHasher>,
}

impl<'a> Types<'a> {
    /// The types of the library's object and of those that allocations make; the library makes none of the sources' yet.
    /// O(allocations).
    pub(crate) fn new(program: &'a Program) -> Self {
        let mut types = Types {
            program,
            opened: Vec::new(),
            types: IndexSet::default(),
            interfaces: IndexSet::default(),
            made: IndexVec::new(),
            fits: FxHashMap::default(),
            passing: FxHashMap::default(),
            filters: Vec::new(),
            of_library: RoaringBitmap::new(),
            alike: IndexMap::default(),
        };
        types.add(Made::ByLibrary);
        for site in &program.allocations {
            let made = types.made_by(site);
            types.add(made);
        }
        types
    }

    fn made_by(&mut self, site: &AllocationSite) -> Made {
        match &site.kind {
            AllocationKind::Functional { interface, markers, .. } => {
                let implemented = std::iter::once(interface).chain(markers).cloned().collect();
                let (number, _) = self.interfaces.insert_full(implemented);
                Made::Functional(u32::try_from(number).unwrap_or(u32::MAX))
            }
            _ => Made::Of(self.number(&site.ty)),
        }
    }

    /// The number of a type.
    pub(crate) fn number(&mut self, ty: &Type) -> TypeId {
        let known = self.types.get_index_of(ty);
        TypeId::from_usize(known.unwrap_or_else(|| self.types.insert_full(ty.clone()).0))
    }

    /// The type with a number.
    pub(crate) fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty.index()]
    }

    /// What an object is of.
    pub(crate) fn made(&self, object: ObjectId) -> Made {
        self.made[object]
    }

    /// Adds an object. O(filters).
    pub(crate) fn add(&mut self, made: Made) -> ObjectId {
        let object = self.made.push(made);
        if matches!(made, Made::ByLibrary | Made::Below(_)) {
            self.of_library.insert(object.raw());
            self.alike.entry(made).or_default().insert(object.raw());
        }
        for index in 0..self.filters.len() {
            let filter = self.filters[index];
            if self.may_hold(filter, made) {
                self.passing.entry(filter).or_default().insert(object.raw());
            }
        }
        object
    }

    /// A filter for the objects that a variable of a type may hold. O(objects) the first time.
    pub(crate) fn filter(&mut self, ty: &Type) -> TypeId {
        let ty = self.number(ty);
        if !self.passing.contains_key(&ty) {
            let objects = self.made.indices();
            let passing = objects.into_iter().filter(|&object| self.may_hold(ty, self.made[object]));
            let passing = passing.map(ObjectId::raw).collect();
            self.passing.insert(ty, passing);
            self.filters.push(ty);
        }
        ty
    }

    /// The library may make objects of more classes; the filters that let more in now. O(filters * (classes + kinds of
    /// objects of the library)).
    pub(crate) fn admit(&mut self, classes: &BTreeSet<ClassId>) -> BTreeSet<TypeId> {
        let names: Vec<Arc<str>> = classes.iter().map(|&class| self.program.classes[class].name.clone()).collect();
        self.opened.extend(names.iter().cloned());
        let wider = self.filters.iter().copied().filter(|&filter| self.is_above_any(filter, &names));
        let wider: BTreeSet<TypeId> = wider.collect();
        for &filter in &wider {
            for (&made, objects) in &self.alike {
                let passes = self.fits(self.get(filter), made);
                self.fits.insert((made, filter), passes);
                if passes {
                    *self.passing.entry(filter).or_default() |= objects;
                }
            }
        }
        wider
    }

    fn is_above_any(&self, filter: TypeId, classes: &[Arc<str>]) -> bool {
        let Type::Class(name) = self.get(filter) else { return false };
        let hierarchy = &self.program.hierarchy;
        hierarchy.is_source(name) && classes.iter().any(|class| hierarchy.is_subclass(class, name).may())
    }

    /// The objects of which the library decides what class they are.
    pub(crate) fn of_library(&self) -> &RoaringBitmap {
        &self.of_library
    }

    /// Those of the objects that do not pass a filter, and may pass it when more is open to the library.
    pub(crate) fn refused(&self, filter: TypeId, objects: &RoaringBitmap) -> RoaringBitmap {
        let mut refused = objects & &self.of_library;
        if let Some(passing) = self.passing.get(&filter) {
            refused -= passing;
        }
        refused
    }

    /// What passes a filter.
    pub(crate) fn passing(&self, filter: TypeId) -> Option<&RoaringBitmap> {
        self.passing.get(&filter)
    }

    fn may_hold(&mut self, ty: TypeId, made: Made) -> bool {
        if let Some(&known) = self.fits.get(&(made, ty)) {
            return known;
        }
        let answer = self.fits(self.get(ty), made);
        self.fits.insert((made, ty), answer);
        answer
    }

    fn fits(&self, ty: &Type, made: Made) -> bool {
        let hierarchy = &self.program.hierarchy;
        let is_above = |below: TypeId| hierarchy.is_subtype(self.get(below), ty) != Answer::No;
        match made {
            Made::ByLibrary => self.library_may_make(ty),
            Made::Of(exactly) => is_above(exactly),
            Made::Below(above) => is_above(above) || self.may_have_both(self.get(above), ty),
            Made::Functional(number) => match ty {
                Type::Class(name) => self.is_implemented(number, name),
                _ => false,
            },
        }
    }

    fn is_implemented(&self, number: u32, name: &str) -> bool {
        let implemented = self.interfaces.get_index(number as usize);
        implemented.is_none_or(|all| all.iter().any(|own| self.program.hierarchy.is_subclass(own, name).may()))
    }

    /// Whether the library may make an object of a type that is `ty` as well, though the type itself is not below it.
    fn may_have_both(&self, above: &Type, ty: &Type) -> bool {
        let hierarchy = &self.program.hierarchy;
        let (Type::Class(above), Type::Class(name)) = (above, ty) else { return hierarchy.is_subtype(ty, above).may() };
        let is_interface = |name: &str| hierarchy.is_interface(name).may();
        let is_final = |name: &str| hierarchy.class(name).is_some_and(|info| info.access.has(jvm::Access::FINAL));
        let unrelated = !is_final(above) && !is_final(name) && (is_interface(above) || is_interface(name));
        (unrelated || hierarchy.is_subclass(name, above).may()) && self.library_may_make(ty)
    }

    fn library_may_make(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(name) => !self.program.hierarchy.is_source(name) || self.is_opened(name),
            Type::Array(_) => true,
            Type::Primitive(_) => false,
        }
    }

    /// Whether the class or one of its subclasses is open to the library.
    fn is_opened(&self, name: &Arc<str>) -> bool {
        let mut opened = self.opened.iter();
        opened.any(|opened| opened == name || self.program.hierarchy.is_subclass(opened, name).may())
    }
}
