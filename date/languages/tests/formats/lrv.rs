use date::code::{Name, NameKind};
use date::ids::{ContextId, EventId, TransitionId};
use date::model::{
    ArgumentPattern, Arguments, Binding, Creation, Event, Identity, JoinPoint, Member, Moment,
    PointPattern, Specification, StateKind, Trigger, TypePattern,
};
use languages::yaml;

use crate::fixtures::{LRV, content, fixture, read, shown};

/// A script whose FOREACH context (keys `Session s`) has the given events and transitions.
fn script(events: &str, transitions: &str) -> String {
    format!(
        "GLOBAL {{ VARIABLES {{ int open = 0; Channel ch; }} FOREACH (Session s) {{\nVARIABLES {{ Clock idle; }}\n\
         EVENTS {{\n{events}\n}}\nPROPERTY p {{ STATES {{ BAD {{ b }} STARTING {{ a }} }} TRANSITIONS {{\n{transitions}\n}} }} }} }}"
    )
}

fn events(events: &str) -> Specification {
    let text = script(events, "");
    read("p.lrv", &text).unwrap_or_else(|findings| panic!("{text}\n{}", shown(&findings)))
}

fn refused(text: &str) -> String {
    shown(&read("p.lrv", text).expect_err("this should be refused"))
}

fn event<'s>(specification: &'s Specification, name: &str) -> &'s Event {
    specification
        .events
        .iter()
        .find(|event| event.name == name)
        .expect("the script declares it")
}

fn point(event: &Event, alternative: usize) -> &PointPattern {
    match &event.alternatives[alternative].trigger {
        Trigger::Point(point) => point,
        other => panic!("{other:?} is no call"),
    }
}

fn binding(ty: &str, name: &str) -> Binding {
    Binding {
        name: name.into(),
        ty: Some(ty.into()),
    }
}

/// The call pattern of the only alternative of `e() = {pattern}`.
fn pattern(pattern: &str) -> PointPattern {
    point(
        &events(&format!("e(Session s1) = {{{pattern}}} where {{s = s1;}}")).events
            [EventId::from(0)],
        0,
    )
    .clone()
}

#[test]
fn the_example_is_read_as_documented() {
    let session = fixture("session.lrv");
    assert_eq!(session.imports, ["app.Session"]);
    let foreach = &session.contexts[ContextId::from(1)];
    assert_eq!(
        (foreach.parameters[0].identity, &foreach.creation),
        (Identity::Equals, &Creation::AnyEvent)
    );
    assert_eq!(
        (foreach.variables.len(), foreach.clocks[0].name.as_str()),
        (1, "idle")
    );
    let open = event(&session, "open");
    assert_eq!(point(open, 0).moment, Moment::Returning(None));
    assert_eq!(point(open, 0).target, Some(binding("Session", "s1")));
    assert_eq!(
        point(open, 0).arguments,
        Arguments::any(),
        "no arguments written means any"
    );
    assert_eq!(open.alternatives[0].wheres[0].text, "s = s1;");
    let send = event(&session, "send");
    let n = ArgumentPattern::Bound(binding("int", "n"));
    assert_eq!(
        point(send, 0).arguments,
        Arguments::exactly(vec![ArgumentPattern::Any, n])
    );
    assert_eq!(
        send.parameters[1].ty.as_deref(),
        Some("int"),
        "a pattern types the parameter of the event"
    );
    assert_eq!(send.alternatives[0].filter.as_ref().unwrap().text, "n > 0");
    assert_eq!(event(&session, "close").alternatives.len(), 2);
    let names = |ids: &[EventId]| {
        ids.iter()
            .map(|&id| session.events[id].name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&event(&session, "use").members), ["send", "close"]);
    assert_eq!(
        event(&session, "quiet").alternatives[0].trigger,
        Trigger::Timeout {
            clock: "idle".into(),
            after_ms: Some(30_000),
            repeats: false
        }
    );
}

