//! Mistakes that people make, and what each is told: `mistakes.txt` has the messages, and each names
//! a remedy. `RESIDUA_WRITE=1 cargo test --test command_line mistakes` writes the file anew.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{changed, sessions};
use test_support::Project;

/// The file of messages.
const TOLD: &str = "tests/command_line/mistakes.txt";

/// A mistake, how a project comes to it, and the command.
type Mistake = (&'static str, fn(&Project), &'static str);

/// Nothing to prepare.
fn nothing(_: &Project) {}

/// Compiled classes.
fn compiled(project: &Project) {
    project.javac("src", "classes");
}

/// Compiled classes and a plan.
fn planned(project: &Project) {
    compiled(project);
    analyze(project);
}

fn analyze(project: &Project) {
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
}

/// A part of the property is another one.
fn property(project: &Project, part: &str, by: &str) {
    changed(project, "session.yaml", part, by);
}

fn configured(project: &Project, text: &str) {
    project.write("residua.toml", text.as_bytes());
}

const ARGUMENTS: &[Mistake] = &[
    ("a command is misspelled", nothing, "analyse"),
    ("an option is misspelled", nothing, "analyze --sorce src"),
    ("nothing says what to analyze", nothing, "analyze"),
    (
        "nothing says which properties",
        nothing,
        "analyze --source src",
    ),
    (
        "a property file is misspelled",
        nothing,
        "analyze --source src --property sesion.yaml",
    ),
    (
        "a folder of sources is misspelled",
        nothing,
        "analyze --source scr --property session.yaml",
    ),
    (
        "a jar of the class path is missing",
        nothing,
        "analyze --source src --property session.yaml --classpath lib/none.jar",
    ),
    (
        "a folder of classes is misspelled",
        compiled,
        "analyze --source src --property session.yaml --classes clases",
    ),
    (
        "a jar is given as sources",
        |project| {
            compiled(project);
            project.jar("classes", "app.jar");
        },
        "analyze --source app.jar --property session.yaml",
    ),
    (
        "a folder has no property files",
        |project| project.write("rules/note.txt", b""),
        "analyze --source src --property rules",
    ),
    (
        "a property file is given twice",
        nothing,
        "analyze --source src --property session.yaml ./session.yaml",
    ),
    (
        "an entry point is misspelled",
        nothing,
        "analyze --source src --property session.yaml --entry app.Man.main",
    ),
    (
        "an assumption is misspelled",
        nothing,
        "analyze --source src --property session.yaml --strict --accept opn-class",
    ),
    (
        "a budget is no number",
        nothing,
        "analyze --source src --property session.yaml --budget many",
    ),
    ("a shell is not known", nothing, "completions cmd"),
    ("a manual page is misspelled", nothing, "man waeve"),
    (
        "a language is not known",
        nothing,
        "convert --to latex session.yaml",
    ),
    (
        "an extension is not known",
        |project| project.write("session.txt", b"states:"),
        "convert --to dot session.txt",
    ),
    ("nothing is to be explained", nothing, "explain"),
    (
        "a code is misspelled",
        nothing,
        "explain --code stale-clases",
    ),
];

const CONFIGURATION: &[Mistake] = &[
    (
        "a key is misspelled",
        |project| configured(project, "soruce = ['src']\n"),
        "analyze",
    ),
    (
        "a value has another type",
        |project| configured(project, "source = 3\n"),
        "analyze",
    ),
    (
        "a list does not end",
        |project| configured(project, "source = ['src'\n"),
        "analyze",
    ),
    (
        "there is a configuration already",
        |project| configured(project, "source = ['src']\n"),
        "init",
    ),
    (
        "a folder has no program",
        |project| project.write("empty/note.txt", b""),
        "init empty",
    ),
    ("a folder is not there", nothing, "init nowhere"),
];

const PROPERTIES: &[Mistake] = &[
    (
        "a state is misspelled",
        |project| property(project, "fresh -> live: open", "fresh -> lvie: open"),
        "check session.yaml",
    ),
    (
        "an event is misspelled",
        |project| property(project, "fresh -> live: open", "fresh -> live: opne"),
        "check session.yaml",
    ),
    (
        "a class is misspelled",
        |project| property(project, "call Session.open()", "call Sesion.open()"),
        "analyze --source src --property session.yaml",
    ),
    (
        "a method is misspelled",
        |project| property(project, "call Session.open()", "call Session.opne()"),
        "analyze --source src --property session.yaml",
    ),
    (
        "a tab indents a line",
        |project| property(project, "    events:", "\tevents:"),
        "check session.yaml",
    ),
    (
        "LARVA cannot say it",
        nothing,
        "convert --to lrv session.yaml",
    ),
    (
        "a trace names an unknown event",
        |project| project.write("t.txt", b"opne s=Session@1\n"),
        "trace --property session.yaml t.txt",
    ),
    (
        "a line of a trace does not end",
        |project| project.write("t.txt", b"open s=\n"),
        "trace --property session.yaml t.txt",
    ),
];

