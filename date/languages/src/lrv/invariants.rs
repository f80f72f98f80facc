//! INVARIANTS: values that must not change between two events of a context.
//!
//! LARVA compares the value with the one before whenever an instance is looked up. Here each
//! invariant becomes two variables of its context and an automaton in front of the context's
//! properties, which compares at each event of the context; contexts inside get one as well, since
//! their events look up the instances around theirs.

use super::cursor::Cursor;
use crate::draft::{DraftContext, DraftProperty, DraftState, DraftTransition, DraftVariable, Word};
use crate::java::Excerpt;
use date::code::JavaType;
use date::model::{Explanation, Observability, Severity, StateKind};
use text::{Diagnostic, nearest};

/// `type name = value; [enable]`.
#[derive(Debug, Clone)]
pub(super) struct Invariant {
    name: Word,
    ty: String,
    value: Excerpt,
    enabled: bool,
    /// Position of the context that declares it.
    context: usize,
}

/// The effect of a transition on an invariant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    Enable,
    Disable,
}

/// Reads an INVARIANTS block of the context at `position`.
pub(super) fn invariants(
    cursor: &mut Cursor<'_>,
    position: usize,
) -> Result<Vec<Invariant>, Diagnostic> {
    let mut invariants = Vec::new();
    while !cursor.at_end() {
        let ty = cursor
            .ty()
            .ok_or_else(|| cursor.expected("the type of an invariant"))?
            .text;
        let name = cursor.word("the name of an invariant")?;
        cursor.expect("=")?;
        let value = cursor.until(&[';']);
        cursor.expect(";")?;
        let bracketed = cursor.rest().starts_with('[');
        let enabled = if bracketed {
            let block = cursor.block("[")?;
            cursor.within(block).accept_word("enable").is_some()
        } else {
            cursor.accept_word("enable").is_some()
        };
        invariants.push(Invariant {
            name,
            ty,
            value: cursor.java(value),
            enabled,
            context: position,
        });
    }

    Ok(invariants)
}

/// The invariants that transitions of the context at `position` can name, innermost last.
pub(super) fn visible(
    invariants: &[Invariant],
    position: usize,
    contexts: &[DraftContext],
) -> Vec<Invariant> {
    invariants
        .iter()
        .filter(|invariant| lies_in(position, invariant.context, contexts))
        .cloned()
        .collect()
}

/// Returns whether a context is another one or lies in it.
fn lies_in(inner: usize, outer: usize, contexts: &[DraftContext]) -> bool {
    std::iter::successors(Some(inner), |&at| contexts[at].parent).any(|at| at == outer)
}

/// Reads `[enable name]` or `[disable name]` behind a transition.
pub(super) fn switch<'i>(
    cursor: &mut Cursor<'_>,
    visible: &'i [Invariant],
) -> Result<(Switch, &'i Invariant), Diagnostic> {
    let switch = match cursor.accept_word("enable") {
        Some(_) => Switch::Enable,
        None if cursor.accept_word("disable").is_some() => Switch::Disable,
        None => return Err(cursor.expected("`enable` or `disable`")),
    };
    let name = cursor.word("the name of an invariant")?;
    let found = visible
        .iter()
        .rev()
        .find(|invariant| invariant.name.text == name.text);

    found.map(|invariant| (switch, invariant)).ok_or_else(|| {
        let message = format!("there is no invariant `{}` here", name.text);
        let error = cursor
            .source
            .error(name.range, "unknown-invariant", message);
        match nearest(
            &name.text,
            visible.iter().map(|invariant| invariant.name.text.as_str()),
        ) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help(
                "invariants are declared in the INVARIANTS of this context or one around it",
            ),
        }
    })
}

/// `action` and then the switch.
pub(super) fn switched(action: Option<Excerpt>, switch: Switch, invariant: &Invariant) -> Excerpt {
    let mut code = action.unwrap_or_else(|| Excerpt::empty(invariant.name.range.start));
    if !code.text().is_empty() && !code.text().ends_with([';', '}']) {
        invariant.say(&mut code, ";");
    }

    match switch {
        Switch::Enable => {
            invariant.say(&mut code, " ");
            invariant.sample(&mut code);
            invariant.say(&mut code, &format!(" {} = true;", invariant.switch_name()));
        }
        Switch::Disable => {
            invariant.say(&mut code, &format!(" {} = false;", invariant.switch_name()))
        }
    }

    code.trimmed()
}

/// Adds the variables of all invariants and the automata that check them.
///
/// # Errors
/// A context inside that hides what the value of an invariant names.
pub(super) fn check_all(
    cursor: &Cursor<'_>,
    invariants: &[Invariant],
    contexts: &mut [DraftContext],
) -> Result<(), Diagnostic> {
    for invariant in invariants {
        invariant.refuse_hidden_names(cursor, contexts)?;
        contexts[invariant.context]
            .variables
            .extend(invariant.variables());
    }

    for invariant in invariants.iter().rev() {
        for position in invariant.context..contexts.len() {
            if lies_in(position, invariant.context, contexts) {
                let property = invariant.property(&contexts[position]);
                contexts[position].properties.splice(0..0, property);
            }
        }
    }

    Ok(())
}

