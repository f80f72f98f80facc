//! Pointcuts and the patterns in them.

use super::{JavaText, Name, Parameter, Place};

/// A pointcut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointcut {
    /// Its kind.
    pub kind: PointcutKind,
    /// Its place, without parentheses around it.
    pub place: Place,
}

impl Pointcut {
    /// The parts that must all hold: those of conjunctions in conjunctions too, in order.
    pub fn conjuncts(&self) -> Vec<&Pointcut> {
        match &self.kind {
            PointcutKind::And(parts) => parts.iter().flat_map(Pointcut::conjuncts).collect(),
            _ => vec![self],
        }
    }

    /// Returns whether it is what JavaMOP adds to AspectJ, and is said of a whole event, but for
    /// what steers the threads of unit tests.
    pub fn is_of_event(&self) -> bool {
        matches!(
            self.kind,
            PointcutKind::Condition(_)
                | PointcutKind::Thread(_)
                | PointcutKind::ThreadName(_)
                | PointcutKind::StartThread
                | PointcutKind::EndThread
                | PointcutKind::EndProgram
                | PointcutKind::EndObject(_)
        )
    }

    /// The pointcuts directly in this one.
    pub fn parts(&self) -> &[Pointcut] {
        match &self.kind {
            PointcutKind::And(parts) | PointcutKind::Or(parts) => parts,
            PointcutKind::Not(part)
            | PointcutKind::Cflow(part)
            | PointcutKind::CflowBelow(part) => std::slice::from_ref(part),
            _ => &[],
        }
    }
}

/// `pointcut name(parameters) : pointcut;`: a pointcut that others use by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPointcut {
    /// The name.
    pub name: Name,
    /// Its bindings.
    pub parameters: Vec<Parameter>,
    /// Its meaning.
    pub pointcut: Pointcut,
    /// From the first modifier to the semicolon.
    pub place: Place,
}

/// The kinds of pointcuts: AspectJ's, then what JavaMOP adds. JavaMOP wants its own ones in the
/// outermost conjunction, each at most once ([`Pointcut::conjuncts`]); that is not looked at here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PointcutKind {
    /// `p && q ..`, two or more.
    And(Vec<Pointcut>),
    /// `p || q ..`, two or more.
    Or(Vec<Pointcut>),
    /// `!p`.
    Not(Box<Pointcut>),
    /// `call(signature)`.
    Call(Signature),
    /// `execution(signature)`.
    Execution(Signature),
    /// `get(field)`.
    Get(FieldPattern),
    /// `set(field)`.
    Set(FieldPattern),
    /// `target(type or variable)`.
    Target(TypePattern),
    /// `this(type or variable)`.
    This(TypePattern),
    /// `args(..)`.
    Args(Vec<ArgumentPattern>),
    /// `within(type)`.
    Within(TypePattern),
    /// `cflow(p)`.
    Cflow(Box<Pointcut>),
    /// `cflowbelow(p)`.
    CflowBelow(Box<Pointcut>),
    /// `staticinitialization(type)`.
    StaticInitialization(TypePattern),
    /// `handler(type)`.
    Handler(TypePattern),
    /// `if(expression)`.
    If(JavaText),
    /// `name(..)`: a [`NamedPointcut`]; the name may be dotted.
    Named {
        /// Its name.
        name: Name,
        /// The arguments for its parameters.
        arguments: Vec<ArgumentPattern>,
    },
    /// `condition(expression)`: evaluated in the instance.
    Condition(JavaText),
    /// `countCond(expression)`.
    CountCond(JavaText),
    /// `thread(variable)`: binds the current thread.
    Thread(Name),
    /// `threadBlocked(variable)`.
    ThreadBlocked(Name),
    /// `threadName(expression)`: a string literal or a variable.
    ThreadName(JavaText),
    /// `startThread()`.
    StartThread,
    /// `endThread()`.
    EndThread,
    /// `endProgram()`.
    EndProgram,
    /// `endObject(Type variable)`.
    EndObject(Parameter),
}

/// The pattern of a method or constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Java's modifiers, as written, each perhaps with a `!` before it.
    pub modifiers: Vec<Name>,
    /// The type of the result; none if and only if it is a constructor.
    pub result: Option<TypePattern>,
    /// The declaring type.
    pub declaring: Option<TypePattern>,
    /// The name, perhaps with `*`; `new` for a constructor.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<ParameterPattern>,
    /// The exceptions after `throws`.
    pub throws: Vec<TypePattern>,
    /// Its place.
    pub place: Place,
}

impl Signature {
    /// Returns whether it is for constructors.
    pub fn is_constructor(&self) -> bool {
        self.result.is_none()
    }
}

/// The pattern of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPattern {
    /// Java's modifiers, as written, each perhaps with a `!` before it.
    pub modifiers: Vec<Name>,
    /// The type.
    pub ty: TypePattern,
    /// The declaring type.
    pub declaring: Option<TypePattern>,
    /// The name, perhaps with `*`.
    pub name: Name,
    /// Its place.
    pub place: Place,
}

/// A pattern in the parameter list of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterPattern {
    /// `..`: any number of parameters.
    Any,
    /// One parameter.
    One(TypePattern),
    /// `T...`: the last parameter, of variable arity.
    Variable(TypePattern),
}

/// An argument of `args` or of a named pointcut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentPattern {
    /// `..`: any number of arguments.
    Any,
    /// One argument: a type pattern, or a variable.
    One(TypePattern),
}

/// A type pattern: `name[+][[]..][+]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypePattern {
    /// The name without white space: `*`, or names with `*` in them, `.` and `..` between them.
    pub name: String,
    /// True if `+` follows the name.
    pub subtypes: bool,
    /// How many `[]` follow.
    pub dimensions: usize,
    /// True if `+` follows the `[]`.
    pub array_subtypes: bool,
    /// Its place.
    pub place: Place,
}

impl TypePattern {
    /// Returns whether it is `*`.
    pub fn is_any(&self) -> bool {
        self.name == "*" && self.is_plain()
    }

    /// The name, if nothing but an identifier is written: it can then be a variable of the event.
    pub fn identifier(&self) -> Option<&str> {
        (self.is_plain() && !self.name.contains(['*', '.'])).then_some(self.name.as_str())
    }

    fn is_plain(&self) -> bool {
        !self.subtypes && self.dimensions == 0
    }
}
