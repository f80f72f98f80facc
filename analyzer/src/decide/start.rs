//! The start of execution, and the effects from outside the sources. Entry points are called,
//! monitors run the code that they name, and the program shows what outside code knows of it.

use std::collections::BTreeSet;

use date::code::Code;
use date::model::{JoinPoint, Specification, Trigger};
use ir::{Body, CallSiteId, FieldId, LocalId, MethodId, Program, Terminator};
use points_to::{Classes, Dispatch, Effect, Entries, Exposure, Start, exposure, openings};

use crate::decide::monitor_code;
use crate::decide::property_code::{MonitoredProgram, compared_keys, told};
use crate::decide::request::Request;
use crate::graphs::events::{Matches, Notification, Place, Sites};

/// Returns the effects from outside, whatever the sources do by reflection: entry points are
/// called, monitors run the code that they name: all of it runs, and what it does with objects
/// counts for the part that is not followed. Code by members of classes that it does not name may
/// do anything.
fn given(program: &Program, entries: &Entries, codes: &Codes<'_>, by_members: bool) -> Vec<Effect> {
    let mut given = entries.uses(program);
    for &(specification, code) in &codes.all {
        given.extend(
            monitor_code::run_by(program, specification, code)
                .into_iter()
                .map(Effect::Call),
        );
        let named = monitor_code::named(program, code).into_iter();
        given.extend(named.map(|class| Effect::Initialize(Classes::One(class))));
    }

    let reach = monitor_code::reach(program, codes.not_followed.iter().copied());
    given.extend(reach.fields.into_iter().map(Effect::Access));
    given.extend(
        reach
            .made
            .into_iter()
            .map(|class| Effect::Use(Classes::One(class))),
    );
    let is_any = reach.reflective || by_members;
    given.extend(is_any.then(|| Effect::Use(Classes::all())));

    given
}

/// The pieces of code that are no part of the program.
#[derive(Default)]
struct Codes<'s> {
    /// All of them, with their specifications.
    all: Vec<(&'s Specification, &'s Code)>,
    /// Those that are judged by their words: not the `where`s whose reads are followed.
    not_followed: Vec<&'s Code>,
}

/// A request, with the places in the program that it is about.
#[derive(Clone, Copy)]
pub struct MatchedRequest<'a, 'm> {
    /// The request.
    pub request: &'a Request,
    /// The matches of each of its specifications.
    pub matches: &'m [Matches],
}

/// Returns the start of execution, and the effects from outside, whatever the sources do by
/// reflection.
pub fn start<'a>(
    monitored: &MonitoredProgram<'_>,
    dispatch: &Dispatch<'_>,
    requested: MatchedRequest<'a, '_>,
    entries: &Entries,
    sites: &Sites,
) -> Start<'a> {
    let MatchedRequest { request, matches } = requested;
    let program = monitored.own();
    let mut properties = Vec::new();
    let mut by_members = false;
    let mut compares_keys = false;
    let mut codes = Codes::default();
    let mut escaping: BTreeSet<(MethodId, LocalId)> = BTreeSet::new();
    let mut escaping_fields: BTreeSet<(MethodId, LocalId, FieldId)> = BTreeSet::new();

    for (position, (specification, matches)) in
        request.specifications.iter().zip(matches).enumerate()
    {
        if let Some(class) = monitored.class(position) {
            properties.push(told(
                monitored.whole(),
                program,
                specification,
                class,
                matches,
                sites,
            ));
            continue;
        }
        let own = monitor_code::codes_besides(specification, &matches.followed);
        let reach = monitor_code::reach(program, own.iter().copied());
        // Code that hands nothing on lets nothing escape.
        let has_keys = !compared_keys(program, specification).is_empty();
        compares_keys |= has_keys;
        if reach.passes_on || has_keys {
            for notification in &matches.notifications {
                let locals = bound_locals(program, specification, notification, sites);
                escaping_fields.extend(fields_read(notification, &locals));
                escaping.extend(locals);
            }
            escaping.extend(told_by_handlers(program, specification));
        }
        if !own.is_empty() && monitor_code::imports_members(specification) {
            by_members = true;
        }
        let all = monitor_code::codes(specification).into_iter();
        codes.all.extend(all.map(|code| (specification, code)));
        codes.not_followed.extend(own);
    }

    let mut given = given(program, entries, &codes, by_members);
    if compares_keys {
        let comparing = program.methods.iter_enumerated().filter(|(_, method)| {
            method.body.is_some() && matches!(&*method.name, "equals" | "hashCode")
        });
        given.extend(comparing.map(|(id, _)| Effect::Call(id)));
    }

    escaping.extend(points_to::functional_objects_of_ran(
        program,
        dispatch,
        &request.ran,
    ));
    let Exposure {
        openings: exposed,
        named,
        changed,
        rewritten,
    } = exposure(
        program,
        dispatch,
        &request.inert_annotations,
        &request.named_outside,
        &request.rewritten,
    );

    let mut openings = openings(program, entries.library);
    openings.extend(points_to::openings_of_ran(program, dispatch, &request.ran));
    openings.extend(exposed);
    Start {
        entries: entries.mains(),
        escaping: escaping.into_iter().collect(),
        changed,
        escaping_fields: escaping_fields.into_iter().collect(),
        properties,
        given,
        openings,
        named,
        rewritten,
        log: request.reflection_log.as_ref(),
    }
}

