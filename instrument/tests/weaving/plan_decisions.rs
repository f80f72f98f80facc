//! Rows of a plan and sites of class files: exactly what the plan silences is left out, and only
//! where it is clear.

use crate::support::{Fixture, Row, reports};
use instrument::weave::{Notice, Tally, WovenAsWritten};
use plan::{Generator, When};

const PROPERTY: &str = "
//- p.yaml
events:
  hit: call Main.hit(int n)
  made: call new Main(int n)
  ran: execution Main.hit(int n)
  again: call Main.hit(int n) returning
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: hit
        do: System.out.println(\"hit \" + n);
  Q:
    states: {b: initial bad}
    transitions:
      - b -> b: hit
      - b -> b: made
      - b -> b: ran
";

const MAIN: &str = "
//- Main.java
public class Main {
    int f = hit(1);
    Main(int n) { hit(2); }
    Main() { this(hit(3)); hit(4); }
    static int hit(int n) { return n; }
    static void order(boolean b) {
        hit(hit(5) + 1);
        System.out.println(b ? hit(7) : hit(8));
        try { hit(9); } finally { hit(10); }
        Runnable r = () -> hit(11);
        r.run();
        java.util.function.IntUnaryOperator op = Main::hit;
        op.applyAsInt(12);
    }
    public static void main(String[] args) {
        new Main();
        order(true);
    }
}
";

const HIT: &str = "Main.hit(I)I";
const ORDER: &str = "order(Z)V";

fn row(property: &'static str, enclosing: &'static str, line: u32, ordinal: u32) -> Row {
    Row {
        property,
        event: "hit",
        enclosing,
        callee: HIT,
        line,
        ordinal,
    }
}

/// The rows of all calls of `hit`, for one property; the n-th is silenced if `silent` says so.
fn rows(property: &'static str, silent: impl Fn(usize) -> bool) -> Vec<Generator> {
    let places: [(&'static str, u32, u32); 11] = [
        ("<init>", 2, 0),
        ("<init>(I)V", 3, 0),
        ("<init>()V", 4, 0),
        ("<init>()V", 4, 1),
        (ORDER, 7, 0),
        (ORDER, 7, 1),
        (ORDER, 8, 2),
        (ORDER, 8, 3),
        (ORDER, 9, 4),
        (ORDER, 9, 5),
        ("order(Z)V/lambda#0", 10, 0),
    ];
    let rows = places
        .iter()
        .enumerate()
        .map(|(n, &(enclosing, line, ordinal))| {
            let row = row(property, enclosing, line, ordinal);
            if silent(n) {
                row.silence(n)
            } else {
                row.keep(n)
            }
        });
    let mut rows: Vec<Generator> = rows.collect();
    rows[9].site.copied = true;
    let mut reference = row(property, ORDER, 12, 6).keep(11);
    reference.site.kind = plan::GeneratorKind::Reference;
    rows.push(reference);
    rows.iter_mut()
        .for_each(|row| row.id = format!("{property}{}", row.id));
    rows
}

/// Weaves with these rows; gives the numbers that P's monitor saw, and P's tally.
fn hits(rows: Vec<Generator>) -> (String, Tally) {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    fixture.plan.generators = rows;
    let report = fixture.weave(false);
    let output = fixture.run("out", &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let hits: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("hit "))
        .collect();
    (hits.join(" "), report.properties["P"])
}

const ALL: &str = "3 1 2 4 5 6 7 9 10 11 12";

#[test]
fn without_rows_everything_is_monitored_and_unknown() {
    let (seen, tally) = hits(Vec::new());
    assert_eq!(seen, ALL);
    // Twelve points, one of them copied.
    assert_eq!(
        tally,
        Tally {
            sites: 13,
            monitored: 13,
            unknown: 13,
            ..Tally::default()
        }
    );
}

#[test]
fn kept_rows_are_known_and_monitored() {
    let (seen, tally) = hits(rows("P", |_| false));
    assert_eq!(seen, ALL);
    assert_eq!(
        tally,
        Tally {
            sites: 13,
            monitored: 13,
            ..Tally::default()
        }
    );
}

#[test]
fn silenced_rows_alone_are_left_out() {
    // The field's initializer, hit(6), and the lambda.
    let (seen, tally) = hits(rows("P", |n| [0, 5, 10].contains(&n)));
    assert_eq!(seen, "3 2 4 5 7 9 10 12");
    assert_eq!(
        tally,
        Tally {
            sites: 13,
            monitored: 10,
            left_out: 3,
            ..Tally::default()
        }
    );
}

#[test]
fn every_copy_of_a_silenced_point_is_left_out() {
    // hit(9) stands on the line of hit(10), which the compiler emits twice: both go, or none.
    let (seen, tally) = hits(rows("P", |n| n == 9));
    assert_eq!(seen, ALL);
    assert_eq!(tally.ambiguous, 3);
    let all_of_order = |n: usize| (4..10).contains(&n);
    assert_eq!(hits(rows("P", all_of_order)).0, "3 1 2 4 11 12");
    let mut none_copied = rows("P", all_of_order);
    none_copied[9].site.copied = false;
    assert_eq!(hits(none_copied).0, ALL, "three sites are not two points");
}

#[test]
fn branches_on_one_line_are_not_told_apart() {
    let (seen, tally) = hits(rows("P", |n| n == 6));
    assert_eq!(seen, ALL);
    assert_eq!(tally.ambiguous, 2);
}

#[test]
fn property_with_a_site_that_no_row_is_is_woven_as_written() {
    let mut shifted = rows("P", |n| [0, 5, 10].contains(&n));
    for row in shifted
        .iter_mut()
        .filter(|row| row.site.enclosing.as_str() == ORDER)
    {
        row.site.line += 1;
    }
    let (seen, tally) = hits(shifted);
    assert_eq!(seen, ALL);
    assert!(tally.unknown > 0);
    let mut missing = rows("P", |n| [0, 5, 10].contains(&n));
    missing.remove(7);
    let (seen, tally) = hits(missing);
    assert_eq!(seen, ALL);
    assert_eq!(
        tally,
        Tally {
            sites: 13,
            monitored: 13,
            unknown: 2,
            ambiguous: 1,
            ..Tally::default()
        }
    );
}

#[test]
fn a_property_can_be_silenced_where_another_is_kept() {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    fixture.plan.generators = rows("P", |_| true);
    fixture.plan.generators.extend(rows("Q", |n| n == 5));
    let report = fixture.weave(false);
    let output = fixture.run("out", &["-Dresidua.report=once"]);
    let of = |name: &str| {
        reports(&output)
            .iter()
            .filter(|line| line.starts_with(name))
            .count()
    };
    // All that is left of P is the reference.
    assert_eq!(of("P "), 1);
    assert!(of("Q ") > 5);
    assert_eq!(report.properties["P"].left_out, 12);
    assert_eq!(report.properties["P"].monitored, 1);
}

#[test]
fn groups_are_silenced_as_a_whole_or_not_at_all() {
    let group = |mut rows: Vec<Generator>, members: &[usize]| {
        members.iter().for_each(|&n| rows[n].group = Some(0));
        rows
    };
    let silent = |n: usize| [0, 5, 10].contains(&n);
    let (whole, _) = hits(group(rows("P", silent), &[0, 5, 10]));
    assert_eq!(whole, "3 2 4 5 7 9 10 12");
    // One of the branches on a line cannot be told apart: its whole group is monitored, and no
    // other.
    let with_branch = |n: usize| silent(n) || n == 6;
    assert_eq!(
        hits(group(rows("P", with_branch), &[5, 6])).0,
        "3 2 4 5 6 7 9 10 12"
    );
    assert_eq!(
        hits(group(rows("P", with_branch), &[0, 6, 10])).0,
        "3 1 2 4 5 7 9 10 11 12"
    );
}

/// The `try` and its `finally` on line 9 cannot be told apart: the group of hit(9) goes, with it
/// the first branch on line 8; so the second branch is in doubt, and its group goes as well.
#[test]
fn a_group_that_is_monitored_can_take_another_with_it() {
    let silent = |n: usize| [0, 6, 7, 8].contains(&n);
    let grouped = |groups: &[(usize, u32)]| {
        let mut rows = rows("P", silent);
        groups
            .iter()
            .for_each(|&(row, group)| rows[row].group = Some(group));
        hits(rows).0
    };
    assert_eq!(grouped(&[]), "3 2 4 5 6 9 10 11 12");
    assert_eq!(grouped(&[(6, 0), (8, 0)]), "3 2 4 5 6 7 9 10 11 12");
    assert_eq!(grouped(&[(6, 0), (8, 0), (0, 1), (7, 1)]), ALL);
}

#[test]
fn decisions_belong_to_their_moment_and_kind() {
    let silenced = |change: &dyn Fn(&mut Generator)| {
        let mut all = rows("P", |_| true);
        all.iter_mut().for_each(change);
        hits(all).0
    };
    assert_eq!(silenced(&|_| ()), "12");
    assert_eq!(silenced(&|row| row.when = When::Returning), ALL);
    assert_eq!(
        silenced(&|row| row.site.kind = plan::GeneratorKind::Reference),
        ALL
    );
    assert_eq!(silenced(&|row| row.event = "ran".to_owned()), ALL);
    assert_eq!(
        silenced(&|row| row.site.class = java_types::ClassName::from_binary("Main$Inner")),
        ALL
    );
}

#[test]
fn silenced_executions_and_constructor_calls_are_left_out() {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    let mut ran = row("Q", "hit(I)I", 5, 0).silence(0);
    ran.event = "ran".to_owned();
    ran.site.kind = plan::GeneratorKind::Execution;
    fixture.plan.generators = vec![ran];
    fixture.plan.generators.extend(rows("Q", |_| true));
    fixture.plan.generators.extend(rows("P", |_| true));
    fixture.weave(false);
    let output = fixture.run("out", &[]);
    let seen: Vec<String> = reports(&output)
        .into_iter()
        .filter(|line| line.starts_with("Q"))
        .collect();
    assert_eq!(seen, ["Q in b by hit at Main.java:12 (global)"]);
}

#[test]
fn full_weaving_ignores_every_decision() {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    fixture.plan.generators = rows("P", |_| true);
    // Nothing can happen in the residual, and it is not what runs.
    fixture.plan.models[0].residual.properties[0]
        .date
        .transitions
        .clear();
    fixture.plan.models[0].mapping[0].transitions.clear();
    fixture.weave(true);
    let text = String::from_utf8_lossy(&fixture.run("out", &[]).stdout).into_owned();
    assert_eq!(
        text.lines().filter(|line| line.starts_with("hit ")).count(),
        11
    );
    let optimized = fixture.weave(false);
    assert_eq!(optimized.properties["P"].left_out, 12);
}

/// The row of the body of `hit`, to which Q listens.
fn ran_of_q() -> Generator {
    let mut ran = row("Q", "hit(I)I", 5, 0).keep(0);
    (ran.id, ran.event) = ("ran".to_owned(), "ran".to_owned());
    ran.site.kind = plan::GeneratorKind::Execution;
    ran
}

/// The residual of P has lost what the site needs that its plan does not know; Q shares nothing
/// with P.
#[test]
fn site_that_the_plan_does_not_know_brings_the_original_back() {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    let unknown = rows("P", |_| true)
        .into_iter()
        .filter(|row| row.site.line != 10);
    fixture.plan.generators = unknown
        .chain(rows("Q", |n| n == 10))
        .chain([ran_of_q()])
        .collect();
    fixture.plan.models[0].residual.properties[0]
        .date
        .transitions
        .clear();
    fixture.plan.models[0].mapping[0].transitions.clear();
    let report = fixture.weave(false);
    let text = String::from_utf8_lossy(&fixture.run("out", &[]).stdout).into_owned();
    assert_eq!(
        text.lines().filter(|line| line.starts_with("hit ")).count(),
        11
    );
    assert_eq!(
        report.properties["P"],
        Tally {
            sites: 13,
            monitored: 13,
            unknown: 1,
            ..Tally::default()
        }
    );
    assert_eq!(report.properties["Q"].left_out, 1);
    let written = WovenAsWritten {
        property: "P".to_owned(),
        places: 1,
        first: "Main.java:10".to_owned(),
        class: "Main".to_owned(),
        unread: None,
    };
    assert_eq!(report.notices, [Notice::WovenAsWritten(written)]);
}

fn is_woven_as_written(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::WovenAsWritten(_) | Notice::WovenAsWrittenWith { .. }
    )
}

/// Where the residual is the original and nothing is silenced, there is nothing to bring back.
#[test]
fn unknown_site_of_a_property_that_is_not_reduced_is_not_told() {
    let mut fixture = Fixture::new(&format!("{PROPERTY}{MAIN}"), &[]);
    fixture.plan.generators = rows("P", |_| false)
        .into_iter()
        .filter(|row| row.site.line != 10)
        .collect();
    let report = fixture.weave(false);
    assert_eq!(report.properties["P"].unknown, 1);
    assert!(
        report
            .notices
            .iter()
            .all(|notice| !is_woven_as_written(notice)),
        "{:?}",
        report.notices
    );
}

/// What one property writes the other reads: both go together.
#[test]
fn properties_that_share_a_variable_are_woven_as_written_together() {
    let shared = PROPERTY
        .replace("properties:", "variables: [int x = 0]\nproperties:")
        .replace(
            "      - b -> b: hit\n        do: System.out.println(\"hit \" + n);",
            "      - b -> b: hit\n        do: x++;",
        );
    let shared = shared.replacen(
        "      - b -> b: made",
        "      - b -> b: made\n        when: x > 0",
        1,
    );
    let mut fixture = Fixture::new(&format!("{shared}{MAIN}"), &[]);
    let unknown = rows("P", |_| true)
        .into_iter()
        .filter(|row| row.site.line != 10);
    fixture.plan.generators = unknown
        .chain(rows("Q", |n| n == 10))
        .chain([ran_of_q()])
        .collect();
    let report = fixture.weave(false);
    assert_eq!(report.properties["Q"].left_out, 0);
    let written = report
        .notices
        .iter()
        .filter(|notice| is_woven_as_written(notice));
    assert_eq!(written.count(), 2, "{:?}", report.notices);
}

#[test]
fn nothing_is_woven_where_nothing_is_kept() {
    let mut fixture = Fixture::new(
        "
//- p.yaml
events: {hit: call Main.hit(int n)}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: hit
//- Main.java
public class Main {
    static void hit(int n) {}
    public static void main(String[] args) { hit(1); }
}
",
        &[],
    );
    fixture.plan.generators = vec![
        Row {
            property: "P",
            event: "hit",
            enclosing: "main([Ljava/lang/String;)V",
            callee: "Main.hit(I)V",
            line: 3,
            ordinal: 0,
        }
        .silence(0),
    ];
    let report = fixture.weave(false);
    assert_eq!(
        (report.changed_classes, report.rows_without_site.len()),
        (0, 0)
    );
    let bytes = |folder: &str| std::fs::read(fixture.path(folder).join("Main.class")).unwrap();
    assert_eq!(bytes("classes"), bytes("out"));
    assert!(!fixture.path("out/residua").exists());
}
