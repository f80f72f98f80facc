//! Types by number, and which objects a variable of a type may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use index_vec::IndexVec;
use indexmap::{IndexMap, IndexSet};
use ir::{AllocationKind, AllocationSite, Program};
use java_types::descriptor::Type;
use java_types::hierarchy::Answer;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::filters::Filters;
use crate::node::ObjectId;
use crate::open_classes::OpenClasses;
use crate::type_id::TypeId;

/// The type of an object, as far as types tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Made {
    /// Of any type that the library may make.
    ByLibrary,
    /// Of exactly this type.
    Of(TypeId),
    /// Of this type or of one below it that the library may make.
    Below(TypeId),
    /// Of a class that implements exactly these interfaces, by their number in
    /// [`Types::interfaces`].
    Functional(u32),
    /// Of any type below this one: it stands for everything that has escaped and fits.
    Escaped(TypeId),
}

/// The types of objects and variables. Answers are kept: each question is asked once.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    program: &'a Program,
    /// The classes that the library may make objects of.
    open: OpenClasses,
    types: IndexSet<Type, FxBuildHasher>,
    /// The interfaces of functional objects.
    interfaces: IndexSet<Vec<Arc<str>>, FxBuildHasher>,
    made: IndexVec<ObjectId, Made>,
    /// The objects of which the library decides what class they are: which variables may hold them
    /// depends on what is open to it.
    of_library: RoaringBitmap,
    /// The objects of each origin, without those that models make.
    alike: IndexMap<Made, RoaringBitmap, FxBuildHasher>,
    /// Which of [`Types::alike`] are of exactly one class whose supertypes are known, under each of
    /// those.
    by_supertype: FxHashMap<Arc<str>, Vec<usize>>,
    /// The others of them.
    others: Vec<usize>,
    filters: Filters,
    /// The objects that stand for what has escaped: one for each type that may be a filter, in the
    /// order of the types.
    abbreviations: Range<u32>,
    /// For two filters, the object for all that has escaped and passes both.
    narrowed: FxHashMap<(TypeId, TypeId), Option<ObjectId>>,
}

impl<'a> Types<'a> {
    /// The types of the library's object, of those that allocations make and of those that
    /// constructors make which are called from outside; the library makes no others of the sources'
    /// classes yet. Besides types of variables, `others` may become filters. O(allocations +
    /// classes).
    pub(crate) fn new(program: &'a Program, others: impl Iterator<Item = Type>) -> Self {
        let mut types = Types {
            program,
            open: OpenClasses::default(),
            types: IndexSet::default(),
            interfaces: IndexSet::default(),
            made: IndexVec::new(),
            of_library: RoaringBitmap::new(),
            alike: IndexMap::default(),
            by_supertype: FxHashMap::default(),
            others: Vec::new(),
            filters: Filters::default(),
            abbreviations: 0..0,
            narrowed: FxHashMap::default(),
        };
        types.number_declared();

        for ty in others {
            types.number(&ty);
        }

        let declared = types.types.len();
        types.add(Made::ByLibrary);
        for site in &program.allocations {
            let made = types.made_by(site);
            types.add(made);
        }

        for class in &program.classes {
            let class = types.number(&Type::Class(class.name.clone()));
            types.add(Made::Of(class));
        }

        types.add_abbreviations(declared);
        types.filter(&Type::object());
        types
    }

    /// Types of variables come first, `Object` before all of them.
    fn number_declared(&mut self) {
        self.number(&Type::object());
        let program = self.program;
        let bodies = program
            .methods
            .iter()
            .filter_map(|method| method.body.as_ref());
        let locals = bodies.flat_map(|body| &body.locals).map(|local| &local.ty);
        let fields = program.fields.iter().map(|field| &field.ty);
        let elements = program
            .allocations
            .iter()
            .filter_map(|site| match &site.ty {
                Type::Array(element) => Some(&**element),
                _ => None,
            });

        for ty in locals
            .chain(fields)
            .chain(elements)
            .filter(|ty| ty.is_reference())
        {
            self.number(ty);
        }
    }

