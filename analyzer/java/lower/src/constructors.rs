//! Constructors (JLS 8.8, 12.5): synthetic fields, the constructor call, the instance initializers,
//! the rest.
//!
//! Parameters are those of javac: the outer instance, name and ordinal of an enum constant, those
//! written, the captured variables of a local or anonymous class.
//!
//! Versions of javac differ in one case: in a constructor of a class that itself has an outer
//! instance, JDK 17 also passes that constructor's `this$0` to the local and anonymous classes that
//! use it, as a last captured variable; JDK 25 does not, and they reach it through their own outer
//! instance. Descriptors here are those of JDK 25. Under the other version the constructor calls
//! concerned, and the code of those constructors, have another descriptor in the class files: they
//! are sites that no row of a plan identifies, and so stay monitored.

use std::sync::Arc;

use ir::{CallKind, CallSyntax, LocalId, Target};
use java_attribute::Creation;
use java_syntax::ast::{ExprId, MethodDecl, StmtId, StmtKind, TypeDeclId, TypeDeclKind, VarId};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::calls::{Invoke, inserted, parameters_of};
use crate::methods::INSTANCE_INITIALIZER;
use crate::types;
use crate::unit::UnitLowering;

/// The parameters of a constructor between those that javac adds.
pub(crate) enum Written<'a> {
    /// Variables: parameters, or the components of a record.
    Variables(&'a [VarId]),
    /// Unnamed parameters that are passed on to the superclass: an anonymous class.
    PassedOn(Vec<Type>),
}

/// The locals of a constructor's parameters.
pub(crate) struct Parameters {
    pub(crate) all: Vec<LocalId>,
    /// Name and ordinal of an enum constant.
    leading: Vec<LocalId>,
    /// The parameters of [`Written::PassedOn`].
    passed_on: Vec<LocalId>,
}

impl<'a> UnitLowering<'a> {
    /// Erased types of all parameters of a constructor of `class`, in javac's order.
    pub(crate) fn constructor_types(&self, class: TypeDeclId, written: &Written<'_>) -> Vec<Type> {
        let outer = self
            .outer_instance_class(class)
            .map(|outer| Type::class(self.facts.type_names[outer].clone()));
        let leading: &[Type] = if self.takes_name_and_ordinal(class) {
            &[types::string(), types::INT]
        } else {
            &[]
        };
        let written = match written {
            Written::Variables(variables) => {
                variables.iter().map(|&var| self.var_type(var)).collect()
            }
            Written::PassedOn(types) => types.clone(),
        };

        let captured = self.captured(class).iter().map(|&var| self.var_type(var));
        outer
            .into_iter()
            .chain(leading.iter().cloned())
            .chain(written)
            .chain(captured)
            .collect()
    }

    /// Returns what an anonymous class's constructor passes on: the parameters that its creation's
    /// target has beyond those that javac adds.
    pub(crate) fn passed_on(&self, class: TypeDeclId) -> Vec<Type> {
        let target = self
            .anonymous
            .get(&class)
            .and_then(|creation| parameters_of(&creation.target));
        let all = target.unwrap_or_default();
        let before = self
            .constructor_types(class, &Written::Variables(&[]))
            .len()
            - self.captured(class).len();
        let end = all.len().saturating_sub(self.captured(class).len());
        all.get(before.min(end)..end).unwrap_or_default().to_vec()
    }

    /// The variables that a local or anonymous class captures.
    pub(crate) fn captured(&self, class: TypeDeclId) -> &'a [VarId] {
        self.facts.captures.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a class's constructors take an enum constant's name and ordinal: enums and
    /// the bodies of their constants.
    fn takes_name_and_ordinal(&self, class: TypeDeclId) -> bool {
        self.tree.type_decls[class].kind == TypeDeclKind::Enum
            || self.constant_bodies.contains(&class)
    }
}

