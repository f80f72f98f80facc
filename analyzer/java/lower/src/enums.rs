//! Enums (JLS 8.9): constants in the static initializer, `values` and `valueOf`.

use std::sync::Arc;

use ir::{AllocationKind, CallSyntax, Constant, FieldRef, LocalId, MethodKind};
use java_syntax::ast::{EnumConstant, TypeDeclId};
use java_types::Access;
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::fields::VALUES;
use crate::methods::Header;
use crate::types;
use crate::unit::UnitLowering;

impl<'a> UnitLowering<'a> {
    /// `values()` and `valueOf(String)`.
    pub(crate) fn enum_members(&mut self, class: TypeDeclId) {
        let name = self.facts.type_names[class].clone();
        self.enum_member(
            class,
            "values",
            &format!("()[L{name};"),
            |body, ty, span| body.enum_values(ty, span),
        );
        self.enum_member(
            class,
            "valueOf",
            &format!("(Ljava/lang/String;)L{name};"),
            |body, ty, span| body.enum_value_of(ty, span),
        );
    }

    fn enum_member(
        &mut self,
        class: TypeDeclId,
        name: &str,
        descriptor: &str,
        lower: fn(&mut BodyLowering<'_, 'a>, Type, Span) -> (Vec<LocalId>, LocalId),
    ) {
        let decl = &self.tree.type_decls[class];
        let span = decl.name.span;
        let result = java_types::descriptor::MethodDescriptor::parse(descriptor)
            .ok()
            .and_then(|parsed| parsed.result);
        let (name, descriptor) = (Arc::from(name), Arc::from(descriptor));
        let (access, kind) = (Access::PUBLIC | Access::STATIC, MethodKind::Implicit);
        let header = Header {
            class,
            name,
            descriptor,
            access,
            kind,
            span,
        };

        if self.is_repeated(&header) {
            return;
        }

        let id = self.reserve(header);
        let ty = Type::class(self.facts.type_names[class].clone());
        let code = self.code(id, class, decl.span, result);
        let mut body = BodyLowering::new(self, code);
        let (parameters, value) = lower(&mut body, ty, span);
        body.graph.end(ir::Terminator::Return(Some(value)));

        body.finish(parameters);
    }
}

impl<'a> BodyLowering<'_, 'a> {
    fn values_field(&self) -> FieldRef {
        let owner = self.class_name();
        self.unit.field_ref(owner, owner, &Arc::from(VALUES))
    }

    /// `$VALUES.clone()`.
    fn enum_values(&mut self, ty: Type, span: Span) -> (Vec<LocalId>, LocalId) {
        let array = Type::array(ty);
        let all = self.load(None, self.values_field(), array.clone(), span);
        let owner = array.to_string();
        let copy = self.inserted_on(
            all,
            &owner,
            "clone",
            "()Ljava/lang/Object;",
            Vec::new(),
            span,
        );
        (Vec::new(), self.cast(copy.unwrap_or(all), array, span))
    }

    /// `Enum.valueOf(E.class, name)`, which gives one of the constants.
    fn enum_value_of(&mut self, ty: Type, span: Span) -> (Vec<LocalId>, LocalId) {
        let name = self.graph.local(Some(Arc::from("name")), types::string());
        let class = self.constant(
            Constant::Class(ty.clone()),
            Type::class("java/lang/Class"),
            span,
        );
        let descriptor = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;";
        self.inserted_static(
            "java/lang/Enum",
            "valueOf",
            descriptor,
            vec![class, name],
            span,
        );

        let all = self.load(None, self.values_field(), Type::array(ty), span);
        let index = self.undetermined(types::INT, span);
        (vec![name], self.array_load(all, index, span))
    }

    /// Makes the constants in order, then the array of all of them.
    pub(crate) fn enum_constants(&mut self, class: TypeDeclId) {
        let decl = &self.tree().type_decls[class];
        let owner = self.class_name();
        let mut all = Vec::with_capacity(decl.constants.len());
        for (ordinal, constant) in decl.constants.iter().enumerate() {
            let value = self.enum_constant(class, ordinal, constant);
            let field = self.unit.field_ref(owner, owner, &constant.name.text);
            self.store(None, field, value, constant.name.span);
            all.push(value);
        }
        let ty = Type::array(Type::class(owner.clone()));
        let span = decl.name.span;
        let array = self.packed_locals(&all, &ty, span);
        self.store(None, self.values_field(), array, span);
    }

    fn enum_constant(
        &mut self,
        class: TypeDeclId,
        ordinal: usize,
        constant: &'a EnumConstant,
    ) -> LocalId {
        let span = constant.name.span;
        let Some(creation) = self.facts().constants.get(&(class, ordinal)) else {
            self.arguments(&constant.arguments, None, None, span);
            return self.unknown(
                Type::class(self.class_name().clone()),
                span,
                "the enum constant is not resolved",
            );
        };
        let object = self.allocate(
            AllocationKind::Instance,
            Type::class(creation.class.clone()),
            span,
        );

        let name = self.constant(
            Constant::Str(constant.name.text.clone()),
            types::string(),
            span,
        );
        let leading = vec![name, self.integer(ordinal as i64, span)];
        let passed =
            self.constructor_arguments(creation, leading, None, false, &constant.arguments, span);
        self.invoke_constructor(&creation.target, object, passed, CallSyntax::Creation, span);

        object
    }
}
