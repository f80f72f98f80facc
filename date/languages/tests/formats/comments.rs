//! Comments of property files in what is printed of their residuals.

use date::model::Specification;
use languages::comments::{Notation, Written, carried_over};
use languages::lrv::{self, Keys};
use languages::{Fidelity, mop, yaml};

use crate::fixtures::{YAML, read, shown};

const SESSIONS: &str = "\
# Rules of the shop.

# What sessions may do.
foreach:
  # One for each session.
  - parameters: [Session s]  # by identity
    variables:
      # How much was sent.
      - int sent = 0
    events:
      # Begins one.
      open: call Session.open() target s
      'send': call Session.send(int) target s # not `sendAll`
      # Ends one,
      # for good.
      close: call Session.close() target s
    properties:
      # Who sends has opened.
      opened:
        states:
          fresh: initial # as made
          live:
          # What is wrong.
          early: bad
        transitions:
          # The first thing.
          - fresh -> live: open
          # A mistake.
          - fresh -> early: send
          - live -> live: send
            # It is counted,
            when: sent < 3 # but not for ever
            do: |
              // # this is code
              sent++;
          # The end.
          - live -> fresh: close
  # Nothing else.
# End of the rules.
";

fn specification(file: &str, text: &str) -> Specification {
    read(file, text).unwrap_or_else(|findings| panic!("{}", shown(&findings)))
}

/// What is printed in YAML of a specification from which `change` took something.
fn in_yaml(text: &str, change: impl Fn(&mut Specification)) -> String {
    let original = specification("p.yaml", text);
    let mut residual = original.clone();
    change(&mut residual);
    let written = Written {
        text,
        specification: &original,
        notation: Notation::Yaml,
    };
    carried_over(written, yaml::print(&residual), |text| {
        read("p.yaml", text).ok()
    })
}

#[test]
fn comments_stand_with_what_they_are_about() {
    let text = in_yaml(SESSIONS, |residual| {
        let transitions = &mut residual.properties[0].date.transitions;
        let mistake = SESSIONS
            .lines()
            .position(|line| line.contains("fresh -> early"))
            .unwrap() as u32
            + 1;
        transitions.retain(|transition| transition.span.line != mistake);
    });
    let moved = [
        (
            "shop.\n\n# What sessions may do.\n",
            "shop.\n# What sessions may do.\n\n",
        ),
        (
            "'send': call Session.send(int) target s #",
            "send: call Session.send(int) target s  #",
        ),
        ("initial #", "initial  #"),
        (
            "          # A mistake.\n          - fresh -> early: send\n",
            "",
        ),
        (
            "          - live -> live: send\n            # It is counted,\n",
            "          # It is counted,\n",
        ),
        ("            when: sent < 3 # but", "          # but"),
        (
            "ever\n            do: |\n",
            "ever\n          - live -> live: send\n            when: sent < 3\n            do: |-\n",
        ),
        ("  # Nothing else.", "# Nothing else."),
    ];
    let expected = moved.iter().fold(SESSIONS.to_owned(), |text, (from, to)| {
        text.replace(from, to)
    });
    assert_eq!(text, expected);
}

const LEASES: &str = r#"// Rules of leases.
package shop;

import java.util.*; // all of it

/**
 * Who takes a lease
 * uses it.
 */
Lease_Use(Pool p, Lease l) {
  int uses = 0; // so far
  /* Makes one. */
  event take after(Pool p) returning(Lease l) : call(Lease Pool+.take(..)) && target(p) {}
  // "Uses" it.
  event use before(Lease l) : call(* Lease+.use(..)) && target(l) {
    // It is counted.
    this.uses++;
  }
  // Ends it.
  event drain before(Pool p) : call(* Pool+.drain*(..)) && target(p) {}
  // Not after the end.
  ere : take use* drain use
  @match { System.err.println("// bad"); }
}
// The end.
"#;

