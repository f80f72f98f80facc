//! The door: from a lowered program and properties to decisions.

use std::collections::BTreeSet;

use ir::{MethodId, Program, Target};
use java_types::ClassName;

use crate::decide::assumptions::assumptions;
use crate::decide::optimize::{Begins, SolvedProgram, optimized};
use crate::decide::property_code::MonitoredProgram;
use crate::decide::reach::{entry_names, functional_bodies, mostly_unreached, unreached};
use crate::decide::request::Request;
use crate::decide::result::{Analysis, Figures, Optimized};
use crate::decide::stage::Stage;
use crate::decide::start::{MatchedRequest, start};
use crate::graphs::events::{Matches, Sites, notifications};
use points_to::{Constraints, Dispatch, Hidden, NoSuchEntry, Opening, PointsTo, Start};
use points_to::{entries, explore, explore_modelled, explore_recorded};

/// The call graph and the points-to sets that [`analyze`] rests on, with what it takes to ask why
/// ([`points_to::Why`]).
#[derive(Debug)]
pub struct CallGraph<'a> {
    /// The start of execution, and the effects of monitors and of code outside the sources.
    pub start: Start<'a>,
    /// The classes and members that reflection reaches.
    pub hidden: Hidden,
    /// The result of the points-to analysis.
    pub points_to: PointsTo,
    /// The constraints that the result follows from.
    pub constraints: Constraints,
}

/// Solves a program as [`analyze`] does for `request`, and keeps the reasons. `monitored` is the
/// program with the code of the request's properties, and `dispatch` that of all of it.
///
/// # Errors
/// An entry point pattern fits nothing.
pub fn call_graph<'a>(
    monitored: &MonitoredProgram<'_>,
    dispatch: &Dispatch<'_>,
    request: &'a Request,
) -> Result<CallGraph<'a>, NoSuchEntry> {
    let start = start_of(monitored, dispatch, request)?;
    let (points_to, hidden, constraints) =
        explore_recorded(monitored.whole(), dispatch, &start, &request.models);

    Ok(CallGraph {
        start,
        hidden,
        points_to,
        constraints,
    })
}

/// Solves a program as [`call_graph`] does, without the reasons. None if the program is too large for the
/// models of the request.
///
/// # Errors
/// An entry point pattern fits nothing.
pub fn modelled(
    monitored: &MonitoredProgram<'_>,
    dispatch: &Dispatch<'_>,
    request: &Request,
) -> Result<Option<PointsTo>, NoSuchEntry> {
    let start = start_of(monitored, dispatch, request)?;
    Ok(explore_modelled(
        monitored.whole(),
        dispatch,
        &start,
        &request.models,
    ))
}

fn start_of<'a>(
    monitored: &MonitoredProgram<'_>,
    dispatch: &Dispatch<'_>,
    request: &'a Request,
) -> Result<Start<'a>, NoSuchEntry> {
    let program = monitored.own();
    let entries = entries(program, &request.entries)?;
    let sites = Sites::of(program);
    let matches: Vec<Matches> = request
        .specifications
        .iter()
        .map(|s| notifications(program, &sites, s))
        .collect();
    let requested = MatchedRequest {
        request,
        matches: &matches,
    };
    Ok(start(monitored, dispatch, requested, &entries, &sites))
}

/// Analyses `program` for all properties of `request`.
///
/// Nothing opens the session here, so every execution sends too early:
///
/// ```
/// use std::sync::Arc;
///
/// use analyzer::{Request, analyze};
/// use java_lower::Source;
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let text = "class Main { public static void main(String[] a) { new Session().send(); } }
///             class Session { void open() {} void send() {} }";
/// let source = Source { root: "src".into(), path: "Main.java".into(), bytes: text.into() };
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let program = java_lower::load(vec![source], Arc::new(class_path)).unwrap();
///
/// let session = "
/// foreach:
///   - parameters: [Session s]
///     events:
///       open: call Session.open() target s
///       send: call Session.send() target s
///     properties:
///       lifecycle:
///         states: {fresh: initial, live: , early: bad}
///         transitions:
///           - fresh -> live: open
///           - fresh -> early: send
/// ";
/// let specification = languages::read("session.yaml", session).unwrap();
/// let analysis = analyze(&program, &Request::new(vec![specification])).unwrap();
/// let property = &analysis.specifications[0].properties[0];
/// assert_eq!(property.verdict, plan::Verdict::Violated);
/// assert_eq!(property.generators.len(), 1, "the call of `send`");
/// assert_eq!(property.generators[0].silenced_by, None);
/// ```
///
/// # Errors
/// An entry point pattern fits nothing.
pub fn analyze(program: &Program, request: &Request) -> Result<Analysis, NoSuchEntry> {
    analyze_in_stages(program, request, &|_| {})
}