impl<'a> BodyLowering<'_, 'a> {
    /// Makes the parameters of a constructor.
    pub(crate) fn constructor_parameters(&mut self, written: &Written<'a>) -> Parameters {
        let class = self.code.class;
        let this = self.graph.local(
            Some(Arc::from("this")),
            Type::class(self.class_name().clone()),
        );
        self.receiver = Some(this);
        // In the order of javac: outer instance, name and ordinal, written parameters, captured
        // variables.
        let mut all = vec![this];

        if let Some(outer) = self.unit.outer_instance_class(class) {
            all.push(self.outer_parameter(outer));
        }

        let leading: Vec<LocalId> = if self.unit.takes_name_and_ordinal(class) {
            vec![self.temporary(types::string()), self.temporary(types::INT)]
        } else {
            Vec::new()
        };
        all.extend(&leading);
        let passed_on: Vec<LocalId> = match written {
            Written::PassedOn(types) => types.iter().map(|ty| self.temporary(ty.clone())).collect(),
            Written::Variables(_) => Vec::new(),
        };
        all.extend(&passed_on);

        if let Written::Variables(variables) = written {
            all.extend(variables.iter().map(|&variable| self.var(variable)));
        }

        all.extend(
            self.unit
                .captured(class)
                .iter()
                .map(|&variable| self.var(variable)),
        );

        Parameters {
            all,
            leading,
            passed_on,
        }
    }

    /// The body of a written constructor, which begins with a constructor call or implies one.
    pub(crate) fn constructor_body(
        &mut self,
        method: &'a MethodDecl,
        parameters: &Parameters,
        body: StmtId,
    ) {
        self.leading.clone_from(&parameters.leading);
        if !self.calls_constructor(body) {
            self.implied_super(parameters, method.name.span);
        }
        self.stmt(body);
        if method.compact {
            self.store_components(method.name.span);
        }
    }

    /// Returns whether a body has an explicit constructor call; since Java 22 it need not be the
    /// first statement.
    fn calls_constructor(&self, body: StmtId) -> bool {
        let StmtKind::Block(statements) = &self.tree().stmts[body].kind else {
            return false;
        };
        statements.iter().any(|&statement| {
            matches!(
                self.tree().stmts[statement].kind,
                StmtKind::ConstructorCall { .. }
            )
        })
    }

    /// `this(..)`, `super(..)`, `outer.super(..)`.
    pub(crate) fn lower_constructor_call(
        &mut self,
        id: StmtId,
        is_super: bool,
        outer: Option<ExprId>,
        arguments: &'a [ExprId],
    ) {
        let span = self.tree().stmts[id].span;
        let this = self.this(span);
        if is_super {
            // javac stores them before `super(..)`. After `this(..)` the other constructor has done
            // so.
            self.store_synthetic_fields(this, span);
        }

        match self.facts().constructor_calls.get(&id) {
            Some(creation) => {
                let outer = outer.map(|outer| self.non_null(outer, arguments));
                let leading = if self.leads(creation) {
                    self.leading.clone()
                } else {
                    Vec::new()
                };
                let passed =
                    self.constructor_arguments(creation, leading, outer, false, arguments, span);
                self.invoke_constructor(
                    &creation.target,
                    this,
                    passed,
                    CallSyntax::ConstructorInvocation,
                    span,
                );
            }
            None => self.unresolved_constructor_call(this, arguments, span),
        }

        if is_super {
            self.initialize(this, span);
        }
    }

    /// Returns whether a constructor of this enum, or of `Enum`, is called: with name and ordinal.
    fn leads(&self, creation: &Creation) -> bool {
        !self.leading.is_empty() && creation.class == *self.class_name()
    }

    fn unresolved_constructor_call(&mut self, this: LocalId, arguments: &'a [ExprId], span: Span) {
        let passed = self.arguments(arguments, None, None, span);
        self.missing_effect(Vec::new(), span, "the constructor is not resolved");
        let target = Target::Unresolved {
            name: Arc::from("<init>"),
            arity: arguments.len(),
        };
        self.invoke_constructor(
            &target,
            this,
            passed,
            CallSyntax::ConstructorInvocation,
            span,
        );
    }

    /// The `super()` of a constructor that calls none, with what comes before and after it.
    pub(crate) fn implied_super(&mut self, parameters: &Parameters, span: Span) {
        let this = self.this(span);
        self.store_synthetic_fields(this, span);
        // javac tests the outer instance that `outer.new T() { .. }` passes (JLS 15.9.4).
        if self.unit.outer_passed.contains(&self.code.class)
            && let Some(&outer) = parameters.passed_on.first()
        {
            self.require_not_null(outer, span);
        }
        match self.facts().implied_super.get(&self.code.class) {
            Some(creation) => {
                let passed = self.implied_super_arguments(creation, parameters, span);
                self.invoke_constructor(
                    &creation.target,
                    this,
                    passed,
                    CallSyntax::ConstructorInvocation,
                    span,
                );
            }
            None => self.unresolved_constructor_call(this, &[], span),
        }

        self.initialize(this, span);
    }

    /// Returns what an implied `super()` passes: the superclass's outer instance, unless it was
    /// passed to the constructor of this anonymous class; an enum constant's name and ordinal; what
    /// is passed on; an empty array where the superclass's constructor has variable arity; what a
    /// local superclass captured.
    fn implied_super_arguments(
        &mut self,
        creation: &'a Creation,
        parameters: &Parameters,
        span: Span,
    ) -> Vec<LocalId> {
        let implied = self.implied_arguments(creation, span);
        let (outer, captured) = implied.split_at(usize::from(creation.outer.is_some()));
        let own = parameters
            .leading
            .iter()
            .chain(&parameters.passed_on)
            .copied();
        let empty = creation
            .varargs
            .as_ref()
            .map(|(_, array)| self.packed_locals(&[], array, span));

        let own: Vec<LocalId> = own.chain(empty).collect();
        let wanted = parameters_of(&creation.target).map(|parameters| parameters.len());
        // If there is no room for it, the outer instance is among the arguments that are passed on.
        let outer = if wanted == Some(own.len() + captured.len()) {
            &[]
        } else {
            outer
        };

        outer
            .iter()
            .copied()
            .chain(own)
            .chain(captured.iter().copied())
            .collect()
    }

    /// Stores the outer instance and the captured variables, as javac does before the superclass's
    /// constructor runs.
    fn store_synthetic_fields(&mut self, this: LocalId, span: Span) {
        let class = self.code.class;
        let owner = self.class_name();
        if let Some(outer) = self.unit.outer_instance_class(class) {
            let source = self.outer_parameter(outer);
            let field = self
                .unit
                .field_ref(owner, owner, &self.unit.outer_field(class));
            self.store(Some(this), field, source, span);
        }

        for &var in self.unit.captured(class) {
            let field = self
                .unit
                .field_ref(owner, owner, &self.unit.captured_field(var));
            let source = self.read_var(var, span);
            self.store(Some(this), field, source, span);
        }
    }

    /// Runs the instance initializers, if the class has any.
    fn initialize(&mut self, this: LocalId, span: Span) {
        if self.unit.has_instance_initializer(self.code.class) {
            let owner = self.class_name();
            let invoke = inserted(
                CallKind::Special,
                owner,
                INSTANCE_INITIALIZER,
                "()V",
                Some(this),
                Vec::new(),
                span,
            );
            self.invoke(Invoke {
                is_emitted: false,
                ..invoke
            });
        }
    }

    /// Stores a record's components, at the end of its compact or implied constructor (JLS 8.10.4).
    pub(crate) fn store_components(&mut self, span: Span) {
        let this = self.this(span);
        let owner = self.class_name();
        for &component in &self.tree().type_decls[self.code.class].components {
            let source = self.var(component);
            let field = self
                .unit
                .field_ref(owner, owner, &self.tree().vars[component].name.text);
            self.store(Some(this), field, source, span);
        }
    }
}
