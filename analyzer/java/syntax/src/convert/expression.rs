//! Expressions.

use tree_sitter::Node;

use super::type_ref::array_of;
use super::{Converted, Converter, Fault, unparenthesized, words};
use crate::ast::{
    BinaryOp, Expr, ExprId, ExprKind, Ident, LambdaBody, TypeRef, TypeRefKind, UnaryOp, Var, VarId,
};
use crate::grammar::{Children, Field, GRAMMAR, Kind};
use crate::literal::is_literal;

impl<'t> Converter<'_, 't> {
    /// The expression at `node`; parentheses around it vanish.
    pub(super) fn expression(&mut self, node: Node<'t>) -> Converted<ExprId> {
        let node = unparenthesized(node);
        self.nested(|c| {
            let kind = c.expression_kind(node)?;
            Ok(c.add_expr(kind, node))
        })
    }

    /// The value of a variable: an expression or `{ .. }`.
    pub(super) fn initializer(&mut self, node: Node<'t>) -> Converted<ExprId> {
        self.expression(node)
    }

    /// The values of an argument list.
    pub(super) fn arguments(&mut self, node: Node<'t>) -> Converted<Vec<ExprId>> {
        self.children(node)
            .named()
            .map(|argument| self.expression(argument.node))
            .collect()
    }

    fn expression_kind(&mut self, node: Node<'t>) -> Converted<ExprKind> {
        let kind = GRAMMAR.kind(node);
        match kind {
            Kind::Identifier | Kind::TypeIdentifier => return Ok(ExprKind::Name(self.ident(node))),
            Kind::This => return Ok(ExprKind::This(None)),
            Kind::Super => return Ok(ExprKind::Super(None)),
            Kind::BinaryExpression => return self.binary(node),
            _ if is_literal(kind) => return self.literal(node, kind).map(ExprKind::Literal),
            _ => {}
        }
        let children = self.children(node);

        match kind {
            Kind::FieldAccess => self.field_access(node, &children),
            Kind::MethodInvocation => self.call(node, &children),
            Kind::ObjectCreation => self.creation(node, &children),
            Kind::ArrayCreation => self.array_creation(node, &children),
            Kind::ArrayInitializer => {
                let values: Converted<_> = children
                    .named()
                    .map(|value| self.expression(value.node))
                    .collect();
                Ok(ExprKind::ArrayInitializer(values?))
            }
            Kind::ArrayAccess => {
                let array = self.expression(self.require(&children, Field::Array, node)?)?;
                Ok(ExprKind::Index {
                    array,
                    index: self.expression(self.require(&children, Field::Index, node)?)?,
                })
            }
            Kind::Unary => self.unary(node, &children),
            Kind::Update => self.update(node, &children),
            Kind::Ternary => {
                let test = self.expression(self.require(&children, Field::Condition, node)?)?;
                let then = self.expression(self.require(&children, Field::Consequence, node)?)?;
                let otherwise =
                    self.expression(self.require(&children, Field::Alternative, node)?)?;
                Ok(ExprKind::Conditional {
                    test,
                    then,
                    otherwise,
                })
            }
            Kind::Assignment => self.assignment(node, &children),
            Kind::InstanceOf => self.instance_of(node, &children),
            Kind::Cast => self.cast(node, &children),
            Kind::Lambda => self.lambda(node, &children),
            Kind::MethodReference => self.method_reference(node, &children),
            Kind::ClassLiteral => {
                let ty = self.required(children.iter().next().map(|c| c.node), node)?;
                Ok(ExprKind::ClassLiteral(self.type_ref(ty)?))
            }
            Kind::SwitchExpression => {
                let yields = std::mem::replace(&mut self.yields, true);
                let switch = self.switch(node)?;
                self.yields = yields;
                Ok(ExprKind::Switch(switch))
            }
            Kind::Template => self.template(node, &children),
            Kind::ScopedTypeIdentifier => self.type_name(node, &children),
            Kind::GenericType | Kind::ArrayType | Kind::AnnotatedType => {
                Ok(ExprKind::Type(self.type_ref(node)?))
            }
            Kind::IntegralType | Kind::FloatingPointType | Kind::BooleanType | Kind::VoidType => {
                Ok(ExprKind::Type(self.type_ref(node)?))
            }
            _ => Err(Fault::at(
                node,
                format!("expected an expression, found {}", words(node)),
            )),
        }
    }

    /// `a.b`, `Outer.this`, `super.x`, `Outer.super.x`.
    fn field_access(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let object = self.require(children, Field::Object, node)?;
        let field = self.require(children, Field::Member, node)?;
        if GRAMMAR.kind(field) == Kind::This {
            return Ok(ExprKind::This(Some(self.type_ref(object)?)));
        }
        let qualifier = self.qualifier(object, children)?;
        Ok(ExprKind::Select {
            qualifier,
            name: self.ident(field),
        })
    }

    /// The object of a field access or call, with the `super` that may follow it.
    fn qualifier(&mut self, object: Node<'t>, children: &Children<'t>) -> Converted<ExprId> {
        let qualified_super = children
            .iter()
            .find(|c| c.kind == Kind::Super && c.field != Field::Object);
        match qualified_super {
            Some(keyword) => {
                let ty = self.type_ref(object)?;
                let span = self
                    .source
                    .span(object.start_byte()..keyword.node.end_byte());
                Ok(self.unit.exprs.push(Expr {
                    kind: ExprKind::Super(Some(ty)),
                    span,
                }))
            }
            None => self.expression(object),
        }
    }

    /// A qualified name where the grammar saw a type: the same as where it sees an expression.
    fn type_name(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let plain = |c: Kind| matches!(c, Kind::TypeIdentifier | Kind::ScopedTypeIdentifier);
        let parts: Vec<_> = children.named().collect();
        match parts[..] {
            // `Outer.super::m`.
            [first, last] if self.text(last.node) == "super" => {
                Ok(ExprKind::Super(Some(self.type_ref(first.node)?)))
            }
            [first, last]
                if plain(first.kind) && plain(last.kind) && !self.is_parameterized(first.node) =>
            {
                let qualifier = self.expression(first.node)?;
                Ok(ExprKind::Select {
                    qualifier,
                    name: self.ident(last.node),
                })
            }
            _ => Ok(ExprKind::Type(self.type_ref(node)?)),
        }
    }

    fn is_parameterized(&self, node: Node) -> bool {
        self.text(node).contains(['<', '@'])
    }

    fn call(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let name = self.require(children, Field::Name, node)?;
        if matches!(self.text(name), "this" | "super") {
            return Err(Fault::at(
                name,
                "a constructor call must be a statement of a constructor",
            ));
        }

        let qualifier = match children.field(Field::Object) {
            Some(object) => Some(self.qualifier(object, children)?),
            None => None,
        };
        let type_arguments = self.optional_arguments(children.field(Field::TypeArguments))?;
        let name = self.ident(name);
        let arguments = self.arguments(self.require(children, Field::Arguments, node)?)?;

        Ok(ExprKind::Call {
            qualifier,
            type_arguments,
            name,
            arguments,
        })
    }

    fn optional_arguments(
        &mut self,
        node: Option<Node<'t>>,
    ) -> Converted<Vec<crate::ast::TypeArgument>> {
        node.map_or(Ok(Vec::new()), |node| self.type_arguments(node))
    }

    fn creation(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let keyword = self.required(
            children.iter().find(|c| c.is_token("new")).map(|c| c.node),
            node,
        )?;
        let new_span = self.span(keyword);
        let first = children.iter().next().filter(|c| !c.is_token("new"));
        let outer = first.map(|outer| self.expression(outer.node)).transpose()?;
        let ty = self.type_ref(self.require(children, Field::Type, node)?)?;
        let arguments = self.arguments(self.require(children, Field::Arguments, node)?)?;
        let body = match children.of(Kind::ClassBody) {
            Some(body) => Some(self.anonymous(body, ty.clone())?),
            None => None,
        };

        if let (Some(_), Some(body)) = (outer, body) {
            // The name is a member of the outer instance's type, which the tree does not tell.
            self.unit.type_decls[body].extends = None;
        }

        Ok(ExprKind::New {
            outer,
            ty,
            arguments,
            body,
            new_span,
        })
    }

    fn array_creation(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let mut ty = self.type_ref(self.require(children, Field::Type, node)?)?;
        let mut sizes = Vec::new();
        for dimension in children.fields(Field::Dimensions) {
            if dimension.kind == Kind::DimensionsExpr {
                let size = self.children(dimension.node).named().last();
                sizes.push(self.expression(self.required(size.map(|c| c.node), dimension.node)?)?);
                ty = array_of(ty, self.span(dimension.node).end);
            } else {
                ty = self.with_dimensions(ty, dimension.node)?;
            }
        }

        if sizes.len() > 255 {
            return Err(Fault::at(node, "an array has at most 255 dimensions"));
        }

        let initial = children
            .field(Field::Value)
            .map(|value| self.expression(value))
            .transpose()?;
        Ok(ExprKind::NewArray { ty, sizes, initial })
    }

    fn unary(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let op = self.prefix_operator(node, children)?;
        Ok(ExprKind::Unary {
            op,
            operand: self.expression(self.require(children, Field::Operand, node)?)?,
        })
    }

    fn prefix_operator(&self, node: Node<'t>, children: &Children<'t>) -> Converted<UnaryOp> {
        let operator = self.require(children, Field::Operator, node)?;
        Ok(match operator.kind() {
            "+" => UnaryOp::Plus,
            "-" => UnaryOp::Minus,
            "!" => UnaryOp::Not,
            "~" => UnaryOp::Complement,
            _ => return Err(Fault::at(operator, "expected a prefix operator")),
        })
    }

    fn update(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let operand = self.required(children.named().next().map(|c| c.node), node)?;
        let decrement = children.has_token("--");
        let postfix = children
            .iter()
            .next()
            .is_some_and(|first| first.node.is_named());

        if !postfix {
            return Ok(ExprKind::Increment {
                target: self.expression(operand)?,
                decrement,
                postfix,
            });
        }

        // A postfix operator binds tighter than the prefixes that the grammar puts inside it.
        let mut prefixes = Vec::new();
        let mut target = operand;

        while let Kind::Unary | Kind::Cast = GRAMMAR.kind(target) {
            let parts = self.children(target);
            let inner = parts.field(Field::Operand).or(parts.field(Field::Value));
            prefixes.push((target, parts));
            target = self.required(inner, node)?;
        }

        let mut start = target.start_byte();
        let mut kind = ExprKind::Increment {
            target: self.expression(target)?,
            decrement,
            postfix,
        };

        for (prefix, parts) in prefixes.iter().rev() {
            let span = self.source.span(start..node.end_byte());
            let operand = self.unit.exprs.push(Expr { kind, span });
            start = prefix.start_byte();
            kind = match GRAMMAR.kind(*prefix) {
                Kind::Cast => ExprKind::Cast {
                    ty: self.cast_type(*prefix, parts)?,
                    operand,
                },
                _ => ExprKind::Unary {
                    op: self.prefix_operator(*prefix, parts)?,
                    operand,
                },
            };
        }

        Ok(kind)
    }

    /// A chain of one left-associative operator, read without recursion along its left side.
    fn binary(&mut self, node: Node<'t>) -> Converted<ExprKind> {
        let mut operands = Vec::new();
        let mut operator = None;
        let mut rest = node;

        loop {
            let children = self.children(rest);
            let sign = self.require(&children, Field::Operator, rest)?;
            let same = operator.is_none_or(|operator| operator == sign.kind());
            if !same {
                break;
            }
            operator = Some(sign.kind());
            operands.push(self.require(&children, Field::Right, rest)?);
            rest = self.require(&children, Field::Left, rest)?;
            if GRAMMAR.kind(rest) != Kind::BinaryExpression {
                break;
            }
        }

        operands.push(rest);
        let operands: Converted<Vec<_>> = operands
            .iter()
            .rev()
            .map(|&operand| self.expression(operand))
            .collect();
        let operands = operands?;

        match operator.unwrap_or_default() {
            "&&" => Ok(ExprKind::Logical {
                and: true,
                operands,
            }),
            "||" => Ok(ExprKind::Logical {
                and: false,
                operands,
            }),
            sign => {
                let op =
                    binary_op(sign).ok_or_else(|| Fault::at(node, "expected a binary operator"))?;
                Ok(ExprKind::Binary { op, operands })
            }
        }
    }

    fn assignment(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let operator = self.require(children, Field::Operator, node)?;
        let sign = operator.kind().trim_end_matches('=');
        let op = match sign {
            "" => None,
            _ => Some(
                binary_op(sign)
                    .ok_or_else(|| Fault::at(operator, "expected an assignment operator"))?,
            ),
        };
        let target = self.expression(self.require(children, Field::Left, node)?)?;

        Ok(ExprKind::Assign {
            target,
            op,
            value: self.expression(self.require(children, Field::Right, node)?)?,
        })
    }

    fn cast(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let ty = self.cast_type(node, children)?;
        Ok(ExprKind::Cast {
            ty,
            operand: self.expression(self.require(children, Field::Value, node)?)?,
        })
    }

    fn cast_type(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<TypeRef> {
        let mut types = Vec::new();
        for ty in children.fields(Field::Type) {
            types.push(self.type_ref(ty.node)?);
        }
        match types.len() {
            0 => Err(Fault::at(node, "expected a type in the cast")),
            1 => Ok(types.remove(0)),
            _ => Ok(intersection(types)),
        }
    }

    fn lambda(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let parameters =
            self.lambda_parameters(self.require(children, Field::Parameters, node)?)?;
        let body = self.require(children, Field::Body, node)?;
        let yields = std::mem::take(&mut self.yields);
        let body = match GRAMMAR.kind(body) {
            Kind::Block => LambdaBody::Block(self.statement(body)?),
            _ => LambdaBody::Expr(self.expression(body)?),
        };
        self.yields = yields;
        Ok(ExprKind::Lambda { parameters, body })
    }

    fn lambda_parameters(&mut self, node: Node<'t>) -> Converted<Vec<VarId>> {
        match GRAMMAR.kind(node) {
            Kind::FormalParameters => Ok(self.parameters(node)?.0),
            Kind::InferredParameters => Ok(self
                .children(node)
                .named()
                .map(|name| self.implicit_parameter(name.node))
                .collect()),
            _ => Ok(vec![self.implicit_parameter(node)]),
        }
    }

    fn implicit_parameter(&mut self, name: Node<'t>) -> VarId {
        let name = self.ident(name);
        self.add_var(Var {
            name,
            ty: None,
            alternatives: Vec::new(),
            is_final: false,
        })
    }

    fn method_reference(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let qualifier = self.required(children.iter().next().map(|c| c.node), node)?;
        let qualifier = self.expression(qualifier)?;
        let type_arguments = self.optional_arguments(children.of(Kind::TypeArguments))?;
        let name = self.required(children.iter().last().map(|c| c.node), node)?;
        let name = match self.text(name) {
            "new" => Ident {
                text: self.intern("new"),
                span: self.span(name),
            },
            _ => self.ident(name),
        };

        Ok(ExprKind::MethodReference {
            qualifier,
            type_arguments,
            name,
        })
    }

    /// `processor."..\{x}.."`.
    fn template(&mut self, node: Node<'t>, children: &Children<'t>) -> Converted<ExprKind> {
        let processor =
            self.expression(self.require(children, Field::TemplateProcessor, node)?)?;
        let text = self.require(children, Field::TemplateArgument, node)?;
        let mut embedded = Vec::new();
        for part in self.children(text).all(Kind::StringInterpolation) {
            let value = self.children(part).named().next();
            embedded.push(self.expression(self.required(value.map(|c| c.node), part)?)?);
        }
        Ok(ExprKind::Template {
            processor,
            embedded,
        })
    }
}

fn intersection(types: Vec<TypeRef>) -> TypeRef {
    let mut span = types.first().map(|ty| ty.span).unwrap_or_default();
    span.end = types.last().map_or(span.end, |ty| ty.span.end);
    TypeRef {
        kind: TypeRefKind::Intersection(types),
        span,
    }
}

fn binary_op(sign: &str) -> Option<BinaryOp> {
    Some(match sign {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        ">>>" => BinaryOp::UShr,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "&" => BinaryOp::And,
        "|" => BinaryOp::Or,
        "^" => BinaryOp::Xor,
        _ => return None,
    })
}
