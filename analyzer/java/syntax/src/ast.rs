//! The tree of a compilation unit: every construct of Java 8 to 21 (JLS chapters 6 to 15), without
//! comments and layout.
//!
//! Expressions and statements live in arenas of their [`Unit`] and refer to each other by id, so
//! that no depth of nesting overflows a stack on dropping, and later phases keep their findings in
//! side tables indexed by id. Parentheses leave no node. Spans are those of the whole construct
//! unless a field says otherwise.

use std::sync::Arc;

use index_vec::{IndexVec, define_index_type};
use text::Span;

define_index_type! {
    /// An expression of one unit.
    pub struct ExprId = u32;
    DISPLAY_FORMAT = "x{}";
}
define_index_type! {
    /// A statement of one unit.
    pub struct StmtId = u32;
    DISPLAY_FORMAT = "st{}";
}
define_index_type! {
    /// A class, interface, enum, record or annotation declaration of one unit, in order of
    /// position; outer ones first.
    pub struct TypeDeclId = u32;
    DISPLAY_FORMAT = "td{}";
}
define_index_type! {
    /// A local variable declaration of one unit: locals, parameters, patterns, resources, catch and
    /// lambda parameters.
    pub struct VarId = u32;
    DISPLAY_FORMAT = "v{}";
}

/// An identifier and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// Unicode escapes resolved.
    pub text: Arc<str>,
    /// The token.
    pub span: Span,
}

/// A compilation unit.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Dotted name; empty for the unnamed package.
    pub package: String,
    /// In order.
    pub imports: Vec<Import>,
    /// The declaration of a `module-info.java`.
    pub module: Option<Module>,
    /// Top-level types, in order.
    pub types: Vec<TypeDeclId>,
    /// The class that a compact source file declares without a word (JLS 8.1.8). It has no name
    /// before [`Unit::name_implicit_class`].
    pub implicit_class: Option<TypeDeclId>,
    /// Arena of type declarations, nested, local and anonymous ones included.
    pub type_decls: IndexVec<TypeDeclId, TypeDecl>,
    /// Arena of expressions.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Arena of statements.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// Arena of local variables.
    pub vars: IndexVec<VarId, Var>,
    /// Every annotation of the text, wherever it stands, in order of position.
    pub annotations: Vec<Annotation>,
    /// Parts of the text that are not in the tree because they could not be understood.
    pub damage: Vec<Damage>,
}

/// An annotation as written (JLS 9.7). [`Unit::innermost_type`] finds the type that it stands in or
/// on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Its name.
    pub name: Vec<Ident>,
    /// The types of the class literals among its elements, those of nested annotations included.
    pub classes: Vec<TypeRef>,
    /// The texts of the string literals among its elements, as written.
    pub texts: Vec<Arc<str>>,
    /// All identifiers in it, such as `TEXT` of `@Check(Words.TEXT)`.
    pub names: Vec<Arc<str>>,
    /// The whole annotation.
    pub span: Span,
}

impl Unit {
    /// Names the class that a compact source file declares, if this is one: it is called as its
    /// file is.
    pub fn name_implicit_class(&mut self, name: &str) {
        if let Some(class) = self.implicit_class {
            self.type_decls[class].name.text = name.into();
        }
    }

    /// The innermost type declaration of the tree around `span`. O(types).
    pub fn innermost_type(&self, span: Span) -> Option<TypeDeclId> {
        let around = |decl: &TypeDecl| decl.span.start <= span.start && span.end <= decl.span.end;
        let types = self
            .type_decls
            .iter_enumerated()
            .filter(|(_, decl)| around(decl));
        types
            .min_by_key(|(_, decl)| decl.span.end - decl.span.start)
            .map(|(id, _)| id)
    }
}

