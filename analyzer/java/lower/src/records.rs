//! Implied members of records (JLS 8.10.3): accessors, `equals`, `hashCode` and `toString`.
//!
//! The last three call the components' own methods, by way of the library.

use std::sync::Arc;

use ir::{ArithmeticKind, CallKind, Constant, LocalId, MethodKind, StatementKind, Terminator};
use java_syntax::ast::{Member, TypeDeclId, VarId};
use java_types::Access;
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::{Invoke, inserted};
use crate::methods::{Header, descriptor};
use crate::types;
use crate::unit::UnitLowering;

impl<'a> UnitLowering<'a> {
    /// Adds the members that the record does not declare itself.
    pub(crate) fn record_members(&mut self, class: TypeDeclId) {
        for &component in &self.tree.type_decls[class].components {
            let name = self.tree.vars[component].name.text.clone();
            let ty = self.var_type(component);
            self.record_member(class, &name, Vec::new(), ty, |body, _| {
                body.record_accessor(component)
            });
        }

        let equals = |body: &mut BodyLowering<'_, 'a>, parameters: &[LocalId]| {
            body.record_equals(parameters)
        };
        self.record_member(
            class,
            "equals",
            vec![Type::object()],
            types::BOOLEAN,
            equals,
        );
        self.record_member(class, "hashCode", Vec::new(), types::INT, |body, _| {
            body.record_hash_code()
        });

        self.record_member(class, "toString", Vec::new(), types::string(), |body, _| {
            body.record_to_string()
        });
    }

    /// A member, unless it is declared; `lower` takes its parameters and ends its body.
    fn record_member(
        &mut self,
        class: TypeDeclId,
        name: &str,
        parameters: Vec<Type>,
        result: Type,
        lower: impl FnOnce(&mut BodyLowering<'_, 'a>, &[LocalId]),
    ) {
        if self.declares(class, name, &parameters) {
            return;
        }

        let decl = &self.tree.type_decls[class];
        let descriptor = descriptor(parameters.iter().cloned(), Some(&result));
        let (access, name) = (Access::PUBLIC, Arc::from(name));
        let kind = MethodKind::Implicit;
        let header = Header {
            class,
            name,
            descriptor,
            access,
            kind,
            span: decl.name.span,
        };

        if self.is_repeated(&header) {
            return;
        }

        let id = self.reserve(header);
        let code = self.code(id, class, decl.span, Some(result));
        let mut body = BodyLowering::new(self, code);
        let mut all = body.parameters(&[]);
        let own: Vec<LocalId> = parameters
            .into_iter()
            .map(|ty| body.temporary(ty))
            .collect();
        lower(&mut body, &own);
        all.extend(own);

        body.finish(all);
    }

    fn declares(&self, class: TypeDeclId, name: &str, parameters: &[Type]) -> bool {
        let types = |vars: &[VarId]| {
            vars.iter()
                .map(|&var| self.var_type(var))
                .collect::<Vec<_>>()
        };
        self.tree.type_decls[class]
            .members
            .iter()
            .any(|member| match member {
                Member::Method(method) => {
                    *method.name.text == *name
                        && method.result.is_some()
                        && types(&method.parameters) == parameters
                }
                Member::Field(_) | Member::Initializer { .. } | Member::Type(_) => false,
            })
    }
}

impl BodyLowering<'_, '_> {
    fn record_span(&self) -> Span {
        self.tree().type_decls[self.code.class].name.span
    }

    /// The value of a component's field.
    fn component(&mut self, object: LocalId, component: VarId) -> LocalId {
        let owner = self.class_name();
        let field = self
            .unit
            .field_ref(owner, owner, &self.tree().vars[component].name.text);
        self.load(
            Some(object),
            field,
            self.var_type(component),
            self.record_span(),
        )
    }

    fn own_component(&mut self, component: VarId) -> LocalId {
        let this = self.this(self.record_span());
        self.component(this, component)
    }

