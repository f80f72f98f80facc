//! Recognizers of grammars, as values of the variables of a monitor.
//!
//! A monitor has a recognizer as an object. Its number stands for the grammar and the events so far, so equal
//! recognizers are equal objects.

use std::sync::Arc;

use date::code::eval::Term;
use date::code::{Expr, Object, Recognition, Value};
use logics::Alphabet;
use logics::cfg::{Grammar, Recognizer};
use rustc_hash::FxHashMap;

/// Recognizers of grammars, numbered by their grammar and the events so far.
#[derive(Debug, Default)]
pub(super) struct Recognizers {
    grammars: FxHashMap<String, (Arc<Grammar>, Arc<Alphabet>)>,
    all: Vec<Recognized>,
    numbers: FxHashMap<(String, Vec<String>), u64>,
}

#[derive(Debug, Clone)]
struct Recognized {
    grammar: String,
    events: Vec<String>,
    recognizer: Recognizer,
}

impl Recognizers {
    /// The value of a term that makes a recognizer or asks one. None for other terms.
    pub fn answer(&mut self, term: &Term<'_>) -> Result<Option<Value>, String> {
        if let Some(grammar) = Recognition::grammar(term.expr) {
            return self.begin(grammar).map(Some);
        }
        let (Expr::Call { method, .. }, [Value::Object(object), arguments @ ..]) =
            (term.expr, &term.operands[..])
        else {
            return Ok(None);
        };
        let asked = Recognition::of_method(method).filter(|_| object.class == Recognition::CLASS);
        let known = self.all.get(object.id as usize).cloned();
        let (Some(asked), Some(known)) = (asked, known) else {
            return Ok(None);
        };
        match (asked, arguments) {
            (Recognition::Restarted, []) => self.begin(&known.grammar).map(Some),
            (asked, [Value::Str(event)]) => {
                let next = self.after(known, event)?;
                Ok(Some(match asked {
                    Recognition::Matches => Value::Bool(next.recognizer.is_match()),
                    Recognition::Fails => Value::Bool(next.recognizer.is_failed()),
                    Recognition::After | Recognition::Restarted => self.value(next),
                }))
            }
            _ => Ok(None),
        }
    }

    fn begin(&mut self, text: &str) -> Result<Value, String> {
        if !self.grammars.contains_key(text) {
            let (grammar, events) = Grammar::parse_alone(text)
                .map_err(|error| format!("`{text}` is no grammar: {}", error.message))?;
            let entry = (Arc::new(grammar), Arc::new(events));
            self.grammars.insert(text.to_owned(), entry);
        }
        let recognizer = Recognizer::new(self.grammars[text].0.clone());
        Ok(self.value(Recognized {
            grammar: text.to_owned(),
            events: Vec::new(),
            recognizer,
        }))
    }

    fn after(&self, mut known: Recognized, event: &str) -> Result<Recognized, String> {
        let grammar = self.grammars.get(&known.grammar);
        let (_, events) = grammar.ok_or("the grammar is not known")?;
        match events.symbol(event) {
            Some(symbol) => known.recognizer.step(symbol),
            None => known.recognizer.fail(),
        }
        known.events.push(event.to_owned());
        if known.recognizer.is_failed() {
            // All failed recognizers of a grammar are alike.
            known.events = vec!["failed".to_owned(), String::new()];
        }
        Ok(known)
    }

    fn value(&mut self, recognized: Recognized) -> Value {
        let next = self.all.len() as u64;
        let key = (recognized.grammar.clone(), recognized.events.clone());
        let id = *self.numbers.entry(key).or_insert(next);
        if id == next {
            self.all.push(recognized);
        }
        Value::Object(Object {
            class: Recognition::CLASS.to_owned(),
            id,
            equality_class: None,
        })
    }
}
