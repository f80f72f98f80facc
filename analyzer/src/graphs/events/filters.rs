//! Filters that are false wherever a place passes them: the event never happens there.
//!
//! `call Collection+.add(Object x) target Collection c` with the filter `x == c`: where a string is
//! added, `x` is no collection. What is known of a value is its constant, that it is not null, its
//! type, and the objects that it may be.

use date::code::eval::{Environment, Failure, Term, evaluate};
use date::code::{BinaryOp, Body, Expr, JavaType, Literal, Name, NameKind, UnaryOp, Value};
use date::data::Arguments;
use date::model::{
    ArgumentPattern, ArgumentPosition, Binding, PointPattern, Specification, Trigger,
};
use ir::{CallSiteId, LocalId, MethodId, Program};
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_types::hierarchy::Answer;
use points_to::{Node, PointsTo, may_be_one};

use super::arguments::writes;
use super::presence::{is_object, local_type};
use super::{EventVariables, Notification, Place, arguments};

/// The filters of a specification, with what decides them.
pub struct Filters<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    specification: &'a Specification,
    variables: EventVariables<'a>,
    imports: Imports,
}

/// One way in which a place passes a filter.
struct Passing<'a> {
    filters: &'a Filters<'a>,
    pattern: &'a PointPattern,
    site: CallSiteId,
    constants: &'a Arguments,
}

impl<'a> Filters<'a> {
    /// The filters of a specification. O(size of the code).
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        variables: EventVariables<'a>,
    ) -> Self {
        let specification = variables.specification;
        Filters {
            program,
            points_to,
            specification,
            variables,
            imports: Imports::of(specification),
        }
    }

    /// Returns whether the filter of a notification is false at each copy of its call, and shown to
    /// be without a call: what a filter calls may be seen. O(copies * size of the filter * methods
    /// around the call).
    pub fn refuse(&self, notification: &Notification) -> bool {
        let event = &self.specification.events[notification.event];
        let alternative = &event.alternatives[notification.alternative];
        let (Trigger::Point(pattern), Place::Call(point), Some(filter)) = (
            &alternative.trigger,
            notification.place,
            &alternative.filter,
        ) else {
            return false;
        };
        let Body::Expr(filter) = &filter.body else {
            return false;
        };
        if notification.unresolved || writes(self.specification, notification, alternative) {
            return false;
        }

        let constants = arguments(&self.variables, notification);
        self.variables.sites.at(point).iter().all(|&site| {
            let passing = Passing {
                filters: self,
                pattern,
                site,
                constants: &constants,
            };
            passing.truth(filter) == Some(false)
        })
    }
}

