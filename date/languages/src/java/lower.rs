//! From the Java tree to [`Expr`] and [`Stmt`].

use date::code::{Assigned, BinaryOp, Expr, JavaType, Name, Stmt, UnaryOp};
use java_syntax::fragment::{Field, Kind, Node};

use super::CodeError;
use super::literal;
use super::names::Names;

/// Lowers the nodes of one piece of Java.
pub(super) struct Lowering<'a> {
    /// The piece as the user wrote it, with qualifiers.
    original: &'a str,
    names: &'a Names,
}

impl<'a> Lowering<'a> {
    pub fn new(original: &'a str, names: &'a Names) -> Self {
        Lowering { original, names }
    }

    fn as_written(&self, node: Node<'_>) -> String {
        self.original[node.range()].to_owned()
    }

    fn opaque(&self, node: Node<'_>) -> Expr {
        Expr::Opaque(self.as_written(node))
    }

    /// The expression between the parentheses of `node`.
    pub fn parenthesized(&self, node: Node<'_>) -> Expr {
        let inner = node.children().into_iter().next();
        inner.map_or_else(|| self.opaque(node), |inner| self.expr(inner))
    }

    /// An expression; opaque where the language of [`Expr`] has no counterpart.
    pub fn expr(&self, node: Node<'_>) -> Expr {
        self.understood(node).unwrap_or_else(|| self.opaque(node))
    }

    fn understood(&self, node: Node<'_>) -> Option<Expr> {
        match node.kind() {
            Kind::Parenthesized => Some(self.parenthesized(node)),
            Kind::Identifier => Some(Expr::Name(self.names.of(node))),
            Kind::MethodInvocation => self.call(node),
            Kind::ObjectCreation => self.creation(node),
            Kind::FieldAccess => self.field_access(node),
            Kind::ArrayAccess => Some(Expr::Index {
                array: self.boxed(node, Field::Array)?,
                index: self.boxed(node, Field::Index)?,
            }),
            Kind::Unary => self.unary(node),
            Kind::BinaryExpression => self.binary(node),
            Kind::Ternary => Some(Expr::Conditional {
                test: self.boxed(node, Field::Condition)?,
                then: self.boxed(node, Field::Consequence)?,
                otherwise: self.boxed(node, Field::Alternative)?,
            }),
            Kind::InstanceOf => self.instance_of(node),
            Kind::Cast => self.cast(node),
            Kind::Assignment => self.assignment(node),
            Kind::Update => self.update(node),
            _ => literal::value(node).map(Expr::Literal),
        }
    }

    fn boxed(&self, node: Node<'_>, field: Field) -> Option<Box<Expr>> {
        Some(Box::new(self.expr(node.field(field)?)))
    }

    fn arguments(&self, node: Node<'_>) -> Option<Vec<Expr>> {
        let list = node.field(Field::Arguments)?;
        let arguments = list.children().into_iter();
        Some(arguments.map(|argument| self.expr(argument)).collect())
    }

    fn call(&self, node: Node<'_>) -> Option<Expr> {
        if node.field(Field::TypeArguments).is_some() || node.has_token("super") {
            return None;
        }
        let object = node.field(Field::Object);
        let method = node.field(Field::Name)?.text().to_owned();
        let arguments = self.arguments(node)?;
        if method == "currentThread"
            && arguments.is_empty()
            && object.is_some_and(|object| self.names.is_javas_thread(object))
        {
            return Some(Expr::Name(Name::current_thread()));
        }

        Some(Expr::Call {
            receiver: object.map(|object| Box::new(self.expr(object))),
            method,
            arguments,
        })
    }

    fn creation(&self, node: Node<'_>) -> Option<Expr> {
        let ty = node.field(Field::Type)?;
        let plain = node
            .children()
            .iter()
            .all(|child| *child == ty || child.kind() == Kind::ArgumentList);
        plain.then_some(())?;
        Some(Expr::New {
            ty: ty.text().to_owned(),
            arguments: self.arguments(node)?,
        })
    }

    fn field_access(&self, node: Node<'_>) -> Option<Expr> {
        let field = node
            .field(Field::Member)
            .filter(|field| field.kind() == Kind::Identifier)?;
        if node.has_token("super") {
            return None;
        }
        Some(Expr::Field {
            object: self.boxed(node, Field::Object)?,
            field: field.text().to_owned(),
        })
    }

    fn unary(&self, node: Node<'_>) -> Option<Expr> {
        let operand = node.field(Field::Operand)?;
        let op = match node.field(Field::Operator)?.text() {
            "!" => UnaryOp::Not,
            "-" => UnaryOp::Minus,
            "+" => UnaryOp::Plus,
            "~" => UnaryOp::Complement,
            _ => return None,
        };

        if op == UnaryOp::Minus && is_integer(operand.kind()) {
            return literal::negated(operand).map(Expr::Literal);
        }

        Some(Expr::Unary {
            op,
            operand: Box::new(self.expr(operand)),
        })
    }

    fn binary(&self, node: Node<'_>) -> Option<Expr> {
        let op = binary_op(node.field(Field::Operator)?.text())?;
        Some(Expr::Binary {
            op,
            left: self.boxed(node, Field::Left)?,
            right: self.boxed(node, Field::Right)?,
        })
    }

    fn instance_of(&self, node: Node<'_>) -> Option<Expr> {
        if node.field(Field::Name).is_some() || node.has_token("final") {
            return None;
        }
        let ty = node.field(Field::Right)?.text().to_owned();
        Some(Expr::InstanceOf {
            operand: self.boxed(node, Field::Left)?,
            ty,
        })
    }

