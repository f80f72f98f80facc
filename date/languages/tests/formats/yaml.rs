use date::code::{Name, NameKind};
use date::ids::{ContextId, EventId, StateId, TransitionId};
use date::model::{
    ArgumentPattern, Arguments, Binding, Creation, Identity, Moment, Observability,
    ParameterPattern, Signature, Specification, StateKind, Trigger, TypePattern,
};
use languages::yaml;

use crate::fixtures::{YAML, content, fixture, read, shown};

fn event<'s>(specification: &'s Specification, name: &str) -> &'s date::model::Event {
    specification
        .events
        .iter()
        .find(|event| event.name == name)
        .expect("the fixture declares it")
}

fn binding(ty: &str, name: &str) -> Binding {
    Binding {
        name: name.into(),
        ty: Some(ty.into()),
    }
}

/// What is wrong with `text`, as `line:column: message (help)`.
fn refused(text: &str) -> String {
    shown(&read("p.yaml", text).expect_err("this should be refused"))
}

/// A property over `events` with the given transitions.
fn small(events: &str, transitions: &str) -> String {
    format!(
        "variables: [int n = 0]\nclocks: [idle]\nforeach:\n  - parameters: [Session s]\n    events:\n{events}\n    \
         properties:\n      p:\n        states: {{a: initial, b: bad}}\n        transitions:\n{transitions}\n"
    )
}

#[test]
fn printing_and_reading_gives_the_same_specification() {
    for (name, _) in YAML {
        let specification = fixture(name);
        let printed = yaml::print(&specification);
        let again = read(name, &printed)
            .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
        assert_eq!(content(&again), content(&specification), "{printed}");
        assert_eq!(yaml::print(&again), printed);
    }
}

#[test]
fn entry_code_of_states_that_are_nothing_else_is_printed() {
    let text = YAML
        .iter()
        .find(|(name, _)| *name == "orders.yaml")
        .expect("a fixture")
        .1;
    let changed = text.replace("paid: , twice", "paid: {entry: c::spent = 0;}, twice");
    assert_ne!(changed, text);
    let printed = yaml::print(&read("orders.yaml", &changed).expect("it is right"));
    assert!(
        printed.contains("paid:\n") && printed.contains("entry: c::spent = 0;"),
        "{printed}"
    );
    assert_eq!(
        yaml::print(&read("orders.yaml", &printed).expect("what is printed is read")),
        printed
    );
}

