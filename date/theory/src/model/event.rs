//! Events: which program points (or clocks, channels, ends) raise them, and how they name the
//! instance they concern.

use serde::{Deserialize, Serialize};

use super::{FlowTest, ModifierPattern};
use crate::code::Code;
use crate::ids::{ContextId, EventId};
use text::Span;

/// A named event. Its letter (semantics: the set of event names notified together) is the event
/// itself and every event that lists it, directly or through others, in [`Event::members`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Unique among the events of its context and its ancestors.
    pub name: String,
    /// The context that declares it: its occurrences concern an instance of this context.
    pub context: ContextId,
    /// Declared parameters, in order.
    pub parameters: Vec<EventParameter>,
    /// The direct causes of the event. Each alternative is a notification of its own.
    pub alternatives: Vec<Alternative>,
    /// Events whose occurrences are occurrences of this one, too.
    pub members: Vec<EventId>,
    /// The place of the declaration.
    pub span: Span,
}

/// A parameter of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventParameter {
    /// Name that conditions and actions use.
    pub name: String,
    /// Java type as written, if one is written anywhere in the block of events.
    pub ty: Option<String>,
}

/// One way in which an event is raised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The cause of the notification.
    pub trigger: Trigger,
    /// A Java boolean expression over the bound variables: no event where it is false.
    pub filter: Option<Code>,
    /// Java statements that compute what the trigger does not bind (LARVA's `where`), all enclosing
    /// ones in the order in which they run. They run at every match, before the instance is looked
    /// up.
    pub wheres: Vec<Code>,
    /// The place of the declaration.
    pub span: Span,
}

/// The happening that raises an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "nearly all triggers are points")]
pub enum Trigger {
    /// A program point is passed.
    Point(PointPattern),
    /// A clock of the event's context (or an ancestor) reaches an age since it was last reset.
    Timeout {
        /// Name of the clock.
        clock: String,
        /// Age in milliseconds; `None` for a timeout registered at run time (`@@`).
        after_ms: Option<u64>,
        /// True if each multiple of that age is a timeout, and not the age alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        repeats: bool,
    },
    /// A value arrives on a channel.
    Receive {
        /// Name of the channel.
        channel: String,
        /// Binds the value; its type filters what is received.
        value: Option<Binding>,
    },
    /// The program ends.
    EndOfProgram,
}

/// The kind of a pattern's points, such as a call at the caller or an execution at the callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JoinPoint {
    /// The call expression.
    Call,
    /// The body of the method.
    Execution,
    /// A catch block: inside a method that is meant (LARVA's `uponHandling`), or for exceptions of
    /// a type that is meant (AspectJ's `handler`), which has one argument, the exception. The event
    /// is before it.
    Handling,
    /// The initialization of a class or interface (AspectJ's `staticinitialization`): it happens
    /// once, and code in which no call is to be seen may cause it. It has one argument, the class.
    Initialization,
    /// A read of a field; it gives the value.
    Get,
    /// A write of a field; it has one argument, the value.
    Set,
    /// A read of an element of an array; it has one argument, the index, and gives the value.
    Element,
}

impl JoinPoint {
    /// All kinds, in the order in which they are listed for people.
    pub const ALL: [JoinPoint; 7] = [
        JoinPoint::Call,
        JoinPoint::Execution,
        JoinPoint::Handling,
        JoinPoint::Initialization,
        JoinPoint::Get,
        JoinPoint::Set,
        JoinPoint::Element,
    ];

    /// Returns the word that begins patterns of such points, and what the points are for people.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            JoinPoint::Call => ("call", "calls"),
            JoinPoint::Execution => ("execution", "bodies of methods"),
            JoinPoint::Handling => ("handling", "catch blocks"),
            JoinPoint::Initialization => ("initialization", "initializations of classes"),
            JoinPoint::Get => ("get", "reads of fields"),
            JoinPoint::Set => ("set", "writes of fields"),
            JoinPoint::Element => ("element", "reads of array elements"),
        }
    }

    /// Returns the word that begins patterns of such points.
    pub const fn word(self) -> &'static str {
        self.words().0
    }

    /// Returns what the points are, for people.
    pub const fn points(self) -> &'static str {
        self.words().1
    }

    /// Returns the kind whose patterns begin with a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|join| join.word() == word)
    }

    /// Returns whether it is a read or a write of a field, or a read of an element.
    pub fn is_access(self) -> bool {
        matches!(self, JoinPoint::Get | JoinPoint::Set | JoinPoint::Element)
    }
}

/// When an event occurs, relative to its program point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// Before it.
    Before,
    /// After a normal end.
    Returning,
    /// After an exception left it.
    Throwing,
}

/// When, relative to the join point, the event occurs, and what it binds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moment {
    /// Before it; also when it then throws.
    Before,
    /// After it returned normally; with a binding only if the value conforms to its type.
    Returning(Option<Binding>),
    /// After an exception left it; with a binding only if the exception conforms to its type.
    Throwing(Option<Binding>),
}

impl Moment {
    /// Without what it binds.
    pub fn when(&self) -> When {
        match self {
            Moment::Before => When::Before,
            Moment::Returning(_) => When::Returning,
            Moment::Throwing(_) => When::Throwing,
        }
    }
}

