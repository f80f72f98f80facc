//! From class files to the IR.
//!
//! * [`declare`] reads the members of a class file, without its code.
//! * [`lower()`] makes the body of one method. It asks for nothing of other methods, so a solver may
//!   ask for bodies as it reaches them.
//! * [`load`] does both for all classes, and makes a program of them; [`add`] adds them to one that is
//!   there, which sources made.
//!
//! Lambdas and method references become functional objects. Where captured values and parameters fit
//! as they are, such an object runs the method that the compiler made for the lambda; else a
//! synthetic body converts them and makes one call. String concatenation, the members of records
//! and pattern switches become the calls and accesses that they stand for. What any other bootstrap
//! method links is [`ir::StatementKind::Unknown`], with a gap.
//!
//! Class files do not have all that sources have. Lost in class files:
//!
//! | sources | here |
//! |---|---|
//! | columns and byte ranges | the line, with column 1; both 0 where there is no table of lines |
//! | names of variables, but for parameters where there is a table for debuggers | none |
//! | copies of a `finally` block and of initializers share a point | each instruction is a point of its own |
//! | instance initializers are a method of their own | they stand in each constructor; a lambda in them counts for `<init>` where several constructors make it, else for the constructor |
//! | `for (x : list)` and resources | invocations |
//! | boxing, `String.valueOf` before a concatenation, tests for null, errors of `assert` | invocations; `access$n` and the code of bridges are inserted |
//! | the class that a reference to an inherited method names | the class that declares it, if javac is older than 23 |
//! | array constructor references and others that javac makes lambdas of | lambdas, which count among the lambdas |
//! | default constructors, members of records that are not written | declared |
//! | `a && b`, `!a`, `c ? x : y` | branches |
//! | constants of other classes, dead branches | the constant; nothing |
//! | generic types of variables, annotations in code and of types, those that only sources have | nothing |
//! | whether a method is written `synchronized` | its flag, as for sources |

mod annotations;
mod callee;
mod category;
mod class;
mod dynamic;
mod emitter;
mod error;
mod flow;
mod frame;
mod functions;
mod lower;
mod on_demand;
mod ordinals;
mod place;
mod program;
mod raw;
mod reference;
mod refine;
mod translate;

pub use class::{DeclaredClass, DeclaredMethod, declare};
pub use error::BytecodeError;
pub use lower::{LoweredBody, lower, unreadable};
pub use on_demand::ClassesOnDemand;
pub use place::{Context, Home};
pub use program::{ClassFileBytes, add, add_class, load};
