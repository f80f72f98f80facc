//! Random small properties of several languages and logics over the events a, b, c and d.

use date::model::Specification;
use fastrand::Rng;

/// A property file. Equal seeds give equal files.
pub fn text(seed: u64) -> (&'static str, String) {
    let mut rng = Rng::with_seed(seed);
    match rng.u8(..10) {
        0..=2 => ("P.mop", mop(&mut rng)),
        _ => ("P.yaml", yaml(&mut rng)),
    }
}

/// Reads a property file. None if the random text is no property.
pub fn read((file, text): &(&'static str, String)) -> Option<Specification> {
    languages::read(file, text).ok()
}

fn mop(rng: &mut Rng) -> String {
    let creation = if rng.u8(..3) == 0 { "creation " } else { "" };
    let formula = match rng.u8(..5) {
        0 => format!("ere : {} @match {{}}", expression(rng, 3)),
        1 => format!("ltl : {} @violation {{}}", formula(rng, 3, &LTL)),
        2 => format!("ptltl : {} @violation {{}}", formula(rng, 3, &PTLTL)),
        3 => {
            let (first, second) = (letter(rng), letter(rng));
            let rest = expression_of_grammar(rng);
            format!("cfg : S -> {first} S {second} | {rest} @match {{}}")
        }
        _ => format!(
            "fsm : s0 [ {} -> s1, {} -> s0 ] s1 [ {} -> s2, {} -> s0 ] s2 [ ] @s2 {{}}",
            letter(rng),
            "d",
            letter(rng),
            "d"
        ),
    };
    format!(
        "P(X x, Y y) {{\n  {creation}event a before(X x) : call(* X.a()) && target(x) {{}}\n  \
         event b before(X x, Y y) : call(* X.b(Y)) && target(x) && args(y) {{}}\n  \
         event c before(Y y) : call(* Y.c()) && target(y) {{}}\n  \
         event d before() : call(* Z.d()) {{}}\n  {formula}\n}}\n"
    )
}

fn letter(rng: &mut Rng) -> &'static str {
    ["a", "b", "c", "c", "a", "d"][rng.usize(..6)]
}

fn expression_of_grammar(rng: &mut Rng) -> String {
    match rng.u8(..3) {
        0 => "epsilon".to_owned(),
        1 => letter(rng).to_owned(),
        _ => format!("{} {}", letter(rng), letter(rng)),
    }
}

fn expression(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return letter(rng).to_owned();
    }
    let (first, second) = (expression(rng, depth - 1), expression(rng, depth - 1));
    match rng.u8(..6) {
        0 => format!("({first} | {second})"),
        1 => format!("({first})* {second}"),
        2 => letter(rng).to_owned(),
        _ => format!("{first} {second}"),
    }
}

const LTL: [&str; 4] = ["[]", "<>", "o", "U"];
const PTLTL: [&str; 4] = ["[*]", "<*>", "(*)", "S"];

fn formula(rng: &mut Rng, depth: usize, words: &[&str; 4]) -> String {
    if depth == 0 {
        return letter(rng).to_owned();
    }
    let first = formula(rng, depth - 1, words);
    match rng.u8(..8) {
        0 => format!("{}({first})", words[0]),
        1 => format!("{}({first})", words[1]),
        2 => format!("{}({first})", words[2]),
        3 => format!("not ({first})"),
        4 => format!("(({first}) {} {})", words[3], letter(rng)),
        5 => format!("({} => {first})", letter(rng)),
        6 => format!("({} or {first})", letter(rng)),
        _ => format!("({} and {first})", letter(rng)),
    }
}

fn yaml(rng: &mut Rng) -> String {
    let events = "      a: call X.a() target x\n      b: call X.b(Y y) target x\n      c: call Y.c() target y\n";
    let one = "      a: call X.a() target x\n      b: call X.b() target x\n      c: call X.c() target x\n";
    match rng.u8(..6) {
        0 => {
            let property = property(rng, "abcd", false);
            let outer = "events:\n  d: call Z.d()\n";
            context(outer, "X x, Y y", "slicing", events, &property)
        }
        1 => context(
            "",
            "X x, Y y",
            "slicing",
            events,
            &property(rng, "abc", true),
        ),
        2 => context("", "X x", "[a]", one, &property(rng, "abc", true)),
        3 => {
            let outer = "events:\n  d: call Z.d()\n";
            context(outer, "X x", "any-event", one, &property(rng, "abcd", true))
        }
        4 => {
            let list = "      e: {any-of: [a, b]}\n";
            let property = property(rng, "ace", false);
            context("", "X x", "any-event", &format!("{one}{list}"), &property)
        }
        _ => {
            let events =
                "events:\n  a: call Z.a()\n  b: call Z.b()\n  c: call Z.c()\n  d: call Z.d()\n";
            let property = property(rng, "abcd", true).replace("\n    ", "\n");
            let (variables, property) = property.split_once('!').expect("a mark");
            format!("{variables}{events}{property}")
        }
    }
}

/// A file with one context. `property` has its variables before an exclamation mark.
fn context(outer: &str, parameters: &str, creation: &str, events: &str, property: &str) -> String {
    let creation = match creation {
        "any-event" => String::new(),
        creation => format!("    creation: {creation}\n"),
    };
    let (variables, property) = property.split_once('!').expect("a mark");
    format!(
        "{outer}foreach:\n  - parameters: [{parameters}]\n{creation}{variables}    events:\n{events}{property}"
    )
}

/// A random automaton of four states, with a counter or an accepting state.
fn property(rng: &mut Rng, letters: &str, may_release: bool) -> String {
    let counts = rng.u8(..3) == 0;
    let variables = if counts {
        "\n    variables:\n      - int n = 0\n"
    } else {
        "\n"
    };
    let releases = may_release && rng.u8(..4) == 0;
    let third = if releases { "accepting" } else { "" };
    let mut text = format!(
        "{}!    properties:\n      P:\n",
        variables.trim_start_matches('\n')
    );
    if releases {
        text += "        releases: true\n";
    }
    text += &format!(
        "        states: {{s0: initial, s1: , s2: {third}, s3: bad}}\n        transitions:\n"
    );
    let letters: Vec<char> = letters.chars().collect();
    let mut taken = std::collections::BTreeSet::new();
    for from in 0..4 {
        for _ in 0..rng.usize(1..4) {
            let letter = letters[rng.usize(..letters.len())];
            let to = rng.usize(..4);
            if !taken.insert((from, letter)) {
                continue;
            }
            text += &format!("          - s{from} -> s{to}: {letter}\n");
            if counts {
                match rng.u8(..3) {
                    0 => text += "            when: n < 2\n            do: n = n + 1;\n",
                    1 => text += "            do: n++;\n",
                    _ => {}
                }
            }
        }
    }
    text
}
