//! The program: files, classes, methods and fields.

use std::sync::Arc;

use index_vec::IndexVec;
use java_types::descriptor::Type;
use java_types::hierarchy::Hierarchy;
use text::{Diagnostic, Span};

use super::{
    AllocationId, AllocationSite, Body, CallSite, CallSiteId, ClassId, FieldId, FileId, MethodId,
    Point, PointId, Statement,
};

/// A whole program, lowered.
#[derive(Debug)]
pub struct Program {
    /// Sources, then files whose code was read from class files, both sorted by path; those with the
    /// code of properties come last.
    pub files: IndexVec<FileId, SourceFile>,
    /// In order of file and position, outer classes before inner ones.
    pub classes: IndexVec<ClassId, Class>,
    /// In order of class and position; synthetic ones behind the method they belong to.
    pub methods: IndexVec<MethodId, Method>,
    /// In order of class and position.
    pub fields: IndexVec<FieldId, Field>,
    /// All calls.
    pub calls: IndexVec<CallSiteId, CallSite>,
    /// All source points of calls.
    pub points: IndexVec<PointId, Point>,
    /// All allocations.
    pub allocations: IndexVec<AllocationId, AllocationSite>,
    /// Types of the sources, the class path and the JDK.
    pub hierarchy: Hierarchy,
    /// Every annotation of the sources, in order of file and position.
    pub annotations: Vec<AnnotationUse>,
    /// The code that could not be followed.
    pub gaps: Vec<Gap>,
    /// Types that the sources name and that are nowhere to be found, by name: taken for a
    /// library's.
    pub missing: Vec<MissingType>,
    /// Findings about the sources: syntax errors, unresolved types and calls, in order of file and
    /// position.
    pub diagnostics: Vec<Diagnostic>,
}

/// A source file.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The source root, as the user gave it.
    pub root: String,
    /// Path below the root, with `/`.
    pub path: String,
    /// Hash of the bytes, lower-case hexadecimal.
    pub sha256: String,
    /// The bytes at which its lines start.
    pub line_starts: Vec<u32>,
    /// True if the code was read from class files, and the lines from their tables.
    pub is_compiled: bool,
}

impl SourceFile {
    /// Returns the line, from 1, that holds the last byte of a span; of code that was read
    /// from class files, the line of the span. O(log lines).
    pub fn last_line(&self, span: Span) -> u32 {
        if self.is_compiled {
            return span.line;
        }
        let last = span.end.saturating_sub(1).max(span.start);
        self.line_starts.partition_point(|&start| start <= last) as u32
    }
}

/// A part of the sources that lowering could not follow.
#[derive(Debug, Clone)]
pub struct Gap {
    /// The file.
    pub file: FileId,
    /// The smallest member (or the file) that holds it.
    pub span: Span,
    /// The class around it, if one is known.
    pub class: Option<ClassId>,
    /// Why, for people.
    pub reason: String,
    /// The assumption that the analysis makes for it.
    pub hides: Hides,
    /// Internal name of the missing type that it is because of, and that may be the program's own.
    pub missing: Option<Arc<str>>,
}

/// The things that a gap may hide. Lowering follows the code around all of them but the first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Hides {
    /// Declarations, or code that is not lowered: it may call anything, on any object, at any time,
    /// and names elsewhere may mean what it declares.
    Anything,
    /// Code of a class that knows the classes of the sources: it may use each of them in any way.
    Users,
    /// A read or write of a field with this name, of an object of any class.
    Field(Arc<str>),
    /// Calls of the methods with this name, `<init>` for constructors, from code without sources.
    Method(Arc<str>),
    /// Other members and other code of these classes, which another file declares as well.
    Versions {
        /// The classes.
        classes: Vec<ClassId>,
        /// The members that the code of the other file may name or be, by name; sorted.
        members: Vec<Arc<str>>,
    },
    /// The making of an object of this class with values of the code around it.
    Object(ClassId),
}

impl Program {
    /// The first gap that may hide anything, if there is one.
    pub fn unread(&self) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.hides == Hides::Anything)
    }
}

/// A type that is neither in the sources, on the class path nor in the JDK. What is lowered of its
/// uses is right if it is a library's, which knows nothing of the sources; where it may be the
/// program's own there is a [`Gap`] beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingType {
    /// Its most probable internal name.
    pub name: Arc<str>,
    /// The number of calls that could not be resolved where it is, or is a supertype of, what they
    /// are made on or an argument.
    pub calls: usize,
    /// The first place that names it; `None` where only class files do.
    pub place: Option<(FileId, Span)>,
}