/// A part of the text that is not in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// What is left out: a method's body or a field's value (which say so too), a member, a type,
    /// or the whole file. Empty where something is missing from the text.
    pub span: Span,
    /// Where the error is.
    pub error: Span,
    /// What is wrong, for people.
    pub message: String,
    /// The innermost type declaration around it that is in the tree.
    pub within: Option<TypeDeclId>,
}

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// `java.util.Map.Entry`, without `.*`.
    pub path: Vec<Ident>,
    /// `import static`.
    pub is_static: bool,
    /// `.*`.
    pub on_demand: bool,
    /// `import module M;`: `path` is the module's name.
    pub is_module: bool,
}

impl Import {
    /// Whether it imports one declaration, of this name.
    pub fn is_single_of(&self, name: &str) -> bool {
        !self.on_demand
            && !self.is_module
            && self.path.last().is_some_and(|last| *last.text == *name)
    }

    /// The class whose members a static import names: `java.util.Map` of `import static
    /// java.util.Map.entry`. Any other import's path.
    pub fn class_path(&self) -> &[Ident] {
        match self.path.split_last() {
            Some((_, class)) if self.is_static && !self.on_demand => class,
            _ => &self.path,
        }
    }
}

/// A module declaration (JLS 7.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its dotted name.
    pub name: Vec<Ident>,
    /// `open module`.
    pub is_open: bool,
    /// In order.
    pub directives: Vec<Directive>,
}

/// A directive of a module declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directive {
    /// `requires transitive static M;`.
    Requires {
        /// The module.
        module: Vec<Ident>,
        /// `transitive`.
        transitive: bool,
        /// `static`.
        is_static: bool,
    },
    /// `exports P to M, N;`.
    Exports {
        /// The package.
        package: Vec<Ident>,
        /// The modules; empty for all.
        to: Vec<Vec<Ident>>,
    },
    /// `opens P to M, N;`.
    Opens {
        /// The package.
        package: Vec<Ident>,
        /// The modules; empty for all.
        to: Vec<Vec<Ident>>,
    },
    /// `uses S;`.
    Uses(Vec<Ident>),
    /// `provides S with A, B;`.
    Provides {
        /// The service.
        service: Vec<Ident>,
        /// The classes that provide it.
        with: Vec<Vec<Ident>>,
    },
}

/// Modifiers and the annotations among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Access flags as in JVMS 4.1, 4.5, 4.6 for what is written (nothing implied).
    pub access: u16,
    /// `default` method.
    pub is_default: bool,
    /// `sealed`.
    pub sealed: bool,
    /// `non-sealed`.
    pub non_sealed: bool,
    /// Names of the annotations, as written, dotted.
    pub annotations: Vec<Arc<str>>,
}

/// Which kind of type is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum TypeDeclKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// Where a type is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// In the unit.
    TopLevel,
    /// Directly in the body of another type.
    Member(TypeDeclId),
    /// In a body of code inside another type.
    Local(TypeDeclId),
    /// The body of an instance creation or enum constant inside another type.
    Anonymous(TypeDeclId),
}

/// A type declaration.
#[derive(Debug, Clone)]
pub struct TypeDecl {
    /// What it is.
    pub kind: TypeDeclKind,
    /// Where it is.
    pub nesting: Nesting,
    /// Simple name; empty for an anonymous class. Its span is the place of the `new`'s type for
    /// those.
    pub name: Ident,
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// `extends` of a class; for an anonymous class the class or interface that is instantiated,
    /// unless it is named after an outer instance: what that means depends on the instance's type.
    pub extends: Option<TypeRef>,
    /// `implements`, or an interface's `extends`.
    pub implements: Vec<TypeRef>,
    /// `permits`.
    pub permits: Vec<TypeRef>,
    /// Components of a record.
    pub components: Vec<VarId>,
    /// Whether the last component is `T...`.
    pub varargs: bool,
    /// Constants of an enum.
    pub constants: Vec<EnumConstant>,
    /// Members in order of text (enum constants apart).
    pub members: Vec<Member>,
    /// The whole declaration; of an anonymous class its body.
    pub span: Span,
}

/// A type parameter.
#[derive(Debug, Clone)]
pub struct TypeParameter {
    /// Its name.
    pub name: Ident,
    /// Its bounds.
    pub bounds: Vec<TypeRef>,
}

