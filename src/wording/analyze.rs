//! The sentences of `residua analyze`.

use std::path::Path;

use plan::Assumption;
use text::{Diagnostic, Severity, Span};

use crate::causes::Remedied;
use crate::failure::about_file;
use crate::inputs::missing;
use crate::wording::weave::ChangedClass;
use crate::wording::{counted, grouped};

/// The heads of the table of the summary.
pub const COLUMNS: [&str; 9] = [
    "\nproperty",
    "monitored\ncalls",
    "never\nhappens",
    "never\nmatters",
    "not in\nthis order",
    "no\neffect",
    "\nkept",
    "transitions\nleft",
    "",
];

/// The transitions that are left.
pub fn left(kept: usize, of: usize) -> String {
    format!("{} of {}", grouped(kept as u64), grouped(of as u64))
}

/// Names properties that have nothing left.
pub fn others(count: usize) -> String {
    format!("{count} more")
}

/// Names all properties.
pub fn all(count: usize) -> String {
    format!("all {count}")
}

/// The phase in which so many sources are read.
pub fn reading(sources: usize) -> String {
    format!(
        "reading {}",
        counted(sources, "source file", "source files")
    )
}

/// The same once more, with the class files of the `others`.
pub fn again(sources: usize, others: usize) -> String {
    let class_files = match others {
        1 => "the class file of 1 that differs from it".to_owned(),
        others => format!("the class files of {others} that differ from them"),
    };
    format!("{} again, with {class_files}", reading(sources))
}

/// Says which properties hold, and from where: code that nobody calls from there is not meant.
pub fn proved(count: usize, of: usize, entries: &[String]) -> String {
    let properties = match (count, of) {
        (1, 1) => "the property".to_owned(),
        (count, of) if count == of => format!("all {of} properties"),
        (1, of) => format!("1 of {of} properties"),
        (count, of) => format!("{count} of {of} properties"),
    };
    format!("{properties} {}", cannot_be_violated(entries))
}

/// Says why most kept calls stay.
pub fn reason(reason: &str, count: u64, kept: u64) -> String {
    match (count, kept) {
        (1, 1) => format!("the call is kept: {reason}"),
        (all, kept) if all == kept => {
            format!("all {} are kept, each because {reason}", grouped(kept))
        }
        (count, kept) => format!(
            "{} of {} are kept, each because {reason}",
            grouped(count),
            grouped(kept)
        ),
    }
}

/// Says which thing that may be changed concerns the most calls, and the first of its places.
pub fn largest(cause: &Remedied<'_>, kept: u64) -> String {
    let places = match cause.places.first() {
        None => String::new(),
        Some(place) if cause.places.len() == 1 => format!(" ({place})"),
        Some(place) => format!(" ({place} and {} more)", cause.places.len() - 1),
    };
    let concerned = cause
        .concerned_of(kept)
        .map_or_else(String::new, |said| format!("; {said}"));
    format!("largest cause: {}{places}{concerned}", cause.what)
}

/// A remedy.
pub fn help(remedy: &str) -> String {
    format!("help: {remedy}")
}

/// Says on how many assumptions the results rest, and how many more causes there are.
pub fn assumptions(number: usize, more_causes: usize) -> String {
    let causes = match more_causes {
        0 => String::new(),
        1 => "1 more cause and ".to_owned(),
        more => format!("{more} more causes and "),
    };
    format!("the report has {causes}the {number} assumptions that the results rest on")
}

/// So many entry points are named.
const NAMED: usize = 3;