#[test]
fn comments_of_mop_stand_before_what_they_are_about() {
    let original = specification("p.mop", LEASES);
    let printed = mop::print_residual(&original).unwrap().unwrap();
    let written = Written {
        text: LEASES,
        specification: &original,
        notation: Notation::Java,
    };
    let text = carried_over(written, printed, |text| read("p.mop", text).ok());
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let below = |comment: &str| {
        lines[lines
            .iter()
            .position(|line| *line == comment)
            .expect(comment)
            + 1]
    };
    assert_eq!(lines[0], "// Rules of leases.");
    assert!(
        text.contains(
            "\n/**\n * Who takes a lease\n * uses it.\n */\nLease_Use(Pool p, Lease l) {\n"
        ),
        "{text}"
    );
    assert!(below("// so far").starts_with("int uses = 0"), "{text}");
    assert!(
        below("/* Makes one. */").starts_with("event take "),
        "{text}"
    );
    assert_eq!(below("// \"Uses\" it."), "// It is counted.");
    assert!(
        below("// It is counted.").starts_with("event use "),
        "{text}"
    );
    assert!(below("// Ends it.").starts_with("event drain "), "{text}");
    assert!(below("// Not after the end.").starts_with("fsm "), "{text}");
    assert!(lines.ends_with(&["}", "// The end."]), "{text}");
}

const ACCOUNTS: &str = r#"%% Rules of accounts.

GLOBAL {
  %% One for each account.
  FOREACH (Account a) {
    EVENTS {
      %% "In".
      pay(Account a1) = {Account a1.pay()} where {a = a1;} %% once
    }
    PROPERTY P {
      STATES { BAD { b } STARTING { s } }
      TRANSITIONS {
        // As it is.
        s -> b [pay \ \ log("// no comment");]
      }
    }
  }
}
"#;

#[test]
fn comments_of_larva_stand_before_what_they_are_about() {
    let original = specification("p.lrv", ACCOUNTS);
    let printed = lrv::print(&original, Keys::Assigned, Fidelity::Documented).unwrap();
    let written = Written {
        text: ACCOUNTS,
        specification: &original,
        notation: Notation::Larva,
    };
    let text = carried_over(written, printed, |text| read("p.lrv", text).ok());
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let below = |comment: &str| {
        lines[lines
            .iter()
            .position(|line| *line == comment)
            .expect(comment)
            + 1]
    };
    assert_eq!(lines[0], "%% Rules of accounts.");
    assert!(
        below("%% One for each account.").starts_with("FOREACH"),
        "{text}"
    );
    assert_eq!(below("%% \"In\"."), "%% once");
    assert!(below("%% once").starts_with("pay("), "{text}");
    assert!(below("// As it is.").starts_with("s -> b"), "{text}");
}

/// LARVA and JavaMOP have no keys for them: braces, quotes and stars in them are text.
#[test]
fn explanations_become_comments_of_other_languages() {
    let text = "\
foreach:
  - parameters: [Session s]
    events:
      send: call Session.send(..) target s
    properties:
      once:
        message: \"send once: not {twice */\"
        help: |
          ask \"whoever\"
          has sent
        states: {fresh: initial, sent: , again: bad}
        transitions:
          - fresh -> sent: send
          - sent -> again: send
";
    let explained = specification("p.yaml", text);
    let expected = ["send once: not {twice */", "ask \"whoever\"", "has sent"];
    assert!(explained.properties[0].explanation.lines().eq(expected));

    let by_equals = specification(
        "p.yaml",
        &text.replace("Session s]", "Session s by equals]"),
    );
    let larva = lrv::print(&by_equals, Keys::Assigned, Fidelity::Documented).unwrap();
    let java_mop = mop::print(&explained).unwrap();
    for (file, sign, printed) in [("p.lrv", "%%", larva), ("p.mop", "//", java_mop)] {
        let comments = expected.map(|line| format!("{sign} {line}"));
        let lines: Vec<&str> = printed.lines().map(str::trim).collect();
        assert!(
            lines.windows(3).any(|window| window == comments),
            "{printed}"
        );
        assert_eq!(specification(file, &printed).properties.len(), 1);
    }
}