const WEAVING: &[Mistake] = &[
    (
        "there is no plan yet",
        compiled,
        "weave --classes classes -o woven",
    ),
    (
        "nothing says where woven classes go",
        planned,
        "weave --classes classes",
    ),
    ("nothing says which classes", planned, "weave -o woven"),
    (
        "sources are given as classes",
        planned,
        "weave --classes src -o woven",
    ),
    (
        "the classes are not there",
        planned,
        "weave --classes target -o woven",
    ),
    (
        "the output is the input",
        planned,
        "weave --classes classes -o classes",
    ),
    (
        "the output has other files",
        |project| {
            planned(project);
            project.write("site/a.txt", b"a");
        },
        "weave --classes classes -o site",
    ),
    (
        "the classes are woven already",
        |project| {
            planned(project);
            project
                .residua("weave --classes classes -o woven")
                .succeeds();
        },
        "weave --classes woven -o again",
    ),
    (
        "a source has changed since the plan",
        |project| {
            planned(project);
            changed(project, "src/app/Main.java", "session.send(1);", "");
        },
        "weave --classes classes -o woven",
    ),
    (
        "a changed source is not compiled again",
        |project| {
            compiled(project);
            changed(project, "src/app/Main.java", "session.open();", "");
            project.residua("analyze --source src --property session.yaml");
        },
        "weave --classes classes -o woven",
    ),
    (
        "the plan is another program's",
        |project| {
            planned(project);
            project.write("other/b/Other.java", b"package b; class Other { }");
            project.javac("other", "others");
        },
        "weave --classes others -o woven",
    ),
    (
        "the plan is a property file",
        compiled,
        "weave --plan session.yaml --classes classes -o woven",
    ),
    (
        "the plan is cut off",
        |project| {
            planned(project);
            let plan = project.read("residua-out/plan.json");
            project.write("cut.json", &plan.as_bytes()[..plan.len() / 2]);
        },
        "weave --plan cut.json --classes classes -o woven",
    ),
    (
        "the plan is a later version's",
        |project| {
            planned(project);
            let plan = project.read("residua-out/plan.json").replacen(
                "residua-plan/1",
                "residua-plan/9",
                1,
            );
            project.write("later.json", plan.as_bytes());
        },
        "weave --plan later.json --classes classes -o woven",
    ),
];

const QUESTIONS: &[Mistake] = &[
    (
        "a line has no monitored call",
        planned,
        "explain app/Main.java:2",
    ),
    ("a file is misspelled", planned, "explain app/Mian.java:7"),
    ("a property is misspelled", planned, "explain lifecycel"),
    (
        "a transition is misspelled",
        planned,
        "explain lifecycle:fresh->erly",
    ),
    (
        "a method is misspelled",
        nothing,
        "explain --source src --calls app.Main.mian",
    ),
    ("an older plan is not there", planned, "diff old.json"),
    ("counts are not there", planned, "rank counts.tsv"),
    (
        "counts are another file",
        |project| {
            planned(project);
            project.write("counts.tsv", b"hello\n");
        },
        "rank counts.tsv",
    ),
    (
        "nothing says what to run",
        planned,
        "measure --classes classes",
    ),
    (
        "the command has no classes to replace",
        planned,
        "measure --rounds 1 --classes classes -- java app.Main",
    ),
];

/// The messages of a project, without the phases and the places of this machine.
fn told(project: &Project, command: &str) -> (i32, String) {
    let run = project.residua(&format!("{command} --no-next"));
    let all = if run.stderr.is_empty() {
        &run.stdout
    } else {
        &run.stderr
    };
    let here = project.path("").display().to_string();
    let lines = all.lines().filter(|line| !line.starts_with("residua: "));
    let mut text = String::new();
    for line in lines {
        let line = line
            .replace(here.trim_end_matches('/'), "FOLDER")
            .replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    (run.status, text.trim_end().to_owned())
}

/// Returns whether a message says what to do.
fn names_a_remedy(text: &str) -> bool {
    [
        "help: ",
        "tip: ",
        "`residua ",
        "--help",
        "`--",
        "did you mean",
        "write `",
        "weave the classes",
        "the nearest",
        "give ",
    ]
    .iter()
    .any(|remedy| text.contains(remedy))
}

#[test]
fn each_mistake_is_told_with_its_remedy() {
    let themes = [
        ("Arguments", ARGUMENTS),
        ("Configuration", CONFIGURATION),
        ("Properties and traces", PROPERTIES),
        ("Weaving", WEAVING),
        ("Questions", QUESTIONS),
    ];
    let number: usize = themes.iter().map(|(_, mistakes)| mistakes.len()).sum();
    assert!(number >= 40, "{number} mistakes");
    let mut all = String::new();
    let mut without = Vec::new();
    for (theme, mistakes) in themes {
        let _ = writeln!(all, "# {theme}\n");
        for (title, prepare, command) in mistakes {
            let project = sessions();
            prepare(&project);
            let (status, text) = told(&project, command);
            let _ = writeln!(
                all,
                "## {title}\n\n$ residua {command}\n{text}\n[status {status}]\n"
            );
            if !names_a_remedy(&text) {
                without.push(format!("{title}: {text}"));
            }
        }
    }

    assert!(without.is_empty(), "without a remedy: {without:#?}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(TOLD);
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        std::fs::write(&file, &all).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(PathBuf::from(&file)).unwrap_or_default();
    let differs = all
        .lines()
        .zip(expected.lines())
        .position(|(now, then)| now != then);
    assert!(
        all == expected,
        "{TOLD} differs from line {}: RESIDUA_WRITE=1 writes it anew",
        differs.map_or(expected.lines().count(), |line| line + 1)
    );
}
