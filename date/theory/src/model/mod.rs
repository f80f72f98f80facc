//! Properties as users write them: a [`Specification`] is one property file, with contexts (one
//! automaton instance per binding of a context's parameters), events, variables, and one [`Date`]
//! per property.

mod automaton;
mod control_flow;
mod event;
mod modifier;
mod specification;

pub use automaton::{Date, State, StateKind, Transition};
pub use control_flow::{ControlFlow, FlowTest};
pub use event::{
    Alternative, ArgumentPattern, ArgumentPosition, Arguments, Binding, Event, EventParameter,
    JoinPoint, Member, MemberPattern, Moment, ParameterPattern, PointPattern, Signature, Trigger,
    TypePattern, When, Within,
};
pub use modifier::{Modifier, ModifierPattern};
pub use specification::{
    Channel, Clock, Context, Creation, Explanation, Identity, ImportPlaces, Observability,
    Parameter, Property, Severity, Specification, Variable,
};
