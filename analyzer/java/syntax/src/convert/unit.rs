//! Compilation units: package, imports, top-level types, modules, and what is left out of them.

use text::Span;
use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::{Damage, Ident, Import, Nesting, TypeDeclId, Unit};
use crate::grammar::{Child, GRAMMAR, Kind};

/// Sizes of a unit's arenas and lists, to take back what a failed conversion has added.
pub(super) struct Mark {
    type_decls: usize,
    exprs: usize,
    stmts: usize,
    vars: usize,
    damage: usize,
    types: usize,
    imports: usize,
    /// The type around, with its members and constants.
    owner: Option<(TypeDeclId, usize, usize)>,
}

impl Mark {
    fn of(unit: &Unit, owner: Option<TypeDeclId>) -> Self {
        let sizes = |id: TypeDeclId| {
            (
                id,
                unit.type_decls[id].members.len(),
                unit.type_decls[id].constants.len(),
            )
        };
        Mark {
            type_decls: unit.type_decls.len(),
            exprs: unit.exprs.len(),
            stmts: unit.stmts.len(),
            vars: unit.vars.len(),
            damage: unit.damage.len(),
            types: unit.types.len(),
            imports: unit.imports.len(),
            owner: owner.map(sizes),
        }
    }

    fn restore(&self, unit: &mut Unit) {
        unit.type_decls.truncate(self.type_decls);
        unit.exprs.truncate(self.exprs);
        unit.stmts.truncate(self.stmts);
        unit.vars.truncate(self.vars);
        unit.damage.truncate(self.damage);
        unit.types.truncate(self.types);
        unit.imports.truncate(self.imports);
        if let Some((owner, members, constants)) = self.owner {
            unit.type_decls[owner].members.truncate(members);
            unit.type_decls[owner].constants.truncate(constants);
        }
    }
}

impl<'t> Converter<'_, 't> {
    pub(super) fn program(&mut self, program: Node<'t>) -> Converted<()> {
        for child in self.children(program).iter() {
            self.contained(child.node, |c| c.top_level(child))?;
        }
        self.annotations(program);
        Ok(())
    }

    /// Runs `convert` for a member; if it fails, takes back what it has added and records `member`
    /// as damage.
    pub(super) fn contained(
        &mut self,
        member: Node<'t>,
        convert: impl FnOnce(&mut Self) -> Converted<()>,
    ) -> Converted<()> {
        self.attempt(member, convert).map(|_| ())
    }

    /// Runs `convert` for `part`; if it fails, takes back what it has added, records `part` as
    /// damage and gives `None`. `Err` only if all of the conversion is to be repeated.
    pub(super) fn attempt<T>(
        &mut self,
        part: Node<'t>,
        convert: impl FnOnce(&mut Self) -> Converted<T>,
    ) -> Converted<Option<T>> {
        let mark = Mark::of(&self.unit, self.owner);
        let (depth, owner, yields) = (self.depth, self.owner, self.yields);
        let misnamed = self.misnamed.take();
        let result = convert(self);
        let fault = match (result, std::mem::replace(&mut self.misnamed, misnamed)) {
            (Err(fault), _) | (Ok(_), Some(fault)) => fault,
            (Ok(value), None) => return Ok(Some(value)),
        };
        mark.restore(&mut self.unit);
        (self.depth, self.owner, self.yields) = (depth, owner, yields);

        let (error, message) = match fault {
            Fault::TooDeep if !self.limits.last_resort => return Err(fault),
            Fault::TooDeep => (
                self.span(part),
                format!("nested more than {} levels deep", self.limits.depth),
            ),
            Fault::Wrong { place, message } => (self.source.span(place), message),
        };
        let span = self.span(part);
        self.unit.damage.push(Damage {
            span,
            error,
            message,
            within: self.owner,
        });

        Ok(None)
    }

    fn top_level(&mut self, child: Child<'t>) -> Converted<()> {
        let node = child.node;
        match child.kind {
            Kind::PackageDeclaration if self.unit.package.is_empty() => self.package(node),
            Kind::ImportDeclaration => self.import(node),
            Kind::ModuleDeclaration if self.unit.module.is_none() => self.module(node),
            Kind::Other if child.is_token(";") => Ok(()),
            _ if Self::declares_type(child.kind) => {
                let id = self.type_declaration(node, Nesting::TopLevel)?;
                self.unit.types.push(id);
                if self.unit.type_decls[id].name.text.is_empty() {
                    self.implicit_class(id);
                }
                Ok(())
            }
            _ => Err(Fault::at(
                node,
                "expected a class, interface, enum or record",
            )),
        }
    }

    /// Notes the class of a compact source file, which imports the module `java.base` (JLS 7.3).
    fn implicit_class(&mut self, class: TypeDeclId) {
        let span = Span {
            end: self.unit.type_decls[class].span.start,
            ..self.unit.type_decls[class].span
        };
        let path = ["java", "base"]
            .map(|part| Ident {
                text: self.intern(part),
                span,
            })
            .into();
        self.unit.imports.push(Import {
            path,
            is_static: false,
            on_demand: false,
            is_module: true,
        });

        self.unit.implicit_class = Some(class);
    }

    fn package(&mut self, node: Node<'t>) -> Converted<()> {
        let children = self.children(node);
        let name = children
            .named()
            .find(|c| matches!(c.kind, Kind::Identifier | Kind::ScopedIdentifier));
        let path = self.path(self.required(name.map(|c| c.node), node)?);
        self.unit.package = path
            .iter()
            .map(|part| &*part.text)
            .collect::<Vec<_>>()
            .join(".");
        Ok(())
    }

    fn import(&mut self, node: Node<'t>) -> Converted<()> {
        let children = self.children(node);
        let name = children
            .named()
            .find(|c| matches!(c.kind, Kind::Identifier | Kind::ScopedIdentifier));
        let name = self.required(name.map(|c| c.node), node)?;
        let path = self.path(name);
        // The keyword `module` is blank in the parsed text.
        let before = self.source.text(node.start_byte()..name.start_byte());
        self.unit.imports.push(Import {
            path,
            is_static: children.has_token("static"),
            on_demand: children.of(Kind::Asterisk).is_some(),
            is_module: before.contains("module"),
        });

        Ok(())
    }

    /// The parts of a dotted name.
    pub(super) fn path(&mut self, name: Node<'t>) -> Vec<crate::ast::Ident> {
        let mut path = Vec::new();
        let mut rest = Some(name);
        while let Some(node) = rest {
            rest = None;
            if GRAMMAR.kind(node) == Kind::ScopedIdentifier {
                let children = self.children(node);
                let mut parts = children.named();
                rest = parts.next().map(|c| c.node);
                path.extend(parts.next().map(|last| self.ident(last.node)));
            } else {
                path.push(self.ident(node));
            }
        }

        path.reverse();
        path
    }

    pub(super) fn owner_or(&self, node: Node) -> Converted<TypeDeclId> {
        self.owner
            .ok_or_else(|| Fault::at(node, "expected this inside a type"))
    }
}
