//! What a recording logs for properties, inferred from them: each event with the objects that it
//! binds, and nothing else. A property of residua's own has an action for each event that tells it to
//! the recorder.

use date::code::{Body, Code};
use date::ids::{ContextId, EventId, StateId};
use date::model::{
    Context, Creation, Date, Event, EventParameter, Observability, Property, Specification, State,
    StateKind, Transition, Trigger,
};
use index_vec::IndexVec;
use languages::yaml;
use plan::Plan;
use text::{Diagnostic, Span};

use super::{Recorded, plan_of};

/// The class that the actions call.
const RECORDER: &str = "residua.runtime.EventLog";

/// The plan of a weaving that logs the events of some properties.
///
/// # Errors
/// What keeps a property from being logged.
pub fn plan(specifications: &[Specification]) -> Result<Plan, Vec<Diagnostic>> {
    let recorded: Result<Vec<Recorded>, Vec<Diagnostic>> = specifications
        .iter()
        .enumerate()
        .map(|(number, specification)| {
            let logging = logging(specification, number);
            let text = yaml::print(&logging);
            let read = languages::read(&format!("events{number}.yaml"), &text);
            // What is wrong is wrong with the property, whose places the text does not have.
            let read = read.map_err(|found| {
                found
                    .into_iter()
                    .map(|finding| Diagnostic {
                        file: specification.file.clone(),
                        span: Span::default(),
                        ..finding
                    })
                    .collect::<Vec<_>>()
            })?;
            Ok(Recorded {
                specification: placed(read, specification, &logging),
                text,
            })
        })
        .collect();
    Ok(plan_of(recorded?))
}

/// The same, with the file and the places that the user knows.
fn placed(
    mut read: Specification,
    original: &Specification,
    logging: &Specification,
) -> Specification {
    read.file.clone_from(&original.file);
    for (event, known) in read.events.iter_mut().zip(&logging.events) {
        event.span = known.span;
        for (one, known) in event.alternatives.iter_mut().zip(&known.alternatives) {
            one.span = known.span;
        }
    }
    read
}

/// Returns whether events of a property run code of it, a `filter` or a `where`.
pub fn has_code(specification: &Specification) -> bool {
    let mut alternatives = specification.events.iter().flat_map(|e| &e.alternatives);
    alternatives.any(|one| one.filter.is_some() || !one.wheres.is_empty())
}

/// A specification with the same events, all of them global: each is told once, whichever instances it
/// concerns.
fn logging(specification: &Specification, number: usize) -> Specification {
    let global = ContextId::from_usize(0);
    let raised = specification.events.iter().filter_map(|event| {
        let points = event.alternatives.iter();
        let points = points.filter(|one| matches!(one.trigger, Trigger::Point(_)));
        let alternatives: Vec<_> = points.cloned().collect();
        (!alternatives.is_empty()).then_some((event, alternatives))
    });
    let mut events: IndexVec<EventId, Event> = IndexVec::new();
    let mut transitions = IndexVec::new();
    for (event, alternatives) in raised {
        let parameters = parameters(specification, event);
        let own = events.push(Event {
            name: format!("event{}", events.len()),
            context: global,
            parameters: parameters.clone(),
            alternatives,
            members: Vec::new(),
            span: event.span,
        });
        transitions.push(Transition {
            from: StateId::from_usize(0),
            event: own,
            condition: None,
            action: Some(told(&specification.name, event, &parameters)),
            to: StateId::from_usize(0),
            span: event.span,
        });
    }
    let mut imports = specification.imports.clone();
    imports.push(RECORDER.to_owned());
    let property = Property {
        name: format!("events{number}"),
        context: global,
        alphabet: events.indices().collect(),
        date: Date {
            states: IndexVec::from_vec(vec![State {
                name: "recording".to_owned(),
                kind: StateKind::Normal,
                entry: None,
                span: Span::default(),
            }]),
            initial: StateId::from_usize(0),
            transitions,
        },
        observable: Observability::default(),
        severity: date::model::Severity::default(),
        explanation: date::model::Explanation::default(),
        releases: false,
        span: Span::default(),
    };
    Specification {
        contexts: IndexVec::from_vec(vec![Context {
            parameters: Vec::new(),
            parent: None,
            creation: Creation::AnyEvent,
            ..specification.contexts[global].clone()
        }]),
        imports,
        events,
        properties: vec![property],
        ..specification.clone()
    }
}

/// The parameters of an event, with the types that its contexts give them.
fn parameters(specification: &Specification, event: &Event) -> Vec<EventParameter> {
    let type_of = |name: &str| {
        specification.chain(event.context).find_map(|context| {
            let mut parameters = specification.contexts[context].parameters.iter();
            let found = parameters.find(|parameter| parameter.name == name)?;
            Some(found.ty.clone())
        })
    };
    let parameters = event.parameters.iter().map(|parameter| EventParameter {
        name: parameter.name.clone(),
        ty: parameter.ty.clone().or_else(|| type_of(&parameter.name)),
    });
    parameters.collect()
}

/// The action that tells an event.
fn told(file: &str, event: &Event, parameters: &[EventParameter]) -> Code {
    let mut text = format!("EventLog.happened(\"{file}.{}\"", event.name);
    for EventParameter { name, .. } in parameters {
        text += &format!(", \"{name}\", {name}");
    }
    text += ");";
    Code {
        text,
        span: Span::default(),
        body: Body::Stmts(Vec::new()),
        names: Vec::new(),
    }
}
