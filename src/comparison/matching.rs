//! Which generators of two plans are the same.

use java_types::ClassName;
use std::collections::BTreeMap;

use plan::{Enclosing, Generator, GeneratorKind, When};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// All that tells a generator but its number among equal calls of its method.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group<'a> {
    property: &'a str,
    event: &'a str,
    class: &'a ClassName,
    enclosing: &'a Enclosing,
    callee: &'a str,
    kind: GeneratorKind,
    when: When,
}

/// For each new generator the position of the old one that it was. Those of one method that are
/// alike but for their number are told apart by the number while there are as many as before; where
/// calls came or went, the longest common sequence of columns decides, and what it leaves is paired
/// in order.
pub fn counterparts(old: &[Generator], new: &[Generator]) -> Vec<Option<usize>> {
    let (old_groups, new_groups) = (groups(old), groups(new));
    let mut found = vec![None; new.len()];
    for (group, now) in &new_groups {
        let Some(before) = old_groups.get(group) else {
            continue;
        };
        for (before, now) in pairs(old, before, new, now) {
            found[now] = Some(before);
        }
    }
    found
}

/// The generators of each group, by their numbers.
fn groups(generators: &[Generator]) -> BTreeMap<Group<'_>, Vec<usize>> {
    let mut groups: BTreeMap<Group<'_>, Vec<usize>> = BTreeMap::new();
    for (position, row) in generators.iter().enumerate() {
        let group = Group {
            property: &row.property,
            event: &row.event,
            class: &row.site.class,
            enclosing: &row.site.enclosing,
            callee: &row.site.callee,
            kind: row.site.kind,
            when: row.when,
        };
        groups.entry(group).or_default().push(position);
    }

    groups
        .values_mut()
        .for_each(|group| group.sort_by_key(|&position| generators[position].site.ordinal));
    groups
}

fn pairs(
    old: &[Generator],
    before: &[usize],
    new: &[Generator],
    now: &[usize],
) -> Vec<(usize, usize)> {
    if before.len() == now.len() {
        return before.iter().copied().zip(now.iter().copied()).collect();
    }

    let columns = |rows: &[Generator], group: &[usize]| {
        group
            .iter()
            .map(|&n| rows[n].site.column)
            .collect::<Vec<u32>>()
    };
    let operations = capture_diff_slices(Algorithm::Lcs, &columns(old, before), &columns(new, now));
    let mut pairs = Vec::new();

    for operation in operations {
        if let DiffOp::Equal { .. } | DiffOp::Replace { .. } = operation {
            let (before, now) = (&before[operation.old_range()], &now[operation.new_range()]);
            pairs.extend(before.iter().copied().zip(now.iter().copied()));
        }
    }

    pairs
}

#[cfg(test)]
mod tests {
    use plan::{Decision, Site};

    use super::*;

    fn row(enclosing: &str, ordinal: u32, (line, column): (u32, u32)) -> Generator {
        Generator {
            id: format!("{enclosing}{ordinal}"),
            property: "p".to_owned(),
            event: "e".to_owned(),
            site: Site {
                file: "A.java".to_owned(),
                line,
                column,
                class: ClassName::from_binary("A"),
                enclosing: Enclosing::new(enclosing),
                callee: "B.b()V".to_owned(),
                ordinal,
                kind: GeneratorKind::Call,
                copied: false,
            },
            when: When::Before,
            decision: Decision::Keep,
            by: None,
            group: None,
            why: String::new(),
            witness: None,
        }
    }

    #[test]
    fn lines_do_not_matter() {
        let old = [row("m()V", 0, (3, 9)), row("n()V", 0, (8, 9))];
        let new = [row("n()V", 0, (5, 13)), row("m()V", 0, (103, 9))];
        assert_eq!(counterparts(&old, &new), [Some(1), Some(0)]);
    }

    #[test]
    fn call_before_others_is_the_new_one() {
        let old = [row("m()V", 0, (3, 9)), row("m()V", 1, (4, 20))];
        let new = [
            row("m()V", 0, (3, 13)),
            row("m()V", 1, (4, 9)),
            row("m()V", 2, (5, 20)),
        ];
        assert_eq!(counterparts(&old, &new), [None, Some(0), Some(1)]);
    }

    #[test]
    fn call_that_is_gone_leaves_the_others_as_they_were() {
        let old = [
            row("m()V", 0, (3, 13)),
            row("m()V", 1, (4, 9)),
            row("m()V", 2, (5, 20)),
        ];
        let new = [row("m()V", 0, (4, 9)), row("m()V", 1, (5, 20))];
        assert_eq!(counterparts(&old, &new), [Some(1), Some(2)]);
    }
}
