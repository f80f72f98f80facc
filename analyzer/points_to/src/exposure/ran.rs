//! Methods that ran though the analysis took them for unreachable, as tripwires record them.

use std::sync::Arc;

use ir::{MethodId, Program};

use crate::dispatch::Dispatch;
use crate::hidden::{Classes, Effect};
use crate::openness::Opening;

/// A method that ran in spite of an earlier analysis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RanMethod {
    /// Internal name of its class.
    pub class: Arc<str>,
    /// `name(descriptor)`.
    pub method: Arc<str>,
}

impl RanMethod {
    /// Reads what tripwires write: a line `CLASS<tab>METHOD(DESCRIPTOR)` for each method, the class with dots. An error is
    /// the number, from 1, of the first line that is none.
    ///
    /// # Errors
    /// A line has no tab.
    pub fn parse_all(text: &str) -> Result<Vec<RanMethod>, usize> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let parsed = lines.map(|(number, line)| {
            let (class, method) = line.split_once('\t').ok_or(number + 1)?;
            Ok(RanMethod { class: class.replace('.', "/").into(), method: method.trim_end().into() })
        });
        let mut all = parsed.collect::<Result<Vec<RanMethod>, usize>>()?;
        all.sort();
        all.dedup();
        Ok(all)
    }
}

/// What they open: whoever calls one of the methods may use its class in any way. Methods that the program no longer has
/// open nothing.
pub fn openings_of_ran(program: &Program, dispatch: &Dispatch<'_>, ran: &[RanMethod]) -> Vec<Opening> {
    ran.iter().flat_map(|ran| opened_by(program, dispatch, ran)).collect()
}

fn opened_by(program: &Program, dispatch: &Dispatch<'_>, ran: &RanMethod) -> Vec<Opening> {
    let Some(class) = dispatch.class(&ran.class) else { return Vec::new() };
    let is_named = |id: &MethodId| {
        let method = &program.methods[*id];
        *ran.method == *format!("{}{}", method.name, method.descriptor)
    };
    let Some(&method) = program.classes[class].methods.iter().find(|id| is_named(id)) else { return Vec::new() };
    let effects = match &*program.methods[method].name {
        "<clinit>" => vec![Effect::Initialize(Classes::One(class))],
        _ => vec![Effect::Call(method), Effect::Use(Classes::One(class))],
    };
    let place = Some((program.classes[class].file, program.methods[method].span));
    let reason = "it ran, as a tripwire has recorded".to_owned();
    effects.into_iter().map(|effect| Opening { effect, place, reason: reason.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::RanMethod;

    #[test]
    fn records_are_read_once_and_lines_without_a_tab_are_refused() {
        let all = RanMethod::parse_all("app.Pets\tshow(I)V\n\napp.Pets\tshow(I)V\n").unwrap();
        assert_eq!((all.len(), &*all[0].class, &*all[0].method), (1, "app/Pets", "show(I)V"));
        assert_eq!(RanMethod::parse_all("app.Pets\tshow(I)V\napp.Pets.show"), Err(2));
    }
}
