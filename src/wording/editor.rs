//! The words that editors show.

use date::model::{Identity, Severity, State, StateKind};
use languages::names::Refusal;

use super::counted;

/// While the classes of the program are read.
pub const READING: &str = "reading the classes of the program";

/// About a parameter of a context.
pub fn parameter(identity: Identity) -> &'static str {
    match identity {
        Identity::Identity => "There is one automaton for each object.",
        Identity::Equals => "There is one automaton for each value. `equals` decides.",
    }
}

/// About a variable of a context.
pub const VARIABLE: &str = "A variable of the monitor. Each instance has one.";

/// About a clock.
pub const CLOCK: &str = "A clock. It starts when the instance is made.";

/// About a channel.
pub const CHANNEL: &str = "A channel, through which properties send each other messages.";

/// About a variable that an event binds.
pub fn bound(event: &str) -> String {
    format!("A value of the event `{event}`.")
}

/// About a state with so many transitions in and out.
pub fn state(state: &State, is_initial: bool, (into, out): (usize, usize)) -> String {
    let kind = match state.kind {
        StateKind::Bad => "A bad state: entering it is reported.",
        StateKind::Accepting => "An accepting state.",
        StateKind::Normal => "A state.",
    };
    let initial = if is_initial {
        " Each instance begins in it."
    } else {
        ""
    };
    let into = counted(into, "transition leads", "transitions lead");
    let out = counted(out, "transition leaves", "transitions leave");
    format!("{kind}{initial} {into} to it, and {out} it.")
}

/// About an event that so many transitions use.
pub fn event(uses: usize) -> String {
    format!(
        "An event. {} it.",
        counted(uses, "transition uses", "transitions use")
    )
}

/// About a property.
pub fn property(severity: Severity, states: usize, transitions: usize) -> String {
    let states = counted(states, "state", "states");
    let transitions = counted(transitions, "transition", "transitions");
    format!(
        "A property with {states} and {transitions}. Its reports are {}s.",
        severity.word()
    )
}

/// About members that have the same name.
pub fn more(members: usize) -> String {
    format!(
        "and {} of this name",
        counted(members, "more member", "more members")
    )
}

/// Why nothing at this place can be renamed.
pub const NOTHING_TO_RENAME: &str = "there is no name of the property file here: place the cursor on a state, an event, a variable or a property";

/// Why a name is not changed to `to`.
pub fn refusal(refusal: Refusal, to: &str) -> String {
    match refusal {
        Refusal::OfJava => {
            "this is a name of the program: rename it in its Java sources, and then here".to_owned()
        }
        Refusal::NoIdentifier => {
            format!("`{to}` is no name in Java: write letters, digits and `_`, and no keyword")
        }
        Refusal::Taken => format!("something in the file is called `{to}`: choose another name"),
        Refusal::NotFollowed => {
            "the file would not say the same with the new name, as not all of its places are known: change it by hand".to_owned()
        }
    }
}

/// Why a property file with errors is not changed.
pub const MEND_FIRST: &str =
    "the file has errors: mend them first, then all places of the name are known";
