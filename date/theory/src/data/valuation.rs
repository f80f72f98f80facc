//! Variables whose values are followed.

use std::collections::BTreeSet;

use super::known::{Known, range};
use crate::code::constant;
use crate::code::{
    Assigned, Body, Code, Effects, Expr, JavaType, Literal, Name, NameKind, Stmt, Types, UnaryOp,
    Value,
};
use crate::model::{Property, Specification};

/// Between two numbers that a property names, so many integers at most are told apart one by one.
const MOST_ONE_BY_ONE: i64 = 64;

/// The knowledge of each tracked variable, in their order.
pub type Valuation = Vec<Known>;

/// The variables of a property that are followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Tracked {
    /// The variables.
    pub names: Vec<Name>,
    /// Their types.
    pub types: Vec<JavaType>,
    /// The numbers that the property's code names, in order, zero among them.
    landmarks: Vec<i64>,
}

impl Tracked {
    /// The property's own variables that nothing writes but its actions and entry code, while they
    /// run. `shared` names those that something else reads or writes. What is not understood of an
    /// action may be a lambda expression or a class, which writes them whenever it is called.
    pub fn of(specification: &Specification, property: &Property, shared: &[String]) -> Self {
        let types = Types::of(specification, property.context);
        let date = &property.date;
        let conditions = date
            .transitions
            .iter()
            .filter_map(|transition| transition.condition.as_ref());
        let alternatives = specification
            .events
            .iter()
            .flat_map(|event| &event.alternatives);

        let in_events = alternatives.flat_map(|a| a.filter.iter().chain(&a.wheres));
        // Conditions, `filter` and `where` run outside of actions: a variable that they write is
        // not followed.
        let asides: Vec<Effects<'_>> = conditions
            .chain(in_events)
            .map(|code| Effects::of(code, &types))
            .collect();
        let entries = date.states.iter().filter_map(|state| state.entry.as_ref());
        let run = date
            .transitions
            .iter()
            .filter_map(|transition| transition.action.as_ref())
            .chain(entries);

        let run: Vec<Effects<'_>> = run.map(|code| Effects::of(code, &types)).collect();
        let followed = specification.contexts[property.context]
            .variables
            .iter()
            .filter_map(|variable| {
                let name = Name::new(&variable.name, NameKind::Variable(property.context));
                let later = run.iter().filter(|effects| effects.opaque);
                let written = asides
                    .iter()
                    .chain(later)
                    .any(|effects| effects.writes.contains(&name));
                let is_own = specification.methods.is_none() && !shared.contains(&variable.name);
                (is_own && !written).then(|| (name, JavaType::of(&variable.ty)))
            });

        let (names, types) = followed.unzip();
        // Intervals end at numbers of the code, or beside them, so there are finitely many
        // valuations.
        let mut landmarks = BTreeSet::from([0]);
        date.codes().for_each(|code| numbers(code, &mut landmarks));

        Tracked {
            names,
            types,
            landmarks: landmarks.into_iter().collect(),
        }
    }

    /// Returns the position of `name` among the variables.
    pub(super) fn position(&self, name: &Name) -> Option<usize> {
        self.names.iter().position(|tracked| tracked == name)
    }

    /// Follows the variable at `position` no more.
    pub(super) fn give_up(&mut self, position: usize) {
        self.names.remove(position);
        self.types.remove(position);
    }

    /// Returns the knowledge that the variable at `position` holds after an assignment of a `known`
    /// value. The value is converted to the variable's type, with ends among the landmarks and
    /// their neighbours, so that there are few.
    pub(super) fn stored(&self, position: usize, known: &Known) -> Known {
        let ty = self.types[position];
        if let Some(value) = known.value() {
            return value
                .assigned_to(ty)
                .map_or(Known::Any, |value| self.rounded(Known::of(value)));
        }

        match (known, ty) {
            (&Known::Whole { low, high, .. }, JavaType::Primitive(primitive)) => {
                self.rounded(Known::whole(primitive, low, high))
            }
            (Known::Whole { .. }, JavaType::Boxed(_)) | (Known::NotNull, _)
                if !matches!(ty, JavaType::Primitive(_)) =>
            {
                Known::NotNull
            }
            _ => Known::Any,
        }
    }

    /// The least interval with allowed ends around one.
    pub(super) fn rounded(&self, known: Known) -> Known {
        let Known::Whole { ty, low, high } = known else {
            return known;
        };
        let Some((least, most)) = range(ty) else {
            return Known::Any;
        };
        Known::whole(
            ty,
            self.start(low).unwrap_or(least).max(least),
            self.end(high).unwrap_or(most).min(most),
        )
    }

