//! Classes and their members, uniform over sources and class files; all parts are filled when first
//! asked for.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::TypeDeclId;
use java_types::Access;
use java_types::class_info::ClassInfo;
use rustc_hash::FxHashMap;

use super::{ClassId, Ty, TyList, VariableId};

/// Methods of one name.
pub(crate) type Methods = Rc<[Rc<Method>]>;

/// A class or interface.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) id: ClassId,
    /// Internal binary name.
    pub(crate) name: Arc<str>,
    pub(super) data: OnceCell<Rc<ClassData>>,
    pub(super) header: RefCell<Option<Rc<Header>>>,
    pub(super) header_in_progress: Cell<bool>,
    pub(super) methods: RefCell<FxHashMap<Arc<str>, Methods>>,
    pub(super) fields: RefCell<FxHashMap<Arc<str>, Option<Rc<Field>>>>,
}

impl Class {
    pub(super) fn new(id: ClassId, name: Arc<str>) -> Self {
        Class {
            id,
            name,
            data: OnceCell::new(),
            header: RefCell::default(),
            header_in_progress: Cell::new(false),
            methods: RefCell::default(),
            fields: RefCell::default(),
        }
    }
}

/// A class without its supertypes and members.
#[derive(Debug)]
pub(crate) struct ClassData {
    /// Its origin.
    pub(crate) origin: Origin,
    /// Flags as declared, implied ones included.
    pub(crate) access: Access,
    /// The class around it.
    pub(crate) outer: Option<ClassId>,
    /// True if its instances have an instance of the class around it (JLS 8.1.3).
    pub(crate) has_outer_instance: bool,
    /// Type parameters of all enclosing generic instances, outermost first, then its own.
    pub(crate) parameters: Vec<VariableId>,
    /// How many of them are its own.
    pub(crate) own_parameters: usize,
    /// Names of methods (constructors as `<init>`) and where to find each.
    pub(super) method_index: FxHashMap<Arc<str>, Vec<MethodSource>>,
    /// Names of fields and where to find each.
    pub(super) field_index: FxHashMap<Arc<str>, FieldSource>,
}

impl ClassData {
    /// Nothing.
    pub(super) fn missing() -> Self {
        ClassData {
            origin: Origin::Missing,
            access: Access::PUBLIC,
            outer: None,
            has_outer_instance: false,
            parameters: Vec::new(),
            own_parameters: 0,
            method_index: FxHashMap::default(),
            field_index: FxHashMap::default(),
        }
    }

    /// Returns whether it is an interface or annotation type.
    pub(crate) fn is_interface(&self) -> bool {
        self.access.is_interface()
    }

    /// Returns whether nothing is known of it.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self.origin, Origin::Missing)
    }

    /// Unit and declaration, if it is a class of the sources.
    pub(crate) fn source(&self) -> Option<(usize, TypeDeclId)> {
        match self.origin {
            Origin::Source(unit, decl) => Some((unit, decl)),
            _ => None,
        }
    }
}

/// The origin of a class.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    /// A declaration of a unit.
    Source(usize, TypeDeclId),
    /// A class file.
    Library(Arc<ClassInfo>),
    /// Nowhere to be found.
    Missing,
}

/// The direct supertypes of a class, in terms of its parameters.
#[derive(Debug, Clone, Default)]
pub(crate) struct Header {
    /// Absent for `Object` and interfaces.
    pub(crate) superclass: Option<Ty>,
    /// In order.
    pub(crate) interfaces: Vec<Ty>,
}

/// The origin of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MethodSource {
    /// Index among the methods of a class file.
    Library(usize),
    /// Index among the members of a declaration.
    Declared(usize),
    /// The constructor of a class without one (JLS 8.8.9).
    DefaultConstructor,
    /// The canonical constructor of a record without one (JLS 8.10.4).
    CanonicalConstructor,
    /// The accessor of a record component, by its index (JLS 8.10.3).
    Accessor(usize),
    /// `equals`, `hashCode` or `toString` of a record (JLS 8.10.3).
    RecordMember(usize),
    /// `values()` of an enum (JLS 8.9.3).
    EnumValues,
    /// `valueOf(String)` of an enum (JLS 8.9.3).
    EnumValueOf,
}

/// A method or constructor, in terms of its class's parameters and its own.
#[derive(Debug)]
pub(crate) struct Method {
    /// The class that declares it.
    pub(crate) class: ClassId,
    /// `<init>` for a constructor.
    pub(crate) name: Arc<str>,
    /// Flags, implied ones included.
    pub(crate) access: Access,
    /// Its origin.
    pub(crate) source: MethodSource,
    /// Its own type parameters.
    pub(crate) parameters: Vec<VariableId>,
    /// Types of the parameters as written: without outer instances and captured variables.
    pub(crate) formals: TyList,
    /// `void` for a constructor.
    pub(crate) result: Ty,
    /// Exceptions it declares.
    pub(crate) throws: Vec<Ty>,
    /// Erased descriptor, of a constructor with the outer instance and an enum's name and ordinal,
    /// but without captured variables.
    pub(crate) descriptor: Arc<str>,
    /// Compiled from a signature-polymorphic declaration (JLS 15.12.3).
    pub(crate) signature_polymorphic: bool,
}

impl Method {
    /// Returns whether the last parameter takes any number of arguments.
    pub(crate) fn is_varargs(&self) -> bool {
        self.access.has(Access::VARARGS)
    }

    /// Returns whether it can be called with this many arguments at all.
    pub(crate) fn accepts(&self, arity: usize) -> bool {
        self.formals.len() == arity || self.is_varargs() && arity + 1 >= self.formals.len()
    }
}

/// The origin of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FieldSource {
    /// Index among the fields of a class file.
    Library(usize),
    /// Index among the members of a declaration.
    Declared(usize),
    /// An enum constant, by its index.
    EnumConstant(usize),
    /// The field of a record component, by its index.
    Component(usize),
}

/// A field, in terms of its class's parameters.
#[derive(Debug)]
pub(crate) struct Field {
    /// The class that declares it.
    pub(crate) class: ClassId,
    /// Its name.
    pub(crate) name: Arc<str>,
    /// Flags, implied ones included.
    pub(crate) access: Access,
    /// Its type.
    pub(crate) ty: Ty,
    /// Its origin.
    pub(crate) source: FieldSource,
}

/// A type parameter.
#[derive(Debug)]
pub(crate) struct Variable {
    /// Its name.
    pub(crate) name: Arc<str>,
    pub(super) bounds: OnceCell<TyList>,
    pub(super) declaration: VariableDeclaration,
}

impl Variable {
    pub(super) fn new(name: Arc<str>, declaration: VariableDeclaration) -> Self {
        Variable {
            name,
            bounds: OnceCell::new(),
            declaration,
        }
    }
}

/// The place of the bounds of a type parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum VariableDeclaration {
    /// Unit, class, index.
    SourceClass(usize, TypeDeclId, usize),
    /// Unit, class, index of the method among the members, index.
    SourceMethod(usize, TypeDeclId, usize, usize),
    /// Of a class of a class file.
    LibraryClass(ClassId),
    /// Of a method of a class file: its bounds are set when it is read.
    Method,
}