#[test]
fn what_looks_like_a_comment_in_a_text_is_none() {
    let text = in_yaml(
        "\
events:
  a: 'call T.m() target x'
  b: \"call T.n()\" # a `\"`
methods: |
    String s() { return \"# no\"; }
    // # nor this
  # nor that
properties:
  P: # 'it
    states: {s: initial, 't': bad} # don't
    transitions: [s -> t: a, s -> t: b] # both
    # 'end
",
        |_| {},
    );
    let comments: Vec<&str> = text
        .lines()
        .filter(|line| line.contains('#'))
        .map(str::trim)
        .collect();
    let expected = [
        "// # nor this",
        "b: call T.n()  # a `\"`",
        "# nor that",
        "P:  # 'it",
        "s: initial  # don't",
        "- s -> t: a  # both",
        "# 'end",
    ];
    assert_eq!(comments[1..], expected, "{text}");
}

#[test]
fn texts_without_comments_are_as_they_are_printed() {
    let text = "events:\n  a: call T.m()\nproperties:\n  P:\n    states: {s: initial}\n";
    assert_eq!(
        in_yaml(text, |_| {}),
        yaml::print(&specification("p.yaml", text))
    );
}

#[test]
fn no_comment_is_lost_where_nothing_is_gone() {
    for (name, text) in YAML {
        let original = specification(name, text);
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..=lines.len() {
            let line = lines.get(at).copied().unwrap_or_default();
            let blanks = &line[..line.len() - line.trim_start().len()];
            let mut with = lines[..at].join("\n");
            with += &format!("\n{blanks}# inserted\n{}\n", lines[at..].join("\n"));
            // A comment within a text is a part of it.
            let Ok(commented) = read(name, &with) else {
                continue;
            };
            if yaml::print(&commented) == yaml::print(&original) {
                assert!(in_yaml(&with, |_| {}).contains("# inserted"), "{name}:{at}");
            }
        }
    }
}

/// The line below a comment, in which nothing else stands.
fn below<'t>(text: &'t str, comment: &str) -> &'t str {
    let mut lines = text
        .lines()
        .map(str::trim)
        .skip_while(|line| *line != comment);
    lines
        .nth(1)
        .unwrap_or_else(|| panic!("{comment} is not there:\n{text}"))
}

#[test]
fn comments_on_headings_stay_when_the_first_entry_goes() {
    let source = "\
foreach:
  - parameters: [Session s]
    events: {open: call Session.open() target s, ping: call Session.ping() target s}
    properties:
      p:
        # agreed
        severity: warning
        # of states
        states:
          pinged: bad
          fresh: initial
          late: bad
        # of transitions
        transitions:
          # goes
          - fresh -> pinged: ping
          - fresh -> late: open
";
    let text = in_yaml(source, |residual| {
        let left: Vec<&str> = source
            .lines()
            .filter(|line| !line.contains("pinged"))
            .collect();
        *residual = specification("p.yaml", &left.join("\n"));
    });
    for comment in ["# agreed", "# of states", "# of transitions"] {
        assert!(text.contains(comment), "{text}");
    }
    assert!(!text.contains("# goes"), "{text}");
}

#[test]
fn code_keeps_the_blanks_at_the_ends_of_its_lines() {
    let source = "\
# head

events:
  a: call T.m()
properties:
  p:
    states: {s: initial, t: bad}
    transitions:
      - s -> t: a
        do: |
          if (1 > 0) {\u{20}
            System.out.println();
          }
";
    assert!(in_yaml(source, |_| {}).starts_with("# head\n"));
}

