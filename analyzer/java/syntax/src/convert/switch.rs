//! Switches, as statements and as expressions.

use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::{Case, ExprId, Label, StmtKind, Switch};
use crate::grammar::{Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    pub(super) fn switch(&mut self, node: Node<'t>) -> Converted<Switch> {
        let children = self.children(node);
        let selector = self.expression(self.require(&children, Field::Condition, node)?)?;
        let body = self.require(&children, Field::Body, node)?;
        let mut cases = Vec::new();
        let mut arrows = false;

        for child in self.children(body).named() {
            match child.kind {
                Kind::SwitchRule => {
                    arrows = true;
                    cases.push(self.rule(child.node)?);
                }
                Kind::SwitchGroup => self.group(child.node, &mut cases)?,
                _ => return Err(Fault::at(child.node, "expected `case` or `default`")),
            }
        }

        Ok(Switch {
            selector,
            cases,
            arrows,
        })
    }

    /// `case .. -> body`.
    fn rule(&mut self, node: Node<'t>) -> Converted<Case> {
        let children = self.children(node);
        let label = self.required(children.of(Kind::SwitchLabel), node)?;
        let mut case = self.labels(label)?;
        let body = self.required(children.named().last().map(|c| c.node), node)?;
        let statement = match GRAMMAR.kind(body) {
            // Behind an arrow even a switch is an expression (JLS 14.11.1).
            Kind::ExpressionStatement => {
                let value = self.children(body).named().next();
                let value = self.expression(self.required(value.map(|c| c.node), body)?)?;
                self.add_stmt(StmtKind::Expr(value), body)
            }
            _ => self.statement(body)?,
        };
        case.body.push(statement);

        Ok(case)
    }

    /// `case ..: case ..: statements`. Labels that fall through at once are joined; a guarded label
    /// is a case of its own.
    fn group(&mut self, node: Node<'t>, cases: &mut Vec<Case>) -> Converted<()> {
        for child in self.children(node).iter() {
            match child.kind {
                Kind::SwitchLabel => {
                    let next = self.labels(child.node)?;
                    match cases.last_mut() {
                        Some(last)
                            if last.body.is_empty()
                                && last.guard.is_none()
                                && next.guard.is_none() =>
                        {
                            last.labels.extend(next.labels);
                            last.span.end = next.span.end;
                        }
                        _ => cases.push(next),
                    }
                }
                Kind::Other if child.is_token(":") => {}
                _ => {
                    let case = cases
                        .last_mut()
                        .ok_or_else(|| Fault::at(child.node, "expected `case` or `default`"))?;
                    self.statements(child.node, &mut case.body)?;
                }
            }
        }
        Ok(())
    }

    /// A case without body.
    fn labels(&mut self, node: Node<'t>) -> Converted<Case> {
        let children = self.children(node);
        let mut labels = Vec::new();
        let mut guard = None;

        for child in children.iter() {
            match child.kind {
                Kind::Pattern => self.pattern_labels(child.node, &mut labels)?,
                Kind::Guard => guard = Some(self.guard(child.node)?),
                Kind::NullLiteral => labels.push(Label::Null),
                _ if child.is_token("default") => labels.push(Label::Default),
                _ if child.node.is_named() && self.text(child.node) == "default" => {
                    labels.push(Label::Default)
                }
                _ if child.node.is_named() => {
                    labels.push(Label::Constant(self.expression(child.node)?))
                }
                _ => {}
            }
        }

        Ok(Case {
            labels,
            guard,
            body: Vec::new(),
            span: self.span(node),
        })
    }

    fn guard(&mut self, node: Node<'t>) -> Converted<ExprId> {
        let value = self.children(node).named().last();
        self.expression(self.required(value.map(|c| c.node), node)?)
    }
}