    fn record_accessor(&mut self, component: VarId) {
        let value = self.own_component(component);
        self.graph.end(Terminator::Return(Some(value)));
    }

    fn record_equals(&mut self, parameters: &[LocalId]) {
        let span = self.record_span();
        let differs = self.graph.block();
        for &other in parameters {
            let other = self.same_record(other, differs, span);
            for &component in &self.tree().type_decls[self.code.class].components {
                let values = vec![
                    self.own_component(component),
                    self.component(other, component),
                ];
                let equal = self.equal_components(values, span);
                let next = self.graph.block();
                self.graph.branch(equal, next, differs);
                self.graph.start(next);
            }
        }

        self.return_truth(true, span);
        self.graph.start(differs);
        self.return_truth(false, span);
    }

    fn same_record(&mut self, other: LocalId, differs: ir::BlockId, span: Span) -> LocalId {
        let ty = Type::class(self.class_name().clone());
        let (same, is_record) = (self.graph.block(), self.temporary(types::BOOLEAN));
        self.graph.push(
            StatementKind::InstanceOf {
                target: is_record,
                source: other,
                ty: ty.clone(),
            },
            span,
        );
        self.graph.branch(is_record, same, differs);
        self.graph.start(same);
        self.cast(other, ty, span)
    }

    fn equal_components(&mut self, values: Vec<LocalId>, span: Span) -> LocalId {
        if values
            .iter()
            .any(|&value| !self.type_of(value).is_reference())
        {
            return self.compute(ArithmeticKind::Equal, values, types::BOOLEAN, span);
        }
        let equal = self.record_call(
            "equals",
            "(Ljava/lang/Object;Ljava/lang/Object;)Z",
            values,
            span,
        );
        equal.unwrap_or_else(|| self.undetermined(types::BOOLEAN, span))
    }

    fn return_truth(&mut self, value: bool, span: Span) {
        let value = self.constant(Constant::Bool(value), types::BOOLEAN, span);
        self.graph.end(Terminator::Return(Some(value)));
    }

    fn record_hash_code(&mut self) {
        let span = self.record_span();
        for value in self.object_components() {
            self.record_call("hashCode", "(Ljava/lang/Object;)I", vec![value], span);
        }
        let hash = self.undetermined(types::INT, span);
        self.graph.end(Terminator::Return(Some(hash)));
    }

    fn record_to_string(&mut self) {
        let span = self.record_span();
        for value in self.object_components() {
            let descriptor = "(Ljava/lang/Object;)Ljava/lang/String;";
            let invoke = inserted(
                CallKind::Static,
                types::STRING,
                "valueOf",
                descriptor,
                None,
                vec![value],
                span,
            );
            self.invoke(Invoke {
                is_emitted: false,
                result: None,
                ..invoke
            });
        }

        let text = self.compute(ArithmeticKind::Add, Vec::new(), types::string(), span);
        self.graph.end(Terminator::Return(Some(text)));
    }

    /// The values of the components that are objects.
    fn object_components(&mut self) -> Vec<LocalId> {
        let components = self.tree().type_decls[self.code.class].components.iter();
        let components = components.filter(|&&component| self.var_type(component).is_reference());
        let components: Vec<VarId> = components.copied().collect();
        components
            .into_iter()
            .map(|component| self.own_component(component))
            .collect()
    }

    /// A call of `java.util.Objects` that happens inside the dynamic call that javac emits.
    fn record_call(
        &mut self,
        name: &str,
        descriptor: &str,
        arguments: Vec<LocalId>,
        span: Span,
    ) -> Option<LocalId> {
        let invoke = inserted(
            CallKind::Static,
            "java/util/Objects",
            name,
            descriptor,
            None,
            arguments,
            span,
        );
        self.invoke(Invoke {
            is_emitted: false,
            ..invoke
        })
    }
}
