//! Predictions of one run against all orders of small programs with threads: runs in the interpreter of the
//! IR, and runs that are recorded on the JVM.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ir::{MethodId, Program};
use predict::trace::Trace;
use predict::{Report, Settings};
use random_programs::generate::{files, shared};
use random_programs::machine::{Code, Progress, Threads};
use random_programs::schedules::{Figures, compare, follow, random_run, trace};
use random_programs::subject::lowered;
use random_programs::tree::Tree;
use recording::{Merge, Request, SCHEDULE, Schedule, Verdict, runs, weave};
use rustc_hash::FxHashSet;

/// A text that shrinking has made, and that is no program.
const NOT_WHOLE: &str = "not whole";

/// The longest time that a recorded program may take: it may have come to a deadlock.
const PATIENCE: Duration = Duration::from_secs(20);

fn main_of(program: &Program) -> MethodId {
    let mut methods = program.methods.iter_enumerated();
    let main = methods.find(|(_, method)| &*method.name == "main");
    main.expect("a main").0
}

/// The search for atomicity violations takes most of the time.
fn settings(seed: u64) -> Settings {
    Settings {
        atomicity: seed.is_multiple_of(4),
        ..Settings::default()
    }
}

fn with_events(difference: &str, recorded: &Trace) -> String {
    let mut text = Vec::new();
    predict::trace::write(recorded, &mut text).expect("a text");
    format!("{difference}\n{}", String::from_utf8_lossy(&text))
}

/// Compares a run of a program in the machine.
fn check(program: &Tree, seed: u64, figures: &mut Figures) -> Result<(), String> {
    let lowered = lowered(program).ok_or(NOT_WHOLE)?;
    let code = Code::new(&lowered);
    let nothing = FxHashSet::default();
    let start = Threads::new(&code, main_of(&lowered), &nothing);
    let mut threads = start.clone();
    let (run, _) = random_run(&mut threads, seed, 400);
    let recorded = trace(&threads, &run);
    compare(&start, &recorded, &run, &settings(seed), figures)
        .map_err(|difference| with_events(&difference, &recorded))?;
    Ok(())
}

/// Takes parts out of a program as long as it fails.
fn shrink(program: Tree, fails: impl Fn(&Tree) -> bool) -> Tree {
    let mut small = program;
    let mut at = 0;
    while at + 1 < small.size() {
        let smaller = [false, true]
            .into_iter()
            .filter_map(|keep| small.without(at, keep))
            .find(|tree| fails(tree));
        match smaller {
            Some(tree) => small = tree,
            None => at += 1,
        }
    }
    small
}

fn campaign(seeds: Range<u64>) {
    let mut figures = Figures::default();
    for seed in seeds {
        let program = shared(seed, "p");
        let Err(difference) = check(&program, seed, &mut figures) else {
            continue;
        };
        let again = |tree: &Tree| {
            let result = std::panic::catch_unwind(|| check(tree, seed, &mut Figures::default()));
            let difference = result.ok()?.err()?;
            (difference != NOT_WHOLE).then_some(difference)
        };
        let small = shrink(program, |tree| again(tree).is_some());
        let difference = again(&small).unwrap_or(difference);
        panic!("seed {seed}: {difference}\n{}", small.text());
    }
    println!("{figures:#?}");
    let Figures {
        programs,
        large,
        races,
        deadlocks,
        atomicity,
        possible,
        of_run,
        undecided,
        ..
    } = figures;
    assert!(
        large * 4 < programs && undecided * 20 < programs,
        "{figures:#?}"
    );
    assert!(
        races > programs && deadlocks * 20 > programs && atomicity * 2 > programs,
        "{figures:#?}"
    );
    assert!(of_run > programs && possible > of_run, "{figures:#?}");
}

#[test]
fn predictions_agree_with_all_orders() {
    campaign(0..100);
}

#[test]
#[ignore = "a campaign: minutes in a release build"]
fn predictions_agree_with_all_orders_of_many() {
    campaign(1_000..3_000);
}

/// The programs of some seeds, compiled and woven.
struct Recordings {
    home: tempfile::TempDir,
}

