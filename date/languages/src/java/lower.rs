//! From the Java tree to [`Expr`] and [`Stmt`].

use tree_sitter::Node;

use super::literal;
use super::names::Names;
use super::{CodeError, children};
use date::code::{Assigned, BinaryOp, Expr, JavaType, Literal, Name, Stmt, UnaryOp};

/// Lowers the nodes of one piece of Java.
pub(super) struct Lowering<'a> {
    /// The text that was parsed: without qualifiers, with the surroundings.
    wrapped: &'a str,
    /// The piece as the user wrote it.
    original: &'a str,
    base: usize,
    names: &'a Names,
}

impl<'a> Lowering<'a> {
    pub fn new(wrapped: &'a str, original: &'a str, base: usize, names: &'a Names) -> Self {
        Lowering {
            wrapped,
            original,
            base,
            names,
        }
    }

    fn text(&self, node: Node<'_>) -> &'a str {
        &self.wrapped[node.byte_range()]
    }

    fn as_written(&self, node: Node<'_>) -> String {
        self.original[node.start_byte() - self.base..node.end_byte() - self.base].to_owned()
    }

    fn opaque(&self, node: Node<'_>) -> Expr {
        Expr::Opaque(self.as_written(node))
    }

    /// The expression between the parentheses of `node`.
    pub fn parenthesized(&self, node: Node<'_>) -> Expr {
        let inner = children(node).into_iter().next();
        inner.map_or_else(|| self.opaque(node), |inner| self.expr(inner))
    }

    /// An expression; opaque where the language of [`Expr`] has no counterpart.
    pub fn expr(&self, node: Node<'_>) -> Expr {
        self.understood(node).unwrap_or_else(|| self.opaque(node))
    }

    fn understood(&self, node: Node<'_>) -> Option<Expr> {
        match node.kind() {
            "parenthesized_expression" => Some(self.parenthesized(node)),
            "identifier" => Some(Expr::Name(self.name(node))),
            "method_invocation" => self.call(node),
            "object_creation_expression" => self.creation(node),
            "field_access" => self.field_access(node),
            "array_access" => Some(Expr::Index {
                array: self.boxed(node, "array")?,
                index: self.boxed(node, "index")?,
            }),
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "ternary_expression" => Some(Expr::Conditional {
                test: self.boxed(node, "condition")?,
                then: self.boxed(node, "consequence")?,
                otherwise: self.boxed(node, "alternative")?,
            }),
            "instanceof_expression" => self.instance_of(node),
            "cast_expression" => self.cast(node),
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node),
            _ => self.literal(node).map(Expr::Literal),
        }
    }

    fn literal(&self, node: Node<'_>) -> Option<Literal> {
        let text = self.text(node);
        match node.kind() {
            "null_literal" => Some(Literal::Null),
            "true" => Some(Literal::Bool(true)),
            "false" => Some(Literal::Bool(false)),
            "character_literal" => literal::character(text),
            "string_literal" => literal::string(text),
            "decimal_floating_point_literal" => literal::floating(text),
            kind if is_integer(kind) => literal::integer(text, false),
            _ => None,
        }
    }

    fn name(&self, node: Node<'_>) -> Name {
        debug_assert_eq!(self.names.base(), self.base);
        self.names.of(node, self.text(node))
    }

    fn boxed(&self, node: Node<'_>, field: &str) -> Option<Box<Expr>> {
        Some(Box::new(self.expr(node.child_by_field_name(field)?)))
    }

    fn arguments(&self, node: Node<'_>) -> Option<Vec<Expr>> {
        let list = node.child_by_field_name("arguments")?;
        Some(
            children(list)
                .into_iter()
                .map(|argument| self.expr(argument))
                .collect(),
        )
    }

    fn call(&self, node: Node<'_>) -> Option<Expr> {
        if node.child_by_field_name("type_arguments").is_some() || has_child(node, "super") {
            return None;
        }
        let receiver = node
            .child_by_field_name("object")
            .map(|object| Box::new(self.expr(object)));
        let method = self.text(node.child_by_field_name("name")?).to_owned();
        Some(Expr::Call {
            receiver,
            method,
            arguments: self.arguments(node)?,
        })
    }

