//! The sentences that users read: a file for each command, and here the words of all of them.

pub mod analyze;
pub mod causes;
pub mod editor;
pub mod explain;
pub mod next;
pub mod predict;
pub mod predictions;
pub mod record;
pub mod replay;
pub mod report;
pub mod weave;

use std::borrow::Cow;

use plan::{Generator, Reduction, Verdict, When, Witness};

/// The subject of the witnesses of a property that has no parameters.
const PROGRAM: &str = "the program";

/// Returns what the objects are that the analysis does not tell apart in a witness.
pub fn objects(witness: &Witness) -> String {
    if witness.subject == PROGRAM {
        return "none: the property is about the program as a whole".to_owned();
    }
    format!(
        "{}: the analysis cannot distinguish these objects, and each read of a field or an array gives one of them or another object",
        witness.subject
    )
}

/// Returns what the analysis takes for the order of the events of a witness. What is not known of
/// it is what may have made the way up.
pub fn order(witness: &Witness) -> &str {
    match (&witness.disorder, witness.ordered) {
        (Some(reason), _) => reason,
        (None, true) => {
            "as in the program: each branch may be taken, and a call may run any method that it may resolve to"
        }
        (None, false) => {
            "some of the events may be raised at any time, by another thread or a callback of the library"
        }
    }
}

/// A verdict in words.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Satisfied => "cannot be violated from the entry points",
        Verdict::Residual => "still monitored",
        Verdict::Violated => "violated in every execution",
    }
}

/// Why a step removes a transition or silences a monitored call, in the words of the glossary.
pub fn reduction(step: impl Into<Reduction>) -> &'static str {
    match step.into() {
        Reduction::Residual0 => "never happens",
        Reduction::Residual1 => "never matters",
        Reduction::Residual2 => "cannot be used in this order",
        Reduction::Nop => "has no effect",
    }
}

/// The point that a generator is at, as part of a sentence.
pub fn point(generator: &Generator) -> String {
    let how = format!(
        "{} {}",
        moment(generator.when),
        generator.site.kind.phrase()
    );
    match generator.site.callee.as_str() {
        "" => format!("{how} a method that is not known"),
        callee => format!("{how} `{callee}`"),
    }
}

/// When, as part of a sentence.
pub fn moment(when: When) -> &'static str {
    match when {
        When::Before => "before",
        When::Returning => "after return from",
        When::Throwing => "after an exception left",
    }
}

/// `6 removed (never matters), 8 removed (cannot be used in this order), 6 kept`.
pub fn shares(steps: &[(&str, usize)], kept: usize) -> String {
    let taken = steps
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(step, count)| format!("{count} removed ({step})"));
    taken
        .chain([format!("{kept} kept")])
        .collect::<Vec<_>>()
        .join(", ")
}

/// `1 file`, `2,000 files`.
pub fn counted(number: usize, one: &str, more: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{} {more}", grouped(number as u64)),
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A word as a shell takes it.
pub fn shell_word(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        assert_eq!(
            [7, 123, 1234, 1_234_567].map(grouped),
            ["7", "123", "1,234", "1,234,567"]
        );
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(shell_word("app/Main.java:7"), "app/Main.java:7");
        let quoted = shell_word("it's $HOME");
        assert_eq!(shlex::split(&quoted), Some(vec!["it's $HOME".to_owned()]));
        assert!(quoted.contains('\''), "{quoted}");
        assert_eq!(shell_word(""), "''");
    }
}
