//! Planted faults: each breaks one rule of the optimizer the way a careless shortcut would.

use date::algebra::{StateSet, StaticDate, SubDate, TransitionSet, bad_after};
use date::code::Truth;
use date::graph::{Abstraction, Certainty, Occurrence, Step};
use date::ids::GeneratorId;
use date::residual::{Decision, Reduction, Residual, optimize, residual0, residual1, residual2};

use crate::generate::Pair;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutation {
    UnionOfResidual2,
    FinishedObjectsAlone,
    GuardsAlwaysHold,
    NoGoodEntryPoints,
    SelfLoopsAreNoOps,
    OnlyReportsAreObservable,
    ActionsAreNothing,
    ConditionsAreAlike,
    MaybeIsSure,
    AnyObjectAgrees,
    GroupsInPart,
    CreationIsNothing,
    NothingComesUnprompted,
    NothingIsReleased,
}

impl Mutation {
    pub fn optimize(self, pair: &Pair) -> Residual {
        let mut date = pair.date.static_date();
        let mut program = pair.program.clone();
        let sound =
            |date: &StaticDate, program: &Abstraction| optimize(date, program, &[], Reduction::Nop);
        match self {
            Mutation::UnionOfResidual2 => union_of_residual2(&date, &program),
            Mutation::FinishedObjectsAlone => finished_alone(&date, &program),
            Mutation::GuardsAlwaysHold => {
                date.transitions
                    .iter_mut()
                    .filter(|t| t.guard == Truth::Unknown)
                    .for_each(|t| t.guard = Truth::True);
                sound(&date, &program)
            }
            Mutation::NoGoodEntryPoints => no_good_entry_points(&date, &program),
            Mutation::SelfLoopsAreNoOps => self_loops_are_no_ops(&date, &program),
            Mutation::OnlyReportsAreObservable => {
                for transition in &mut date.transitions {
                    transition.observable = date.bad[transition.to.index()];
                }
                sound(&date, &program)
            }
            Mutation::ActionsAreNothing => {
                date.transitions
                    .iter_mut()
                    .for_each(|transition| transition.action = None);
                sound(&date, &program)
            }
            Mutation::ConditionsAreAlike => {
                date.transitions
                    .iter_mut()
                    .for_each(|transition| transition.condition = None);
                sound(&date, &program)
            }
            Mutation::MaybeIsSure => {
                make_sure(&mut program);
                sound(&date, &program)
            }
            Mutation::AnyObjectAgrees => any_object_agrees(&date, &program),
            Mutation::CreationIsNothing => {
                program.creating = Vec::new();
                sound(&date, &program)
            }
            Mutation::NothingComesUnprompted => {
                let unprompted = std::mem::take(&mut program.unprompted);
                let is_prompted =
                    |occurrence: &Occurrence| !unprompted.contains(&occurrence.generator);
                program
                    .graphs
                    .iter_mut()
                    .for_each(|graph| graph.background.retain(is_prompted));
                program.unprompted = unprompted;
                sound(&date, &program)
            }
            Mutation::NothingIsReleased => {
                date.releasing = StateSet::empty(date.states);
                sound(&date, &program)
            }
            Mutation::GroupsInPart => {
                let mut residual = sound(&date, &program);
                let grouped = residual
                    .decisions
                    .iter_mut()
                    .filter(|decision| decision.group.is_some());
                grouped
                    .step_by(2)
                    .for_each(|decision| decision.silenced_by = None);
                residual
            }
        }
    }
}

/// A result with this property, which silences nothing but what `silent` says.
fn result(
    date: &StaticDate,
    program: &Abstraction,
    remaining: SubDate,
    silent: impl Fn(GeneratorId) -> bool,
) -> Residual {
    let decision = |id: GeneratorId| Decision {
        silenced_by: silent(id).then_some(Reduction::Nop),
        group: None,
        why: String::new(),
    };
    Residual {
        remaining,
        removed_by: date.transitions.iter().map(|_| None).collect(),
        by_data: TransitionSet::empty(date.transitions.len()),
        decisions: program.generators.indices().map(decision).collect(),
    }
}

fn listens(
    date: &StaticDate,
    program: &Abstraction,
    sub: &SubDate,
    generator: GeneratorId,
) -> bool {
    sub.alphabet(date)
        .iter()
        .any(|&event| program.generators[generator].contains(event))
}

fn union_of_residual2(date: &StaticDate, program: &Abstraction) -> Residual {
    let whole = date.whole();
    let parts: Vec<SubDate> = program
        .graphs
        .iter()
        .map(|g| residual2(date, &whole, &program.generators, [g]))
        .collect();
    let union = parts
        .into_iter()
        .reduce(|a, b| a.union(&b))
        .unwrap_or(whole);
    let remaining = union.clone();
    result(date, program, remaining, |generator| {
        !listens(date, program, &union, generator)
    })
}

fn finished_alone(date: &StaticDate, program: &Abstraction) -> Residual {
    let remaining = residual2(date, &date.whole(), &program.generators, &program.graphs);
    let finished: Vec<bool> = program
        .graphs
        .iter()
        .map(|g| {
            bad_after(
                date,
                &residual2(date, &date.whole(), &program.generators, [g]),
            )
            .is_empty()
        })
        .collect();
    let silent = |generator| {
        let mut concerned = program
            .graphs
            .iter()
            .zip(&finished)
            .filter(|(g, _)| g.generators().contains(&generator));
        concerned.all(|(_, &finished)| finished)
    };
    result(date, program, remaining, silent)
}

fn no_good_entry_points(date: &StaticDate, program: &Abstraction) -> Residual {
    let mut remaining = residual0(date, &date.whole(), program);
    let kept = bad_after(date, &remaining);
    for id in remaining.clone().transition_ids() {
        remaining
            .transitions
            .set(id.index(), kept[date.transitions[id].to.index()]);
    }
    let listening = remaining.clone();
    result(date, program, remaining, |generator| {
        !listens(date, program, &listening, generator)
    })
}

fn self_loops_are_no_ops(date: &StaticDate, program: &Abstraction) -> Residual {
    let mut remaining = residual0(date, &date.whole(), program);
    for id in remaining.clone().transition_ids() {
        let transition = &date.transitions[id];
        remaining.transitions.set(
            id.index(),
            transition.from != transition.to || transition.observable,
        );
    }
    result(date, program, remaining, |_| false)
}

fn make_sure(program: &mut Abstraction) {
    let edges = program
        .graphs
        .iter_mut()
        .flat_map(|g| &mut g.procedures)
        .flat_map(|p| &mut p.edges);
    for edge in edges {
        if let Step::Event(Occurrence { certainty, .. }, _) = &mut edge.step {
            *certainty = Certainty::Sure;
        }
    }
}

fn any_object_agrees(date: &StaticDate, program: &Abstraction) -> Residual {
    let remaining = residual0(date, &date.whole(), program);
    let parts: Vec<SubDate> = program
        .graphs
        .iter()
        .map(|g| residual1(date, &date.whole(), program, g))
        .collect();
    let silent = |generator: GeneratorId| {
        let mut concerned = program
            .graphs
            .iter()
            .zip(&parts)
            .filter(|(g, _)| g.generators().contains(&generator));
        concerned.any(|(_, part)| !listens(date, program, part, generator))
    };
    result(date, program, remaining, silent)
}