/// Returns the locals around catch blocks that events there may bind: receivers and parameters.
/// (Exceptions that are thrown may be caught by anyone as it is.)
fn told_by_handlers(program: &Program, specification: &Specification) -> Vec<(MethodId, LocalId)> {
    let alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    let is_handling = |trigger: &Trigger| matches!(trigger, Trigger::Point(point) if point.join == JoinPoint::Handling);

    if !alternatives
        .map(|alternative| &alternative.trigger)
        .any(is_handling)
    {
        return Vec::new();
    }
    let bodies = program
        .methods
        .iter_enumerated()
        .filter_map(|(id, method)| Some((id, method.body.as_ref()?)));
    let catching =
        bodies.filter(|(_, body)| body.blocks.iter().any(|block| !block.handlers.is_empty()));

    catching
        .flat_map(|(id, body)| body.parameters.iter().map(move |&local| (id, local)))
        .collect()
}

/// Returns the fields that `where`s read and that monitor code may hand on, of every object at the
/// place.
fn fields_read(
    notification: &Notification,
    locals: &[(MethodId, LocalId)],
) -> Vec<(MethodId, LocalId, FieldId)> {
    let fields = notification.reads.iter().flat_map(|read| &read.fields);
    fields
        .flat_map(|&field| {
            locals
                .iter()
                .map(move |&(method, local)| (method, local, field))
        })
        .collect()
}

/// The locals at a place whose values monitor code may hand on: all that patterns can bind.
pub fn bound_locals(
    program: &Program,
    specification: &Specification,
    notification: &Notification,
    sites: &Sites,
) -> Vec<(MethodId, LocalId)> {
    let alternative =
        &specification.events[notification.event].alternatives[notification.alternative];
    let has_caller =
        matches!(&alternative.trigger, Trigger::Point(pattern) if pattern.caller.is_some());
    let caller = |method: MethodId| {
        let parameters = program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.parameters);
        parameters.take(usize::from(has_caller)).copied()
    };

    match notification.place {
        // A class object is the library's already.
        Place::Initialization(_) => Vec::new(),
        Place::Access(access) => {
            let method = sites.accesses.get(access).method;
            let values = sites.accesses.values(program, access).into_iter();
            let values = values.flat_map(|at| {
                at.object
                    .into_iter()
                    .chain(at.arguments.to_vec())
                    .chain(at.read)
            });
            values
                .chain(caller(method))
                .map(|local| (method, local))
                .collect()
        }
        Place::Execution(method) => {
            let body = program.methods[method].body.iter();
            let values =
                body.flat_map(|body| body.parameters.iter().copied().chain(returned(body)));
            values.map(|local| (method, local)).collect()
        }
        Place::Call(point) => {
            let locals = |&site: &CallSiteId| {
                let call = &program.calls[site];
                let values = call
                    .receiver
                    .iter()
                    .chain(&call.arguments)
                    .chain(&call.result)
                    .copied();
                values
                    .chain(caller(call.method))
                    .map(|local| (call.method, local))
                    .collect::<Vec<_>>()
            };
            sites.at(point).iter().flat_map(locals).collect()
        }
    }
}

/// The locals whose values a body gives back.
fn returned(body: &Body) -> impl Iterator<Item = LocalId> {
    body.blocks
        .iter()
        .filter_map(|block| match block.terminator {
            Terminator::Return(value) => value,
            _ => None,
        })
}