/// Says that a property holds, and from where: code that nobody calls from there is not meant.
pub fn cannot_be_violated(entries: &[String]) -> String {
    let named = entries
        .iter()
        .take(NAMED)
        .map(|entry| format!("`{entry}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match entries.len().saturating_sub(NAMED) {
        _ if entries.is_empty() => "cannot be violated by any use of these classes".to_owned(),
        0 => format!("cannot be violated from {named}"),
        more => format!("cannot be violated from {named} and {more} more entry points"),
    }
}

/// The objection to more monitored calls than the budget allows.
pub fn over_budget(kept: u64, excess: u64) -> Diagnostic {
    let message = format!("{kept} monitored calls remain, {excess} more than the budget allows");
    about_file("", "over-budget", message)
        .with_help("`residua explain` says of a line why it stays monitored")
}

/// The help about a part of a source that cannot be read, after another help.
pub fn leave_out(help: Option<String>) -> String {
    let help = help.map_or_else(String::new, |help| help + "; ");
    help + "if the program runs without the file, name it in `left-out`"
}

/// The error about a gap under `--strict`.
pub fn unread_source(file: &str, place: Span, reason: &str) -> Diagnostic {
    let message = format!("refused under `--strict`: {reason}");
    Diagnostic::error(file, place, "unread-source", message)
}

/// The note that so many findings and notes are not shown.
pub fn not_shown(findings: usize, notes: usize) -> Diagnostic {
    let all = [
        (findings, "more finding", "more findings"),
        (notes, "note", "notes"),
    ];
    let all = all.into_iter().filter(|(number, ..)| *number > 0);
    let all: Vec<String> = all
        .map(|(number, one, more)| counted(number, one, more))
        .collect();
    let all = all.join(" and ");

    let verb = if findings + notes == 1 { "is" } else { "are" };
    let message = format!("{all} {verb} not shown; `-v` shows all");
    note(about_file("", "more", message))
}

/// The help that the same stands at more places, after another help.
pub fn the_same(help: Option<&str>, more: usize) -> String {
    let more = if more == 1 {
        "the same at 1 more place".to_owned()
    } else {
        format!("the same at {more} more places")
    };
    help.map_or_else(|| more.clone(), |help| format!("{help}; {more}"))
}

/// The error about an accepted assumption that does not exist, with the nearest of those that do.
pub fn unknown_assumption(id: &str, nearest: Option<&str>, known: &[&str]) -> Diagnostic {
    let message = format!("no assumption is called `{id}`, so it cannot be accepted");
    let finding = about_file("", "unknown-assumption", message);
    match nearest {
        Some(near) => finding.with_help(format!("did you mean `{near}`?")),
        None => finding.with_help(format!("there are {}", known.join(", "))),
    }
}

/// The error about an assumption that `--strict` does not accept.
pub fn not_accepted(assumption: &Assumption) -> Diagnostic {
    let file = assumption.file.as_deref().unwrap_or("");
    let place = Span {
        line: assumption.line.unwrap_or(0),
        column: 1,
        ..Span::default()
    };
    let message = format!(
        "refused under `--strict`: `{}` is not accepted: {}",
        assumption.id, assumption.text
    );
    Diagnostic::error(file, place, "not-accepted", message)
}

/// The note that so many assumptions are not accepted; `ids` would accept them.
pub fn how_to_accept(open: usize, ids: &[String]) -> Diagnostic {
    let message = format!("{open} assumptions are not accepted");
    let help = format!(
        "what may be relied on is listed under `accept` in `residua.toml`: {}",
        ids.join(", ")
    );
    note(about_file("", "not-accepted", message).with_help(help))
}

fn note(finding: Diagnostic) -> Diagnostic {
    Diagnostic {
        severity: Severity::Note,
        ..finding
    }
}

/// A class of the sources, and its place there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceClass {
    /// Its name.
    pub name: String,
    /// Its source.
    pub file: String,
    /// Its place there.
    pub place: Span,
}

/// The error about a class file that is older than its source and differs from it in a method.
pub fn stale_class(class: &SourceClass, method: &str) -> Diagnostic {
    let message = format!(
        "the class file of `{}` is older than this source and differs from it, in `{method}`",
        class.name
    );
    Diagnostic::error(&class.file, class.place, "stale-classes", message)
        .with_help("compile the sources again, then analyze them")
}

/// The warning about a class file, and so many more, that are older than their sources.
pub fn older_class(class: &SourceClass, more: usize) -> Diagnostic {
    let more = match more {
        0 => String::new(),
        1 => ", and that of 1 more class than its own".to_owned(),
        more => format!(", and those of {more} more classes than theirs"),
    };
    let message = format!(
        "the class file of `{}` is older than this source{more}: it may be of another text",
        class.name
    );
    Diagnostic::warning(&class.file, class.place, "older-classes", message).with_help(
        "the class files are analyzed; compile the sources again if these are what will run",
    )
}

/// The warning about a class file that differs from its source, and so many more; the class files
/// may be analyzed in place of the sources.
pub fn changed_class(
    changed: &ChangedClass,
    place: Span,
    more: usize,
    is_read: bool,
) -> Diagnostic {
    let more = match more {
        0 => String::new(),
        1 => ", and that of 1 more class from its source".to_owned(),
        more => format!(", and those of {more} more classes from their sources"),
    };
    let message = format!(
        "the class file of `{}` differs from this source in `{}` ({}){more}",
        changed.class, changed.method, changed.difference
    );
    let outcome = if is_read {
        "the class file is analyzed"
    } else {
        "class files of this source are missing, so calls on its objects stay monitored"
    };
    Diagnostic::warning(&changed.source, place, "changed-classes", message).with_help(format!(
        "a compiler plug-in or an agent of the build has changed it: {outcome}"
    ))
}

/// The warning about a folder or jar of the program's classes that is not there, and so many more.
pub fn no_classes_yet(first: &Path, more: usize) -> Diagnostic {
    let finding = missing(first, "folder or jar of classes");
    let more = match more {
        0 => String::new(),
        1 => ", nor does 1 more".to_owned(),
        more => format!(", nor do {more} more"),
    };
    let message = format!("{}{more}: the sources alone are analyzed", finding.message);
    let help = finding.help.unwrap_or_else(|| {
        "compile the project and analyze again: class files show what compilers and annotation processors have made".to_owned()
    });
    Diagnostic::warning(&finding.file, Span::default(), "no-classes-yet", message).with_help(help)
}

/// The warning about sources in other languages, the first of them in `first`.
pub fn other_languages(
    number: usize,
    first: &str,
    languages: &str,
    has_classes: bool,
) -> Diagnostic {
    let message = match number {
        1 => format!("`{first}` ({languages}) is not analyzed: what it names stays monitored"),
        many => format!(
            "{many} files ({languages}) are not analyzed, `{first}` first: what they name stays monitored"
        ),
    };
    let warning = Diagnostic::warning("", Span::default(), "other-languages", message);
    if has_classes {
        warning
    } else {
        warning.with_help("give the compiled classes, with those of these files, with `--classes`")
    }
}
