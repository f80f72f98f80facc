//! The properties of the JDK that come with residua (`properties/jdk`), each with a class in
//! `tests/jdk_properties` that breaks it and keeps it: all of them at once over one program,
//! monitored in full and as the plan decides.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use test_support::Project;

/// Reports of the property that a scenario is about, by its name: `violates iterator_has_next`.
type Reports = BTreeMap<String, usize>;

/// The names of the properties.
fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("properties/jdk");
    let entries = folder
        .read_dir()
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    let mut names: Vec<String> = files
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `iterator_has_next` as `IteratorHasNext`.
fn class(name: &str) -> String {
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capitalized).collect()
}

/// Runs all scenarios, and tells on stderr where each begins.
fn main_class(names: &[String]) -> String {
    let mut java = String::from(
        "public class Main {
    interface Scenario { void run() throws Throwable; }

    static void run(String name, Scenario scenario) {
        System.err.println(\"scenario \" + name);
        try {
            scenario.run();
        } catch (Throwable thrown) {
            System.out.println(name + \": \" + thrown.getClass().getName());
        }
    }

    public static void main(String[] arguments) {
",
    );
    for name in names {
        for scenario in ["violates", "conforms"] {
            let _ = writeln!(
                java,
                "        run(\"{scenario} {name}\", {}::{scenario});",
                class(name)
            );
        }
    }
    java + "        System.exit(0);\n    }\n}\n"
}

fn reports(stderr: &str) -> Reports {
    let mut reports = Reports::new();
    let mut scenario = String::new();
    for line in stderr.lines() {
        if let Some(begun) = line.strip_prefix("scenario ") {
            scenario = begun.to_owned();
            reports.insert(scenario.clone(), 0);
        } else {
            let property = line
                .strip_prefix("residua: violation of ")
                .and_then(|rest| rest.split(' ').next());
            let property = property.unwrap_or_else(|| panic!("monitors say nothing else: {line}"));
            assert!(line.contains("): "), "a report ends with a message: {line}");
            let is_own = scenario.split(' ').next_back() == Some(property);
            *reports.entry(scenario.clone()).or_default() += usize::from(is_own);
        }
    }
    reports
}

#[test]
fn each_property_is_documented_in_its_first_line_and_listed() {
    let list = text("properties/jdk/README.md");
    for name in names() {
        let file = text(&format!("properties/jdk/{name}.yaml"));
        let line = file
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# "))
            .unwrap_or_default();
        assert!(line.ends_with('.') && line.len() > 20, "{name}: {line}");
        assert!(
            list.contains(&format!("| `{name}` | {line} |\n")),
            "{name}: {line}"
        );
    }
}

/// The message is the mistake in one line, the help one sentence or two.
#[test]
fn each_property_has_a_message_and_a_help() {
    for name in names() {
        let file = text(&format!("properties/jdk/{name}.yaml"));
        let of = |key: &str| {
            let key = format!("{key}: \"");
            let line = file.lines().find_map(|line| line.trim().strip_prefix(&key));
            line.and_then(|rest| rest.strip_suffix('"'))
                .map(str::to_owned)
        };
        let message = of("message").unwrap_or_default();
        let help = of("help").unwrap_or_default();
        assert!(
            !message.ends_with('.') && message.len() > 10,
            "{name}: {message}"
        );
        assert!(help.ends_with('.') && help.len() > 15, "{name}: {help}");
    }
}

#[test]
fn what_breaks_a_property_is_reported_and_what_keeps_it_is_not() {
    let names = names();
    assert!(names.len() >= 60, "{}", names.len());
    let project = Project::new("");
    for name in &names {
        project.write(
            &format!("jdk/{name}.yaml"),
            text(&format!("properties/jdk/{name}.yaml")).as_bytes(),
        );
        let class = class(name);
        project.write(
            &format!("src/{class}.java"),
            text(&format!("tests/jdk_properties/{class}.java")).as_bytes(),
        );
    }
    project.write("src/Main.java", main_class(&names).as_bytes());
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property jdk --out out")
        .succeeds();
    let [full, optimized] = ["--full", ""].map(|option| {
        let woven = format!("woven{option}");
        project
            .residua(&format!(
                "weave --plan out/plan.json --classes classes -o {woven} {option}"
            ))
            .succeeds();
        reports(&project.java(&format!("-cp {woven} Main")).succeeds().stderr)
    });
    assert_eq!(full.len(), 2 * names.len());
    for (scenario, &count) in &full {
        assert_eq!(
            count > 0,
            scenario.starts_with("violates "),
            "{scenario}: {count}"
        );
    }
    assert_eq!(full, optimized);
}