    fn made_by(&mut self, site: &AllocationSite) -> Made {
        match &site.kind {
            AllocationKind::Functional {
                interface, markers, ..
            } => {
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

    /// Returns what an object is of.
    pub(crate) fn made(&self, object: ObjectId) -> Made {
        self.made[object]
    }

    /// Returns whether an object is of exactly one class that is neither of the sources nor of the JDK.
    pub(crate) fn is_foreign(&self, made: Made) -> bool {
        let Made::Of(ty) = made else {
            return false;
        };
        let hierarchy = &self.program.hierarchy;
        let is_foreign =
            |name: &Arc<str>| !hierarchy.is_source(name) && !hierarchy.library().is_of_jdk(name);
        self.get(ty).class_name().is_some_and(is_foreign)
    }

    /// Adds an object that is not below some type; filters are not told.
    fn add(&mut self, made: Made) {
        let object = self.made.push(made).raw();
        if made == Made::ByLibrary {
            self.of_library.insert(object);
        }
        let (position, earlier) = self
            .alike
            .insert_full(made, RoaringBitmap::from_iter([object]));
        match earlier {
            Some(objects) => self.alike[position] |= objects,
            None => self.index(position, made),
        }
    }

    fn add_abbreviations(&mut self, types: usize) {
        let first = self.made.len_idx().raw();
        self.made
            .extend((0..types).map(|ty| Made::Escaped(TypeId::from_usize(ty))));
        self.abbreviations = first..self.made.len_idx().raw();
    }

    /// Adds an object that no filter lets pass.
    pub(crate) fn add_mark(&mut self) -> ObjectId {
        self.made.push(Made::ByLibrary)
    }

    /// Adds an object that a model makes. O(filters * origins) for the first of its origin, else
    /// O(distinct sets of origins that filters let pass).
    pub(crate) fn add_made(&mut self, above: TypeId) -> ObjectId {
        let made = Made::Below(above);
        let object = self.made.push(made);
        self.of_library.insert(object.raw());
        if !self.filters.is_origin(above) {
            let passed: Vec<TypeId> = self
                .filters
                .types()
                .filter(|&ty| self.fits(self.get(ty), made))
                .collect();
            self.filters.add_origin(above, &passed);
        }
        self.filters.add(object, above);
        object
    }

    /// Adds an object that implements exactly these interfaces. O(filters).
    pub(crate) fn add_functional(&mut self, interfaces: Vec<Arc<str>>) -> ObjectId {
        let (number, _) = self.interfaces.insert_full(interfaces);
        let made = Made::Functional(u32::try_from(number).unwrap_or(u32::MAX));
        let object = self.made.next_idx();
        self.add(made);
        let passed: Vec<TypeId> = self
            .filters
            .types()
            .filter(|&ty| self.fits(self.get(ty), made))
            .collect();
        self.filters.add_own(object, &passed);
        object
    }

    /// Adds an object that nothing but its identity tells from another one. O(filters) where no
    /// model makes those.
    pub(crate) fn add_like(&mut self, other: ObjectId) -> ObjectId {
        let made = self.made[other];
        if let Made::Below(above) = made {
            return self.add_made(above);
        }
        let object = self.made.push(made);
        self.alike.entry(made).or_default().insert(object.raw());
        self.filters.add_like(object, other);
        object
    }

    /// Notes what filters a new origin passes, as far as names tell. O(supertypes).
    fn index(&mut self, position: usize, made: Made) {
        if let Made::Of(ty) = made
            && let Type::Class(name) = &self.types[ty.index()]
        {
            let supertypes = self.program.hierarchy.supertypes(name);
            if supertypes.complete() {
                for above in supertypes.names() {
                    self.by_supertype
                        .entry(above.clone())
                        .or_default()
                        .push(position);
                }
                return;
            }
        }

        self.others.push(position);
    }

    /// A filter for the objects that a variable of a type may hold. O(objects) the first time.
    pub(crate) fn filter(&mut self, ty: &Type) -> TypeId {
        let ty = self.number(ty);
        if !self.filters.contains(ty) {
            self.filters.insert(
                ty,
                self.all_that_fits(self.get(ty)),
                self.origins_that_fit(self.get(ty)),
            );
        }
        ty
    }

    /// The library may make objects of more classes; the filters that let more in now. O(filters *
    /// kinds of objects of the library + classes * supertypes).
    pub(crate) fn admit(&mut self, classes: &OpenClasses) -> BTreeSet<TypeId> {
        self.open.include(classes);
        let wider = self
            .filters
            .types()
            .filter(|&filter| self.is_above_any(filter, classes));
        let passing = |ty: TypeId| {
            (
                self.others_that_fit(self.get(ty)),
                self.origins_that_fit(self.get(ty)),
            )
        };

        let wider: BTreeMap<_, _> = wider.map(|ty| (ty, passing(ty))).collect();
        let types = wider.keys().copied().collect();
        self.filters.widen(wider);
        types
    }

    fn is_above_any(&self, filter: TypeId, classes: &OpenClasses) -> bool {
        let name = self.get(filter).class_name();
        name.is_some_and(|name| self.program.hierarchy.is_source(name) && classes.any_below(name))
    }

    /// The objects of which the library decides what class they are.
    pub(crate) fn of_library(&self) -> &RoaringBitmap {
        &self.of_library
    }

    /// Returns the objects that do not pass a filter, and may pass it when more is open to the
    /// library.
    pub(crate) fn refused(&self, filter: TypeId, objects: &RoaringBitmap) -> RoaringBitmap {
        let of_library = objects & &self.of_library;
        if of_library.is_empty() {
            return of_library;
        }
        let passed = self.filters.pass(&of_library, filter);
        of_library - passed
    }

    fn all_that_fits(&self, ty: &Type) -> RoaringBitmap {
        let mut found = self.others_that_fit(ty);
        let below = ty.class_name().and_then(|name| self.by_supertype.get(name));
        below
            .into_iter()
            .flatten()
            .for_each(|&position| found |= &self.alike[position]);
        found
    }

    fn others_that_fit(&self, ty: &Type) -> RoaringBitmap {
        let others = self
            .others
            .iter()
            .filter_map(|&other| self.alike.get_index(other));
        let mut found = RoaringBitmap::new();
        others
            .filter(|(made, _)| self.fits(ty, **made))
            .for_each(|(_, objects)| found |= objects);
        found
    }

    /// The origins of what models make that fit.
    fn origins_that_fit(&self, ty: &Type) -> Vec<TypeId> {
        self.filters
            .origins()
            .filter(|&above| self.fits(ty, Made::Below(above)))
            .collect()
    }

    /// The filter that lets every object pass.
    pub(crate) const EVERYTHING: TypeId = TypeId::from_raw_unchecked(0);

    /// Returns what stands for everything that has escaped and passes a filter; `None` for types
    /// that no variable has.
    pub(crate) fn escaped(&self, filter: TypeId) -> Option<ObjectId> {
        let object = self.abbreviations.start.checked_add(filter.raw())?;
        self.abbreviations
            .contains(&object)
            .then(|| ObjectId::from_raw(object))
    }

    /// Returns what one of the abbreviations stands for, if that is the filter for which it does.
    pub(crate) fn abbreviated(&self, object: ObjectId) -> Option<TypeId> {
        match self.made[object] {
            Made::Escaped(filter) => Some(filter),
            _ => None,
        }
    }

    /// The types for which there is a filter.
    pub(crate) fn filters(&self) -> impl Iterator<Item = TypeId> {
        self.filters.types()
    }

    /// The objects that stand for what has escaped, in a row. They pass no filter as they are: see
    /// [`Types::narrow`].
    pub(crate) fn abbreviations(&self) -> Range<u32> {
        self.abbreviations.clone()
    }

    /// Returns the ones of `objects` that stand for escaped objects. O(log n).
    pub(crate) fn abbreviated_in<'s>(
        &self,
        objects: &'s RoaringBitmap,
    ) -> impl Iterator<Item = ObjectId> + use<'s> {
        objects.range(self.abbreviations()).map(ObjectId::from_raw)
    }

    /// Returns the ones of `objects` that pass a filter. An object for escaped ones becomes the one
    /// for those that pass, or more: where two types are not in order, everything that fits the
    /// second.
    pub(crate) fn pass(&mut self, objects: &RoaringBitmap, filter: TypeId) -> RoaringBitmap {
        if !self.filters.contains(filter) {
            return objects.clone();
        }
        let mut passed = match objects.min().zip(objects.max()) {
            // One abbreviation and nothing else: the most frequent case.
            Some((only, last)) if only == last && self.abbreviations.contains(&only) => {
                RoaringBitmap::new()
            }
            _ => self.filters.pass(objects, filter),
        };
        for abbreviation in self.abbreviated_in(objects) {
            passed.extend(self.narrow(abbreviation, filter).map(ObjectId::raw));
        }
        passed
    }

    fn narrow(&mut self, abbreviation: ObjectId, filter: TypeId) -> Option<ObjectId> {
        let Made::Escaped(ty) = self.made[abbreviation] else {
            return None;
        };
        if let Some(&known) = self.narrowed.get(&(ty, filter)) {
            return known;
        }
        let is_narrower = self
            .program
            .hierarchy
            .is_subtype(self.get(ty), self.get(filter))
            == Answer::Yes;
        let narrowed = self.escaped(if is_narrower { ty } else { filter });
        self.narrowed.insert((ty, filter), narrowed);
        narrowed
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
            Made::Escaped(_) => false,
        }
    }

