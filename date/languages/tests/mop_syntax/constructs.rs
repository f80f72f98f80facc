//! What every construct is read as.

use languages::mop::syntax::{
    ArgumentPattern, EventModifier, File, Modifier, Parameter, ParameterPattern, Phase,
    PointcutKind, Spec, warnings,
};
use text::Source;

use super::fixtures::{ALL, event, fixture, parsed, shown, spec};

fn parameters(parameters: &[Parameter]) -> String {
    parameters
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The pointcut of an event in canonical form.
fn pointcut(text: &str) -> String {
    event(&format!("event e before() : {text} {{}}"))
        .pointcut
        .to_string()
}

fn source_of<'a>(name: &str) -> Source<'a> {
    let (file, text) = ALL
        .iter()
        .find(|(file, _)| *file == name)
        .expect("a fixture of that name");
    Source::new(file, text)
}

#[test]
fn preamble_holds_package_imports_and_other_java() {
    let File { preamble, specs } = fixture("everything.mop");
    assert_eq!(
        preamble.package.map(|name| name.text).as_deref(),
        Some("mop")
    );
    let others: Vec<&str> = preamble
        .others
        .iter()
        .map(|other| other.text.as_str())
        .collect();
    assert_eq!(
        others,
        ["@Generated(\"x, y\")", "final int unused = f(\"{\");"]
    );
    let imports = fixture("leases.mop").preamble.imports;
    let imports: Vec<(bool, &str)> = imports
        .iter()
        .map(|import| (import.is_static, import.name.text.as_str()))
        .collect();
    assert_eq!(
        imports,
        [(false, "java.util.*"), (true, "java.lang.Math.max")]
    );
    assert_eq!(specs.len(), 1);
    assert_eq!(
        parsed("\u{feff}import a . b\n. C ;\nA{event a before():call(* *(..)){}}")
            .preamble
            .imports[0]
            .name
            .text,
        "a.b.C"
    );
}

#[test]
fn header_has_modifiers_name_and_parameters() {
    let spec = &fixture("everything.mop").specs[0];
    let known = [
        Modifier::Decentralized,
        Modifier::Enforce,
        Modifier::Public,
        Modifier::Unsynchronized,
    ];
    assert!(spec.modifiers.iter().eq(&known));
    let unknown: Vec<&str> = spec
        .unknown_modifiers
        .iter()
        .map(|word| word.text.as_str())
        .collect();
    assert_eq!(
        (unknown.as_slice(), spec.name.text.as_str()),
        (["strange", "words"].as_slice(), "Hook.Exit-Now")
    );
    assert!(spec.parameters.is_empty());
    let second = &fixture("sockets.mop").specs[1];
    assert_eq!(
        parameters(&second.parameters),
        "Session<?> s, java.util.Map.Entry e"
    );
    let wide = "A(\nMap < String ,List<?  super T []> > [ ] m, Iterator+ i) { event a before() : call(* *(..)) {} }";
    assert_eq!(
        parameters(&self::spec(wide).parameters),
        "Map<String, List<? super T[]>>[] m, Iterator+ i"
    );
}

#[test]
fn modifiers_without_a_meaning_are_warned_of() {
    let text = "ful-binding odd A() { event a before() : call(* *(..)) {} }";
    let found = warnings(&parsed(text), &Source::new("Test.mop", text));
    assert_eq!(
        shown(&found),
        "1:1: unknown-modifier: `ful-binding` before the name of a specification has no meaning (did you mean \
         `full-binding`?)\n\
         1:13: unknown-modifier: `odd` before the name of a specification has no meaning (known: avoid, connected, \
         decentralized, enforce, full-binding, perthread, public, suffix, unsynchronized)\n"
    );
}

#[test]
fn declarations_end_at_the_first_event() {
    let spec = &fixture("leases.mop").specs[0];
    assert!(spec.declarations.text.starts_with("// How often"));
    assert!(
        spec.declarations
            .text
            .ends_with("return max(counts.length, uses); }")
    );
    let names: Vec<&str> = spec
        .events
        .iter()
        .map(|event| event.name.text.as_str())
        .collect();
    assert_eq!(names, ["take", "use", "drain"]);
}

#[test]
fn pointcuts_are_declared_among_the_members_and_the_events() {
    let spec = &fixture("everything.mop").specs[0];
    let declared: Vec<String> = spec
        .pointcuts
        .iter()
        .map(|p| format!("{}({}): {}", p.name, parameters(&p.parameters), p.pointcut))
        .collect();
    assert_eq!(
        declared,
        [
            "user(A a, B b, Object o, int[] all): call(* A.m(B, ..)) && target(a) && args(b, ..) || quits()",
            "quits(): !within(app..*)",
        ]
    );
    let source = source_of("everything.mop");
    assert!(
        source.text[spec.pointcuts[0].place.range()].starts_with("private static pointcut user")
    );
    assert!(source.text[spec.pointcuts[1].place.range()].ends_with("!within(app..*);"));
    // Blanks stand for them, so that the places of what stands behind them are those of the file.
    let members: Vec<&str> = spec.declarations.text.split_whitespace().collect();
    assert_eq!(
        members.join(" "),
        "int exits = 0; /* how often */ void more(int more) { exits += more; }"
    );
    let at = spec
        .declarations
        .text
        .find("void more")
        .expect("the method")
        + spec.declarations.place.start;
    assert!(source.text[at..].starts_with("void more(int more)"));
    let between = self::spec(
        "A() { event a before() : p() {} private pointcut p() : args(); event b before() : p() {} }",
    );
    assert_eq!(
        (
            between.pointcuts.len(),
            between.events.len(),
            between.declarations.text.as_str()
        ),
        (1, 2, "")
    );
}

#[test]
fn java_that_mentions_events_is_java() {
    let members = [
        "int x = 1; ",
        "Event event; event other, third = null; List<event> event = f(event);",
        "void event(int x) { event = new event(x); creation(event); }",
        "boolean before(Date d) { return true; } public Event after(Date d) { return null; }",
        "class Inner { void m() { /* event x before() : */ } }",
        "int pointcut = 1; pointcut x;",
        "String s = \"event x before() : \";",
        "@Override public int[] values() { return new int[] { 1 }; }",
    ];
    for declarations in members {
        let text =
            format!("A() {{ {declarations} creation event a before() : call(* *(..)) {{}} }}");
        let spec = spec(&text);
        assert_eq!(
            (spec.declarations.text.as_str(), spec.events.len()),
            (declarations.trim(), 1)
        );
    }
}

#[test]
fn first_event_needs_no_line_of_its_own() {
    let spec = spec("A() { int x; event\na\nbefore\n(\n)\n:\ncall(* *(..))\n{\n}\n}");
    assert_eq!(
        (
            spec.declarations.text.as_str(),
            spec.events[0].name.text.as_str()
        ),
        ("int x;", "a")
    );
    assert_eq!(
        self::spec("A{event a before():call(* *(..)){}}")
            .declarations
            .text,
        ""
    );
}

#[test]
fn phases() {
    let phase = |text: &str| event(&format!("event e {text} : call(* *(..)) {{}}")).phase;
    assert_eq!(phase("before()"), Phase::Before);
    assert_eq!(
        phase("after()"),
        Phase::After {
            returning: None,
            throwing: None
        }
    );
    let shown = |phase: Phase| match phase {
        Phase::Around(ty) => ty.to_string(),
        Phase::Before => "before".to_owned(),
        Phase::After {
            returning,
            throwing,
        } => {
            let exit = |exit: Option<languages::mop::syntax::Exit>| {
                exit.map_or("-".to_owned(), |exit| {
                    exit.value
                        .map_or("any".to_owned(), |value| value.to_string())
                })
            };
            format!("{} {}", exit(returning), exit(throwing))
        }
    };
    assert_eq!(shown(phase("after() returning")), "any -");
    assert_eq!(shown(phase("after() returning ( )")), "any -");
    assert_eq!(
        shown(phase("after(Pool p) returning(Lease l)")),
        "Lease l -"
    );
    assert_eq!(
        shown(phase("after() throwing(java.io.IOException+ e)")),
        "- java.io.IOException+ e"
    );
    assert_eq!(shown(phase("after() returning() throwing()")), "any any");
    assert_eq!(
        shown(phase("after() returning(char[] c) throwing(E e)")),
        "char[] c E e"
    );
    assert_eq!(shown(phase("void around(int status)")), "void");
    assert_eq!(shown(phase("Map<K, V[]> [] around()")), "Map<K, V[]>[]");
}

#[test]
fn events_have_modifiers_names_and_formals() {
    let free = event(
        "creation static event free-all.now after(A a, B b) returning(C c) throwing(D d) : args(a) {x();}",
    );
    assert!(
        free.modifiers
            .iter()
            .eq(&[EventModifier::Creation, EventModifier::Static])
    );
    assert_eq!(
        (free.name.text.as_str(), free.body.text.as_str()),
        ("free-all.now", "x();")
    );
    assert_eq!(
        parameters(&free.formals().cloned().collect::<Vec<_>>()),
        "A a, B b, C c, D d"
    );
    let opens = &fixture("sockets.mop").specs[1].events;
    let opens: Vec<String> = opens
        .iter()
        .map(|event| parameters(&event.parameters))
        .collect();
    assert_eq!(opens[..2], ["Session<?> s", "Session<?> s, String key"]);
}

#[test]
fn bodies_are_matched_by_the_lexical_structure_of_java() {
    for body in [
        "String s = \"// } \\\" }\";",
        "char c = '{', d = '\\'', e = '\"';",
        "/* } */ f(); // }",
        "{{}}{}",
    ] {
        assert_eq!(
            event(&format!("event e before() : args() {{ {body}\n }}"))
                .body
                .text,
            body
        );
    }
    let body = &fixture("leases.mop").specs[0].events[1].body.text;
    assert!(body.ends_with("{ quote = '\\''; }"), "{body}");
}

#[test]
fn operators_bind_by_precedence() {
    assert_eq!(pointcut("a() || b() && !c()"), "a() || b() && !c()");
    assert_eq!(
        pointcut("(a() || ((b()))) && !(c())"),
        "(a() || b()) && !c()"
    );
    assert_eq!(pointcut("!(a() && b()) && !!c()"), "!(a() && b()) && !!c()");
    assert_eq!(
        pointcut("(a() && b()) && (c() || d() || (e() || f()))"),
        "(a() && b()) && (c() || d() || (e() || f()))"
    );
    let nested = event("event e before() : (a() && (b() && c())) && (d() || e()) {}").pointcut;
    let conjuncts: Vec<String> = nested.conjuncts().iter().map(ToString::to_string).collect();
    assert_eq!(conjuncts, ["a()", "b()", "c()", "d() || e()"]);
    assert_eq!(nested.parts().len(), 2);
}

#[test]
fn primitives_are_read_and_shown() {
    let same = [
        "call(* Iterator+.next())",
        "execution(public static final void a.b.C.main(String[], ..) throws IOException, E+)",
        "call(java.util.Map.Entry[] java..*Map*.*(..))",
        "call(Thread+.new(Runnable, *, Object...))",
        "call(new(..))",
        "call(* *(..))",
        "call(char[] Object[]+.clone())",
        "get(private static int[] Counter+.values)",
        "set(* count*)",
        "target(*) && target(o) && target(a.b.C+) && target(C[][])",
        "this(o)",
        "args() || args(..) || args(o, *, int, .., String[]+)",
        "within(app..*)",
        "cflow(call(* *(..)) && !within(X)) || cflowbelow(a())",
        "staticinitialization(Comparable+)",
        "handler(IOException)",
        "a.b.named(x, .., *, T+)",
        "condition( o != null && (x > 1) ) && if( true ) && countCond( n )",
        "thread(t) && threadBlocked(u) && threadName(\n        \"a)\"\n    ) && threadName( v )",
        "startThread() && endThread() && endProgram() && endObject(java.io.File f)",
    ];
    for text in same {
        assert_eq!(pointcut(text), text);
    }
}

#[test]
fn white_space_in_pointcuts_is_free() {
    assert_eq!(
        pointcut("call(\n* Socket+ .close ( .. )\n)"),
        "call(* Socket+.close(..))"
    );
    assert_eq!(
        pointcut("call ( a . b /* c */ . C [ ] D . e ( int ... ) )"),
        "call(a.b.C[] D.e(int...))"
    );
    assert_eq!(
        pointcut("call ( // first\n T + . new ( ) )"),
        "call(T+.new())"
    );
}

#[test]
fn signatures_have_parts() {
    let PointcutKind::Call(method) =
        event("event e before() : call(final Set Map+.key*(int, .., E...) throws X) {}")
            .pointcut
            .kind
    else {
        panic!("a call");
    };
    assert!(!method.is_constructor());
    assert_eq!(method.modifiers[0].text, "final");
    assert_eq!(
        method.result.as_ref().and_then(|ty| ty.identifier()),
        Some("Set")
    );
    assert!(
        method
            .declaring
            .as_ref()
            .is_some_and(|ty| ty.subtypes && ty.name == "Map" && ty.identifier().is_none())
    );
    assert_eq!(method.name.text, "key*");
    let [
        ParameterPattern::One(int),
        ParameterPattern::Any,
        ParameterPattern::Variable(e),
    ] = method.parameters.as_slice()
    else {
        panic!("three parameters");
    };
    assert_eq!(
        (
            int.name.as_str(),
            e.name.as_str(),
            method.throws[0].name.as_str()
        ),
        ("int", "E", "X")
    );
    let PointcutKind::Args(arguments) = event("event e before() : args(*, ..) {}").pointcut.kind
    else {
        panic!("arguments");
    };
    assert!(
        matches!(arguments.as_slice(), [ArgumentPattern::One(any), ArgumentPattern::Any] if any.is_any())
    );
}

#[test]
fn properties_have_logics_formulas_and_handlers() {
    let Spec {
        properties, raw, ..
    } = &fixture("everything.mop").specs[0];
    let found: Vec<(&str, &str, &str)> = properties
        .iter()
        .map(|p| {
            (
                p.logic.text.as_str(),
                p.formula.text.as_str(),
                p.handlers[0].category.text.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("srs", "^ start stop . ^ -> #fail .", "fail"),
            ("cfg", "S -> start S stop | epsilon, T -> (quit)*", "fail"),
            ("ptcaret", "[*s@bc] start", "violation"),
        ]
    );
    assert_eq!(
        raw.as_ref().map(|raw| raw.text.as_str()),
        Some("void more() { String s = \"}\"; }")
    );
    let [fsm] = fixture("sockets.mop")
        .specs
        .remove(0)
        .properties
        .try_into()
        .expect("one property");
    let categories: Vec<&str> = fsm
        .handlers
        .iter()
        .map(|handler| handler.category.text.as_str())
        .collect();
    assert_eq!(categories, ["bad", "Fail"]);
    let named = &fixture("sockets.mop").specs[1].properties[1];
    assert_eq!(
        named.name.as_ref().map(|name| name.text.as_str()),
        Some("second")
    );
}

#[test]
fn formulas_end_at_the_first_handler() {
    let formula = |text: &str| {
        spec(&format!("A() {{ event e before() : args() {{}} {text} }}"))
            .properties
            .remove(0)
            .formula
            .text
    };
    assert_eq!(
        formula("ltl: [](e => (*) f) @violation{}"),
        "[](e => (*) f)"
    );
    assert_eq!(
        formula("ere : // not here: @match {\n e /* @x */ f@match{}"),
        "e /* @x */ f"
    );
    assert_eq!(
        formula("fsm : a [ e -> b ] b [ ]@b{}"),
        "a [ e -> b ] b [ ]"
    );
    assert_eq!(formula("ere : e @match { @Ann int x; } @fail { }"), "e");
}

#[test]
fn specifications_without_properties_are_raw() {
    let specs = fixture("raw.mop").specs;
    assert!(specs[0].properties.is_empty() && specs[0].raw.is_none());
    assert_eq!(
        specs[1].raw.as_ref().map(|raw| raw.text.as_str()),
        Some("int added = 0;")
    );
}

#[test]
fn places_are_those_of_the_text() {
    let source = source_of("leases.mop");
    let spec = &fixture("leases.mop").specs[0];
    let take = &spec.events[0];
    let text = |place: languages::mop::syntax::Place| &source.text[place.range()];
    assert!(text(spec.place).starts_with("full-binding") && text(spec.place).ends_with("}\n}"));
    assert_eq!(
        text(take.pointcut.place),
        "call(Lease Pool+.take(..)) && target(p)"
    );
    assert_eq!(text(take.parameters[0].ty.place), "Pool");
    assert!(
        text(take.place).starts_with("creation event take") && text(take.place).ends_with("{}")
    );
    let PointcutKind::Call(call) = &take.pointcut.parts()[0].kind else {
        panic!("a call")
    };
    assert_eq!(text(call.place), "Lease Pool+.take(..)");
    assert_eq!(
        call.declaring.as_ref().map(|ty| text(ty.place)),
        Some("Pool+")
    );
    assert!(text(spec.properties[0].handlers[0].place).starts_with("@match {"));
    assert_eq!(
        text(spec.properties[0].formula.place),
        "take use* drain use"
    );
    assert_eq!(text(spec.declarations.place), spec.declarations.text);
}
