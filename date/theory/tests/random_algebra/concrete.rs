//! Small DATEs that can be run, seen statically, and written as properties. One variable `x`, one
//! opaque condition.

use date::algebra::{StaticDate, StaticTransition, SubDate};
use date::code::{
    Assigned, BinaryOp, Body, Code, Expr, Literal, Name, NameKind, NameUse, Stmt, Truth,
};
use date::graph::Letter;
use date::ids::{ContextId, EventId, StateId};
use date::model::{
    Date, Explanation, Observability, Property, Severity, State, StateKind, Transition,
};
use text::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    True,
    False,
    AtLeast(i32),
    Equals(i32),
    /// Answered by the program, differently at each occurrence.
    Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Skip,
    Increment,
    Reset,
    /// Seen by the user, with the value of `x`.
    Emit,
}

#[derive(Debug, Clone)]
pub struct Arrow {
    pub from: usize,
    pub event: u32,
    pub condition: Condition,
    pub action: Action,
    pub to: usize,
}

#[derive(Debug, Clone)]
pub struct ConcreteDate {
    pub states: usize,
    pub bad: Vec<bool>,
    /// States whose entry ends the instance: the next event that makes one finds it as it was in
    /// the beginning.
    pub releasing: Vec<bool>,
    pub arrows: Vec<Arrow>,
}

/// An occurrence that an instance hears, if there is one.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'a> {
    pub position: usize,
    pub letter: &'a Letter,
    /// True if it makes a missing instance.
    pub creates: bool,
}

/// An arrow that is taken at an occurrence, and the variable behind it.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub position: usize,
    pub arrow: usize,
    pub x: i32,
}

/// An observation of the user at one occurrence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    Report {
        position: usize,
        state: usize,
        event: u32,
    },
    Action {
        position: usize,
        x: i32,
    },
}

impl ConcreteDate {
    /// Runs the arrows that `left` keeps over the occurrences that are heard. `opaque` answers by
    /// position.
    pub fn run<'a>(
        &self,
        left: &SubDate,
        word: impl Iterator<Item = Heard<'a>>,
        opaque: impl Fn(usize) -> bool,
    ) -> Vec<Seen> {
        let mut seen = Vec::new();
        self.steps(left, word, opaque, |step| {
            let Step { position, arrow, x } = step;
            let Arrow {
                to, event, action, ..
            } = self.arrows[arrow];
            if action == Action::Emit {
                seen.push(Seen::Action { position, x });
            }
            if self.bad[to] {
                seen.push(Seen::Report {
                    position,
                    state: to,
                    event,
                });
            }
        });
        seen
    }

    /// The arrows that are taken over the occurrences that are heard, in order.
    pub fn steps<'a>(
        &self,
        left: &SubDate,
        word: impl Iterator<Item = Heard<'a>>,
        opaque: impl Fn(usize) -> bool,
        mut take: impl FnMut(Step),
    ) {
        let mut instance = None;
        for Heard {
            position,
            letter,
            creates,
        } in word
        {
            let Some((state, mut x)) = instance.or(creates.then_some((0, 0))) else {
                continue;
            };
            instance = Some((state, x));
            let taken = self.arrows.iter().enumerate().find(|(index, arrow)| {
                left.transitions[*index]
                    && arrow.from == state
                    && letter.contains(EventId::from_raw(arrow.event))
                    && match arrow.condition {
                        Condition::True => true,
                        Condition::False => false,
                        Condition::AtLeast(bound) => x >= bound,
                        Condition::Equals(value) => x == value,
                        Condition::Opaque => opaque(position),
                    }
            });
            let Some((index, arrow)) = taken else {
                continue;
            };
            match arrow.action {
                Action::Skip | Action::Emit => {}
                Action::Increment => x += 1,
                Action::Reset => x = 0,
            }
            take(Step {
                position,
                arrow: index,
                x,
            });
            instance = (!self.releasing[arrow.to]).then_some((arrow.to, x));
        }
    }

    pub fn static_date(&self) -> StaticDate {
        let transition = |arrow: &Arrow| StaticTransition {
            from: StateId::from(arrow.from),
            event: EventId::from_raw(arrow.event),
            guard: match arrow.condition {
                Condition::True => Truth::True,
                Condition::False => Truth::False,
                _ => Truth::Unknown,
            },
            condition: number(arrow.condition, Condition::True),
            action: number(arrow.action, Action::Skip),
            observable: self.bad[arrow.to] || arrow.action == Action::Emit,
            to: StateId::from(arrow.to),
        };
        StaticDate {
            states: self.states,
            initial: StateId::from_raw(0),
            bad: self.bad.iter().copied().collect(),
            releasing: self.releasing.iter().copied().collect(),
            may_be_unborn: false,
            transitions: self.arrows.iter().map(transition).collect(),
        }
    }

    /// The property with only the arrows that `left` keeps.
    pub fn property(&self, left: &SubDate) -> Property {
        let state = |index: usize| State {
            name: format!("q{index}"),
            kind: match (self.bad[index], self.releasing[index]) {
                (true, _) => StateKind::Bad,
                (false, true) => StateKind::Accepting,
                (false, false) => StateKind::Normal,
            },
            entry: None,
            span: Span::default(),
        };
        let kept = self
            .arrows
            .iter()
            .enumerate()
            .filter(|(index, _)| left.transitions[*index]);
        Property {
            name: "p".to_owned(),
            context: ContextId::from_raw(1),
            date: Date {
                states: (0..self.states).map(state).collect(),
                initial: StateId::from_raw(0),
                transitions: kept.map(|(_, arrow)| arrow.transition()).collect(),
            },
            alphabet: Vec::new(),
            observable: Observability::All,
            severity: Severity::default(),
            explanation: Explanation::default(),
            releases: self.releasing.contains(&true),
            span: Span::default(),
        }
    }
}