impl Invariant {
    fn say(&self, code: &mut Excerpt, text: &str) {
        code.push(text, self.name.range.clone());
    }

    /// The variable that holds the value to compare with.
    fn value_name(&self) -> String {
        format!("{}$value", self.name.text)
    }

    /// The variable that says whether the invariant is checked.
    fn switch_name(&self) -> String {
        format!("{}$on", self.name.text)
    }

    fn value(&self, code: &mut Excerpt) {
        code.push(self.value.text(), self.value.extent());
    }

    fn sample(&self, code: &mut Excerpt) {
        self.say(code, &format!("{} = ", self.value_name()));
        self.value(code);
        self.say(code, ";");
    }

    fn variables(&self) -> [DraftVariable; 2] {
        let name = |text: String| Word {
            text,
            range: self.name.range.clone(),
        };
        let mut enabled = Excerpt::empty(self.name.range.start);
        self.say(&mut enabled, if self.enabled { "true" } else { "false" });
        let initial = self.enabled.then(|| self.value.clone());

        [
            DraftVariable {
                name: name(self.value_name()),
                ty: self.ty.clone(),
                initial,
            },
            DraftVariable {
                name: name(self.switch_name()),
                ty: "boolean".to_owned(),
                initial: Some(enabled),
            },
        ]
    }

    /// `on && value has changed`, by `equals`.
    fn changed(&self) -> Excerpt {
        let (on, value) = (self.switch_name(), self.value_name());
        let mut code = Excerpt::empty(self.name.range.start);
        let cast = if self.may_box() {
            format!("({}) ", self.ty)
        } else {
            String::new()
        };
        self.say(&mut code, &format!("{on} && ({value} == null ? {cast}("));
        self.value(&mut code);
        self.say(&mut code, &format!(") != null : !{value}.equals("));
        self.value(&mut code);
        self.say(&mut code, "))");
        code
    }

    /// Returns whether the value may be primitive, which is not compared with `null`.
    fn may_box(&self) -> bool {
        let named = self.ty.strip_prefix("java.lang.").unwrap_or(&self.ty);
        matches!(JavaType::of(named), JavaType::Boxed(_)) || matches!(named, "Object" | "Number")
    }

    /// The automaton that reports each change at the events of a context; `None` for a context
    /// without events.
    fn property(&self, context: &DraftContext) -> Option<DraftProperty> {
        let word = |text: &str| Word {
            text: text.to_owned(),
            range: self.name.range.clone(),
        };
        let state = |name: &str, kind: StateKind, initial: bool| DraftState {
            name: word(name),
            kind,
            initial,
            entry: None,
        };

        let mut action = Excerpt::empty(self.name.range.start);
        self.sample(&mut action);
        let raised = context
            .events
            .iter()
            .filter(|event| !event.alternatives.is_empty());
        let transition = |from: &str, event: &Word| DraftTransition {
            from: word(from),
            to: word("failed"),
            event: event.clone(),
            condition: Some(self.changed()),
            action: Some(action.clone()),
            range: self.name.range.clone(),
        };

        let transitions: Vec<DraftTransition> = raised
            .flat_map(|event| ["holds", "failed"].map(|from| transition(from, &event.name)))
            .collect();
        (!transitions.is_empty()).then(|| DraftProperty {
            name: self.name.clone(),
            states: vec![
                state("failed", StateKind::Bad, false),
                state("holds", StateKind::Normal, true),
            ],
            transitions,
            alphabet: Vec::new(),
            observable: Observability::All,
            severity: Severity::default(),
            explanation: Explanation::default(),
            releases: false,
        })
    }

    /// The value is computed among the names of contexts inside as well.
    fn refuse_hidden_names(
        &self,
        cursor: &Cursor<'_>,
        contexts: &[DraftContext],
    ) -> Result<(), Diagnostic> {
        let is_word = |c: char| date::code::lexical::is_word_character(c);
        let inner = (0..contexts.len())
            .filter(|&at| at != self.context && lies_in(at, self.context, contexts));
        let names = inner.flat_map(|at| {
            let context = &contexts[at];
            let bound = context
                .events
                .iter()
                .flat_map(|event| &event.parameters)
                .map(|p| &p.name);
            let keys = context.parameters.iter().map(|p| &p.name.text);
            keys.chain(context.variables.iter().map(|v| &v.name.text))
                .chain(bound)
        });

        for name in names {
            if self
                .value
                .text()
                .split(|c| !is_word(c))
                .any(|word| word == name)
            {
                let construct = format!(
                    "an invariant that names `{name}`, which a context inside declares as well,"
                );
                let instead = format!("give the inner `{name}` another name");
                return Err(cursor.unsupported(self.name.range.clone(), &construct, &instead));
            }
        }

        Ok(())
    }
}
