//! Constructs of the language, as class files have them: the printed program. With
//! `RESIDUA_UPDATE=1` the expectations are written anew.

use std::path::PathBuf;

use test_support::Case;

use crate::support::program_of;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bytecode/constructs.md")
}

#[test]
fn constructs_become_what_is_written_down() {
    let text = std::fs::read_to_string(path()).expect("the cases");
    let (before, mut cases) = Case::all(&text);
    let expected = cases.iter().map(Case::print).collect::<Vec<_>>();
    for case in &mut cases {
        let program = program_of(case.block("java").expect("a program"));
        let printed = ir::print(&program);
        case.blocks.retain(|(name, _)| name != "ir");
        case.blocks.push(("ir".to_owned(), printed));
    }

    if std::env::var_os("RESIDUA_UPDATE").is_some() {
        std::fs::write(path(), Case::file(before, &cases)).expect("the cases can be written");
        return;
    }
    for (case, expected) in cases.iter().zip(expected) {
        assert_eq!(case.print(), expected, "{}", case.heading);
    }
}
