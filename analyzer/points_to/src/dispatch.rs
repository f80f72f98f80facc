//! Which methods of the sources a call may run.

use std::sync::Arc;

use indexmap::IndexMap;
use ir::{AllocationKind, ClassId, Method, MethodId, MethodKind, MethodRef, Program};
use java_types::Access;
use java_types::class_info::MethodInfo;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::{Answer, Hierarchy};
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::equality::is_asked_by_equals;
use crate::memo::Memo;

/// A target of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Callee {
    /// A method of the sources that has a body.
    Method(MethodId),
    /// Code without sources: the JDK, jars, native methods.
    Library,
}

impl Callee {
    /// The method, if it is one of the sources.
    pub fn method(self) -> Option<MethodId> {
        match self {
            Callee::Method(method) => Some(method),
            Callee::Library => None,
        }
    }
}

/// Name and number of parameters: what an overriding method has in common with the overridden one,
/// whatever generics do to descriptors.
type Shape = (Arc<str>, usize);

/// Class of the receiver, and the method that the instruction names: its owner counts, as methods
/// with package access are overridden in their package only.
type Selection = (Arc<str>, MethodRef);

/// Finds callees. Selection over-approximates JVMS 5.4.6: bridge methods are not in the sources, so
/// a method of the same name and number of parameters is taken to override unless the types rule it
/// out. What a class inherits may implement an interface of that class alone, by a bridge method
/// there.
pub struct Dispatch<'a> {
    program: &'a Program,
    classes: FxHashMap<Arc<str>, ClassId>,
    methods: FxHashMap<(ClassId, Arc<str>), Vec<MethodId>>,
    /// With their numbers of parameters.
    by_name: IndexMap<Arc<str>, Vec<(usize, MethodId)>, FxBuildHasher>,
    /// For the body of a functional object the number of arguments that an invocation passes.
    invoked: FxHashMap<MethodId, usize>,
    selected: Memo<Selection, Vec<Callee>>,
    /// The names of methods that classes have, by position.
    names: Memo<Arc<str>, Arc<RoaringBitmap>>,
    interfaces: Memo<Arc<str>, Arc<[ClassId]>>,
    called_back: Memo<Arc<str>, Arc<[MethodId]>>,
    /// The enums that code of a class, or of one nested in it, switches over, by the outermost
    /// class.
    switched: FxHashMap<Arc<str>, Vec<Arc<str>>>,
}

impl<'a> Dispatch<'a> {
    /// Indexes the sources. O(methods).
    pub fn new(program: &'a Program) -> Self {
        let classes = program
            .classes
            .iter_enumerated()
            .map(|(id, class)| (class.name.clone(), id))
            .collect();
        let mut methods: FxHashMap<(ClassId, Arc<str>), Vec<MethodId>> = FxHashMap::default();
        let mut by_name: IndexMap<Arc<str>, Vec<(usize, MethodId)>, FxBuildHasher> =
            IndexMap::default();

        for (id, method) in program
            .methods
            .iter_enumerated()
            .filter(|(_, m)| is_callable_by_name(m))
        {
            methods
                .entry((method.class, method.name.clone()))
                .or_default()
                .push(id);
            by_name
                .entry(method.name.clone())
                .or_default()
                .push((arity(&method.descriptor), id));
        }

        let invoked = program
            .allocations
            .iter()
            .filter_map(|site| match &site.kind {
                AllocationKind::Functional {
                    body, descriptor, ..
                } => Some((*body, arity(descriptor))),
                _ => None,
            });

        Dispatch {
            program,
            classes,
            methods,
            by_name,
            invoked: invoked.collect(),
            selected: Memo::default(),
            names: Memo::default(),
            interfaces: Memo::default(),
            called_back: Memo::default(),
            switched: switched(program),
        }
    }

    /// The classes that are initialized when a switch of a method over an enum begins, whatever it
    /// is over: javac keeps the tables of all such switches inside an outermost class in one class,
    /// and makes them together.
    pub fn switched_with(&self, method: MethodId) -> &[Arc<str>] {
        let method = &self.program.methods[method];
        let has_table = method
            .body
            .as_ref()
            .is_some_and(|body| !body.initialized.is_empty());
        let outermost = outermost(&self.program.classes[method.class].name);
        self.switched
            .get(outermost)
            .filter(|_| has_table)
            .map_or(&[], Vec::as_slice)
    }