impl Passing<'_> {
    /// The value of a condition, if it is known and no call comes before that.
    fn truth(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.truth(operand).map(|truth| !truth),
            Expr::Binary {
                op: BinaryOp::And,
                left,
                right,
            } => self.joined(false, left, right),
            Expr::Binary {
                op: BinaryOp::Or,
                left,
                right,
            } => self.joined(true, left, right),
            Expr::Binary {
                op: BinaryOp::Eq,
                left,
                right,
            } => self.equality(left, right).or_else(|| self.constant(expr)),
            Expr::Binary {
                op: BinaryOp::Ne,
                left,
                right,
            } => self
                .equality(left, right)
                .map(|equal| !equal)
                .or_else(|| self.constant(expr)),
            Expr::InstanceOf { operand, ty } => self.is_instance(operand, ty),
            _ => self.constant(expr),
        }
    }

    /// The value of `left && right`, which `false` decides, or of `left || right`, which `true`
    /// does.
    fn joined(&self, deciding: bool, left: &Expr, right: &Expr) -> Option<bool> {
        match self.truth(left) {
            Some(truth) if truth == deciding => Some(deciding),
            Some(_) => self.truth(right),
            // What comes first may throw or call only if it is more than a comparison.
            None => self
                .truth(right)
                .filter(|&truth| truth == deciding && self.is_plain(left)),
        }
    }

    /// The value of an expression over constants.
    fn constant(&self, expr: &Expr) -> Option<bool> {
        let mut environment = Constants(self.constants);
        match evaluate(expr, &mut environment) {
            Ok(Value::Bool(truth)) => Some(truth),
            _ => None,
        }
    }

    /// Says whether two values are the same object, or null both.
    fn equality(&self, left: &Expr, right: &Expr) -> Option<bool> {
        match (left, right) {
            (Expr::Literal(Literal::Null), other) | (other, Expr::Literal(Literal::Null)) => {
                (self.kind(other)? == Kind::Object).then_some(())?;
                let place = self.local(other)?;
                self.is_there(other, place).then_some(false)
            }
            (left, right) => {
                let is_object = |expr: &Expr| self.kind(expr) == Some(Kind::Object);
                (is_object(left) && is_object(right)).then_some(())?;
                let (first, second) = (self.local(left)?, self.local(right)?);
                let is_one_there = self.is_there(left, first) || self.is_there(right, second);
                (is_one_there && !self.may_be_one(first, second)).then_some(false)
            }
        }
    }

    /// Returns whether an expression neither calls nor throws, whatever the values of its names are:
    /// it compares objects with objects, and numbers with numbers.
    fn is_plain(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.is_plain(operand),
            Expr::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                left,
                right,
            } => self.is_plain(left) && self.is_plain(right),
            Expr::Binary {
                op: BinaryOp::Eq | BinaryOp::Ne,
                left,
                right,
            } => self.kind(left).is_some() && self.kind(left) == self.kind(right),
            Expr::Binary {
                op: BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
                left,
                right,
            } => [left, right]
                .iter()
                .all(|operand| self.kind(operand) == Some(Kind::Number)),
            Expr::InstanceOf { operand, .. } => self.kind(operand) == Some(Kind::Object),
            _ => self.kind(expr) == Some(Kind::Number),
        }
    }

    /// The kind of a name or literal; `None` of other expressions.
    fn kind(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Literal(Literal::Null | Literal::Str(_)) => Some(Kind::Object),
            Expr::Literal(_) => Some(Kind::Number),
            Expr::Name(_) => match JavaType::of(self.binding(expr)?.ty.as_deref()?) {
                JavaType::Primitive(_) => Some(Kind::Number),
                _ => Some(Kind::Object),
            },
            _ => None,
        }
    }

    /// The binding of a name that the pattern binds.
    fn binding(&self, expr: &Expr) -> Option<&Binding> {
        let Expr::Name(Name {
            text,
            kind: NameKind::EventVariable | NameKind::Parameter(_),
        }) = expr
        else {
            return None;
        };
        let arguments = self
            .pattern
            .arguments
            .iter()
            .filter_map(|(_, of)| match of {
                ArgumentPattern::Bound(binding) => Some(binding),
                _ => None,
            });
        let mut bindings = self.pattern.target.iter().chain(arguments);
        bindings.find(|binding| binding.name == *text)
    }

    fn may_be_one(&self, first: (MethodId, LocalId), second: (MethodId, LocalId)) -> bool {
        let Filters {
            program, points_to, ..
        } = self.filters;
        let (Some(first_type), Some(second_type)) = (
            local_type(program, first.0, first.1),
            local_type(program, second.0, second.1),
        ) else {
            return true;
        };
        // Numbers are compared by value.
        if !first_type.is_reference() || !second_type.is_reference() {
            return true;
        }
        let objects = |(method, local)| points_to.objects(Node::Local(method, local));
        may_be_one(program, first_type, second_type)
            && !objects(first).is_disjoint(&objects(second))
    }

    /// Says whether a value is an instance of a written type.
    fn is_instance(&self, operand: &Expr, written: &str) -> Option<bool> {
        let (method, local) = self.local(operand)?;
        let program = self.filters.program;
        let own = local_type(program, method, local).filter(|ty| ty.is_reference())?;
        let names = TypeNames::new(&program.hierarchy, &self.filters.imports);
        let TypeName::Known(tested) = names.resolve(written) else {
            return None;
        };

        if program.hierarchy.is_subtype(own, &tested) == Answer::Yes {
            self.is_there(operand, (method, local)).then_some(true)
        } else {
            (!may_be_one(program, own, &tested)).then_some(false)
        }
    }

    /// The local whose value a name has.
    fn local(&self, expr: &Expr) -> Option<(MethodId, LocalId)> {
        let text = &self.binding(expr)?.name;
        let call = &self.filters.program.calls[self.site];
        if self
            .pattern
            .target
            .as_ref()
            .is_some_and(|binding| binding.name == *text)
        {
            return Some((call.method, call.receiver?));
        }

        let mut arguments = self.pattern.arguments.iter();
        let (position, _) = arguments.find(
            |(_, argument)| matches!(argument, ArgumentPattern::Bound(of) if of.name == *text),
        )?;
        // As in `arguments`: captured variables may stand behind them.
        if self.pattern.is_creation() && matches!(position, ArgumentPosition::FromEnd(_)) {
            return None;
        }
        let argument = *call.arguments.get(position.index(call.arguments.len())?)?;
        Some((call.method, argument))
    }

    /// Returns whether a value surely is an object: the event has a target, or the local holds one.
    fn is_there(&self, expr: &Expr, (method, local): (MethodId, LocalId)) -> bool {
        self.is_target(expr) || is_object(self.filters.program, method, local)
    }

    /// Returns whether a name is that of the target, which no call on `null` has.
    fn is_target(&self, expr: &Expr) -> bool {
        let name = self.binding(expr).map(|binding| &binding.name);
        let target = self.pattern.target.as_ref();
        let is_typed = |target: &&Binding| target.ty.is_some() && !self.pattern.is_creation();
        let call = &self.filters.program.calls[self.site];
        call.receiver.is_some()
            && name.is_some()
            && target.filter(is_typed).map(|target| &target.name) == name
    }
}

/// What a value is to Java's operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A reference.
    Object,
    /// A number or truth value.
    Number,
}

/// The constants that a call passes.
struct Constants<'a>(&'a Arguments);

impl Environment for Constants<'_> {
    fn read(&mut self, name: &Name) -> Result<Value, Failure> {
        let is_bound = matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_));
        let known = self.0.get(&name.text).filter(|_| is_bound);
        known
            .map(|(_, value)| value.clone())
            .ok_or_else(|| Failure::Undetermined(name.text.clone()))
    }

    fn write(&mut self, name: &Name, _: Value) -> Result<(), Failure> {
        Err(Failure::Undetermined(name.text.clone()))
    }

    fn type_of(&self, name: &Name) -> Option<JavaType> {
        self.0.get(&name.text).map(|(ty, _)| *ty)
    }

    fn term(&mut self, _: &Term<'_>) -> Result<Value, Failure> {
        Err(Failure::Undetermined(String::new()))
    }
}
