//! The intermediate representation: per method a control-flow graph of three-address statements
//! over typed locals.
//!
//! Java's evaluation order, implicit calls and exceptional control flow are made explicit by
//! lowering and nowhere else. The IR knows nothing of properties. Types are erased (JLS 4.6); names
//! of classes are binary and internal (`java/util/Map$Entry`).
//!
//! [`verify`] lists the invariants and checks them; [`print()`] shows a program as text.

mod body;
mod call;
mod class;
mod flow;
mod ids;
mod operands;
mod print;
mod verify;

pub use body::{
    AllocationKind, AllocationSite, ArithmeticKind, Block, Body, Constant, Handler, Local,
    Statement, StatementKind, Terminator,
};
pub use call::{CallKind, CallSite, CallSyntax, MethodRef, Point, Target};
pub use class::{
    AnnotationUse, Class, Enclosing, Field, FieldRef, Gap, Hides, Method, MethodKind, MissingType,
    Program, SourceFile,
};
pub use ids::{
    AllocationId, BlockId, CallSiteId, ClassId, FieldId, FileId, LocalId, MethodId, PointId,
};
pub use print::{print, print_method};
pub use verify::verify;
