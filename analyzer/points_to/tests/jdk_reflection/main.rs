//! The rules of reflection for every method of the JDK that gets or gives an object of the
//! reflection library.
//!
//! The list is computed from the image of the JDK at hand and held against `RELEASE.txt` beside
//! this file: a method that a new release brings falls to "keeps everything", and stands in the
//! list. `RESIDUA_WRITE=1` writes the list anew. Where a rule says that nothing happens, the method
//! is called on the JVM with a class whose code would notice.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::{KEEPS_EVERYTHING, NOTHING, Rule, reflection_rules};

/// A method of the JDK and what the rules say of it.
struct Listed {
    owner: Arc<str>,
    name: Arc<str>,
    descriptor: Arc<str>,
    rules: Vec<Rule>,
}

#[test]
fn every_method_of_the_jdk_stands_in_the_list() {
    let found = listing(methods());
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        std::fs::write(file(jdk().release()), written(&found)).expect("the list");
    }
    let Some(written) = read(jdk().release()) else {
        return eprintln!("ignored: there is no list for release {}", jdk().release());
    };
    let new: Vec<&String> = found.difference(&written).collect();
    let gone: Vec<&String> = written.difference(&found).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new: {new:#?}\nno longer so: {gone:#?}"
    );
}

/// The release whose list stands there in full; others say what they have more (`+`) and less
/// (`-`).
const FIRST: u16 = 17;

/// The lines of the list for a release, if there is one.
fn read(release: u16) -> Option<BTreeSet<String>> {
    let text = std::fs::read_to_string(file(release)).ok()?;
    if release == FIRST {
        return Some(text.lines().map(str::to_owned).collect());
    }
    let mut all = read(FIRST)?;
    for line in text.lines() {
        match line.split_at(2) {
            ("- ", line) => _ = all.remove(line),
            (_, line) => _ = all.insert(line.to_owned()),
        }
    }
    Some(all)
}

/// The text of the list for the JDK at hand.
fn written(found: &BTreeSet<String>) -> String {
    if jdk().release() == FIRST {
        return found.iter().map(|line| format!("{line}\n")).collect();
    }
    let first = read(FIRST).expect("the list of the first release");
    let less = first.difference(found).map(|line| format!("- {line}\n"));
    less.chain(found.difference(&first).map(|line| format!("+ {line}\n")))
        .collect()
}

#[test]
fn methods_that_do_nothing_run_no_code_of_the_class() {
    let calls: Vec<String> = methods()
        .iter()
        .flat_map(|method| {
            method
                .rules
                .iter()
                .filter(|rule| rule.rule == NOTHING)
                .map(move |rule| call(method, rule))
        })
        .collect();
    let answers = watched(&calls.join("\n"));
    let noticed: Vec<&str> = answers
        .lines()
        .filter(|line| line.starts_with("noticed"))
        .collect();
    assert!(noticed.is_empty(), "{}", noticed.join("\n"));
    let ran = answers
        .lines()
        .filter(|line| line.starts_with("ran"))
        .count();
    let others: Vec<&str> = answers
        .lines()
        .filter(|line| !line.starts_with("ran"))
        .collect();
    assert!(
        ran * 10 >= calls.len() * 9,
        "{ran} of {} calls ran; not run:\n{}",
        calls.len(),
        others.join("\n")
    );
}

#[test]
fn constructors_and_calls_by_reflection_keep_everything() {
    let rule = |owner: &str, name: &str, place: &str| {
        let named = methods()
            .iter()
            .filter(|method| &*method.owner == owner && &*method.name == name);
        let rules = named
            .flat_map(|method| &method.rules)
            .filter(|rule| rule.place == place);
        let rules: BTreeSet<&str> = rules.map(|rule| rule.rule.as_str()).collect();
        rules.into_iter().collect::<Vec<&str>>()
    };
    assert_eq!(
        rule("java/beans/PropertyDescriptor", "<init>", "1"),
        [KEEPS_EVERYTHING]
    );
    assert_eq!(rule("java/util/ServiceLoader", "load", "0"), ["Provide"]);
    assert_eq!(
        rule("java/lang/Class", "getGenericSuperclass", "on"),
        [KEEPS_EVERYTHING]
    );
}