    fn cast(&self, node: Node<'_>) -> Option<Expr> {
        let [ty] = node.fields(Field::Type)[..] else {
            return None;
        };
        // `(a.b) + c` adds: only casts to primitive types are followed by a sign (JLS 15.16). The
        // grammar has a cast.
        let value = node.field(Field::Value)?;
        let is_signed =
            value.kind() == Kind::Unary && (value.has_token("+") || value.has_token("-"));

        if is_signed && !matches!(JavaType::of(ty.text()), JavaType::Primitive(_)) {
            return None;
        }

        Some(Expr::Cast {
            ty: ty.text().to_owned(),
            operand: self.boxed(node, Field::Value)?,
        })
    }

    fn assignment(&self, node: Node<'_>) -> Option<Expr> {
        let target = self.assigned(node.field(Field::Left)?);
        let op = match node.field(Field::Operator)?.text() {
            "=" => None,
            compound => Some(binary_op(compound.strip_suffix('=')?)?),
        };
        Some(Expr::Assign {
            target,
            op,
            value: self.boxed(node, Field::Right)?,
        })
    }

    fn update(&self, node: Node<'_>) -> Option<Expr> {
        let operand = node.children().into_iter().next()?;
        // `-n++` negates what `n++` gives. The grammar has it the other way round.
        if matches!(operand.kind(), Kind::Unary | Kind::Cast) {
            return None;
        }
        let target = self.assigned(unparenthesized(operand));
        let postfix = operand.range().start == node.range().start;
        let by = if node.has_token("++") { 1 } else { -1 };
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
        let statements: Result<Vec<Vec<Stmt>>, CodeError> = node
            .children()
            .into_iter()
            .map(|child| self.stmt(child))
            .collect();
        Ok(statements?.into_iter().flatten().collect())
    }

    fn stmt(&self, node: Node<'_>) -> Result<Vec<Stmt>, CodeError> {
        Ok(match node.kind() {
            Kind::ExpressionStatement => vec![Stmt::Expr(self.expression_statement(node)?)],
            Kind::LocalVariableDeclaration => self
                .locals(node)
                .unwrap_or_else(|| vec![self.opaque_stmt(node)]),
            Kind::Block => vec![Stmt::Block(self.block(node)?)],
            Kind::IfStatement => vec![self.if_statement(node)?],
            Kind::WhileStatement => {
                vec![Stmt::While {
                    test: self.test(node),
                    body: self.branch(node, Field::Body)?,
                }]
            }
            Kind::ReturnStatement if node.children().is_empty() => vec![Stmt::Return],
            _ => vec![self.opaque_stmt(node)],
        })
    }

    fn opaque_stmt(&self, node: Node<'_>) -> Stmt {
        Stmt::Opaque(self.as_written(node))
    }

    /// JLS 14.8: assignments, increments, calls and instance creations are statements, other
    /// expressions are not.
    fn expression_statement(&self, node: Node<'_>) -> Result<Expr, CodeError> {
        let Some(expression) = node.children().into_iter().next() else {
            return Ok(self.opaque(node));
        };
        match expression.kind() {
            Kind::Assignment
            | Kind::Update
            | Kind::MethodInvocation
            | Kind::ObjectCreation
            | Kind::SwitchExpression => Ok(self.expr(expression)),
            _ => {
                let message = "this expression is not a statement";
                let mut error = CodeError::syntax(expression.range(), message);
                error.help = Some(
                    "a statement assigns, increments, calls a method or creates an object"
                        .to_owned(),
                );
                Err(error)
            }
        }
    }

    fn locals(&self, node: Node<'_>) -> Option<Vec<Stmt>> {
        let ty = node.field(Field::Type)?.text();
        let declarators = node.fields(Field::Declarator).into_iter();
        declarators
            .map(|declarator| self.local(ty, declarator))
            .collect()
    }

    fn local(&self, ty: &str, declarator: Node<'_>) -> Option<Stmt> {
        if declarator.field(Field::Dimensions).is_some() {
            return None;
        }
        let name = declarator
            .field(Field::Name)
            .filter(|name| name.kind() == Kind::Identifier)?;
        let initial = declarator.field(Field::Value).map(|value| self.expr(value));
        Some(Stmt::Local {
            ty: ty.to_owned(),
            name: name.text().to_owned(),
            initial,
        })
    }

    fn test(&self, node: Node<'_>) -> Expr {
        match node.field(Field::Condition) {
            Some(condition) => self.expr(condition),
            None => self.opaque(node),
        }
    }

    fn if_statement(&self, node: Node<'_>) -> Result<Stmt, CodeError> {
        let then = self.branch(node, Field::Consequence)?;
        Ok(Stmt::If {
            test: self.test(node),
            then,
            otherwise: self.branch(node, Field::Alternative)?,
        })
    }

    /// The statements of a branch; those of a block without the block.
    fn branch(&self, node: Node<'_>, field: Field) -> Result<Vec<Stmt>, CodeError> {
        match node.field(field) {
            Some(block) if block.kind() == Kind::Block => self.block(block),
            Some(statement) if !statement.is_token() => self.stmt(statement),
            _ => Ok(Vec::new()),
        }
    }
}

fn unparenthesized(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while let Some(inner) = Some(node)
        .filter(|n| n.kind() == Kind::Parenthesized)
        .and_then(|n| n.children().into_iter().next())
    {
        node = inner;
    }
    node
}

fn is_integer(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::DecimalInteger | Kind::HexInteger | Kind::OctalInteger | Kind::BinaryInteger
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
