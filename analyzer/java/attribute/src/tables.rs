//! The findings of attribution.

use std::sync::Arc;

use index_vec::IndexVec;
use java_types::descriptor::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use ir::{CallKind, Constant, Target};
use java_syntax::ast::{ExprId, StmtId, TypeDeclId, VarId};

/// All that lowering needs to know of one unit beyond its tree. Types are erased (JLS 4.6);
/// generics have done their work. A missing entry means "not known": lowering answers with the
/// conservative construct.
#[derive(Debug, Clone, Default)]
pub struct Attribution {
    /// Erased type and constant value of every expression; the type is `None` for packages, types
    /// and the unknown.
    pub exprs: IndexVec<ExprId, TypedExpr>,
    /// Erased type of every local variable; `None` where unknown (treated as `java/lang/Object`).
    pub vars: IndexVec<VarId, Option<Type>>,
    /// Meaning of `Name` and `Select` expressions.
    pub names: FxHashMap<ExprId, NameMeaning>,
    /// Target of `Call` expressions.
    pub calls: FxHashMap<ExprId, CallTarget>,
    /// Target of `New` expressions.
    pub creations: FxHashMap<ExprId, Creation>,
    /// Target of enum constants' constructor calls: by enum and index.
    pub constants: FxHashMap<(TypeDeclId, usize), Creation>,
    /// Target of `this(..)` and `super(..)` statements.
    pub constructor_calls: FxHashMap<StmtId, Creation>,
    /// Implied `super()` of the type's constructors that do not call one, and of its default
    /// constructor.
    pub implied_super: FxHashMap<TypeDeclId, Creation>,
    /// Lambdas and method references.
    pub functionals: FxHashMap<ExprId, Functional>,
    /// Enhanced for loops over an `Iterable`; absent for arrays.
    pub for_eachs: FxHashMap<StmtId, ForEachTarget>,
    /// `close()` of the resources of a try statement, by statement and index.
    pub closes: FxHashMap<(StmtId, usize), CallTarget>,
    /// Record pattern accessors, by the span start of the record pattern: one per component.
    pub accessors: FxHashMap<u32, Vec<CallTarget>>,
    /// Erased type of the types that are written in bodies, by the span start of the `TypeRef`:
    /// casts, class literals, array creations, qualifiers of `this` and `super`, the types of
    /// `instanceof`, of record patterns and of catch parameters, each alternative by itself.
    pub types: FxHashMap<u32, Type>,
    /// Binary name of every type declaration.
    pub type_names: IndexVec<TypeDeclId, Arc<str>>,
    /// Types whose instances have an instance of the class around them (JLS 8.1.3): constructors
    /// take it first.
    pub outer_instances: FxHashSet<TypeDeclId>,
    /// Local and anonymous classes: captured local variables in the order in which javac passes
    /// them to constructors.
    pub captures: FxHashMap<TypeDeclId, Vec<VarId>>,
}

/// The facts about an expression.
#[derive(Debug, Clone, Default)]
pub struct TypedExpr {
    /// Erased static type, before the conversion.
    pub ty: Option<Type>,
    /// The type the context converts it to (boxing, unboxing, checked cast of an erased generic
    /// result), if that changes anything at run time.
    pub conversion: Option<Conversion>,
    /// The value of a constant expression (JLS 15.29).
    pub constant: Option<ir::Constant>,
}

/// An implicit conversion of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conversion {
    /// To the wrapper class (an inserted `valueOf` call).
    Box(Arc<str>),
    /// From the wrapper class to a primitive (an inserted `xxxValue` call on this class).
    Unbox(Arc<str>, Type),
    /// A checked cast (an erased generic result used at its instantiated type).
    Cast(Type),
}

/// Meaning of a name.
#[derive(Debug, Clone, PartialEq)]
pub enum NameMeaning {
    /// A local variable of this unit.
    Local(VarId),
    /// A field.
    Field {
        /// The qualifying type (JLS 13.1) as in the instruction.
        owner: Arc<str>,
        /// The class that declares it.
        declared_in: Arc<str>,
        /// Name.
        name: Arc<str>,
        /// Erased type of the declaration.
        ty: Type,
        /// True if it is static.
        is_static: bool,
        /// For a simple name of an instance field: the class (this or a lexically enclosing one)
        /// whose instance is meant.
        receiver_class: Option<Arc<str>>,
        /// Its value, if it is a constant variable (JLS 4.12.4): no instruction reads it. The name
        /// is a constant expression only where it is simple or qualified by a type (JLS 15.29).
        constant: Option<Constant>,
    },
    /// `array.length`.
    ArrayLength,
    /// A type.
    Type(Type),
    /// A package.
    Package,
}

/// Target of a method call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallTarget {
    /// Resolved, candidates or unresolved.
    pub target: Target,
    /// Which instruction.
    pub kind: CallKind,
    /// For a plain `m(..)` of an instance method: the class (this or a lexically enclosing one)
    /// whose instance is meant.
    pub receiver_class: Option<Arc<str>>,
    /// `super.m(..)` or `T.super.m(..)`.
    pub is_super: bool,
    /// If the call packs its last arguments into an array: index of the first packed one, and the
    /// array's type.
    pub varargs: Option<(usize, Type)>,
    /// Erased declared result; `None` for void or unknown.
    pub result: Option<Type>,
}

/// Target of a constructor call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    /// The constructor as in the instruction, with javac's extra parameters in the descriptor.
    pub target: Target,
    /// The class that is instantiated (the anonymous class itself where there is a body).
    pub class: Arc<str>,
    /// Packing of varargs, counted among the written arguments.
    pub varargs: Option<(usize, Type)>,
    /// The lexically enclosing class whose instance is passed first, if none is written.
    pub outer: Option<Arc<str>>,
    /// The local or anonymous class of this unit whose captured variables are passed last.
    pub captures_of: Option<TypeDeclId>,
}

/// A lambda or method reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Functional {
    /// Internal name of the functional interface.
    pub interface: Arc<str>,
    /// Internal names of the other interfaces, where the target type is an intersection (JLS 9.9).
    pub markers: Vec<Arc<str>>,
    /// Its method's name.
    pub method: Arc<str>,
    /// Its method's erased descriptor.
    pub descriptor: Arc<str>,
    /// Erased types of the parameters as instantiated here (for a lambda: those of its parameters).
    pub parameters: Vec<Type>,
    /// Erased result as instantiated here; `None` for void.
    pub result: Option<Type>,
    /// For a method reference: what it calls.
    pub reference: Option<ReferenceTarget>,
}

/// The method that a reference calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceTarget {
    /// A static method, or an instance method of the evaluated qualifier.
    Method(CallTarget),
    /// `T::m` of an instance method: the first parameter is the receiver.
    Unbound(CallTarget),
    /// `T::new`.
    Constructor(Creation),
    /// `T[]::new`.
    Array(Type),
}

/// The calls of an enhanced for loop over an `Iterable`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForEachTarget {
    /// `iterator()` on the static type of the expression.
    pub iterator: CallTarget,
    /// `java/util/Iterator.hasNext()Z`.
    pub has_next: CallTarget,
    /// `java/util/Iterator.next()Ljava/lang/Object;`.
    pub next: CallTarget,
    /// Erased type the element is cast to.
    pub element: Type,
}
