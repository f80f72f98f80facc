//! Classes by name, their direct supertypes (JLS 4.10.2, 8.1.4, 8.1.5) and the supertype that is a
//! given class.

use std::rc::Rc;

use super::class::VariableDeclaration;
use super::{ClassData, ClassId, Header, Kind, Origin, Ty, TyList, Types, VariableId};

impl Types<'_> {
    /// Returns what a class is. A name that nothing declares gives a class of which nothing is
    /// known.
    pub(crate) fn class_data(&self, id: ClassId) -> Rc<ClassData> {
        let class = self.class(id);
        if let Some(data) = class.data.get() {
            return data.clone();
        }
        let data = match self.names.sources.find(&class.name) {
            Some((unit, decl)) => self.load_source(unit, decl),
            None => match self.library.class(&class.name) {
                Some(info) => self.load_library(id, &info),
                None => ClassData::missing(),
            },
        };
        class.data.get_or_init(|| Rc::new(data)).clone()
    }

    /// The direct supertypes of a class, in terms of its parameters. Cycles are cut.
    pub(crate) fn header(&self, id: ClassId) -> Rc<Header> {
        let class = self.class(id);
        if let Some(header) = &*class.header.borrow() {
            return header.clone();
        }
        if class.header_in_progress.replace(true) {
            return Rc::default();
        }

        let header = match &self.class_data(id).origin {
            Origin::Source(unit, decl) => self.source_header(*unit, *decl),
            Origin::Library(info) => self.library_header(id, info),
            Origin::Missing => Header::default(),
        };
        class.header_in_progress.set(false);

        class
            .header
            .borrow_mut()
            .get_or_insert_with(|| Rc::new(header))
            .clone()
    }

    /// Gives a class its supertypes where only attribution can tell them: an anonymous class with a
    /// diamond. Without effect once they have been asked for.
    pub(crate) fn set_header(&self, id: ClassId, header: Header) {
        self.class(id)
            .header
            .borrow_mut()
            .get_or_insert_with(|| Rc::new(header));
    }

    /// Forgets the supertypes of a local or anonymous class that attribution will give it anew, and
    /// the answers that rest on them. O(answers so far).
    pub(crate) fn forget_header(&self, id: ClassId) {
        if self.class(id).header.borrow_mut().take().is_some() {
            self.super_paths
                .borrow_mut()
                .retain(|(sub, _), _| *sub != id);
            self.incomplete.borrow_mut().remove(&id);
            self.member_cache
                .borrow_mut()
                .retain(|(class, _), _| *class != id);
        }
    }

    /// Superclass and superinterfaces of a class, in terms of its parameters; `Object` for
    /// interfaces, too.
    pub(crate) fn declared_supertypes(&self, id: ClassId) -> Vec<Ty> {
        let header = self.header(id);
        let object = self.known().object;
        let is_object = self.known_class(object) == id;
        let superclass = header.superclass.or((!is_object).then_some(object));
        superclass
            .into_iter()
            .chain(header.interfaces.iter().copied())
            .collect()
    }

    /// The parameterization of `class` that is a supertype of the type, or the type itself:
    /// `as_super(ArrayList<String>, Collection)` is `Collection<String>`. A raw type has raw
    /// supertypes (JLS 4.8).
    pub(crate) fn as_super(&self, ty: Ty, class: ClassId) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Class(own, _) if own == class => Some(ty),
            Kind::Class(own, arguments) => {
                let path = self.super_path(own, class)?;
                let data = self.class_data(own);
                if arguments.is_empty() && !data.parameters.is_empty() {
                    return Some(self.erasure(path));
                }
                Some(self.substitute(path, &data.parameters, &arguments))
            }
            Kind::Array(_) => self
                .array_supertypes()
                .into_iter()
                .find(|&t| self.class_of(t) == Some(class)),
            Kind::Variable(_) | Kind::Captured(_) => self.bounded(|types| {
                types
                    .bounds_of(ty)
                    .iter()
                    .find_map(|&bound| types.as_super(bound, class))
            }),
            Kind::Intersection(members) => members
                .iter()
                .find_map(|&member| self.as_super(member, class)),
            Kind::Wildcard(_) => self.as_super(self.upper_bound(ty), class),
            Kind::Primitive(_) | Kind::Null | Kind::Unknown | Kind::Inference(_) => None,
        }
    }

    /// Runs a step of a search that follows bounds of type variables, which may lead in circles.
    pub(super) fn bounded<R: Default>(&self, step: impl FnOnce(&Self) -> R) -> R {
        if self.depth.get() > DEEPEST {
            return R::default();
        }
        self.depth.set(self.depth.get() + 1);
        let result = step(self);
        self.depth.set(self.depth.get() - 1);
        result
    }

    /// The supertypes of every array (JLS 4.10.3).
    pub(crate) fn array_supertypes(&self) -> [Ty; 3] {
        [
            self.known().object,
            self.known().cloneable,
            self.known().serializable,
        ]
    }

    /// The supertype of a class that is `target`, in terms of the class's own parameters.
    fn super_path(&self, class: ClassId, target: ClassId) -> Option<Ty> {
        if let Some(&known) = self.super_paths.borrow().get(&(class, target)) {
            return known;
        }
        self.super_paths.borrow_mut().insert((class, target), None);
        let supertypes = self.declared_supertypes(class);
        let found = supertypes
            .into_iter()
            .find_map(|supertype| self.as_super(supertype, target));
        self.super_paths.borrow_mut().insert((class, target), found);
        found
    }

    /// Returns whether the class is a subclass of the other, or the same. Type arguments play no
    /// part.
    pub(crate) fn is_subclass(&self, class: ClassId, other: ClassId) -> bool {
        class == other || self.super_path(class, other).is_some()
    }

    /// Returns whether some supertype of the class cannot be found, so that it may have supertypes
    /// and members nobody knows.
    pub(crate) fn is_incomplete(&self, class: ClassId) -> bool {
        if let Some(&known) = self.incomplete.borrow().get(&class) {
            return known;
        }
        self.incomplete.borrow_mut().insert(class, false);
        let unknown_super = |ty: Ty| {
            self.class_of(ty)
                .is_none_or(|class| self.is_incomplete(class))
        };
        let header = self.header(class);
        let incomplete = self.class_data(class).is_missing()
            || header.superclass.is_some_and(unknown_super)
            || header.interfaces.iter().copied().any(unknown_super);
        self.incomplete.borrow_mut().insert(class, incomplete);
        incomplete
    }

    /// The bounds of a type variable, captured or not; `Object` where none is written. At least
    /// one.
    pub(crate) fn bounds_of(&self, variable: Ty) -> TyList {
        match self.kind(variable) {
            Kind::Variable(id) => self.declared_bounds(id),
            Kind::Captured(id) => {
                let upper = self.captures.borrow()[id.0 as usize].upper;
                match self.kind(upper) {
                    Kind::Intersection(members) => members,
                    _ => Rc::new([upper]),
                }
            }
            _ => Rc::new([self.known().object]),
        }
    }

    fn declared_bounds(&self, id: VariableId) -> TyList {
        let variable = self.variable(id);
        if let Some(bounds) = variable.bounds.get() {
            return bounds.clone();
        }
        let bounds = self.written_bounds(id);
        let is_usable = !bounds.is_empty() && !self.is_circular(id, &bounds);
        let bounds = if is_usable {
            bounds
        } else {
            Rc::new([self.known().object])
        };
        variable.bounds.get_or_init(|| bounds).clone()
    }

    fn written_bounds(&self, id: VariableId) -> TyList {
        let variable = self.variable(id);
        match variable.declaration {
            VariableDeclaration::LibraryClass(class) => self.library_bounds(class, &variable.name),
            declaration => self.source_bounds(declaration),
        }
    }

    /// Returns whether a variable with these bounds bounds itself, which nothing compiles (JLS
    /// 4.4).
    fn is_circular(&self, id: VariableId, bounds: &TyList) -> bool {
        let mut seen: Vec<VariableId> = Vec::new();
        let mut work: Vec<Ty> = bounds.to_vec();
        while let Some(bound) = work.pop() {
            let Kind::Variable(next) = self.kind(bound) else {
                continue;
            };
            if next == id {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(self.written_bounds(next).iter());
            }
        }

        false
    }

    /// The type that a wildcard's values have at least (JLS 4.5.1), `Object` for a type to be
    /// inferred; other types themselves.
    pub(crate) fn upper_bound(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Wildcard(super::Wildcard::Extends(bound)) => bound,
            Kind::Wildcard(_) | Kind::Inference(_) => self.known().object,
            _ => ty,
        }
    }

    /// Returns whether the type is raw (JLS 4.8).
    pub(crate) fn is_raw(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Class(class, arguments) => {
                arguments.is_empty() && !self.class_data(class).parameters.is_empty()
            }
            Kind::Array(component) => self.is_raw(component),
            _ => false,
        }
    }
}

/// Deeper chains of bounds than this are circles.
pub(super) const DEEPEST: u32 = 100;