    fn is_implemented(&self, number: u32, name: &str) -> bool {
        let implemented = self.interfaces.get_index(number as usize);
        implemented.is_none_or(|all| {
            all.iter()
                .any(|own| self.program.hierarchy.is_subclass(own, name).may())
        })
    }

    /// Returns whether the library may make an object of a type that is `ty` as well, though the
    /// type itself is not below it.
    fn may_have_both(&self, above: &Type, ty: &Type) -> bool {
        let hierarchy = &self.program.hierarchy;
        let (Type::Class(above), Type::Class(name)) = (above, ty) else {
            return hierarchy.is_subtype(ty, above).may();
        };
        let is_interface = |name: &str| hierarchy.is_interface(name).may();
        let is_final = |name: &str| {
            hierarchy
                .class(name)
                .is_some_and(|info| info.access.has(java_types::Access::FINAL))
        };

        let unrelated =
            !is_final(above) && !is_final(name) && (is_interface(above) || is_interface(name));
        if !unrelated && !hierarchy.is_subclass(name, above).may() {
            return false;
        }
        if hierarchy.is_source(name) {
            self.open
                .below(name)
                .any(|open| hierarchy.is_subclass(open, above).may())
        } else {
            true
        }
    }

    fn library_may_make(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(name) => {
                !self.program.hierarchy.is_source(name) || self.open.any_below(name)
            }
            Type::Array(_) => true,
            Type::Primitive(_) => false,
        }
    }

    /// The classes that the library may make objects of.
    pub(crate) fn open(&self) -> &OpenClasses {
        &self.open
    }
}