    /// The first number that is not told apart from `number`; `None` for the least of the type.
    fn start(&self, number: i64) -> Option<i64> {
        if self.is_told_apart(number) {
            return Some(number);
        }
        self.landmarks
            .iter()
            .rev()
            .find(|&&landmark| landmark < number)
            .map(|landmark| landmark + 1)
    }

    /// The last number that is not told apart from `number`; `None` for the greatest of the type.
    fn end(&self, number: i64) -> Option<i64> {
        if self.is_told_apart(number) {
            return Some(number);
        }
        self.landmarks
            .iter()
            .find(|&&landmark| landmark > number)
            .map(|landmark| landmark - 1)
    }

    /// Landmarks, and numbers between two of them that are close together.
    fn is_told_apart(&self, number: i64) -> bool {
        let place = self
            .landmarks
            .partition_point(|&landmark| landmark < number);
        let here = self.landmarks.get(place).copied();
        let before = place.checked_sub(1).map(|place| self.landmarks[place]);
        here == Some(number)
            || matches!((before, here), (Some(a), Some(b)) if b.checked_sub(a).is_some_and(|gap| gap <= MOST_ONE_BY_ONE))
    }

    /// Joins two valuations of which one holds, variable by variable.
    pub(super) fn either(&self, one: &Valuation, other: &Valuation) -> Valuation {
        one.iter()
            .zip(other)
            .map(|(one, other)| self.rounded(one.or(other)))
            .collect()
    }

    /// The values with which instances begin.
    pub(super) fn initial(&self, specification: &Specification, property: &Property) -> Valuation {
        let variables = &specification.contexts[property.context].variables;
        let each = self.names.iter().enumerate().map(|(position, name)| {
            let code = variables
                .iter()
                .find(|variable| variable.name == name.text)
                .and_then(|v| v.initial.as_ref());
            let value = match code.map(|code| &code.body) {
                // A variable without an initial value has the default of its type (JLS 4.12.5).
                None => Some(Value::default_of(self.types[position])),
                Some(Body::Expr(expr)) => constant(expr).and_then(Result::ok),
                Some(Body::Stmts(_)) => None,
            };
            value.map_or(Known::Any, |value| self.stored(position, &Known::of(value)))
        });
        each.collect()
    }
}

/// Adds the integers that code names, with their negatives.
fn numbers(code: &Code, found: &mut BTreeSet<i64>) {
    match &code.body {
        Body::Expr(expr) => in_expr(expr, found),
        Body::Stmts(statements) => statements
            .iter()
            .for_each(|statement| in_statement(statement, found)),
    }
}

fn in_statement(statement: &Stmt, found: &mut BTreeSet<i64>) {
    let mut all = |statements: &[Stmt]| {
        statements
            .iter()
            .for_each(|statement| in_statement(statement, found))
    };
    match statement {
        Stmt::Expr(expr) => in_expr(expr, found),
        Stmt::Local { initial, .. } => initial.iter().for_each(|expr| in_expr(expr, found)),
        Stmt::If {
            test,
            then,
            otherwise,
        } => {
            all(then);
            all(otherwise);
            in_expr(test, found);
        }
        Stmt::While { test, body } => {
            all(body);
            in_expr(test, found);
        }
        Stmt::Block(statements) => all(statements),
        Stmt::Return | Stmt::Opaque(_) => {}
    }
}

fn in_expr(expr: &Expr, found: &mut BTreeSet<i64>) {
    match expr {
        Expr::Literal(Literal::Int(value)) => _ = found.insert((*value).into()),
        Expr::Literal(Literal::Long(value)) => _ = found.insert(*value),
        Expr::Literal(Literal::Char(value)) => _ = found.insert((*value).into()),
        _ => expr
            .parts()
            .into_iter()
            .for_each(|part| in_expr(part, found)),
    }

    // `-3` is a minus before a literal, so the negatives are numbers of the property, too.
    if let Expr::Unary {
        op: UnaryOp::Minus, ..
    } = expr
    {
        let negated: Vec<i64> = found
            .iter()
            .filter_map(|number| number.checked_neg())
            .collect();
        found.extend(negated);
    }
}

/// The variable that an assignment writes, if it is a name.
pub(super) fn assigned_name(target: &Assigned) -> Option<&Name> {
    match target {
        Assigned::Name(name) => Some(name),
        Assigned::Program(_) => None,
    }
}
