//! Types as written.

use tree_sitter::Node;

use super::{Converted, Converter, Fault, words};
use crate::ast::{Ident, Primitive, TypeArgument, TypeParameter, TypeRef, TypeRefKind};
use crate::grammar::{Field, GRAMMAR, Kind};

/// Types are nested values that are dropped, cloned and compared recursively, so their nesting is
/// bounded well below what a small stack can bear. An array type of more dimensions does not exist
/// (JVMS 4.3.2).
const NESTING: usize = 255;

/// One part of a qualified type.
type Part = (Ident, Option<Vec<TypeArgument>>);

impl<'t> Converter<'_, 't> {
    /// The type at `node`; annotations on it are dropped.
    pub(super) fn type_ref(&mut self, node: Node<'t>) -> Converted<TypeRef> {
        self.type_within(node, NESTING)
    }

    fn type_within(&mut self, node: Node<'t>, depth: usize) -> Converted<TypeRef> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Fault::at(node, "the type is nested too deeply"));
        };
        let kind = match GRAMMAR.kind(node) {
            Kind::AnnotatedType => {
                let inner = self.children(node).named().last().map(|c| c.node);
                return self.type_within(self.required(inner, node)?, depth);
            }
            Kind::VoidType | Kind::IntegralType | Kind::FloatingPointType | Kind::BooleanType => {
                TypeRefKind::Primitive(self.primitive(node)?)
            }
            Kind::TypeIdentifier
            | Kind::Identifier
            | Kind::ScopedTypeIdentifier
            | Kind::GenericType => TypeRefKind::Named(self.type_parts(node, depth)?),
            Kind::FieldAccess => TypeRefKind::Named(self.type_parts(node, depth)?),
            Kind::ArrayType => {
                let children = self.children(node);
                let element = self.type_within(
                    self.required(children.iter().next().map(|c| c.node), node)?,
                    depth,
                )?;
                return match children.field(Field::Dimensions) {
                    Some(dimensions) => self.with_dimensions(element, dimensions),
                    None => Ok(element),
                };
            }
            _ => {
                return Err(Fault::at(
                    node,
                    format!("expected a type, found {}", words(node)),
                ));
            }
        };

        Ok(TypeRef {
            kind,
            span: self.span(node),
        })
    }

    fn primitive(&self, node: Node) -> Converted<Primitive> {
        Ok(match self.text(node) {
            "boolean" => Primitive::Boolean,
            "byte" => Primitive::Byte,
            "short" => Primitive::Short,
            "char" => Primitive::Char,
            "int" => Primitive::Int,
            "long" => Primitive::Long,
            "float" => Primitive::Float,
            "double" => Primitive::Double,
            "void" => Primitive::Void,
            _ => return Err(Fault::at(node, "expected a primitive type")),
        })
    }

    /// The parts of a (qualified, parameterized) class type, also where the grammar saw an
    /// expression name.
    fn type_parts(&mut self, node: Node<'t>, depth: usize) -> Converted<Vec<Part>> {
        let mut parts = Vec::new();
        let mut rest = Some(node);
        let mut arguments = None;

        while let Some(node) = rest {
            let children = self.children(node);
            let first = children.named().next().map(|c| c.node);
            rest = match GRAMMAR.kind(node) {
                Kind::GenericType => {
                    // The rewriting of gaps adds arguments that are not in the text.
                    let written = children
                        .of(Kind::TypeArguments)
                        .filter(|&list| !self.text(list).is_empty());
                    arguments = written
                        .map(|list| self.arguments_within(list, depth))
                        .transpose()?;
                    Some(self.required(first, node)?)
                }
                Kind::ScopedTypeIdentifier | Kind::FieldAccess => {
                    let last = self.required(children.named().last().map(|c| c.node), node)?;
                    parts.push((self.ident(last), arguments.take()));
                    first
                }
                Kind::Identifier | Kind::TypeIdentifier => {
                    parts.push((self.ident(node), arguments.take()));
                    None
                }
                _ => return Err(Fault::at(node, "expected the name of a type")),
            };
        }

        parts.reverse();
        Ok(parts)
    }

    /// `<A, ? extends B>`; empty for the diamond.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> Converted<Vec<TypeArgument>> {
        self.arguments_within(node, NESTING)
    }

    fn arguments_within(&mut self, node: Node<'t>, depth: usize) -> Converted<Vec<TypeArgument>> {
        self.children(node)
            .named()
            .map(|argument| self.type_argument(argument.node, depth))
            .collect()
    }

    fn type_argument(&mut self, node: Node<'t>, depth: usize) -> Converted<TypeArgument> {
        if GRAMMAR.kind(node) != Kind::Wildcard {
            return Ok(TypeArgument::Type(self.type_within(node, depth)?));
        }
        let children = self.children(node);
        let bounded = children.has_token("extends");
        let lower = children.of(Kind::Super).is_some();
        match children.iter().last() {
            Some(bound) if bounded => {
                Ok(TypeArgument::Extends(self.type_within(bound.node, depth)?))
            }
            Some(bound) if lower => Ok(TypeArgument::Super(self.type_within(bound.node, depth)?)),
            _ => Ok(TypeArgument::Unbounded),
        }
    }

    /// `element` with the brackets of `dimensions` behind it.
    pub(super) fn with_dimensions(
        &mut self,
        element: TypeRef,
        dimensions: Node<'t>,
    ) -> Converted<TypeRef> {
        let count = self
            .children(dimensions)
            .iter()
            .filter(|c| c.is_token("["))
            .count();
        if count > NESTING {
            return Err(Fault::at(
                dimensions,
                format!("an array has at most {NESTING} dimensions"),
            ));
        }
        let end = self.span(dimensions).end;
        Ok((0..count).fold(element, |element, _| array_of(element, end)))
    }

    /// `<T extends A & B, U>`.
    pub(super) fn type_parameters(
        &mut self,
        node: Option<Node<'t>>,
    ) -> Converted<Vec<TypeParameter>> {
        let Some(node) = node else {
            return Ok(Vec::new());
        };
        self.children(node)
            .all(Kind::TypeParameter)
            .map(|parameter| self.type_parameter(parameter))
            .collect()
    }

    fn type_parameter(&mut self, node: Node<'t>) -> Converted<TypeParameter> {
        let children = self.children(node);
        let name = self.required(
            children
                .of(Kind::TypeIdentifier)
                .or(children.of(Kind::Identifier)),
            node,
        )?;
        let bounds = match children.of(Kind::TypeBound) {
            Some(bound) => self.types(bound)?,
            None => Vec::new(),
        };

        Ok(TypeParameter {
            name: self.ident(name),
            bounds,
        })
    }

    /// The types among the children of `node` (a bound, a clause, a type list).
    pub(super) fn types(&mut self, node: Node<'t>) -> Converted<Vec<TypeRef>> {
        let children = self.children(node);
        if let Some(list) = children.of(Kind::TypeList) {
            return self.types(list);
        }
        children.named().map(|ty| self.type_ref(ty.node)).collect()
    }

    /// The types of an optional clause.
    pub(super) fn clause(&mut self, node: Option<Node<'t>>) -> Converted<Vec<TypeRef>> {
        node.map_or(Ok(Vec::new()), |node| self.types(node))
    }
}

/// An array of `element` whose brackets end at byte `end`.
pub(super) fn array_of(element: TypeRef, end: u32) -> TypeRef {
    let mut span = element.span;
    span.end = span.end.max(end);
    TypeRef {
        kind: TypeRefKind::Array(Box::new(element)),
        span,
    }
}