#[test]
fn the_whole_model_can_be_written() {
    let orders = fixture("orders.yaml");
    assert_eq!(orders.name, "orders");
    assert_eq!(orders.imports, ["shop.*", "static shop.Limits.MAX"]);
    assert!(
        orders
            .methods
            .as_ref()
            .is_some_and(|methods| methods.text.ends_with("}\n".trim()))
    );
    assert_eq!(
        orders.contexts.iter().map(|c| c.parent).collect::<Vec<_>>(),
        [None, Some(0.into()), Some(1.into())]
    );
    let customer = &orders.contexts[ContextId::from(1)];
    assert_eq!(
        (
            customer.parameters[0].identity,
            &customer.parameters[0].ty[..]
        ),
        (Identity::Equals, "Customer")
    );
    assert_eq!(customer.creation, Creation::Listed(vec![EventId::from(3)]));
    assert_eq!(customer.variables[1].ty, "java.util.Map<String, Integer>");
    assert_eq!(
        orders.contexts[ContextId::from(0)].variables[0].initial,
        None
    );
    let initial = orders.contexts[ContextId::from(0)].variables[1]
        .initial
        .as_ref()
        .unwrap();
    assert_eq!(initial.text, r##""none: \"\" # nothing""##);
    assert_eq!(orders.properties[0].observable, Observability::VerdictOnly);
    assert!(orders.properties[1].releases && !orders.properties[0].releases);
    assert_eq!(
        orders.properties[0].date.states[StateId::from(1)].kind,
        StateKind::Bad
    );
    assert_eq!(
        orders.properties[0].date.states[StateId::from(1)]
            .entry
            .as_ref()
            .unwrap()
            .text,
        "last = text;"
    );
}

#[test]
fn a_pattern_binds_parameters_of_the_context_directly() {
    let iterator = fixture("iterator.yaml");
    let create = event(&iterator, "create_coll");
    let Trigger::Point(point) = &create.alternatives[0].trigger else {
        panic!("a call")
    };
    assert_eq!(point.target, Some(binding("Map", "m")));
    assert_eq!(
        point.moment,
        Moment::Returning(Some(binding("Collection", "c")))
    );
    assert_eq!(point.arguments, Arguments::exactly(vec![]));
    let Trigger::Point(next) = &event(&iterator, "use_iter").alternatives[0].trigger else {
        panic!("a call")
    };
    assert_eq!(
        (&next.members[0].declaring, &next.target),
        (
            &TypePattern::Subtypes("Iterator".into()),
            &Some(binding("Iterator", "i"))
        )
    );
}

#[test]
fn arguments_bind_by_a_known_name_or_a_typed_one() {
    let payments = fixture("figure5-payments.yaml");
    let Trigger::Point(pay) = &event(&payments, "pay").alternatives[0].trigger else {
        panic!("a call")
    };
    let bound = |ty, name| ArgumentPattern::Bound(binding(ty, name));
    assert_eq!(
        pay.arguments,
        Arguments::exactly(vec![bound("UserInfo", "u"), bound("Destination", "dest")])
    );
    let orders = fixture("orders.yaml");
    let Trigger::Point(pay) = &event(&orders, "pay").alternatives[0].trigger else {
        panic!("a call")
    };
    let untyped = ArgumentPattern::Bound(Binding {
        name: "method".into(),
        ty: None,
    });
    assert_eq!(
        pay.arguments,
        Arguments::exactly(vec![bound("boolean", "ok"), untyped])
    );
    assert_eq!(
        pay.target,
        Some(binding("Order", "o")),
        "a receiver has the declaring type"
    );
}

#[test]
fn timeouts_are_exact_milliseconds() {
    let orders = fixture("orders.yaml");
    let after: Vec<Option<u64>> = event(&orders, "patience")
        .alternatives
        .iter()
        .map(|alternative| match alternative.trigger {
            Trigger::Timeout { after_ms, .. } => after_ms,
            _ => panic!("a timeout"),
        })
        .collect();
    assert_eq!(after, [Some(90_000), Some(90_000), None]);
}

#[test]
fn star_stands_for_the_events_without_another_transition() {
    let streams = fixture("figure1-streams.yaml");
    let date = &streams.properties[0].date;
    let qc = date.state_named("qc").unwrap();
    let rows: Vec<(String, String)> = date
        .outgoing(qc)
        .map(|(_, t)| {
            (
                streams.events[t.event].name.clone(),
                date.states[t.to].name.clone(),
            )
        })
        .collect();
    let expected = [
        ("read", "qb"),
        ("lookAhead", "qc"),
        ("open", "qc"),
        ("close", "qe"),
        ("write", "qe"),
    ];
    assert_eq!(
        rows,
        expected.map(|(event, to)| (event.to_owned(), to.to_owned()))
    );
}

#[test]
fn star_never_stands_for_events_that_only_other_properties_use() {
    let text = small(
        "      e: call Session.e() target s\n      f: call Session.f() target s\n      g: call Session.g() target s",
        "          - a -> b: e\n          - a -> a: \"*\"\n          - b -> b: f",
    );
    let specification = read("p.yaml", &text).unwrap();
    let events: Vec<usize> = specification.properties[0]
        .date
        .transitions
        .iter()
        .map(|t| t.event.index())
        .collect();
    assert_eq!(events, [0, 1, 1]);
    assert_eq!(
        specification.properties[0].alphabet,
        [EventId::from(0), EventId::from(1)]
    );
}

#[test]
fn names_in_code_point_into_its_text() {
    let session = fixture("session.yaml");
    let action = session.properties[0].date.transitions[TransitionId::from(1)]
        .action
        .as_ref()
        .unwrap();
    assert_eq!(action.text, "::open++;\nidle.reset();");
    let uses: Vec<(&str, &Name)> = action
        .names
        .iter()
        .map(|used| {
            (
                &action.text[used.start as usize..used.end as usize],
                &used.name,
            )
        })
        .collect();
    let open = Name::new("open", NameKind::Variable(0.into()));
    assert_eq!(
        uses,
        [
            ("::open", &open),
            ("idle", &Name::new("idle", NameKind::Clock(1.into())))
        ]
    );
}

#[test]
fn places_in_block_scalars_skip_the_indentation() {
    let text = small(
        "      e: call Session.e() target s",
        "          - a -> b: e\n            do: |\n              n = 1;\n              n == 2;",
    );
    assert_eq!(
        refused(&text),
        "14:15: this expression is not a statement (a statement assigns, increments, calls a method or creates an object)"
    );
}

#[test]
fn unknown_names_are_refused_with_the_nearest_one() {
    let e = "      open: call Session.open() target s";
    let cases = [
        (
            small(e, "          - a -> b: opne"),
            "11:21: there is no event `opne` here (did you mean `open`?)",
        ),
        (
            small(e, "          - a -> c: open"),
            "11:18: there is no state `c` here (did you mean `a`?)",
        ),
        (
            small("      q: timeout idel 3s", "          - a -> b: q"),
            "6:10: there is no clock `idel` here (did you mean `idle`?)",
        ),
        (
            small("      q: receive ch", "          - a -> b: q"),
            "6:10: there is no channel `ch` here (no channel is declared here)",
        ),
        (
            small("      q: {any-of: [open]}", "          - a -> b: q"),
            "6:20: there is no event `open` here (known here: q)",
        ),
        (
            small(&format!("{e}\n      q: {{onn: end}}"), ""),
            "7:11: an event has no `onn` (did you mean `on`?)\n7:7: an event needs either `on` or `any-of`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text), expected, "{text}");
    }
}

#[test]
fn method_references_are_heard_or_ignored() {
    let text = small(
        "      e: call Session.e() target s",
        "          - a -> b: e",
    );
    let with = |value: &str| format!("{text}\nmethod-references: {value}\n");
    let ignored = read("p.yaml", &with("ignored")).unwrap();
    assert!(
        !ignored.hears_references
            && languages::yaml::print(&ignored).contains("method-references: ignored")
    );
    let heard = read("p.yaml", &with("heard")).unwrap();
    assert!(heard.hears_references && read("p.yaml", &text).unwrap().hears_references);
    assert_eq!(
        languages::yaml::print(&heard),
        languages::yaml::print(&read("p.yaml", &text).unwrap())
    );
    assert!(
        refused(&with("ignore"))
            .ends_with("method references cannot be `ignore` (did you mean `ignored`?)")
    );
}

#[test]
fn triggers_that_are_no_triggers_are_refused() {
    let cases = [
        (
            "cal Session.e()",
            "6:10: expected an event, found `cal` (did you mean `call`?)",
        ),
        (
            "call e()",
            "6:15: expected a method, as `Type.method`, found `e` (for any type, write `*.method`)",
        ),
        (
            "call Session.e",
            "6:24: expected `(` at the end of the line",
        ),
        (
            "call Session.e(int x",
            "6:30: expected `,` or `)` at the end of the line",
        ),
        (
            "call Session.e(.., x, ..)",
            "6:32: expected one argument, found `..` (`..` stands once, for any number of arguments)",
        ),
        (
            "call Session.e | new Session()",
            "6:27: expected a method, as `Type.method`, found `new` (a pattern is for methods or for constructors)",
        ),
        (
            "new Session | Session.e()",
            "6:24: expected `new`, found `Session.e` (a pattern is for methods or for constructors)",
        ),
        (
            "call Session.e declared int",
            "6:37: expected `(` at the end of the line",
        ),
        (
            "call Session.e declared (int() ()",
            "6:38: expected `,` or `)`, found `(`",
        ),
        (
            "call Session.e declared (int,) ()",
            "6:39: expected the type of a parameter, `*` or `..`, found `)`",
        ),
        (
            "call Session.e() target",
            "6:33: expected a variable at the end of the line",
        ),
        (
            "call Session.e() returnin",
            "6:27: expected the end of the line or a clause, found `returnin` (did you mean `returning`?)",
        ),
        (
            "call Session.e() target s target s",
            "6:36: a second `target`",
        ),
        (
            "call Session.e() returning (x y z)",
            "6:42: expected `)`, found `z`",
        ),
        (
            "timeout idle every 0s",
            "6:29: expected a duration such as `30s`, longer than 0 (units ms, s, m, h, d), found `0s`",
        ),
        (
            "timeout idle 3x",
            "6:23: expected a duration such as `30s` (units ms, s, m, h, d), `every` and a duration, or `dynamic`, found `3x`",
        ),
        (
            "timeout idle 0.0001s",
            "6:23: expected a duration such as `30s` (units ms, s, m, h, d), `every` and a duration, or `dynamic`, found `0.0001s`",
        ),
    ];
    for (trigger, expected) in cases {
        let found = refused(&small(
            &format!("      e: {trigger}"),
            "          - a -> b: e",
        ));
        assert!(found.starts_with(expected), "{trigger}\n{found}");
    }
}

#[test]
fn patterns_of_several_members_and_of_declarations_are_read_and_printed() {
    let triggers = [
        "call Session.open | Session+.use*(..) target s",
        "call Session.read declared int(char[], int, int) | *.read declared (..) (x, ..) target s returning (int r)",
        "new Session declared (String, Object...) | new Other+ declared (.., int) (.., x)",
        "execution Session.e declared Set+(*, .., java.util.Map+)(String, *, .., Object, x) target s",
        "call Session.e declared void()() target s",
    ];
    for trigger in triggers {
        let events =
            format!("      e: {{on: \"{trigger}\", parameters: [int x, int r], where: s = null;}}");
        let text = small(&events, "          - a -> b: e");
        let first =
            read("p.yaml", &text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)));
        let printed = yaml::print(&first);
        let again = read("p.yaml", &printed)
            .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
        assert_eq!(content(&again), content(&first), "{printed}");
        assert_eq!(yaml::print(&again), printed);
    }
}

