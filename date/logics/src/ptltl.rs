//! Linear temporal logic over the past: `(*) f` (at the event before), `f S g` (since), `<*> f`
//! (once), `[*] f` (always so far), and the connectives. From tight to loose: prefixes, `S`, `and`,
//! `xor`, `or`, the implication (which does not chain), `<->`. Nothing was true before the first
//! event.
//!
//! Categories: `validation` where the formula is true at the last event, `violation` where it is
//! false. Neither is final.

use std::collections::BTreeSet;

use super::machine::TooManyStates;
use super::temporal::{Bits, Dialect, parse};
use super::{Alphabet, Category, FormulaError, Machine, SymbolId};

/// The machine of a formula: its states remember the value of each past operator (Havelund and Rosu
/// 2002). Its categories are `validation` and `violation`.
///
/// # Errors
/// Syntax; events that do not exist; too many past operators or states.
pub fn machine(text: &str, alphabet: &Alphabet) -> Result<Machine, FormulaError> {
    let formula = parse(text, alphabet, Dialect::Ptltl)?;
    if formula.past_count() > Bits::BITS as usize {
        return Err(FormulaError::too_large(text.len()));
    }

    let mut values = Vec::new();
    let step = |&(before, _): &(Bits, Option<bool>), symbol: SymbolId| {
        formula.values(symbol, before, 0, &mut values);
        Ok((formula.past_bits(&values), Some(formula.is_true(&values))))
    };
    let holds = |&(_, value): &(Bits, Option<bool>)| match value {
        Some(true) => BTreeSet::from([Category::new("validation")]),
        Some(false) => BTreeSet::from([Category::new("violation")]),
        None => BTreeSet::new(),
    };

    let categories = Category::set(["validation", "violation"]);
    Machine::explore(alphabet.len(), categories, (0, None), step, holds)
        .map_err(|TooManyStates| FormulaError::too_large(text.len()))
}
