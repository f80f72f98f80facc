//! Text of values as Java's string conversion gives it (JLS 5.1.11), and one canonical text for
//! each expression. Code itself is always printed from [`super::Code::text`], as the user wrote it.

use std::fmt::{self, Display, Formatter, Write};

use super::{Assigned, BinaryOp, Expr, Literal, UnaryOp, Value};

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Byte(value) => write!(f, "{value}"),
            Value::Short(value) => write!(f, "{value}"),
            Value::Char(unit) => f.write_str(&String::from_utf16_lossy(&[*unit])),
            Value::Int(value) => write!(f, "{value}"),
            Value::Long(value) => write!(f, "{value}"),
            Value::Float(value) => f.write_str(&floating(&format!("{value:e}"), f64::from(*value))),
            Value::Double(value) => f.write_str(&floating(&format!("{value:e}"), *value)),
            Value::Str(text) => f.write_str(text),
            Value::Object(object) => write!(f, "{}@{}", object.class, object.id),
        }
    }
}

/// `Double.toString`: plain from 10^-3 to 10^7, else in scientific notation. `scientific` is the
/// shortest decimal that rounds to `value`, as `d.ddde-n`.
fn floating(scientific: &str, value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() {
            "NaN".into()
        } else if value > 0.0 {
            "Infinity".into()
        } else {
            "-Infinity".into()
        };
    }

    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        let plain = plain(mantissa, exponent.parse().unwrap_or(0));
        return if plain.contains('.') {
            plain
        } else {
            format!("{plain}.0")
        };
    }

    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

/// `mantissa` (`-d.ddd`) times ten to the `exponent`, without one.
fn plain(mantissa: &str, exponent: i32) -> String {
    let (sign, digits) = mantissa
        .strip_prefix('-')
        .map_or(("", mantissa), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if exponent < 0 {
        return format!("{sign}0.{}{all}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if all.len() > whole {
        format!("{sign}{}.{}", &all[..whole], &all[whole..])
    } else {
        format!("{sign}{all:0<whole$}")
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = Value::from(self);
        match self {
            Literal::Long(_) => write!(f, "{value}L"),
            Literal::Float(_) => write!(f, "{value}f"),
            Literal::Char(unit) => write!(f, "'{}'", escaped(&[*unit], '\'')),
            Literal::Str(text) => write!(
                f,
                "\"{}\"",
                escaped(&text.encode_utf16().collect::<Vec<u16>>(), '"')
            ),
            _ => write!(f, "{value}"),
        }
    }
}

fn escaped(units: &[u16], quote: char) -> String {
    let mut text = String::new();
    for decoded in char::decode_utf16(units.iter().copied()) {
        let _ = match decoded {
            Ok('\n') => write!(text, "\\n"),
            Ok('\r') => write!(text, "\\r"),
            Ok('\t') => write!(text, "\\t"),
            Ok(c) if c == quote || c == '\\' => write!(text, "\\{c}"),
            Ok(c) if c.is_control() => write!(text, "\\u{:04x}", u32::from(c)),
            Ok(c) => write!(text, "{c}"),
            Err(lone) => write!(text, "\\u{:04x}", lone.unpaired_surrogate()),
        };
    }
    text
}

/// How tightly an expression binds (JLS 15.2); larger binds tighter.
fn precedence(expr: &Expr) -> u8 {
    match expr {
        Expr::Assign { .. } => 0,
        Expr::Conditional { .. } => 1,
        Expr::Binary { op, .. } => binary_precedence(*op),
        Expr::InstanceOf { .. } => 8,
        Expr::Unary { .. } | Expr::Cast { .. } | Expr::Increment { .. } => 13,
        Expr::Literal(Literal::Int(value)) if *value < 0 => 13,
        Expr::Literal(Literal::Long(value)) if *value < 0 => 13,
        Expr::Opaque(text) if text != "this" => 0,
        _ => 15,
    }
}

fn binary_precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Or => 2,
        And => 3,
        BitOr => 4,
        BitXor => 5,
        BitAnd => 6,
        Eq | Ne => 7,
        Lt | Le | Gt | Ge => 8,
        Shl | Shr | UShr => 9,
        Add | Sub => 10,
        Mul | Div | Rem => 11,
    }
}

/// Canonical text: uniform spaces, parentheses only where they are needed, qualifiers of names left
/// out.
impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Literal(literal) => write!(f, "{literal}"),
            Expr::Name(name) => f.write_str(&name.text),
            Expr::Field { object, field } => write!(f, "{}.{field}", Within(object, 15)),
            Expr::Call {
                receiver,
                method,
                arguments,
            } => {
                if let Some(receiver) = receiver {
                    write!(f, "{}.", Within(receiver, 15))?;
                }
                write!(f, "{method}({})", Commas(arguments))
            }
            Expr::New { ty, arguments } => write!(f, "new {ty}({})", Commas(arguments)),
            Expr::Index { array, index } => write!(f, "{}[{index}]", Within(array, 15)),
            Expr::Unary { op, operand } => write_unary(f, *op, operand),
            Expr::Binary { op, left, right } => {
                let level = binary_precedence(*op);
                write!(
                    f,
                    "{} {} {}",
                    Within(left, level),
                    op.symbol(),
                    Within(right, level + 1)
                )
            }
            Expr::Conditional {
                test,
                then,
                otherwise,
            } => {
                write!(f, "{} ? {then} : {}", Within(test, 2), Within(otherwise, 1))
            }
            Expr::InstanceOf { operand, ty } => write!(f, "{} instanceof {ty}", Within(operand, 8)),
            Expr::Cast { ty, operand } => write!(f, "({ty}) {}", Within(operand, 13)),
            Expr::Assign { target, op, value } => {
                write!(f, "{target} {}= {value}", op.map_or("", BinaryOp::symbol))
            }
            Expr::Increment {
                target,
                by,
                postfix,
            } => {
                let sign = if *by > 0 { "++" } else { "--" };
                if *postfix {
                    write!(f, "{target}{sign}")
                } else {
                    write!(f, "{sign}{target}")
                }
            }
            Expr::Opaque(text) => f.write_str(text),
        }
    }
}

/// `- -x` must not become a decrement.
fn write_unary(f: &mut Formatter<'_>, op: UnaryOp, operand: &Expr) -> fmt::Result {
    let operand = Within(operand, 13).to_string();
    let space = if operand.starts_with(['+', '-']) {
        " "
    } else {
        ""
    };
    write!(f, "{}{space}{operand}", op.symbol())
}

impl Display for Assigned {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Assigned::Name(name) => f.write_str(&name.text),
            Assigned::Program(expr) => write!(f, "{expr}"),
        }
    }
}

/// An operand, in parentheses when it binds less tightly than its surroundings.
struct Within<'a>(&'a Expr, u8);

impl Display for Within<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if precedence(self.0) < self.1 {
            write!(f, "({})", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

struct Commas<'a, T>(&'a [T]);

impl<T: Display> Display for Commas<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl UnaryOp {
    /// As Java writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Minus => "-",
            UnaryOp::Plus => "+",
            UnaryOp::Complement => "~",
        }
    }
}

impl BinaryOp {
    /// As Java writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::UShr => ">>>",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}
