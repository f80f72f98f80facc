//! The differences between two results. A more precise setting must say nothing beyond a less
//! precise one, and nothing may get lost when an entry point is added.

use std::fmt;

use ir::{CallSiteId, MethodId, Program};
use java_types::descriptor::Type;
use rustc_hash::FxHashMap;

use crate::declared_types::may_be_one;
use crate::dispatch::Callee;
use crate::node::{Object, ObjectId, Variable};
use crate::precision::{Answers, declared};

/// Something that only one of two results says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beyond {
    /// The method may run.
    Reachable(MethodId),
    /// The call may run this.
    Edge(CallSiteId, Callee),
    /// Both calls may be made on one object.
    Alias(CallSiteId, CallSiteId),
}

/// Returns what `inner` says and `outer` does not: methods that may run, call edges, and pairs of
/// calls on one object. Of each call in a method that may run at most `partners` others are looked
/// at, the same whenever the program is the same. O(edges + calls * partners).
pub fn beyond(program: &Program, inner: &Answers, outer: &Answers, partners: usize) -> Vec<Beyond> {
    let reachable = inner
        .calls
        .reachable
        .difference(&outer.calls.reachable)
        .map(|&method| Beyond::Reachable(method));
    let targets = inner
        .calls
        .targets
        .iter()
        .flat_map(|(&site, callees)| callees.iter().map(move |&c| (site, c)));

    let edges = targets
        .filter(|&(site, callee)| !outer.calls.has(site, callee))
        .map(|(s, c)| Beyond::Edge(s, c));
    reachable
        .chain(edges)
        .chain(aliases(program, inner, outer, partners))
        .collect()
}

/// How many pairs of calls [`beyond`] looks at that `answers` takes to be on one object.
pub fn aliases_looked_at(program: &Program, answers: &Answers, partners: usize) -> usize {
    let receivers = Receivers::new(program, answers);
    let mut fitting = Fitting::default();
    receivers
        .pairs(partners)
        .filter(|&pair| receivers.may_alias(answers, pair, &mut fitting))
        .count()
}

/// Pairs of calls, of those that [`beyond`] looks at, whose receivers' points-to sets share an
/// object of an allocation though no object is of both declared types: filters and types disagree.
pub fn beyond_types(program: &Program, answers: &Answers, partners: usize) -> Vec<Beyond> {
    let receivers = Receivers::new(program, answers);
    let mut fitting = Fitting::default();
    let found = receivers.pairs(partners).filter(|&pair| {
        receivers.share_allocation(answers, pair)
            && !receivers.may_alias(answers, pair, &mut fitting)
    });
    found.map(|pair| receivers.alias(pair)).collect()
}

fn aliases(program: &Program, inner: &Answers, outer: &Answers, partners: usize) -> Vec<Beyond> {
    let receivers = Receivers::new(program, inner);
    let mut fitting = Fitting::default();
    let pairs = receivers.pairs(partners);
    let found = pairs.filter(|&pair| {
        receivers.may_alias(inner, pair, &mut fitting)
            && !receivers.may_alias(outer, pair, &mut fitting)
    });
    found.map(|pair| receivers.alias(pair)).collect()
}

/// The answers for pairs of types so far.
type Fitting<'a> = FxHashMap<(&'a Type, &'a Type), bool>;

/// The calls with a receiver in methods that may run.
struct Receivers<'a> {
    program: &'a Program,
    /// With the receiver and its declared type, in order.
    calls: Vec<(CallSiteId, Variable, &'a Type)>,
}

/// Two of the [`Receivers`], by their positions.
#[derive(Debug, Clone, Copy)]
struct ReceiverPair {
    /// The one.
    first: usize,
    /// The other one.
    second: usize,
}

impl<'a> Receivers<'a> {
    fn new(program: &'a Program, answers: &Answers) -> Self {
        let calls = program
            .calls
            .iter_enumerated()
            .filter(|(_, call)| answers.calls.reachable.contains(&call.method));
        let calls = calls.filter_map(|(site, call)| {
            let receiver = Variable::new(call.method, call.receiver?);
            Some((site, receiver, declared(program, receiver)?))
        });
        Receivers {
            program,
            calls: calls.collect(),
        }
    }

