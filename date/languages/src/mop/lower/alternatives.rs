//! Pointcuts as alternatives of literals, and patterns of alternatives that may be one, or have to
//! be apart.

use std::collections::BTreeSet;

use super::Lowering;
use super::scope::Scope;
use crate::java::Excerpt;
use crate::mop::syntax::{Pointcut, PointcutKind};
use date::model::{Arguments, FlowTest, Member, MemberPattern, PointPattern};
use text::Diagnostic;

/// More alternatives than these no pointcut has.
const MOST_ALTERNATIVES: usize = 64;

/// More parts than these no alternative has. Few lines can say very many, by pointcuts that use
/// another one several times.
const MOST_PARTS: usize = 1000;

/// A pointcut without parts, or its opposite.
#[derive(Clone)]
pub(super) struct Literal<'p> {
    pub pointcut: &'p Pointcut,
    pub holds: bool,
    pub scope: Scope<'p>,
}

impl<'p> Literal<'p> {
    /// The same of a part.
    fn of_part(&self, pointcut: &'p Pointcut, holds: bool) -> Self {
        Literal {
            pointcut,
            holds,
            scope: self.scope.clone(),
        }
    }
}

impl Lowering<'_> {
    /// The alternatives of a pointcut: it holds where all parts of one of them do.
    pub(super) fn alternatives_of<'p>(
        &'p self,
        literal: Literal<'p>,
    ) -> Result<Vec<Vec<Literal<'p>>>, Diagnostic> {
        let Literal {
            pointcut, holds, ..
        } = literal;
        match (&pointcut.kind, holds) {
            (PointcutKind::Not(part), _) => self.alternatives_of(literal.of_part(part, !holds)),
            (PointcutKind::Named { name, arguments }, _) => {
                self.alternatives_of(self.used(name, arguments, holds, &literal.scope)?)
            }
            (PointcutKind::And(parts), true) | (PointcutKind::Or(parts), false) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    let more = self.alternatives_of(literal.of_part(part, holds))?;
                    all = self.combined(&all, &more, pointcut)?;
                }
                Ok(all)
            }
            (PointcutKind::Or(parts), true) | (PointcutKind::And(parts), false) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.alternatives_of(literal.of_part(part, holds))?);
                }
                self.bounded(all, pointcut)
            }
            _ => Ok(vec![vec![literal]]),
        }
    }

    pub(super) fn combined<'p>(
        &self,
        some: &[Vec<Literal<'p>>],
        others: &[Vec<Literal<'p>>],
        pointcut: &Pointcut,
    ) -> Result<Vec<Vec<Literal<'p>>>, Diagnostic> {
        let pairs = some.iter().flat_map(|one| {
            others
                .iter()
                .map(move |other| [&one[..], &other[..]].concat())
        });
        self.bounded(pairs.take(MOST_ALTERNATIVES + 1).collect(), pointcut)
    }

    fn bounded<'p>(
        &self,
        alternatives: Vec<Vec<Literal<'p>>>,
        pointcut: &Pointcut,
    ) -> Result<Vec<Vec<Literal<'p>>>, Diagnostic> {
        let too_many = match () {
            () if alternatives.len() > MOST_ALTERNATIVES => {
                format!("{MOST_ALTERNATIVES} alternatives")
            }
            () if alternatives.iter().any(|parts| parts.len() > MOST_PARTS) => {
                format!("{MOST_PARTS} parts")
            }
            () => return Ok(alternatives),
        };
        let message = format!("this pointcut has more than {too_many}");
        Err(self
            .source
            .error(pointcut.place.range(), "mop-unsupported", message))
    }
}

/// Adds a pattern: as further members to one that is the same but for them.
pub(super) fn merge(
    points: &mut Vec<(PointPattern, Option<Excerpt>)>,
    point: PointPattern,
    filter: Option<Excerpt>,
) {
    let text = |filter: &Option<Excerpt>| filter.as_ref().map(|filter| filter.text().to_owned());
    let same = |(other, other_filter): &&mut (PointPattern, Option<Excerpt>)| {
        let alike = PointPattern {
            members: other.members.clone(),
            ..point.clone()
        };
        *other == alike
            && other.is_creation() == point.is_creation()
            && text(other_filter) == text(&filter)
    };

    match points.iter_mut().find(same) {
        Some((other, _)) => {
            let known: BTreeSet<String> = other
                .members
                .iter()
                .map(|member| format!("{member:?}"))
                .collect();
            other.members.extend(
                point
                    .members
                    .into_iter()
                    .filter(|member| !known.contains(&format!("{member:?}"))),
            );
        }
        None => points.push((point, filter)),
    }
}

/// Returns whether no point matches both, as their words show. One event of the original would be
/// two where one does: each pattern raises its own.
pub(super) fn are_disjoint(one: &PointPattern, other: &PointPattern) -> bool {
    let lengths = |arguments: &Arguments| arguments.rest.is_none().then_some(arguments.first.len());
    let differ = |one: Option<usize>, other: Option<usize>| matches!((one, other), (Some(one), Some(other)) if one != other);
    let excludes = |test: &FlowTest| {
        other
            .flows
            .iter()
            .any(|of| of.flow == test.flow && of.holds != test.holds)
    };

    one.join != other.join
        || one.flows.iter().any(excludes)
        || differ(lengths(&one.arguments), lengths(&other.arguments))
        || one
            .members
            .iter()
            .all(|member| other.members.iter().all(|other| name_others(member, other)))
}

/// Returns whether no method or constructor is meant by both patterns.
fn name_others(one: &MemberPattern, other: &MemberPattern) -> bool {
    match (&one.name, &other.name) {
        (Member::Method(one), Member::Method(other))
        | (Member::Field(one), Member::Field(other)) => {
            one != other && ![one, other].iter().any(|name| name.contains('*'))
        }
        (one, other) => one != other,
    }
}
