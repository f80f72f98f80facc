//! The comparison finds what is planted in reports, and in the plan of a small program.

use std::fs;

use super::comparison::{Agreement, compare};
use super::report::Report;
use super::*;

const LINES: [&str; 5] = [
    "1\tresidua: violation of p in bad by next at A.java:3 (app.Walk@1a)",
    "1\tresidua: violation of p in bad by next at A.java:4 (app.Walk@1a)",
    "1\tresidua: violation of p in bad by next at A.java:3 (app.Walk@2b)",
    "1\tresidua: violation of p in bad by next at A.java:4 (app.Walk@2b)",
    "1\tresidua: violation of p in bad by next at B.java:9 (app.List@3c, app.Walk@2b)",
];

fn reports(lines: &[&str]) -> Vec<Report> {
    lines
        .iter()
        .map(|line| Report::read(line).expect("a report"))
        .collect()
}

fn agreement(full: &[Report], optimized: &[Report]) -> Result<Agreement, Vec<String>> {
    compare(
        &full.iter().collect::<Vec<_>>(),
        &optimized.iter().collect::<Vec<_>>(),
    )
}

/// The reports of [`LINES`] against them after a change.
fn changed(change: impl FnOnce(&mut Vec<Report>)) -> Result<Agreement, Vec<String>> {
    let full = reports(&LINES);
    let mut optimized = full.clone();
    change(&mut optimized);
    agreement(&full, &optimized)
}

#[test]
fn report_is_read_with_and_without_hashes() {
    let report = &reports(&LINES)[4];
    assert_eq!(
        report.text,
        "residua: violation of p in bad by next at B.java:9 (app.List@, app.Walk@)"
    );
    assert_eq!(
        (report.property.as_str(), report.instance.as_str()),
        ("p", "app.List@3c, app.Walk@2b")
    );
    assert!(Report::read("1\tresidua: something else").is_err());
}

#[test]
fn equal_reports_with_other_hashes_agree() {
    let other = LINES.map(|line| line.replace("@1a", "@77").replace("@2b", "@1a"));
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    assert_eq!(
        agreement(&reports(&LINES), &reports(&other)),
        Ok(Agreement::Whole)
    );
}

#[test]
fn missing_report_is_found() {
    let told = changed(|reports| drop(reports.remove(3))).expect_err("a report is missing");
    assert_eq!(
        told,
        [
            "1 more under full monitoring: residua: violation of p in bad by next at A.java:4 (app.Walk@)"
        ]
    );
}

#[test]
fn additional_report_is_found() {
    let told =
        changed(|reports| reports.push(reports[0].clone())).expect_err("a report is too many");
    assert!(
        told[0].starts_with("1 more under optimized monitoring"),
        "{told:?}"
    );
}

#[test]
fn report_at_another_place_is_found() {
    let elsewhere = |reports: &mut Vec<Report>| {
        reports[4].text = reports[4].text.replace("B.java:9", "B.java:8")
    };
    assert_eq!(changed(elsewhere).expect_err("a place differs").len(), 2);
}

#[test]
fn swapped_order_of_one_thread_is_found() {
    let told = changed(|reports| reports.swap(1, 2)).expect_err("the order differs");
    assert!(told[0].starts_with("report 1 in order"), "{told:?}");
}

#[test]
fn reports_of_another_instance_are_found() {
    let told = changed(|reports| {
        let [first, second] = [0, 2].map(|n| reports[n].instance.clone());
        reports[1].instance = second;
        reports[3].instance = first;
    });
    assert_eq!(told.expect_err("instances differ").len(), 1);
}

#[test]
fn instances_of_several_threads_interleave() {
    let mut full = reports(&LINES);
    full[2].thread = 2;
    full[3].thread = 2;
    let mut optimized = full.clone();
    optimized.swap(1, 2);
    assert_eq!(agreement(&full, &optimized), Ok(Agreement::PerInstance));
    optimized.swap(0, 2);
    assert!(
        agreement(&full, &optimized).is_err(),
        "the order of one instance differs"
    );
}

#[test]
fn instance_of_several_threads_has_no_order() {
    let mut full = reports(&LINES);
    full[1].thread = 2;
    let mut optimized = full.clone();
    optimized.swap(0, 1);
    assert_eq!(agreement(&full, &optimized), Ok(Agreement::PerPlace));
    optimized.swap(2, 3);
    assert!(
        agreement(&full, &optimized).is_err(),
        "another instance has one thread to itself"
    );
}

/// A round whose variants make these reports.
fn round(full: &[Report], optimized: &[Report]) -> Round {
    let ran = |reports: &[Report]| Ran {
        reports: reports.to_vec(),
        ..Ran::default()
    };
    Round {
        plain: Ran::default(),
        full: ran(full),
        optimized: ran(optimized),
    }
}

