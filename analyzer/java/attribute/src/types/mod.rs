//! Types, classes and their members as the Java language sees them: sources, class files and the
//! JDK alike.
//!
//! One file for each section of the JLS: kinds of types (4.1 to 4.5), erasure (4.6), supertypes and
//! subtyping (4.10), least upper bounds (4.10.4, 5.1.10), capture (5.1.10), conversions (5),
//! members (8, 9), function types (9.8, 9.9), constants (15.29).
//!
//! A [`Types`] belongs to one thread; it fills its tables while it is asked. Nothing in it depends
//! on the order of the questions but the numbers of types, which never reach a result.

mod bounds;
mod capture;
mod class;
mod constant_fields;
pub(crate) mod constants;
mod conversion;
mod erasure;
mod function;
mod imports;
mod kind;
mod library;
mod member_index;
mod members;
mod projection;
mod signature;
mod source;
mod substitution;
mod subtyping;
mod supertypes;
mod value;
mod well_known;
mod written;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::TypeDeclId;
use java_types::Library;
use rustc_hash::FxHashMap;

pub(crate) use class::{
    Class, ClassData, Field, FieldSource, Header, Method, MethodSource, Methods, Origin, Variable,
};
pub(crate) use conversion::{Compatibility, Phase};
pub(crate) use function::FunctionType;
pub(crate) use kind::{
    CaptureId, ClassId, Contents, InferenceId, Kind, Ty, TyList, VariableId, Wildcard,
};
pub(crate) use member_index::CONSTRUCTOR;
pub(crate) use source::{is_interface, method_decl};
pub(crate) use value::Value;
pub(crate) use well_known::WellKnown;

use crate::finding::Finding;
use crate::names::{Names, Sources};
use crate::unresolved::{NearestNames, Unresolved};
use kind::Interner;

/// The tables of types, classes and type variables.
pub(crate) struct Types<'a> {
    pub(crate) names: Names<'a>,
    library: &'a dyn Library,
    interner: RefCell<Interner>,
    classes: RefCell<Vec<Rc<Class>>>,
    class_ids: RefCell<FxHashMap<Arc<str>, ClassId>>,
    variables: RefCell<Vec<Rc<Variable>>>,
    captures: RefCell<Vec<Capture>>,
    next_inference: Cell<u32>,
    method_parameters: RefCell<FxHashMap<(usize, TypeDeclId, usize), Vec<VariableId>>>,
    super_paths: RefCell<FxHashMap<(ClassId, ClassId), Option<Ty>>>,
    incomplete: RefCell<FxHashMap<ClassId, bool>>,
    member_cache: RefCell<FxHashMap<(ClassId, Arc<str>), Methods>>,
    constants: RefCell<Constants>,
    functions: RefCell<FxHashMap<ClassId, Option<Rc<Method>>>>,
    captured: RefCell<FxHashMap<Ty, Ty>>,
    depth: Cell<u32>,
    assumptions: Cell<u32>,
    known: WellKnown,
    nearest: NearestNames,
}

/// Values of constant fields by class and name; `None` where a field has none.
type Constants = FxHashMap<(ClassId, Arc<str>), Option<Value>>;

/// The bounds of a captured type variable.
#[derive(Debug, Clone, Copy)]
struct Capture {
    upper: Ty,
    lower: Option<Ty>,
}

impl<'a> Types<'a> {
    /// Empty tables over the sources and the library.
    pub(crate) fn new(sources: &'a Sources<'a>, library: &'a dyn Library) -> Self {
        let tables = Tables::new();
        Types {
            names: Names::new(sources, library),
            library,
            interner: RefCell::new(tables.interner),
            classes: RefCell::new(tables.classes),
            class_ids: RefCell::new(tables.class_ids),
            variables: RefCell::default(),
            captures: RefCell::default(),
            next_inference: Cell::new(0),
            method_parameters: RefCell::default(),
            super_paths: RefCell::default(),
            incomplete: RefCell::default(),
            member_cache: RefCell::default(),
            constants: RefCell::default(),
            functions: RefCell::default(),
            captured: RefCell::default(),
            depth: Cell::new(0),
            assumptions: Cell::new(0),
            nearest: NearestNames::default(),
            known: tables.known,
        }
    }

