use std::collections::BTreeSet;

use date::code::{Code, Effects, Expr, Name, NameKind};
use date::ids::ContextId;

use crate::fixture::{action, condition, shown, types};

fn own() -> BTreeSet<Name> {
    let own =
        |name: &str, kind: fn(ContextId) -> NameKind| Name::new(name, kind(ContextId::from(1)));
    BTreeSet::from([
        own("sent", NameKind::Variable),
        own("name", NameKind::Variable),
        own("idle", NameKind::Clock),
    ])
}

fn internal(text: &str) -> bool {
    Effects::of(&action(text).unwrap(), &types()).internal(&own(), &|_| false)
}

fn with_effects<T>(code: &Code, look: impl FnOnce(&Effects<'_>) -> T) -> T {
    look(&Effects::of(code, &types()))
}

fn names(names: &BTreeSet<Name>) -> Vec<String> {
    names.iter().map(shown).collect()
}

#[test]
fn writing_own_variables_is_internal() {
    for text in [
        "sent++;",
        "sent = n + big * 2;",
        "int i = sent; i++; sent = i;",
        "idle.reset();",
        "if (flag) { sent = 0; }",
        "name = message + sent + letter;",
        "name += n;",
    ] {
        assert!(internal(text), "{text}");
    }
}

#[test]
fn writing_anything_else_is_external() {
    for text in [
        "open++;",
        "n = 1;",
        "u.count = 1;",
        "xs[0] = 1;",
        "LIMIT = 3;",
        "Config.limit = 3;",
        "flag = true;",
    ] {
        assert!(!internal(text), "{text}");
    }
}

#[test]
fn calls_are_external_unless_known_to_be_pure() {
    let code = action("sent = Math.max(sent, n);").unwrap();
    let effects = Effects::of(&code, &types());
    assert!(!effects.internal(&own(), &|_| false));
    assert!(effects.internal(
        &own(),
        &|call| matches!(call, Expr::Call { method, .. } if method == "max")
    ));
    assert!(
        !internal("new Thread(r);")
            && !internal("ch.send(n);")
            && !internal("for (;;) { sent++; }")
    );
}

#[test]
fn a_clock_or_channel_that_is_handed_on_may_be_used() {
    assert!(with_effects(&action("f(ch);").unwrap(), |e| names(
        &e.sends
    ) == [
        "ch channel of x0"
    ]));
    assert!(with_effects(&action("f(idle);").unwrap(), |e| names(
        &e.writes
    ) == [
        "idle clock of x1"
    ]));
    assert!(with_effects(
        &condition("idle.current() > 3").unwrap(),
        |e| e.writes.is_empty() && e.calls.is_empty()
    ));
}

#[test]
fn opaque_code_may_read_and_write_every_name_in_it() {
    let code = action("for (int i = 0; i < n; i++) { sent += ::open; }").unwrap();
    with_effects(&code, |e| {
        assert!(e.opaque);
        assert_eq!(
            names(&e.writes),
            ["n event", "open variable of x0", "sent variable of x1"]
        );
        assert_eq!(e.reads, e.writes);
    });
}

#[test]
fn concatenation_calls_to_string_of_objects_only() {
    let conversions = |text: &str| with_effects(&condition(text).unwrap(), |e| e.conversions.len());
    assert_eq!(conversions("\"a\" + u + n + message == null"), 1);
    assert_eq!(conversions("sent + n > 1"), 0);
    assert_eq!(
        conversions("sent + f() > 1"),
        0,
        "int + unknown is arithmetic, or the unknown is a String"
    );
    assert_eq!(conversions("f() + g() == null"), 2);
}

#[test]
fn reads_and_writes_are_told_apart() {
    with_effects(
        &action("sent = big > 0 ? n : 1; open += 2;").unwrap(),
        |e| {
            assert_eq!(
                names(&e.writes),
                ["open variable of x0", "sent variable of x1"]
            );
            assert_eq!(
                names(&e.reads),
                ["big variable of x1", "n event", "open variable of x0"]
            );
        },
    );
}

#[test]
fn program_state_is_noticed() {
    assert!(with_effects(
        &condition("u.balance > Config.LIMIT").unwrap(),
        |e| e.reads_program && !e.writes_program
    ));
    assert!(with_effects(&condition("sent > 1").unwrap(), |e| !e.reads_program));
}
