//! Objects that libraries get and may look into.
//!
//! `mapper.writeValueAsString(bill)`: the library asks the object for its class and finds the
//! getters, which override nothing that it declares. Nobody can see from outside which libraries do
//! so. So where one that is not of the JDK gets objects, the class of whatever has escaped is open:
//! one library hands on to another what it has been given. What the JDK does by reflection is
//! known.

use java_types::Spelling;
use std::collections::BTreeSet;

use ir::{
    CallKind, CallSiteId, ClassId, LocalId, MethodId, MethodRef, Program, StatementKind, Target,
};
use java_types::descriptor::Type;

use crate::classes::Classes;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::openness::{Opening, Origin};
use crate::solver::Solver;
use crate::values::is_value;

/// The classes of objects that a library may look into, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct HandedOver {
    classes: BTreeSet<ClassId>,
    openings: Vec<Opening>,
}

/// How a library gets at objects.
struct Reader {
    place: Option<(ir::FileId, text::Span)>,
    name: String,
    /// The readable name of the method, field or class of the library, if it is known.
    library: Option<String>,
}

/// Types beside those of values whose objects hold none of the program's.
const CLOSED: [&str; 3] = [
    "java/lang/Class",
    "java/math/BigDecimal",
    "java/math/BigInteger",
];

impl HandedOver {
    /// Looks at all that has escaped; says whether there is a new class. `is_exposed` says whether
    /// code that is not of the JDK knows classes of the program though nothing is handed to it.
    /// O(calls of libraries + escaped objects), and O(statements of methods that run) where no call
    /// hands anything over.
    pub(crate) fn look(
        &mut self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        solver: &mut Solver<'_>,
        is_exposed: bool,
    ) -> bool {
        let escaped = solver.escaped_classes();
        let new: Vec<ClassId> = escaped
            .into_iter()
            .filter(|class| !self.classes.contains(class))
            .collect();

        if new.is_empty() {
            return false;
        }

        let Some(reader) = reader(program, dispatch, solver, is_exposed) else {
            return false;
        };
        let opening = |&class: &ClassId| Opening {
            effect: Effect::Use(Classes::One(class)),
            place: reader.place,
            reason: format!(
                "{} and may look into any object that has escaped",
                reader.name
            ),
            origin: Origin::Library(reader.library.clone()),
        };
        self.openings.extend(new.iter().map(opening));
        self.classes.extend(new);

        true
    }