#[test]
fn what_members_are_declared_as_is_kept() {
    let trigger =
        "call Session.read declared int(char[], .., T...) | Session+.skip(int n, .., *) target s";
    let read = read(
        "p.yaml",
        &small(&format!("      e: {trigger}"), "          - a -> b: e"),
    )
    .unwrap();
    let Trigger::Point(point) = &event(&read, "e").alternatives[0].trigger else {
        panic!("a call")
    };
    let [first, second] = &point.members[..] else {
        panic!("{point:?}")
    };
    assert_eq!(
        first.signature.result,
        Some(TypePattern::Exact("int".into()))
    );
    let one = |ty: &str| ParameterPattern::One(TypePattern::Exact(ty.into()));
    let variable = ParameterPattern::Variable(TypePattern::Exact("T".into()));
    assert_eq!(
        first.signature.parameters,
        Some(vec![one("char[]"), ParameterPattern::Any, variable])
    );
    assert_eq!(
        (&second.declaring, &second.signature),
        (
            &TypePattern::Subtypes("Session".into()),
            &Signature::default()
        )
    );
    assert_eq!(
        point.arguments.first,
        [ArgumentPattern::Bound(binding("int", "n"))]
    );
    assert_eq!(point.arguments.rest, Some(vec![ArgumentPattern::Any]));
}