#[test]
fn contexts_that_look_alike_keep_their_own_comments() {
    let source = "\
variables:
  # of the program
  - int all = 0
foreach:
  - parameters: [Session s]
    events: {a: call Session.a() target s}
    properties:
      # p one
      p: {states: {s: initial, t: bad}, transitions: [s -> t: a]}
  # two
  - parameters: [Session s]
    events:
      # a two
      a: call Session.b() target s
    properties:
      # p two
      p: {states: {s: initial, t: bad}, transitions: [s -> t: a]}
  # three
  - parameters: [Session s]
    variables:
      # counter
      - int x = 0
    events:
      # audited
      c: call Session.c() target s
";
    let text = in_yaml(source, |_| {});
    assert_eq!(below(&text, "# of the program"), "- int all = 0");
    assert_eq!(below(&text, "# p two"), "p:");
    assert_eq!(below(&text, "# a two"), "a: call Session.b() target s");
    assert_eq!(below(&text, "# two"), "- parameters: [Session s]");
    assert!(
        text.find("# p one") < text.find("# two") && text.find("# p two") < text.find("# three"),
        "{text}"
    );
    assert_eq!(below(&text, "# counter"), "- int x = 0");
    assert_eq!(below(&text, "# audited"), "c: call Session.c() target s");
}

#[test]
fn quotes_in_quotes_end_no_text() {
    let source = "\
events:
  a: {\"on\":\"call T.m(String t)\", \"filter\":\"\\\"a # b\\\".length() > 0\"} # real
properties:
  p:
    states: {s: initial, t: bad}
    transitions:
      - s -> t: a
        do: 'System.out.println(\"it''s # 1\");'
";
    let text = in_yaml(source, |_| {});
    assert_eq!(text.matches('#').count(), 3, "{text}");
    assert!(text.contains("a:  # real\n"), "{text}");
}

/// What is printed of a `.mop` file with its comments, which reads as the same property.
fn in_mop(source: &str) -> String {
    let original = specification("p.mop", source);
    let printed = mop::print_residual(&original).unwrap().unwrap();
    let written = Written {
        text: source,
        specification: &original,
        notation: Notation::Java,
    };
    let text = carried_over(written, printed, |text| read("p.mop", text).ok());
    assert_eq!(
        yaml::print(&specification("p.mop", &text)),
        yaml::print(&original),
        "{text}"
    );
    text
}

#[test]
fn comments_share_lines_and_stand_around_texts() {
    let text = in_mop(
        r#"P(Session s) {
  // of the helper
  void helper() {
    // in the helper
    System.out.println();
  }
  /* A */ /* B */
  event open before(Session s) : call(* Session.open()) && target(s) {}
  /* about
       it */ event send before(Session s) : call(* Session.send()) && target(s) { helper(); }
  ere : open send
  @match { System.err.println("x"); }
}
"#,
    );
    assert_eq!(below(&text, "/* A */"), "/* B */");
    assert!(below(&text, "/* B */").starts_with("event open "), "{text}");
    assert!(
        text.contains("    /* about\n         it */\n    event send "),
        "{text}"
    );
    assert!(text.contains("// in the helper"), "{text}");
}

#[test]
fn formulas_and_specifications_keep_their_names_and_their_order() {
    let text = in_mop(
        r#"A(Session s) {
  event open before(Session s) : call(* Session.open()) && target(s) {}
  event send before(Session s) : call(* Session.send()) && target(s) {}
  ere : open send
  @match { System.err.println("x"); }
  // the second
  ere : open send send
  @match { System.err.println("y"); }
}
// B
B() {
  // b send
  event send before() : call(* Session.send()) {}
  ere : send send
  @match { System.err.println("z"); }
}
"#,
    );
    assert!(below(&text, "// the second").starts_with("fsm :"), "{text}");
    assert_eq!(below(&text, "// B"), "// b send");
    assert!(
        below(&text, "// b send").starts_with("event send "),
        "{text}"
    );
}
