//! The messages for formulas that are wrong.

use logics::{Alphabet, FormulaError, Logic, translate};

fn error(logic: Logic, text: &str) -> FormulaError {
    let alphabet = Alphabet::new(["open", "close", "read"]);
    match translate(logic, text, &alphabet) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => error,
    }
}

#[test]
fn errors_have_their_place_and_what_was_expected() {
    let cases = [
        (
            Logic::Ere,
            "",
            0,
            "expected an event, `epsilon`, `empty`, `~` or `(`, found the end of the formula",
        ),
        (
            Logic::Ere,
            "open |",
            6,
            "expected an event, `epsilon`, `empty`, `~` or `(`, found the end of the formula",
        ),
        (
            Logic::Ere,
            "open**",
            5,
            "expected an operator or the end of the formula, found `*`",
        ),
        (
            Logic::Ere,
            "(open close",
            11,
            "expected `)`, found the end of the formula",
        ),
        (
            Logic::Ere,
            "open)",
            4,
            "expected an operator or the end of the formula, found `)`",
        ),
        (Logic::Ere, "open^x", 5, "expected a digit, found `x`"),
        (Logic::Ere, "open clsoe", 5, "there is no event `clsoe`"),
        (
            Logic::Ere,
            "open \u{2192} close",
            5,
            "expected an operator or the end of the formula, found `\u{2192}`",
        ),
        (
            Logic::Ltl,
            "open => close => read",
            14,
            "`=>` after `=>` without parentheses",
        ),
        (
            Logic::Ltl,
            "open U close => read",
            13,
            "`=>` after `U` without parentheses",
        ),
        (
            Logic::Ltl,
            "open ~ close",
            7,
            "expected `U` or `S`, found `close`",
        ),
        (
            Logic::Ltl,
            "[] (open and)",
            12,
            "expected an event, `true`, `false`, `not`, a temporal operator or `(`, found `)`",
        ),
        (
            Logic::Ltl,
            "open U",
            6,
            "expected an event, `true`, `false`, `not`, a temporal operator or `(`, found the end of the formula",
        ),
        (
            Logic::Ltl,
            "[](raed => o open)",
            3,
            "there is no event `raed`",
        ),
        (
            Logic::Ptltl,
            "[] open",
            0,
            "expected an event, `true`, `false`, `not`, a temporal operator or `(`, found `[]`",
        ),
        (
            Logic::Ptltl,
            "open -> close -> read",
            14,
            "`->` after `->` without parentheses",
        ),
        (
            Logic::Ptltl,
            "open close",
            5,
            "expected an operator or the end of the formula, found `close`",
        ),
        (
            Logic::Fsm,
            "",
            0,
            "expected the name of a state, found the end of the formula",
        ),
        (Logic::Fsm, "s [ open -> t ]", 12, "there is no state `t`"),
        (Logic::Fsm, "s [ opne -> s ]", 4, "there is no event `opne`"),
        (Logic::Fsm, "s [ open s ]", 9, "expected `->`, found `s`"),
        (
            Logic::Fsm,
            "s [ open -> s",
            13,
            "expected an event, `default` or `]`, found the end of the formula",
        ),
        (Logic::Fsm, "s [] s []", 5, "`s` is already defined"),
        (Logic::Fsm, "s [] alias s = s", 11, "`s` is already defined"),
        (
            Logic::Fsm,
            "s [ open -> s open -> s ]",
            14,
            "the transition for `open` is already given in this state",
        ),
        (
            Logic::Fsm,
            "s [ default s, default s ]",
            15,
            "`default` is already given in this state",
        ),
        (Logic::Fsm, "s [] alias x = y", 15, "there is no state `y`"),
        (
            Logic::Fsm,
            "fail []",
            0,
            "expected the name of a state, found `fail`",
        ),
        (
            Logic::Cfg,
            "",
            0,
            "expected a nonterminal and `->`, found the end of the formula",
        ),
        (
            Logic::Cfg,
            "S -> open T",
            10,
            "there is no event or nonterminal `T`",
        ),
        (
            Logic::Cfg,
            "S -> open T -> close",
            10,
            "expected `|`, `,`, or more of this alternative, found `T`",
        ),
        (
            Logic::Cfg,
            "S -> | open",
            5,
            "expected an event, a nonterminal, `epsilon` or `(`, found `|`",
        ),
        (
            Logic::Cfg,
            "S -> (open",
            10,
            "expected `)`, found the end of the formula",
        ),
        (
            Logic::Cfg,
            "open -> close",
            0,
            "`open` is an event, and a nonterminal here",
        ),
    ];
    for (logic, text, offset, message) in cases {
        let error = error(logic, text);
        assert_eq!(
            (error.range.start, error.message.as_str()),
            (offset, message),
            "{text}"
        );
    }
}