#[test]
fn shapes_are_checked() {
    let cases = [
        (
            "propertys: 1",
            "1:1: a property file has no `propertys` (did you mean `properties`?)",
        ),
        (
            "foreach: [{events: }]",
            "1:12: a `foreach` context needs parameters (for example `parameters: [Session s]`)",
        ),
        (
            "properties: {p: {states: {a: bad accepting}}}",
            "1:30: a state cannot be `bad` and `accepting` (enter the accepting state by an event of its own)",
        ),
        (
            "properties: {p: {states: {a: innitial}}}",
            "1:30: a state cannot be `innitial` (did you mean `initial`?)",
        ),
        (
            "properties: {p: {states: {a: }}}",
            "1:14: the property `p` has no initial state",
        ),
        (
            "properties: {p: {states: {a: initial, b: initial}}}",
            "1:39: `b` is a second initial state",
        ),
        (
            "properties: {p: {observable: verdict}}",
            "1:30: expected `all` or `verdict-only`, found `verdict`",
        ),
        (
            "variables: [count]",
            "1:13: expected `Type name`, found `count`",
        ),
        ("variables: [int x = 1 +]", "1:24: not a Java expression"),
        (
            "foreach: {parameters: [User u by name]}",
            "1:24: unknown identity `name` (write `by identity` (==, the default) or `by equals`)",
        ),
        (
            "clocks: [c, c]",
            "1:13: the name `c` is already declared in line 1",
        ),
        (
            "events: {e: end, f: [e, f]}",
            "1:18: the event `f` contains itself",
        ),
    ];
    for (text, expected) in cases {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    }
}

