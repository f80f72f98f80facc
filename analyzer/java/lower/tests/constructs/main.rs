//! A fixture for each construct of the language: `tests/jls/SECTION-what-it-shows.java`, named
//! after the section of the Java Language Specification, with what the IR must have for it as
//! comments, and javac as oracle.
//!
//! # A fixture
//! One Java file, or several, each after a line `//- path`. Comments that begin with `//~` are
//! *markers*. A marker speaks of its own line; one that stands alone on a line, of the next line
//! that is not a marker. All markers of a line are one list. A fixture without markers would still
//! be checked: its program is sound, has no gap and no diagnostic, and has javac's calls.
//!
//! # Markers that speak of a line
//! Facts, separated by `, `, in the order of the IR (methods, then blocks, then statements).
//! Classes are internal names, types are descriptors.
//!
//! | marker | the line has |
//! |---|---|
//! | `call A.f(I)V virtual` | a call: target, how the callee is found, and its construct if it is no plain invocation |
//! | `call one of A.f()V B.f()V virtual`, `call unresolved f/1 virtual` | a call that is not resolved |
//! | `new A`, `new [I` | an object or array |
//! | `lambda I.f()V captures x this`, `reference I.f()V` | a functional object; `_` is a temporary |
//! | `get A.x`, `put A.x`, `get static A.x`, `get []`, `put []` | accesses of fields and elements |
//! | `cast LA;`, `instanceof LA;` | conversions and tests |
//! | `const 3`, `const "a"`, `compute add`, `enter`, `leave`, `unknown` | the other statements |
//! | `class p/A$1` | a class declared there (its binary name) |
//! | `field this$0 LA;` | a field of a class declared there that the compiler adds |
//! | `method f(I)V`, `method lambda$0()V lambda` | a method declared there, and what it is |
//! | `none` | nothing of what a marked line must list |
//!
//! A line with such a marker lists *all* its calls and objects (`call`, `new`, `lambda`,
//! `reference`, `unknown`). The other groups (accesses; conversions; constants; computations;
//! monitors; classes; fields; methods) are complete on the lines that name one of the group.
//!
//! # Markers that speak of a method
//! `flow a -> b c; b -> return; c ! java/lang/Error:d throw` on the line of the method's name says
//! which call comes next in the control flow. Calls go by the callee's name (`f#2` for the second
//! point of that name in the method); `entry`, `return` and `throw` are the ends. `->` is control
//! that passes on without an exception thrown by the call itself (a `throw` statement is followed),
//! `!` the handlers that an exception of the call may come to, each with the classes it catches
//! (`any` for all). A `flow` lists all arrows `->` of its method, and with one `!` all of these
//! too. Where several methods begin on the line: `flow in NAME: ..`.
//!
//! # Markers for what could not be followed
//! `gap TEXT`, `warning TEXT`, `error TEXT`, `note TEXT`: a gap, a diagnostic (`code: message`)
//! there whose text contains TEXT. All gaps and diagnostics of a fixture must be announced.
//!
//! # Directives, on a line of their own before all code
//! `//~ javac 21`: the release that the construct needs; `//~ javac 25 preview`; `//~ javac none:
//! REASON` for text that no javac accepts. Without one, the JDK of the environment compiles it.
//! Newer ones are looked for in the environment (`JAVA_HOME_21` and the like) and in the usual
//! folders; where there is none, the fixture is left out, and the test says so.
//!
//! `//~ javac differs: TEXT REASON`: differences from javac's instructions, whose text contains
//! TEXT (in backquotes), and why they are right. All differences must be announced.
//!
//! # Environment
//! `RESIDUA_FIXTURE=15.12` runs the fixtures whose names contain the text. `RESIDUA_FACTS=1` prints
//! the actual facts of all lines, as markers (with `--nocapture`).

#[path = "../support/mod.rs"]
mod support;

mod check;
mod facts;
mod fixture;
mod flow;
mod listing;
mod marker;
mod oracle;
mod wrong;

use fixture::Fixture;
use rayon::prelude::*;

/// The fixtures that the environment asks for.
fn chosen() -> Vec<Fixture> {
    let part = std::env::var("RESIDUA_FIXTURE").unwrap_or_default();
    let names = listing::names()
        .into_iter()
        .filter(|name| name.contains(&part));
    names.map(|name| Fixture::read(&name)).collect()
}

/// Fails with all that is wrong, in order of fixtures.
fn succeed(failures: Vec<Vec<String>>) {
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Says which fixtures are left out.
fn ignored(fixtures: &[&Fixture]) {
    if !fixtures.is_empty() {
        let names: Vec<&str> = fixtures.iter().map(|fixture| &*fixture.name).collect();
        println!(
            "ignored: {} fixtures need a newer JDK: {}",
            names.len(),
            names.join(", ")
        );
    }
}

#[test]
fn every_construct_lowers_to_what_its_fixture_expects() {
    let shown = std::env::var_os("RESIDUA_FACTS").is_some_and(|value| !value.is_empty());
    let fixtures = chosen();
    let (with_jdk, without): (Vec<&Fixture>, Vec<&Fixture>) = fixtures
        .iter()
        .partition(|fixture| oracle::library(&fixture.javac).is_some());
    let checked = with_jdk.par_iter().map(|fixture| {
        let program = fixture.program(oracle::library(&fixture.javac).expect("a JDK"));
        if shown {
            println!("{}", check::shown(fixture, &program));
        }
        check::failures(fixture, &program)
    });
    succeed(checked.collect());
    ignored(&without);
}

#[test]
fn every_construct_has_the_calls_that_javac_emits() {
    let fixtures = chosen();
    let compared = oracle::compare(&fixtures);
    println!("{} fixtures were compiled", compared.compiled);
    ignored(&compared.ignored);
    succeed(vec![compared.failures]);
}