impl Arrow {
    fn transition(&self) -> Transition {
        Transition {
            from: StateId::from(self.from),
            event: EventId::from_raw(self.event),
            condition: condition(self.condition),
            action: action(self.action),
            to: StateId::from(self.to),
            span: Span::default(),
        }
    }
}

/// Equal values have equal numbers; `nothing` has none.
fn number<T: std::fmt::Debug + PartialEq>(value: T, nothing: T) -> Option<u32> {
    let text = format!("{value:?}");
    (value != nothing).then(|| {
        text.bytes().fold(7, |sum: u32, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        })
    })
}

fn x() -> Name {
    Name {
        text: "x".to_owned(),
        kind: NameKind::Variable(ContextId::from_raw(1)),
    }
}

fn code(text: String, body: Body, reads: bool) -> Code {
    let names = if reads {
        vec![NameUse {
            start: 0,
            end: 1,
            name: x(),
        }]
    } else {
        Vec::new()
    };
    Code {
        text,
        span: Span::default(),
        body,
        names,
    }
}

fn call(method: &str, arguments: Vec<Expr>) -> Expr {
    Expr::Call {
        receiver: None,
        method: method.to_owned(),
        arguments,
    }
}

fn condition(condition: Condition) -> Option<Code> {
    let compare = |op, text, value| {
        let right = Box::new(Expr::Literal(Literal::Int(value)));
        let body = Body::Expr(Expr::Binary {
            op,
            left: Box::new(Expr::Name(x())),
            right,
        });
        Some(code(format!("x {text} {value}"), body, true))
    };
    match condition {
        Condition::True => None,
        Condition::False => Some(code(
            "false".to_owned(),
            Body::Expr(Expr::Literal(Literal::Bool(false))),
            false,
        )),
        Condition::AtLeast(bound) => compare(BinaryOp::Ge, ">=", bound),
        Condition::Equals(value) => compare(BinaryOp::Eq, "==", value),
        Condition::Opaque => Some(code(
            "ask()".to_owned(),
            Body::Expr(call("ask", Vec::new())),
            false,
        )),
    }
}

fn action(action: Action) -> Option<Code> {
    let statement = |expr, text: &str| {
        Some(code(
            text.to_owned(),
            Body::Stmts(vec![Stmt::Expr(expr)]),
            true,
        ))
    };
    let target = Assigned::Name(x());
    match action {
        Action::Skip => None,
        Action::Increment => statement(
            Expr::Increment {
                target,
                by: 1,
                postfix: true,
            },
            "x++;",
        ),
        Action::Reset => {
            let value = Box::new(Expr::Literal(Literal::Int(0)));
            statement(
                Expr::Assign {
                    target,
                    op: None,
                    value,
                },
                "x = 0;",
            )
        }
        Action::Emit => statement(call("emit", vec![Expr::Name(x())]), "emit(x);"),
    }
}
