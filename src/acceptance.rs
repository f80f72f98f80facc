//! Which assumptions the user has accepted.

use std::collections::BTreeSet;

use analyzer::assumption_ids;
use plan::Assumption;
use text::{Diagnostic, nearest};

use crate::failure::Rejected;
use crate::wording::analyze;

/// Returns whether `accepted` entries, `ID` or `ID:FILE`, name assumptions that there are.
///
/// # Errors
/// An entry names none; with the nearest name.
pub fn check(accepted: &[String]) -> Result<(), Rejected> {
    let known = assumption_ids();
    let unknown = accepted
        .iter()
        .map(|entry| id_of(entry))
        .filter(|id| !known.contains(id));
    let findings = unknown.map(|id| {
        let near = nearest(id, known.iter().copied());
        analyze::unknown_assumption(id, near, &known)
    });

    let findings: Vec<Diagnostic> = findings.collect();
    if findings.is_empty() {
        Ok(())
    } else {
        Err(Rejected(findings))
    }
}

/// Returns whether every assumption is accepted.
///
/// # Errors
/// Each that is not, at its place, and last what would accept them all.
pub fn require(assumptions: &[Assumption], accepted: &[String]) -> Result<(), Rejected> {
    let open: Vec<&Assumption> = assumptions
        .iter()
        .filter(|assumption| !is_accepted(assumption, accepted))
        .collect();

    if open.is_empty() {
        return Ok(());
    }

    let mut findings: Vec<Diagnostic> = open
        .iter()
        .map(|assumption| analyze::not_accepted(assumption))
        .collect();
    let ids: BTreeSet<String> = open
        .iter()
        .map(|assumption| format!("\"{}\"", assumption.id))
        .collect();
    let ids: Vec<String> = ids.into_iter().collect();
    findings.push(analyze::how_to_accept(open.len(), &ids));

    Err(Rejected(findings))
}

fn is_accepted(assumption: &Assumption, accepted: &[String]) -> bool {
    accepted.iter().any(|entry| match entry.split_once(':') {
        None => *entry == assumption.id,
        Some((id, file)) => id == assumption.id && assumption.file.as_deref() == Some(file),
    })
}

fn id_of(entry: &str) -> &str {
    entry.split_once(':').map_or(entry, |(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumption(id: &str, file: Option<&str>) -> Assumption {
        Assumption {
            id: id.to_owned(),
            text: "so it is".to_owned(),
            file: file.map(str::to_owned),
            line: None,
            cause: None,
        }
    }

    #[test]
    fn assumption_is_accepted_everywhere_or_in_one_file() {
        let open = [
            assumption("open-class", Some("app/A.java")),
            assumption("open-class", Some("app/B.java")),
        ];
        let refused = |accepted: &[&str]| {
            let accepted: Vec<String> = accepted.iter().map(|&entry| entry.to_owned()).collect();
            require(&open, &accepted).map_or_else(|rejected| rejected.0.len() - 1, |()| 0)
        };
        assert_eq!(refused(&[]), 2);
        assert_eq!(refused(&["open-class:app/A.java"]), 1);
        assert_eq!(refused(&["open-class"]), 0);
        assert_eq!(refused(&["open"]), 2);
    }

    #[test]
    fn name_that_no_assumption_has_is_told_with_the_nearest() {
        check(&["open-class:any/File.java".to_owned()]).unwrap();
        let rejected = check(&["opne-class".to_owned()]).unwrap_err();
        assert_eq!(
            rejected.0[0].help.as_deref(),
            Some("did you mean `open-class`?")
        );
    }
}
