//! Unfoldings against the reference interpreter: random properties with variables, random traces.
//! What the interpreter does has to be a way through the unfolding, and the values that variables
//! have in the end are what its state says.

mod fixed;
mod generate;

use date::code::Value;
use date::data::{Alphabet, Arguments, Known, Tracked, Unfolding};
use date::graph::Letter;
use date::ids::{EventId, StateId, TransitionId};
use date::model::Specification;
use reference::interpreter::{Run, Seen, interpret};

use generate::Case;

/// The alphabet of a property whose generators raise one event each, with these arguments.
pub fn alphabet(raised: Vec<(EventId, Arguments)>) -> Alphabet {
    let (events, arguments): (Vec<EventId>, Vec<Arguments>) = raised.into_iter().unzip();
    let letters = events.into_iter().map(|event| Letter::new([event]));
    Alphabet::new(&letters.collect(), &arguments.into_iter().collect())
}

/// All of the first property, unfolded.
pub fn unfold(specification: &Specification, alphabet: &Alphabet) -> Option<Unfolding> {
    let property = &specification.properties[0];
    let tracked = Tracked::of(specification, property, &[]);
    Unfolding::of(specification, property, tracked, &[], alphabet, &|_| true)
}

/// Returns the state of the unfolding to which a taken transition, or none, leads.
fn step(
    unfolding: &Unfolding,
    state: StateId,
    event: EventId,
    taken: Option<TransitionId>,
) -> Result<StateId, String> {
    for copy in unfolding
        .transitions
        .iter()
        .filter(|copy| copy.from == state && copy.event == event)
    {
        if Some(copy.origin) == taken {
            return Ok(copy.to);
        }
        if copy.guard == date::code::Truth::True {
            return Err(format!(
                "{} must be taken in {state}, and {taken:?} is",
                copy.origin
            ));
        }
    }
    match taken {
        None => Ok(state),
        Some(taken) => Err(format!("{taken} has no copy in {state}")),
    }
}

fn allows(known: &Known, value: &Value) -> bool {
    match known {
        Known::Any => true,
        Known::Is(only) => only == value,
        Known::NotNull => *value != Value::Null,
        Known::Whole { ty, low, high } => {
            value.primitive() == Some(*ty)
                && value
                    .to_primitive(date::code::Primitive::Long)
                    .is_ok_and(|value| match value {
                        Value::Long(value) => (*low..=*high).contains(&value),
                        _ => false,
                    })
        }
    }
}

/// The result of a campaign.
#[derive(Debug, Default)]
struct Tally {
    cases: u64,
    unfolded: u64,
    taken: u64,
    /// Copies that conditions decide where they are not constants.
    decided: u64,
    wrong: Vec<String>,
}

fn judge(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let case = Case::generate(seed);
        tally.cases += 1;
        let specification = case.specification();
        let alphabet = alphabet(case.raised(&specification));
        let Some(unfolding) = unfold(&specification, &alphabet) else {
            continue;
        };
        tally.unfolded += 1;
        let transitions = &specification.properties[0].date.transitions;
        let open = |origin: TransitionId| {
            date::code::Truth::of(transitions[origin].condition.as_ref())
                == date::code::Truth::Unknown
        };
        let is_decided = |copy: &&date::data::Unfolded| {
            copy.guard == date::code::Truth::True && open(copy.origin)
        };
        tally.decided += unfolding.transitions.iter().filter(is_decided).count() as u64;
        for round in 0..4 {
            let trace = case.trace(round);
            let read = reference::trace::read("random", &trace.text).expect("a trace");
            let run = interpret(&specification, &read).expect("a trace of the property");
            match follow(&unfolding, &alphabet, &trace.generators, &run) {
                Ok(taken) => tally.taken += taken,
                Err(message) => tally.wrong.push(format!(
                    "seed {seed}: {message}\n{}\n{}",
                    case.yaml(),
                    trace.text
                )),
            }
        }
    }
    tally
}

/// Goes the way of a run through the unfolding; how many transitions it takes.
fn follow(
    unfolding: &Unfolding,
    alphabet: &Alphabet,
    generators: &[usize],
    run: &Run,
) -> Result<u64, String> {
    let mut state = StateId::from_raw(0);
    let mut count = 0;
    let undecided = run
        .undecided
        .as_ref()
        .map_or(usize::MAX, |finding| finding.span.line as usize);
    for (index, &generator) in generators
        .iter()
        .enumerate()
        .take_while(|(index, _)| index + 1 < undecided)
    {
        let here = run
            .observations
            .iter()
            .filter(|observation| observation.line as usize == index + 1);
        let taken = here
            .into_iter()
            .find_map(|observation| match observation.seen {
                Seen::Fired { transition, .. } => Some(transition),
                _ => None,
            });
        let event = alphabet.letters[generator].events()[0];
        state = step(unfolding, state, event, taken)
            .map_err(|message| format!("line {}: {message}", index + 1))?;
        count += u64::from(taken.is_some());
    }
    if run.undecided.is_none()
        && let Some(instance) = run
            .instances
            .iter()
            .find(|instance| instance.name != "global")
    {
        for (name, known) in unfolding
            .tracked
            .names
            .iter()
            .zip(&unfolding.states[state].1)
        {
            let value = instance.variables.get(&name.text).cloned().flatten();
            if let Some(value) = value.filter(|value| !allows(known, value)) {
                return Err(format!("`{}` is {value}, not {known:?}", name.text));
            }
        }
    }
    Ok(count)
}

fn assert_sound(tally: &Tally) {
    println!(
        "{} properties, {} unfolded, {} transitions taken, {} copies decided, {} wrong",
        tally.cases,
        tally.unfolded,
        tally.taken,
        tally.decided,
        tally.wrong.len()
    );
    assert!(tally.wrong.is_empty(), "{}", tally.wrong[0]);
    assert!(
        tally.unfolded * 3 > tally.cases,
        "too few properties are unfolded"
    );
    assert!(
        tally.taken > tally.unfolded * 4 && tally.decided > tally.unfolded,
        "too little happens"
    );
}

#[test]
fn what_properties_do_is_a_way_through_their_unfoldings() {
    assert_sound(&judge(0..600));
}

#[test]
#[ignore = "a campaign of some minutes; run with --release"]
fn what_many_properties_do_is_a_way_through_their_unfoldings() {
    assert_sound(&judge(10_000..60_000));
}