fn call(method: &Listed, rule: &Rule) -> String {
    format!(
        "{} {} {} {} {}",
        method.owner, method.name, method.descriptor, rule.place, rule.kind
    )
}

fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::from_environment().expect("a JDK"))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jdk_reflection")
}

fn file(release: u16) -> PathBuf {
    folder().join(format!("{release}.txt"))
}

/// The accessible methods of what the standard modules export, in order, that get or give such
/// objects.
fn methods() -> &'static [Listed] {
    static METHODS: OnceLock<Vec<Listed>> = OnceLock::new();
    METHODS.get_or_init(find_methods)
}

fn find_methods() -> Vec<Listed> {
    let class_path = ClassPath::open(&[], jdk()).expect("an empty class path");
    let hierarchy = Hierarchy::new([], Arc::new(class_path));
    let mut found = Vec::new();
    for owner in classes() {
        let Some(info) = hierarchy
            .class(&owner)
            .filter(|info| info.access.has(java_types::Access::PUBLIC))
        else {
            continue;
        };
        let accessible = |access: java_types::Access| {
            access.has(java_types::Access::PUBLIC) || access.has(java_types::Access::PROTECTED)
        };
        for method in info
            .methods
            .iter()
            .filter(|method| accessible(method.access))
        {
            let rules = reflection_rules(&hierarchy, &owner, method);
            if !rules.is_empty() {
                let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
                found.push(Listed {
                    owner: owner.clone(),
                    name,
                    descriptor,
                    rules,
                });
            }
        }
    }
    found
}

/// The classes of the packages that the standard modules export, by name.
fn classes() -> BTreeSet<Arc<str>> {
    let home = jdk().home();
    let output = Command::new(home.join("bin/jimage"))
        .arg("list")
        .arg(home.join("lib/modules"))
        .output();
    let output = output.expect("jimage");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text
        .lines()
        .filter_map(|line| line.trim().strip_suffix(".class"));
    let is_exported = |name: &&str| {
        ["java/", "javax/", "org/", "sun/misc/Unsafe"]
            .iter()
            .any(|package| name.starts_with(package))
    };
    names.filter(is_exported).map(Arc::from).collect()
}

/// One line for each place of each method.
fn listing(methods: &[Listed]) -> BTreeSet<String> {
    let line = |method: &Listed, rule: &Rule| {
        let Listed {
            owner,
            name,
            descriptor,
            ..
        } = method;
        format!(
            "{owner}.{name}{descriptor} {} {}: {}",
            rule.place, rule.kind, rule.rule
        )
    };
    methods
        .iter()
        .flat_map(|method| method.rules.iter().map(move |rule| line(method, rule)))
        .collect()
}

/// Returns the JVM's report of each call.
fn watched(calls: &str) -> String {
    let classes = tempfile::tempdir().expect("a folder");
    let bin = jdk().home().join("bin");
    let mut javac = Command::new(bin.join("javac"));
    javac
        .arg("-d")
        .arg(classes.path())
        .args(["Watch.java", "Probe.java"].map(|name| folder().join(name)));
    assert!(javac.status().expect("javac").success());
    let mut java = Command::new(bin.join("java"));
    java.arg("-cp")
        .arg(classes.path())
        .arg("Watch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut running = java.spawn().expect("java");
    let mut input = running.stdin.take().expect("a pipe");
    let calls = calls.to_owned();
    let writing = std::thread::spawn(move || input.write_all(calls.as_bytes()));
    let output = running.wait_with_output().expect("java");
    writing.join().expect("a thread").expect("the calls");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
