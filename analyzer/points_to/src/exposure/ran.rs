//! Methods that ran though the analysis took them for unreachable, as tripwires record them.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{AllocationKind, LocalId, MethodId, MethodKind, Program, StatementKind};

use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};

/// A method that ran in spite of an earlier analysis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RanMethod {
    /// Internal name of its class.
    pub class: Arc<str>,
    /// `name(descriptor)`; of a functional object [`functional_code`].
    pub method: Arc<str>,
}

impl RanMethod {
    /// Reads what tripwires write: a line `CLASS<tab>METHOD(DESCRIPTOR)` for each method, the class
    /// with dots. An error is the number, from 1, of the first line that is none.
    ///
    /// # Errors
    /// A line has no tab.
    pub fn parse_all(text: &str) -> Result<Vec<RanMethod>, usize> {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let parsed = lines.map(|(number, line)| {
            let (class, method) = line.split_once('\t').ok_or(number + 1)?;
            Ok(RanMethod {
                class: class.to_internal().into(),
                method: method.trim_end().into(),
            })
        });

        let mut all = parsed.collect::<Result<Vec<RanMethod>, usize>>()?;
        all.sort();
        all.dedup();
        Ok(all)
    }
}

/// Returns what they open: whoever calls one of the methods may use its class in any way. Methods
/// that the program no longer has open nothing.
pub fn openings_of_ran(
    program: &Program,
    dispatch: &Dispatch<'_>,
    ran: &[RanMethod],
) -> Vec<Opening> {
    ran.iter()
        .flat_map(|ran| opened_by(program, dispatch, ran))
        .collect()
}

fn opened_by(program: &Program, dispatch: &Dispatch<'_>, ran: &RanMethod) -> Vec<Opening> {
    let reason = "it ran, as a tripwire has recorded";
    let opened = methods_that_ran(program, dispatch, ran)
        .into_iter()
        .flat_map(|method| {
            let (class, span) = (program.methods[method].class, program.methods[method].span);
            let effects = match &*program.methods[method].name {
                "<clinit>" => vec![Effect::Initialize(Classes::One(class))],
                _ => vec![Effect::Call(method), Effect::Use(Classes::One(class))],
            };
            let place = Some((program.classes[class].file, span));
            effects.into_iter().map(move |effect| Opening {
                effect,
                place,
                reason: reason.to_owned(),
                origin: Origin::Ran,
            })
        });

    opened.collect()
}

/// The methods that a record names: one, or several references in one method, which have one name.
fn methods_that_ran(program: &Program, dispatch: &Dispatch<'_>, ran: &RanMethod) -> Vec<MethodId> {
    let is_named = |id: &MethodId| {
        let method = &program.methods[*id];
        match functional_code(program, *id) {
            Some(code) => *ran.method == code,
            None => *ran.method == *format!("{}{}", method.name, method.descriptor),
        }
    };
    let classes = dispatch.class(&ran.class).into_iter();
    classes
        .flat_map(|class| program.classes[class].methods.iter().copied())
        .filter(is_named)
        .collect()
}

/// How plans and records name the body of a lambda expression or method reference: the code around
/// it, and `/lambda#n` or `/reference`.
pub fn functional_code(program: &Program, method: MethodId) -> Option<String> {
    let method = &program.methods[method];
    match method.kind {
        MethodKind::Lambda => Some(method.enclosing.method.to_string()),
        MethodKind::MethodReference => Some(format!("{}/reference", method.enclosing.method)),
        _ => None,
    }
}

/// The locals that get the functional objects whose bodies ran: whoever called them has the
/// objects. O(statements) where there are such bodies.
pub fn functional_objects_of_ran(
    program: &Program,
    dispatch: &Dispatch<'_>,
    ran: &[RanMethod],
) -> Vec<(MethodId, LocalId)> {
    let ran = ran
        .iter()
        .flat_map(|ran| methods_that_ran(program, dispatch, ran));
    let bodies: BTreeSet<MethodId> = ran
        .filter(|&id| functional_code(program, id).is_some())
        .collect();

    if bodies.is_empty() {
        return Vec::new();
    }

    let runs_one = |kind: &AllocationKind| matches!(kind, AllocationKind::Functional { body, .. } if bodies.contains(body));
    let mut locals = Vec::new();
    for (id, method) in program.methods.iter_enumerated() {
        let statements = method.statements();
        locals.extend(statements.filter_map(|statement| match &statement.kind {
            StatementKind::Allocate { target, site }
                if runs_one(&program.allocations[*site].kind) =>
            {
                Some((id, *target))
            }
            _ => None,
        }));
    }

    locals
}

#[cfg(test)]
mod tests {
    use super::RanMethod;

    #[test]
    fn records_are_read_once_and_lines_without_a_tab_are_refused() {
        let all = RanMethod::parse_all("app.Pets\tshow(I)V\n\napp.Pets\tshow(I)V\n").unwrap();
        assert_eq!(
            (all.len(), &*all[0].class, &*all[0].method),
            (1, "app/Pets", "show(I)V")
        );
        assert_eq!(
            RanMethod::parse_all("app.Pets\tshow(I)V\napp.Pets.show"),
            Err(2)
        );
    }
}
