//! Members of types: fields, methods, constructors, initializers; parameters.

use tree_sitter::Node;

use super::type_ref::array_of;
use super::{Converted, Converter, Fault, words};
use crate::ast::{
    FieldDecl, Ident, Member, MethodDecl, Modifiers, Nesting, TypeDeclId, TypeRef, Var, VarId,
};
use crate::grammar::{Child, Children, Field, GRAMMAR, Kind};

impl<'t> Converter<'_, 't> {
    /// Adds the member `child` to the type `id`.
    pub(super) fn member(&mut self, id: TypeDeclId, child: Child<'t>) -> Converted<()> {
        let node = child.node;
        let member = match child.kind {
            Kind::FieldDeclaration | Kind::ConstantDeclaration => return self.fields(id, node),
            Kind::MethodDeclaration
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::AnnotationTypeElement => self.method(node)?,
            Kind::Block => Member::Initializer {
                is_static: false,
                body: self.block(node)?,
            },
            Kind::StaticInitializer => {
                let block = self.children(node).of(Kind::Block);
                Member::Initializer {
                    is_static: true,
                    body: self.block(self.required(block, node)?)?,
                }
            }
            kind if Self::declares_type(kind) => {
                Member::Type(self.type_declaration(node, Nesting::Member(id))?)
            }
            _ => {
                return Err(Fault::at(
                    node,
                    format!("expected a member, found {}", words(node)),
                ));
            }
        };
        self.unit.type_decls[id].members.push(member);

        Ok(())
    }

    fn fields(&mut self, id: TypeDeclId, node: Node<'t>) -> Converted<()> {
        let children = self.children(node);
        let modifiers = self.modifiers(children.of(Kind::Modifiers));
        let ty = self.type_ref(self.require(&children, Field::Type, node)?)?;
        let damaged = self.is_hollow(node);
        let mut fields = Vec::new();
        for declarator in children.fields(Field::Declarator) {
            fields.push(self.field(&modifiers, &ty, declarator.node, damaged)?);
        }
        self.unit.type_decls[id]
            .members
            .extend(fields.into_iter().map(Member::Field));
        Ok(())
    }

    fn field(
        &mut self,
        modifiers: &Modifiers,
        ty: &TypeRef,
        declarator: Node<'t>,
        damaged: bool,
    ) -> Converted<FieldDecl> {
        let parts = self.children(declarator);
        let (name, ty) = self.declared(&parts, ty.clone(), declarator)?;
        let value = parts.field(Field::Value);
        let initial = match value {
            Some(value) => self.attempt(value, |c| c.initializer(value))?,
            None => None,
        };
        let damaged = damaged || value.is_some() && initial.is_none();

        Ok(FieldDecl {
            modifiers: modifiers.clone(),
            ty,
            name,
            initial,
            damaged,
        })
    }

    /// Name and type of a declarator, whose own dimensions extend `ty`.
    pub(super) fn declared(
        &mut self,
        parts: &Children<'t>,
        ty: TypeRef,
        node: Node<'t>,
    ) -> Converted<(Ident, TypeRef)> {
        let name = self.require(parts, Field::Name, node)?;
        let ty = match parts.field(Field::Dimensions) {
            Some(dimensions) => self.with_dimensions(ty, dimensions)?,
            None => ty,
        };
        Ok((self.ident(name), ty))
    }

    fn method(&mut self, node: Node<'t>) -> Converted<Member> {
        let children = self.children(node);
        let modifiers = self.modifiers(children.of(Kind::Modifiers));
        let type_parameters = self.type_parameters(children.field(Field::TypeParameters))?;
        let result = children
            .field(Field::Type)
            .map(|ty| self.type_ref(ty))
            .transpose()?;
        let name = self.require(&children, Field::Name, node)?;
        let name = self.ident(name);
        let (parameters, varargs) = match children.field(Field::Parameters) {
            Some(parameters) => self.parameters(parameters)?,
            None => Default::default(),
        };

        let result = match (result, children.field(Field::Dimensions)) {
            (Some(result), Some(dimensions)) => Some(self.with_dimensions(result, dimensions)?),
            (result, _) => result,
        };
        let throws = self.clause(children.of(Kind::Throws))?;
        let body = children.field(Field::Body);
        let (body, damaged) = match body {
            Some(body) if self.is_hollow(body) => (None, true),
            Some(node) => {
                let body = self.attempt(node, |c| c.block(node))?;
                (body, body.is_none())
            }
            None => (None, false),
        };

        let compact = GRAMMAR.kind(node) == Kind::CompactConstructor;
        let span = self.span(node);
        Ok(Member::Method(MethodDecl {
            modifiers,
            type_parameters,
            result,
            name,
            parameters,
            varargs,
            compact,
            throws,
            body,
            damaged,
            span,
        }))
    }

    /// Parameters and whether the last one is `T...`; a receiver parameter is left out.
    pub(super) fn parameters(&mut self, node: Node<'t>) -> Converted<(Vec<VarId>, bool)> {
        let mut parameters = Vec::new();
        let mut varargs = false;
        for child in self.children(node).named() {
            match child.kind {
                Kind::FormalParameter => parameters.extend(self.parameter(child.node)?),
                Kind::SpreadParameter => {
                    varargs = true;
                    parameters.push(self.spread_parameter(child.node)?);
                }
                Kind::ReceiverParameter => {}
                _ => return Err(Fault::at(child.node, "expected a parameter")),
            }
        }
        Ok((parameters, varargs))
    }

    /// `None` for a receiver parameter, which the grammar takes for another one if it is annotated.
    fn parameter(&mut self, node: Node<'t>) -> Converted<Option<VarId>> {
        let children = self.children(node);
        if children
            .field(Field::Name)
            .is_some_and(|name| self.text(name) == "this")
        {
            return Ok(None);
        }
        self.variable(&children, &children, node).map(Some)
    }

    /// `T... x`.
    fn spread_parameter(&mut self, node: Node<'t>) -> Converted<VarId> {
        let children = self.children(node);
        let is_final = self.is_final(&children);
        let types = children
            .named()
            .find(|c| !matches!(c.kind, Kind::Modifiers))
            .map(|c| c.node);
        let element = self.type_ref(self.required(types, node)?)?;
        let dots = self.required(
            children.iter().find(|c| c.is_token("...")).map(|c| c.node),
            node,
        )?;

        let end = self.span(dots).end;
        let declarator = self.required(children.of(Kind::VariableDeclarator), node)?;
        let parts = self.children(declarator);
        let (name, ty) = self.declared(&parts, array_of(element, end), declarator)?;
        Ok(self.add_var(Var {
            name,
            ty: Some(ty),
            alternatives: Vec::new(),
            is_final,
        }))
    }

    /// A variable whose modifiers and type are in `children` and whose name and dimensions are in
    /// `parts`.
    pub(super) fn variable(
        &mut self,
        children: &Children<'t>,
        parts: &Children<'t>,
        node: Node<'t>,
    ) -> Converted<VarId> {
        let is_final = self.is_final(children);
        let ty = self.type_ref(self.require(children, Field::Type, node)?)?;
        let (name, ty) = self.declared(parts, ty, node)?;
        Ok(self.add_var(Var {
            name,
            ty: written(ty),
            alternatives: Vec::new(),
            is_final,
        }))
    }

    /// Returns whether `final` is among the modifiers in `children`.
    pub(super) fn is_final(&mut self, children: &Children<'t>) -> bool {
        children
            .of(Kind::Modifiers)
            .is_some_and(|modifiers| self.children(modifiers).has_token("final"))
    }
}

/// `None` for `var` (JLS 14.4.1: it is never the name of a type).
pub(super) fn written(ty: TypeRef) -> Option<TypeRef> {
    use crate::ast::TypeRefKind::Named;
    match &ty.kind {
        Named(parts) if matches!(&parts[..], [(name, None)] if &*name.text == "var") => None,
        _ => Some(ty),
    }
}