/// A constant of an enum.
#[derive(Debug, Clone)]
pub struct EnumConstant {
    /// Its name.
    pub name: Ident,
    /// Arguments of the constructor call.
    pub arguments: Vec<ExprId>,
    /// Its class body.
    pub body: Option<TypeDeclId>,
}

/// A member of a type.
#[derive(Debug, Clone)]
pub enum Member {
    /// One declarator of a field declaration.
    Field(FieldDecl),
    /// A method, constructor, compact constructor or annotation element.
    Method(MethodDecl),
    /// `{ .. }` or `static { .. }`.
    Initializer {
        /// Whether it is static.
        is_static: bool,
        /// A block.
        body: StmtId,
    },
    /// A member type.
    Type(TypeDeclId),
}

/// A field.
#[derive(Debug, Clone)]
pub struct FieldDecl {
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type, the declarator's own dimensions included.
    pub ty: TypeRef,
    /// Its name.
    pub name: Ident,
    /// Its initializer ([`ExprKind::ArrayInitializer`] where braces are written).
    pub initial: Option<ExprId>,
    /// Whether the initializer could not be understood: it is in [`Unit::damage`] and `initial` is
    /// `None`.
    pub damaged: bool,
}

/// A method or constructor.
#[derive(Debug, Clone)]
pub struct MethodDecl {
    /// Written modifiers.
    pub modifiers: Modifiers,
    /// Type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// `None` for constructors.
    pub result: Option<TypeRef>,
    /// Its name; the class's for constructors.
    pub name: Ident,
    /// Parameters, receiver parameters left out; empty for a compact constructor.
    pub parameters: Vec<VarId>,
    /// Whether the last parameter is `T...`.
    pub varargs: bool,
    /// A record's compact constructor.
    pub compact: bool,
    /// `throws`.
    pub throws: Vec<TypeRef>,
    /// A block.
    pub body: Option<StmtId>,
    /// Whether the body could not be understood: it is in [`Unit::damage`] and `body` is `None`.
    pub damaged: bool,
    /// The whole declaration.
    pub span: Span,
}

/// A local variable, parameter or record component.
#[derive(Debug, Clone)]
pub struct Var {
    /// Its name; `_` for an unnamed one.
    pub name: Ident,
    /// `None` for `var` and for implicitly typed lambda parameters. A varargs parameter has its
    /// array type.
    pub ty: Option<TypeRef>,
    /// Alternatives of a multi-catch parameter beyond `ty`.
    pub alternatives: Vec<TypeRef>,
    /// Whether `final` is written.
    pub is_final: bool,
}

/// A type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRef {
    /// What it is.
    pub kind: TypeRefKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeRefKind {
    /// `int`, .. and `void`, by keyword.
    Primitive(Primitive),
    /// `a.b.C<X>.D<Y>`: each part with its type arguments (`None`: none written; empty: the
    /// diamond).
    Named(Vec<(Ident, Option<Vec<TypeArgument>>)>),
    /// An array.
    Array(Box<TypeRef>),
    /// `A & B` in casts.
    Intersection(Vec<TypeRef>),
}

/// Primitive types and `void`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Void,
}

