//! Java values and arithmetic on them (JLS 4.2, 5.1, 15.15 to 15.24).

use serde::{Deserialize, Serialize};

use super::{BinaryOp, JavaType, Literal, Primitive, UnaryOp};

/// A value of Java. Numbers are compared by what they are, not by what `==` of Java says of them:
/// `0.0` and `-0.0` differ, and `NaN` is itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Value {
    /// `null`.
    Null,
    /// A `boolean`.
    Bool(bool),
    /// A `byte`.
    Byte(i8),
    /// A `short`.
    Short(i16),
    /// A `char`, as a UTF-16 unit.
    Char(u16),
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A string, by its contents.
    Str(String),
    /// Any other object.
    Object(Object),
}

/// An object, known by what can be told apart of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Object {
    /// Class name, as far as it matters to `instanceof` and to people.
    pub class: String,
    /// Tells the objects of one class apart: `==`.
    pub id: u64,
    /// Objects with the same class here are `equals` to each other; without one, an object is equal
    /// to itself alone.
    pub equality_class: Option<u64>,
}

/// A number after promotion.
#[derive(Debug, Clone, Copy)]
enum Pair {
    Int(i32, i32),
    Long(i64, i64),
    Float(f32, f32),
    Double(f64, f64),
}

/// Why an operation has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Division by zero: Java throws an `ArithmeticException`.
    DivisionByZero,
    /// `null` where a value is needed: Java throws a `NullPointerException`.
    NullUnboxed,
    /// Java would not compile this.
    IllTyped,
}

/// The class of [`Object::own_thread`].
const THREAD: &str = "java.lang.Thread";

impl Object {
    /// The thread that alone ever has hold of what an instance is bound to: that instance's own.
    pub fn own_thread() -> Self {
        Object {
            class: THREAD.to_owned(),
            id: 0,
            equality_class: None,
        }
    }

    /// Returns whether this is [`Object::own_thread`].
    pub fn is_own_thread(&self) -> bool {
        (&*self.class, self.id) == (THREAD, 0)
    }
}

impl From<&Literal> for Value {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Value::Null,
            Literal::Bool(value) => Value::Bool(*value),
            Literal::Int(value) => Value::Int(*value),
            Literal::Long(value) => Value::Long(*value),
            Literal::Float(value) => Value::Float(*value),
            Literal::Double(value) => Value::Double(*value),
            Literal::Char(value) => Value::Char(*value),
            Literal::Str(value) => Value::Str(value.clone()),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Byte(a), Value::Byte(b)) => a == b,
            (Value::Short(a), Value::Short(b)) => a == b,
            (Value::Char(a), Value::Char(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Long(a), Value::Long(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            _ => false,
        }
    }
}

impl Value {
    /// Java's default value of a field of type `ty`.
    pub fn default_of(ty: JavaType) -> Self {
        match ty {
            JavaType::Primitive(Primitive::Boolean) => Value::Bool(false),
            JavaType::Primitive(primitive) => {
                Value::Int(0).to_primitive(primitive).unwrap_or(Value::Null)
            }
            _ => Value::Null,
        }
    }

    /// The primitive type of a primitive value.
    pub fn primitive(&self) -> Option<Primitive> {
        Some(match self {
            Value::Bool(_) => Primitive::Boolean,
            Value::Byte(_) => Primitive::Byte,
            Value::Short(_) => Primitive::Short,
            Value::Char(_) => Primitive::Char,
            Value::Int(_) => Primitive::Int,
            Value::Long(_) => Primitive::Long,
            Value::Float(_) => Primitive::Float,
            Value::Double(_) => Primitive::Double,
            Value::Null | Value::Str(_) | Value::Object(_) => return None,
        })
    }

    /// Returns whether it is a number that does not equal itself.
    pub fn is_nan(&self) -> bool {
        match self {
            Value::Float(value) => value.is_nan(),
            Value::Double(value) => value.is_nan(),
            _ => false,
        }
    }

    /// Its string conversion (JLS 5.1.11), if it is the same on every JDK and can be told: before
    /// JDK 19 the digits of floating-point numbers were not always the fewest (JDK-4511638), and
    /// half a surrogate pair is no text here. Of an object it is what its `toString` says.
    pub fn text(&self) -> Option<String> {
        let is_plain = |value: f64, digits: usize, most: usize| {
            !value.is_finite()
                || value == 0.0
                || (1e-3..1e7).contains(&value.abs()) && digits <= most
        };
        let known = match self {
            Value::Float(value) => is_plain((*value).into(), digits(&format!("{value:e}")), 6),
            Value::Double(value) => is_plain(*value, digits(&format!("{value:e}")), 14),
            Value::Char(unit) => !(0xd800..0xe000).contains(unit),
            Value::Object(_) => false,
            _ => true,
        };
        known.then(|| self.to_string())
    }

