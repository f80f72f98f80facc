//! From a solved program to the residual of each property.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use date::algebra::TransitionSet;
use date::checker::Assumptions as Told;
use date::data::Data;
use date::ids::{GeneratorId, TransitionId};
use date::judgement::{Judgement, awaits_start, judge, residual_property};
use date::model::{Property, Specification};
use date::residual::{Decision, Removal, Residual, optimize_over_data, pinned};
use index_vec::IndexVec;
use ir::{ClassId, MethodId, Program};
use java_types::Spelling;

use crate::decide::certain;
use crate::decide::gaps;
use crate::decide::helpers;
use crate::decide::keys;
use crate::decide::monitor_code;
use crate::decide::property_code::CodeClass;
use crate::decide::request::Request;
use crate::decide::result::{Optimized, PropertyResult};
use crate::decide::rows::{Reasons, rows};
use crate::decide::stage::Stage;
use crate::decide::start::MatchedRequest;
use crate::decide::witness;
use crate::graphs::abstraction::{DeclaredProperty, PropertyView};
use crate::graphs::events::{Matches, Notification, Place, Sites};
use crate::graphs::tracking::{Live, Relevance};
use crate::graphs::world::World;
use crate::wording;
use plan::Verdict;
use points_to::{Dispatch, OneThread, PointsTo};

/// A program that has been solved.
#[derive(Clone, Copy)]
pub(super) struct SolvedProgram<'a> {
    /// The program.
    pub(super) program: &'a Program,
    /// Its callees.
    pub(super) dispatch: &'a Dispatch<'a>,
    /// The call graph and the points-to sets.
    pub(super) points_to: &'a PointsTo,
    /// The classes that hold the code of the specifications; none where no code is followed.
    pub(super) classes: &'a [Option<CodeClass>],
}

/// The methods where execution begins.
pub(super) struct Begins<'a> {
    /// As far as is known.
    pub(super) entries: &'a [MethodId],
    /// Everywhere; none where that is not known.
    pub(super) all: &'a [MethodId],
    /// The methods whose code may be other than the sources say.
    pub(super) changed: &'a BTreeSet<MethodId>,
}

/// Reduces the properties of each file of the request; `tell` hears which one is next. For each file
/// its result, in order.
pub(super) fn optimized(
    solved: SolvedProgram<'_>,
    begins: &Begins<'_>,
    requested: MatchedRequest<'_, '_>,
    tell: &(dyn Fn(Stage) + Sync),
) -> Vec<Optimized> {
    let SolvedProgram {
        program,
        dispatch,
        points_to,
        classes,
    } = solved;
    let classes: Vec<Option<&CodeClass>> = classes.iter().map(Option::as_ref).collect();
    let MatchedRequest { request, matches } = requested;
    let Begins {
        entries,
        all: beginnings,
        changed,
    } = *begins;
    let (relevance, sites) = (
        Relevance::new(program, dispatch, points_to, entries),
        Sites::of(program),
    );
    let one_thread = &OneThread::new(program, points_to);
    let raising = raising(program, &sites, matches);
    let world = World {
        program,
        dispatch,
        points_to,
        relevance: &relevance,
        live: &Live::new(program),
        entries,
        beginnings,
        one_thread,
        sites: &sites,
        raising: &raising,
        contents: &OnceLock::new(),
        changed,
    };

    let disturbed = disturbed_initialization(&world, &classes, request, matches);
    let (each, of) = (
        request.specifications.iter().zip(matches),
        request.specifications.len(),
    );
    let each = each.enumerate().map(|(done, (specification, matches))| {
        tell(Stage::Reducing { done, of });
        optimize_all(
            &world,
            specification,
            classes.get(done).copied().flatten(),
            matches,
            request,
            disturbed.as_deref(),
        )
    });

    each.collect()
}

/// The methods in whose code events are raised.
fn raising(program: &Program, sites: &Sites, matches: &[Matches]) -> BTreeSet<MethodId> {
    let places = matches
        .iter()
        .flat_map(|of| &of.notifications)
        .map(|notification| notification.place);
    let methods = |place: Place| match place {
        Place::Call(point) => sites
            .at(point)
            .iter()
            .map(|&site| program.calls[site].method)
            .collect(),
        Place::Execution(method) => vec![method],
        Place::Access(access) => vec![sites.accesses.get(access).method],
        // `disturbed_initialization` looks at these.
        Place::Initialization(_) => Vec::new(),
    };

    places.flat_map(methods).collect()
}

