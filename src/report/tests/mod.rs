//! Reports about made-up plans.

mod browser;
pub use browser::driven;
mod hostile;
mod structure;

use std::collections::BTreeMap;

use date::model::Specification;
use java_types::ClassName;
use plan::{
    Assumption, Cause, CauseSort, Decision, Enclosing, Generator, GeneratorKind, Model, Plan,
    PropertyMapping, PropertyRow, Reduction, Removal, SCHEMA, Site, Source, SourcePlace, Tool,
    Totals, TransitionRow, Verdict, When, Witness, WitnessStep,
};

/// A property of which residual0 removes `leave`, and residual2 what leads out of `closed`.
const SESSION: &str = "imports: [app.Session]
foreach:
  - parameters: [Session s]
    variables: [int sent = 0]
    events:
      open: call Session.open() target s
      send: call Session.send(*) target s
      close: call Session.close() target s
      leave: call Session.leave() target s
    properties:
      lifecycle:
        states: {fresh: initial, live: , closed: accepting, early: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
            when: sent < 3
          - live -> live: send
            do: sent++;
          - live -> closed: close
          - closed -> live: open
          - fresh -> closed: leave
";

fn session() -> Specification {
    languages::read("session.yaml", SESSION).expect("the property is right")
}

/// A plan about as many generators of the property, a hundred of them in each file, twenty files in
/// each package.
pub fn plan(count: usize) -> Plan {
    plan_of(session(), count)
}

/// The same for the property with other names.
pub fn plan_of(specification: Specification, count: usize) -> Plan {
    let mut generators: Vec<Generator> = (0..count)
        .map(|index| generator(&specification, index))
        .collect();
    let witness_steps = add_ways(&specification, &mut generators);
    let name = specification.properties[0].name.clone();
    let row = property_row(&specification);
    let mut totals = Totals {
        generators: count as u64,
        ..Totals::default()
    };
    for generator in &generators {
        *match generator.by {
            None => &mut totals.kept,
            Some(Reduction::Residual0) => &mut totals.residual0,
            Some(Reduction::Residual1) => &mut totals.residual1,
            Some(Reduction::Residual2) => &mut totals.residual2,
            Some(Reduction::Nop) => &mut totals.nop,
        } += 1;
    }
    Plan {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            name: "residua".to_owned(),
            version: "0".to_owned(),
        },
        assumptions: assumptions(),
        sources: sources(&generators),
        properties: vec![row],
        witness_steps,
        entries: Vec::new(),
        unreached: Default::default(),
        functional_bodies: Default::default(),
        compared: Default::default(),
        changed: Default::default(),
        generators,
        totals: BTreeMap::from([(name.clone(), totals)]),
        models: vec![model(specification, name)],
    }
}

fn property_row(specification: &Specification) -> PropertyRow {
    let property = &specification.properties[0];
    let date = &property.date;
    let transition =
        |(id, transition): (date::ids::TransitionId, &date::model::Transition)| TransitionRow {
            id,
            from: date.states[transition.from].name.clone(),
            event: specification.events[transition.event].name.clone(),
            to: date.states[transition.to].name.clone(),
            removed_by: match id.index() {
                4 => Some(Removal::Residual2),
                5 => Some(Removal::Residual0),
                _ => None,
            },
            why: "it may be taken".to_owned(),
        };
    PropertyRow {
        name: property.name.clone(),
        file: specification.file.clone(),
        sha256: "0".repeat(64),
        imported: Vec::new(),
        verdict: Verdict::Residual,
        transitions: date.transitions.iter_enumerated().map(transition).collect(),
    }
}

fn model(specification: Specification, property: String) -> Model {
    let date = &specification.properties[0].date;
    let states = date.states.indices().collect();
    let transitions = date.transitions.indices().collect();
    let mapping = vec![PropertyMapping {
        property,
        states,
        transitions,
    }];
    Model {
        residual: specification.clone(),
        original: specification,
        mapping,
    }
}

