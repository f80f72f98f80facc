//! Random `.mop` files.

use test_support::Random;

const WORDS: [&str; 8] = [
    "a",
    "Foo",
    "x1",
    "list_of",
    "Caf\u{e9}",
    "before",
    "event_",
    "raw",
];
const JAVA: [&str; 10] = [
    "",
    "x = 1;",
    "if (x > 1) { y(); } else { z(\"}\"); }",
    "// { one line\n",
    "/* ( \n */ f();",
    "char c = '{';",
    "String s = \"http://x\";",
    "@Override public int m(int[] v) { return v[0]; }",
    "\n\n  int i = 0;\r\n",
    "g('\\'', \"\\\\\");",
];
const FORMULAS: [&str; 7] = [
    "a b* | c",
    "[](a => (*) b)",
    "s [ a -> t, b -> s ] t [ default s ] alias x = s t",
    "S -> a S b | epsilon,\n T -> (a)+",
    "^ a b . -> #fail .",
    "a // @no\n b",
    "[*s@bc] a",
];
const EXPRESSIONS: [&str; 5] = [
    "x > 1",
    "f(\")\", ')')",
    "a // )\n",
    "(b)",
    "o instanceof A[]",
];

/// The text of a right file.
pub fn file(random: &mut Random) -> String {
    let mut text = String::new();
    if random.chance(50) {
        text += "package a.b;";
    }
    for _ in 0..random.below(3) {
        text += random.pick(&[
            "\nimport java.util.*;",
            "import static a . B.*;\n",
            "import x.Y;",
            "@Ann(\"{\") ",
            "x = 1;",
        ]);
    }
    for _ in 0..=random.below(2) {
        text += &spec(random);
    }
    text
}

/// White space or a comment.
fn gap(random: &mut Random) -> &'static str {
    random.pick(&[" ", " ", " ", "\n", "\t", " /* } @x */ ", " // '{\n"])
}

fn list(random: &mut Random, longest: usize, item: impl Fn(&mut Random) -> String) -> String {
    let items: Vec<String> = (0..random.below(longest + 1))
        .map(|_| item(random))
        .collect();
    items.join(random.pick(&[",", ", ", " ,\n"]))
}

