//! The hazards that break the promise of the analyses in practice.

/// A way to break the promise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hazard {
    /// By this number entries of the list name it.
    pub number: u8,
    /// The thing that is easily forgotten.
    pub title: &'static str,
    /// Why no fault of the analyses is planted for it, if so.
    pub elsewhere: Option<&'static str>,
}

const fn hazard(number: u8, title: &'static str) -> Hazard {
    Hazard {
        number,
        title,
        elsewhere: None,
    }
}

/// All that are known.
pub const HAZARDS: [Hazard; 20] = [
    hazard(1, "self-loops with actions are no no-ops"),
    hazard(2, "a guarded transition may not fire"),
    hazard(
        3,
        "properties that share variables or channels are judged together",
    ),
    hazard(
        4,
        "external actions, entry code, impure conditions, `where` and `filter`",
    ),
    hazard(5, "objects that are equal are one instance"),
    hazard(6, "a parameter that code computes may be any object"),
    hazard(7, "code that runs without a visible caller"),
    hazard(8, "calls and executions match differently"),
    hazard(9, "exceptions"),
    hazard(
        10,
        "a generator may concern several objects and several parameters",
    ),
    hazard(
        11,
        "in another iteration or activation a variable is another object",
    ),
    hazard(12, "threads interleave"),
    hazard(13, "objects that escape to code outside the sources"),
    hazard(
        14,
        "ends of programs, timeouts, whatever else raises events",
    ),
    Hazard {
        number: 15,
        title: "sources that are edited after the analysis",
        elsewhere: Some("plans carry hashes, and the weaver compares them: `instrument` tests it"),
    },
    hazard(16, "variables keep their initial values"),
    hazard(17, "event variables outlive their event"),
    hazard(
        18,
        "creation and release of instances, and events of outer contexts",
    ),
    hazard(19, "monitor code is program code"),
    hazard(20, "libraries without a `main`"),
];