    /// The value as a `boolean`.
    ///
    /// # Errors
    /// `null` and what is no boolean.
    pub fn boolean(&self) -> Result<bool, Fault> {
        match self {
            Value::Bool(value) => Ok(*value),
            other => Err(other.no_primitive()),
        }
    }

    fn no_primitive(&self) -> Fault {
        if *self == Value::Null {
            Fault::NullUnboxed
        } else {
            Fault::IllTyped
        }
    }

    /// Casting conversion between numeric types (JLS 5.1.2, 5.1.3): integers wrap, floating-point
    /// numbers saturate and become 0 when they are not a number.
    ///
    /// # Errors
    /// `null`, and conversions between numbers and other types.
    pub fn to_primitive(&self, wanted: Primitive) -> Result<Value, Fault> {
        if let (Value::Bool(_), Primitive::Boolean) = (self, wanted) {
            return Ok(self.clone());
        }
        match *self {
            Value::Float(value) => from_floating(f64::from(value), wanted, value),
            Value::Double(value) => from_floating(value, wanted, value as f32),
            _ => from_integer(self.integer().ok_or(self.no_primitive())?, wanted),
        }
    }

    fn integer(&self) -> Option<i64> {
        match *self {
            Value::Byte(value) => Some(value.into()),
            Value::Short(value) => Some(value.into()),
            Value::Char(value) => Some(value.into()),
            Value::Int(value) => Some(value.into()),
            Value::Long(value) => Some(value),
            _ => None,
        }
    }

    /// Assignment to a variable of type `ty` (JLS 5.2): numbers are widened, constants narrowed.
    ///
    /// # Errors
    /// `null` for a primitive variable, and ill-typed assignments.
    pub fn assigned_to(self, ty: JavaType) -> Result<Value, Fault> {
        match ty {
            JavaType::Primitive(primitive) => self.to_primitive(primitive),
            JavaType::Boxed(primitive) if self != Value::Null => self.to_primitive(primitive),
            _ => Ok(self),
        }
    }

    /// A prefix operator.
    ///
    /// # Errors
    /// Operands of another type, `null`.
    pub fn unary(&self, op: UnaryOp) -> Result<Value, Fault> {
        if op == UnaryOp::Not {
            return self.boolean().map(|value| Value::Bool(!value));
        }

        let promoted = self
            .primitive()
            .and_then(|p| p.promoted(Primitive::Int))
            .ok_or(self.no_primitive())?;
        match (op, self.to_primitive(promoted)?) {
            (UnaryOp::Plus, value) => Ok(value),
            (UnaryOp::Minus, Value::Int(value)) => Ok(Value::Int(value.wrapping_neg())),
            (UnaryOp::Minus, Value::Long(value)) => Ok(Value::Long(value.wrapping_neg())),
            (UnaryOp::Minus, Value::Float(value)) => Ok(Value::Float(-value)),
            (UnaryOp::Minus, Value::Double(value)) => Ok(Value::Double(-value)),
            (UnaryOp::Complement, Value::Int(value)) => Ok(Value::Int(!value)),
            (UnaryOp::Complement, Value::Long(value)) => Ok(Value::Long(!value)),
            _ => Err(Fault::IllTyped),
        }
    }

    /// A binary operator on primitive operands; `&&` and `||` evaluate both. Equality of references
    /// and concatenation of strings are the evaluator's.
    ///
    /// # Errors
    /// Integer division by zero, `null`, ill-typed operands.
    pub fn binary(&self, op: BinaryOp, right: &Value) -> Result<Value, Fault> {
        match op {
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr => self.shift(op, right),
            _ if matches!(self, Value::Bool(_)) => logical(op, self.boolean()?, right.boolean()?),
            _ => arithmetic(op, self.promoted_with(right)?),
        }
    }

