//! Classes: which methods each of them has (JLS 8, 9), implied ones included, and the fields that
//! javac adds.

use std::sync::Arc;

use ir::MethodKind;
use java_syntax::ast::{Member, MethodDecl, Modifiers, Nesting, TypeDeclId, TypeDeclKind, VarId};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};

use crate::body::{BodyLowering, Code};
use crate::class_methods::ClassMethods;
use crate::constructors::Written;
use crate::methods::{Header, descriptor};
use crate::unit::UnitLowering;

impl<'a> UnitLowering<'a> {
    /// Lowers all methods of a class: initializers of instances, what is written in order of text,
    /// what is implied, the static initializer.
    pub(crate) fn lower_class(&mut self, class: TypeDeclId) {
        let decl = &self.tree.type_decls[class];
        self.methods = ClassMethods::new(self.numbering.info(self.class_id(class)));
        self.instance_initializer(class);

        for member in &decl.members {
            if let Member::Method(method) = member {
                self.declared_method(class, method);
            }
        }

        if self.needs_constructor(class) {
            self.implied_constructor(class);
        }

        match decl.kind {
            TypeDeclKind::Enum => self.enum_members(class),
            TypeDeclKind::Record => self.record_members(class),
            TypeDeclKind::Class | TypeDeclKind::Interface | TypeDeclKind::Annotation => {}
        }
        self.static_initializer(class);
    }

    fn declared_method(&mut self, class: TypeDeclId, method: &'a MethodDecl) {
        match method.result {
            None => self.declared_constructor(class, method),
            Some(_) => self.ordinary_method(class, method),
        }
    }

    fn ordinary_method(&mut self, class: TypeDeclId, method: &'a MethodDecl) {
        let parameters: Vec<Type> = method
            .parameters
            .iter()
            .map(|&parameter| self.var_type(parameter))
            .collect();
        let name = method.name.text.clone();
        let (descriptor, access) = self.declared_descriptor(method, &parameters);
        let access = self.flags_that_fit(class, method, access);
        let result = MethodDescriptor::parse(&descriptor)
            .ok()
            .and_then(|descriptor| descriptor.result);

        let header = Header {
            class,
            name,
            descriptor,
            access,
            kind: MethodKind::Declared,
            span: method.name.span,
        };

        if self.is_repeated(&header) {
            return;
        }

        let id = self.reserve(header);
        self.part.methods[id]
            .annotations
            .clone_from(&method.modifiers.annotations);

        // Abstract and native methods have no code.
        if method.body.is_none() && !method.damaged {
            return;
        }

        let code = self.code(id, class, method.span, result);
        let mut body = BodyLowering::new(self, code);
        let parameters = body.parameters(&method.parameters);
        match method.body {
            Some(block) => body.stmt(block),
            None => body.damaged(),
        }

        body.finish(parameters);
    }

    fn declared_constructor(&mut self, class: TypeDeclId, method: &'a MethodDecl) {
        let decl = &self.tree.type_decls[class];
        let written = Written::Variables(if method.compact {
            &decl.components
        } else {
            &method.parameters
        });
        let descriptor = descriptor(self.constructor_types(class, &written), None);
        let access = self.declared_access("<init>", &descriptor, &method.modifiers);
        let header = Header {
            class,
            name: Arc::from("<init>"),
            access: self.flags_that_fit(class, method, access),
            descriptor,
            kind: MethodKind::Declared,
            span: method.name.span,
        };

        if self.is_repeated(&header) {
            return;
        }

        let id = self.reserve(header);
        self.part.methods[id]
            .annotations
            .clone_from(&method.modifiers.annotations);
        let code = Code {
            is_constructor: true,
            ..self.code(id, class, method.span, None)
        };
        let mut body = BodyLowering::new(self, code);
        let parameters = body.constructor_parameters(&written);
        match method.body {
            Some(block) => body.constructor_body(method, &parameters, block),
            None => body.damaged(),
        }

        body.finish(parameters.all);
    }