    /// The class of the sources with this internal name.
    pub fn class(&self, name: &str) -> Option<ClassId> {
        self.classes.get(name).copied()
    }

    /// The methods of this name that a class of the sources declares.
    pub fn declared(&self, class: ClassId, name: &Arc<str>) -> &[MethodId] {
        self.methods
            .get(&(class, name.clone()))
            .map_or(&[], Vec::as_slice)
    }

    /// The method that a static or special call runs (JVMS 5.4.3.3): the named one, searched in the
    /// owner, its superclasses and superinterfaces.
    pub fn resolve(&self, callee: &MethodRef) -> Callee {
        let Some(class) = self.class(&callee.owner) else {
            return Callee::Library;
        };
        let exact = self.declared(class, &callee.name).iter().copied();

        if let Some(found) = exact
            .into_iter()
            .find(|&m| self.program.methods[m].descriptor == callee.descriptor)
        {
            return self.with_body(found);
        }
        let info = &self.program.classes[class].info;
        let supers = info.super_name.iter().chain(&info.interfaces);
        let inherited = supers.map(|owner| {
            self.resolve(&MethodRef {
                owner: owner.clone(),
                ..callee.clone()
            })
        });

        inherited
            .into_iter()
            .find(|found| *found != Callee::Library)
            .unwrap_or(Callee::Library)
    }

    /// The methods that a virtual or interface call of `callee` may run on an object whose class is
    /// `class`.
    pub fn select(&self, class: &Arc<str>, callee: &MethodRef) -> Vec<Callee> {
        if !self.has_method_named(class, &callee.name) {
            return vec![Callee::Library];
        }
        let key = (class.clone(), callee.clone());
        self.selected.get(&key, || {
            let mut found = Vec::new();
            if !self.select_in_classes(class, callee, &mut found) {
                self.select_in_interfaces(class, callee, &mut found);
            }
            found.sort();
            found.dedup();
            found
        })
    }

    /// Returns whether a class of the sources, or one that is known to be above it, declares a
    /// method of this name: else a call on an object runs none of the sources. Most pairs of a
    /// class and a name are ruled out so.
    fn has_method_named(&self, class: &Arc<str>, name: &Arc<str>) -> bool {
        let Some(number) = self
            .by_name
            .get_index_of(name)
            .and_then(|number| u32::try_from(number).ok())
        else {
            return false;
        };
        self.names
            .get(class, || Arc::new(self.names_in(class)))
            .contains(number)
    }

    /// The names of the methods of a class and of those above it, by their position in
    /// [`Dispatch::by_name`].
    fn names_in(&self, class: &Arc<str>) -> RoaringBitmap {
        let supertypes = self.program.hierarchy.supertypes(class);
        let classes = supertypes
            .names()
            .iter()
            .filter_map(|above| self.class(above));
        let methods = classes.flat_map(|class| &self.program.classes[class].methods);
        let numbers =
            methods.filter_map(|&id| self.by_name.get_index_of(&self.program.methods[id].name));
        numbers
            .filter_map(|number| u32::try_from(number).ok())
            .collect()
    }

    /// Returns whether the first parameter of a body is a receiver.
    pub fn has_receiver(&self, method: MethodId) -> bool {
        !Access(self.program.methods[method].access).is_static()
            && !self.invoked.contains_key(&method)
    }

    /// The position of the parameter that a call's first argument goes to: behind the receiver, or
    /// behind the captured values of a functional body.
    pub fn first_argument(&self, method: MethodId) -> usize {
        let parameters = self.program.methods[method]
            .body
            .as_ref()
            .map_or(0, |body| body.parameters.len());
        match self.invoked.get(&method) {
            Some(&arguments) => parameters.saturating_sub(arguments),
            None => usize::from(self.has_receiver(method)),
        }
    }