impl Recordings {
    fn new(seeds: Range<u64>) -> Self {
        let recordings = Recordings {
            home: tempfile::tempdir().expect("a temporary folder"),
        };
        let (sources, classes) = (recordings.path("src"), recordings.path("classes"));
        let mut javac = Command::new("javac");
        javac.args(["-g", "-nowarn", "-d"]).arg(&classes);
        for seed in seeds {
            for (path, text) in files(&shared(seed, &format!("p{seed}"))) {
                let path = sources.join(path);
                fs::create_dir_all(path.parent().expect("a package")).expect("a folder");
                fs::write(&path, text).expect("a file");
                javac.arg(path);
            }
        }
        assert!(javac.status().expect("javac runs").success());
        let report = weave(&Request {
            classes: vec![classes],
            class_path: Vec::new(),
            output: recordings.path("woven"),
            java_home: None,
            unshared: None,
            keeps_unshared: false,
            atomic: Vec::new(),
            kept: None,
        });
        assert_eq!(report.expect("the programs can be woven").skipped, []);
        recordings
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn java(&self, seed: u64, variable: &str, value: &Path) {
        let mut program = Command::new("java")
            .arg("-XX:TieredStopAtLevel=1")
            .arg("-cp")
            .arg(self.path("woven"))
            .arg(format!("p{seed}.Main"))
            .env(variable, value)
            .stdout(Stdio::null())
            .spawn()
            .expect("java runs");
        let begin = Instant::now();
        while program.try_wait().expect("java runs").is_none() {
            if begin.elapsed() > PATIENCE {
                program.kill().expect("the program can be ended");
                program.wait().expect("it ends");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Runs a program, and returns the run.
    fn record(&self, seed: u64) -> Trace {
        let log = self.path(&format!("log{seed}"));
        self.java(seed, "RESIDUA_LOG", &log);
        let folders = runs(&log).expect("a log");
        let mut merge = Merge::open(&folders[0]).expect("a log");
        let mut events = Vec::new();
        while let Some(event) = merge.next_event().expect("the log can be read") {
            events.push(event);
        }
        Trace {
            tables: merge.tables().clone(),
            events,
        }
    }

    fn replay(&self, seed: u64, recorded: &Trace, report: &Report) -> Verdict {
        let order = Schedule::new(recorded, report.kind, &report.events, &report.witness);
        let schedule = self.path("schedule");
        let text = order.expect("a report of the run").text(5_000);
        fs::write(&schedule, text).expect("a file");
        self.java(seed, SCHEDULE, &schedule);
        Verdict::of(&schedule)
    }
}

/// Records programs on the JVM. The interpreter of the IR does the same events in the same order; the
/// predictions are compared with all orders; and the JVM comes to so many reports of each program.
fn recorded(seeds: Range<u64>, replayed: usize) {
    let recordings = Recordings::new(seeds.clone());
    let mut figures = Figures::default();
    let (mut events, mut replays) = (0, 0);
    let mut differ = Vec::new();
    for seed in seeds {
        let recorded = recordings.record(seed);
        let lowered = lowered(&shared(seed, &format!("p{seed}"))).expect("a program");
        let code = Code::new(&lowered);
        let nothing = FxHashSet::default();
        let start = Threads::new(&code, main_of(&lowered), &nothing);
        let (follower, run) = follow(start.clone(), &recorded, 0..recorded.events.len())
            .unwrap_or_else(|divergence| {
                panic!(
                    "seed {seed}: {}",
                    with_events(&format!("{divergence:?}"), &recorded)
                )
            });
        events += run.len();
        let mut threads = follower.threads().clone();
        // Nothing is left to do, or other threads wait for those of a deadlock.
        let rest: Vec<Progress> = (0..threads.count())
            .map(|thread| threads.advance(thread))
            .collect();
        let is_deadlocked = (0..threads.count()).any(|thread| threads.deadlock(thread).is_some());
        let is_over = |progress: &Progress| {
            matches!(progress, Progress::Ends(_)) || (is_deadlocked && *progress == Progress::Waits)
        };
        assert!(
            rest.iter().all(is_over),
            "seed {seed}: {}",
            with_events(&format!("{rest:?}"), &recorded)
        );
        let prediction = compare(&start, &recorded, &run, &settings(seed), &mut figures)
            .unwrap_or_else(|difference| {
                panic!("seed {seed}: {}", with_events(&difference, &recorded))
            });
        for report in prediction.reports.iter().take(replayed) {
            replays += 1;
            let verdict = recordings.replay(seed, &recorded, report);
            if verdict != Verdict::Confirmed {
                differ.push((seed, report.clone(), verdict));
            }
        }
    }
    println!(
        "{events} events, {replays} replays, {} differ: {differ:#?}",
        differ.len()
    );
    println!("{figures:#?}");
    assert!(figures.races > figures.programs, "{figures:#?}");
    assert!(differ.len() * 20 <= replays, "{differ:#?}");
}

#[test]
fn recorded_runs_are_those_of_the_interpreter() {
    recorded(20_000..20_024, 1);
}

#[test]
#[ignore = "a campaign: half an hour"]
fn recorded_runs_are_those_of_the_interpreter_for_many() {
    recorded(30_000..30_200, usize::MAX);
}
