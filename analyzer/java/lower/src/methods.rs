//! Methods that units add: their first lines, and the code of each.

use std::sync::Arc;

use ir::{Enclosing, LocalId, Method, MethodId, MethodKind};
use java_syntax::ast::{Modifiers, TypeDeclId, VarId};
use java_types::Access;
use java_types::descriptor::Type;
use text::Span;

use crate::body::{BodyLowering, Code};
use crate::unit::UnitLowering;

/// The name of the method that runs a class's instance initializers; no name in a class file has
/// angle brackets but those of the virtual machine.
pub(crate) const INSTANCE_INITIALIZER: &str = "<instance-initializer>";

/// The first lines of a method.
pub(crate) struct Header {
    pub(crate) class: TypeDeclId,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    pub(crate) access: Access,
    pub(crate) kind: MethodKind,
    pub(crate) span: Span,
}

impl UnitLowering<'_> {
    /// Returns whether a class has a method of this name and descriptor already; a second one is a
    /// gap, as no compiler takes it (or types that are not known make two methods look alike).
    pub(crate) fn is_repeated(&mut self, header: &Header) -> bool {
        let repeated = !self.methods.note(&header.name, &header.descriptor);
        if repeated {
            self.gap(
                header.class,
                header.span,
                "a method with the same name and parameters is there already",
            );
        }
        repeated
    }

    /// Adds a method without body yet.
    pub(crate) fn reserve(&mut self, header: Header) -> MethodId {
        let Header {
            class,
            name,
            descriptor,
            access,
            kind,
            span,
        } = header;
        let method = match kind {
            MethodKind::InstanceInitializer => Arc::from("<init>"),
            _ => Arc::from(format!("{name}{descriptor}")),
        };

        let enclosing = Enclosing {
            class: self.facts.type_names[class].clone(),
            method,
        };
        let class = self.class_id(class);
        let (access, annotations) = (access.0, Vec::new());

        self.part.methods.push(Method {
            class,
            name,
            descriptor,
            access,
            kind,
            span,
            enclosing,
            annotations,
            body: None,
        })
    }

    /// The code of a method that was just added.
    pub(crate) fn code(
        &self,
        id: MethodId,
        class: TypeDeclId,
        span: Span,
        result: Option<Type>,
    ) -> Code {
        let method = &self.part.methods[id];
        Code {
            class,
            method: id,
            enclosing: method.enclosing.clone(),
            span,
            result,
            is_constructor: false,
            is_static: Access(method.access).is_static(),
            is_reference: false,
            is_copied: false,
        }
    }

    /// Flags of a method as declared, else those written.
    pub(crate) fn declared_access(
        &self,
        name: &str,
        descriptor: &str,
        written: &Modifiers,
    ) -> Access {
        let declared = self.methods.with_descriptor(name, descriptor);
        declared.map_or(Access(written.access), |declared| declared.access)
    }
}

impl BodyLowering<'_, '_> {
    /// Makes the receiver, unless the code is static, and the parameters.
    pub(crate) fn parameters(&mut self, written: &[VarId]) -> Vec<LocalId> {
        let this = (!self.code.is_static).then(|| {
            self.graph.local(
                Some(Arc::from("this")),
                Type::class(self.class_name().clone()),
            )
        });
        self.receiver = this;

        this.into_iter()
            .chain(
                written
                    .iter()
                    .map(|&parameter| self.var(parameter))
                    .collect::<Vec<_>>(),
            )
            .collect()
    }
}

/// A method descriptor (JVMS 4.3.3).
pub(crate) fn descriptor(
    parameters: impl IntoIterator<Item = Type>,
    result: Option<&Type>,
) -> Arc<str> {
    let mut text = String::from("(");
    parameters
        .into_iter()
        .for_each(|ty| text.push_str(&ty.to_string()));
    text.push(')');
    match result {
        Some(ty) => text.push_str(&ty.to_string()),
        None => text.push('V'),
    }
    Arc::from(text)
}