/// An annotation of the sources, on a declaration, a type, a local variable or a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationUse {
    /// Internal name of the annotation type; the most probable one where it is nowhere to be found.
    pub annotation: Arc<str>,
    /// The innermost class that it stands on or in; `None` on a package or module.
    pub class: Option<ClassId>,
    /// Internal names of the classes whose literals are among its elements.
    pub classes: Vec<Arc<str>>,
    /// The texts of the string literals among its elements, as written.
    pub texts: Vec<Arc<str>>,
    /// All identifiers in it: those of constants are among them.
    pub names: Vec<Arc<str>>,
    /// The file.
    pub file: FileId,
    /// The whole annotation.
    pub span: Span,
}

/// A class, interface, enum, record or annotation type of the sources.
#[derive(Debug, Clone)]
pub struct Class {
    /// Internal binary name, as javac gives it (`p/Outer$Inner`, `p/Outer$1`, `p/Outer$1Local`).
    pub name: Arc<str>,
    /// The file.
    pub file: FileId,
    /// The declared name.
    pub span: Span,
    /// Its declaration in the form class files have.
    pub info: Arc<java_types::class_info::ClassInfo>,
    /// Methods with bodies or without, constructors, initializers, lambda bodies, in id order.
    pub methods: Vec<MethodId>,
    /// Fields, in id order.
    pub fields: Vec<FieldId>,
    /// Names of its annotations as written, dotted, in order.
    pub annotations: Vec<Arc<str>>,
    /// True if it holds the code of properties: the program does not know it.
    pub is_of_properties: bool,
}

/// The kind of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// Written by the user (constructors included).
    Declared,
    /// Implied by the language: default constructors, enum `values` and `valueOf`, record accessors
    /// and members.
    Implicit,
    /// `<clinit>`.
    StaticInitializer,
    /// The instance initializers and field initializers of a class, in order: called by each
    /// constructor that calls `super(..)`.
    InstanceInitializer,
    /// The body of a lambda expression; static, captured values first (the captured `this` first of
    /// all).
    Lambda,
    /// The body of a method reference; static, captured receiver first.
    MethodReference,
}

/// A method of the sources.
#[derive(Debug, Clone)]
pub struct Method {
    /// Declaring class.
    pub class: ClassId,
    /// Name; `<init>`, `<clinit>`, or a synthetic name.
    pub name: Arc<str>,
    /// Erased descriptor as javac gives it (outer instance and captured variables of inner classes'
    /// constructors included).
    pub descriptor: Arc<str>,
    /// Access flags of JVMS 4.6.
    pub access: u16,
    /// The kind of the method.
    pub kind: MethodKind,
    /// Declared name (or the expression).
    pub span: Span,
    /// How the plan names it as an enclosing method.
    pub enclosing: Enclosing,
    /// Names of its annotations as written, dotted, in order.
    pub annotations: Vec<Arc<str>>,
    /// Absent for abstract and native methods.
    pub body: Option<Body>,
}

impl Method {
    /// The statements of the body, block by block; none without a body.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> + Clone {
        self.body.iter().flat_map(Body::statements)
    }
}

/// A source method or lambda, as the plan and the weaver name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Enclosing {
    /// Internal binary name of the class whose class file holds the code.
    pub class: Arc<str>,
    /// `name(descriptor)` of the source method: `pay(Lpayments/UserInfo;)V`; `<init>` without
    /// descriptor for instance initializers (they are copied into constructors), `<clinit>()V` for
    /// static ones. A lambda body appends `/lambda#n`: the n-th lambda (from 0, method references
    /// not counted) of the code around it in evaluation order, nested lambdas repeat that. The call
    /// of a method reference is enclosed by the code around the reference.
    pub method: Arc<str>,
}

/// A field of the sources.
#[derive(Debug, Clone)]
pub struct Field {
    /// Declaring class.
    pub class: ClassId,
    /// Name; `this$0`, `val$x` for synthetic ones.
    pub name: Arc<str>,
    /// Erased type.
    pub ty: Type,
    /// Access flags of JVMS 4.5.
    pub access: u16,
}

/// A field as an instruction names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldRef {
    /// The qualifying type.
    pub owner: Arc<str>,
    /// Name.
    pub name: Arc<str>,
    /// The field of the sources it resolves to; `None` for fields of libraries and unresolved ones.
    pub field: Option<FieldId>,
}
