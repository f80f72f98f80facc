//! Monitor code that an execution does not notice.

use date::code::{Code, Effects, Types};
use date::ids::ContextId;
use date::judgement::is_output;
use date::model::Specification;

use crate::decide::monitor_code::codes;

/// Returns whether all code of a specification does nothing but read and write its own variables
/// and print what is no object.
pub fn only_print(specification: &Specification) -> bool {
    let is_quiet = |code: &Code| !may_loop(code) && only_prints(specification, code);
    specification.methods.is_none() && codes(specification).into_iter().all(is_quiet)
}

/// Returns whether code may run for ever, by the words in it.
fn may_loop(code: &Code) -> bool {
    let mut words = code.text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "while" | "for" | "do"))
}

fn only_prints(specification: &Specification, code: &Code) -> bool {
    // The contexts differ in the names that they add.
    let alike = |context: ContextId| {
        let types = Types::of(specification, context);
        let effects = Effects::of(code, &types);
        let is_quiet = !effects.opaque && !effects.writes_program && effects.sends.is_empty();
        is_quiet
            && effects.conversions.is_empty()
            && effects.calls.iter().all(|call| is_output(call))
    };
    specification.contexts.indices().all(alike)
}
