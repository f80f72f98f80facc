//! Initializers of fields, instances and classes (JLS 8.3.2, 8.6, 8.7, 12.4, 12.5), in order of
//! text.

use std::sync::Arc;

use ir::MethodKind;
use java_syntax::ast::{FieldDecl, Member, MethodDecl, StmtId, StmtKind, TypeDeclId, TypeDeclKind};
use java_types::Access;
use java_types::descriptor::Type;

use crate::body::{BodyLowering, Code};
use crate::methods::{Header, INSTANCE_INITIALIZER};
use crate::unit::UnitLowering;

impl<'a> UnitLowering<'a> {
    /// Returns whether a class has code that runs in each of its constructors.
    pub(crate) fn has_instance_initializer(&self, class: TypeDeclId) -> bool {
        let members = &self.tree.type_decls[class].members;
        members
            .iter()
            .any(|member| self.is_initializer(class, member, false))
    }

    /// Returns whether a member is code that initializes the class (`is_static`) or an instance.
    fn is_initializer(&self, class: TypeDeclId, member: &Member, is_static: bool) -> bool {
        match member {
            Member::Initializer { is_static: own, .. } => *own == is_static,
            Member::Field(field) => {
                (field.initial.is_some() || field.damaged)
                    && self.is_static_field(class, field) == is_static
                    && !(is_static && self.is_constant(class, field))
            }
            Member::Method(_) | Member::Type(_) => false,
        }
    }

    /// Returns whether a field is static; those of interfaces are.
    pub(crate) fn is_static_field(&self, class: TypeDeclId, field: &FieldDecl) -> bool {
        let kind = self.tree.type_decls[class].kind;
        matches!(kind, TypeDeclKind::Interface | TypeDeclKind::Annotation)
            || Access(field.modifiers.access).is_static()
    }

    /// Returns whether a static field is a constant variable (JLS 4.12.4): it has its value before
    /// any code runs.
    fn is_constant(&self, class: TypeDeclId, field: &FieldDecl) -> bool {
        let info = self.numbering.info(self.class_id(class));
        info.field(&field.name.text)
            .is_some_and(|field| field.constant.is_some())
    }

    /// Erased type of a declared field.
    fn field_type(&self, class: TypeDeclId, field: &FieldDecl) -> Type {
        let id = self
            .numbering
            .field(&self.facts.type_names[class], &field.name.text);
        id.map_or_else(Type::object, |id| self.numbering.field_type(id).clone())
    }

    /// The method that runs the instance initializers, if there are any.
    pub(crate) fn instance_initializer(&mut self, class: TypeDeclId) {
        if !self.has_instance_initializer(class) {
            return;
        }
        let access = Access::PRIVATE | Access::SYNTHETIC;
        let kind = MethodKind::InstanceInitializer;
        let mut body = self.initializer_body(class, INSTANCE_INITIALIZER, access, kind);
        let parameters = body.parameters(&[]);
        body.run_initializers(class, false);
        body.finish(parameters);
    }

    /// `<clinit>`, if there is anything to do: enum constants, then static fields and initializers.
    pub(crate) fn static_initializer(&mut self, class: TypeDeclId) {
        let decl = &self.tree.type_decls[class];
        let has_code = decl
            .members
            .iter()
            .any(|member| self.is_initializer(class, member, true));

        if !has_code && decl.kind != TypeDeclKind::Enum {
            return;
        }

        let mut body = self.initializer_body(
            class,
            "<clinit>",
            Access::STATIC,
            MethodKind::StaticInitializer,
        );

        if decl.kind == TypeDeclKind::Enum {
            body.enum_constants(class);
        }

        body.run_initializers(class, true);
        body.finish(Vec::new());
    }

    fn initializer_body(
        &mut self,
        class: TypeDeclId,
        name: &str,
        access: Access,
        kind: MethodKind,
    ) -> BodyLowering<'_, 'a> {
        let decl = &self.tree.type_decls[class];
        let header = Header {
            class,
            name: Arc::from(name),
            descriptor: Arc::from("()V"),
            access,
            kind,
            span: decl.name.span,
        };
        let id = self.reserve(header);

        let is_copied =
            kind == MethodKind::InstanceInitializer && self.initial_constructors(class) > 1;
        let code = Code {
            is_copied,
            ..self.code(id, class, decl.span, None)
        };

        BodyLowering::new(self, code)
    }

    /// How many constructors run the instance initializers: those that do not call another one of
    /// the class.
    fn initial_constructors(&self, class: TypeDeclId) -> usize {
        let members = &self.tree.type_decls[class].members;
        let initial = members.iter().filter(|member| match member {
            Member::Method(method) => method.result.is_none() && !self.calls_this(method),
            _ => false,
        });
        initial.count()
    }

    fn calls_this(&self, method: &MethodDecl) -> bool {
        let Some(body) = method.body else {
            return false;
        };
        let StmtKind::Block(statements) = &self.tree.stmts[body].kind else {
            return false;
        };
        let is_call = |&statement: &StmtId| {
            matches!(
                self.tree.stmts[statement].kind,
                StmtKind::ConstructorCall {
                    is_super: false,
                    ..
                }
            )
        };

        statements.iter().any(is_call)
    }
}

impl<'a> BodyLowering<'_, 'a> {
    fn run_initializers(&mut self, class: TypeDeclId, is_static: bool) {
        for member in &self.tree().type_decls[class].members {
            if self.unit.is_initializer(class, member, is_static) {
                match member {
                    Member::Initializer { body, .. } => self.stmt(*body),
                    Member::Field(field) => self.initialize_field(class, field, is_static),
                    Member::Method(_) | Member::Type(_) => {}
                }
            }
        }
    }

    fn initialize_field(&mut self, class: TypeDeclId, field: &'a FieldDecl, is_static: bool) {
        let span = field.name.span;
        let Some(initial) = field.initial else {
            self.graph.push(ir::StatementKind::Unknown, span);
            return;
        };
        let ty = self.unit.field_type(class, field);
        let value = self.initial_value(initial, &ty);
        let owner = self.class_name();
        let object = (!is_static).then(|| self.this(span));
        let field = self.unit.field_ref(owner, owner, &field.name.text);
        self.store(object, field, value, span);
    }
}
