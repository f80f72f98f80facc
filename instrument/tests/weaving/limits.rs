//! Programs at the limits of class files: methods that nothing can be added to, constant pools
//! without room.

use crate::support::{Fixture, reports};

const EVERYTHING: &str = "
//- p.yaml
events:
  read: get Main.n
  called: call Main.one()
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: read
      - b -> b: called
";

/// A method of `count` statements, so many of them on a line.
fn program(statement: &str, count: usize, on_line: usize) -> String {
    let lines = count / on_line;
    let line = statement.repeat(on_line);
    let body: String = (0..lines).map(|_| format!("        {line}\n")).collect();
    format!(
        "//- Main.java\npublic class Main {{\n    static int n = 1;\n    static int one() {{ return 1; }}\n    \
         static int big() {{\n        int k = 0;\n{body}        return k;\n    }}\n    \
         public static void main(String[] args) {{ System.out.println(big()); }}\n}}\n"
    )
}

/// What a fully monitored program prints, and how many reports it makes.
fn run(program: &str) -> (String, usize) {
    let fixture = Fixture::new(&format!("{EVERYTHING}{program}"), &[]);
    fixture.weave(true);
    let output = fixture.run("out", &["-Dresidua.report=all"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (
        String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        reports(&output).len(),
    )
}

#[test]
fn method_that_would_become_too_long_has_its_accesses_made_by_helpers() {
    // Five bytes each: nothing can be added to more than a third of them.
    let (printed, reports) = run(&program("k += n; ", 8000, 100));
    assert_eq!(printed, "8000");
    assert!(reports > 0);
}

#[test]
fn class_with_too_many_sites_shares_its_helpers() {
    // Five constants for each call and its line would be too many.
    let methods: String = (0..14)
        .map(|m| {
            let line = |n: usize| {
                if n.is_multiple_of(4) {
                    "k += one();\n"
                } else {
                    "k += one(); "
                }
            };
            let body: String = (0..1400).map(line).collect();
            format!("    static int m{m}() {{ int k = 0;\n{body}    return k; }}\n")
        })
        .collect();
    let calls: String = (0..14).map(|m| format!("m{m}() + ")).collect();
    let program = format!(
        "//- Main.java\npublic class Main {{\n    static int n;\n    static int one() {{ return 1; }}\n{methods}    \
         public static void main(String[] args) {{ System.out.println({calls} 0); }}\n}}\n"
    );
    let (printed, reports) = run(&program);
    assert_eq!(printed, (14 * 1400).to_string());
    assert!(reports > 0);
}