fn words(random: &mut Random, longest: usize, choices: &[&'static str]) -> String {
    (0..random.below(longest + 1))
        .map(|_| random.pick(choices).to_owned() + gap(random))
        .collect()
}

fn name(random: &mut Random) -> String {
    random.pick(&WORDS).to_owned() + random.pick(&["", "", "-b", ".c-d", "2"])
}

fn spec(random: &mut Random) -> String {
    let modifiers = words(
        random,
        3,
        &["full-binding", "suffix", "public", "odd", "avoid"],
    );
    let mut text = format!("\n{modifiers}{}{}", name(random), gap(random));
    if random.chance(80) {
        text += &format!("({})", list(random, 3, parameter));
    }
    text += "{";
    for _ in 0..random.below(3) {
        text += &declaration(random);
    }
    for _ in 0..=random.below(3) {
        text += gap(random);
        text += &event(random);
    }
    if random.chance(10) {
        text += gap(random);
        text += &named_pointcut(random);
    }
    for _ in 0..random.below(3) {
        text += &property(random);
    }
    if random.chance(15) {
        text += &format!("{}raw : {}", gap(random), random.pick(&JAVA));
    }
    text + gap(random) + "}"
}

/// A member of the monitor, or a pointcut.
fn declaration(random: &mut Random) -> String {
    const MEMBERS: [&str; 5] = [
        "int x;",
        "Event event;",
        "int f() { return 1; }",
        "// no event here\n",
        "static { g(); }",
    ];
    gap(random).to_owned()
        + &if random.chance(60) {
            random.pick(&MEMBERS).to_owned()
        } else {
            named_pointcut(random)
        }
}

fn named_pointcut(random: &mut Random) -> String {
    let modifiers = words(random, 2, &["private", "static", "public", "final"]);
    let parameters = list(random, 2, parameter);
    let header = format!("{modifiers}pointcut{}{}", gap(random), random.pick(&WORDS));
    format!(
        "{header}{}({parameters}){}:{};",
        gap(random),
        gap(random),
        pointcut(random, 2)
    )
}

fn parameter(random: &mut Random) -> String {
    let ty = java_type(random, 2);
    let plus = random.pick(&["", "", "+"]);
    format!("{ty}{plus} {}", random.pick(&WORDS))
}

fn java_type(random: &mut Random, depth: usize) -> String {
    let mut text = random
        .pick(&["int", "Foo", "java.util.Map", "A . B"])
        .to_owned();
    if depth > 0 && random.chance(20) {
        let argument = java_type(random, depth - 1);
        text += &format!(
            "<{}{argument}>",
            random.pick(&["", "K, ", "? extends ", "?,? super "])
        );
    }
    text + random.pick(&["", "", "", "[]", "[ ][]"])
}

fn event(random: &mut Random) -> String {
    let modifiers = words(random, 2, &["creation", "blocking", "static"]);
    let header = format!("{modifiers}event {} ", name(random));
    let parameters = list(random, 3, parameter);
    let phase = match random.below(6) {
        0 | 1 => format!("before({parameters})"),
        2 => format!("after({parameters})"),
        3 => format!("after({parameters}) returning{}", value(random)),
        4 => format!(
            "after({parameters}) returning{} throwing{}",
            value(random),
            value(random)
        ),
        _ => format!("{} around({parameters})", java_type(random, 1)),
    };
    let pointcut = pointcut(random, 4);
    format!(
        "{header}{phase}{}:{}{pointcut}{{{}}}",
        gap(random),
        gap(random),
        random.pick(&JAVA)
    )
}

fn value(random: &mut Random) -> String {
    match random.below(3) {
        0 => String::new(),
        1 => "( )".to_owned(),
        _ => format!("({})", parameter(random)),
    }
}

fn pointcut(random: &mut Random, depth: usize) -> String {
    let gap = gap(random);
    if depth == 0 {
        return primitive(random) + gap;
    }
    let inner = |random: &mut Random| pointcut(random, depth - 1);
    match random.below(8) {
        0 => format!("!{gap}({})", inner(random)),
        1 => format!("({})&&{gap}{}", inner(random), inner(random)),
        2 => format!("{}||{gap}{}", inner(random), inner(random)),
        3 => format!(
            "{}&&{}&&{gap}{}",
            inner(random),
            inner(random),
            inner(random)
        ),
        4 => format!(
            "{}({})",
            random.pick(&["cflow", "cflowbelow"]),
            inner(random)
        ),
        5 => format!("(({gap}{}))", inner(random)),
        _ => primitive(random) + gap,
    }
}

fn primitive(random: &mut Random) -> String {
    match random.below(11) {
        0..=2 => format!(
            "{}({})",
            random.pick(&["call", "execution"]),
            signature(random)
        ),
        3 => format!(
            "{} ({})",
            random.pick(&[
                "target",
                "this",
                "within",
                "staticinitialization",
                "handler"
            ]),
            ty(random)
        ),
        4 => format!("args({})", list(random, 3, argument)),
        5 => format!("{}({})", random.pick(&["get", "set"]), field(random)),
        6 => format!(
            "{}({})",
            random.pick(&["if", "condition", "countCond", "threadName"]),
            random.pick(&EXPRESSIONS)
        ),
        7 => format!("{}( t )", random.pick(&["thread", "threadBlocked"])),
        8 => format!(
            "{}( )",
            random.pick(&["startThread", "endThread", "endProgram"])
        ),
        9 => format!("endObject({})", parameter(random)),
        _ => format!(
            "{}({})",
            random.pick(&["user", "Base.notwithin"]),
            list(random, 2, argument)
        ),
    }
}

fn ty(random: &mut Random) -> String {
    let name = random.pick(&["*", "Foo", "int", "a.b.C", "java..*", "*Map*", "A .. B"]);
    let suffix = random.pick(&["", "", "+", "[]", " + [ ]", "[][]+", "+[]+"]);
    format!("{name}{suffix}")
}

fn argument(random: &mut Random) -> String {
    if random.chance(20) {
        "..".to_owned()
    } else {
        ty(random)
    }
}

fn declaring(random: &mut Random) -> String {
    if random.chance(80) {
        ty(random) + random.pick(&[".", " . "])
    } else {
        String::new()
    }
}

fn signature(random: &mut Random) -> String {
    let modifiers = words(random, 2, &["public", "static", "synchronized"]);
    let declaring = declaring(random);
    let parameters = list(random, 3, |random| {
        argument(random) + random.pick(&["", "", " "])
    });
    let throws = if random.chance(15) {
        format!(" throws {}, {}", ty(random), ty(random))
    } else {
        String::new()
    };
    let variable = if random.chance(10) {
        "(int, Object ...)"
    } else {
        ""
    };
    let parameters = if variable.is_empty() {
        format!("({parameters})")
    } else {
        variable.to_owned()
    };
    if random.chance(20) {
        return format!("{modifiers}{declaring}new{parameters}{throws}");
    }
    let name = random.pick(&["m", "*", "get*", "*All", "_x"]);
    format!(
        "{modifiers}{} {declaring}{name} {parameters}{throws}",
        ty(random)
    )
}

fn field(random: &mut Random) -> String {
    let modifiers = words(random, 2, &["private", "volatile"]);
    format!(
        "{modifiers}{} {}{}",
        ty(random),
        declaring(random),
        random.pick(&["f", "*", "count*"])
    )
}

fn property(random: &mut Random) -> String {
    let logic = random.pick(&["ere", "ltl", "fsm", "CFG"]);
    let name = random.pick(&["", "", " second"]);
    let mut text = format!(
        "{}{logic}{name}{}:{}",
        gap(random),
        gap(random),
        random.pick(&FORMULAS)
    );
    for _ in 0..=random.below(2) {
        let category = random.pick(&["match", "Fail", "state-1", "violation"]);
        text += &format!(
            " @{}{category} {{{}}}",
            random.pick(&["", " "]),
            random.pick(&JAVA)
        );
    }
    text
}