/// A variable of an event bound by a pattern. Its type, as written in the property, is a run-time
/// test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    /// Name of the variable.
    pub name: String,
    /// Java type as written; `None` is a wildcard.
    pub ty: Option<String>,
}

/// The declaring type of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TypePattern {
    /// `*`.
    Any,
    /// `T`.
    Exact(String),
    /// `T+`: the type and its subtypes.
    Subtypes(String),
}

/// The member of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Member {
    /// Methods whose name matches; `*` stands for any run of characters.
    Method(String),
    /// Constructors.
    Constructor,
    /// The code that runs when a class is initialized, whether anything is written for that or not.
    Initializer,
    /// Catch blocks, wherever they stand, that are written for exceptions of the declaring type.
    Handler,
    /// Fields whose name matches; `*` stands for any run of characters.
    Field(String),
    /// Elements of arrays of the declaring type, an array type.
    Element,
}

impl Member {
    /// Returns whether the pattern of it names its type alone.
    pub fn is_of_type(&self) -> bool {
        !matches!(
            self,
            Member::Method(_) | Member::Constructor | Member::Field(_)
        )
    }

    /// Returns whether classes declare it. Other members stand in any code.
    pub fn is_declared(&self) -> bool {
        !matches!(self, Member::Handler | Member::Element)
    }
}

/// The argument list of a pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arguments {
    /// The first ones.
    pub first: Vec<ArgumentPattern>,
    /// The last arguments, if any number of others may stand before them; `None` if none may.
    pub rest: Option<Vec<ArgumentPattern>>,
}

/// Which argument of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ArgumentPosition {
    /// Counted from the first one, which is 0.
    FromStart(usize),
    /// Counted back from the last one, which is 0.
    FromEnd(usize),
}

impl ArgumentPosition {
    /// The index of the argument in a list of so many; `None` if there is none.
    pub fn index(self, length: usize) -> Option<usize> {
        match self {
            ArgumentPosition::FromStart(n) => Some(n).filter(|&n| n < length),
            ArgumentPosition::FromEnd(n) => length.checked_sub(n + 1),
        }
    }
}

impl Arguments {
    /// Any argument list, `(..)`.
    pub fn any() -> Self {
        Arguments {
            first: Vec::new(),
            rest: Some(Vec::new()),
        }
    }

    /// Exactly as many arguments as listed.
    pub fn exactly(list: Vec<ArgumentPattern>) -> Self {
        Arguments {
            first: list,
            rest: None,
        }
    }

    /// Returns whether it says nothing.
    pub fn is_any(&self) -> bool {
        self.first.is_empty() && self.rest.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns whether a list of so many arguments may match.
    pub fn takes(&self, length: usize) -> bool {
        match &self.rest {
            None => length == self.first.len(),
            Some(last) => length >= self.first.len() + last.len(),
        }
    }

    /// Returns the patterns of single arguments with their positions, in the order in which they
    /// are written.
    pub fn iter(&self) -> impl Iterator<Item = (ArgumentPosition, &ArgumentPattern)> {
        let last = self.rest.iter().flat_map(|last| {
            let from_end = move |n: usize| ArgumentPosition::FromEnd(last.len() - 1 - n);
            last.iter()
                .enumerate()
                .map(move |(n, argument)| (from_end(n), argument))
        });
        let first = self.first.iter().enumerate();
        first
            .map(|(n, argument)| (ArgumentPosition::FromStart(n), argument))
            .chain(last)
    }

    /// Returns the pattern of one argument; `None` if it has none.
    pub fn at(&self, position: ArgumentPosition) -> Option<&ArgumentPattern> {
        self.iter()
            .find(|(at, _)| *at == position)
            .map(|(_, argument)| argument)
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut ArgumentPattern> {
        self.first.iter_mut().chain(self.rest.iter_mut().flatten())
    }
}

/// One argument of a pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArgumentPattern {
    /// `*`.
    Any,
    /// An argument of this type (run-time test; pointcuts, section 4).
    Typed(String),
    /// Binds a variable; its type, if it has one, is a run-time test.
    Bound(Binding),
}

/// The members of classes that a pattern means (pointcuts, sections 3 and 5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MemberPattern {
    /// The declaring type.
    pub declaring: TypePattern,
    /// Method name or constructor.
    pub name: Member,
    /// The declared signature of the member.
    pub signature: Signature,
}

/// The declaration of a member: its modifiers, parameters and result, erased.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Signature {
    /// Type of the result; `None` for any, and for constructors.
    pub result: Option<TypePattern>,
    /// Types of the parameters; `None` for any list.
    pub parameters: Option<Vec<ParameterPattern>>,
    /// Modifiers of the member that is found for the call, body or access, whichever classes above
    /// declare it, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ModifierPattern>,
}

/// Parameters of a signature.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterPattern {
    /// One of exactly such a type: no subtype, no boxing.
    One(TypePattern),
    /// `T...`: the last one of a method of variable arity, with elements of such a type.
    Variable(TypePattern),
    /// `..`: any number of them.
    Any,
}