#[test]
fn difference_of_every_round_stays_one() {
    let (all, fewer) = (reports(&LINES), reports(&LINES[1..]));
    let usual = || vec![round(&all, &fewer), round(&all, &fewer)];
    let outcome = |one_hash| {
        Rounds {
            usual: usual(),
            one_hash,
        }
        .outcome("p")
    };
    assert!(matches!(outcome(None), Outcome::Different(_)));
    assert!(matches!(
        outcome(Some(round(&all, &fewer))),
        Outcome::Different(_)
    ));
    assert_eq!(
        outcome(Some(round(&all, &all))),
        Outcome::Equal {
            agreement: Agreement::OneHash,
            rounds: 3
        }
    );
}

#[test]
fn full_monitoring_that_differs_from_itself_proves_nothing() {
    let (all, fewer, least) = (reports(&LINES), reports(&LINES[1..]), reports(&LINES[2..]));
    let usual = vec![round(&all, &least), round(&fewer, &least)];
    assert!(matches!(
        Rounds {
            usual,
            one_hash: None
        }
        .outcome("p"),
        Outcome::Unsteady(_)
    ));
    let usual = vec![round(&all, &least), round(&least, &fewer)];
    let equal = Outcome::Equal {
        agreement: Agreement::Whole,
        rounds: 2,
    };
    assert_eq!(
        Rounds {
            usual,
            one_hash: None
        }
        .outcome("p"),
        equal
    );
}

#[test]
fn changed_output_is_found() {
    let mut changed = round(&[], &[]);
    changed.optimized.printed.push('x');
    let outcome = Rounds {
        usual: vec![changed],
        one_hash: None,
    }
    .outcome("p");
    assert_eq!(
        outcome,
        Outcome::Different(vec![
            "optimized monitoring changes what the program prints".to_owned()
        ])
    );
}

const PROGRAM: &str = "package driver;
import java.util.*;
public class Driver {
    static int first(List<Integer> list) { return list.iterator().next(); }
    static int sum(List<Integer> list) {
        int sum = 0;
        for (int n : list) sum += n;
        return sum;
    }
    public static void main(String[] arguments) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (int i = 0; i < 4; i++) { list.add(first(list)); System.out.println(sum(list)); }
    }
}
";

/// Compares [`PROGRAM`] with the property `has_next` once its analysis has been changed.
fn of_program(change: impl FnOnce(&mut Analysis)) -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = Subject::small(folder.path(), PROGRAM);
    let jdk = Jdk::from_environment().expect("a JDK");
    let has_next = concat!(env!("CARGO_MANIFEST_DIR"), "/properties/has_next.yaml");
    let property = languages::read(has_next, &fs::read_to_string(has_next).expect("a file"))
        .expect("a property");
    let settings = Settings {
        closed: false,
        limit: Duration::from_secs(60),
        work: folder.path().join("equal"),
    };
    let test = Test {
        subject: &subject,
        jdk: &jdk,
        settings: &settings,
    };
    test.prepare().expect("the program runs");
    let mut analysis = plans::analysis(&subject, &jdk, &[property], false).expect("an analysis");
    change(&mut analysis);
    let rows = test
        .group(&analysis, &[0], &mut |_| {})
        .expect("the variants run");
    rows.into_iter().next().expect("a row")
}

#[test]
fn small_program_reports_the_same() {
    let row = of_program(|_| {});
    assert_eq!(
        row.outcome,
        Outcome::Equal {
            agreement: Agreement::Whole,
            rounds: 1
        }
    );
    let figures = row.figures.expect("the runs finish");
    assert_eq!(figures.reports, 4);
    // Four times `next` without a question; four loops of 4 to 7 elements and a last question.
    assert_eq!(figures.events, (4 + 2 * (4 + 5 + 6 + 7) + 4, 4));
}

#[test]
fn generator_that_is_silenced_wrongly_is_found() {
    let row = of_program(|analysis| {
        let generators = &mut analysis.specifications[0].properties[0].generators;
        let kept = generators
            .iter_mut()
            .filter(|row| row.silenced_by.is_none());
        kept.for_each(|row| row.silenced_by = Some(date::residual::Reduction::Residual2));
    });
    assert!(matches!(&row.outcome, Outcome::Different(_)), "{row:?}");
    assert!(
        row.differences()[0].starts_with("4 more under full monitoring"),
        "{row:?}"
    );
    assert!(hold(&[row]).is_err());
}

#[test]
fn run_that_takes_too_long_is_not_equal() {
    let row = Row {
        program: "p".to_owned(),
        property: "q".to_owned(),
        sites: 1,
        left_out: 0,
        figures: None,
        outcome: Outcome::NotFinished("full: longer than 1 s".to_owned()),
    };
    assert!(
        summary(std::slice::from_ref(&row))
            .starts_with("1 pairs of program and property: 0 equal, 0 of them with reports; 1 not")
    );
    assert!(
        row.to_string()
            .contains("not finished (full: longer than 1 s)")
    );
}