    fn creation(&self, node: Node<'_>) -> Option<Expr> {
        let ty = node.child_by_field_name("type")?;
        let plain = children(node)
            .iter()
            .all(|child| *child == ty || child.kind() == "argument_list");
        plain.then_some(())?;
        Some(Expr::New {
            ty: self.text(ty).to_owned(),
            arguments: self.arguments(node)?,
        })
    }

    fn field_access(&self, node: Node<'_>) -> Option<Expr> {
        let field = node
            .child_by_field_name("field")
            .filter(|field| field.kind() == "identifier")?;
        if has_child(node, "super") {
            return None;
        }
        Some(Expr::Field {
            object: self.boxed(node, "object")?,
            field: self.text(field).to_owned(),
        })
    }

    fn unary(&self, node: Node<'_>) -> Option<Expr> {
        let operand = node.child_by_field_name("operand")?;
        let op = match self.text(node.child_by_field_name("operator")?) {
            "!" => UnaryOp::Not,
            "-" => UnaryOp::Minus,
            "+" => UnaryOp::Plus,
            "~" => UnaryOp::Complement,
            _ => return None,
        };
        if op == UnaryOp::Minus && is_integer(operand.kind()) {
            return literal::integer(self.text(operand), true).map(Expr::Literal);
        }
        Some(Expr::Unary {
            op,
            operand: Box::new(self.expr(operand)),
        })
    }

    fn binary(&self, node: Node<'_>) -> Option<Expr> {
        let op = binary_op(self.text(node.child_by_field_name("operator")?))?;
        Some(Expr::Binary {
            op,
            left: self.boxed(node, "left")?,
            right: self.boxed(node, "right")?,
        })
    }

    fn instance_of(&self, node: Node<'_>) -> Option<Expr> {
        if node.child_by_field_name("name").is_some() || has_child(node, "final") {
            return None;
        }
        let ty = self.text(node.child_by_field_name("right")?).to_owned();
        Some(Expr::InstanceOf {
            operand: self.boxed(node, "left")?,
            ty,
        })
    }

    fn cast(&self, node: Node<'_>) -> Option<Expr> {
        let mut cursor = node.walk();
        let types: Vec<Node<'_>> = node.children_by_field_name("type", &mut cursor).collect();
        let [ty] = types.as_slice() else { return None };
        // `(a.b) + c` adds: only casts to primitive types are followed by a sign (JLS 15.16). The
        // grammar has a cast.
        let value = node.child_by_field_name("value")?;
        let is_signed =
            value.kind() == "unary_expression" && (has_child(value, "+") || has_child(value, "-"));
        if is_signed && !matches!(JavaType::of(self.text(*ty)), JavaType::Primitive(_)) {
            return None;
        }
        Some(Expr::Cast {
            ty: self.text(*ty).to_owned(),
            operand: self.boxed(node, "value")?,
        })
    }

    fn assignment(&self, node: Node<'_>) -> Option<Expr> {
        let target = self.assigned(node.child_by_field_name("left")?);
        let op = match self.text(node.child_by_field_name("operator")?) {
            "=" => None,
            compound => Some(binary_op(compound.strip_suffix('=')?)?),
        };
        Some(Expr::Assign {
            target,
            op,
            value: self.boxed(node, "right")?,
        })
    }

    fn update(&self, node: Node<'_>) -> Option<Expr> {
        let operand = children(node).into_iter().next()?;
        // `-n++` negates what `n++` gives. The grammar has it the other way round.
        if matches!(operand.kind(), "unary_expression" | "cast_expression") {
            return None;
        }
        let target = self.assigned(unparenthesized(operand));
        let postfix = operand.start_byte() == node.start_byte();
        let by = if has_child(node, "++") { 1 } else { -1 };
        Some(Expr::Increment {
            target,
            by,
            postfix,
        })
    }

    fn assigned(&self, node: Node<'_>) -> Assigned {
        match self.expr(node) {
            Expr::Name(name) => Assigned::Name(name),
            other => Assigned::Program(Box::new(other)),
        }
    }

    /// The statements of a block.
    ///
    /// # Errors
    /// An expression that Java does not accept as a statement.
    pub fn block(&self, node: Node<'_>) -> Result<Vec<Stmt>, CodeError> {
        let statements: Result<Vec<Vec<Stmt>>, CodeError> = children(node)
            .into_iter()
            .map(|child| self.stmt(child))
            .collect();
        Ok(statements?.into_iter().flatten().collect())
    }

