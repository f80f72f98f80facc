//! Specifications in the language of JavaMOP, as far as it can say them.
//!
//! Each context becomes a specification, each property an `fsm` in which nothing is left out: where
//! a property says nothing of an event and stays, JavaMOP would fail. A bad state becomes the
//! category of that name. What is printed of a specification that came from a `.mop` file says the
//! same again.

mod automaton;
mod events;

use crate::Fidelity;
use date::code::Code;
use date::ids::ContextId;
use date::model::{Context, Creation, Event, Identity, Property, Severity, Specification};
use text::{Diagnostic, Span};

/// Why something cannot be said.
type Said<T> = Result<T, Diagnostic>;

/// The text of a specification in JavaMOP's language.
///
/// # Errors
/// All that the language has nothing for, with its place: the first of each context.
pub fn print(specification: &Specification) -> Result<String, Vec<Diagnostic>> {
    let text = Writer {
        specification,
        is_residual: false,
    }
    .text()?;
    readable(specification, text)
}

/// The text of a residual property in JavaMOP's language: without the properties that nothing is
/// left of, and without the events that no transition waits for. `None` if nothing at all is left.
///
/// # Errors
/// As [`print()`].
pub fn print_residual(residual: &Specification) -> Result<Option<String>, Vec<Diagnostic>> {
    let mut left = residual.clone();
    left.properties
        .retain(|property| !property.date.transitions.is_empty());
    if left.properties.is_empty() {
        Ok(None)
    } else {
        let text = Writer {
            specification: &left,
            is_residual: true,
        }
        .text()?;
        readable(&left, text).map(Some)
    }
}

/// The text, which can be read again.
fn readable(specification: &Specification, text: String) -> Result<String, Vec<Diagnostic>> {
    match super::read(&specification.file, &text, Fidelity::Documented) {
        Ok(_) => Ok(text),
        Err(findings) => {
            let why = findings.first().map_or("", |finding| &finding.message);
            let message = format!("this cannot be said in the language of JavaMOP: {why}");
            Err(vec![Diagnostic::error(
                &specification.file,
                Span::default(),
                "not-in-mop",
                message,
            )])
        }
    }
}

struct Writer<'a> {
    specification: &'a Specification,
    /// True if events that no transition waits for are left out, and contexts of which no property
    /// is left.
    is_residual: bool,
}