fn generator(specification: &Specification, index: usize) -> Generator {
    let by = [
        None,
        Some(Reduction::Residual1),
        Some(Reduction::Residual2),
        Some(Reduction::Nop),
    ][index % 4];
    let (package, file) = (index / 2000, index / 100);
    let event = &specification.events[date::ids::EventId::from_usize(index % 3)].name;
    Generator {
        id: format!("g{index}"),
        property: specification.properties[0].name.clone(),
        event: event.clone(),
        site: Site {
            file: format!("com/example/p{package}/Class{file}.java"),
            line: (3 + index % 100 * 3) as u32,
            column: 9,
            class: java_types::ClassName::from_binary(&format!(
                "com.example.p{package}.Class{file}"
            )),
            enclosing: Enclosing::new(format!("method{}(I)V", index % 7)),
            callee: format!("app.Session.{event}()V"),
            ordinal: 0,
            kind: GeneratorKind::Call,
            copied: false,
        },
        when: When::Before,
        decision: if by.is_some() {
            Decision::Silence
        } else {
            Decision::Keep
        },
        by,
        group: (index % 8 == 1).then_some((index / 80) as u32),
        why: format!("reason {} for what was decided", index % 11),
        witness: None,
    }
}

/// Gives each kept generator a way through the automaton, and the steps of all ways: that of `open`
/// is one step, that of `send` another, and that of `close` comes behind an `open`.
fn add_ways(specification: &Specification, generators: &mut [Generator]) -> Vec<WitnessStep> {
    let states: Vec<&str> = specification.properties[0]
        .date
        .states
        .iter()
        .map(|state| &*state.name)
        .collect();
    let events: Vec<&str> = specification
        .events
        .iter()
        .map(|event| &*event.name)
        .collect();
    let mut steps = Vec::new();
    for (index, generator) in generators
        .iter_mut()
        .enumerate()
        .filter(|(_, generator)| generator.by.is_none())
    {
        let mut step = |event: usize, from: usize, to: usize, line: u32| {
            let place = SourcePlace {
                file: generator.site.file.clone(),
                line,
                column: generator.site.column,
            };
            let [event, from, to] = [events[event], states[from], states[to]].map(str::to_owned);
            steps.push(WitnessStep {
                place: Some(place),
                event,
                from,
                to,
            });
            steps.len() - 1
        };
        let line = generator.site.line;
        let way = match index % 3 {
            0 => vec![step(0, 0, 1, line)],
            1 => vec![step(1, 0, 3, line)],
            _ => vec![
                step(0, 0, 1, line.saturating_sub(3).max(1)),
                step(2, 1, 2, line),
            ],
        };
        let subject = format!("the Session made at {}:3", generator.site.file);
        generator.witness = Some(Witness {
            ordered: index % 8 == 0,
            subject,
            disorder: None,
            steps: way,
            left_out: Vec::new(),
        });
    }
    steps
}

fn sources(generators: &[Generator]) -> Vec<Source> {
    let mut paths: Vec<String> = generators
        .iter()
        .map(|generator| generator.site.file.clone())
        .collect();
    paths.dedup();
    let source = |path| Source {
        root: "src/main/java".to_owned(),
        path,
        sha256: "0".repeat(64),
        types: Vec::new(),
        incomplete: false,
        compiled: false,
    };
    paths.into_iter().map(source).collect()
}

fn assumptions() -> Vec<Assumption> {
    let assumption = |id: &str, text: &str, line| Assumption {
        id: id.to_owned(),
        text: text.to_owned(),
        file: Some("com/example/p0/Class0.java".to_owned()),
        line,
        cause: (id == "open-class").then(|| Cause {
            sort: CauseSort::Unread,
            name: String::new(),
            why: "a name is not known".to_owned(),
            class: Some(ClassName::from_binary("app.Session")),
            every_class: false,
            calls: 0,
        }),
    };
    vec![
        assumption(
            "open-class",
            "`app.Session` is taken to be used from outside: a name is not known",
            Some(3),
        ),
        assumption(
            "open-class",
            "`app.Session` is taken to be used from outside: a name is not known",
            Some(9),
        ),
        assumption(
            "null-names-no-instance",
            "an event whose parameter is null concerns no instance",
            None,
        ),
    ]
}

/// A text for each source, with a call on each line that a generator is at.
pub fn texts(plan: &Plan) -> BTreeMap<String, String> {
    let text = (1..=310).map(|line| match line % 3 {
        0 => format!("        session.send({line});\n"),
        _ => format!("    // line {line} does nothing with the session\n"),
    });
    let text: String = text.collect();
    plan.sources
        .iter()
        .map(|source| (source.path.clone(), text.clone()))
        .collect()
}
