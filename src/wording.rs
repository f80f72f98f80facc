//! The words that results are told in, wherever they are told.

use instrument::plan::{GeneratorKind, Moment, Residual, SilencedBy, StaticVerdict};

/// A verdict in words.
pub fn verdict(verdict: StaticVerdict) -> &'static str {
    match verdict {
        StaticVerdict::Satisfied => "satisfied, no report is possible",
        StaticVerdict::Residual => "the residual decides at run time",
        StaticVerdict::Violated => "violated in every execution",
    }
}

/// The name of a residual.
pub fn residual(residual: Residual) -> &'static str {
    match residual {
        Residual::Residual0 => "residual0",
        Residual::Residual1 => "residual1",
        Residual::Residual2 => "residual2",
    }
}

/// The name of a step that silences.
pub fn silenced_by(step: SilencedBy) -> &'static str {
    match step {
        SilencedBy::Residual0 => "residual0",
        SilencedBy::Residual1 => "residual1",
        SilencedBy::Residual2 => "residual2",
        SilencedBy::Nop => "no-op",
    }
}

/// When, as part of a sentence.
pub fn moment(when: Moment) -> &'static str {
    match when {
        Moment::Before => "before",
        Moment::Returning => "after return from",
        Moment::Throwing => "after an exception left",
    }
}

/// What, as part of a sentence.
pub fn kind(kind: GeneratorKind) -> &'static str {
    match kind {
        GeneratorKind::Call => "the call of",
        GeneratorKind::Reference => "the method reference",
        GeneratorKind::Execution => "the execution of",
        GeneratorKind::Handling => "the handler in",
        GeneratorKind::Initialization => "the initialization of",
        GeneratorKind::Get => "the reading of",
        GeneratorKind::Set => "the writing of",
    }
}