    fn stmt(&self, node: Node<'_>) -> Result<Vec<Stmt>, CodeError> {
        Ok(match node.kind() {
            "expression_statement" => vec![Stmt::Expr(self.expression_statement(node)?)],
            "local_variable_declaration" => self
                .locals(node)
                .unwrap_or_else(|| vec![self.opaque_stmt(node)]),
            "block" => vec![Stmt::Block(self.block(node)?)],
            "if_statement" => vec![self.if_statement(node)?],
            "while_statement" => {
                vec![Stmt::While {
                    test: self.test(node),
                    body: self.branch(node, "body")?,
                }]
            }
            "return_statement" if children(node).is_empty() => vec![Stmt::Return],
            _ => vec![self.opaque_stmt(node)],
        })
    }

    fn opaque_stmt(&self, node: Node<'_>) -> Stmt {
        Stmt::Opaque(self.as_written(node))
    }

    /// JLS 14.8: assignments, increments, calls and instance creations are statements, other
    /// expressions are not.
    fn expression_statement(&self, node: Node<'_>) -> Result<Expr, CodeError> {
        let Some(expression) = children(node).into_iter().next() else {
            return Ok(self.opaque(node));
        };
        match expression.kind() {
            "assignment_expression"
            | "update_expression"
            | "method_invocation"
            | "object_creation_expression"
            | "switch_expression" => Ok(self.expr(expression)),
            _ => {
                let range = expression.start_byte() - self.base..expression.end_byte() - self.base;
                let mut error = CodeError::syntax(range, "this expression is not a statement");
                error.help = Some(
                    "a statement assigns, increments, calls a method or creates an object"
                        .to_owned(),
                );
                Err(error)
            }
        }
    }

    fn locals(&self, node: Node<'_>) -> Option<Vec<Stmt>> {
        let ty = self.text(node.child_by_field_name("type")?);
        let mut cursor = node.walk();
        let declarators: Vec<Node<'_>> = node
            .children_by_field_name("declarator", &mut cursor)
            .collect();
        declarators
            .into_iter()
            .map(|declarator| self.local(ty, declarator))
            .collect()
    }

    fn local(&self, ty: &str, declarator: Node<'_>) -> Option<Stmt> {
        if declarator.child_by_field_name("dimensions").is_some() {
            return None;
        }
        let name = declarator
            .child_by_field_name("name")
            .filter(|name| name.kind() == "identifier")?;
        let initial = declarator
            .child_by_field_name("value")
            .map(|value| self.expr(value));
        Some(Stmt::Local {
            ty: ty.to_owned(),
            name: self.text(name).to_owned(),
            initial,
        })
    }

    fn test(&self, node: Node<'_>) -> Expr {
        match node.child_by_field_name("condition") {
            Some(condition) => self.expr(condition),
            None => self.opaque(node),
        }
    }

    fn if_statement(&self, node: Node<'_>) -> Result<Stmt, CodeError> {
        let then = self.branch(node, "consequence")?;
        Ok(Stmt::If {
            test: self.test(node),
            then,
            otherwise: self.branch(node, "alternative")?,
        })
    }

    /// The statements of a branch; those of a block without the block.
    fn branch(&self, node: Node<'_>, field: &str) -> Result<Vec<Stmt>, CodeError> {
        match node.child_by_field_name(field) {
            Some(block) if block.kind() == "block" => self.block(block),
            Some(statement) if statement.is_named() => self.stmt(statement),
            _ => Ok(Vec::new()),
        }
    }
}

fn has_child(node: Node<'_>, kind: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == kind)
}

fn unparenthesized(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let Some(inner) = Some(node)
        .filter(|n| n.kind() == "parenthesized_expression")
        .and_then(|n| n.named_child(0))
    {
        node = inner;
    }
    node
}

fn is_integer(kind: &str) -> bool {
    matches!(
        kind,
        "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal"
    )
}

fn binary_op(text: &str) -> Option<BinaryOp> {
    Some(match text {
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
        "&" => BinaryOp::BitAnd,
        "^" => BinaryOp::BitXor,
        "|" => BinaryOp::BitOr,
        "&&" => BinaryOp::And,
        "||" => BinaryOp::Or,
        _ => return None,
    })
}
