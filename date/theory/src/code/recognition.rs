//! Following a grammar that no automaton is exact about, in the code of a property: a variable of
//! the class [`Recognition::CLASS`] holds what is known of the events so far. Objects of the class
//! never change, so that instances may share them; its methods are what conditions ask and actions
//! assign. Monitors have it from their runtime library, and the reference interpreter from
//! [`logics::cfg::Recognizer`].

use super::{Expr, JavaType, Literal, Primitive};

/// A question to a recognizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognition {
    /// `after(event)`: the recognizer after one more event.
    After,
    /// `restarted()`: the recognizer before the first event.
    Restarted,
    /// `matches(event)`: whether the events so far and this one are a word of the grammar.
    Matches,
    /// `fails(event)`: whether they begin none.
    Fails,
}

impl Recognition {
    /// The Java class, of the monitors' runtime library.
    pub const CLASS: &str = "residua.runtime.Recognizer";

    const METHODS: [(&str, Recognition); 4] = [
        ("after", Recognition::After),
        ("restarted", Recognition::Restarted),
        ("matches", Recognition::Matches),
        ("fails", Recognition::Fails),
    ];

    /// Returns the question that a method of the class asks.
    pub fn of_method(name: &str) -> Option<Recognition> {
        Self::METHODS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, asked)| asked)
    }

    /// The type of the answer.
    pub fn result(self) -> JavaType {
        match self {
            Recognition::After | Recognition::Restarted => JavaType::Recognizer,
            Recognition::Matches | Recognition::Fails => JavaType::Primitive(Primitive::Boolean),
        }
    }

    /// The grammar of `residua.runtime.Recognizer.of("..")`, which makes a recognizer.
    pub fn grammar(expr: &Expr) -> Option<&str> {
        let Expr::Call {
            receiver: Some(class),
            method,
            arguments,
        } = expr
        else {
            return None;
        };
        match arguments.as_slice() {
            [Expr::Literal(Literal::Str(grammar))]
                if method == "of" && class.is_static_path() && class.to_string() == Self::CLASS =>
            {
                Some(grammar)
            }
            _ => None,
        }
    }
}
