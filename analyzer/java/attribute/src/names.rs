//! The meaning of the names of types (JLS 6.4.1, 6.5.4, 6.5.5). Simple and qualified names become
//! binary names, through enclosing bodies, inherited member types, imports, the package and
//! `java.lang`.

mod modules;

use java_types::Spelling;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{
    Ident, Import, Nesting, TypeDecl, TypeDeclId, TypeDeclKind, TypeRef, TypeRefKind, Unit,
};
use java_types::Access;
use java_types::Library;
use java_types::class_info::ClassInfo;
use rustc_hash::FxHashMap;

use crate::binary_names::UnitTypes;
use crate::scope::{Entry, Scope};

/// The units of the program and the types they declare.
#[derive(Debug)]
pub(crate) struct Sources<'a> {
    pub(crate) units: &'a [Unit],
    pub(crate) types: &'a [UnitTypes],
    index: FxHashMap<&'a str, (usize, TypeDeclId)>,
    packages: FxHashMap<&'a str, Vec<usize>>,
}

impl<'a> Sources<'a> {
    /// Indexes the types by name; where two have the same name, the first one counts. O(types).
    pub(crate) fn new(units: &'a [Unit], types: &'a [UnitTypes]) -> Self {
        let mut index = FxHashMap::default();
        for (unit, types) in types.iter().enumerate() {
            for (decl, name) in types.names.iter_enumerated() {
                index.entry(&**name).or_insert((unit, decl));
            }
        }

        let mut packages: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (index, unit) in units.iter().enumerate() {
            packages.entry(&unit.package).or_default().push(index);
        }

        Sources {
            units,
            types,
            index,
            packages,
        }
    }

    /// The units of a package, in order.
    pub(crate) fn in_package(&self, package: &str) -> impl Iterator<Item = usize> {
        self.packages.get(package).into_iter().flatten().copied()
    }

    /// Unit and declaration of a class.
    pub(crate) fn find(&self, class: &str) -> Option<(usize, TypeDeclId)> {
        self.index.get(class).copied()
    }
}

/// A place in a unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Index of the unit.
    pub(crate) unit: usize,
    /// The scope of the place within it.
    pub(crate) scope: &'a Scope,
}

/// The declaration of a type parameter, in the unit that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ParameterOwner {
    Class(TypeDeclId),
    /// By the method's index among the members.
    Method(TypeDeclId, usize),
}

/// The meaning of a simple name as a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TypeName {
    /// A type parameter, by its index.
    Variable(ParameterOwner, usize),
    /// A class, by its internal binary name.
    Class(Arc<str>),
}

/// The meaning of a qualified name as a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QualifiedType {
    /// How many leading identifiers name a package.
    pub(crate) package: usize,
    /// The meaning of the first identifier after the package.
    pub(crate) first: TypeName,
    /// The member types that the following identifiers name.
    pub(crate) members: Vec<Arc<str>>,
}

/// The meaning of type names, with what was found so far. One for each thread of work.
pub(crate) struct Names<'a> {
    pub(crate) sources: &'a Sources<'a>,
    library: &'a dyn Library,
    supertypes: RefCell<FxHashMap<Arc<str>, Supertypes>>,
    members: Answers<(Arc<str>, Arc<str>)>,
    outside: Answers<(usize, Arc<str>)>,
    /// Packages that module imports open, by the name of the module.
    modules: RefCell<FxHashMap<Box<str>, Rc<[String]>>>,
}

/// Names of direct supertypes.
type Supertypes = Rc<[Arc<str>]>;

/// The classes found so far for questions of one kind; `None` where there is none.
type Answers<Question> = RefCell<FxHashMap<Question, Option<Arc<str>>>>;

impl<'a> Names<'a> {
    pub(crate) fn new(sources: &'a Sources<'a>, library: &'a dyn Library) -> Self {
        Names {
            sources,
            library,
            supertypes: RefCell::default(),
            members: RefCell::default(),
            outside: RefCell::default(),
            modules: RefCell::default(),
        }
    }

    /// Returns whether there is a class of this internal binary name.
    pub(crate) fn exists(&self, class: &str) -> bool {
        self.sources.find(class).is_some() || self.library.class(class).is_some()
    }

