//! Recognizers of grammars: objects that know what comes of the events so far.

use std::sync::Arc;

use super::{Interpreter, Judged, Unknown};
use date::code::eval::Term;
use date::code::{Expr, Object, Recognition, Value};
use logics::Alphabet;
use logics::cfg::{Grammar, Recognizer};

/// A recognizer and the events of its grammar.
#[derive(Clone)]
pub(super) struct Recognized {
    grammar: Arc<Grammar>,
    events: Arc<Alphabet>,
    recognizer: Recognizer,
}

impl Recognized {
    fn of(text: &str) -> Judged<Self> {
        let (grammar, events) = Grammar::parse_alone(text)
            .map_err(|error| Unknown(format!("`{text}` is no grammar: {}", error.message)))?;
        let grammar = Arc::new(grammar);
        Ok(Recognized {
            recognizer: Recognizer::new(grammar.clone()),
            grammar,
            events: Arc::new(events),
        })
    }

    fn restarted(&self) -> Self {
        Recognized {
            recognizer: Recognizer::new(self.grammar.clone()),
            ..self.clone()
        }
    }

    fn after(&self, event: &str) -> Self {
        let mut next = self.clone();
        match self.events.symbol(event) {
            Some(symbol) => next.recognizer.step(symbol),
            None => next.recognizer.fail(),
        }
        next
    }
}

impl Interpreter<'_> {
    /// Returns what a term is that makes a recognizer or asks one; `None` for other terms.
    pub(super) fn recognition(&mut self, term: &Term<'_>) -> Judged<Option<Value>> {
        if let Some(grammar) = Recognition::grammar(term.expr) {
            return Ok(Some(self.recognizer(Recognized::of(grammar)?)));
        }

        let (Expr::Call { method, .. }, [Value::Object(object), arguments @ ..]) =
            (term.expr, &term.operands[..])
        else {
            return Ok(None);
        };
        let asked = Recognition::of_method(method).filter(|_| object.class == Recognition::CLASS);
        let Some(known) = self.recognizers.get(object.id as usize) else {
            return Ok(None);
        };
        let value = match (asked, arguments) {
            (Some(Recognition::Restarted), []) => {
                let restarted = known.restarted();
                self.recognizer(restarted)
            }
            (Some(asked), [Value::Str(event)]) => {
                let next = known.after(event);
                match asked {
                    Recognition::Matches => Value::Bool(next.recognizer.is_match()),
                    Recognition::Fails => Value::Bool(next.recognizer.is_failed()),
                    Recognition::After | Recognition::Restarted => self.recognizer(next),
                }
            }
            _ => return Ok(None),
        };

        Ok(Some(value))
    }

    fn recognizer(&mut self, recognized: Recognized) -> Value {
        self.recognizers.push(recognized);
        let id = self.recognizers.len() as u64 - 1;
        Value::Object(Object {
            class: Recognition::CLASS.to_owned(),
            id,
            equality_class: None,
        })
    }
}
