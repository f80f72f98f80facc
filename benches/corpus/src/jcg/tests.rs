use std::sync::Arc;

use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

use super::cases::{Beginning, cases_in};
use super::expected::{Expected, expected_in};
use super::graph::{Answer, CallGraph};
use super::{Case, solved};

const TEXT: &str = "\
# Calls
Words about them.

## C1
[//]: # (MAIN: p.Main)
```java
// p/Main.java
package p;
class Main {
    static void called() { }
    static void never() { }
    @DirectCall(name = \"called\", line = 6, resolvedTargets = \"Lp/Main;\")
    public static void main(String[] args) { called(); }
}
```
[//]: # (END)

## C2
Only words.
";

#[test]
fn reads_cases_and_their_files() {
    let cases = cases_in(TEXT);
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0].category, "Calls");
    assert_eq!(cases[0].start, Some(Beginning::Main("p.Main".to_owned())));
    assert_eq!(cases[0].files[0].0, "p/Main.java");
    assert!(cases[0].files[0].1.starts_with("package p;\n"));
    assert_eq!(cases[1].start, None);
}

#[test]
fn reads_annotations_over_several_lines() {
    let text = "@IndirectCall(\n  name = \"a,b\", line = 3, parameterTypes = {int.class, Object[].class},\n  \
                resolvedTargets = {\"Lp/A;\", \"Lp/B;\"}, prohibitedTargets = \"Lp/C;\")\n";
    let expected = Expected {
        is_indirect: true,
        name: "a,b".to_owned(),
        line: Some(3),
        targets: vec!["p/A".to_owned(), "p/B".to_owned()],
        prohibited: vec!["p/C".to_owned()],
        parameters: Some(vec!["int".to_owned(), "Object[]".to_owned()]),
        until: 3,
    };
    assert_eq!(expected_in(text), [expected]);
}

#[test]
fn a_call_that_is_not_made_is_missing() {
    let case: Case = cases_in(TEXT).remove(0);
    let jdk = Jdk::from_environment().expect("a JDK");
    let class_path = ClassPath::open(&[], &jdk).expect("a class path");
    let (path, text) = &case.files[0];
    let source = java_lower::Source {
        root: String::new(),
        path: path.clone(),
        bytes: text.clone().into_bytes(),
    };
    let program = java_lower::load(vec![source], Arc::new(class_path)).expect("a program");
    let start = case.start.as_ref().expect("a beginning");
    let points_to = solved(&program, start).expect("an analysis");
    let graph = CallGraph::new(&program, &points_to);

    let mut expected = expected_in(text).remove(0);
    assert_eq!(graph.answer(path, &expected, "p/Main"), Answer::Present);
    expected.name = "never".to_owned();
    assert_eq!(graph.answer(path, &expected, "p/Main"), Answer::Missing);
    expected.is_indirect = true;
    assert_eq!(graph.answer(path, &expected, "p/Main"), Answer::Missing);
    expected.name = "called".to_owned();
    assert_eq!(graph.answer(path, &expected, "p/Main"), Answer::Present);
}
