//! The syntax of `.mop` files: from text to a tree with places, and back.
//!
//! ```text
//! Lease_Use(Pool p, Lease l) {                                                   a specification: name and parameters
//!   int uses = 0;                                                                declarations, Java
//!   pointcut of(Lease l) : call(* Lease+.*(..)) && target(l);                    among them a pointcut for events
//!   creation event take after(Pool p) returning(Lease l) : call(Lease Pool+.take(..)) && target(p) {}
//!   event use before(Lease l) : call(* Lease+.use()) && target(l) { uses++; }    events: phase, pointcut, body
//!   ere : take use*                                                              a property: logic and formula
//!   @fail { __RESET; }                                                           a handler: category and body
//! }
//! ```
//!
//! JavaMOP cuts `//` out of strings, matches braces without looking at character literals or
//! comments, and finds the first event by the look of its line. Here the text is read by the
//! lexical structure of Java (JLS 3), so all of that is read as it is meant, and more is accepted
//! than JavaMOP does where it can mean only one thing. Formulas and Java are left as text. Nothing
//! is known here of what the words mean: a name in `target(..)` is a type pattern, and
//! [`Event::formals`] tells which names are variables.
//!
//! What is recognised but not in the tree is an error with the code `mop-unsupported`: abstract
//! events, `includes` and `within` of a specification, abstract pointcuts, references to other
//! properties' states, the pointcuts and patterns of AspectJ that JavaMOP's own specifications
//! never use. Any other error has the code `mop-syntax`.

pub(crate) mod parse;
mod print;
mod tree;
mod warnings;

pub use parse::parse;
pub use print::print;
pub use tree::{
    ArgumentPattern, Event, EventModifier, Exit, FieldPattern, File, Handler, Import, JavaText,
    Modifier, Name, NamedPointcut, Parameter, ParameterPattern, Phase, Place, Pointcut,
    PointcutKind, Preamble, Property, Signature, Spec, TypeName, TypePattern,
};
pub use warnings::warnings;
