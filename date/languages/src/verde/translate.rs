//! From what a property file says to the draft of a specification.

use std::collections::BTreeMap;
use std::ops::Range;

use super::events::{Events, Heard};
use super::parse::{Block, Outcome, Role, State, Transition, Written};
use super::python::{self, Names, Path, Ty};
use super::slices::slices;
use crate::draft::{
    DraftContext, DraftParameter, DraftProperty, DraftSpecification, DraftState, DraftTransition,
    DraftVariable, Word,
};
use crate::java::Excerpt;
use date::code::lexical::is_word_character;
use date::model::{Explanation, Observability, Severity, StateKind};
use text::{Diagnostic, Source, nearest};

/// The draft of a file.
///
/// # Errors
/// The first thing that a property cannot say.
pub(super) fn draft(
    written: &Written<'_>,
    source: &Source<'_>,
) -> Result<DraftSpecification, Diagnostic> {
    let events = Events::of(written, source)?;
    let (parameters, creation) = slices(written, &events, source)?;
    let mut translation = Translation {
        written,
        source,
        events,
        parameters,
        variables: BTreeMap::new(),
    };
    translation.check_states()?;

    let initial = translation.initial_values()?;
    translation.type_variables();
    let property = translation.property()?;
    let mut contexts = vec![DraftContext::new(None, 0..0)];
    let own = if translation.parameters.is_empty() {
        &mut contexts[0]
    } else {
        contexts.push(DraftContext::new(
            Some(0),
            written.slices[0].name.range.clone(),
        ));
        &mut contexts[1]
    };
    own.creation = creation;
    own.variables = translation.declared(initial);
    own.events = translation.events.all.iter().map(Heard::draft).collect();
    own.properties = vec![property];
    own.parameters = translation.parameters;

    Ok(DraftSpecification {
        imports: written.imports.clone(),
        package: None,
        methods: None,
        contexts,
        hears_references: true,
    })
}

/// The initial value of a variable, and where it stands.
type Initial = BTreeMap<String, (Range<usize>, Excerpt)>;

struct Translation<'w> {
    written: &'w Written<'w>,
    source: &'w Source<'w>,
    events: Events<'w>,
    parameters: Vec<DraftParameter>,
    /// The environment.
    variables: BTreeMap<String, Ty>,
}

/// Java that stands for a part of the file.
fn java(text: &str, range: Range<usize>) -> Excerpt {
    let mut excerpt = Excerpt::empty(range.start);
    excerpt.push(text, range);
    excerpt
}

impl<'w> Translation<'w> {
    fn error(&self, range: Range<usize>, message: String, help: &str) -> Diagnostic {
        self.source
            .error(range, "verde-unsupported", message)
            .with_help(help)
    }

    fn check_states(&self) -> Result<(), Diagnostic> {
        let states = &self.written.states;
        let Some(init) = states.iter().find(|state| state.name.text == "init") else {
            let names = states.iter().map(|state| state.name.text.as_str());
            let error = self.source.error(
                states[0].name.range.clone(),
                "initial-state",
                "there is no state `init`",
            );
            return Err(match nearest("init", names) {
                Some(near) => error.with_help(format!("`{near}` would be it under that name")),
                None => error.with_help("the state in which instances begin is called `init`"),
            });
        };

        match &init.action {
            Some(action) => {
                let message =
                    "an action of `init` would run for each instance that is made".to_owned();
                Err(self.error(
                    action.range.clone(),
                    message,
                    "write it on the transitions that lead to `init`",
                ))
            }
            None => Ok(()),
        }
    }

    fn initial_values(&mut self) -> Result<Initial, Diagnostic> {
        let mut initial = Initial::new();
        let Some(block) = &self.written.initialization else {
            return Ok(initial);
        };
        let mut names = Names {
            values: BTreeMap::new(),
            variables: &mut self.variables,
        };

        for assignment in python::assignments(block, &mut names, self.source)? {
            let value = java(&assignment.value, assignment.range.clone());
            if initial
                .insert(
                    assignment.variable.clone(),
                    (assignment.range.clone(), value),
                )
                .is_some()
            {
                let message = format!("`{}` has an initial value already", assignment.variable);
                return Err(self.error(assignment.range, message, "compute it in one expression"));
            }
        }

        Ok(initial)
    }

    /// Finds the types of variables that blocks assign, in whatever order. What is wrong with
    /// blocks is said later.
    fn type_variables(&mut self) {
        loop {
            let known = self.variables.len();
            for transition in self
                .written
                .states
                .iter()
                .flat_map(|state| &state.transitions)
            {
                let outcomes = [Some(&transition.success), transition.failure.as_ref()];
                for block in outcomes
                    .into_iter()
                    .flatten()
                    .filter_map(|outcome| outcome.code.as_ref())
                {
                    let mut names = Names {
                        values: self.values(transition),
                        variables: &mut self.variables,
                    };
                    drop(python::assignments(block, &mut names, self.source));
                }
            }
            if self.variables.len() == known {
                return;
            }
        }
    }

    /// Returns what a transition calls the values of its event.
    fn values(&self, transition: &Transition<'_>) -> BTreeMap<String, (String, Ty)> {
        let heard = self.events.heard(&transition.event);
        let values = transition.event.values.iter().map(|value| {
            let bound = &heard.values[&value.role];
            let slice = self
                .parameters
                .iter()
                .find(|parameter| parameter.name.text == bound.name);
            let ty = match (slice, value.role) {
                (Some(slice), _) => Ty::of(Some(&slice.ty)),
                (None, Role::Object) => Ty::Object,
                (None, _) => Ty::of(bound.ty.as_deref()),
            };
            // Python computes in 64 bits where Java would with a `float`.
            let is_narrow = bound.ty.as_deref() == Some("float");
            let java = if is_narrow {
                format!("((double) {})", bound.name)
            } else {
                bound.name.clone()
            };
            (value.name.name.text.clone(), (java, ty))
        });

        values.collect()
    }

