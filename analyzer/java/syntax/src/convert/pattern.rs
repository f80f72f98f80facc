//! Patterns.

use tree_sitter::Node;

use super::member::written;
use super::{Converted, Converter, Fault, words};
use crate::ast::{ExprKind, Label, Pattern, PatternKind, Var};
use crate::grammar::{Children, Field, GRAMMAR, Kind};

/// Patterns are nested values, like types.
const NESTING: usize = 255;

impl<'t> Converter<'_, 't> {
    /// The labels of `case pattern`, `node` being the pattern.
    pub(super) fn pattern_labels(
        &mut self,
        node: Node<'t>,
        labels: &mut Vec<Label>,
    ) -> Converted<()> {
        let inner = self.children(node).named().next();
        let inner = self.required(inner.map(|c| c.node), node)?;
        let (ty, body) = match GRAMMAR.kind(inner) {
            Kind::RecordPattern => {
                let children = self.children(inner);
                (children.iter().next(), children.of(Kind::RecordPatternBody))
            }
            _ => (None, None),
        };
        match (ty, body) {
            // The rewriting of gaps holds several patterns together by a record pattern that is not
            // in the text.
            (Some(ty), Some(body)) if self.text(ty.node).is_empty() => {
                for pattern in self.children(body).named() {
                    labels.push(Label::Pattern(self.pattern(pattern.node, NESTING)?));
                }
            }
            _ => labels.push(Label::Pattern(self.pattern(inner, NESTING)?)),
        }

        Ok(())
    }

    fn pattern(&mut self, node: Node<'t>, depth: usize) -> Converted<Pattern> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Fault::at(node, "the pattern is nested too deeply"));
        };
        let kind = match GRAMMAR.kind(node) {
            Kind::RecordPattern => self.record_pattern(node, depth)?,
            Kind::UnderscorePattern => PatternKind::Any,
            Kind::TypePattern | Kind::RecordPatternComponent => {
                let children = self.children(node);
                let mut parts = children.named();
                match (parts.next(), parts.next()) {
                    (Some(any), None) if any.kind == Kind::UnderscorePattern => PatternKind::Any,
                    (Some(ty), Some(name)) => self.binding(ty.node, name.node, false)?,
                    _ => return Err(Fault::at(node, "expected a pattern")),
                }
            }
            _ => {
                return Err(Fault::at(
                    node,
                    format!("expected a pattern, found {}", words(node)),
                ));
            }
        };

        Ok(Pattern {
            kind,
            span: self.span(node),
        })
    }

    fn record_pattern(&mut self, node: Node<'t>, depth: usize) -> Converted<PatternKind> {
        let children = self.children(node);
        let ty = self.type_ref(self.required(children.named().next().map(|c| c.node), node)?)?;
        let body = self.required(children.of(Kind::RecordPatternBody), node)?;
        let mut components = Vec::new();
        for component in self.children(body).named() {
            components.push(self.pattern(component.node, depth)?);
        }
        Ok(PatternKind::Record { ty, components })
    }

    fn binding(&mut self, ty: Node<'t>, name: Node<'t>, is_final: bool) -> Converted<PatternKind> {
        let ty = written(self.type_ref(ty)?);
        let name = self.ident(name);
        Ok(PatternKind::Binding(self.add_var(Var {
            name,
            ty,
            alternatives: Vec::new(),
            is_final,
        })))
    }

    /// `operand instanceof ..`.
    pub(super) fn instance_of(
        &mut self,
        node: Node<'t>,
        children: &Children<'t>,
    ) -> Converted<ExprKind> {
        let operand = self.expression(self.require(children, Field::Left, node)?)?;
        let pattern = match (children.field(Field::Pattern), children.field(Field::Name)) {
            (Some(pattern), _) => self.pattern(pattern, NESTING)?,
            (None, Some(name)) => {
                let ty = self.require(children, Field::Right, node)?;
                let kind = self.binding(ty, name, children.has_token("final"))?;
                Pattern {
                    kind,
                    span: self.source.span(ty.start_byte()..name.end_byte()),
                }
            }
            (None, None) => {
                let ty = self.require(children, Field::Right, node)?;
                Pattern {
                    kind: PatternKind::Type(self.type_ref(ty)?),
                    span: self.span(ty),
                }
            }
        };

        Ok(ExprKind::InstanceOf { operand, pattern })
    }
}
