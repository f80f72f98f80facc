//! Classes: which methods each of them has (JLS 8, 9), implied ones included, and the fields that
//! javac adds.

use std::sync::Arc;

use ir::{Enclosing, Method, MethodId, MethodKind};
use java_syntax::ast::{Member, MethodDecl, Modifiers, Nesting, TypeDeclId, TypeDeclKind, VarId};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};
use text::Span;

use crate::body::{BodyLowering, Code};
use crate::class_methods::ClassMethods;
use crate::constructors::Written;
use crate::functionals::descriptor;
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

    /// Whether a class has a method of this name and descriptor already; a second one is a gap, as
    /// no compiler takes it (or types that are not known make two methods look alike).
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

    /// Whether a class has the constructor that the language implies (JLS 8.8.9, 8.10.4, 15.9.5.1).
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

    /// Erased type of a variable; `Object` where it is not known.
    pub(crate) fn var_type(&self, id: VarId) -> Type {
        self.facts
            .vars
            .get(id)
            .cloned()
            .flatten()
            .unwrap_or_else(Type::object)
    }

    /// The class directly around a class, in whatever way.
    pub(crate) fn lexical_outer(&self, class: TypeDeclId) -> Option<TypeDeclId> {
        lexical_outer(self.tree, class)
    }

    /// The class around a class whose instance each of its instances has, if any.
    pub(crate) fn outer_instance_class(&self, class: TypeDeclId) -> Option<TypeDeclId> {
        self.lexical_outer(class)
            .filter(|_| self.facts.outer_instances.contains(&class))
    }

    /// The field for the outer instance: `this$n`, n being the number of instances around that.
    pub(crate) fn outer_field(&self, class: TypeDeclId) -> Arc<str> {
        outer_field(self.tree, self.facts, class)
    }

    /// The field for a captured variable.
    pub(crate) fn captured_field(&self, var: VarId) -> Arc<str> {
        captured_field(self.tree, var)
    }
}

/// See [`UnitLowering::lexical_outer`].
pub(crate) fn lexical_outer(
    tree: &java_syntax::ast::Unit,
    class: TypeDeclId,
) -> Option<TypeDeclId> {
    match tree.type_decls[class].nesting {
        Nesting::TopLevel => None,
        Nesting::Member(outer) | Nesting::Local(outer) | Nesting::Anonymous(outer) => Some(outer),
    }
}

/// See [`UnitLowering::outer_field`].
pub(crate) fn outer_field(
    tree: &java_syntax::ast::Unit,
    facts: &java_attribute::Attribution,
    class: TypeDeclId,
) -> Arc<str> {
    let outer = |class: &TypeDeclId| {
        lexical_outer(tree, *class).filter(|_| facts.outer_instances.contains(class))
    };
    let depth = std::iter::successors(outer(&class), outer).skip(1).count();
    Arc::from(format!("this${depth}"))
}

/// See [`UnitLowering::captured_field`].
pub(crate) fn captured_field(tree: &java_syntax::ast::Unit, var: VarId) -> Arc<str> {
    Arc::from(format!("val${}", tree.vars[var].name.text))
}

impl<'a> BodyLowering<'_, 'a> {
    /// Makes the receiver, unless the code is static, and the parameters.
    pub(crate) fn parameters(&mut self, written: &[VarId]) -> Vec<ir::LocalId> {
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

    /// A body that could not be understood; the gap is noted with the unit's damage.
    pub(crate) fn damaged(&mut self) {
        self.graph.push(ir::StatementKind::Unknown, self.code.span);
        let value = self.code.result.clone().map(|ty| match ty.is_reference() {
            true => self.unknown(ty, self.code.span, "the body could not be understood"),
            false => self.undetermined(ty, self.code.span),
        });
        self.graph.end(self.return_of(value));
    }
}
