//! The sentences of `residua weave`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use instrument::weave::{
    HIDDEN_JAR, Hidden, Notice, Tally, WeaveError, WeaveReport, WovenAsWritten,
};
use text::{Diagnostic, Span};

use crate::failure::about_file;
use crate::inputs::{missing, shown};
use crate::summary::EACH;
use crate::wording::{counted, grouped};

/// The error where nothing says where the output goes.
pub const NO_OUTPUT: &str = "no place for the woven classes: give one with `-o`, or write `output = \"..\"` into `residua.toml`";

/// A notice as a finding.
pub fn finding(notice: &str) -> Diagnostic {
    Diagnostic::warning("", Span::default(), "weaving", notice)
}

/// A notice of the weaver as a sentence.
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::MissingFiles { first, more } => missing_files(first, *more),
        Notice::SignatureLeftOut { input } => format!(
            "{}: signed; the signature is left out, as woven classes do not fit it",
            input.display()
        ),
        Notice::TwiceInJar { jar, entry } => format!(
            "{}: {entry} stands there twice; the last one counts, as for the JVM",
            jar.display()
        ),
        Notice::TwiceInInputs {
            class,
            first,
            second,
        } => format!(
            "{class} is in {} and in {}; the first counts",
            first.display(),
            second.display()
        ),
        Notice::LeftAsCompiled { classes, first } => format!(
            "{classes} {} left as compiled, as the plan was made without the sources ({first}): what happens there is not \
             monitored",
            class_is(*classes)
        ),
        Notice::NoTripwire { bodies, first } => no_tripwire(*bodies, first),
        Notice::Unforeseen(text) => text.clone(),
        Notice::WovenAsWritten(written) => {
            woven_as_written(&[written], None).unwrap_or_default()
        }
        Notice::WovenAsWrittenWith { property, other } => format!(
            "`{property}` is woven as written, since it shares variables, channels or instances with `{other}`"
        ),
        Notice::InitializationNotMonitored { classes, first } => format!(
            "the initialization of {classes} {} not monitored ({first}): an initializer would have to be added, which \
             changes the version of serialized objects; a `serialVersionUID` in the class helps",
            class_is(*classes)
        ),
        Notice::ModuleBesideMonitors => {
            "the classes are a named module, which cannot reach the monitors: run them on the class path"
                .to_owned()
        }
        Notice::ModuleBesideHiddenCalls => format!(
            "the classes are a named module, which cannot reach {HIDDEN_JAR}: run them on the class path"
        ),
        Notice::ReferencesOutOfSight { references } => format!(
            "{references} method references raise events that AspectJ does not see, but the analysis does: what AspectJ reports may differ"
        ),
    }
}

fn missing_files(first: &str, more: usize) -> String {
    let files = match more {
        0 => format!("{first} is"),
        more => format!(
            "{first} and {} of the plan are",
            counted(more, "more file", "more files")
        ),
    };
    format!(
        "{files} not here, so nobody can say whether the plan still fits: run the command in the folder where `residua analyze` ran"
    )
}

fn class_is(classes: usize) -> &'static str {
    if classes == 1 {
        "class is"
    } else {
        "classes are"
    }
}

fn no_tripwire(bodies: usize, first: &str) -> String {
    let bodies = match bodies {
        1 => "1 lambda body has".to_owned(),
        n => format!("{n} lambda bodies have"),
    };
    format!(
        "{bodies} no tripwire ({first}): the class file does not say which lambda expression of the source it is; write \
         each on a line of its own"
    )
}

/// Says that properties are woven as written, as the plan does not know places of theirs, perhaps
/// because of a `processor`; nothing where there are none.
pub fn woven_as_written(all: &[&WovenAsWritten], processor: Option<&str>) -> Option<String> {
    let (first, more) = all.split_first()?;
    let WovenAsWritten {
        property,
        first: place,
        class,
        unread,
        ..
    } = first;
    let (properties, of) = match more.len() {
        0 => (format!("`{property}` is"), "it"),
        1 => (format!("`{property}` and 1 more property are"), "them"),
        more => (
            format!("`{property}` and {more} more properties are"),
            "them",
        ),
    };
    let places = match all.iter().map(|written| written.places).sum() {
        1 => format!("does not know a place of {of} in the class files: {place} in `{class}`"),
        n => format!(
            "does not know {n} places of {of} in the class files; the first is {place} in `{class}`"
        ),
    };
    let remedy = match (unread, processor) {
        (Some(unread), _) => format!(
            "the source of `{unread}` was not analysed: give it to `residua analyze` with `--source`, or leave the class \
             out of `--classes`"
        ),
        (None, Some(processor)) => format!(
            "{processor}; run `residua analyze` with these class files (`--classes`), then weave"
        ),
        (None, None) => "compile the sources that are analysed again, with `javac -g`, and run `residua analyze` on them"
            .to_owned(),
    };

    Some(format!(
        "{properties} woven as written, since the plan {places}; {remedy}"
    ))
}