impl Writer<'_> {
    fn text(&self) -> Result<String, Vec<Diagnostic>> {
        let package = self.specification.package.as_ref();
        // Readers import what the package has.
        let own = package.map(|package| format!("{package}.*"));
        let imports = self
            .specification
            .imports
            .iter()
            .filter(|import| Some(*import) != own.as_ref());
        let package = package.map(|package| format!("package {package};\n"));
        let mut text: String = package
            .into_iter()
            .chain(imports.map(|import| format!("import {import};\n")))
            .collect();

        let mut refused = Vec::new();
        for context in self.contexts() {
            let between = if text.is_empty() { "" } else { "\n" };
            match self.context(context) {
                Ok(written) => text += &format!("{between}{written}"),
                Err(finding) => refused.push(finding),
            }
        }

        if refused.is_empty() {
            Ok(text)
        } else {
            Err(refused)
        }
    }

    fn refuse<T>(&self, span: Span, what: &str) -> Said<T> {
        let message = format!("{what} cannot be said in the language of JavaMOP");
        Err(Diagnostic::error(
            &self.specification.file,
            span,
            "not-in-mop",
            message,
        ))
    }

    /// The contexts that declare something, as their first properties stand in the file: those
    /// without parameters are one, the first.
    fn contexts(&self) -> Vec<ContextId> {
        let is_used = |id: &ContextId| {
            let context = &self.specification.contexts[*id];
            let has_events = self
                .specification
                .events
                .iter()
                .any(|event| event.context == *id);
            let declares = !(context.variables.is_empty()
                && context.clocks.is_empty()
                && context.channels.is_empty());
            let says_something = has_events || declares;
            !self.properties(*id).is_empty() || says_something && !self.is_residual
        };

        let mut used: Vec<ContextId> = self
            .specification
            .contexts
            .indices()
            .filter(is_used)
            .collect();
        used.sort_by_key(|id| {
            self.properties(*id)
                .first()
                .map(|property| property.span.start)
        });

        used
    }

    /// Returns what an event is called: readers put the name of its specification before it where
    /// there are parameters in others alone.
    fn event_name<'e>(&self, event: &'e Event) -> &'e str {
        let has_prefix = event.context.index() == 0 && self.contexts().len() > 1;
        let first = self
            .specification
            .properties
            .iter()
            .find(|property| property.context == event.context);
        let short = first.and_then(|first| event.name.strip_prefix(&first.name)?.strip_prefix('_'));
        short.filter(|_| has_prefix).unwrap_or(&event.name)
    }

    fn properties(&self, context: ContextId) -> Vec<&Property> {
        self.specification
            .properties
            .iter()
            .filter(|property| property.context == context)
            .collect()
    }

    fn events(&self, context: ContextId) -> Vec<&Event> {
        self.specification
            .events
            .iter()
            .filter(|event| event.context == context)
            .collect()
    }

    fn context(&self, id: ContextId) -> Said<String> {
        let context = &self.specification.contexts[id];
        self.check(id, context)?;
        let properties = self.properties(id);
        let Some(first) = properties.first() else {
            return self.refuse(context.span, "a context without properties");
        };

        if let Some(rated) = properties
            .iter()
            .find(|property| property.severity != Severity::default())
        {
            return self.refuse(rated.span, "a severity");
        }
        let guards = events::guards(self, id, &properties)?;
        let parameters: Vec<String> = context
            .parameters
            .iter()
            .map(|p| format!("{} {}", p.ty, p.name))
            .collect();
        let mut text = format!("{}({}) {{\n", first.name, parameters.join(", "));
        text += &self.declarations(context);
        text += &events::text(self, &guards)?;

        for (property, name) in properties.iter().zip(automaton::names(self, &properties)?) {
            for (number, line) in property.explanation.lines().enumerate() {
                let before = if number == 0 { "\n" } else { "" };
                text += &format!("{before}    // {line}\n");
            }
            text += &automaton::text(self, property, name, &guards)?;
        }

        Ok(text + "}\n")
    }

    /// Refuses what a specification of JavaMOP has no word for.
    fn check(&self, id: ContextId, context: &Context) -> Said<()> {
        let specification = self.specification;
        let is_nested = context.parent.is_some_and(|parent| parent.index() != 0);
        let is_global = id.index() == 0;
        let binds_all = || {
            self.events(id)
                .iter()
                .all(|event| events::binds_all(event, context))
        };

        match context {
            _ if is_nested => self.refuse(context.span, "a context within another one"),
            Context { clocks, .. } if !clocks.is_empty() => self.refuse(clocks[0].span, "a clock"),
            Context { channels, .. } if !channels.is_empty() => {
                self.refuse(channels[0].span, "a channel")
            }
            Context { variables, .. }
                if is_global && !variables.is_empty() && specification.contexts.len() > 1 =>
            {
                self.refuse(variables[0].span, "a variable that several contexts share")
            }
            Context {
                creation: Creation::Listed(_),
                ..
            } => self.refuse(context.span, "a list of the events that make instances"),
            Context {
                creation: Creation::AnyEvent,
                ..
            } if !is_global && !binds_all() => self.refuse(
                context.span,
                "an event that leaves parameters open, where nothing is joined,",
            ),
            _ if specification.methods.is_some() && specification.contexts.len() > 2 => {
                self.refuse(context.span, "a helper method that several contexts share")
            }
            _ => match context
                .parameters
                .iter()
                .find(|parameter| parameter.identity == Identity::Equals)
            {
                Some(parameter) => {
                    self.refuse(parameter.span, "a parameter that is compared by `equals`")
                }
                None => Ok(()),
            },
        }
    }

    fn declarations(&self, context: &Context) -> String {
        let mut text = String::new();
        for variable in &context.variables {
            let initial = variable
                .initial
                .as_ref()
                .map(|code| format!(" = {}", code.text))
                .unwrap_or_default();
            text += &format!("    {} {}{initial};\n", variable.ty, variable.name);
        }

        text += &self
            .specification
            .methods
            .as_ref()
            .map(|code| format!("    {}\n", code.text))
            .unwrap_or_default();

        text
    }
}

/// The text of code, if there is some.
fn text_of(code: &Option<Code>) -> Option<&str> {
    code.as_ref().map(|code| code.text.as_str())
}
