//! Lambda expressions (JLS 15.27).

use std::rc::Rc;

use java_syntax::ast::{ExprId, LambdaBody, VarId};

use super::operand::{Lambda, Operand, Target};
use super::{Attributor, Results, Returns};
use crate::infer::Bounds;
use crate::scope::{Entry, Scope};
use crate::tables::{Functional, ReferenceTarget};
use crate::types::{ClassId, FunctionType, Kind, Ty};

impl Attributor<'_, '_> {
    /// A lambda, which waits for its target type.
    pub(super) fn lambda(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        parameters: &[VarId],
        body: LambdaBody,
    ) -> Rc<Operand> {
        let written: Option<Vec<_>> = parameters
            .iter()
            .map(|&var| self.unit.vars[var].ty.as_ref())
            .collect();
        let explicit = written.map(|types| {
            types
                .into_iter()
                .map(|ty| self.written(scope, ty))
                .collect()
        });

        Rc::new(Operand::Lambda(Lambda {
            expr,
            scope: scope.clone(),
            parameters: parameters.to_vec(),
            explicit,
            body,
        }))
    }

    /// The results of a lambda's body, for parameters of these types; attributed once for each
    /// choice of types in a row. What was found out inside for other types is forgotten.
    pub(super) fn lambda_results(
        &mut self,
        lambda: &Lambda,
        parameters: &[Ty],
    ) -> Rc<[Rc<Operand>]> {
        if let Some((known, results)) = self.bodies.get(&lambda.expr)
            && known == parameters
        {
            return results.clone();
        }
        if self.bodies.remove(&lambda.expr).is_some() {
            self.forget(self.unit.exprs[lambda.expr].span);
        }
        let results = self.attribute_body(lambda, parameters);
        self.bodies
            .insert(lambda.expr, (parameters.to_vec(), results.clone()));
        results
    }

    fn attribute_body(&mut self, lambda: &Lambda, parameters: &[Ty]) -> Rc<[Rc<Operand>]> {
        let mut scope = lambda.scope.with(Entry::Lambda);
        for (&var, &ty) in lambda.parameters.iter().zip(parameters) {
            self.declare(var, ty);
            scope = scope.with(Entry::Local(self.unit.vars[var].name.text.clone(), var));
        }

        let inside = Results {
            returns: Returns::Lambda(Vec::new()),
            yields: Vec::new(),
        };
        let around = std::mem::replace(&mut self.results, inside);
        let results = match lambda.body {
            LambdaBody::Expr(body) => vec![self.operand(&scope, body)],
            LambdaBody::Block(body) => {
                self.statement(&scope, body);
                match std::mem::take(&mut self.results.returns) {
                    Returns::Lambda(results) => results,
                    Returns::Nothing | Returns::Method(_) => Vec::new(),
                }
            }
        };
        self.results = around;

        results.into()
    }

    /// The lambda as a value of the target type.
    pub(super) fn finish_lambda(&mut self, lambda: &Lambda, target: Option<Ty>) -> Ty {
        let target = target.map(|target| self.ground_target(lambda, target));
        let function = target.and_then(|target| self.types.function_type(target));
        let fitting = function.filter(|function| function.formals.len() == lambda.parameters.len());
        let Some(function) = fitting else {
            return self.unknown_lambda(lambda);
        };
        let parameters = lambda
            .explicit
            .clone()
            .unwrap_or_else(|| function.formals.to_vec());

        let results = self.lambda_results(lambda, &parameters);
        let wanted = match function.result {
            Ty::VOID => Target::Raw,
            result => Target::Type(result, self.types.erasure(result)),
        };
        results.iter().for_each(|result| {
            self.finish(result, wanted);
        });

        self.functional(lambda.expr, target, &function, &parameters, None)
    }

    /// The target type of a lambda with written parameter types, where those decide what stands for
    /// its wildcards (JLS 18.5.3); wildcards that they say nothing about stay. Of other lambdas the
    /// target as it is.
    pub(super) fn ground_target(&self, lambda: &Lambda, target: Ty) -> Ty {
        let types = self.types;
        let (Some(explicit), Kind::Class(class, arguments)) =
            (&lambda.explicit, types.kind(target))
        else {
            return target;
        };

        if !arguments
            .iter()
            .any(|&argument| types.is_wildcard(argument))
        {
            return target;
        }
        self.instantiated_parameters(class, explicit)
            .map_or(target, |known| {
                types.class_type(class, &chosen(&known, &arguments))
            })
    }

    /// Returns what the parameters of a functional interface must be so that its function takes
    /// parameters of these types; `None` where nothing can. One that is not decided is `None`.
    fn instantiated_parameters(&self, class: ClassId, explicit: &[Ty]) -> Option<Vec<Option<Ty>>> {
        let types = self.types;
        let method = types.functional_method(class)?;
        let (formals, _) = types.member_signature(&method, types.this_type(class));
        let mut bounds = Bounds::default();
        let parameters = types.class_data(class).parameters.clone();
        let variables = bounds.declare(types, &parameters, &[], (Vec::new(), [].into()));
        let formals = types.substitute_all(&formals, &parameters, &variables);
        let same = |(&written, &formal): (&Ty, &Ty)| bounds.equal(types, written, formal);
        let fits = formals.len() == explicit.len()
            && explicit.iter().zip(formals.iter()).all(same)
            && bounds.holds();

        let known = |variable: &Ty| {
            let Kind::Inference(id) = types.kind(*variable) else {
                return None;
            };
            let [equal, ..] = bounds.of(id);
            equal
                .iter()
                .copied()
                .find(|&ty| Bounds::is_proper(types, ty))
        };

        fits.then(|| variables.iter().map(known).collect())
    }

    fn unknown_lambda(&mut self, lambda: &Lambda) -> Ty {
        let parameters = lambda
            .explicit
            .clone()
            .unwrap_or_else(|| vec![Ty::UNKNOWN; lambda.parameters.len()]);
        let results = self.lambda_results(lambda, &parameters);
        results.iter().for_each(|result| {
            self.finish(result, Target::Own);
        });
        self.unknown(lambda.expr);
        Ty::UNKNOWN
    }

    /// Notes which method of which interface a lambda or method reference implements; its type.
    pub(super) fn functional(
        &mut self,
        expr: ExprId,
        target: Option<Ty>,
        function: &FunctionType,
        parameters: &[Ty],
        reference: Option<ReferenceTarget>,
    ) -> Ty {
        let types = self.types;
        let ty = target.unwrap_or(function.interface);
        self.standalone(expr, ty, None);
        let Some(interface) = types.internal_name(function.interface) else {
            return ty;
        };
        let erased = |ty: Ty| {
            types
                .erased(ty)
                .unwrap_or_else(java_types::descriptor::Type::object)
        };

        let functional = Functional {
            markers: types.markers(ty, &interface),
            interface,
            method: function.method.name.clone(),
            descriptor: function.method.descriptor.clone(),
            parameters: parameters.iter().map(|&ty| erased(ty)).collect(),
            result: (function.result != Ty::VOID).then(|| erased(function.result)),
            reference,
        };
        self.out.functionals.insert(expr, functional);

        ty
    }
}

/// For each parameter of a type what is known to stand for it, else the argument that is written.
fn chosen(known: &[Option<Ty>], arguments: &[Ty]) -> Vec<Ty> {
    known
        .iter()
        .zip(arguments)
        .map(|(known, &argument)| known.unwrap_or(argument))
        .collect()
}