#[test]
fn a_bare_star_is_explained() {
    let found = refused(&small("      e: end", "          - a -> b: *"));
    assert!(
        found.starts_with("11:") && found.contains("write the event `*` in quotes"),
        "{found}"
    );
}

#[test]
fn broken_yaml_is_refused_with_its_place() {
    for (text, line) in [
        ("a: [1", "1:"),
        ("events:\n\te: end", "2:"),
        ("clocks: [c]\nclocks: [d]", "2:"),
        ("a: 'x", "1:"),
    ] {
        let found = refused(text);
        assert!(
            found.starts_with(line) && found.contains("not YAML"),
            "{text}: {found}"
        );
    }
}

#[test]
fn one_variable_has_one_type() {
    let found = refused(&small(
        "      e: call Session.e(int x) target s\n      f: call Session.f(long x) target s",
        "          - a -> b: e",
    ));
    assert_eq!(
        found,
        "7:7: `x` has the type long here and int elsewhere in this context"
    );
}

/// The monitor would hold one of the values, and nothing says which.
#[test]
fn one_pattern_binds_a_variable_once() {
    for trigger in [
        "call Session.e(Session s) target s",
        "call Session.e(int x, int x) target s",
        "call Session.e(boolean x) target s returning (boolean x)",
        "call Session.e() target s caller Session s",
    ] {
        let found = refused(&small(
            &format!("      e: {trigger}"),
            "          - a -> b: e",
        ));
        let name = if trigger.contains(" x") { "x" } else { "s" };
        let told = format!(
            "`{name}` is bound in two places of this pattern, and can hold one of the values only"
        );
        assert!(
            found.contains(&told) && found.contains("(give each of them a variable of its own)"),
            "{found}"
        );
    }
    let apart = small(
        "      e: {any-of: [\"call Session.e(int x) target s\", \"call Session.f(int x) target s\"]}",
        "          - a -> b: e",
    );
    assert!(read("p.yaml", &apart).is_ok());
}

#[test]
fn filter_and_where_do_not_silently_miss_listed_events() {
    let found = refused(&small(
        "      e: call Session.e(int x) target s\n      f: {any-of: [e], filter: x > 0}",
        "          - a -> b: f",
    ));
    assert!(
        found.starts_with("7:7: `filter` and `where` do not reach into listed events"),
        "{found}"
    );
}

#[test]
fn an_unknown_extension_is_refused() {
    let findings = read("p.yml2", "").unwrap_err();
    assert_eq!(findings[0].help.as_deref(), Some("did you mean `.yml`?"));
}