    /// Every method of the sources of this name and number of parameters, in id order.
    pub fn named(&self, name: &str, parameters: usize) -> Vec<MethodId> {
        let is_of_properties =
            |id: MethodId| self.program.classes[self.program.methods[id].class].is_of_properties;
        let named = self.by_name.get(name).into_iter().flatten().copied();
        let named = named.filter(|(_, id)| !is_of_properties(*id));
        let fits = |&(arity, id): &(usize, MethodId)| {
            arity == parameters && self.program.methods[id].body.is_some()
        };
        named.filter(fits).map(|(_, id)| id).collect()
    }

    /// The methods that code without sources may call on an object of this class of the sources:
    /// those that may override a method of a supertype without sources (all of them, where such a
    /// supertype is missing), members of annotations, and the serialization hooks.
    pub fn callbacks(&self, class: &Arc<str>) -> Arc<[MethodId]> {
        self.called_back
            .get(class, || self.find_callbacks(class).into())
    }

    fn find_callbacks(&self, class: &Arc<str>) -> Vec<MethodId> {
        let hooks = HOOKS
            .iter()
            .map(|&(name, parameters)| (Arc::from(name), parameters))
            .collect();
        self.overriding(class, hooks, &|_| true)
    }

    /// The methods that an `equals` of unknown code may call on an object of this class of the sources
    /// that it is given, beside what models say: see [`is_asked_by_equals`].
    pub fn asked_by_equals(&self, class: &Arc<str>) -> Vec<MethodId> {
        let hierarchy = &self.program.hierarchy;
        let is_asked = |supertype: &str| is_asked_by_equals(hierarchy, supertype);
        self.overriding(class, FxHashSet::default(), &is_asked)
    }

    /// The methods of a class that have one of these shapes, or may override a method of a supertype
    /// without sources that `is_meant`; all of them where a supertype is missing. The JDK calls all
    /// members of annotations by reflection.
    fn overriding(
        &self,
        class: &Arc<str>,
        mut shapes: FxHashSet<Shape>,
        is_meant: &dyn Fn(&str) -> bool,
    ) -> Vec<MethodId> {
        let hierarchy = &self.program.hierarchy;
        let mut anything = false;
        let supertypes = hierarchy.supertypes(class);

        for supertype in supertypes
            .names()
            .iter()
            .filter(|name| self.class(name).is_none())
        {
            match hierarchy.class(supertype) {
                Some(info) if is_meant(supertype) => shapes.extend(
                    info.methods
                        .iter()
                        .map(|m| (m.name.clone(), arity(&m.descriptor))),
                ),
                Some(_) => {}
                None => anything = true,
            }
        }

        let is_annotation = hierarchy
            .is_subclass(class, "java/lang/annotation/Annotation")
            .may();
        let is_called = |&id: &MethodId| {
            let is_member = is_annotation && arity(&self.program.methods[id].descriptor) == 0;
            self.may_be_called_back(id, anything || is_member, &shapes)
        };
        self.inherited_methods(class).filter(is_called).collect()
    }

    /// The methods of a class, of its superclasses and interfaces in the sources.
    fn inherited_methods(&self, class: &Arc<str>) -> impl Iterator<Item = MethodId> {
        let chain = std::iter::successors(self.class(class), |&c| self.superclass(c));
        let interfaces = self.interfaces_of(class);
        let classes: Vec<ClassId> = chain.chain(interfaces.iter().copied()).collect();
        let methods = |class: ClassId| self.program.classes[class].methods.iter().copied();
        classes.into_iter().flat_map(methods)
    }

    fn may_be_called_back(&self, id: MethodId, anything: bool, shapes: &FxHashSet<Shape>) -> bool {
        let method = &self.program.methods[id];
        let overridable = !Access(method.access).is_static()
            && &*method.name != "<init>"
            && is_callable_by_name(method);
        let shape = || (method.name.clone(), arity(&method.descriptor));
        overridable && method.body.is_some() && (anything || shapes.contains(&shape()))
    }

    fn superclass(&self, class: ClassId) -> Option<ClassId> {
        self.program.classes[class]
            .info
            .super_name
            .as_ref()
            .and_then(|name| self.class(name))
    }

    /// The interfaces of the sources above a class, itself included if it is one.
    fn interfaces_of(&self, class: &Arc<str>) -> Arc<[ClassId]> {
        self.interfaces.get(class, || {
            let supertypes = self.program.hierarchy.supertypes(class);
            let interfaces = supertypes
                .names()
                .iter()
                .filter_map(|name| self.class(name));
            let is_interface =
                |&class: &ClassId| self.program.classes[class].info.access.is_interface();
            interfaces.filter(is_interface).collect()
        })
    }

