//! Rows of a plan's table of generators.

use date::model::{JoinPoint, When};
use date::residual::{LeftOut, Reduction};
use java_types::{ClassName, Spelling};
use serde::{Deserialize, Serialize};

/// One generator: a (property, event, program point). Rows of one letter (events notified together)
/// share one decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Unique in the plan.
    pub id: String,
    /// [`crate::PropertyRow::name`].
    pub property: String,
    /// Name of the event, the one whose pattern matches or a collection that holds it.
    pub event: String,
    /// Path of the source file below its root.
    pub file: String,
    /// Line for people: the called method's name, `new`, the loop or resource, the declared name;
    /// from 1.
    pub line: u32,
    /// Column there, from 1, in UTF-16 units.
    pub column: u32,
    /// Binary name of the class whose class file holds the point (`pkg.Outer$Inner`).
    pub class: ClassName,
    /// `name(descriptor)` of the source method around the point, `<init>` alone for instance
    /// initializers; a lambda body appends `/lambda#n`. For an execution the method itself, for an
    /// initialization `<clinit>()V`.
    pub enclosing: String,
    /// The callee as the instruction names it, `java.util.Iterator.next()Ljava/lang/Object;`; for a
    /// method reference the referenced method, for an execution the method itself, for an access
    /// the field, `app.Box.value:I`. For elements the type of arrays that the instruction tells:
    /// `[Ljava.lang.Object;.element:Ljava/lang/Object;` for all references, `[B.element:B` also for
    /// `boolean[]`.
    pub callee: String,
    /// From 0: the n-th point of this callee in `enclosing` in evaluation order.
    pub ordinal: u32,
    /// The kind of point.
    pub kind: GeneratorKind,
    /// When the event occurs.
    pub when: When,
    /// True if the compiler may emit the point several times (finally blocks, instance
    /// initializers).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copied: bool,
    /// Keep or silence.
    pub decision: Decision,
    /// The step that silenced it; `None` exactly for kept ones.
    pub by: Option<Reduction>,
    /// Rows of one group are silenced all together or not at all: where one of them is monitored
    /// after all, so are the others. Only silenced rows have one; a silenced row without a group
    /// may be monitored without harm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// One sentence for people.
    pub why: String,
    /// How it may take part in a report or an external action; kept rows have one if there is a
    /// way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// Transitions of the residual that may lead an object, through a generator, to a report or an
/// external action: the first leaves the initial state, each other one the state that the one
/// before leads to. What leaves the monitor where it is is not told; conditions are taken to hold.
/// The analysis does not say that there is such an execution: it could not rule it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// True if the program may have this order. Otherwise nothing is known of the order of some
    /// steps: they are places where the object may be.
    pub ordered: bool,
    /// The objects on this path, in words. The analysis cannot distinguish them, for example
    /// because one place makes them all.
    pub subject: String,
    /// Why nothing is known of the order of their events, in words; none where an order is known of
    /// some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disorder: Option<String>,
    /// The transitions: positions in [`crate::Plan::witness_steps`].
    pub steps: Vec<usize>,
    /// The gaps of a long way where transitions are left out, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// A transition that is taken on the way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessStep {
    /// The generator's place; none for what no program point raises: a timeout, a message on a
    /// channel, the end of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePlace>,
    /// Name of the transition's event.
    pub event: String,
    /// Name of the state before.
    pub from: String,
    /// Name of the state afterwards.
    pub to: String,
}

/// The body of a lambda expression or method reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionalRow {
    /// The code around it, as [`Generator::enclosing`] names it, followed by `/lambda#n` or
    /// `/reference`.
    pub code: String,
    /// First line of the expression, from 1.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// True if the analysis takes it for unreachable.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreached: bool,
}

impl FunctionalRow {
    /// The code around it.
    pub fn around(&self) -> &str {
        self.code.rsplit_once('/').map_or("", |(around, _)| around)
    }
}

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourcePlace {
    /// Path of the file below its root.
    pub file: String,
    /// Its line, as in [`Generator::line`].
    pub line: u32,
    /// Its column there.
    pub column: u32,
}

/// A method or field as [`Generator::callee`] names it, of its owner's internal name, its name and
/// its descriptor.
pub fn member_name(owner: &str, name: &str, descriptor: &str) -> String {
    let colon = if descriptor.starts_with('(') { "" } else { ":" };
    format!("{}.{name}{colon}{descriptor}", owner.to_binary())
}

/// The kind of program point of a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneratorKind {
    /// A call, constructor calls and the implicit calls of loops and resources included.
    Call,
    /// A method reference; the event occurs when its object is invoked.
    Reference,
    /// A method body.
    Execution,
    /// A catch block.
    Handling,
    /// The initialization of a class.
    Initialization,
    /// All reads of a field in a body.
    Get,
    /// All writes of a field in a body.
    Set,
    /// All reads of elements of arrays of one type in a body.
    Element,
}

impl GeneratorKind {
    /// Returns what its points are, as part of a sentence.
    pub fn phrase(self) -> &'static str {
        match self {
            GeneratorKind::Call => "the call of",
            GeneratorKind::Reference => "the method reference",
            GeneratorKind::Execution => "the execution of",
            GeneratorKind::Handling => "the handler in",
            GeneratorKind::Initialization => "the initialization of",
            GeneratorKind::Get => "the reading of",
            GeneratorKind::Set => "the writing of",
            GeneratorKind::Element => "the reading of array elements,",
        }
    }

    /// Returns whether one generator is all such points of a body that are of one callee.
    pub fn is_of_whole_body(self) -> bool {
        matches!(
            self,
            GeneratorKind::Get | GeneratorKind::Set | GeneratorKind::Element
        )
    }
}

impl From<JoinPoint> for GeneratorKind {
    fn from(join: JoinPoint) -> Self {
        match join {
            JoinPoint::Call => GeneratorKind::Call,
            JoinPoint::Execution => GeneratorKind::Execution,
            JoinPoint::Handling => GeneratorKind::Handling,
            JoinPoint::Initialization => GeneratorKind::Initialization,
            JoinPoint::Get => GeneratorKind::Get,
            JoinPoint::Set => GeneratorKind::Set,
            JoinPoint::Element => GeneratorKind::Element,
        }
    }
}

/// The decision on a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is monitored.
    Keep,
    /// It never matters.
    Silence,
}