/// Monitors raise no events. A class that code of a property initializes raises none, therefore,
/// and if that code is left out the program initializes the class later, with an event: then
/// nothing can be left out.
fn disturbed_initialization(
    world: &World<'_>,
    classes: &[Option<&CodeClass>],
    request: &Request,
    matches: &[Matches],
) -> Option<String> {
    let program = world.program;
    let initialized = |notification: &Notification| match notification.place {
        Place::Initialization(class) => Some(class),
        Place::Call(_) | Place::Execution(_) | Place::Access(_) => None,
    };
    let heard: BTreeSet<ClassId> = matches
        .iter()
        .flat_map(|m| &m.notifications)
        .filter_map(initialized)
        .collect();
    let mut codes = request.specifications.iter().flat_map(monitor_code::codes);

    let followed = classes.iter().flatten().map(|class| class.run);
    let class = codes
        .find_map(|code| monitor_code::initializes(program, code, &heard))
        .or_else(|| monitor_code::initialized_by(scene(world), followed, &heard))?;
    let name = program.classes[class].name.to_readable();
    Some(wording::initializes(&name))
}

/// The facts on the program by which the effects of code are judged.
fn scene<'a>(world: &World<'a>) -> monitor_code::Scene<'a> {
    let World {
        program,
        dispatch,
        points_to,
        relevance,
        raising,
        contents,
        ..
    } = *world;
    monitor_code::Scene {
        program,
        dispatch,
        points_to,
        relevance,
        raising,
        contents,
    }
}

fn optimize_all(
    world: &World<'_>,
    specification: &Specification,
    class: Option<&CodeClass>,
    matches: &Matches,
    request: &Request,
    disturbed: Option<&str>,
) -> Optimized {
    let mut residual = specification.clone();
    let mut properties = Vec::new();
    for (index, property) in specification.properties.iter().enumerate() {
        let parameter_type = matches
            .parameter_types
            .get(&property.context)
            .cloned()
            .flatten();
        let has_effects = |code: &date::code::Code| {
            let followed = class.and_then(|class| class.method(code));
            monitor_code::has_effects(scene(world), specification, code, followed)
        };
        let judgement = judge(specification, property, &has_effects);
        // Any of these reasons leaves the property as it is written.
        let frozen = judgement
            .frozen
            .clone()
            .or_else(|| gaps::hidden_events(world.program, matches))
            .or_else(|| helpers::hidden_value(world.program, specification))
            .or_else(|| starts_late(world, specification))
            .or_else(|| disturbed.map(str::to_owned))
            .or_else(|| keys::effect(world.program, world.dispatch, specification, property));
        let judged = (&judgement, frozen.is_some());
        let view = world.view(
            specification,
            property,
            &matches.notifications,
            parameter_type.as_ref(),
            judged,
        );
        let declared = DeclaredProperty {
            specification,
            property,
        };
        let assessment = Assessment {
            judgement: &judgement,
            frozen,
        };
        let (left, result) = optimize_one(world, declared, &view, assessment, request);
        residual.properties[index] = left;
        properties.push(result);
    }

    Optimized {
        original: specification.clone(),
        residual,
        properties,
    }
}

/// The judgement of a property, and whether it is optimized at all.
struct Assessment<'a> {
    /// The judgement.
    judgement: &'a Judgement,
    /// The reason for which the property stays as it is written, if there is one.
    frozen: Option<String>,
}