    /// Looks through the class and its superclasses; says whether the search ended at a certain
    /// target.
    fn select_in_classes(
        &self,
        class: &Arc<str>,
        callee: &MethodRef,
        found: &mut Vec<Callee>,
    ) -> bool {
        let mut current = class.clone();
        loop {
            let Some(id) = self.class(&current) else {
                let implemented = self.library_implements(&current, callee);
                if implemented != Answer::No {
                    found.push(Callee::Library);
                }
                return implemented == Answer::Yes;
            };
            if self.collect(id, callee, found) {
                return true;
            }
            match &self.program.classes[id].info.super_name {
                Some(name) => current = name.clone(),
                None => return false,
            }
        }
    }

    fn select_in_interfaces(&self, class: &Arc<str>, callee: &MethodRef, found: &mut Vec<Callee>) {
        for &interface in self.interfaces_of(class).iter() {
            self.collect(interface, callee, found);
        }
        found.push(Callee::Library);
    }

    /// Adds the methods of one class that may be meant, or the one that certainly is; says whether
    /// there is such a one. A class has no bridge method where it declares a method with these
    /// parameters itself.
    fn collect(&self, class: ClassId, callee: &MethodRef, found: &mut Vec<Callee>) -> bool {
        let declared = self.declared(class, &callee.name);
        if declared.is_empty() {
            return false;
        }

        let visible = self.overrides_across_packages(class, callee);
        let inherited = self.may_be_inherited_for(&callee.owner, class);
        let mut possible = Vec::new();

        for &id in declared {
            let method = &self.program.methods[id];
            let access = Access(method.access);
            if access.is_static()
                || access.is_private()
                || method.body.is_none() && !access.has(Access::NATIVE)
            {
                continue;
            }
            match self.overrides(&method.descriptor, &callee.descriptor, inherited) {
                Answer::Yes if visible => {
                    found.push(self.with_body(id));
                    return true;
                }
                Answer::Yes | Answer::Unknown => possible.push(self.with_body(id)),
                Answer::No => {}
            }
        }

        found.extend(possible);
        false
    }

    /// The method of the sources that a call names, with a body or without, in its owner or a
    /// superclass of that.
    fn declaration(&self, callee: &MethodRef) -> Option<MethodId> {
        let chain =
            std::iter::successors(self.class(&callee.owner), |&class| self.superclass(class));
        let mut named = chain
            .flat_map(|class| self.declared(class, &callee.name))
            .copied();
        named.find(|&method| self.program.methods[method].descriptor == callee.descriptor)
    }

    /// Returns whether packages do not keep a method of `class` from overriding `callee`: one with
    /// package access is overridden in its package only, or by way of a class there that widens the
    /// access (JVMS 5.4.5).
    fn overrides_across_packages(&self, class: ClassId, callee: &MethodRef) -> bool {
        let Some(base) = self.declaration(callee) else {
            return true;
        };
        let base = &self.program.methods[base];
        let package = |class: ClassId| self.program.classes[class].info.package();
        Access(base.access).has(Access::PUBLIC)
            || Access(base.access).has(Access::PROTECTED)
            || package(class) == package(base.class)
    }

    /// Returns whether classes below `class` may inherit its methods for an interface that `class`
    /// does not have itself. The interface's parameters may be subtypes then: in `class Low extends
    /// Base<String> implements Texts`, `take(T)` of `Base` implements `take(String)`.
    fn may_be_inherited_for(&self, owner: &str, class: ClassId) -> bool {
        let hierarchy = &self.program.hierarchy;
        hierarchy.is_interface(owner).may()
            && !hierarchy
                .is_subclass(&self.program.classes[class].name, owner)
                .must()
    }

