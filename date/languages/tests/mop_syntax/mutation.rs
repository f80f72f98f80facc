//! Texts that are nearly right: a tree or errors, never a panic, never without end.

use super::fixtures::{ALL, parse, parsed};
use super::generate::file;
use super::mutate::mutate;
use languages::mop::syntax::print;
use test_support::Random;

const TOKENS: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    "*/",
    "@",
    ":",
    ";",
    ",",
    ".",
    "..",
    "...",
    "+",
    "*",
    "!",
    "&&",
    "||",
    "<",
    ">",
    "?",
    "event",
    "before",
    "after",
    "returning",
    "call",
    "import",
    "raw :",
    "\n",
    "\r",
    "\u{feff}",
    "\u{1F600}",
    "\"\"\"",
    "-",
];

/// Parses mutated fixtures and generated files. What is accepted must survive printing.
fn fuzz(seeds: std::ops::Range<u64>) {
    let mut accepted = 0;
    let total = seeds.end - seeds.start;
    for seed in seeds {
        let random = &mut Random::new(seed);
        let generated = file(random);
        let texts = [
            ALL[0].1, ALL[1].1, ALL[2].1, ALL[3].1, &generated, &generated,
        ];
        let (mut text, donor) = (random.pick(&texts).to_owned(), random.pick(&texts));
        (0..=random.below(4)).for_each(|_| mutate(random, &mut text, donor, &TOKENS));
        match parse(&text) {
            Ok(tree) => {
                accepted += 1;
                assert_eq!(tree, parsed(&print(&tree)), "seed {seed}:\n{text}");
            }
            Err(errors) => assert!(!errors.is_empty(), "seed {seed}:\n{text}"),
        }
    }
    assert!(
        accepted * 20 > total && accepted * 20 < total * 19,
        "{accepted} of {total} accepted"
    );
}

#[test]
fn mutated_files_are_read_or_refused() {
    fuzz(0..20_000);
}

#[test]
#[ignore = "half a million of the same: cargo test -p languages --test mop_syntax -- --ignored"]
fn very_many_mutated_files_are_read_or_refused() {
    fuzz(20_000..520_000);
}

#[test]
#[ignore = "the other half of a million: cargo test -p languages --test mop_syntax -- --ignored"]
fn very_many_more_mutated_files_are_read_or_refused() {
    fuzz(520_000..1_020_000);
}

#[test]
fn every_beginning_is_read_or_refused() {
    for (_, text) in ALL {
        let ends = (0..text.len()).filter(|&end| text.is_char_boundary(end));
        ends.for_each(|end| drop(parse(&text[..end])));
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let nested = |open: &str, middle: &str, close: &str, n: usize| {
        let pointcut = open.repeat(n) + middle + &close.repeat(n);
        parse(&format!("A() {{ event a before() : {pointcut} {{}} }}"))
    };
    for (open, middle, close) in [
        ("(", "a()", ")"),
        ("!", "a()", ""),
        ("cflow(", "a()", ")"),
        ("!(a() && ", "b()", ")"),
    ] {
        assert!(nested(open, middle, close, 60).is_ok());
        for n in [200, 100_000] {
            let errors = nested(open, middle, close, n).expect_err("too deep");
            assert_eq!(
                errors[0].message,
                "this is nested more than 128 levels deep"
            );
        }
    }
    let types = "A<".repeat(50_000) + &">".repeat(50_000);
    let errors = parse(&format!("A({types} x) {{}}")).expect_err("too deep");
    assert_eq!(
        errors[0].message,
        "this is nested more than 128 levels deep"
    );
}

/// Long inputs of which every part makes the parser look ahead or fail: they end within the time of
/// a test.
#[test]
fn long_texts_take_linear_time() {
    let spec = "A(Object o) { event a before(Object o) : call(* *(..)) && target(o) {} ere : a @match {} }";
    let texts = [
        spec.repeat(2_000),
        "import a ".repeat(20_000),
        "a; ".repeat(60_000),
        "@A ".repeat(60_000),
        "a ".repeat(60_000),
        "A{} ".repeat(40_000),
        format!(
            "A() {{ {} event a before() : args() {{}} }}",
            "event b; ".repeat(20_000)
        ),
        format!(
            "A() {{ {} event a before() : args() {{}} }}",
            "evnt b before ".repeat(20_000)
        ),
        format!(
            "A() {{ event a before() : args({}) {{}} }}",
            "*.".repeat(50_000)
        ),
        format!(
            "A() {{ event a before() : a(){} {{}} }}",
            " && a()".repeat(30_000)
        ),
        format!(
            "A() {{ event a before() : a() {{}} ere : {}",
            "a @ [".repeat(30_000)
        ),
        "{".repeat(100_000),
        "A(".repeat(100_000),
    ];
    texts.iter().for_each(|text| drop(parse(text)));
}
