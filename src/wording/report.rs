//! The sentences of the report. The script of the page has those that it shows itself, in
//! `src/report/script`; titles of columns stand in the tables.

use super::{counted, grouped};

/// Names the table of a part.
pub fn table_of(part: &str) -> String {
    format!("{part}: table")
}

/// The title of the page.
pub const PAGE: &str = "What is left to monitor";

/// The title of the window.
pub const WINDOW: &str = "residua: what is left to monitor";

/// Titles of the parts.
pub mod title {
    /// The numbers.
    pub const SUMMARY: &str = "Summary";
    /// The events of a counted run.
    pub const EVENTS: &str = "Events of a run";
    /// The automata.
    pub const PROPERTIES: &str = "Properties";
    /// The table of monitored calls.
    pub const CALLS: &str = "Monitored calls";
    /// The selected row of that table.
    pub const SELECTED: &str = "The selected monitored call";
    /// The packages.
    pub const PACKAGES: &str = "Packages and files";
    /// The source of the selected file.
    pub const SOURCE: &str = "Source of the selected file";
    /// The list of keys.
    pub const KEYS: &str = "Keys";
    /// The map of the events of a run.
    pub const MAP: &str = "Map of the events";
    /// The reasons.
    pub const KEPT: &str = "Why calls stay monitored";
    /// The gaps.
    pub const UNRESOLVED: &str = "What could not be resolved";
    /// The gaps that do not matter.
    pub const WITHOUT_CALLS: &str = "What could not be resolved, and does not matter";
    /// The events of a property.
    pub const EVENTS_OF_PROPERTY: &str = "Events with their monitored calls";
    /// The assumptions.
    pub const ASSUMPTIONS: &str = "Assumptions";
}

/// Captions of tables, without a full stop.
pub mod caption {
    /// Of the summary.
    pub const CALLS_LEFT: &str =
        "Monitored calls at first, and how many are left after those that go for each reason";
    /// Of the events that the most kept calls raise.
    pub const BUSIEST_EVENTS: &str = "Events with most kept calls";
    /// Of the events of a counted run.
    pub const EVENTS_LEFT: &str = "Events that are left after each step";
    /// Of the sites of a counted run.
    pub const MOST_EVENTS: &str = "Sites with most events";
}

/// The result in one sentence.
pub fn headline(all: u64, kept: u64) -> String {
    match (all, kept) {
        (0, _) => "The program raises no event of the properties.".to_owned(),
        (1, 0) => "The one monitored call needs no monitor: nothing is left to monitor.".to_owned(),
        (all, 0) => format!(
            "None of the {} monitored calls needs a monitor: nothing is left to monitor.",
            grouped(all)
        ),
        (all, kept) if all == kept => format!("All {} monitored calls stay.", grouped(all)),
        (all, kept) => format!(
            "{} of {} monitored calls need no monitor. Monitors still see {}.",
            grouped(all - kept),
            grouped(all),
            grouped(kept),
        ),
    }
}

/// The kept calls that one thing alone concerns.
pub fn alone(calls: u64) -> String {
    format!("and {} because of this alone", grouped(calls))
}

/// The link to what else keeps calls monitored.
pub fn more_causes(number: usize) -> String {
    match number {
        1 => "One more cause".to_owned(),
        number => counted(number, "more cause", "more causes"),
    }
}

/// The hint below the summary.
pub const MONITORED_CALL: &str = "A monitored call is a program point that can raise an event of a property. The shares count these points. How often the \
     program reaches each of them is not in them.";

/// The hint about the events of a counted run.
pub const COUNTED: &str = "As a run of the program under full monitoring has counted them. Another run has others. Of a line with several \
     monitored calls of an event, events go if all of them are silent. An event that the plan does not know stays.";

/// The meanings of the colours of the four steps, in order.
pub const MEANINGS: [&str; 4] = [
    "nothing raises the event",
    "for no object of the program",
    "no execution raises the events in the order that it needs",
    "reports are the same without it",
];

/// The meaning of the colour of the rest.
pub const STAYS: &str = "kept, or remains";

/// Shown where no call stays monitored.
pub const NONE_STAYS: &str = "None stays: no execution can make a report.";

/// Shown where there are no gaps.
pub const ALL_FOLLOWED: &str = "Everything in the sources could be followed.";

/// The hint above what may be changed.
pub const UNKNOWN_STAYS: &str = "Where something is not known, the monitoring stays. Beside each thing stand the kept calls in the classes that are \
     open because of it, or of their methods: its remedy silences these at most, and several things may keep one call. Of a missing \
     type it is the calls that cannot be resolved. plan.json lists each assumption.";

/// Stands where there is nothing to do.
pub const NO_REMEDY: &str = "no remedy is known";

/// The title of the properties without a kept call.
pub fn finished(number: usize) -> String {
    match number {
        1 => "1 more property has nothing left".to_owned(),
        number => format!("{number} more properties have nothing left"),
    }
}

/// The title of the things that no monitored call depends on.
pub fn without_calls(number: usize) -> String {
    format!(
        "{} that no monitored call depends on",
        counted(number, "more thing", "more things")
    )
}

/// The end of the sentence about calls of unknown methods, after their number.
pub const UNKNOWN_METHOD: &str = " monitored calls have a method that is not known.";

/// The sentence above the assumptions, up to the link to the gaps.
pub const WHEREVER_THESE_HOLD: &str = "Optimized monitors report exactly what full monitoring reports wherever all of these hold, and what is said under ";

/// The link to the gaps in that sentence.
pub const LINK_TO_UNRESOLVED: &str = "what could not be resolved";

/// Shown instead of a drawing.
pub const TOO_LARGE: &str =
    "This automaton is too large to be drawn; its transitions are listed below.";

/// The link from a property to its rows.
pub const ITS_CALLS: &str = "Its monitored calls";

/// The link from a property to those of its monitored calls that are kept.
pub const ITS_KEPT_CALLS: &str = "the kept ones";

/// How many monitored calls of a property are kept.
pub fn calls_kept(number: u64) -> String {
    format!(
        "{} kept",
        counted(number as usize, "monitored call", "monitored calls")
    )
}

/// The title of the list of transitions.
pub const TRANSITIONS: &str = "Transitions in words";

/// Shown instead of the table of monitored calls.
pub const CALLS_NEED_SCRIPTS: &str = "The table of monitored calls needs scripts. ";

/// The command that explains the same, and the rest of the sentence about it.
pub const INSTEAD_OF_SCRIPTS: (&str, &str) = (
    "residua explain --plan plan.json FILE:LINE",
    " explains the same of a line.",
);

/// The hint below the source.
pub const MARKS: &str = "\u{25cf}2\u{25cb}1 before a line: it has two kept calls and one silenced call. A solid line below a word marks a kept call. The other \
     lines are those of the reasons in the summary. Select a word for its call, and the numbers for all calls of the line.";

/// The hint above the map of the events of a run.
pub const MAPPED: &str = "Areas are events: of packages, of the files in them, and of their lines. Filled lines stay, and framed lines go. Select a line \
     to see its source.";

/// The title of the table beside the map.
pub const AS_TABLE: &str = "The same as a table";

/// The name of the package of a file that stands in no folder.
pub const NO_PACKAGE: &str = "(no package)";

/// Shown instead of the table of packages.
pub const PACKAGES_NEED_SCRIPTS: &str =
    "The counts for packages and files, and the sources, need scripts.";

/// Names the source files that the report is from, whose number stands before it.
pub fn source_files(number: usize) -> &'static str {
    if number == 1 {
        "source file"
    } else {
        "source files"
    }
}