    /// The openings so far, in the order in which [`HandedOver::look`] found them.
    pub(crate) fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

/// The first call or statement that hands an object to a library which is not of the JDK; the open
/// classes where there is none, since what such a library knows of the sources it may call and
/// read.
fn reader(
    program: &Program,
    dispatch: &Dispatch<'_>,
    solver: &mut Solver<'_>,
    is_exposed: bool,
) -> Option<Reader> {
    let calls = solver.given_to_library();
    let foreign: Vec<CallSiteId> = calls
        .iter()
        .copied()
        .filter(|&site| is_foreign(program, site))
        .collect();
    let is_called = !foreign.is_empty() || solver.gets_of_foreign();
    let is_foreign_about = is_exposed || is_called;
    let named = foreign.iter().copied().find(|&site| {
        let own = own_receiver(program, dispatch, site);
        hands_over(program, solver, site, own)
    });

    let called = named.or_else(|| {
        let mut others = calls.into_iter().filter(|_| is_called);
        others.find(|&site| {
            may_be_on_foreign(program, solver, site) && hands_over(program, solver, site, None)
        })
    });
    let called = called.map(|site| {
        let point = &program.points[program.calls[site].point];
        Reader {
            place: Some((point.file, point.span)),
            name: format!("`{}` gets objects", name_of(program, site)),
            library: Some(name_of(program, site)).filter(|name| name.contains('.')),
        }
    });

    called
        .or_else(|| stored(program, dispatch, solver))
        .or_else(|| {
            let name = "a library knows classes of the program".to_owned();
            // Rules say what the JDK does with classes that it gets.
            (is_foreign_about && solver.has_open_classes()).then_some(Reader {
                place: None,
                name,
                library: None,
            })
        })
}

fn name_of(program: &Program, site: CallSiteId) -> String {
    match &program.calls[site].target {
        Target::Resolved(callee) => {
            format!("{}.{}", callee.owner.to_readable(), callee.name)
        }
        Target::Candidates(callees) => callees
            .first()
            .map_or_else(String::new, |callee| callee.name.to_string()),
        Target::Unresolved { name, .. } => name.to_string(),
    }
}

/// Returns whether an argument of a call, or `own`, may hold objects of the program.
fn hands_over(
    program: &Program,
    solver: &mut Solver<'_>,
    site: CallSiteId,
    own: Option<LocalId>,
) -> bool {
    let call = &program.calls[site];
    call.arguments
        .iter()
        .copied()
        .chain(own)
        .any(|local| may_hold(program, solver, call.method, local))
}

/// The receiver of a call, if it is of a class of the sources: an inherited method gets it, too.
fn own_receiver(program: &Program, dispatch: &Dispatch<'_>, site: CallSiteId) -> Option<LocalId> {
    let call = &program.calls[site];
    call.receiver
        .filter(|&receiver| is_of_sources(program, dispatch, call.method, receiver))
}

/// Returns whether neither the sources nor the JDK declare the method that a call names.
fn is_foreign(program: &Program, site: CallSiteId) -> bool {
    let declared_outside = |callee: &MethodRef| {
        let found = program
            .hierarchy
            .resolve_method(&callee.owner, &callee.name, &callee.descriptor)
            .found();
        is_foreign_type(
            program,
            found
                .as_ref()
                .map_or(&*callee.owner, |method| &*method.class.name),
        )
    };
    match &program.calls[site].target {
        Target::Resolved(callee) => declared_outside(callee),
        Target::Candidates(callees) => callees.iter().any(declared_outside),
        Target::Unresolved { .. } => true,
    }
}

/// Returns whether a call of a JDK method may run one of another library: `model.put(name, bill)`
/// runs it on a map that the library made.
fn may_be_on_foreign(program: &Program, solver: &mut Solver<'_>, site: CallSiteId) -> bool {
    let call = &program.calls[site];
    let is_selected = matches!(call.kind, CallKind::Virtual | CallKind::Interface);
    let receiver = call.receiver.filter(|_| is_selected);
    receiver.is_some_and(|receiver| solver.holds_library_object(call.method, receiver))
}

fn is_foreign_type(program: &Program, name: &str) -> bool {
    !name.starts_with('[')
        && !program.hierarchy.is_source(name)
        && !program.hierarchy.library().is_of_jdk(name)
}

fn is_of_sources(
    program: &Program,
    dispatch: &Dispatch<'_>,
    method: MethodId,
    local: LocalId,
) -> bool {
    let ty = program.methods[method]
        .body
        .as_ref()
        .map(|body| &body.locals[local].ty);
    ty.and_then(Type::class_name)
        .is_some_and(|name| dispatch.class(name).is_some())
}

/// Returns whether a local holds objects, and its type lets them be the program's or hold some of
/// these.
fn may_hold(program: &Program, solver: &mut Solver<'_>, method: MethodId, local: LocalId) -> bool {
    let Some(body) = &program.methods[method].body else {
        return false;
    };
    is_holder(&body.locals[local].ty) && !solver.holds_nothing(method, local)
}

fn is_holder(ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => false,
        Type::Array(element) => is_holder(element),
        Type::Class(name) => !is_value(name) && !CLOSED.contains(&&**name),
    }
}

/// A field of a library in which something is stored.
fn stored(program: &Program, dispatch: &Dispatch<'_>, solver: &mut Solver<'_>) -> Option<Reader> {
    let running = solver.running().reachable.clone();
    running.into_iter().find_map(|method| {
        let body = program.methods[method].body.as_ref()?;
        body.statements().find_map(|statement| {
            let StatementKind::Store { field, source, .. } = &statement.kind else {
                return None;
            };
            let is_foreign =
                dispatch.class(&field.owner).is_none() && is_foreign_type(program, &field.owner);
            let holds = is_foreign && may_hold(program, solver, method, *source);
            let file = program.classes[program.methods[method].class].file;
            holds.then(|| Reader {
                place: Some((file, statement.span)),
                name: format!("`{}` gets objects", field.name),
                library: Some(field.owner.to_readable()),
            })
        })
    })
}
