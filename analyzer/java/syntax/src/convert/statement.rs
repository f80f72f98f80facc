//! Statements.

use tree_sitter::Node;

use super::{Converted, Converter, Fault, unparenthesized, words};
use crate::ast::{Catch, ExprKind, Ident, Nesting, Resource, StmtId, StmtKind, Var};
use crate::grammar::{Children, Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    /// A block, also a constructor's body.
    pub(super) fn block(&mut self, node: Node<'t>) -> Converted<StmtId> {
        let mut body = Vec::new();
        for child in self.children(node).iter() {
            if !child.is_token("{") && !child.is_token("}") {
                self.statements(child.node, &mut body)?;
            }
        }
        Ok(self.add_stmt(StmtKind::Block(body), node))
    }

    /// The single statement at `node`, such as the body of a loop.
    pub(super) fn statement(&mut self, node: Node<'t>) -> Converted<StmtId> {
        let mut out = Vec::new();
        self.statements(node, &mut out)?;
        match out[..] {
            [only] => Ok(only),
            _ => Ok(self.add_stmt(StmtKind::Block(out), node)),
        }
    }

    /// Adds the statement at `node` to `out`: several for a declaration of several variables.
    pub(super) fn statements(&mut self, node: Node<'t>, out: &mut Vec<StmtId>) -> Converted<()> {
        self.nested(|c| {
            if GRAMMAR.kind(node) == Kind::LocalVariableDeclaration {
                return c.locals(node, out);
            }
            let id = c.single(node)?;
            out.push(id);
            Ok(())
        })
    }

    fn single(&mut self, node: Node<'t>) -> Converted<StmtId> {
        let kind = match GRAMMAR.kind(node) {
            Kind::Block => return self.block(node),
            Kind::ExpressionStatement => return self.expression_statement(node),
            Kind::ExplicitConstructorInvocation => self.explicit_constructor_call(node)?,
            Kind::IfStatement => self.if_statement(node)?,
            Kind::WhileStatement | Kind::DoStatement => self.while_statement(node)?,
            Kind::ForStatement => self.for_statement(node)?,
            Kind::EnhancedFor => self.for_each(node)?,
            Kind::LabeledStatement => self.labeled(node)?,
            Kind::BreakStatement => StmtKind::Break(self.jump_label(node)),
            Kind::ContinueStatement => StmtKind::Continue(self.jump_label(node)),
            Kind::YieldStatement => self.yield_statement(node)?,
            Kind::ReturnStatement => {
                let value = self.children(node).named().next();
                StmtKind::Return(value.map(|value| self.expression(value.node)).transpose()?)
            }
            Kind::ThrowStatement => {
                let value = self.children(node).named().next();
                StmtKind::Throw(self.expression(self.required(value.map(|c| c.node), node)?)?)
            }
            Kind::AssertStatement => self.assert_statement(node)?,
            Kind::SynchronizedStatement => self.synchronized(node)?,
            Kind::SwitchExpression => StmtKind::Switch(self.switch(node)?),
            Kind::TryStatement | Kind::TryWithResources => self.try_statement(node)?,
            Kind::Other if node.kind() == ";" => StmtKind::Empty,
            kind if Self::declares_type(kind) => {
                let owner = self.owner_or(node)?;
                StmtKind::Type(self.type_declaration(node, Nesting::Local(owner))?)
            }
            _ => {
                return Err(Fault::at(
                    node,
                    format!("expected a statement, found {}", words(node)),
                ));
            }
        };
        Ok(self.add_stmt(kind, node))
    }

    fn locals(&mut self, node: Node<'t>, out: &mut Vec<StmtId>) -> Converted<()> {
        let children = self.children(node);
        let declarators: Vec<_> = children.fields(Field::Declarator).map(|c| c.node).collect();
        for &declarator in &declarators {
            let parts = self.children(declarator);
            let var = self.variable(&children, &parts, node)?;
            let initial = parts
                .field(Field::Value)
                .map(|value| self.initializer(value))
                .transpose()?;
            let place = if declarators.len() == 1 {
                node
            } else {
                declarator
            };
            out.push(self.add_stmt(StmtKind::Local { var, initial }, place));
        }

        Ok(())
    }

    fn expression_statement(&mut self, node: Node<'t>) -> Converted<StmtId> {
        let value = self.children(node).named().next();
        let value = self.required(value.map(|c| c.node), node)?;
        let (kind, place) = match GRAMMAR.kind(value) {
            // `switch (x) { }` with a stray `;` behind it: a switch expression is no statement (JLS
            // 14.8).
            Kind::SwitchExpression => (StmtKind::Switch(self.switch(value)?), value),
            Kind::MethodInvocation if self.calls_constructor(value) => {
                (self.constructor_call(value)?, node)
            }
            _ => (StmtKind::Expr(self.expression(value)?), node),
        };
        Ok(self.add_stmt(kind, place))
    }

    /// Returns whether the invocation `node` is `this(..)` or `super(..)`, which the rewriting of
    /// gaps gives as a method call.
    fn calls_constructor(&self, node: Node<'t>) -> bool {
        GRAMMAR
            .name(node)
            .is_some_and(|name| matches!(self.text(name), "this" | "super"))
    }

    fn constructor_call(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let name = self.require(&children, Field::Name, node)?;
        self.constructor_call_of(&children, self.text(name) == "super", node)
    }

    fn explicit_constructor_call(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let target = self.require(&children, Field::Constructor, node)?;
        self.constructor_call_of(&children, GRAMMAR.kind(target) == Kind::Super, node)
    }

    fn constructor_call_of(
        &mut self,
        children: &Children<'t>,
        is_super: bool,
        node: Node<'t>,
    ) -> Converted<StmtKind> {
        let outer = children
            .field(Field::Object)
            .map(|outer| self.expression(outer))
            .transpose()?;
        let arguments = self.arguments(self.require(children, Field::Arguments, node)?)?;
        Ok(StmtKind::ConstructorCall {
            is_super,
            outer,
            arguments,
        })
    }

    fn if_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let test = self.expression(self.require(&children, Field::Condition, node)?)?;
        let then = self.statement(self.require(&children, Field::Consequence, node)?)?;
        let otherwise = children
            .field(Field::Alternative)
            .map(|other| self.statement(other))
            .transpose()?;
        Ok(StmtKind::If {
            test,
            then,
            otherwise,
        })
    }

    fn while_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let test = self.require(&children, Field::Condition, node)?;
        let body = self.require(&children, Field::Body, node)?;
        if GRAMMAR.kind(node) == Kind::WhileStatement {
            return Ok(StmtKind::While {
                test: self.expression(test)?,
                body: self.statement(body)?,
            });
        }
        let body = self.statement(body)?;
        Ok(StmtKind::DoWhile {
            body,
            test: self.expression(test)?,
        })
    }

    fn for_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let mut initial = Vec::new();
        for init in children.fields(Field::Init) {
            if init.kind == Kind::LocalVariableDeclaration {
                self.locals(init.node, &mut initial)?;
            } else {
                let value = self.expression(init.node)?;
                initial.push(self.add_stmt(StmtKind::Expr(value), init.node));
            }
        }

        let test = children
            .field(Field::Condition)
            .map(|test| self.expression(test))
            .transpose()?;
        let mut update = Vec::new();

        for child in children.fields(Field::Update) {
            update.push(self.expression(child.node)?);
        }

        let body = self.statement(self.require(&children, Field::Body, node)?)?;
        Ok(StmtKind::For {
            initial,
            test,
            update,
            body,
        })
    }

    fn for_each(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let var = self.variable(&children, &children, node)?;
        let iterable = self.expression(self.require(&children, Field::Value, node)?)?;
        let body = self.statement(self.require(&children, Field::Body, node)?)?;
        Ok(StmtKind::ForEach {
            var,
            iterable,
            body,
        })
    }

    fn labeled(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let label = self.required(children.of(Kind::Identifier), node)?;
        let label = self.ident(label);
        let body = self.statement(self.required(children.iter().last().map(|c| c.node), node)?)?;
        Ok(StmtKind::Labeled { label, body })
    }

    fn jump_label(&mut self, node: Node<'t>) -> Option<Ident> {
        let label = self.children(node).of(Kind::Identifier)?;
        Some(self.ident(label))
    }

    fn yield_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let value = self.required(children.named().next().map(|c| c.node), node)?;
        if self.yields || GRAMMAR.kind(value) != Kind::Parenthesized {
            return Ok(StmtKind::Yield(self.expression(value)?));
        }

        // Outside a switch expression `yield (x);` can only be a call, in a source of Java 13 or
        // older.
        let keyword = self.required(children.iter().next().map(|c| c.node), node)?;
        let name = self.ident(keyword);
        let arguments = vec![self.expression(value)?];
        let mut call = ExprKind::Call {
            qualifier: None,
            type_arguments: Vec::new(),
            name,
            arguments,
        };

        if let ExprKind::Call { name, .. } = &mut call {
            name.text = self.intern("yield");
        }

        let end = value.end_byte();
        let span = self.source.span(node.start_byte()..end);
        Ok(StmtKind::Expr(
            self.unit.exprs.push(crate::ast::Expr { kind: call, span }),
        ))
    }

    fn assert_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let mut parts = children.named();
        let test = self.expression(self.required(parts.next().map(|c| c.node), node)?)?;
        let message = parts
            .next()
            .map(|message| self.expression(message.node))
            .transpose()?;
        Ok(StmtKind::Assert { test, message })
    }

    fn synchronized(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let object = self.expression(self.required(children.of(Kind::Parenthesized), node)?)?;
        let body = self.block(self.require(&children, Field::Body, node)?)?;
        Ok(StmtKind::Synchronized { object, body })
    }

    fn try_statement(&mut self, node: Node<'t>) -> Converted<StmtKind> {
        let children = self.children(node);
        let mut resources = Vec::new();
        if let Some(specification) = children.field(Field::Resources) {
            for resource in self.children(specification).all(Kind::Resource) {
                resources.push(self.resource(resource)?);
            }
        }

        let body = self.block(self.require(&children, Field::Body, node)?)?;
        let mut catches = Vec::new();
        for clause in children.all(Kind::CatchClause) {
            catches.push(self.catch(clause)?);
        }

        let finally = match children.of(Kind::FinallyClause) {
            Some(clause) => {
                let block = self.children(clause).of(Kind::Block);
                Some(self.block(self.required(block, clause)?)?)
            }
            None => None,
        };

        Ok(StmtKind::Try {
            resources,
            body,
            catches,
            finally,
        })
    }

    fn resource(&mut self, node: Node<'t>) -> Converted<Resource> {
        let children = self.children(node);
        match children.field(Field::Value) {
            Some(value) => {
                let var = self.variable(&children, &children, node)?;
                Ok(Resource::Declared {
                    var,
                    initial: self.expression(value)?,
                })
            }
            None => {
                let name = self.required(children.named().next().map(|c| c.node), node)?;
                Ok(Resource::Named(self.expression(unparenthesized(name))?))
            }
        }
    }

    fn catch(&mut self, node: Node<'t>) -> Converted<Catch> {
        let children = self.children(node);
        let parameter = self.required(children.of(Kind::CatchFormalParameter), node)?;
        let parts = self.children(parameter);
        let types = self.required(parts.of(Kind::CatchType), parameter)?;
        let mut alternatives = self.types(types)?;

        if alternatives.is_empty() {
            return Err(Fault::at(types, "expected an exception type"));
        }

        let first = alternatives.remove(0);
        let is_final = self.is_final(&parts);
        let (name, ty) = self.declared(&parts, first, parameter)?;
        let var = self.add_var(Var {
            name,
            ty: Some(ty),
            alternatives,
            is_final,
        });
        let body = self.block(self.require(&children, Field::Body, node)?)?;

        Ok(Catch { var, body })
    }
}
