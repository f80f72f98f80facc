//! Type declarations.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Converted, Converter, Fault};
use crate::ast::{
    EnumConstant, Ident, Modifiers, Nesting, TypeDecl, TypeDeclId, TypeDeclKind, TypeRef,
    TypeRefKind,
};
use crate::grammar::{Children, Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    /// Returns whether nodes of `kind` declare a type.
    pub(super) fn declares_type(kind: Kind) -> bool {
        declared_kind(kind).is_some()
    }

    /// Converts the declaration `node`, its members included.
    pub(super) fn type_declaration(
        &mut self,
        node: Node<'t>,
        nesting: Nesting,
    ) -> Converted<TypeDeclId> {
        let kind = declared_kind(GRAMMAR.kind(node))
            .ok_or_else(|| Fault::at(node, "expected a type declaration"))?;
        self.nested(|c| {
            let children = c.children(node);
            let name = c.require(&children, Field::Name, node)?;
            let name = c.ident(name);
            let id = c.new_type(kind, nesting, name, node);
            c.type_header(id, &children)?;
            let body = c.require(&children, Field::Body, node)?;
            c.type_body(id, body)?;
            Ok(id)
        })
    }

    /// The body of an instance creation or enum constant, whose superclass or interface is `base`;
    /// `place` stands for its name.
    pub(super) fn anonymous(&mut self, body: Node<'t>, base: TypeRef) -> Converted<TypeDeclId> {
        let owner = self.owner_or(body)?;
        self.nested(|c| {
            let name = Ident {
                text: c.intern(""),
                span: base.span,
            };
            let id = c.new_type(TypeDeclKind::Class, Nesting::Anonymous(owner), name, body);
            c.unit.type_decls[id].extends = Some(base);
            c.type_body(id, body)?;
            Ok(id)
        })
    }

    fn new_type(
        &mut self,
        kind: TypeDeclKind,
        nesting: Nesting,
        name: Ident,
        node: Node,
    ) -> TypeDeclId {
        self.unit.type_decls.push(TypeDecl {
            kind,
            nesting,
            name,
            modifiers: Modifiers::default(),
            type_parameters: Vec::new(),
            extends: None,
            implements: Vec::new(),
            permits: Vec::new(),
            components: Vec::new(),
            varargs: false,
            constants: Vec::new(),
            members: Vec::new(),
            span: self.span(node),
        })
    }

    fn type_header(&mut self, id: TypeDeclId, children: &Children<'t>) -> Converted<()> {
        let modifiers = self.modifiers(children.of(Kind::Modifiers));
        let type_parameters = self.type_parameters(children.field(Field::TypeParameters))?;
        let extends = self.clause(children.field(Field::Superclass))?.pop();
        let interfaces = children
            .field(Field::Interfaces)
            .or(children.of(Kind::ExtendsInterfaces));
        let implements = self.clause(interfaces)?;
        let permits = self.clause(children.field(Field::Permits))?;
        let (components, varargs) = match children.field(Field::Parameters) {
            Some(parameters) => self.parameters(parameters)?,
            None => Default::default(),
        };

        let decl = &mut self.unit.type_decls[id];
        (decl.modifiers, decl.type_parameters, decl.extends) =
            (modifiers, type_parameters, extends);
        (decl.implements, decl.permits) = (implements, permits);
        (decl.components, decl.varargs) = (components, varargs);
        Ok(())
    }

    fn type_body(&mut self, id: TypeDeclId, body: Node<'t>) -> Converted<()> {
        let (owner, yields) = (self.owner.replace(id), std::mem::take(&mut self.yields));
        for child in self.children(body).iter() {
            match child.kind {
                Kind::EnumConstant => {
                    self.contained(child.node, |c| c.enum_constant(id, child.node))?
                }
                Kind::EnumBodyDeclarations => {
                    for member in self.children(child.node).named() {
                        self.contained(member.node, |c| c.member(id, member))?;
                    }
                }
                _ if child.node.is_named() => {
                    self.contained(child.node, |c| c.member(id, child))?
                }
                _ => {}
            }
        }

        (self.owner, self.yields) = (owner, yields);
        Ok(())
    }

    fn enum_constant(&mut self, id: TypeDeclId, node: Node<'t>) -> Converted<()> {
        let children = self.children(node);
        let name = self.require(&children, Field::Name, node)?;
        let name = self.ident(name);
        let arguments = match children.field(Field::Arguments) {
            Some(arguments) => self.arguments(arguments)?,
            None => Vec::new(),
        };
        let base = Ident {
            text: self.unit.type_decls[id].name.text.clone(),
            span: name.span,
        };

        let base = TypeRef {
            kind: TypeRefKind::Named(vec![(base, None)]),
            span: name.span,
        };
        let body = children
            .field(Field::Body)
            .map(|body| self.anonymous(body, base))
            .transpose()?;
        self.unit.type_decls[id].constants.push(EnumConstant {
            name,
            arguments,
            body,
        });

        Ok(())
    }

    /// Converts the modifiers in `node`, a modifiers node.
    pub(super) fn modifiers(&mut self, node: Option<Node<'t>>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let Some(node) = node else { return modifiers };
        for child in self.children(node).iter() {
            match child.kind {
                Kind::Annotation | Kind::MarkerAnnotation => {
                    let name = self.annotation_name(child.node);
                    modifiers.annotations.extend(name);
                }
                _ => note_modifier(&mut modifiers, child.node.kind()),
            }
        }
        modifiers
    }

    fn annotation_name(&mut self, node: Node<'t>) -> Option<Arc<str>> {
        let name = self.children(node).field(Field::Name)?;
        let parts = self.path(name);
        match &parts[..] {
            [only] => Some(only.text.clone()),
            _ => Some(
                parts
                    .iter()
                    .map(|part| &*part.text)
                    .collect::<Vec<_>>()
                    .join(".")
                    .into(),
            ),
        }
    }
}

fn declared_kind(kind: Kind) -> Option<TypeDeclKind> {
    Some(match kind {
        Kind::ClassDeclaration => TypeDeclKind::Class,
        Kind::InterfaceDeclaration => TypeDeclKind::Interface,
        Kind::EnumDeclaration => TypeDeclKind::Enum,
        Kind::RecordDeclaration => TypeDeclKind::Record,
        Kind::AnnotationTypeDeclaration => TypeDeclKind::Annotation,
        _ => return None,
    })
}

/// Flags of JVMS tables 4.1-B, 4.5-A and 4.6-A.
fn note_modifier(modifiers: &mut Modifiers, keyword: &str) {
    modifiers.access |= match keyword {
        "public" => 0x0001,
        "private" => 0x0002,
        "protected" => 0x0004,
        "static" => 0x0008,
        "final" => 0x0010,
        "synchronized" => 0x0020,
        "volatile" => 0x0040,
        "transient" => 0x0080,
        "native" => 0x0100,
        "abstract" => 0x0400,
        "strictfp" => 0x0800,
        _ => 0,
    };
    match keyword {
        "default" => modifiers.is_default = true,
        "sealed" => modifiers.sealed = true,
        "non-sealed" => modifiers.non_sealed = true,
        _ => {}
    }
}
