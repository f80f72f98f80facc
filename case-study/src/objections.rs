//! What the runs of all variants for one number of users must show, and what to object where they
//! do not.

use std::collections::BTreeMap;

use crate::remainder::Remainder;
use crate::row::Row;
use crate::variant::Variant;

/// Everything that is not as promised in `row`, one sentence each.
pub fn to(row: &Row, reductions: &BTreeMap<Variant, Remainder>) -> Vec<String> {
    let mut objections = behaviour(row);
    objections.extend(planted_faults(row));
    objections.extend(shape(row));
    objections.extend(
        reductions
            .iter()
            .flat_map(|(variant, reduction)| unheard(row, *variant, reduction)),
    );
    objections
        .iter_mut()
        .for_each(|objection| *objection = format!("{} users: {objection}", row.load.users));
    objections
}

/// All variants compute the same, and all monitored ones report the same.
fn behaviour(row: &Row) -> Vec<String> {
    let unmonitored = &row.best[&Variant::Unmonitored];
    let full = &row.best[&Variant::Monitored];
    let figures = row
        .best
        .iter()
        .filter(|(_, measured)| measured.figures != unmonitored.figures);
    let figures =
        figures.map(|(variant, _)| format!("`{}` computes other figures", variant.title()));
    let reports = row
        .best
        .iter()
        .filter(|(variant, _)| variant.is_monitored());

    let reports = reports.filter(|(_, measured)| measured.reports != full.reports);
    figures
        .chain(reports.map(|(variant, _)| {
            format!(
                "`{}` reports other violations than full monitoring",
                variant.title()
            )
        }))
        .collect()
}

/// Each user who pays without being activated is one report, and there are no others.
fn planted_faults(row: &Row) -> Option<String> {
    let (planted, found) = (row.load.rogues as usize, row.reports(Variant::Monitored));
    (planted != found).then(|| format!("{planted} faults are planted and {found} reported"))
}

/// The first residual removes what never happens, the others remove what does.
fn shape(row: &Row) -> Option<String> {
    let [full, first, second, third] = [
        Variant::Monitored,
        Variant::After1st,
        Variant::After2nd,
        Variant::After3rd,
    ]
    .map(|variant| row.events(variant));
    let as_in_the_paper = full == first && first > second && second > third && third > 0;
    (!as_in_the_paper)
        .then(|| format!("events counted are {full}, {first}, {second} and {third}, which is not the paper's shape"))
}

/// No event is told that no transition listens to.
fn unheard(row: &Row, variant: Variant, reduction: &Remainder) -> Vec<String> {
    let told = row.best[&variant]
        .events
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(event, _)| event);
    let unheard = told.filter(|event| !reduction.alphabet.contains(*event));
    unheard
        .map(|event| {
            format!(
                "`{}` tells the monitor of `{event}`, which it ignores",
                variant.title()
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Load, Measured};

    fn measured(pay: u64, blacklist: u64, reports: usize) -> Measured {
        Measured {
            seconds: 1.0,
            mebibytes: 1.0,
            figures: "figures".to_owned(),
            reports: vec!["report".to_owned(); reports],
            events: BTreeMap::from([("pay".to_owned(), pay), ("blacklist".to_owned(), blacklist)]),
        }
    }

    fn row() -> Row {
        let runs = [
            measured(0, 0, 0),
            measured(9, 4, 1),
            measured(9, 4, 1),
            measured(9, 2, 1),
            measured(9, 0, 1),
        ];
        let load = Load {
            users: 50,
            seed: 1,
            rogues: 1,
        };
        Row {
            load,
            best: Variant::ALL.into_iter().zip(runs).collect(),
        }
    }

    fn reductions() -> BTreeMap<Variant, Remainder> {
        let events = |events: &[&str]| Remainder {
            transitions: Vec::new(),
            removed: Vec::new(),
            alphabet: events.iter().map(|event| (*event).to_owned()).collect(),
            kept: 0,
            silenced: 0,
        };
        let all = events(&["pay", "blacklist"]);
        let first = [Variant::Monitored, Variant::After1st, Variant::After2nd]
            .map(|variant| (variant, all.clone()));
        first
            .into_iter()
            .chain([(Variant::After3rd, events(&["pay"]))])
            .collect()
    }

    fn objections(change: impl FnOnce(&mut Row)) -> Vec<String> {
        let mut row = row();
        change(&mut row);
        to(&row, &reductions())
    }

    fn after_third(row: &mut Row) -> &mut Measured {
        row.best
            .get_mut(&Variant::After3rd)
            .expect("every variant is run")
    }

    #[test]
    fn the_paper_s_shape_is_not_objected_to() {
        assert_eq!(objections(|_| {}), Vec::<String>::new());
    }

    #[test]
    fn missing_report_is_objected_to() {
        let told = objections(|row| after_third(row).reports.clear());
        assert_eq!(
            told,
            ["50 users: `After 3rd` reports other violations than full monitoring"]
        );
    }

    #[test]
    fn other_figures_are_objected_to() {
        let told = objections(|row| after_third(row).figures.clear());
        assert_eq!(told, ["50 users: `After 3rd` computes other figures"]);
    }

    #[test]
    fn fault_that_nobody_reports_is_objected_to() {
        let told = objections(|row| row.load.rogues = 2);
        assert_eq!(told, ["50 users: 2 faults are planted and 1 reported"]);
    }

    #[test]
    fn residual_that_silences_nothing_more_is_objected_to() {
        let told = objections(|row| *after_third(row) = measured(11, 0, 1));
        assert_eq!(told.len(), 1);
        assert!(told[0].contains("13, 13, 11 and 11"), "{told:?}");
    }

    #[test]
    fn event_that_no_transition_listens_to_is_objected_to() {
        let told = objections(|row| *after_third(row) = measured(9, 1, 1));
        assert_eq!(
            told,
            ["50 users: `After 3rd` tells the monitor of `blacklist`, which it ignores"]
        );
    }
}