    /// Returns whether a method with descriptor `sub` overrides one with descriptor `base` of the
    /// same name. Equal parameters do (the result may be covariant); reference parameters that are
    /// subtypes may, through a type variable's instantiation, and if the method may be `inherited`
    /// for an interface those that are supertypes.
    fn overrides(&self, sub: &str, base: &str, inherited: bool) -> Answer {
        if sub == base {
            return Answer::Yes;
        }

        let (Some(sub), Some(base)) = (
            MethodDescriptor::parse(sub).ok(),
            MethodDescriptor::parse(base).ok(),
        ) else {
            return Answer::Unknown;
        };

        if sub.parameters.len() != base.parameters.len() {
            return Answer::No;
        }
        if sub.parameters == base.parameters {
            return Answer::Yes;
        }

        let may_be_below = |s: &Type, b: &Type| self.program.hierarchy.is_subtype(s, b).may();
        let fits = |(s, b): (&Type, &Type)| {
            s == b || may_be_below(s, b) || inherited && may_be_below(b, s)
        };

        if sub.parameters.iter().zip(&base.parameters).all(fits) {
            Answer::Unknown
        } else {
            Answer::No
        }
    }

    /// Returns whether a class without sources has an implementation of the method.
    fn library_implements(&self, class: &str, callee: &MethodRef) -> Answer {
        let hierarchy: &Hierarchy = &self.program.hierarchy;
        let chain = superclasses(hierarchy, class);
        if chain.iter().any(|name| hierarchy.class(name).is_none()) {
            return Answer::Unknown;
        }

        let implementing = |m: &MethodInfo| {
            let is_meant = m.name == callee.name && !m.access.is_abstract();
            if is_meant && !m.access.is_static() && !m.access.is_private() {
                self.overrides(&m.descriptor, &callee.descriptor, false)
            } else {
                Answer::No
            }
        };
        let infos = chain.iter().filter_map(|name| hierarchy.class(name));
        let answers: Vec<Answer> = infos
            .flat_map(|info| info.methods.iter().map(implementing).collect::<Vec<_>>())
            .collect();

        [Answer::Yes, Answer::Unknown]
            .into_iter()
            .find(|answer| answers.contains(answer))
            .unwrap_or(Answer::No)
    }

    fn with_body(&self, id: MethodId) -> Callee {
        if self.program.methods[id].body.is_some() {
            Callee::Method(id)
        } else {
            Callee::Library
        }
    }
}

/// A class and its superclasses, upwards; ends with a missing class, if there is one.
pub fn superclasses(hierarchy: &Hierarchy, class: &str) -> Vec<Arc<str>> {
    let above = |name: &Arc<str>| hierarchy.class(name)?.super_name.clone();
    let mut chain: Vec<Arc<str>> = Vec::new();
    let mut next = Some(Arc::from(class));
    while let Some(name) = next.filter(|name| !chain.contains(name)) {
        next = above(&name);
        chain.push(name);
    }
    chain
}

/// Methods that serialization calls on objects whose class has them.
const HOOKS: [(&str, usize); 6] = [
    ("writeObject", 1),
    ("readObject", 1),
    ("readObjectNoData", 0),
    ("writeReplace", 0),
    ("readResolve", 0),
    ("finalize", 0),
];

/// The number of parameters in a descriptor; 0 for a damaged one.
pub fn arity(descriptor: &str) -> usize {
    MethodDescriptor::parse(descriptor).map_or(0, |d| d.parameters.len())
}

fn is_callable_by_name(method: &Method) -> bool {
    matches!(method.kind, MethodKind::Declared | MethodKind::Implicit)
        || matches!(
            method.kind,
            MethodKind::InstanceInitializer | MethodKind::StaticInitializer
        )
}

/// The name of the class around all, as javac builds the names of nested ones (JLS 13.1).
pub(crate) fn outermost(name: &str) -> &str {
    name.split('$').next().unwrap_or(name)
}

fn switched(program: &Program) -> FxHashMap<Arc<str>, Vec<Arc<str>>> {
    let mut found: FxHashMap<Arc<str>, Vec<Arc<str>>> = FxHashMap::default();
    for method in &program.methods {
        let enums = method.body.iter().flat_map(|body| &body.initialized);
        let enums: Vec<Arc<str>> = enums.cloned().collect();
        if !enums.is_empty() {
            found
                .entry(Arc::from(outermost(&program.classes[method.class].name)))
                .or_default()
                .extend(enums);
        }
    }
    found
}
