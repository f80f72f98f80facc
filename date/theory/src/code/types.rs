//! Static types of names and expressions, as far as arithmetic, conversions and effects depend on
//! them.

use std::collections::BTreeMap;

use super::{Assigned, BinaryOp, Expr, Literal, Name, NameKind, Recognition, UnaryOp, truth};
use crate::ids::ContextId;
use crate::model::Specification;

/// A primitive type. Numeric ones are ordered by binary promotion from `Int` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

/// A static type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JavaType {
    /// A primitive type.
    Primitive(Primitive),
    /// The wrapper class of a primitive type.
    Boxed(Primitive),
    /// `String`.
    Text,
    /// The type of `null`.
    Null,
    /// [`Recognition::CLASS`]: what is known of a word that a grammar is followed by.
    Recognizer,
    /// Any other reference type.
    Reference,
}

impl Primitive {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "boolean" => Primitive::Boolean,
            "byte" => Primitive::Byte,
            "short" => Primitive::Short,
            "char" => Primitive::Char,
            "int" => Primitive::Int,
            "long" => Primitive::Long,
            "float" => Primitive::Float,
            "double" => Primitive::Double,
            _ => return None,
        })
    }

    fn wrapped_by(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("java.lang.").unwrap_or(name) {
            "Boolean" => Primitive::Boolean,
            "Byte" => Primitive::Byte,
            "Short" => Primitive::Short,
            "Character" => Primitive::Char,
            "Integer" => Primitive::Int,
            "Long" => Primitive::Long,
            "Float" => Primitive::Float,
            "Double" => Primitive::Double,
            _ => return None,
        })
    }

    /// Binary numeric promotion (JLS 5.6); `None` with a `boolean`.
    pub fn promoted(self, other: Primitive) -> Option<Primitive> {
        let numeric = self != Primitive::Boolean && other != Primitive::Boolean;
        numeric.then(|| self.max(other).max(Primitive::Int))
    }
}

impl JavaType {
    /// The type that `written` names, as far as its text tells.
    pub fn of(written: &str) -> Self {
        let written = written.trim();
        let primitive = Primitive::named(written).map(JavaType::Primitive);
        let known = primitive.or_else(|| Primitive::wrapped_by(written).map(JavaType::Boxed));
        known.unwrap_or(match written {
            "String" | "java.lang.String" => JavaType::Text,
            Recognition::CLASS => JavaType::Recognizer,
            _ => JavaType::Reference,
        })
    }

    /// The primitive type that a value of this type has in arithmetic (unboxed where need be).
    pub fn unboxed(self) -> Option<Primitive> {
        match self {
            JavaType::Primitive(primitive) | JavaType::Boxed(primitive) => Some(primitive),
            _ => None,
        }
    }
}

/// The static types of the names that code in one context sees.
#[derive(Debug, Clone, Default)]
pub struct Types {
    types: BTreeMap<Name, JavaType>,
}

impl Types {
    /// The declared types of parameters, variables and event variables of `context` and its
    /// ancestors. O(declarations).
    pub fn of(specification: &Specification, context: ContextId) -> Self {
        let mut types = Types::default();
        let chain = std::iter::successors(Some(context), |&id| specification.contexts[id].parent);
        for id in chain {
            let declared = &specification.contexts[id];
            for parameter in &declared.parameters {
                types.declare(
                    Name::new(&parameter.name, NameKind::Parameter(id)),
                    &parameter.ty,
                );
            }
            for variable in &declared.variables {
                types.declare(
                    Name::new(&variable.name, NameKind::Variable(id)),
                    &variable.ty,
                );
            }
            for event in specification
                .events
                .iter()
                .filter(|event| event.context == id)
            {
                for (parameter, ty) in event
                    .parameters
                    .iter()
                    .filter_map(|p| Some((p, p.ty.as_ref()?)))
                {
                    types.declare(Name::new(&parameter.name, NameKind::EventVariable), ty);
                }
            }
        }

        types
    }

