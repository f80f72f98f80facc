//! Answers of three kinds, and how they combine.

use java_types::hierarchy::Answer;

pub(super) fn answer(yes: bool) -> Answer {
    if yes { Answer::Yes } else { Answer::No }
}

pub(super) fn or(a: Answer, b: Answer) -> Answer {
    match (a, b) {
        (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
        (Answer::No, Answer::No) => Answer::No,
        _ => Answer::Unknown,
    }
}

pub(super) fn and(a: Answer, b: impl FnOnce() -> Answer) -> Answer {
    match a {
        Answer::No => Answer::No,
        Answer::Yes => b(),
        Answer::Unknown => weaken(b()),
    }
}

/// A yes by name is only a maybe.
pub(super) fn weaken(a: Answer) -> Answer {
    if a == Answer::Yes { Answer::Unknown } else { a }
}
