//! A specification with one of everything that code can name.

use date::code::{Code, Name, NameKind, Types};
use date::ids::ContextId;
use date::model::{Channel, Clock, Context, Creation, Identity, Parameter, Variable};
use index_vec::IndexVec;
use languages::java::{self, Excerpt, Scope};
use text::{Diagnostic, Source, Span};

pub fn contexts() -> IndexVec<ContextId, Context> {
    let global = Context {
        channels: vec![channel("ch")],
        ..context(None, "", &[("int", "open"), ("int", "sent")])
    };
    let session = Context {
        clocks: vec![clock("idle")],
        ..context(
            Some(0),
            "Session s",
            &[
                ("int", "sent"),
                ("long", "big"),
                ("char", "letter"),
                ("String", "name"),
            ],
        )
    };
    let user = context(
        Some(1),
        "User u, Account a",
        &[
            ("Integer", "boxed"),
            ("Object", "thing"),
            ("boolean", "flag"),
        ],
    );
    [global, session, user].into_iter().collect()
}

fn context(parent: Option<usize>, parameters: &str, variables: &[(&str, &str)]) -> Context {
    Context {
        parent: parent.map(ContextId::from),
        parameters: parameters
            .split(", ")
            .filter_map(|p| p.split_once(' '))
            .map(parameter)
            .collect(),
        creation: Creation::AnyEvent,
        variables: variables
            .iter()
            .map(|&(ty, name)| variable(ty, name))
            .collect(),
        clocks: Vec::new(),
        channels: Vec::new(),
        span: Span::default(),
    }
}

fn parameter((ty, name): (&str, &str)) -> Parameter {
    Parameter {
        name: name.into(),
        ty: ty.into(),
        identity: Identity::Equals,
        span: Span::default(),
    }
}

fn variable(ty: &str, name: &str) -> Variable {
    Variable {
        name: name.into(),
        ty: ty.into(),
        initial: None,
        span: Span::default(),
    }
}

fn clock(name: &str) -> Clock {
    Clock {
        name: name.into(),
        span: Span::default(),
    }
}

fn channel(name: &str) -> Channel {
    Channel {
        name: name.into(),
        span: Span::default(),
    }
}

const EVENT_VARIABLES: [&str; 3] = ["n", "message", "a"];

/// A condition of a property in the innermost context; it is the whole file.
pub fn condition(text: &str) -> Result<Code, Diagnostic> {
    with_scope(|scope| {
        java::expression(
            &Excerpt::verbatim(text, 0..text.len()),
            scope,
            &Source::new("p.yaml", text),
        )
    })
}

/// An action of a property in the innermost context; it is the whole file.
pub fn action(text: &str) -> Result<Code, Diagnostic> {
    with_scope(|scope| {
        java::statements(
            &Excerpt::verbatim(text, 0..text.len()),
            scope,
            &Source::new("p.yaml", text),
        )
    })
}

fn with_scope<T>(use_scope: impl FnOnce(&Scope<'_>) -> T) -> T {
    let contexts = contexts();
    use_scope(&Scope::new(
        &contexts,
        ContextId::from(2),
        EVENT_VARIABLES.map(str::to_owned),
    ))
}

/// The types of the fixture's names.
pub fn types() -> Types {
    let mut types = Types::default();
    for (id, context) in contexts().iter_enumerated() {
        for parameter in &context.parameters {
            types.declare(
                Name::new(&parameter.name, NameKind::Parameter(id)),
                &parameter.ty,
            );
        }
        for variable in &context.variables {
            types.declare(
                Name::new(&variable.name, NameKind::Variable(id)),
                &variable.ty,
            );
        }
    }
    types.declare(Name::new("n", NameKind::EventVariable), "int");
    types.declare(Name::new("message", NameKind::EventVariable), "String");
    types
}

/// `sent@x1`: a name with what it stands for, as the tests write it.
pub fn shown(name: &Name) -> String {
    let context = match name.kind {
        NameKind::Parameter(id) => format!("key of {id}"),
        NameKind::Variable(id) => format!("variable of {id}"),
        NameKind::Clock(id) => format!("clock of {id}"),
        NameKind::Channel(id) => format!("channel of {id}"),
        NameKind::EventVariable => "event".into(),
        NameKind::Local => "local".into(),
        NameKind::CurrentThread => "thread".into(),
        NameKind::Java => "java".into(),
    };
    format!("{} {context}", name.text)
}