    /// Gives `name` a type unless it has one.
    pub fn declare(&mut self, name: Name, ty: &str) {
        self.types.entry(name).or_insert_with(|| JavaType::of(ty));
    }

    /// Gives `name` a type that is known already, in place of any other.
    pub fn declare_as(&mut self, name: Name, ty: JavaType) {
        self.types.insert(name, ty);
    }

    /// The type of a name, where one is declared.
    pub fn of_name(&self, name: &Name) -> Option<JavaType> {
        if name.kind == NameKind::CurrentThread {
            return Some(JavaType::Reference);
        }
        self.types.get(name).copied()
    }

    /// The static type of a conditional expression with these operands; `None` as of
    /// [`Types::of_expr`].
    pub fn of_conditional(&self, then: &Expr, otherwise: &Expr) -> Option<JavaType> {
        Typing {
            of_name: &|name| self.of_name(name),
        }
        .conditional(then, otherwise)
    }

    /// The static type of an expression; `None` where it depends on the program or on what is not
    /// understood.
    pub fn of_expr(&self, expr: &Expr) -> Option<JavaType> {
        Typing {
            of_name: &|name| self.of_name(name),
        }
        .expr(expr)
    }
}

/// Static typing of expressions, given the types of names.
pub(super) struct Typing<'a> {
    pub of_name: &'a dyn Fn(&Name) -> Option<JavaType>,
}