    /// The meaning of a simple name (JLS 6.5.5.1).
    pub(crate) fn simple(&self, place: Place, name: &Arc<str>) -> Option<TypeName> {
        let unit = &self.sources.units[place.unit];
        for entry in place.scope.entries() {
            let found = match entry {
                Entry::LocalClass(local, decl) if local == name => {
                    Some(TypeName::Class(self.name_of(place.unit, *decl)))
                }
                Entry::Class(decl) => self
                    .visible_member(place.unit, &self.name_of(place.unit, *decl), name)
                    .map(TypeName::Class),
                Entry::Parameters(decl) => unit.type_decls[*decl]
                    .type_parameters
                    .iter()
                    .position(|p| p.name.text == *name)
                    .map(|index| TypeName::Variable(ParameterOwner::Class(*decl), index)),
                Entry::Method(decl, member) => method_parameter(unit, *decl, *member, name),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }

        self.outside(place.unit, name).map(TypeName::Class)
    }

    /// The meaning of a qualified name (JLS 6.5.5.2); a name of one identifier is a simple one.
    pub(crate) fn qualified(&self, place: Place, parts: &[&Ident]) -> Option<QualifiedType> {
        let (first, rest) = parts.split_first()?;
        if let Some(first) = self.simple(place, &first.text) {
            let members = self.member_chain(place, &first, rest)?;
            return Some(QualifiedType {
                package: 0,
                first,
                members,
            });
        }

        for package in 1..parts.len() {
            let class = join(&parts[..=package]);
            if self.exists(&class) {
                let first = TypeName::Class(class.into());
                let members = self.member_chain(place, &first, &parts[package + 1..])?;
                return Some(QualifiedType {
                    package,
                    first,
                    members,
                });
            }
        }

        None
    }

    fn member_chain(
        &self,
        place: Place,
        first: &TypeName,
        rest: &[&Ident],
    ) -> Option<Vec<Arc<str>>> {
        let mut chain: Vec<Arc<str>> = Vec::with_capacity(rest.len());
        for part in rest {
            let TypeName::Class(class) = first else {
                return None;
            };
            let class = chain.last().unwrap_or(class);
            let member = self
                .visible_member(place.unit, class, &part.text)
                .or_else(|| self.member(class, &part.text))?;
            chain.push(member);
        }
        Some(chain)
    }

    /// The internal name that a type which is nowhere to be found most probably has: that of its
    /// import, else in the package that is written, else in the unit's own package.
    pub(crate) fn missing(&self, unit: usize, parts: &[&Ident]) -> Arc<str> {
        let unit = &self.sources.units[unit];
        let written: Vec<&Ident> = match imported(unit, &parts[0].text) {
            Some(import) => import
                .path
                .iter()
                .chain(parts[1..].iter().copied())
                .collect(),
            None => parts.to_vec(),
        };
        most_probable(&written, &unit.package)
    }

    /// The internal name that an imported type which is nowhere to be found most probably has.
    pub(crate) fn missing_import(&self, unit: usize, name: &Ident) -> Option<Arc<str>> {
        let import = imported(&self.sources.units[unit], &name.text)?;
        (!import.is_static).then(|| self.missing(unit, &[name]))
    }

    /// The types that a unit imports and that are nowhere to be found, as written.
    pub(crate) fn missing_imports(&self, unit: usize) -> impl Iterator<Item = &'a [Ident]> {
        let imports = self.sources.units[unit]
            .imports
            .iter()
            .filter(|import| !import.is_module);
        let named = imports
            .filter(|import| import.is_static || !import.on_demand)
            .map(Import::class_path);
        named.filter(|path| self.canonical(path).is_none())
    }

    /// A member type that a place can name by its simple name: not one that is hidden from it (JLS
    /// 6.6), so that the search goes on outside.
    pub(crate) fn visible_member(
        &self,
        unit: usize,
        class: &Arc<str>,
        name: &Arc<str>,
    ) -> Option<Arc<str>> {
        self.member(class, name)
            .filter(|member| self.is_visible(unit, member))
    }

    /// The member type of a class, declared or inherited (JLS 8.5).
    pub(crate) fn member(&self, class: &Arc<str>, name: &Arc<str>) -> Option<Arc<str>> {
        let key = (class.clone(), name.clone());
        if let Some(known) = self.members.borrow().get(&key) {
            return known.clone();
        }
        self.members.borrow_mut().insert(key.clone(), None);
        let found = self.declared_member(class, name).or_else(|| {
            let supertypes = self.supertypes(class);
            supertypes
                .iter()
                .find_map(|supertype| self.member(supertype, name))
        });
        self.members.borrow_mut().insert(key, found.clone());
        found
    }

    fn declared_member(&self, class: &str, name: &str) -> Option<Arc<str>> {
        let member = format!("{class}${name}");
        self.exists(&member).then(|| member.into())
    }

    /// Names of the direct supertypes of a class, the superclass first. Cycles are cut.
    pub(crate) fn supertypes(&self, class: &Arc<str>) -> Rc<[Arc<str>]> {
        if let Some(known) = self.supertypes.borrow().get(class) {
            return known.clone();
        }

        self.supertypes
            .borrow_mut()
            .insert(class.clone(), Rc::new([]));
        let found: Rc<[Arc<str>]> = match self.sources.find(class) {
            Some((unit, decl)) => self.declared_supertypes(unit, decl).into(),
            None => self.library.class(class).map_or_else(
                || [].into(),
                |info| {
                    info.super_name
                        .iter()
                        .chain(&info.interfaces)
                        .cloned()
                        .collect()
                },
            ),
        };
        self.supertypes
            .borrow_mut()
            .insert(class.clone(), found.clone());

        found
    }