/// [`analyze`], which says what it does next; the result does not depend on who listens.
///
/// # Errors
/// An entry point pattern fits nothing.
pub fn analyze_in_stages(
    program: &Program,
    request: &Request,
    tell: &(dyn Fn(Stage) + Sync),
) -> Result<Analysis, NoSuchEntry> {
    tell(Stage::Solving);
    let entries = entries(program, &request.entries)?;
    let sites = Sites::of(program);
    let monitored = MonitoredProgram::new(program, &request.specifications);
    let dispatch = Dispatch::new(monitored.whole());
    let matches: Vec<Matches> = request
        .specifications
        .iter()
        .map(|s| notifications(program, &sites, s))
        .collect();
    let requested = MatchedRequest {
        request,
        matches: &matches,
    };
    let start = start(&monitored, &dispatch, requested, &entries, &sites);

    let (points_to, hidden) = explore(monitored.whole(), &dispatch, &start, &request.models);
    // What others call as well may be called at any time, and what a processor may have changed
    // does not say what comes first.
    let is_all = entries.begin_with_main(program)
        && start.rewritten.is_empty()
        && !start.openings.iter().any(Opening::is_everything);
    let changed = start.changed.iter().map(|(method, _)| *method).collect();
    let begins = Begins {
        entries: &start.entries,
        all: if is_all { &start.entries } else { &[] },
        changed: &changed,
    };

    let solved = SolvedProgram {
        program: monitored.whole(),
        dispatch: &dispatch,
        points_to: &points_to,
        classes: monitored.classes(),
    };
    let specifications = optimized(solved, &begins, requested, tell);
    let mut diagnostics = program.diagnostics.clone();
    diagnostics.extend(
        request
            .reflection_log
            .iter()
            .flat_map(|log| log.unmatched(program, &dispatch)),
    );
    diagnostics.extend(mostly_unreached(program, &points_to));
    diagnostics.extend(monitored.not_followed(&request.specifications));
    diagnostics.extend(matches.into_iter().flat_map(|m| m.diagnostics));
    diagnostics.sort();

    Ok(Analysis {
        sources: program.files.iter().cloned().collect(),
        types: top_level_types(program),
        entries: entry_names(program, &entries),
        unreached: unreached(program, &points_to),
        functional_bodies: functional_bodies(program, &points_to),
        changed: start
            .rewritten
            .iter()
            .map(|&class| ClassName::from_internal(program.classes[class].name.clone()))
            .collect(),
        incomplete: incomplete(program),
        assumptions: assumptions(
            monitored.whole(),
            &entries.mains(),
            &hidden.openings,
            request,
            &specifications,
        ),
        specifications,
        diagnostics,
        figures: figures(program, &points_to),
    })
}

/// For each file its types that are in no other, in order.
pub fn top_level_types(program: &Program) -> Vec<Vec<ClassName>> {
    let mut types = vec![Vec::<ClassName>::new(); program.files.len()];
    for class in &program.classes {
        let found = &mut types[class.file.index()];
        let is_inside = |outer: &ClassName| {
            let rest = class.name.strip_prefix(outer.internal());
            rest.is_some_and(|rest| rest.starts_with('$'))
        };
        if !found.iter().any(is_inside) {
            found.push(ClassName::from_internal(class.name.clone()));
        }
    }
    types
}

/// The files of which a part could not be read, by position.
pub fn incomplete(program: &Program) -> BTreeSet<usize> {
    program.gaps.iter().map(|gap| gap.file.index()).collect()
}

/// Optimizes all properties of `request` for a program that has been solved: the call graph and the
/// points-to sets hold if execution begins in one of `entries`, and monitors do nothing that they
/// do not know of.
pub fn optimize_on(
    program: &Program,
    entries: &[MethodId],
    points_to: &PointsTo,
    request: &Request,
) -> Vec<Optimized> {
    let sites = Sites::of(program);
    let matches: Vec<Matches> = request
        .specifications
        .iter()
        .map(|s| notifications(program, &sites, s))
        .collect();
    let begins = Begins {
        entries,
        all: &[],
        changed: &BTreeSet::new(),
    };

    let solved = SolvedProgram {
        program,
        dispatch: &Dispatch::new(program),
        points_to,
        classes: &[],
    };
    let requested = MatchedRequest {
        request,
        matches: &matches,
    };
    optimized(solved, &begins, requested, &|_| {})
}

fn figures(program: &Program, points_to: &PointsTo) -> Figures {
    let counted = |fits: fn(&Target) -> bool| {
        program
            .calls
            .iter()
            .filter(|call| fits(&call.target))
            .count()
    };
    Figures {
        files: program.files.len(),
        classes: program.classes.len(),
        methods: program
            .methods
            .iter()
            .filter(|method| method.body.is_some())
            .count(),
        reachable: points_to
            .reachable
            .iter()
            .filter(|&&method| method.index() < program.methods.len())
            .count(),
        calls: program.calls.len(),
        ambiguous: counted(|target| matches!(target, Target::Candidates(_))),
        unresolved: counted(|target| matches!(target, Target::Unresolved { .. })),
    }
}
