//! Operators and conversions.

use super::{BinaryOp, Evaluator, Expr, Failure, JavaType, Term, Typing, Value};

impl Evaluator<'_> {
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Result<Value, Failure> {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let first = self.boolean(left)?;
            let decided = first == (op == BinaryOp::Or);
            return Ok(Value::Bool(if decided {
                first
            } else {
                self.boolean(right)?
            }));
        }

        let values = (self.expr(left)?, self.expr(right)?);
        match op {
            BinaryOp::Add if self.is_text(left, &values.0) || self.is_text(right, &values.1) => Ok(
                Value::Str(self.converted(left, values.0)? + &self.converted(right, values.1)?),
            ),
            BinaryOp::Eq | BinaryOp::Ne => {
                let same = self.is_equal(left, right, &values)?;
                Ok(Value::Bool(same == (op == BinaryOp::Eq)))
            }
            _ => Ok(values.0.binary(op, &values.1)?),
        }
    }

    fn is_text(&self, expr: &Expr, value: &Value) -> bool {
        matches!(value, Value::Str(_))
            || (*value == Value::Null && self.static_type(expr) == Some(JavaType::Text))
    }

    /// String conversion (JLS 5.1.11); of an object it calls `toString`.
    fn converted(&mut self, expr: &Expr, value: Value) -> Result<String, Failure> {
        if !matches!(value, Value::Object(_)) {
            let unsure = || {
                Failure::Undetermined(format!("the text of `{expr}` is not the same everywhere"))
            };
            return value.text().ok_or_else(unsure);
        }

        let receiver = Some(Box::new(expr.clone()));
        let call = Expr::Call {
            receiver,
            method: "toString".to_owned(),
            arguments: Vec::new(),
        };
        let text = self.environment.term(&Term {
            expr: &call,
            operands: vec![value],
            value_needed: true,
        })?;

        Ok(text.to_string())
    }

    /// `==` (JLS 15.21): numeric or boolean when one operand is primitive, else it compares
    /// references. Where it is not known what is compared, numbers that differ are neither equal
    /// nor one object.
    pub(super) fn is_equal(
        &self,
        left: &Expr,
        right: &Expr,
        values: &(Value, Value),
    ) -> Result<bool, Failure> {
        let number = || Ok(values.0.binary(BinaryOp::Eq, &values.1)?.boolean()?);
        match (self.static_type(left), self.static_type(right)) {
            (Some(JavaType::Primitive(_)), _) | (_, Some(JavaType::Primitive(_))) => number(),
            (None, None | Some(JavaType::Boxed(_))) | (Some(JavaType::Boxed(_)), None) => {
                match values {
                    (one, other) if one.primitive().is_none() && other.primitive().is_none() => {
                        self.is_same_reference(left, right, values)
                    }
                    (one, other) if !one.is_nan() && !other.is_nan() && number() == Ok(false) => {
                        Ok(false)
                    }
                    _ => Err(Failure::Undetermined(format!(
                        "what `{left}` and `{right}` are compared as is not known"
                    ))),
                }
            }
            // A primitive value is not compared with any other reference.
            _ => self.is_same_reference(left, right, values),
        }
    }

    /// `==` of references. Strings and boxed numbers of one value may or may not be one object,
    /// unless both are constants (JLS 15.29).
    fn is_same_reference(
        &self,
        left: &Expr,
        right: &Expr,
        values: &(Value, Value),
    ) -> Result<bool, Failure> {
        match values {
            (Value::Object(a), Value::Object(b)) => Ok((&a.class, a.id) == (&b.class, b.id)),
            (Value::Null, Value::Null) => Ok(true),
            (a, b) if a != b && !(a.is_nan() && b.is_nan()) => Ok(false),
            _ if left.is_constant() && right.is_constant() => Ok(true),
            _ => Err(Failure::Undetermined(format!(
                "whether `{left}` and `{right}` are one object is not known"
            ))),
        }
    }

    pub(super) fn conditional(
        &mut self,
        test: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Result<Value, Failure> {
        let ty = Typing {
            of_name: &|name| self.type_of(name),
        }
        .conditional(then, otherwise);
        let value = if self.boolean(test)? {
            self.expr(then)?
        } else {
            self.expr(otherwise)?
        };

        match (ty, value) {
            (Some(JavaType::Primitive(primitive)), value) => Ok(value.to_primitive(primitive)?),
            (Some(_), value) | (None, value @ (Value::Str(_) | Value::Object(_))) => Ok(value),
            (None, _) => Err(Failure::Undetermined(format!(
                "which type `{then}` and `{otherwise}` have together is not known"
            ))),
        }
    }

    pub(super) fn instance_of(
        &mut self,
        expr: &Expr,
        operand: &Expr,
        ty: &str,
    ) -> Result<Value, Failure> {
        let value = self.expr(operand)?;
        match &value {
            Value::Null => Ok(Value::Bool(false)),
            value if surely_is(value, ty) => Ok(Value::Bool(true)),
            _ => self.environment.term(&Term {
                expr,
                operands: vec![value],
                value_needed: true,
            }),
        }
    }

    pub(super) fn cast(&mut self, expr: &Expr, ty: &str, operand: &Expr) -> Result<Value, Failure> {
        let value = self.expr(operand)?;
        let is_number = matches!(
            self.static_type(operand),
            Some(JavaType::Primitive(_) | JavaType::Boxed(_))
        );
        match JavaType::of(ty) {
            // Of another reference, what is unboxed must be of the very class (JLS 5.5).
            JavaType::Primitive(wanted)
                if is_number || value == Value::Null || value.primitive() == Some(wanted) =>
            {
                Ok(value.to_primitive(wanted)?)
            }
            JavaType::Boxed(primitive) if value.primitive() == Some(primitive) => Ok(value),
            _ if value == Value::Null || surely_is(&value, ty) => Ok(value),
            _ => self.environment.term(&Term {
                expr,
                operands: vec![value],
                value_needed: true,
            }),
        }
    }

    pub(super) fn combined(
        &mut self,
        op: BinaryOp,
        left: (&Expr, Value),
        right: (&Expr, Value),
    ) -> Result<Value, Failure> {
        if op == BinaryOp::Add && (self.is_text(left.0, &left.1) || self.is_text(right.0, &right.1))
        {
            return Ok(Value::Str(
                self.converted(left.0, left.1)? + &self.converted(right.0, right.1)?,
            ));
        }
        Ok(left.1.binary(op, &right.1)?)
    }
}

fn surely_is(value: &Value, ty: &str) -> bool {
    let ty = ty.strip_prefix("java.lang.").unwrap_or(ty);
    match value {
        _ if ty == "Object" => true,
        Value::Str(_) => ty == "String",
        Value::Object(object) => object.class == ty,
        _ => false,
    }
}