    /// Gives an anonymous class after an outer instance its superclass, which the class's
    /// declaration does not tell.
    pub(crate) fn set_superclass(&self, class: Arc<str>, superclass: Arc<str>) {
        self.members
            .borrow_mut()
            .retain(|(owner, _), _| *owner != class);
        self.supertypes
            .borrow_mut()
            .insert(class, Rc::new([superclass]));
    }

    fn declared_supertypes(&self, unit: usize, decl: TypeDeclId) -> Vec<Arc<str>> {
        let scope = self.header_scope(unit, decl);
        let place = Place {
            unit,
            scope: &scope,
        };
        let declaration = &self.sources.units[unit].type_decls[decl];
        let written = declaration.extends.iter().chain(&declaration.implements);
        let implied = implied_superclass(declaration).map(Arc::from);
        implied
            .into_iter()
            .chain(written.filter_map(|ty| self.class_of(place, ty)))
            .collect()
    }

    /// Returns what the header of a type sees: its own type parameters, and what is around it.
    pub(crate) fn header_scope(&self, unit: usize, decl: TypeDeclId) -> Scope {
        self.sources.types[unit].scopes[decl].with(Entry::Parameters(decl))
    }

    /// The class that a type names, if it names one.
    pub(crate) fn class_of(&self, place: Place, ty: &TypeRef) -> Option<Arc<str>> {
        let TypeRefKind::Named(parts) = &ty.kind else {
            return None;
        };
        let idents: Vec<&Ident> = parts.iter().map(|(ident, _)| ident).collect();
        match self.qualified(place, &idents) {
            Some(mut found) => match (found.members.pop(), found.first) {
                (Some(member), _) => Some(member),
                (None, TypeName::Class(class)) => Some(class),
                (None, TypeName::Variable(..)) => None,
            },
            None => None,
        }
    }

    fn name_of(&self, unit: usize, decl: TypeDeclId) -> Arc<str> {
        self.sources.types[unit].names[decl].clone()
    }

    /// The meaning of a simple name in the unit as a whole: single-type imports, the package,
    /// imports on demand, those of modules.
    fn outside(&self, unit: usize, name: &Arc<str>) -> Option<Arc<str>> {
        let key = (unit, name.clone());
        if let Some(known) = self.outside.borrow().get(&key) {
            return known.clone();
        }

        self.outside.borrow_mut().insert(key.clone(), None);
        let found = match self.imported(unit, name) {
            Some(imported) => imported,
            None => {
                let near = self
                    .in_package(unit, name)
                    .or_else(|| self.on_demand(unit, name));
                near.or_else(|| self.of_modules(unit, name))
            }
        };
        self.outside.borrow_mut().insert(key, found.clone());

        found
    }

    /// Finds the type that single imports give the name. `Some(None)`: one gives it, and its type
    /// is missing. Such a type shadows those of the package and of imports on demand like any other
    /// (JLS 6.4.1). A static import of a missing class may import a type, too.
    fn imported(&self, unit: usize, name: &str) -> Option<Option<Arc<str>>> {
        let single = || {
            self.sources.units[unit]
                .imports
                .iter()
                .filter(|import| import.is_single_of(name))
        };
        if let Some(found) = single().find_map(|import| self.canonical(&import.path)) {
            return Some(Some(found));
        }
        let shadows = |import: &Import| !import.is_static || self.imports_from_missing(import);
        single().any(shadows).then_some(None)
    }

    /// Says whether an import is static and its class is missing.
    pub(crate) fn imports_from_missing(&self, import: &Import) -> bool {
        import.is_static && self.canonical(import.class_path()).is_none()
    }

    fn in_package(&self, unit: usize, name: &str) -> Option<Arc<str>> {
        let class = match self.sources.units[unit].package.as_str() {
            "" => name.to_owned(),
            package => format!("{}/{name}", package.to_internal()),
        };
        self.exists(&class).then(|| class.into())
    }

    fn on_demand(&self, unit: usize, name: &Arc<str>) -> Option<Arc<str>> {
        let imports = self.sources.units[unit]
            .imports
            .iter()
            .filter(|import| import.on_demand);
        let explicit = imports.filter_map(|import| {
            let package: Arc<str> = format!("{}/{name}", join_all(&import.path)).into();
            if !import.is_static && self.exists(&package) {
                return Some(package);
            }
            self.canonical(&import.path)
                .and_then(|class| self.visible_member(unit, &class, name))
        });

        let java_lang: Arc<str> = format!("java/lang/{name}").into();
        let java_lang = Some(java_lang).filter(|class| self.exists(class));
        java_lang
            .into_iter()
            .chain(explicit)
            .find(|class| self.is_visible(unit, class))
    }