    fn declared(&self, mut initial: Initial) -> Vec<DraftVariable> {
        let declare = |(name, ty): (&String, &Ty)| {
            let (range, initial) = initial
                .remove(name)
                .map_or((0..0, None), |(range, value)| (range, Some(value)));
            let ty = ty.of_variable()?.to_owned();
            Some(DraftVariable {
                name: Word {
                    text: name.clone(),
                    range,
                },
                ty,
                initial,
            })
        };
        self.variables.iter().filter_map(declare).collect()
    }

    fn property(&mut self) -> Result<DraftProperty, Diagnostic> {
        let (mut states, mut transitions) = (Vec::new(), Vec::new());
        let written = self.written;
        for state in &written.states {
            states.push(self.state(state)?);
            for transition in &state.transitions {
                transitions.extend(self.transition(state, transition)?);
            }
        }

        let file = self
            .source
            .file
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let name = stem.replace(|c| !is_word_character(c), "_");
        let range = written.states[0].name.range.clone();

        Ok(DraftProperty {
            name: Word { text: name, range },
            states,
            transitions,
            alphabet: Vec::new(),
            observable: Observability::All,
            severity: Severity::default(),
            explanation: Explanation::default(),
            releases: false,
        })
    }

    fn state(&self, state: &State<'_>) -> Result<DraftState, Diagnostic> {
        Ok(DraftState {
            name: state.name.clone(),
            kind: if state.is_bad {
                StateKind::Bad
            } else {
                StateKind::Normal
            },
            initial: state.name.text == "init",
            entry: state
                .action
                .as_ref()
                .map(|action| self.call(action))
                .transpose()?,
        })
    }

    /// The call of a Java method, which an import brings in.
    fn call(&self, action: &Word) -> Result<Excerpt, Diagnostic> {
        let brings = |import: &Word| {
            let member = import
                .text
                .strip_prefix("static ")
                .and_then(|name| name.rsplit('.').next());
            member.is_some_and(|member| member == "*" || member == action.text)
        };
        if self.written.imports.iter().any(brings) {
            Ok(java(&format!("{}();", action.text), action.range.clone()))
        } else {
            let message = format!("there is no method for the action `{}`", action.text);
            let help = "leave it out where the report of the state says as much; else import a method, as in `import static app.Actions.*`";
            Err(self.error(action.range.clone(), message, help))
        }
    }

    fn transition(
        &mut self,
        from: &State<'_>,
        transition: &Transition<'_>,
    ) -> Result<Vec<DraftTransition>, Diagnostic> {
        let guard = transition
            .guard
            .as_ref()
            .filter(|guard| !python::is_empty(guard));
        let source = self.source;
        let paths = match guard {
            Some(guard) => python::guard(guard, &mut self.names(transition), source)?,
            None => vec![Path {
                condition: None,
                succeeds: true,
            }],
        };

        let success = self.action(transition, &transition.success)?;
        let failure = match &transition.failure {
            Some(failure) if guard.is_none() => {
                let message = "this is never taken, since the transition has no guard".to_owned();
                return Err(self.error(
                    failure.to.range.clone(),
                    message,
                    "leave it out, or write a guard",
                ));
            }
            Some(failure) => Some((failure, self.action(transition, failure)?)),
            None => None,
        };

        let heard = self.events.heard(&transition.event).word();
        let event = Word {
            text: heard.text,
            range: transition.event.range.clone(),
        };
        let range = guard.map_or(transition.range.clone(), |guard| guard.range.clone());
        let drafts = paths.into_iter().filter_map(|path| {
            let (to, action) = if path.succeeds {
                (&transition.success.to, success.clone())
            } else {
                failure
                    .as_ref()
                    .map(|(failure, action)| (&failure.to, action.clone()))?
            };
            Some(DraftTransition {
                from: from.name.clone(),
                to: to.clone(),
                event: event.clone(),
                condition: path
                    .condition
                    .map(|condition| java(&condition, range.clone())),
                action,
                range: transition.range.clone(),
            })
        });

        Ok(drafts.collect())
    }

    fn names(&mut self, transition: &Transition<'_>) -> Names<'_> {
        Names {
            values: self.values(transition),
            variables: &mut self.variables,
        }
    }

    /// Returns what is done on the way to a state.
    fn action(
        &mut self,
        transition: &Transition<'_>,
        outcome: &Outcome<'_>,
    ) -> Result<Option<Excerpt>, Diagnostic> {
        let statements = match &outcome.code {
            Some(block) => self.statements(block, transition)?,
            None => String::new(),
        };
        let range = outcome
            .code
            .as_ref()
            .map_or(outcome.to.range.clone(), |block| block.range.clone());
        let mut code = java(&statements, range.clone());

        if let Some(action) = &outcome.action {
            let call = self.call(action)?;
            code.push(
                if statements.is_empty() { "" } else { " " },
                range.end..range.end,
            );
            code.push(call.text(), action.range.clone());
        }

        Ok(Some(code).filter(|code| !code.text().is_empty()))
    }

    fn statements(
        &mut self,
        block: &Block<'_>,
        transition: &Transition<'_>,
    ) -> Result<String, Diagnostic> {
        let source = self.source;
        let assignments = python::assignments(block, &mut self.names(transition), source)?;
        let statements: Vec<String> = assignments
            .into_iter()
            .map(|assignment| assignment.statement)
            .collect();
        Ok(statements.join(" "))
    }
}
