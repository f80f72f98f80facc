//! Module declarations.

use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::{Directive, Ident, Module};
use crate::grammar::{Children, Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    pub(super) fn module(&mut self, node: Node<'t>) -> Converted<()> {
        let children = self.children(node);
        let name = self.path(self.require(&children, Field::Name, node)?);
        let is_open = children.has_token("open");
        let body = self.require(&children, Field::Body, node)?;
        let mut directives = Vec::new();
        for directive in self.children(body).named() {
            directives.extend(self.attempt(directive.node, |c| c.directive(directive.node))?);
        }
        self.unit.module = Some(Module {
            name,
            is_open,
            directives,
        });
        Ok(())
    }

    fn directive(&mut self, node: Node<'t>) -> Converted<Directive> {
        let children = self.children(node);
        let mut names = self.names_in(&children).into_iter();
        let first = names
            .next()
            .ok_or_else(|| Fault::at(node, "expected a name"))?;
        let others = names.collect();

        Ok(match GRAMMAR.kind(node) {
            Kind::RequiresDirective => {
                let modifiers: Vec<_> = children
                    .all(Kind::RequiresModifier)
                    .map(|m| self.text(m))
                    .collect();
                let (transitive, is_static) = (
                    modifiers.contains(&"transitive"),
                    modifiers.contains(&"static"),
                );
                Directive::Requires {
                    module: first,
                    transitive,
                    is_static,
                }
            }
            Kind::ExportsDirective => Directive::Exports {
                package: first,
                to: others,
            },
            Kind::OpensDirective => Directive::Opens {
                package: first,
                to: others,
            },
            Kind::UsesDirective => Directive::Uses(first),
            Kind::ProvidesDirective => Directive::Provides {
                service: first,
                with: others,
            },
            _ => return Err(Fault::at(node, "expected a directive")),
        })
    }

    fn names_in(&mut self, children: &Children<'t>) -> Vec<Vec<Ident>> {
        let names = children
            .named()
            .filter(|c| matches!(c.kind, Kind::Identifier | Kind::ScopedIdentifier));
        names.map(|name| self.path(name.node)).collect()
    }
}