    /// The class of a canonical name (JLS 6.7), member types inherited by the named class included.
    pub(crate) fn canonical(&self, path: &[Ident]) -> Option<Arc<str>> {
        (1..=path.len()).find_map(|outermost| {
            let first: Arc<str> = join_all(&path[..outermost]).into();
            let first = Some(first).filter(|class| self.exists(class));
            path[outermost..]
                .iter()
                .fold(first, |class, part| self.member(&class?, &part.text))
        })
    }

    /// Returns whether code of a unit may name the class (JLS 6.6.1): types that are private to
    /// another package or top-level class are not seen.
    fn is_visible(&self, unit: usize, class: &str) -> bool {
        let access = self.class_access(class);
        if access.is_private() {
            return self
                .sources
                .find(class)
                .is_some_and(|(declaring, _)| declaring == unit);
        }
        let package = || self.sources.units[unit].package.to_internal();
        access.has(Access::PUBLIC) || access.has(Access::PROTECTED) || class.package() == package()
    }

    fn class_access(&self, class: &str) -> Access {
        match self.sources.find(class) {
            Some((unit, decl)) => declared_access(&self.sources.units[unit], decl),
            None => self
                .library
                .class(class)
                .map_or(Access(0), |info| declared_access_of(&info)),
        }
    }
}

/// The access of a type as declared, members of interfaces being public (JLS 9.5).
pub(crate) fn declared_access(unit: &Unit, decl: TypeDeclId) -> Access {
    let written = Access(unit.type_decls[decl].modifiers.access);
    let in_interface = |outer: TypeDeclId| {
        matches!(
            unit.type_decls[outer].kind,
            TypeDeclKind::Interface | TypeDeclKind::Annotation
        )
    };
    match unit.type_decls[decl].nesting {
        Nesting::Member(outer) if in_interface(outer) => written | Access::PUBLIC,
        _ => written,
    }
}

/// The superclass that is not written (JLS 8.1.4, 8.9, 8.10, 9.6); interfaces have members of
/// `Object`, too.
pub(crate) fn implied_superclass(decl: &TypeDecl) -> Option<&'static str> {
    match decl.kind {
        TypeDeclKind::Class if decl.extends.is_some() => None,
        TypeDeclKind::Class | TypeDeclKind::Interface => Some("java/lang/Object"),
        TypeDeclKind::Enum => Some("java/lang/Enum"),
        TypeDeclKind::Record => Some("java/lang/Record"),
        TypeDeclKind::Annotation => Some("java/lang/annotation/Annotation"),
    }
}

fn method_parameter(unit: &Unit, decl: TypeDeclId, member: usize, name: &str) -> Option<TypeName> {
    let java_syntax::ast::Member::Method(method) = &unit.type_decls[decl].members[member] else {
        return None;
    };
    let index = method
        .type_parameters
        .iter()
        .position(|p| *p.name.text == *name)?;
    Some(TypeName::Variable(
        ParameterOwner::Method(decl, member),
        index,
    ))
}

fn imported<'u>(unit: &'u Unit, name: &str) -> Option<&'u Import> {
    unit.imports.iter().find(|import| import.is_single_of(name))
}

/// The internal name of a missing type that is named by this path in a package: what begins with a
/// capital letter is a class, what stands before it a package.
pub(crate) fn most_probable(path: &[&Ident], package: &str) -> Arc<str> {
    let outermost = path
        .iter()
        .position(|part| part.text.starts_with(char::is_uppercase));
    let outermost = outermost.unwrap_or(path.len().saturating_sub(1));
    let (outer, nested) = path.split_at((outermost + 1).min(path.len()));
    let mut name = join(outer);
    if outermost == 0 && !package.is_empty() {
        name = format!("{}/{name}", package.to_internal());
    }
    for nested in nested {
        name = format!("{name}${}", nested.text);
    }
    name.into()
}

fn join(parts: &[&Ident]) -> String {
    parts
        .iter()
        .map(|part| &*part.text)
        .collect::<Vec<_>>()
        .join("/")
}

fn join_all(parts: &[Ident]) -> String {
    parts
        .iter()
        .map(|part| &*part.text)
        .collect::<Vec<_>>()
        .join("/")
}

/// Flags as declared: `private`, `protected` and `static` of nested classes stand in `InnerClasses`
/// alone.
pub(crate) fn declared_access_of(info: &ClassInfo) -> Access {
    info.nesting().map_or(info.access, |row| row.access)
}