    /// The finding about a type in a unit that cannot be found.
    pub(crate) fn unresolved(&self, unit: usize, unresolved: Unresolved) -> Finding {
        self.nearest.finding(self.names.sources, unit, unresolved)
    }

    /// Classes and types that the language itself speaks of.
    pub(crate) fn known(&self) -> &WellKnown {
        &self.known
    }

    /// Returns what a type is.
    pub(crate) fn kind(&self, ty: Ty) -> Kind {
        self.interner.borrow().kind(ty)
    }

    /// Returns whether any of these occurs in the type.
    pub(crate) fn has(&self, ty: Ty, what: Contents) -> bool {
        self.interner.borrow().contents(ty).any(what)
    }

    /// The type that is this.
    pub(crate) fn intern(&self, kind: Kind) -> Ty {
        self.interner.borrow_mut().intern(kind)
    }

    /// A class type.
    pub(crate) fn class_type(&self, class: ClassId, arguments: &[Ty]) -> Ty {
        self.intern(Kind::Class(class, arguments.into()))
    }

    /// The array type of a component type; of the unknown, the unknown.
    pub(crate) fn array_of(&self, component: Ty) -> Ty {
        if component == Ty::UNKNOWN {
            component
        } else {
            self.intern(Kind::Array(component))
        }
    }

    /// The component type of an array type.
    pub(crate) fn component(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Array(component) => Some(component),
            _ => None,
        }
    }

    /// A fresh inference variable.
    pub(crate) fn fresh_inference(&self) -> (InferenceId, Ty) {
        let id = InferenceId(self.next_inference.get());
        self.next_inference.set(id.0 + 1);
        (id, self.intern(Kind::Inference(id)))
    }

    /// The number of a class, which may turn out to be missing.
    pub(crate) fn class_id(&self, name: &Arc<str>) -> ClassId {
        if let Some(&id) = self.class_ids.borrow().get(name) {
            return id;
        }
        let mut classes = self.classes.borrow_mut();
        let id = ClassId(classes.len() as u32);
        classes.push(Rc::new(Class::new(id, name.clone())));
        self.class_ids.borrow_mut().insert(name.clone(), id);
        id
    }

    /// The class of a number.
    pub(crate) fn class(&self, id: ClassId) -> Rc<Class> {
        self.classes.borrow()[id.0 as usize].clone()
    }

    /// The internal binary name of a class.
    pub(crate) fn class_name(&self, id: ClassId) -> Arc<str> {
        self.classes.borrow()[id.0 as usize].name.clone()
    }

    /// The class of a class type.
    pub(crate) fn class_of(&self, ty: Ty) -> Option<ClassId> {
        match self.kind(ty) {
            Kind::Class(class, _) => Some(class),
            _ => None,
        }
    }

    fn add_variable(&self, variable: Variable) -> VariableId {
        let mut variables = self.variables.borrow_mut();
        let id = VariableId(variables.len() as u32);
        variables.push(Rc::new(variable));
        id
    }

    /// The type variable of a number.
    pub(crate) fn variable(&self, id: VariableId) -> Rc<Variable> {
        self.variables.borrow()[id.0 as usize].clone()
    }
}

/// The tables that hold the well-known types from the start.
struct Tables {
    interner: Interner,
    classes: Vec<Rc<Class>>,
    class_ids: FxHashMap<Arc<str>, ClassId>,
    known: WellKnown,
}

impl Tables {
    fn new() -> Self {
        let mut interner = Interner::new();
        let mut classes = Vec::new();
        let mut class_ids = FxHashMap::default();
        let known = WellKnown::new(|name| {
            let id = ClassId(classes.len() as u32);
            let name: Arc<str> = name.into();
            classes.push(Rc::new(Class::new(id, name.clone())));
            class_ids.insert(name, id);
            interner.intern(Kind::Class(id, [].into()))
        });

        Tables {
            interner,
            classes,
            class_ids,
            known,
        }
    }
}
