//! Printing loses nothing but places and comments.

use languages::mop::syntax::print;

use super::fixtures::{ALL, parsed};
use super::generate::file;
use test_support::Random;

/// What is printed is read as the same tree, and printed as the same text.
fn identical(text: &str) {
    let tree = parsed(text);
    let printed = print(&tree);
    let again = parsed(&printed);
    assert_eq!(tree, again, "printed as\n{printed}");
    assert_eq!(print(&again), printed);
}

#[test]
fn fixtures_survive() {
    ALL.iter().for_each(|(_, text)| identical(text));
}

#[test]
fn java_at_its_worst_survives() {
    for body in [
        "f(); // }\n",
        "/* } */",
        "String s = \"open\n",
        "char c = '\n",
        "'\\\n",
        "\"\"\" } \"\"\"",
        "\r\n x; \t",
    ] {
        identical(&format!(
            "A() {{ {body} event a before() : args() {{ {body} }} ere : a @match {{{body}}} }}"
        ));
        identical(&format!(
            "A() {{ event a before() : if(x {body}) {{}} ere : a // @\n @match {{}} raw : {body} }}"
        ));
    }
}

#[test]
fn generated_files_survive() {
    (0..500).for_each(|seed| identical(&file(&mut Random::new(seed))));
}

#[test]
#[ignore = "more of the same: cargo test -p languages --test mop_syntax -- --ignored"]
fn many_generated_files_survive() {
    (500..5_500).for_each(|seed| identical(&file(&mut Random::new(seed))));
}