#[test]
fn the_automaton_of_the_example_is_read() {
    let property = &fixture("session.lrv").properties[0];
    let date = &property.date;
    let kinds: Vec<(&str, StateKind)> = date
        .states
        .iter()
        .map(|state| (state.name.as_str(), state.kind))
        .collect();
    let (bad, normal) = (StateKind::Bad, StateKind::Normal);
    assert_eq!(
        kinds,
        [
            ("done", StateKind::Accepting),
            ("early", bad),
            ("late", bad),
            ("live", normal),
            ("fresh", normal)
        ]
    );
    assert_eq!(date.states[date.initial].name, "fresh");
    assert!(property.releases, "accepting states release");
    let texts = |code: &Option<date::code::Code>| code.as_ref().map(|code| code.text.clone());
    let send = &date.transitions[TransitionId::from(2)];
    assert_eq!(
        (texts(&send.condition), texts(&send.action)),
        (Some("sent >= 3".into()), None)
    );
    let open = &date.transitions[TransitionId::from(1)];
    assert_eq!(
        (texts(&open.condition), texts(&open.action)),
        (None, Some("::open++; idle.reset();".into()))
    );
    assert_eq!(
        open.action.as_ref().unwrap().names[0].name,
        Name::new("open", NameKind::Variable(0.into()))
    );
}

#[test]
fn every_script_is_the_same_after_a_detour_through_yaml() {
    for (name, _) in LRV {
        let specification = fixture(name);
        let printed = yaml::print(&specification);
        let again = read("p.yaml", &printed)
            .unwrap_or_else(|findings| panic!("{printed}\n{}", shown(&findings)));
        assert_eq!(content(&again), content(&specification), "{printed}");
    }
}

fn declaring(point: &PointPattern) -> TypePattern {
    let [member] = &point.members[..] else {
        panic!("one member: {point:?}")
    };
    member.declaring.clone()
}

#[test]
fn call_patterns_mean_what_the_compiler_generates() {
    let any = pattern("*.m()");
    assert_eq!(
        (declaring(&any), any.target, any.arguments),
        (TypePattern::Any, None, Arguments::any())
    );
    let typed = pattern("T x.m(*)");
    assert_eq!(
        (declaring(&typed), typed.target),
        (TypePattern::Exact("T".into()), Some(binding("T", "x")))
    );
    assert_eq!(
        typed.arguments,
        Arguments::exactly(vec![ArgumentPattern::Any])
    );
    let unbound = pattern("T *.m()");
    assert_eq!(
        (declaring(&unbound), unbound.target),
        (TypePattern::Exact("T".into()), Some(binding("T", "any$T"))),
        "a variable that nobody names: static methods have no receiver"
    );
    let declared = pattern("s1.m()");
    assert_eq!(
        (declaring(&declared), declared.target),
        (
            TypePattern::Exact("Session".into()),
            Some(binding("Session", "s1"))
        )
    );
    let qualified = pattern("a.b.C x.m()");
    assert_eq!(declaring(&qualified), TypePattern::Exact("a.b.C".into()));
    let generic = pattern("Map<K, V> x.put*(*, V *)");
    assert_eq!(
        (declaring(&generic), generic.members[0].name.clone()),
        (
            TypePattern::Exact("Map<K, V>".into()),
            Member::Method("put*".into())
        )
    );
    assert_eq!(
        generic.arguments,
        Arguments::exactly(vec![
            ArgumentPattern::Any,
            ArgumentPattern::Typed("V".into())
        ])
    );
}

#[test]
fn a_bare_class_name_before_the_dot_matches_every_class() {
    let bare = pattern("Foo.m()");
    assert_eq!((declaring(&bare), bare.target), (TypePattern::Any, None));
    assert_eq!(pattern("Foo.new()").members[0].name, Member::Constructor);
}

#[test]
fn every_plus_is_honoured() {
    let both = events(
        "e() = {T+ x.m() | T+ y.k()} where {s = null;}\nf(U+ u) = {u.m()} where {s = null;}",
    );
    for alternative in 0..2 {
        assert_eq!(
            declaring(point(event(&both, "e"), alternative)),
            TypePattern::Subtypes("T".into())
        );
    }
    let declared = point(event(&both, "f"), 0);
    assert_eq!(
        (declaring(declared), &declared.target),
        (TypePattern::Subtypes("U".into()), &Some(binding("U", "u")))
    );
}

#[test]
fn moments_join_points_and_callers_are_read() {
    let returning = pattern("s1.m(*) uponReturning(int r)");
    assert_eq!(
        returning.moment,
        Moment::Returning(Some(binding("int", "r")))
    );
    assert_eq!(
        pattern("s1.m() uponReturning()").moment,
        Moment::Returning(None)
    );
    assert_eq!(
        pattern("s1.m() uponThrowing").moment,
        Moment::Throwing(None)
    );
    assert_eq!(
        pattern("s1.m() uponThrowing(*)").moment,
        Moment::Throwing(None)
    );
    assert_eq!(
        pattern("s1.m() uponThrowing(E x)").moment,
        Moment::Throwing(Some(binding("E", "x")))
    );
    let execution = pattern("execution s1.m() within (D d)");
    assert_eq!(
        (execution.join, execution.caller),
        (JoinPoint::Execution, Some(binding("D", "d")))
    );
    assert_eq!(pattern("call *.m()").join, JoinPoint::Call);
    assert_eq!(
        declaring(&pattern("call.m()")),
        TypePattern::Any,
        "`call` before a dot is a name"
    );
}