    /// Returns whether a class has the constructor that the language implies (JLS 8.8.9, 8.10.4,
    /// 15.9.5.1).
    fn needs_constructor(&self, class: TypeDeclId) -> bool {
        let decl = &self.tree.type_decls[class];
        let constructors = || {
            decl.members.iter().filter_map(|member| match member {
                Member::Method(method) if method.result.is_none() => Some(method),
                _ => None,
            })
        };
        match decl.kind {
            TypeDeclKind::Interface | TypeDeclKind::Annotation => false,
            TypeDeclKind::Record => !constructors().any(|method| self.is_canonical(class, method)),
            TypeDeclKind::Class | TypeDeclKind::Enum => constructors().next().is_none(),
        }
    }

    fn is_canonical(&self, class: TypeDeclId, method: &MethodDecl) -> bool {
        let components = &self.tree.type_decls[class].components;
        let types = |vars: &[VarId]| {
            vars.iter()
                .map(|&var| self.var_type(var))
                .collect::<Vec<_>>()
        };
        method.compact || types(&method.parameters) == types(components)
    }

    fn implied_constructor(&mut self, class: TypeDeclId) {
        let decl = &self.tree.type_decls[class];
        let written = match (decl.kind, decl.nesting) {
            (TypeDeclKind::Record, _) => Written::Variables(&decl.components),
            (_, Nesting::Anonymous(_)) => Written::PassedOn(self.passed_on(class)),
            _ => Written::Variables(&[]),
        };
        let span = decl.name.span;
        let descriptor = descriptor(self.constructor_types(class, &written), None);
        let access = self.declared_access("<init>", &descriptor, &Modifiers::default());
        let name = Arc::from("<init>");

        let id = self.reserve(Header {
            class,
            name,
            descriptor,
            access,
            kind: MethodKind::Implicit,
            span,
        });
        let code = Code {
            is_constructor: true,
            ..self.code(id, class, decl.span, None)
        };

        let mut body = BodyLowering::new(self, code);
        let parameters = body.constructor_parameters(&written);
        body.implied_super(&parameters, span);
        if decl.kind == TypeDeclKind::Record {
            body.store_components(span);
        }

        body.finish(parameters.all);
    }

    /// Descriptor and flags of a written method, as declared; the result is `Object` where the
    /// declaration is not known.
    fn declared_descriptor(&self, method: &MethodDecl, parameters: &[Type]) -> (Arc<str>, Access) {
        match self.methods.taking(&method.name.text, parameters) {
            Some(declared) => (declared.descriptor.clone(), declared.access),
            None => {
                let descriptor = descriptor(parameters.iter().cloned(), Some(&Type::object()));
                (descriptor, Access(method.modifiers.access))
            }
        }
    }

    /// The flags of a written method without those that contradict whether it has a body, or that
    /// no constructor has (JLS 8.4.3, 8.4.7, 8.8.3). Code with such flags is compiled by nothing,
    /// and so is a gap.
    fn flags_that_fit(&mut self, class: TypeDeclId, method: &MethodDecl, access: Access) -> Access {
        let is_constructor = method.result.is_none();
        let has_body = is_constructor || method.body.is_some() || method.damaged;
        let bodiless = Access::ABSTRACT.0 | Access::NATIVE.0;
        let wrong = match (has_body, is_constructor) {
            (true, true) => bodiless | Access::STATIC.0,
            (true, false) => bodiless,
            (false, _) => 0,
        };
        let lacks_body = !has_body && access.0 & bodiless == 0;

        if access.0 & wrong != 0
            || lacks_body
            || is_constructor && method.body.is_none() && !method.damaged
        {
            self.gap(
                class,
                method.span,
                "the modifiers of the method contradict its body",
            );
        }
        let fitting = Access(access.0 & !wrong);

        if lacks_body {
            fitting | Access::ABSTRACT
        } else {
            fitting
        }
    }
}

impl<'a> BodyLowering<'_, 'a> {
    /// A body that could not be understood; the gap is noted with the unit's damage.
    pub(crate) fn damaged(&mut self) {
        self.graph.push(ir::StatementKind::Unknown, self.code.span);
        let value = self.code.result.clone().map(|ty| {
            if ty.is_reference() {
                self.unknown(ty, self.code.span, "the body could not be understood")
            } else {
                self.undetermined(ty, self.code.span)
            }
        });
        self.graph.end(self.return_of(value));
    }
}