fn optimize_one(
    world: &World<'_>,
    declared: DeclaredProperty<'_>,
    view: &PropertyView,
    assessment: Assessment<'_>,
    request: &Request,
) -> (Property, PropertyResult) {
    let Assessment { judgement, frozen } = assessment;
    let property = declared.property;
    let always = always_heard(judgement, view);
    let data = data(declared, view, judgement);
    let followed = Some(&data).filter(|_| request.over_data);
    let mut outcome = match &frozen {
        Some(reason) => untouched(judgement, view, reason),
        None => {
            let mut outcome = optimize_over_data(
                &judgement.date,
                &view.abstraction,
                followed,
                &always,
                request.through,
            );
            // Variants of a generator are one program point, so they share a decision.
            view.outcomes.unite(&mut outcome, &view.abstraction);
            outcome
        }
    };

    let mut left = if frozen.is_some() {
        property.clone()
    } else {
        residual_property(property, &outcome.remaining)
    };
    let checked =
        (request.check && frozen.is_none()).then(|| confirm(&data, &left, view, request, &outcome));

    // The checker shares no code with the optimizer. A property that it refuses is monitored in
    // full.
    if let Some(Err(refusal)) = &checked {
        outcome = untouched(judgement, view, &wording::refused(refusal));
        left = property.clone();
    }

    let is_optimized = frozen.is_none() && !matches!(checked, Some(Err(_)));
    let witnesses = is_optimized.then(|| witness::of_generators(world, judgement, view, &outcome));
    // If no bad state can be entered any more, no execution makes a report.
    let satisfied =
        frozen.is_none() && !date::algebra::may_report(&judgement.date, &outcome.remaining);
    let is_violated = || {
        let all = &request.specifications;
        frozen.is_none() && certain::is_violated(world, all, declared, view, judgement)
    };
    let verdict = if satisfied {
        Verdict::Satisfied
    } else if is_violated() {
        Verdict::Violated
    } else {
        Verdict::Residual
    };

    let pinned = pinned(
        &judgement.date,
        &outcome.remaining,
        &view.abstraction,
        &always,
    );
    let result = PropertyResult {
        verdict,
        transitions: removed(&outcome),
        generators: rows(world, view, &outcome, &Reasons { pinned, witnesses }),
        frozen,
        checked,
    };

    (left, result)
}

/// Returns the data of a property that conditions rest on.
fn data<'a>(
    declared: DeclaredProperty<'a>,
    view: &PropertyView,
    judgement: &'a Judgement,
) -> Data<'a> {
    let DeclaredProperty {
        specification,
        property,
    } = declared;
    Data {
        specification,
        property,
        shared_variables: &judgement.shared_variables,
        impure_conditions: &judgement.impure_conditions,
        arguments: view.arguments.clone(),
    }
}

fn removed(outcome: &Residual) -> IndexVec<TransitionId, Option<(Removal, String)>> {
    let why = |(id, by): (TransitionId, &Option<Removal>)| {
        by.map(|step| {
            let why = wording::removed(step, outcome.by_data[id.index()]);
            (step, why.to_owned())
        })
    };
    outcome.removed_by.iter_enumerated().map(why).collect()
}

/// Without a known beginning the global instance is made by the first event of the file, whoever
/// hears it.
fn starts_late(world: &World<'_>, specification: &Specification) -> Option<String> {
    let reason = awaits_start(specification).filter(|_| world.beginnings.is_empty())?;
    Some(wording::begins_late(&reason))
}

/// Everything is kept.
fn untouched(judgement: &Judgement, view: &PropertyView, reason: &str) -> Residual {
    let kept = || Decision {
        silenced_by: None,
        group: None,
        why: reason.to_owned(),
    };
    Residual {
        remaining: date::algebra::SubDate::all(
            judgement.date.states,
            judgement.date.transitions.len(),
        ),
        removed_by: judgement.date.transitions.iter().map(|_| None).collect(),
        by_data: TransitionSet::empty(judgement.date.transitions.len()),
        decisions: view.notifications.iter().map(|_| kept()).collect(),
    }
}

/// Generators that must be heard in any case: those of pinned events, and those that the weaver
/// could not identify.
fn always_heard(judgement: &Judgement, view: &PropertyView) -> Vec<GeneratorId> {
    let is_pinned = |id: GeneratorId| {
        let letter = &view.abstraction.generators[id];
        view.notifications[id].unresolved
            || judgement.pinned.iter().any(|&event| letter.contains(event))
    };
    let heard: Vec<GeneratorId> = view
        .notifications
        .indices()
        .filter(|&id| is_pinned(id))
        .collect();
    view.outcomes.with_variants(&heard)
}

fn confirm(
    data: &Data<'_>,
    left: &Property,
    view: &PropertyView,
    request: &Request,
    outcome: &Residual,
) -> Result<(), String> {
    let told = Told {
        impure_conditions: data.impure_conditions.to_vec(),
        shared_variables: data.shared_variables.to_vec(),
        over_data: request.over_data,
        arguments: data.arguments.clone(),
    };
    let silenced: Vec<GeneratorId> = outcome
        .decisions
        .iter_enumerated()
        .filter(|(_, d)| d.silenced_by.is_some())
        .map(|(id, _)| id)
        .collect();

    date::checker::check(
        data.specification,
        data.property,
        left,
        &view.abstraction,
        &silenced,
        &told,
    )
    .map_err(|refusal| format!("for {}: {}", refusal.subject, refusal.reason))
}