#[test]
fn a_type_given_anywhere_in_the_block_types_every_use() {
    let later = events("c() = {*.k(to)} where {s = null;}\nd() = {*.j(long to)} where {s = null;}");
    assert_eq!(
        point(event(&later, "c"), 0).arguments,
        Arguments::exactly(vec![ArgumentPattern::Bound(binding("long", "to"))])
    );
    let never = events("c(to) = {*.k(to)} where {s = null; to = 1;}");
    assert_eq!(
        point(event(&never, "c"), 0).arguments,
        Arguments::exactly(vec![ArgumentPattern::Any])
    );
    let in_where = events(
        "c(to) = {*.k(to)} where {s = null;}\nd(to) = {*.j()} where {s = null; long to = 3;}",
    );
    assert_eq!(
        point(event(&in_where, "c"), 0).arguments,
        Arguments::exactly(vec![ArgumentPattern::Bound(binding("long", "to"))])
    );
    assert_eq!(
        event(&in_where, "d").alternatives[0].wheres[0].text,
        "s = null;      to = 3;"
    );
    assert!(
        refused(&script("c() = {*.k(int x)}\nd() = {*.k(long x)}", ""))
            .contains("`x` has the type long here and int")
    );
}

#[test]
fn outer_wheres_run_after_inner_ones_and_never_override() {
    let nested = events(
        "e(Session s1, int k) = {{{s1.m()} where {k = 1;} | s1.j(int k)} where {s = s1; k = 2;} | s1.l()} where {log(); s = null;}",
    );
    let wheres = |i: usize| {
        event(&nested, "e").alternatives[i]
            .wheres
            .iter()
            .map(|code| code.text.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(wheres(0), ["k = 1;", "s = s1;", "log();"]);
    assert_eq!(wheres(1), ["s = s1;", "log();"]);
    assert_eq!(wheres(2), ["log(); s = null;"]);
}

#[test]
fn the_where_of_a_collection_reaches_the_events_it_lists() {
    let listed = events("e(Session s1) = {s1.m()}\nf() = {e | s1.j()} where {s = s1;}");
    assert_eq!(
        event(&listed, "e").alternatives[0].wheres[0].text,
        "s = s1;"
    );
    assert_eq!(
        event(&listed, "f").alternatives[0].wheres[0].text,
        "s = s1;"
    );
    assert_eq!(event(&listed, "f").members.len(), 1);
}

#[test]
fn a_filter_concerns_the_primitives_directly_in_its_collection() {
    let filtered =
        events("e(Session s1) = {s1.m() | {s1.j()}} filter {s1 != null} where {s = s1;}");
    let filters: Vec<bool> = event(&filtered, "e")
        .alternatives
        .iter()
        .map(|a| a.filter.is_some())
        .collect();
    assert_eq!(filters, [true, false]);
}

#[test]
fn clocks_have_all_their_units() {
    let clocks = events(
        "e() = {idle@0.5 | idle@s5 | idle@ 2 | idle@l250 | idle@m1.5 | idle@d1 | idle@h3 | idle@@ | idle@%4}",
    );
    let after: Vec<(Option<u64>, bool)> = event(&clocks, "e")
        .alternatives
        .iter()
        .map(|alternative| match &alternative.trigger {
            Trigger::Timeout {
                after_ms, repeats, ..
            } => (*after_ms, *repeats),
            other => panic!("{other:?} is no timeout"),
        })
        .collect();
    let once =
        [500, 5000, 2000, 250, 90_000, 86_400_000, 10_800_000].map(|after| (Some(after), false));
    assert_eq!(after[..7], once);
    assert_eq!(after[7..], [(None, false), (Some(4000), true)]);
    assert!(refused(&script("e() = {idle@w3}", "")).contains("found `w3`"));
}

#[test]
fn channels_receive_typed_values() {
    let received = events("e() = {ch.receive(String text)}\nf() = {ch.receive()}");
    let value = Some(binding("String", "text"));
    assert_eq!(
        event(&received, "e").alternatives[0].trigger,
        Trigger::Receive {
            channel: "ch".into(),
            value
        }
    );
    assert_eq!(
        event(&received, "f").alternatives[0].trigger,
        Trigger::Receive {
            channel: "ch".into(),
            value: None
        }
    );
}

#[test]
fn backslashes_separate_condition_and_action() {
    let text = script(
        "e(Session s1) = {s1.m()} where {s = s1;}",
        "a -> b [e] a -> b [e\\] a -> b [e(s1)\\\\] a -> b [e\\open > 1] a -> b [e\\open > 1\\] \
         a -> b [e\\\\open = 1;] a -> b [e \\ x[open] == 1 && y.equals(\"]\\\\\") \\ f('\\\\', \"[\");]",
    );
    let specification =
        read("p.lrv", &text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let labels: Vec<(Option<String>, Option<String>)> = specification.properties[0]
        .date
        .transitions
        .iter()
        .map(|t| {
            (
                t.condition.as_ref().map(|c| c.text.clone()),
                t.action.as_ref().map(|a| a.text.clone()),
            )
        })
        .collect();
    let (one, open) = (Some("open = 1;".to_owned()), Some("open > 1".to_owned()));
    let none = (None, None);
    let last = (
        Some("x[open] == 1 && y.equals(\"]\\\\\")".to_owned()),
        Some("f('\\\\', \"[\");".to_owned()),
    );
    assert_eq!(
        labels,
        [
            none.clone(),
            none.clone(),
            none,
            (open.clone(), None),
            (open, None),
            (None, one),
            last
        ]
    );
}

#[test]
fn percent_comments_are_cut_and_java_comments_stay() {
    let text = script(
        "e(Session s1) = {s1.m()} %% the only event {\nwhere {s = s1;}",
        "a -> b [e \\\\ open = 1; // not } the end\n open = 2; %% cut ]\n open = 3;]",
    );
    let specification =
        read("p.lrv", &text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let action = specification.properties[0].date.transitions[TransitionId::from(0)]
        .action
        .as_ref()
        .unwrap();
    assert_eq!(
        action.text,
        "open = 1; // not } the end\n open = 2;\n open = 3;"
    );
    assert_eq!((action.span.line, action.span.column), (8, 14));
}

#[test]
fn entry_code_is_read_in_all_groups() {
    let text = "GLOBAL { VARIABLES { int n, m = f(1, 2); final Map<A, B> x = new HashMap<A, B>(); } EVENTS { e() = {*.m()} }\n\
                PROPERTY p { STATES { ACCEPTING { c { n = 1; } } BAD { b1 { n = 2; }, b2; } NORMAL { d {} } STARTING { a { n = 3; } } }\n\
                TRANSITIONS { a -> b1 [e] } } } METHODS { int f(int a, int b) { return a; } }";
    let specification =
        read("p.lrv", text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    let entries: Vec<(&str, Option<&str>)> = specification.properties[0]
        .date
        .states
        .iter()
        .map(|state| {
            (
                state.name.as_str(),
                state.entry.as_ref().map(|code| code.text.as_str()),
            )
        })
        .collect();
    assert_eq!(
        entries,
        [
            ("c", Some("n = 1;")),
            ("b1", Some("n = 2;")),
            ("b2", None),
            ("d", None),
            ("a", Some("n = 3;"))
        ]
    );
    let variables: Vec<(&str, &str)> = specification.contexts[ContextId::from(0)]
        .variables
        .iter()
        .map(|v| (v.ty.as_str(), v.name.as_str()))
        .collect();
    assert_eq!(variables, [("int", "n"), ("int", "m"), ("Map<A, B>", "x")]);
    assert!(
        specification
            .methods
            .is_some_and(|methods| methods.text.starts_with("int f("))
    );
}

#[test]
fn contexts_nest_and_sections_have_two_spellings() {
    let text = "Imports { import a.B; import static c.D.*; }\nGlobal { Foreach (A a) { Foreach (B b, C<D> c) { } } FOREACH (E e) { } }";
    let specification =
        read("p.lrv", text).unwrap_or_else(|findings| panic!("{}", shown(&findings)));
    assert_eq!(specification.imports, ["a.B", "static c.D.*"]);
    let contexts: Vec<(Option<usize>, usize)> = specification
        .contexts
        .iter()
        .map(|c| (c.parent.map(|p| p.index()), c.parameters.len()))
        .collect();
    assert_eq!(
        contexts,
        [(None, 0), (Some(0), 1), (Some(1), 2), (Some(0), 1)]
    );
}

#[test]
fn what_is_no_script_is_an_error_with_its_place() {
    let cases = [
        (
            "GLOBAL { EVENTS { } WHERE { } }",
            "1:21: expected a section or the end of the context, found `WHERE`",
        ),
        ("GLOBAL { } GLOBAL { }", "1:12: there is a second `GLOBAL`"),
        ("IMPORTS { }", "1:12: expected `GLOBAL`, found the end"),
        ("global { }", "1:1: expected `GLOBAL`, found `global`"),
        (
            "GLOBAL { PROPERTY p { STATES { STARTING { a } GOOD { b } } TRANSITIONS { } } }",
            "1:47: expected a group or the end of the states, found `GOOD`",
        ),
        (
            "GLOBAL { VARIABLES { static int n; } }",
            "1:22: the modifier `static` is not supported (a variable that all",
        ),
        (
            "GLOBAL { VARIABLES { n = 1; } }",
            "1:22: not a declaration of variables",
        ),
        (
            "GLOBAL { INVARIANTS { int = 3; } }",
            "1:27: expected the name of an invariant, found `=`",
        ),
        (
            "GLOBAL { FOREACH (A a equateUsing eq) { } }",
            "1:23: `equateUsing` is not supported (keys are compared by",
        ),
        (
            "GLOBAL { } METHODS { import a; }",
            "1:29: cannot read the methods in `a`: no other files are read here",
        ),
        (
            "GLOBAL { EVENTS { e() = {*.m() uponHandling(E x)} } }",
            "1:45: the exception of `uponHandling` is not supported",
        ),
        (
            "GLOBAL { EVENTS { e() = {c@%0} } }",
            "1:29: a clock cannot repeat every 0 seconds",
        ),
        (
            "GLOBAL { EVENTS { e() = {f} f() = {*.m()} } }",
            "1:26: there is no event `f` before this one in this block",
        ),
        (
            "GLOBAL { EVENTS { e() = {*.m() x} } }",
            "1:32: expected `|` or `}`, found `x`",
        ),
        (
            "GLOBAL { EVENTS { e() = {m()} } }",
            "1:26: there is no event `m` before this one",
        ),
        (
            "GLOBAL { EVENTS { e() = {x y} } }",
            "1:26: expected a call, a clock, a channel or an event, found `x y`",
        ),
        (
            "GLOBAL { EVENTS { e() = {*.m(} }",
            "1:29: this `(` is never closed",
        ),
        (
            "GLOBAL { PROPERTY p { STATES { STARTING { a } } TRANSITIONS { a -> b -> c [e] } } }",
            "1:70: expected `[`, found `-`",
        ),
        (
            "GLOBAL { PROPERTY p { STATES { STARTING { a } } TRANSITIONS { a -> a [] } } }",
            "1:71: expected an event, found the end",
        ),
        (
            "GLOBAL { PROPERTY p { STATES { STARTING { a } } TRANSITIONS { a -> a [e][enable i] } } }",
            "1:81: there is no invariant `i` here",
        ),
        (
            "GLOBAL { INVARIANTS { Integer i = 1; } PROPERTY p { STATES { STARTING { a { f(); } } } TRANSITIONS { a -> a [e][enable i] } } }",
            "1:113: enabling an invariant on the way into `a`, which has entry code, is not supported",
        ),
        (
            "GLOBAL { INVARIANTS { Integer i = x; } FOREACH (T t) { VARIABLES { int x; } } }",
            "1:31: an invariant that names `x`, which a context inside declares as well, is not supported",
        ),
        ("GLOBAL {", "1:8: this `{` is never closed"),
    ];
    for (text, expected) in cases {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    }
}

#[test]
fn errors_in_java_are_placed_in_the_script() {
    let found = refused(&script(
        "e(Session s1) = {s1.m()} where {s = s1;}",
        "a -> b [e \\ opn > 1 \\ open == 2;]",
    ));
    assert!(
        found.starts_with("7:23: this expression is not a statement"),
        "{found}"
    );
    let found = refused(&script(
        "e(Session s1) = {s1.m()} filter {n >} where {s = s1;}",
        "",
    ));
    assert!(
        found.starts_with("4:3") && found.contains("not a Java expression"),
        "{found}"
    );
    let found = refused(&script(
        "e(Session s1) = {s1.m()} where {s = s1;}",
        "a -> b [e \\ ::opn > 1]",
    ));
    assert!(found.contains("did you mean `::open`?"), "{found}");
}
