//! The words that begin triggers and clauses.

pub(super) const TRIGGERS: [&str; 10] = [
    "call",
    "execution",
    "handling",
    "initialization",
    "get",
    "set",
    "new",
    "timeout",
    "receive",
    "end",
];

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
