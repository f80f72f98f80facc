//! The words that begin triggers and clauses.

use date::model::JoinPoint;

/// Returns the words that begin triggers.
pub(super) fn triggers() -> Vec<&'static str> {
    JoinPoint::ALL
        .into_iter()
        .map(JoinPoint::word)
        .chain(["new", "timeout", "receive", "end"])
        .collect()
}

pub(super) const CLAUSES: [&str; 9] = [
    "target",
    "caller",
    "returning",
    "throwing",
    "within",
    FLOWS[0],
    FLOWS[1],
    FLOWS[2],
    FLOWS[3],
];

/// The clauses of control flows.
pub(super) const FLOWS: [&str; 4] = ["cflow", "cflowbelow", "!cflow", "!cflowbelow"];
