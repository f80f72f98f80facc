//! The tree of every construct. Each file below `trees` has a source on one line and its tree,
//! indented, on the next.

use java_syntax::ast::{Member, StmtId, StmtKind, Unit};
use java_syntax::dump::{Dump, expression_text, statement_text};
use java_syntax::parse;

/// Checks every case of `cases`; `tree` gives what the source says.
fn check(cases: &str, tree: impl Fn(&str) -> Result<String, String>) {
    let lines: Vec<&str> = cases
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .collect();
    assert!(lines.len() >= 40, "only {} lines of cases", lines.len());
    let wrong: Vec<String> = lines
        .chunks(2)
        .filter_map(|case| {
            let [source, expected] = case else {
                return Some(format!("{case:?} has no tree"));
            };
            let found = tree(source).unwrap_or_else(|damage| damage);
            (found != expected.trim_start()).then(|| {
                format!(
                    "{source}\n    expected {}\n    found    {found}",
                    expected.trim_start()
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The unit without its line breaks, or what is damaged.
fn sound(source: &str) -> Result<Unit, String> {
    let unit = parse(source);
    match unit.damage.first() {
        Some(damage) => Err(format!("damage: {}", damage.message)),
        None => Ok(unit),
    }
}

fn flat(text: &str) -> String {
    text.lines()
        .map(str::trim_start)
        .collect::<Vec<_>>()
        .join(" ")
}

fn members(unit: &Unit) -> &[Member] {
    &unit.type_decls[unit.types[0]].members
}

fn body(unit: &Unit) -> &[StmtId] {
    let [Member::Method(method)] = members(unit) else {
        panic!("one method")
    };
    let Some(StmtKind::Block(statements)) = method.body.map(|body| &unit.stmts[body].kind) else {
        panic!("a body")
    };
    statements
}

#[test]
fn expressions_have_their_trees() {
    check(include_str!("../trees/expressions.txt"), |source| {
        let unit = sound(&format!("class A {{ Object x = {source}; }}"))?;
        let [Member::Field(field)] = members(&unit) else {
            return Err("more than one member".to_owned());
        };
        Ok(flat(&expression_text(
            &unit,
            field.initial.ok_or("no value")?,
        )))
    });
}

#[test]
fn statements_have_their_trees() {
    check(include_str!("../trees/statements.txt"), |source| {
        let unit = sound(&format!("class A {{ void f() {{ {source} }} }}"))?;
        let statements: Vec<_> = body(&unit)
            .iter()
            .map(|&id| flat(&statement_text(&unit, id)))
            .collect();
        Ok(statements.join(" "))
    });
}

#[test]
fn members_have_their_trees() {
    check(include_str!("../trees/members.txt"), |source| {
        let unit = sound(&format!("class A {{ {source} }}"))?;
        let text = flat(Dump(&unit).to_string().trim_end());
        let inside = text
            .strip_prefix("(class A ")
            .and_then(|text| text.strip_suffix(')'));
        inside.map(str::to_owned).ok_or(text.clone())
    });
}

#[test]
fn units_have_their_trees() {
    check(include_str!("../trees/units.txt"), |source| {
        Ok(flat(Dump(&sound(source)?).to_string().trim_end()))
    });
}

#[test]
fn text_blocks_are_read_whatever_is_in_them() {
    let block = "\"\"\"\n    // \"a\" /* \\\"\"\" {\n      b \\\n    c\\s\n    \"\"\"";
    let unit = sound(&format!("class A {{ Object x = {block}.f(); int y; }}")).expect("sound");
    assert_eq!(members(&unit).len(), 2);
    let [Member::Field(field), _] = members(&unit) else {
        panic!("two fields")
    };
    let expected = r#"(call-on "// \"a\" /* \"\"\" {\n  b c \n" f)"#;
    assert_eq!(
        expression_text(&unit, field.initial.expect("a value")),
        expected
    );
}

#[test]
fn marks_at_the_edges_of_a_text_are_no_part_of_it() {
    for text in [
        "\u{feff}class A { }",
        "class A { }\u{1a}",
        "class A { }\n\u{1a}",
        "\u{feff}\u{1a}",
        "",
        " ",
    ] {
        assert_eq!(parse(text).damage, [], "{text:?}");
    }
}

#[test]
fn lines_may_end_in_any_way() {
    for end in ["\n", "\r\n", "\r"] {
        let text = [
            "class A { // x",
            "int a; /* y",
            "*/ String s = \"\"\"",
            "  b",
            "  \"\"\"; }",
        ]
        .join(end);
        let unit = sound(&text).expect("sound");
        let tree = flat(Dump(&unit).to_string().trim_end());
        assert_eq!(
            tree, r#"(class A (field int a) (field String s "b\n"))"#,
            "{end:?}"
        );
    }
}

#[test]
fn the_dump_has_a_line_for_every_statement_and_member() {
    let unit = parse("class A { int f(int a) { if (a > 0) return a + 1; } }");
    let expected = "(class A\n  (method int f (int a)\n    (block\n      (if (> a 0)\n        (return (+ a 1))))))\n";
    assert_eq!(Dump(&unit).to_string(), expected);
}