impl Typing<'_> {
    pub fn expr(&self, expr: &Expr) -> Option<JavaType> {
        match expr {
            Expr::Literal(literal) => Some(literal_type(literal)),
            Expr::Name(name) => (self.of_name)(name),
            Expr::Unary { op, operand } => self.unary(*op, operand),
            Expr::Binary { op, left, right } => self.binary(*op, left, right),
            Expr::Conditional {
                then, otherwise, ..
            } => self.conditional(then, otherwise),
            Expr::InstanceOf { .. } => Some(JavaType::Primitive(Primitive::Boolean)),
            Expr::Cast { ty, .. } | Expr::New { ty, .. } => Some(JavaType::of(ty)),
            Expr::Call {
                receiver: Some(receiver),
                method,
                ..
            } => match self.expr(receiver) {
                Some(JavaType::Recognizer) => {
                    Recognition::of_method(method).map(Recognition::result)
                }
                _ => None,
            },
            Expr::Assign {
                target: Assigned::Name(name),
                ..
            }
            | Expr::Increment {
                target: Assigned::Name(name),
                ..
            } => (self.of_name)(name),
            _ => None,
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> Option<JavaType> {
        match op {
            UnaryOp::Not => Some(JavaType::Primitive(Primitive::Boolean)),
            _ => self
                .expr(operand)?
                .unboxed()?
                .promoted(Primitive::Int)
                .map(JavaType::Primitive),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<JavaType> {
        use BinaryOp::*;
        if matches!(op, Lt | Le | Gt | Ge | Eq | Ne | And | Or) {
            return Some(JavaType::Primitive(Primitive::Boolean));
        }

        let types = (self.expr(left), self.expr(right));
        if op == Add && (types.0 == Some(JavaType::Text) || types.1 == Some(JavaType::Text)) {
            return Some(JavaType::Text);
        }

        let (left, right) = (types.0?.unboxed()?, types.1?.unboxed()?);
        let result = match op {
            Shl | Shr | UShr => left.promoted(Primitive::Int)?,
            _ if left == Primitive::Boolean && right == left => left,
            _ => left.promoted(right)?,
        };

        Some(JavaType::Primitive(result))
    }

    /// The type of a conditional expression with these operands (JLS 15.25). `None` where that of
    /// an operand is not known.
    pub fn conditional(&self, then: &Expr, otherwise: &Expr) -> Option<JavaType> {
        let types = (self.expr(then)?, self.expr(otherwise)?);
        if types.0 == types.1 {
            return Some(types.0);
        }

        let (one, other) = match types {
            (ty, JavaType::Null) | (JavaType::Null, ty) => {
                return Some(ty.unboxed().map_or(ty, JavaType::Boxed));
            }
            (one, other) => match (one.unboxed(), other.unboxed()) {
                (Some(one), Some(other)) => (one, other),
                _ => return Some(JavaType::Reference),
            },
        };
        // A named constant may be one that a narrower type can hold.
        let is_open = |expr: &Expr, ty: JavaType, narrow: Primitive| {
            is_narrow(narrow)
                && ty == JavaType::Primitive(Primitive::Int)
                && !expr.is_constant()
                && expr.may_be_constant()
        };

        if is_open(otherwise, types.1, one) || is_open(then, types.0, other) {
            return None;
        }

        let narrow = match (one, other) {
            _ if one == other => Some(one),
            (Primitive::Byte, Primitive::Short) | (Primitive::Short, Primitive::Byte) => {
                Some(Primitive::Short)
            }
            (narrow, Primitive::Int) if fits(otherwise, types.1, narrow) => Some(narrow),
            (Primitive::Int, narrow) if fits(then, types.0, narrow) => Some(narrow),
            _ => one.promoted(other),
        };

        Some(narrow.map_or(JavaType::Reference, JavaType::Primitive))
    }
}

fn is_narrow(primitive: Primitive) -> bool {
    matches!(
        primitive,
        Primitive::Byte | Primitive::Short | Primitive::Char
    )
}

/// Returns whether this is a constant `int` that a narrower type can hold.
fn fits(expr: &Expr, ty: JavaType, narrow: Primitive) -> bool {
    if !is_narrow(narrow) || ty != JavaType::Primitive(Primitive::Int) || !expr.is_constant() {
        return false;
    }
    let value = truth::constant(expr).and_then(Result::ok);
    value.is_some_and(|value| {
        value
            .to_primitive(narrow)
            .and_then(|n| n.to_primitive(Primitive::Int))
            == Ok(value)
    })
}

fn literal_type(literal: &Literal) -> JavaType {
    match literal {
        Literal::Null => JavaType::Null,
        Literal::Bool(_) => JavaType::Primitive(Primitive::Boolean),
        Literal::Int(_) => JavaType::Primitive(Primitive::Int),
        Literal::Long(_) => JavaType::Primitive(Primitive::Long),
        Literal::Float(_) => JavaType::Primitive(Primitive::Float),
        Literal::Double(_) => JavaType::Primitive(Primitive::Double),
        Literal::Char(_) => JavaType::Primitive(Primitive::Char),
        Literal::Str(_) => JavaType::Text,
    }
}

impl Expr {
    /// Returns whether this may be a constant expression (JLS 15.29), if what it names is constant.
    pub fn may_be_constant(&self) -> bool {
        match self {
            Expr::Unary { operand, .. } | Expr::Cast { operand, .. } => operand.may_be_constant(),
            Expr::Binary { left, right, .. } => left.may_be_constant() && right.may_be_constant(),
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => [test, then, otherwise]
                .into_iter()
                .all(|part| part.may_be_constant()),
            other => other.is_constant() || other.is_static_path(),
        }
    }

    /// Returns whether this is a constant expression (JLS 15.29) that names nothing: whatever of
    /// the program is constant besides, only a Java compiler knows.
    pub fn is_constant(&self) -> bool {
        match self {
            Expr::Literal(literal) => *literal != Literal::Null,
            Expr::Unary { operand, .. } => operand.is_constant(),
            Expr::Binary { left, right, .. } => left.is_constant() && right.is_constant(),
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => [test, then, otherwise]
                .into_iter()
                .all(|part| part.is_constant()),
            Expr::Cast { ty, operand } => {
                matches!(JavaType::of(ty), JavaType::Primitive(_) | JavaType::Text)
                    && operand.is_constant()
            }
            _ => false,
        }
    }

    /// Returns whether this is a chain of Java names (`System.out`, `Config.LIMIT`): packages,
    /// types and static fields, which only a Java compiler can tell apart.
    pub fn is_static_path(&self) -> bool {
        match self {
            Expr::Name(name) => name.kind == NameKind::Java,
            Expr::Field { object, .. } => object.is_static_path(),
            _ => false,
        }
    }
}