    fn pairs(&self, partners: usize) -> impl Iterator<Item = ReceiverPair> {
        pairs(self.calls.len(), partners).map(|(first, second)| ReceiverPair { first, second })
    }

    /// Returns the finding that both calls may be made on one object.
    fn alias(&self, pair: ReceiverPair) -> Beyond {
        Beyond::Alias(self.calls[pair.first].0, self.calls[pair.second].0)
    }

    fn share_allocation(&self, answers: &Answers, pair: ReceiverPair) -> bool {
        let Some(points_to) = &answers.points_to else {
            return false;
        };
        let objects = |at: usize| points_to.objects(self.calls[at].1.into());
        let is_allocated = |object: u32| {
            matches!(
                points_to.object(ObjectId::from_raw(object)),
                Object::Allocated(_)
            )
        };
        (&*objects(pair.first) & &*objects(pair.second))
            .iter()
            .any(is_allocated)
    }

    /// As [`Answers::may_alias`]; each question about two types is asked once.
    fn may_alias(&self, answers: &Answers, pair: ReceiverPair, fitting: &mut Fitting<'a>) -> bool {
        let ((_, first, type_of_first), (_, second, type_of_second)) =
            (self.calls[pair.first], self.calls[pair.second]);
        answers.may_hold_one(first, second)
            && *fitting
                .entry((type_of_first, type_of_second))
                .or_insert_with(|| may_be_one(self.program, type_of_first, type_of_second))
    }
}

/// Pairs of different positions below `count`: for each one `partners` others at distances that
/// spread over all of them; all pairs where that is no more.
fn pairs(count: usize, partners: usize) -> impl Iterator<Item = (usize, usize)> {
    /// Prime, and near the golden section of the numbers of 32 bits: multiples of it spread evenly
    /// (Knuth, 6.4).
    const SPREAD: usize = 2_654_435_761;
    let distances = count.saturating_sub(1);
    let all = distances <= partners;
    (0..count).flat_map(move |first| {
        let chosen = if all { first + 1..count } else { 0..partners };
        chosen.map(move |choice| {
            if all {
                (first, choice)
            } else {
                (
                    first,
                    (first + 1 + choice.wrapping_add(first).wrapping_mul(SPREAD) % distances)
                        % count,
                )
            }
        })
    })
}

impl Beyond {
    /// One line for people, with file and line of each call.
    pub fn told<'a>(&'a self, program: &'a Program) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match *self {
            Beyond::Reachable(method) => write!(f, "{} may run", name(program, method)),
            Beyond::Edge(site, Callee::Method(method)) => {
                write!(f, "{} runs {}", place(program, site), name(program, method))
            }
            Beyond::Edge(site, Callee::Library) => {
                write!(f, "{} runs code without sources", place(program, site))
            }
            Beyond::Alias(first, second) => {
                write!(
                    f,
                    "{} and {} are on one object",
                    place(program, first),
                    place(program, second)
                )
            }
        })
    }
}

fn name(program: &Program, method: MethodId) -> String {
    let method = &program.methods[method];
    format!(
        "{}.{}{}",
        program.classes[method.class].name, method.name, method.descriptor
    )
}

fn place(program: &Program, site: CallSiteId) -> String {
    let call = &program.calls[site];
    let point = &program.points[call.point];
    format!(
        "{}:{}: {}",
        program.files[point.file].path, point.span.line, call.target
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::pairs;

    #[test]
    fn few_calls_are_all_paired_once() {
        let expected = BTreeSet::from([(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(3, 8).collect::<BTreeSet<_>>(), expected);
        assert_eq!(pairs(3, 8).count(), expected.len());
    }

    #[test]
    fn sampled_pairs_are_of_different_calls_and_reach_far() {
        let sampled: BTreeSet<(usize, usize)> = pairs(1000, 20).collect();
        assert!(sampled.iter().all(|&(a, b)| a != b && b < 1000));
        let partners: BTreeSet<usize> = sampled
            .iter()
            .filter(|pair| pair.0 == 0)
            .map(|pair| pair.1)
            .collect();
        assert_eq!(partners.len(), 20);
        assert!(partners.iter().any(|&b| b > 700) && partners.iter().any(|&b| b < 300));
    }
}