/// A type argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeArgument {
    /// A type.
    Type(TypeRef),
    /// `?`.
    Unbounded,
    /// `? extends T`.
    Extends(TypeRef),
    /// `? super T`.
    Super(TypeRef),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The whole expression.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A simple name: a variable or field, or, as the qualifier of something, a type or package.
    Name(Ident),
    /// `qualifier.name`: a field, `array.length`, or a qualified type or package name.
    Select {
        /// Expression, type or package.
        qualifier: ExprId,
        /// The name.
        name: Ident,
    },
    /// A type where an expression stands: qualifier of a method reference (`int[]::clone`,
    /// `List<String>::size`).
    Type(TypeRef),
    /// `this`, or `Outer.this`.
    This(Option<TypeRef>),
    /// `super`, or `T.super`: only as a qualifier.
    Super(Option<TypeRef>),
    /// `T.class`.
    ClassLiteral(TypeRef),
    /// `qualifier.<T>m(..)`.
    Call {
        /// Expression, type, `super`; absent for a plain `m(..)`.
        qualifier: Option<ExprId>,
        /// Explicit type arguments.
        type_arguments: Vec<TypeArgument>,
        /// The method's name.
        name: Ident,
        /// Arguments.
        arguments: Vec<ExprId>,
    },
    /// `outer.new T<..>(..) { .. }`.
    New {
        /// The outer instance.
        outer: Option<ExprId>,
        /// The type; arguments that are an empty list are the diamond.
        ty: TypeRef,
        /// Arguments.
        arguments: Vec<ExprId>,
        /// Class body.
        body: Option<TypeDeclId>,
        /// The `new` token.
        new_span: Span,
    },
    /// `new T[n][m][]`; dimensions without expression are part of `ty`, the array's whole type.
    NewArray {
        /// The array's type.
        ty: TypeRef,
        /// Sizes of the first dimensions.
        sizes: Vec<ExprId>,
        /// An [`ExprKind::ArrayInitializer`].
        initial: Option<ExprId>,
    },
    /// `{ a, b }`; its type comes from around it.
    ArrayInitializer(Vec<ExprId>),
    /// `array[index]`.
    Index {
        /// The array.
        array: ExprId,
        /// The index.
        index: ExprId,
    },
    /// A prefix operator without effect.
    Unary {
        /// Which.
        op: UnaryOp,
        /// Operand.
        operand: ExprId,
    },
    /// `++x`, `x++`, `--x`, `x--`.
    Increment {
        /// What is changed.
        target: ExprId,
        /// Down instead of up.
        decrement: bool,
        /// Whether the value is the old one.
        postfix: bool,
    },
    /// A left-associative chain of one operator: `a + b + c` is one node with three operands.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Two or more, in order.
        operands: Vec<ExprId>,
    },
    /// `a && b && c` or `a || b || c`.
    Logical {
        /// `&&` instead of `||`.
        and: bool,
        /// Two or more, in order.
        operands: Vec<ExprId>,
    },
    /// `test ? then : otherwise`.
    Conditional {
        /// The test.
        test: ExprId,
        /// If true.
        then: ExprId,
        /// If false.
        otherwise: ExprId,
    },
    /// `target = value`.
    Assign {
        /// A name, select or index.
        target: ExprId,
        /// `None` for `=`, the operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The value.
        value: ExprId,
    },
    /// `operand instanceof T` or `operand instanceof pattern`.
    InstanceOf {
        /// The operand.
        operand: ExprId,
        /// What it is tested against.
        pattern: Pattern,
    },
    /// `(T) operand`.
    Cast {
        /// The type.
        ty: TypeRef,
        /// The operand.
        operand: ExprId,
    },
    /// A lambda expression.
    Lambda {
        /// Parameters.
        parameters: Vec<VarId>,
        /// Its body.
        body: LambdaBody,
    },
    /// `qualifier::name`, `T::new`.
    MethodReference {
        /// Expression, type or `super`.
        qualifier: ExprId,
        /// Explicit type arguments.
        type_arguments: Vec<TypeArgument>,
        /// The name token; `new` for constructors.
        name: Ident,
    },
    /// A switch expression.
    Switch(Switch),
    /// A string template (preview in 21), processed by an unknown processor.
    Template {
        /// The processor.
        processor: ExprId,
        /// Embedded expressions.
        embedded: Vec<ExprId>,
    },
}

/// A lambda's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LambdaBody {
    /// An expression.
    Expr(ExprId),
    /// A block.
    Block(StmtId),
}

/// A literal; escapes and text blocks resolved.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum Literal {
    Null,
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Str(Arc<str>),
    /// A string with unpaired surrogates, which no `str` can hold: its UTF-16 units.
    StrUnits(Arc<[u16]>),
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    Complement,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    UShr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
    Xor,
}