#[test]
fn unknown_names_come_with_the_nearest() {
    let cases = [
        (Logic::Ere, "open clsoe", "did you mean `close`?"),
        (Logic::Ere, "open zzzzzz", "one of: open, close, read"),
        (
            Logic::Fsm,
            "start [ open -> strat ]",
            "did you mean `start`?",
        ),
        (Logic::Ltl, "[] raed", "did you mean `read`?"),
        (
            Logic::Cfg,
            "Session -> open Sesion close | epsilon",
            "did you mean `Session`?",
        ),
    ];
    for (logic, text, help) in cases {
        assert_eq!(error(logic, text).help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(50_000), close.repeat(50_000))
    };
    let cases = [
        (Logic::Ere, deep("(", "open", ")")),
        (Logic::Ere, deep("~", "open", "")),
        (Logic::Ltl, deep("(", "open", ")")),
        (Logic::Ltl, deep("! ", "open", "")),
        (Logic::Ltl, deep("[] ", "open", "")),
        (Logic::Ptltl, deep("(*) ", "open", "")),
        (Logic::Ptltl, deep("(open S ", "open", ")")),
        (
            Logic::Cfg,
            deep("S -> (", "open", ")").replacen("S -> ", "", 1),
        ),
        (Logic::Cfg, format!("S -> {}", deep("(", "open", ")"))),
    ];
    for (logic, text) in cases {
        error(logic, &text);
    }
}

#[test]
fn large_automata_are_an_error() {
    let many = |part: &str| (0..40).map(|_| part).collect::<Vec<_>>().join(" ");
    // The letter a fixed number of events before the end: exponentially many states.
    let ere = format!("(open | close)* open {}", many("(open | close)"));
    let ltl = (0..40).fold("open".to_owned(), |f, at| {
        format!("(o {f}{})", if at % 2 == 0 { "" } else { " and <> close" })
    });
    let ptltl = format!("{} open", many("(*)"));
    let errors = [
        (Logic::Ere, ere),
        (Logic::Ere, many("(open close)").repeat(400)),
        (Logic::Ltl, ltl),
        (Logic::Ptltl, ptltl),
    ];
    for (logic, text) in errors {
        let error = error(logic, &text);
        assert!(
            error.message.contains("too large") || error.message.contains("too many"),
            "{}",
            error.message
        );
    }
}

#[test]
fn any_text_is_answered() {
    let alphabet = Alphabet::new(["open", "close"]);
    let parts = [
        "open",
        "close",
        "(",
        ")",
        "[",
        "]",
        "->",
        "=>",
        "~",
        "*",
        "+",
        "|",
        "&",
        "^",
        "2",
        "S",
        "U",
        "R",
        "o",
        "not",
        "!",
        ",",
        "default",
        "alias",
        "=",
        "fail",
        "epsilon",
        "empty",
        "(*)",
        "<*>",
        "[*]",
        "[]",
        "<>",
        "/*",
        "//",
        "\n",
        "\u{e9}",
        "\u{1F600}",
        "T",
        "and",
        "or",
    ];
    let mut random = test_support::Random::new(7);
    for _ in 0..20_000 {
        let length = 1 + random.below(12);
        let text: Vec<&str> = (0..length)
            .map(|_| parts[random.below(parts.len())])
            .collect();
        let text = text.join(if random.chance(50) { " " } else { "" });
        for (_, logic) in Logic::NAMES {
            if let Err(error) = translate(logic, &text, &alphabet) {
                assert!(text.get(error.range).is_some(), "{text}");
            }
        }
    }
}