    fn promoted_with(&self, right: &Value) -> Result<Pair, Fault> {
        let left_type = self.primitive().ok_or(self.no_primitive())?;
        let right_type = right.primitive().ok_or(right.no_primitive())?;
        let wanted = left_type.promoted(right_type).ok_or(Fault::IllTyped)?;
        match (self.to_primitive(wanted)?, right.to_primitive(wanted)?) {
            (Value::Int(a), Value::Int(b)) => Ok(Pair::Int(a, b)),
            (Value::Long(a), Value::Long(b)) => Ok(Pair::Long(a, b)),
            (Value::Float(a), Value::Float(b)) => Ok(Pair::Float(a, b)),
            (Value::Double(a), Value::Double(b)) => Ok(Pair::Double(a, b)),
            _ => Err(Fault::IllTyped),
        }
    }

    /// JLS 15.19: the operands are promoted separately; only the low five (six) bits of the
    /// distance count.
    fn shift(&self, op: BinaryOp, right: &Value) -> Result<Value, Fault> {
        let distance = right.integer().ok_or(right.no_primitive())? as u32;
        match (self, self.integer().ok_or(self.no_primitive())?) {
            (Value::Long(value), _) => Ok(Value::Long(match op {
                BinaryOp::Shl => value.wrapping_shl(distance),
                BinaryOp::Shr => value.wrapping_shr(distance),
                _ => (*value as u64).wrapping_shr(distance) as i64,
            })),
            (_, value) => Ok(Value::Int(match op {
                BinaryOp::Shl => (value as i32).wrapping_shl(distance),
                BinaryOp::Shr => (value as i32).wrapping_shr(distance),
                _ => (value as i32 as u32).wrapping_shr(distance) as i32,
            })),
        }
    }
}

/// How many digits a number like `-1.25e-3` has before its exponent.
fn digits(scientific: &str) -> usize {
    scientific
        .chars()
        .take_while(|&c| c != 'e')
        .filter(char::is_ascii_digit)
        .count()
}

fn from_integer(value: i64, wanted: Primitive) -> Result<Value, Fault> {
    Ok(match wanted {
        Primitive::Boolean => return Err(Fault::IllTyped),
        Primitive::Byte => Value::Byte(value as i8),
        Primitive::Short => Value::Short(value as i16),
        Primitive::Char => Value::Char(value as u16),
        Primitive::Int => Value::Int(value as i32),
        Primitive::Long => Value::Long(value),
        Primitive::Float => Value::Float(value as f32),
        Primitive::Double => Value::Double(value as f64),
    })
}

fn from_floating(value: f64, wanted: Primitive, float: f32) -> Result<Value, Fault> {
    match wanted {
        Primitive::Double => Ok(Value::Double(value)),
        Primitive::Float => Ok(Value::Float(float)),
        Primitive::Long => Ok(Value::Long(value as i64)),
        _ => from_integer(i64::from(value as i32), wanted),
    }
}

fn logical(op: BinaryOp, a: bool, b: bool) -> Result<Value, Fault> {
    Ok(Value::Bool(match op {
        BinaryOp::And | BinaryOp::BitAnd => a && b,
        BinaryOp::Or | BinaryOp::BitOr => a || b,
        BinaryOp::BitXor | BinaryOp::Ne => a != b,
        BinaryOp::Eq => a == b,
        _ => return Err(Fault::IllTyped),
    }))
}

fn arithmetic(op: BinaryOp, operands: Pair) -> Result<Value, Fault> {
    match operands {
        Pair::Int(a, b) => compared(op, &a, &b).map_or_else(|| int(op, a, b), Ok),
        Pair::Long(a, b) => compared(op, &a, &b).map_or_else(|| long(op, a, b), Ok),
        Pair::Float(a, b) => compared(op, &a, &b).map_or_else(|| float(op, a, b), Ok),
        Pair::Double(a, b) => compared(op, &a, &b).map_or_else(|| double(op, a, b), Ok),
    }
}

fn compared<T: PartialOrd>(op: BinaryOp, a: &T, b: &T) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        _ => return None,
    }))
}

fn int(op: BinaryOp, a: i32, b: i32) -> Result<Value, Fault> {
    Ok(Value::Int(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::BitOr => a | b,
        _ => return Err(Fault::IllTyped),
    }))
}

fn long(op: BinaryOp, a: i64, b: i64) -> Result<Value, Fault> {
    Ok(Value::Long(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::BitOr => a | b,
        _ => return Err(Fault::IllTyped),
    }))
}

fn float(op: BinaryOp, a: f32, b: f32) -> Result<Value, Fault> {
    Ok(Value::Float(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        _ => return Err(Fault::IllTyped),
    }))
}

fn double(op: BinaryOp, a: f64, b: f64) -> Result<Value, Fault> {
    Ok(Value::Double(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        _ => return Err(Fault::IllTyped),
    }))
}