/// A pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Debug, Clone)]
pub enum PatternKind {
    /// A plain type after `instanceof`.
    Type(TypeRef),
    /// `T x`, `var x`, `T _`.
    Binding(VarId),
    /// `T(p, q)`.
    Record {
        /// The record type.
        ty: TypeRef,
        /// Patterns of the components.
        components: Vec<Pattern>,
    },
    /// `_` alone.
    Any,
}

/// A switch.
#[derive(Debug, Clone)]
pub struct Switch {
    /// What is switched on.
    pub selector: ExprId,
    /// In order.
    pub cases: Vec<Case>,
    /// `->` instead of `:`.
    pub arrows: bool,
}

/// One group of labels and its body.
#[derive(Debug, Clone)]
pub struct Case {
    /// Labels (several for `case 1: case 2:` and `case 1, 2`).
    pub labels: Vec<Label>,
    /// `when` guard.
    pub guard: Option<ExprId>,
    /// Statements. After an arrow: one expression statement, block or throw.
    pub body: Vec<StmtId>,
    /// Where the labels stand.
    pub span: Span,
}

/// A label.
#[derive(Debug, Clone)]
pub enum Label {
    /// A constant (an enum constant is a plain or qualified name).
    Constant(ExprId),
    /// A pattern.
    Pattern(Pattern),
    /// `null`.
    Null,
    /// `default`.
    Default,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StmtKind {
    /// `{ .. }`.
    Block(Vec<StmtId>),
    /// A declaration of one local variable (a declaration of several is several statements).
    Local {
        /// The variable.
        var: VarId,
        /// Its initializer.
        initial: Option<ExprId>,
    },
    /// A local class, interface, enum or record.
    Type(TypeDeclId),
    /// An expression.
    Expr(ExprId),
    /// `this(..)`, `super(..)`, `outer.super(..)`.
    ConstructorCall {
        /// `super` instead of `this`.
        is_super: bool,
        /// The outer instance.
        outer: Option<ExprId>,
        /// Arguments.
        arguments: Vec<ExprId>,
    },
    /// `if`.
    If {
        /// The test.
        test: ExprId,
        /// If true.
        then: StmtId,
        /// If false.
        otherwise: Option<StmtId>,
    },
    /// `while`.
    While {
        /// The test.
        test: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The test.
        test: ExprId,
    },
    /// `for (;;)`.
    For {
        /// Initial statements.
        initial: Vec<StmtId>,
        /// The test.
        test: Option<ExprId>,
        /// Update expressions.
        update: Vec<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (T x : e)`.
    ForEach {
        /// The variable.
        var: VarId,
        /// What is iterated.
        iterable: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `label: statement`.
    Labeled {
        /// The label.
        label: Ident,
        /// The statement.
        body: StmtId,
    },
    /// `break`.
    Break(Option<Ident>),
    /// `continue`.
    Continue(Option<Ident>),
    /// `yield`.
    Yield(ExprId),
    /// `return`.
    Return(Option<ExprId>),
    /// `throw`.
    Throw(ExprId),
    /// `assert test : message`.
    Assert {
        /// The test.
        test: ExprId,
        /// The message.
        message: Option<ExprId>,
    },
    /// `synchronized`.
    Synchronized {
        /// The object.
        object: ExprId,
        /// A block.
        body: StmtId,
    },
    /// A switch statement.
    Switch(Switch),
    /// `try`.
    Try {
        /// Resources, in order.
        resources: Vec<Resource>,
        /// A block.
        body: StmtId,
        /// Catch clauses, in order.
        catches: Vec<Catch>,
        /// A block.
        finally: Option<StmtId>,
    },
    /// `;`.
    Empty,
}

/// A resource of a try statement.
#[derive(Debug, Clone)]
pub enum Resource {
    /// `T x = e`.
    Declared {
        /// The variable.
        var: VarId,
        /// Its value.
        initial: ExprId,
    },
    /// An existing variable or field.
    Named(ExprId),
}

/// A catch clause.
#[derive(Debug, Clone)]
pub struct Catch {
    /// Its parameter.
    pub var: VarId,
    /// A block.
    pub body: StmtId,
}
