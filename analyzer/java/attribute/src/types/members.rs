//! Members of classes and of types: declared, inherited, overridden (JLS 8.2, 8.4.2, 8.4.8, 9.2,
//! 9.4.1).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::TypeDeclId;
use java_types::Access;

use super::member_index::CONSTRUCTOR;
use super::{
    ClassId, Field, FieldSource, Kind, Method, MethodSource, Methods, Origin, Ty, TyList, Types,
};
use java_types::Spelling;

impl Types<'_> {
    /// The methods of this name that a class itself declares, in order of declaration; constructors
    /// as `<init>`.
    pub(crate) fn declared_methods(&self, id: ClassId, name: &Arc<str>) -> Methods {
        let class = self.class(id);
        if let Some(known) = class.methods.borrow().get(name) {
            return known.clone();
        }

        let data = self.class_data(id);
        let sources = data
            .method_index
            .get(name)
            .map(|sources| &sources[..])
            .unwrap_or_default();
        let methods: Methods = sources
            .iter()
            .filter_map(|&s| self.load_method(id, &data.origin, s))
            .collect();
        class
            .methods
            .borrow_mut()
            .insert(name.clone(), methods.clone());

        methods
    }

    fn load_method(
        &self,
        class: ClassId,
        origin: &Origin,
        source: MethodSource,
    ) -> Option<Rc<Method>> {
        match (origin, source) {
            (Origin::Source(unit, decl), _) => {
                Some(Rc::new(self.source_method(class, *unit, *decl, source)))
            }
            (Origin::Library(info), MethodSource::Library(index)) => Some(Rc::new(
                self.library_method(class, info.methods.get(index)?, index),
            )),
            _ => None,
        }
    }

    /// The names of the methods that a class itself declares, sorted.
    pub(crate) fn declared_method_names(&self, class: ClassId) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = self
            .class_data(class)
            .method_index
            .keys()
            .cloned()
            .collect();
        names.sort_unstable();
        names
    }

    /// The constructors of a class.
    pub(crate) fn constructors(&self, class: ClassId) -> Methods {
        self.declared_methods(class, &CONSTRUCTOR.into())
    }

    /// The method of a class that a declaration is.
    pub(crate) fn method_of(
        &self,
        class: ClassId,
        member: usize,
        name: &Arc<str>,
    ) -> Option<Rc<Method>> {
        let methods = self.declared_methods(class, name);
        methods
            .iter()
            .find(|method| method.source == MethodSource::Declared(member))
            .cloned()
    }

    /// The methods of this name that are members of a class: declared and inherited, the overridden
    /// ones left out; those of superclasses first, nearest first, then those of superinterfaces.
    /// `Object`'s are members of interfaces, too.
    pub(crate) fn members(&self, class: ClassId, name: &Arc<str>) -> Methods {
        let key = (class, name.clone());
        if let Some(known) = self.member_cache.borrow().get(&key) {
            return known.clone();
        }

        let mut found: Vec<Rc<Method>> = Vec::new();
        for owner in self.member_owners(class) {
            for method in self.declared_methods(owner, name).iter() {
                let hidden = || {
                    found
                        .iter()
                        .any(|sub| self.overrides_or_hides(sub, method, class))
                };
                if (owner == class || self.is_inherited(method, class)) && !hidden() {
                    found.push(method.clone());
                }
            }
        }

        let found: Methods = found.into();
        self.member_cache.borrow_mut().insert(key, found.clone());
        found
    }

    /// The classes whose members a class has: its superclasses, then superinterfaces. Those of
    /// concrete classes count only where they have default methods, since the abstract ones are
    /// implemented.
    fn member_owners(&self, class: ClassId) -> Vec<ClassId> {
        let superclasses = self.superclass_chain(class);
        let mut owners = superclasses.clone();
        let mut is_abstract = true;
        let mut defaults: Vec<ClassId> = Vec::new();

        for &superclass in &superclasses {
            let access = self.class_data(superclass).access;
            is_abstract &=
                access.is_abstract() || access.is_interface() || access.has(Access::ENUM);
            for interface in self
                .header(superclass)
                .interfaces
                .iter()
                .filter_map(|&ty| self.class_of(ty))
            {
                let all = self.superinterfaces(interface);
                let into = if is_abstract {
                    &mut owners
                } else {
                    &mut defaults
                };
                all.into_iter()
                    .for_each(|interface| push_new(interface, into));
            }
        }

        for interface in defaults {
            if self.has_default_methods(interface) {
                push_new(interface, &mut owners);
            }
        }

        owners
    }

    /// The class and its superclasses, `Object` last, of interfaces, too.
    pub(crate) fn superclass_chain(&self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        let object = self.known_class(self.known().object);
        while let Some(superclass) = self
            .header(chain[chain.len() - 1])
            .superclass
            .and_then(|ty| self.class_of(ty))
        {
            if chain.contains(&superclass) {
                break;
            }
            chain.push(superclass);
        }
        push_new(object, &mut chain);
        chain
    }

    /// The interface and its superinterfaces, subinterfaces first.
    pub(crate) fn superinterfaces(&self, interface: ClassId) -> Vec<ClassId> {
        let mut found = vec![interface];
        let mut next = 0;
        while next < found.len() {
            let header = self.header(found[next]);
            header
                .interfaces
                .iter()
                .filter_map(|&ty| self.class_of(ty))
                .for_each(|class| push_new(class, &mut found));
            next += 1;
        }
        found
    }

    fn has_default_methods(&self, interface: ClassId) -> bool {
        let hidden = Access::STATIC.0 | Access::PRIVATE.0 | Access::ABSTRACT.0;
        let names = self.declared_method_names(interface);
        names.iter().any(|name| {
            self.declared_methods(interface, name)
                .iter()
                .any(|m| m.access.0 & hidden == 0)
        })
    }

    /// Returns whether a method of a supertype is a member of the class (JLS 8.4.8, 9.4.1),
    /// overriding apart.
    fn is_inherited(&self, method: &Method, class: ClassId) -> bool {
        let access = method.access;
        if access.is_static() && self.class_data(method.class).is_interface()
            || access.is_private()
            || &*method.name == CONSTRUCTOR
        {
            return false;
        }
        // Of `Object` an interface has the public methods only (JLS 9.2).
        if method.class == self.known_class(self.known().object)
            && self.class_data(class).is_interface()
        {
            return access.has(Access::PUBLIC);
        }
        access.has(Access::PUBLIC)
            || access.has(Access::PROTECTED)
            || self.same_package(method.class, class)
    }

    /// Returns whether two classes are in one package.
    pub(crate) fn same_package(&self, left: ClassId, right: ClassId) -> bool {
        self.class_name(left).package() == self.class_name(right).package()
    }

    /// Returns whether two classes are in one top-level class.
    pub(crate) fn same_outermost(&self, left: ClassId, right: ClassId) -> bool {
        self.outermost(left) == self.outermost(right)
    }

    /// The top-level class around a class. Its name would not tell: names of classes may hold `$`
    /// themselves.
    fn outermost(&self, class: ClassId) -> ClassId {
        std::iter::successors(Some(class), |&class| self.class_data(class).outer)
            .last()
            .unwrap_or(class)
    }

    /// Returns whether a method of a subclass overrides or hides one of a superclass, both members
    /// of `class`.
    fn overrides_or_hides(&self, sub: &Method, sup: &Method, class: ClassId) -> bool {
        let is_sub = sub.class != sup.class && self.is_subclass(sub.class, sup.class)
            || sup.class == self.known_class(self.known().object)
                && self.class_data(sub.class).is_interface()
                && sub.class == class;
        let same_kind = sub.access.is_static() == sup.access.is_static();
        let private = sup.access.is_private();
        is_sub && same_kind && !private && self.is_subsignature(sub, sup, self.this_type(class))
    }

    /// JLS 8.4.2: same type parameters and parameter types as members of `site`, or those of the
    /// other's erasure.
    pub(crate) fn is_subsignature(&self, sub: &Method, sup: &Method, site: Ty) -> bool {
        if sub.formals.len() != sup.formals.len() {
            return false;
        }
        let (left, _) = self.member_signature(sub, site);
        let (right, _) = self.member_signature(sup, site);
        let own = self.variable_types(&sub.parameters);
        let same_arity = sub.parameters.len() == sup.parameters.len();
        let adapted = self.substitute_all(&right, &sup.parameters, &own);
        let same = same_arity && left == adapted;
        same || left
            .iter()
            .copied()
            .eq(right.iter().map(|&ty| self.erasure(ty)))
    }

    /// Types of the parameters and of the result of a method as a member of a type: of a raw type,
    /// erased (JLS 4.8).
    pub(crate) fn member_signature(&self, method: &Method, site: Ty) -> (TyList, Ty) {
        let map = |replace: &dyn Fn(Ty) -> Ty| {
            (
                method.formals.iter().map(|&ty| replace(ty)).collect(),
                replace(method.result),
            )
        };

        if method.access.is_static() {
            return (method.formals.clone(), method.result);
        }

        match self.captured_super(site, method.class) {
            Some(owner) if self.is_raw(owner) => map(&|ty| self.erasure(ty)),
            Some(owner) => {
                let (parameters, arguments) = (
                    &self.class_data(method.class).parameters,
                    self.arguments(owner),
                );
                map(&|ty| self.substitute(ty, parameters, &arguments))
            }
            None => (method.formals.clone(), method.result),
        }
    }

    /// The supertype of a type that is `class`, its wildcards captured: those of the bounds of type
    /// variables are not yet.
    fn captured_super(&self, site: Ty, class: ClassId) -> Option<Ty> {
        self.as_super(site, class)
            .map(|found| self.capture_again(found))
    }

    /// The type of a field as a member of a type; of a raw type, erased, unless it is static.
    pub(crate) fn member_field_type(&self, field: &Field, site: Ty) -> Ty {
        if field.access.is_static() {
            return field.ty;
        }
        match self.captured_super(site, field.class) {
            Some(owner) if self.is_raw(owner) => self.erasure(field.ty),
            Some(owner) => self.substitute(
                field.ty,
                &self.class_data(field.class).parameters,
                &self.arguments(owner),
            ),
            None => field.ty,
        }
    }

    /// The field of this name that a class itself declares.
    pub(crate) fn declared_field(&self, id: ClassId, name: &Arc<str>) -> Option<Rc<Field>> {
        let class = self.class(id);
        if let Some(known) = class.fields.borrow().get(name) {
            return known.clone();
        }
        let data = self.class_data(id);
        let source = data.field_index.get(name).copied();
        let field = source
            .and_then(|source| self.load_field(id, &data.origin, source))
            .map(Rc::new);
        class
            .fields
            .borrow_mut()
            .insert(name.clone(), field.clone());
        field
    }

    fn load_field(&self, class: ClassId, origin: &Origin, source: FieldSource) -> Option<Field> {
        match (origin, source) {
            (Origin::Source(unit, decl), _) => self.source_field(class, *unit, *decl, source),
            (Origin::Library(info), FieldSource::Library(index)) => {
                Some(self.library_field(class, info.fields.get(index)?, index))
            }
            _ => None,
        }
    }

    /// The field of this name that is a member of a class (JLS 8.3): its own, else one of its
    /// superinterfaces and its superclass that code of `from` may see.
    pub(crate) fn field(
        &self,
        class: ClassId,
        name: &Arc<str>,
        from: Option<ClassId>,
    ) -> Option<Rc<Field>> {
        let mut seen = vec![class];
        let mut next = 0;
        while next < seen.len() {
            let owner = seen[next];
            if let Some(field) = self
                .declared_field(owner, name)
                .filter(|f| self.sees_field(f, class, from))
            {
                return Some(field);
            }
            let header = self.header(owner);
            let interfaces = header.interfaces.iter().copied();
            interfaces
                .chain(header.superclass)
                .filter_map(|ty| self.class_of(ty))
                .for_each(|c| push_new(c, &mut seen));
            next += 1;
        }

        None
    }

    fn sees_field(&self, field: &Field, site: ClassId, from: Option<ClassId>) -> bool {
        let Some(from) = from else { return true };
        match field.access {
            access if access.is_private() => {
                self.same_outermost(field.class, from) && field.class == site
            }
            access if access.has(Access::PUBLIC) || access.has(Access::PROTECTED) => true,
            _ => self.same_package(field.class, from),
        }
    }

    /// The declaration of a class of the sources.
    pub(crate) fn declaration(&self, class: ClassId) -> Option<(usize, TypeDeclId)> {
        self.class_data(class).source()
    }

    /// The class of a type's members: the class itself; of an array, `Object`.
    pub(crate) fn member_class(&self, ty: Ty) -> Option<ClassId> {
        match self.kind(ty) {
            Kind::Class(class, _) => Some(class),
            Kind::Array(_) => Some(self.known_class(self.known().object)),
            _ => None,
        }
    }
}

fn push_new(class: ClassId, into: &mut Vec<ClassId>) {
    if !into.contains(&class) {
        into.push(class);
    }
}