impl MemberPattern {
    /// A pattern that says nothing of the signature.
    pub fn new(declaring: TypePattern, name: Member) -> Self {
        MemberPattern {
            declaring,
            name,
            signature: Signature::default(),
        }
    }
}

/// A set of program points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PointPattern {
    /// The kind of points.
    pub join: JoinPoint,
    /// Before, returning or throwing.
    pub moment: Moment,
    /// The members meant, at least one: a point of any of them is one of the pattern. All are
    /// constructors, or none is; all are initializers if and only if the join point is an
    /// initialization, elements if and only if it reads one, and fields if and only if it is
    /// another access; all are handlers, or none is, and these are members of a handling alone. A
    /// pattern of elements has one member. What a field is declared as is the result of its
    /// signature, which has no parameters.
    pub members: Vec<MemberPattern>,
    /// Binds the receiver. The binding's type is a run-time test of the receiver. Never matches
    /// static methods; a constructor binds nothing here.
    pub target: Option<Binding>,
    /// The arguments.
    pub arguments: Arguments,
    /// Binds the calling object (call) or the receiver (execution): LARVA's `within`.
    pub caller: Option<Binding>,
    /// The places of code that the points have to lie in; all must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Within>,
    /// The control flows that the thread is in, or is not in; all must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<FlowTest>,
}

/// A place where code has to stand, or has not to stand. The place is a class, or one that is
/// nested in it at any depth, local and anonymous ones included (pointcuts, section 6).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Within {
    /// The class.
    pub class: TypePattern,
    /// True if the code stands there, rather than anywhere else.
    pub holds: bool,
}

impl PointPattern {
    /// Returns the type that the receiver is tested against, bound or not. An array is tested even
    /// if the pattern has no target: instructions do not name its type.
    pub fn target_type(&self) -> Option<&str> {
        let bound = self.target.as_ref().and_then(|target| target.ty.as_deref());
        bound.or_else(|| {
            self.declaring_types()
                .next()
                .filter(|_| self.join == JoinPoint::Element)
        })
    }

    /// Returns whether it means constructors: all its members are, or none.
    pub fn is_creation(&self) -> bool {
        self.members
            .first()
            .is_some_and(|member| member.name == Member::Constructor)
    }
}

impl PointPattern {
    /// The types that declare its members.
    pub fn declaring_types(&self) -> impl Iterator<Item = &str> {
        self.members
            .iter()
            .filter_map(|member| match &member.declaring {
                TypePattern::Exact(ty) | TypePattern::Subtypes(ty) => Some(ty.as_str()),
                TypePattern::Any => None,
            })
    }

    /// The types that arguments are asked for without being bound.
    pub fn argument_types(&self) -> impl Iterator<Item = &str> {
        self.arguments
            .iter()
            .filter_map(|(_, argument)| match argument {
                ArgumentPattern::Typed(ty) => Some(ty.as_str()),
                ArgumentPattern::Any | ArgumentPattern::Bound(_) => None,
            })
    }

    /// The types that declare its members, and those that its values are tested against. Of a
    /// pattern that binds nothing ([`super::ControlFlow`]) these are all.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let objects = self
            .target
            .iter()
            .chain(&self.caller)
            .filter_map(|binding| binding.ty.as_deref());
        self.declaring_types()
            .chain(self.argument_types())
            .chain(objects)
    }
}

impl Trigger {
    /// The variables that the trigger binds: receiver, arguments, caller, result or exception; or
    /// the received value.
    pub fn bindings(&self) -> Vec<&Binding> {
        match self {
            Trigger::Point(point) => {
                let arguments = point
                    .arguments
                    .iter()
                    .filter_map(|(_, argument)| match argument {
                        ArgumentPattern::Bound(binding) => Some(binding),
                        _ => None,
                    });
                let result = match &point.moment {
                    Moment::Returning(binding) | Moment::Throwing(binding) => binding.as_ref(),
                    Moment::Before => None,
                };
                point
                    .target
                    .iter()
                    .chain(arguments)
                    .chain(&point.caller)
                    .chain(result)
                    .collect()
            }
            Trigger::Receive { value, .. } => value.iter().collect(),
            Trigger::Timeout { .. } | Trigger::EndOfProgram => Vec::new(),
        }
    }

    /// As [`Trigger::bindings`], to be changed.
    pub fn bindings_mut(&mut self) -> Vec<&mut Binding> {
        match self {
            Trigger::Point(point) => {
                let arguments = point
                    .arguments
                    .iter_mut()
                    .filter_map(|argument| match argument {
                        ArgumentPattern::Bound(binding) => Some(binding),
                        _ => None,
                    });
                let result = match &mut point.moment {
                    Moment::Returning(binding) | Moment::Throwing(binding) => binding.as_mut(),
                    Moment::Before => None,
                };
                point
                    .target
                    .iter_mut()
                    .chain(arguments)
                    .chain(&mut point.caller)
                    .chain(result)
                    .collect()
            }
            Trigger::Receive { value, .. } => value.iter_mut().collect(),
            Trigger::Timeout { .. } | Trigger::EndOfProgram => Vec::new(),
        }
    }
}
