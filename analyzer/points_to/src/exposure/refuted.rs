//! Values of libraries that can only be objects which libraries make.
//!
//! `Line line = mapper.readValue(text, ..)`: where nothing that the program makes can be that
//! value, the cast fails each time, or the library makes lines. The same holds for a parameter of a
//! class of the sources, of a method that only libraries call. Programs are not written to fail, so
//! the class is open.

use std::collections::BTreeSet;

use ir::{ClassId, LocalId, MethodId, Program, StatementKind};
use java_types::descriptor::Type;
use text::Span;

use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};
use crate::solver::Solver;

/// The places at which a library must have made an object, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Refutations {
    classes: BTreeSet<ClassId>,
    openings: Vec<Opening>,
}

/// A variable that holds a value of a library.
struct Value {
    method: MethodId,
    local: LocalId,
    class: ClassId,
    span: Span,
    reason: &'static str,
}

impl Refutations {
    /// Looks at all that runs; says whether there is a new place. O(statements of methods that
    /// run).
    pub(crate) fn look(
        &mut self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        solver: &mut Solver<'_>,
    ) -> bool {
        let known = self.classes.len();
        for value in values(program, dispatch, solver) {
            if solver.holds_nothing(value.method, value.local) && self.classes.insert(value.class) {
                self.openings.push(opening(program, &value));
            }
        }
        self.classes.len() > known
    }

    /// Returns what is open because of it, in the order in which it was found.
    pub(crate) fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

fn opening(program: &Program, value: &Value) -> Opening {
    let file = program.classes[program.methods[value.method].class].file;
    let class = Classes::Below(program.classes[value.class].name.clone());
    Opening {
        effect: Effect::Use(class),
        place: Some((file, value.span)),
        reason: value.reason.to_owned(),
        origin: Origin::MadeByLibrary,
    }
}

fn values(program: &Program, dispatch: &Dispatch<'_>, solver: &mut Solver<'_>) -> Vec<Value> {
    let (running, anytime) = (
        solver.running().reachable.clone(),
        solver.running().anytime.clone(),
    );
    let mut found: Vec<Value> = anytime
        .iter()
        .flat_map(|&method| received(program, dispatch, method))
        .collect();
    for method in running {
        found.extend(cast(program, dispatch, solver, method));
    }
    found
}

/// The parameters of a method that libraries call.
fn received(program: &Program, dispatch: &Dispatch<'_>, method: MethodId) -> Vec<Value> {
    let Some(body) = &program.methods[method].body else {
        return Vec::new();
    };
    let own = body.parameters.iter().skip(dispatch.first_argument(method));
    let values = own.filter_map(|&local| {
        let class = source_class(dispatch, &body.locals[local].ty)?;
        let reason =
            "a library calls the method, and nothing that the program makes can be its argument";
        Some(Value {
            method,
            local,
            class,
            span: program.methods[method].span,
            reason,
        })
    });

    values.collect()
}

/// The results of casts of what a library has made.
fn cast(
    program: &Program,
    dispatch: &Dispatch<'_>,
    solver: &mut Solver<'_>,
    method: MethodId,
) -> Vec<Value> {
    let Some(body) = &program.methods[method].body else {
        return Vec::new();
    };
    let statements = body.statements();
    let values = statements.filter_map(|statement| {
        let StatementKind::Cast { target, source, ty } = &statement.kind else {
            return None;
        };
        let class =
            source_class(dispatch, ty).filter(|_| solver.holds_library_object(method, *source))?;
        let reason =
            "a value of a library is cast, and nothing that the program makes can be that value";
        Some(Value {
            method,
            local: *target,
            class,
            span: statement.span,
            reason,
        })
    });

    values.collect()
}

/// The class of the sources that a value, or an element of an array, is of.
fn source_class(dispatch: &Dispatch<'_>, ty: &Type) -> Option<ClassId> {
    match ty {
        Type::Array(element) => source_class(dispatch, element),
        other => dispatch.class(other.class_name()?),
    }
}
