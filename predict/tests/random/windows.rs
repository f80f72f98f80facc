//! Windows of random runs against the whole runs.

use std::collections::BTreeSet;

use predict::long::{Share, Source, judge, merge};
use predict::observation::Observation;
use predict::reordering::Reorderings;
use predict::trace::Trace;
use predict::{Kind, Method, Prediction, Report, Settings, log, predict};

use super::{generator, read, shrinking};

/// How many runs have something that a test should see.
#[derive(Debug, Default)]
struct Shares {
    runs: usize,
    /// Reports of whole runs, and how many of them windows find.
    whole: usize,
    found: usize,
    races: usize,
    deadlocks: usize,
    atomicity: usize,
    /// Reports in another order than that of the run.
    predicted: usize,
    by_happens_before: usize,
    /// Reports whose events lie in a window that takes locks over.
    with_locks: usize,
}

#[test]
fn windows_report_what_the_whole_run_reports() {
    let shares = compare(0..6_000);
    println!("{shares:?}");
    assert!(shares.found * 3 > shares.whole, "{shares:?}");
    assert!(shares.races * 4 > shares.runs, "{shares:?}");
    assert!(shares.deadlocks * 200 > shares.runs, "{shares:?}");
    assert!(shares.atomicity * 50 > shares.runs, "{shares:?}");
    assert!(shares.predicted * 4 > shares.runs, "{shares:?}");
    assert!(shares.by_happens_before * 20 > shares.runs, "{shares:?}");
    assert!(shares.with_locks * 50 > shares.runs, "{shares:?}");
}

#[test]
#[ignore = "takes minutes"]
fn windows_report_what_many_whole_runs_report() {
    println!("{:?}", compare(1_000_000..1_200_000));
}

fn compare(seeds: std::ops::Range<u64>) -> Shares {
    let mut shares = Shares::default();
    for seed in seeds {
        let lines = generator::run(seed);
        let size = 2 + (seed % 9) as usize;
        if let Some(difference) = difference(&lines, size, &mut shares) {
            let fails = |lines: &[String]| {
                difference_of(lines, size).is_some_and(|other| other[..9] == difference[..9])
            };
            let lines = shrinking::shrink(lines, &fails);
            let difference = difference_of(&lines, size).unwrap_or_default();
            panic!(
                "seed {seed}, windows of {size}\n{}\n{difference}",
                lines.join("\n")
            );
        }
    }
    shares
}

fn difference_of(lines: &[String], size: usize) -> Option<String> {
    difference(lines, size, &mut Shares::default())
}

/// An error of the prediction by windows.
fn difference(lines: &[String], size: usize, shares: &mut Shares) -> Option<String> {
    let trace = read(lines)?;
    let settings = Settings::default();
    let whole = predict(&trace, &settings);
    let windows = by_windows(&trace, &settings, size, 1);
    if windows != by_windows(&trace, &settings, size, 3) {
        return Some("sharing: three workers have other reports than one".to_owned());
    }
    shares.runs += 1;
    shares.count(&trace, &whole, &windows, size);
    if windows.refused > 0 {
        return Some(format!("refused orders: {}", windows.refused));
    }
    let observation = Observation::new(&trace);
    let reorderings = Reorderings::new(&observation);
    for report in &windows.reports {
        let witness: Vec<usize> = report.witness.iter().collect();
        let refused = match report.kind {
            Kind::Race => reorderings.check_race(&witness, [report.events[0], report.events[1]]),
            Kind::Deadlock => reorderings.check_deadlock(&witness, &report.events),
            Kind::Atomicity | Kind::Property => reorderings.check(&witness).map(|_| ()),
        };
        if let Err(refused) = refused {
            return Some(format!("a witness is wrong: {refused}\n{report:?}"));
        }
        if !is_known(report, &whole) {
            return Some(format!("the whole run has not\n{report:?}"));
        }
    }
    None
}

/// Checks whether the whole run has the report, or an atomicity violation with fewer of its lines.
fn is_known(report: &Report, whole: &Prediction) -> bool {
    let undecided = whole.undecided;
    let open = undecided.races + undecided.deadlocks + undecided.atomicity > 0;
    let known = |lines: &[String]| {
        let own: BTreeSet<&String> = report.lines.iter().collect();
        lines == report.lines
            || report.kind == Kind::Atomicity && lines.iter().all(|line| own.contains(line))
    };
    open || whole.lines(report.kind).into_iter().any(known)
}

fn by_windows(trace: &Trace, settings: &Settings, size: usize, of: usize) -> Prediction {
    let mut bytes = Vec::new();
    log::write(trace, &mut bytes).expect("memory takes all");
    let open = || Source::new("random", &bytes[..]);
    let parts = (0..of).map(|number| {
        let source = open().expect("a log");
        judge(source, settings, size, Share { number, of }).expect("a log")
    });
    let long = merge(parts.collect(), open).expect("a log");
    assert_eq!(long.windows, trace.events.len().div_ceil(size).max(1));
    long.prediction
}

impl Shares {
    fn count(&mut self, trace: &Trace, whole: &Prediction, windows: &Prediction, size: usize) {
        self.whole += whole.reports.len();
        self.found += windows.reports.len();
        let any = |found: &dyn Fn(&Report) -> bool| usize::from(windows.reports.iter().any(found));
        self.races += any(&|report| report.kind == Kind::Race);
        self.deadlocks += any(&|report| report.kind == Kind::Deadlock);
        self.atomicity += any(&|report| report.kind == Kind::Atomicity);
        self.predicted += any(&|report| report.method != Method::Run);
        self.by_happens_before += any(&|report| report.method == Method::HappensBefore);
        self.with_locks += any(&|report| {
            let start = report.events[0] / size * size;
            let before = &trace.events[..start];
            let acquired = before
                .iter()
                .filter(|event| event.action.acquired().is_some());
            let released = before
                .iter()
                .filter(|event| event.action.released().is_some());
            report.method != Method::Run && acquired.count() > released.count()
        });
    }
}