/// Class files that do not fit the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit {
    /// The sites that are not found in the plan.
    pub doubtful: u64,
    /// All sites.
    pub sites: u64,
}

/// Says that most sites are not found in the plan, and what the `processor` may have done that the
/// plan knows of.
pub fn misfit(Misfit { doubtful, sites }: Misfit, processor: Option<&str>) -> String {
    let cause = match processor {
        Some(processor) => format!(
            "{processor}; run `residua analyze` with these class files (`--classes`), then weave"
        ),
        None => "the classes are compiled without line numbers, or from other sources; compile them again (`javac -g`, in Ant \
                 `debug=\"true\"`), then weave"
            .to_owned(),
    };
    format!(
        "{doubtful} of {sites} sites cannot be found in the plan, and so stay monitored: {cause}"
    )
}

/// A class whose class file has other code than its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedClass {
    /// Its name.
    pub class: String,
    /// Its source.
    pub source: String,
    /// A method that differs.
    pub method: String,
    /// The difference.
    pub difference: String,
}

/// Says that a class file is older than its source.
pub fn older_code(class: &str, source: &str) -> String {
    format!(
        "the class file of `{class}` is older than `{source}` and may be of another text: the properties are woven as written; \
         compile the sources again, then weave"
    )
}

/// The error about a class file, and so many more, that are not those that were analyzed.
pub fn other_class(class: &str, more: usize) -> Diagnostic {
    let more = match more {
        0 => String::new(),
        1 => ", nor is that of 1 more class".to_owned(),
        more => format!(", nor are those of {more} more classes"),
    };
    let message = format!("the class file of `{class}` is not the one that was analyzed{more}");
    about_file("", "stale-classes", message)
        .with_help("run `residua analyze` with these class files (`--classes`), then weave")
}

/// Says that a class file, and so many more, have other code than their sources.
pub fn other_code(changed: &ChangedClass, more: usize) -> String {
    let ChangedClass {
        class,
        source,
        method,
        difference,
    } = changed;
    let more = match more {
        0 => String::new(),
        1 => ", and 1 more class has".to_owned(),
        more => format!(", and {more} more classes have"),
    };
    format!(
        "`{class}` has other code than `{source}` in `{method}` ({difference}){more}: the properties are woven as written; run \
         `residua analyze` with these class files (`--classes`), then weave"
    )
}

/// Says that a class file uses other members than the source seemed to.
pub fn other_members(changed: &ChangedClass) -> String {
    let ChangedClass {
        class,
        source,
        method,
        difference,
    } = changed;
    format!(
        "`{class}` does not use what `{source}` seemed to use while types were missing, in `{method}` ({difference}): the properties \
         are woven as written; run `residua analyze` with the class path (`--classpath`), then weave"
    )
}

/// The error about folders without a class.
pub fn no_classes(folders: &[PathBuf]) -> Diagnostic {
    let folders: Vec<String> = folders.iter().map(|folder| shown(folder)).collect();
    let message = format!(
        "there are no compiled classes in `{}`",
        folders.join("`, `")
    );
    about_file(&folders[0], "no-classes", message).with_help("compile the project first")
}

/// The error about a folder or jar of classes that does not exist.
pub fn no_input(path: &Path) -> Diagnostic {
    let mut unread = missing(path, "folder or jar of classes");
    unread
        .help
        .get_or_insert_with(|| "compile the project first".to_owned());
    unread
}

/// The error about an output folder with other files in it.
pub fn output_in_use(output: &Path) -> Diagnostic {
    let folder = shown(output);
    let message = format!(
        "the output folder `{folder}` holds files that no weaving has made; they would be replaced"
    );
    about_file(&folder, "output-in-use", message).with_help("name a folder that does not exist yet")
}

/// The error about a class to weave whose source the plan was made without.
pub fn left_out_but_compiled(source: &str, class: &str) -> Diagnostic {
    let message =
        format!("`{class}` is to be woven, but the plan was made without its source `{source}`");
    about_file(source, "left-out-but-compiled", message).with_help(
        "take the source out of `left-out` and run `residua analyze` again, or take the class away: events that only \
         matter to it are silent",
    )
}

/// An error of the weaver as a finding, where there is a code for it.
pub fn refusal(error: &WeaveError) -> Option<Diagnostic> {
    let message = error.to_string();
    Some(match error {
        WeaveError::Unreadable { path, .. } => {
            about_file(&shown(path), "unreadable-classes", message)
                .with_help("classes are given as folders and jars of class files")
        }
        WeaveError::OutputIsInput(path) => about_file(&shown(path), "output-among-input", message)
            .with_help("name another folder or jar with `-o`, beside the classes"),
        WeaveError::OtherProgram(class) => about_file(class, "other-program", message).with_help(
            "give the plan of this program with `--plan`, or its classes with `--classes`",
        ),
        WeaveError::WovenBefore { class } => about_file(class, "woven-before", message),
        WeaveError::TwoModules(_, path) => about_file(&shown(path), "two-modules", message),
        _ => return None,
    })
}

