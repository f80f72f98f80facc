//! One string is one case: files behind `//- path` headers, and under a source line the decisions
//! about it:
//!
//! ```text
//! it.next();
//! // ^^^^ keep next
//! ```
//!
//! The carets stand under the place of the generator. Markers and findings must match both ways.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use analyzer::{Analysis, MonitoredProgram, Request};
use date::model::Specification;
use date::residual::Reduction;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// A file of a case.
struct File {
    path: String,
    text: String,
}

/// A property of guns, and their class: whoever fires one that is armed gets a report. If nothing
/// fires behind `arm`, no event of the gun matters.
pub const GUN: &str = r"
//- gun.yaml
imports: [Gun]
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {safe: initial, armed: , bad: bad}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
//- Gun.java
class Gun {
    void arm() {}
    void fire() {}
}
";

/// What is decided at a place: `PATH:LINE:COLUMN DECISION`.
type Decisions = BTreeSet<String>;

/// Analyses the case and compares its decisions with its markers.
#[track_caller]
pub fn check(case: &str) {
    check_with(case, |_| {});
}

/// The same, and once more with properties whose code is judged by its words: a helper method that
/// nobody calls has a class of its own, so the code is not followed.
#[track_caller]
pub fn check_followed_or_not(case: &str) {
    check(case);
    let unfollowed = case.lines().map(|line| {
        let is_property = line.starts_with("//- ") && line.ends_with(".yaml");
        let helper = "methods: 'Object unfollowed() { return new Object() {}; }'\n";
        format!("{line}\n{}", if is_property { helper } else { "" })
    });
    check(&unfollowed.collect::<String>());
}

/// The same with a request that `told` changes.
#[track_caller]
pub fn check_with(case: &str, told: impl FnOnce(&mut Request)) {
    let expected: Decisions = files(case).iter().flat_map(markers).collect();
    let found = decisions(&analyze_with(case, told));
    let missing: Vec<&String> = expected.difference(&found).collect();
    let unexpected: Vec<&String> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && unexpected.is_empty(),
        "marked but not found: {missing:#?}\nfound but not marked: {unexpected:#?}"
    );
}

/// Analyses the case; the checker must not refuse, and each witness must be one.
#[track_caller]
pub fn analyze(case: &str, through: Reduction) -> Analysis {
    analyze_with(case, |request| request.through = through)
}

/// The same with a request that `told` changes; all steps are taken if it does not say otherwise.
#[track_caller]
fn analyze_with(case: &str, told: impl FnOnce(&mut Request)) -> Analysis {
    let (sources, properties): (Vec<File>, Vec<File>) = files(case)
        .into_iter()
        .partition(|file| file.path.ends_with(".java"));
    let read = |file: &File| -> Specification {
        languages::read(&file.path, &file.text).unwrap_or_else(|findings| panic!("{findings:#?}"))
    };
    let sources = sources.into_iter().map(|file| java_lower::Source {
        root: "src".to_owned(),
        path: file.path,
        bytes: file.text.into_bytes(),
    });
    let program = java_lower::load(sources.collect(), Arc::new(class_path()))
        .expect("the sources can be loaded");
    assert_eq!(ir::verify(&program), [""; 0], "the IR is well-formed");
    let mut request = Request {
        check: true,
        ..Request::new(properties.iter().map(read).collect())
    };
    told(&mut request);
    let monitored = MonitoredProgram::new(&program, &request.specifications);
    assert_eq!(
        ir::verify(monitored.whole()),
        [""; 0],
        "the code of the properties is well-formed"
    );
    let analysis = analyzer::analyze(&program, &request).expect("entry points are found");
    for property in analysis.specifications.iter().flat_map(|s| &s.properties) {
        assert!(
            !matches!(property.checked, Some(Err(_))),
            "refused: {:?}",
            property.checked
        );
    }
    crate::witnesses::replay(&analysis);
    analysis
}

/// `FROM EVENT TO STEP` for each transition that some step has removed.
pub fn removed(analysis: &Analysis) -> Vec<String> {
    let specification = &analysis.specifications[0];
    let date = &specification.original.properties[0].date;
    let rows = specification.properties[0]
        .transitions
        .iter_enumerated()
        .filter_map(|(id, removed)| {
            let (step, _) = removed.as_ref()?;
            let transition = &date.transitions[id];
            let event = &specification.original.events[transition.event].name;
            let [from, to] = [transition.from, transition.to].map(|state| &date.states[state].name);
            Some(format!("{from} {event} {to} {step:?}"))
        });
    rows.collect()
}

pub fn class_path() -> ClassPath {
    static JDK: OnceLock<Arc<Jdk>> = OnceLock::new();
    let jdk = JDK.get_or_init(|| Arc::new(Jdk::from_environment().expect("a JDK is installed")));
    ClassPath::open(&[], jdk).expect("the JDK can be read")
}

fn files(case: &str) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for line in case.lines() {
        match (line.strip_prefix("//- "), files.last_mut()) {
            (Some(path), _) => files.push(File {
                path: path.trim().to_owned(),
                text: String::new(),
            }),
            (None, Some(file)) => {
                file.text.push_str(line);
                file.text.push('\n');
            }
            (None, None) => assert!(line.trim().is_empty(), "text before the first file: {line}"),
        }
    }
    files
}

fn markers(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    let mut marked = 0;
    for (index, line) in file.text.lines().enumerate() {
        match marker(line) {
            Some((column, decision)) => {
                found.push(format!("{}:{marked}:{column} {decision}", file.path))
            }
            None => marked = index + 1,
        }
    }
    found
}

/// The column of the carets and the text behind them.
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start().strip_prefix("//")?.trim_start();
    rest.starts_with('^').then(|| {
        (
            line.find('^').unwrap_or_default() + 1,
            rest.trim_start_matches('^').trim(),
        )
    })
}

fn decisions(analysis: &Analysis) -> Decisions {
    let mut found = Decisions::new();
    for specification in &analysis.specifications {
        for row in specification
            .properties
            .iter()
            .flat_map(|property| &property.generators)
        {
            let decision = match row.silenced_by {
                Some(step) => format!("silence {step:?}"),
                None => "keep".to_owned(),
            };
            let event = &specification.original.events[row.event].name;
            let file = &analysis.sources[row.file].path;
            found.insert(format!(
                "{file}:{}:{} {decision} {event}",
                row.span.line, row.span.column
            ));
        }
    }
    found
}