/// Returns the results, by property, of a weaving that hides calls or not.
pub fn summary(report: &WeaveReport, hides: bool, output: &Path) -> String {
    let mut text = String::new();
    // Of many properties those that have nothing left are told together.
    let is_short = |tally: &Tally| report.properties.len() > EACH && tally.monitored == 0;
    let (short, long): (Vec<_>, Vec<_>) = report
        .properties
        .iter()
        .partition(|(_, tally)| is_short(tally));

    for (property, tally) in long {
        let told = if hides {
            hidden_of(*tally)
        } else {
            sites(*tally)
        };
        let _ = writeln!(text, "{property}: {told}");
    }

    if !short.is_empty() {
        let all: u64 = short.iter().map(|(_, tally)| tally.sites).sum();
        let _ = writeln!(
            text,
            "{} more properties: {all} sites, none monitored",
            short.len()
        );
    }
    if hides {
        text += &hidden(report.hidden, &output.with_file_name(HIDDEN_JAR));
    }
    let unfound = report.rows_without_site.len();
    if unfound > 0 {
        let calls = counted(unfound, "monitored call", "monitored calls");
        let are = if unfound == 1 { "is" } else { "are" };
        let _ = writeln!(text, "{calls} of the plan {are} at no site");
    }

    text
}

/// Says that threads are recorded.
pub fn threads_recorded(output: &Path) -> String {
    format!("wrote {}: its threads are recorded\n", shown(output))
}

/// Returns how many reflective calls write down what they reach.
pub fn recorded(report: &WeaveReport) -> String {
    let sites: u64 = report
        .properties
        .values()
        .map(|tally| tally.monitored)
        .sum();
    match sites {
        1 => "1 reflective call writes down what it reaches\n".to_owned(),
        sites => format!(
            "{} reflective calls write down what they reach\n",
            grouped(sites)
        ),
    }
}

/// `1 class changed, 27 as they were`.
pub fn classes(report: &WeaveReport) -> String {
    let (changed, unchanged) = (report.changed_classes, report.unchanged_classes);
    let classes = if changed == 1 { "class" } else { "classes" };
    format!("{changed} {classes} changed, {unchanged} as they were")
}

/// `24 sites, 18 left out`.
fn hidden_of(tally: Tally) -> String {
    format!("{} sites, {} left out", tally.sites, tally.left_out)
}

fn hidden(Hidden { calls, in_sight }: Hidden, jar: &Path) -> String {
    let mut text = format!("{calls} calls hidden");
    if calls > 0 {
        let _ = write!(
            text,
            " in {}, which the program needs and no other tool weaves",
            shown(jar)
        );
    }

    text.push('\n');
    if in_sight > 0 {
        let _ = writeln!(
            text,
            "{in_sight} silenced calls stay in sight: bodies of methods, and what is silenced \
             only together with them"
        );
    }

    text
}

/// `24 sites, 6 monitored (1 unknown to the plan, 2 ambiguous), 18 left out`.
fn sites(tally: Tally) -> String {
    let Tally {
        sites,
        monitored,
        left_out,
        unknown,
        ambiguous,
    } = tally;
    let unsure = [(unknown, "unknown to the plan"), (ambiguous, "ambiguous")];
    let unsure: Vec<String> = unsure
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect();

    let unsure = if unsure.is_empty() {
        String::new()
    } else {
        format!(" ({})", unsure.join(", "))
    };
    format!("{sites} sites, {monitored} monitored{unsure}, {left_out} left out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_that_is_woven_as_written_is_said_with_the_place_and_the_remedy() {
        let written = WovenAsWritten {
            property: "P".to_owned(),
            places: 2,
            first: "Main.java:10".to_owned(),
            class: "app.Main".to_owned(),
            unread: Some("app.Other".to_owned()),
        };
        assert_eq!(
            notice(&Notice::WovenAsWritten(written)),
            "`P` is woven as written, since the plan does not know 2 places of it in the class files; the first is Main.java:10 in \
             `app.Main`; the source of `app.Other` was not analysed: give it to `residua analyze` with `--source`, or leave the \
             class out of `--classes`"
        );
    }

    #[test]
    fn classes_left_as_compiled_are_counted() {
        let left = |classes| Notice::LeftAsCompiled {
            classes,
            first: "a.B".to_owned(),
        };
        assert!(notice(&left(1)).starts_with("1 class is left as compiled, "));
        assert!(notice(&left(2)).starts_with("2 classes are left as compiled, "));
    }

    #[test]
    fn sites_that_the_plan_does_not_decide_are_told() {
        let sure = Tally {
            sites: 5,
            monitored: 2,
            left_out: 3,
            ..Tally::default()
        };
        assert_eq!(sites(sure), "5 sites, 2 monitored, 3 left out");
        let unsure = Tally {
            unknown: 1,
            ambiguous: 1,
            ..sure
        };
        assert_eq!(
            sites(unsure),
            "5 sites, 2 monitored (1 unknown to the plan, 1 ambiguous), 3 left out"
        );
    }
}
