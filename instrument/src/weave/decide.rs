//! The decisions for each site of a class: all that matches there is monitored, less what the plan
//! silences.

use java_types::ClassName;
use std::collections::{BTreeMap, BTreeSet};

use date::ids::EventId;
use java_types::hierarchy::{Answer, Hierarchy};

use super::matcher::{Matched, Matcher};
use super::pairing::{Placed, Point, Scope, SitePlace, Verdict, pair, place};
use super::rows::Rows;
use super::sites::{Body, Callee, ClassSites, INITIALIZER, SiteKind};
use crate::monitor::{Notification, Subject, first_alike};
use plan::{Generator, GeneratorKind, When};

/// A specification with what weaving needs of it.
#[derive(Debug)]
pub struct Woven<'a> {
    /// The specification.
    pub subject: Subject<'a>,
    /// Its patterns.
    pub matcher: Matcher,
}

/// One join point of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Join {
    /// A site: places in [`ClassSites::bodies`] and [`Body::sites`].
    Site(usize, usize),
    /// A body: its place in [`ClassSites::bodies`].
    Body(usize),
    /// A catch block: places in [`ClassSites::bodies`] and [`Body::handlers`].
    Handler(usize, usize),
}

/// The decisions for one class.
#[derive(Debug, Default)]
pub struct ClassDecisions<'p> {
    /// The notifications at each join point: specifications in order, their notifications in order
    /// of declaration.
    pub told: BTreeMap<Join, Vec<(usize, When, Notification)>>,
    /// The join points at which the plan silences all matches.
    pub silent: BTreeSet<Join>,
    /// The decision for each (property, event) of each join point that matches.
    pub verdicts: Vec<Decided>,
    /// The places of the rows that were asked, by id.
    pub placed: BTreeMap<&'p str, Placed>,
}

/// The decision for a (property, event) of a join point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The join point.
    pub join: Join,
    /// Name of the property.
    pub property: String,
    /// The decision.
    pub verdict: Verdict,
}

/// The exceptions from a plan: events that are monitored although the plan silences them.
#[derive(Debug, Default)]
pub struct Exceptions<'e> {
    /// Everything, which leaves the decisions as they are.
    pub all: bool,
    /// Everything of these properties, by name, which leaves the decisions as they are.
    pub written: Option<&'e BTreeSet<String>>,
    /// These: what the plan silences together with them is monitored, too.
    pub joins: BTreeSet<Join>,
    /// Everything in these bodies, by their place in [`ClassSites::bodies`], which leaves the
    /// decisions as they are: they have a tripwire, and once it is hit reports of what they do are
    /// better than none.
    pub unreached: Option<&'e BTreeMap<usize, String>>,
}

impl Exceptions<'_> {
    /// Returns whether a property is monitored whatever the plan decided.
    fn ignores_plan(&self, property: &str) -> bool {
        self.all
            || self
                .written
                .is_some_and(|written| written.contains(property))
    }

    fn is_in_unreached(&self, join: Join) -> bool {
        let (Join::Site(body, _) | Join::Body(body) | Join::Handler(body, _)) = join;
        self.unreached
            .is_some_and(|bodies| bodies.contains_key(&body))
    }
}

/// The matches at each join point: (specification, match).
pub(super) type Matches = BTreeMap<Join, Vec<(usize, Matched)>>;

/// Sites that are compared with one another: one callee, in one scope.
type Groups<'c> = BTreeMap<(&'c Callee, GeneratorKind, &'c Scope), Vec<Join>>;

/// Decides for one class. O(sites * patterns), and the rows of the class.
pub fn decide<'p>(
    class: &ClassSites,
    specifications: &[Woven<'_>],
    hierarchy: &Hierarchy,
    rows: &Rows<'p>,
    exceptions: &Exceptions<'_>,
) -> ClassDecisions<'p> {
    let matches = find_matches(class, specifications, hierarchy);
    let (verdicts, placed) = (BTreeMap::new(), BTreeMap::new());
    let mut decider = Decider {
        class,
        specifications,
        hierarchy,
        rows,
        matches: &matches,
        exceptions,
        verdicts,
        placed,
    };

    for ((callee, kind, scope), joins) in groups(class, &matches) {
        decider.decide_group(callee, kind, scope, &joins);
    }

    // Sites are decided in groups. A body has its own rows, and a catch block none.
    for join in matches.keys() {
        match *join {
            Join::Body(body) => decider.decide_execution(body),
            Join::Handler(..) => decider.keep(*join),
            Join::Site(..) => {}
        }
    }

    decider.find_unknown();
    decider.finish()
}

fn find_matches(
    class: &ClassSites,
    specifications: &[Woven<'_>],
    hierarchy: &Hierarchy,
) -> Matches {
    let mut matches = Matches::new();
    for (number, woven) in specifications.iter().enumerate() {
        for (b, body) in class.bodies.iter().enumerate() {
            let executed = match &*body.name {
                _ if !may_tell(class, body, hierarchy) => Vec::new(),
                INITIALIZER => woven.matcher.initialization(hierarchy, class),
                _ => woven.matcher.execution(hierarchy, class, body),
            };
            add_matches(&mut matches, Join::Body(b), number, executed);
            for (s, site) in body.sites.iter().enumerate() {
                let called = woven.matcher.site(hierarchy, class, body, site);
                add_matches(&mut matches, Join::Site(b, s), number, called);
            }
            for (h, handler) in body.handlers.iter().enumerate() {
                let handled = woven.matcher.handler(hierarchy, class, body, handler);
                add_matches(&mut matches, Join::Handler(b, h), number, handled);
            }
        }
    }

    matches
}

/// Returns whether a body can notify monitors: all but some initializers can. An initializer that
/// is added to a class whose objects are serialized changes the version that Java computes for it,
/// so that objects written before could not be read any more (Object Serialization Specification
/// 4.6). Such a class gets none.
pub fn may_tell(class: &ClassSites, body: &Body, hierarchy: &Hierarchy) -> bool {
    !body.is_added || class.has_serial_version || !is_versioned(class, hierarchy)
}

/// Returns whether the version of a class is computed from its members: neither enums, records nor
/// interfaces have one.
fn is_versioned(class: &ClassSites, hierarchy: &Hierarchy) -> bool {
    let is = |above: &str| hierarchy.is_subclass(&class.class, above);
    let is_interface = hierarchy
        .class(&class.class)
        .is_some_and(|info| info.is_interface());
    let has_none = is_interface
        || is("java/lang/Enum") == Answer::Yes
        || is("java/lang/Record") == Answer::Yes;
    !has_none && is("java/io/Serializable").may()
}

/// Returns whether an event of the initialization of a class is left out, since no body can notify
/// monitors of it ([`may_tell`]).
pub fn leaves_out_initialization(
    class: &ClassSites,
    specifications: &[Woven<'_>],
    hierarchy: &Hierarchy,
) -> bool {
    let silent = |body: &Body| !may_tell(class, body, hierarchy);
    let is_event = |woven: &Woven<'_>| !woven.matcher.initialization(hierarchy, class).is_empty();
    let begins_flow = |woven: &Woven<'_>, body: &Body| {
        !woven
            .matcher
            .flows_at_body(hierarchy, class, body)
            .is_empty()
    };
    let mut left_out = class.bodies.iter().filter(|body| silent(body));
    left_out.any(|body| {
        specifications
            .iter()
            .any(|woven| is_event(woven) || begins_flow(woven, body))
    })
}

fn add_matches(matches: &mut Matches, join: Join, specification: usize, found: Vec<Matched>) {
    if !found.is_empty() {
        matches
            .entry(join)
            .or_default()
            .extend(found.into_iter().map(|matched| (specification, matched)));
    }
}

fn groups<'c>(class: &'c ClassSites, matches: &Matches) -> Groups<'c> {
    let mut groups = Groups::new();
    for &join in matches.keys() {
        if let Join::Site(b, s) = join {
            let body = &class.bodies[b];
            let site = &body.sites[s];
            groups
                .entry((&site.named, generator_kind(site.kind), &body.scope))
                .or_default()
                .push(join);
        }
    }
    groups
}

/// The kind that rows of a site have.
pub(super) fn generator_kind(kind: SiteKind) -> GeneratorKind {
    match kind {
        SiteKind::Reference { .. } => GeneratorKind::Reference,
        SiteKind::Access(access) => access.join.into(),
        SiteKind::Call { .. } | SiteKind::Creation { .. } => GeneratorKind::Call,
    }
}

/// An event of a specification at a moment, for one property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Question {
    /// The number of the specification.
    specification: usize,
    /// The event.
    event: EventId,
    /// The moment.
    when: When,
    /// The number of the property in its specification.
    property: usize,
}

pub(super) struct Decider<'d, 'p> {
    pub(super) class: &'d ClassSites,
    specifications: &'d [Woven<'d>],
    pub(super) hierarchy: &'d Hierarchy,
    pub(super) rows: &'d Rows<'p>,
    matches: &'d Matches,
    exceptions: &'d Exceptions<'d>,
    pub(super) verdicts: BTreeMap<(Join, Question), Verdict>,
    placed: BTreeMap<&'p str, Placed>,
}

impl<'p> Decider<'_, 'p> {
    /// Returns the name of the class, as plans spell it.
    pub(super) fn class_name(&self) -> ClassName {
        ClassName::from_internal(self.class.class.clone())
    }

    pub(super) fn questions(&self, join: Join) -> BTreeSet<Question> {
        let matched = self.matches.get(&join).into_iter().flatten();
        let each = matched.flat_map(|(specification, matched)| {
            let told = self.specifications[*specification]
                .subject
                .notified(matched.event);
            told.iter().map(|&property| Question {
                specification: *specification,
                event: matched.event,
                when: matched.when,
                property,
            })
        });
        each.collect()
    }

    fn decide_group(
        &mut self,
        callee: &Callee,
        kind: GeneratorKind,
        scope: &Scope,
        joins: &[Join],
    ) {
        let rows = self
            .rows
            .at(self.class_name(), kind, callee.plan_name())
            .to_vec();
        let is_access = kind.is_of_whole_body();
        let encloses = |row: &&Generator| {
            if is_access {
                scope.may_enclose(&row.site.enclosing)
            } else {
                scope.encloses(&row.site.enclosing)
            }
        };

        let enclosed: Vec<&'p Generator> = rows.into_iter().filter(encloses).collect();
        let questions: BTreeSet<Question> = joins
            .iter()
            .flat_map(|&join| self.questions(join))
            .collect();

        // A site may match several events. Each event, moment and property is paired by itself.
        for question in questions {
            let asked: Vec<Join> = joins
                .iter()
                .copied()
                .filter(|&j| self.questions(j).contains(&question))
                .collect();
            let answering: Vec<&'p Generator> = enclosed
                .iter()
                .copied()
                .filter(|row| self.answers(row, question))
                .collect();
            if is_access {
                self.decide_accesses(question, asked, answering);
                continue;
            }
            let places = self.places(&asked, joins);
            let points = self.points(&answering);
            let mut verdicts = pair(scope, &places, &points);
            asked
                .iter()
                .zip(&mut verdicts)
                .for_each(|(join, verdict)| *verdict = self.excepting(*join, *verdict));
            for row in answering {
                self.note(
                    row,
                    place(row.site.line, row.site.ordinal, &places, &points, &verdicts),
                );
            }
            for (join, verdict) in asked.into_iter().zip(verdicts) {
                self.verdicts.insert((join, question), verdict);
            }
        }
    }

    /// All accesses of a field in a scope are what all its rows say, where they say the same.
    fn decide_accesses(
        &mut self,
        question: Question,
        asked: Vec<Join>,
        answering: Vec<&'p Generator>,
    ) {
        let verdict = self.verdict(&answering);
        for join in asked {
            let verdict = self.excepting(join, verdict);
            let found = if verdict == Verdict::Silence {
                Placed::Silent
            } else {
                Placed::Monitored
            };
            answering.iter().for_each(|row| self.note(row, found));
            self.verdicts.insert((join, question), verdict);
        }
    }

    /// Returns the verdict on a site that may be any of these rows.
    fn verdict(&self, answering: &[&Generator]) -> Verdict {
        let silenced = answering
            .iter()
            .filter(|row| self.rows.silences(row))
            .count();
        match silenced {
            _ if answering.is_empty() => Verdict::Unknown,
            0 => Verdict::Keep,
            n if n == answering.len() => Verdict::Silence,
            _ => Verdict::Ambiguous,
        }
    }

    /// The verdict on a join point, if that is no exception.
    fn excepting(&self, join: Join, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Silence if self.exceptions.joins.contains(&join) => Verdict::Keep,
            verdict => verdict,
        }
    }

    /// The source points that rows describe: those at one place of the enclosing code are one.
    fn points(&self, rows: &[&Generator]) -> Vec<Point> {
        let mut points: BTreeMap<(&str, u32), Point> = BTreeMap::new();
        for row in rows {
            let fresh = Point {
                line: row.site.line,
                ordinal: row.site.ordinal,
                copied: row.site.copied,
                silenced: true,
            };
            let point = points
                .entry((row.site.enclosing.as_str(), row.site.ordinal))
                .or_insert(fresh);
            // One row that is kept keeps the whole point.
            point.silenced &= self.rows.silences(row);
            point.copied &= row.site.copied;
        }
        points.into_values().collect()
    }

    fn note(&mut self, row: &'p Generator, found: Placed) {
        let known = self.placed.entry(&row.id).or_insert(found);
        *known = (*known).max(found);
    }

    /// Returns whether a row is about the property, and an event of the letter at that moment.
    pub(super) fn answers(&self, row: &Generator, question: Question) -> bool {
        let Question {
            specification,
            event,
            when,
            property,
        } = question;
        let subject = &self.specifications[specification].subject;
        let is_of_letter = || {
            subject.letters[event]
                .iter()
                .any(|&e| subject.specification.events[e].name == row.event)
        };
        row.when == when && row.property == subject.property_names[property] && is_of_letter()
    }

    /// The asked sites of a group; one follows straight on the previous one only if it does so in
    /// the whole group.
    fn places(&self, asked: &[Join], group: &[Join]) -> Vec<SitePlace> {
        let is_whole = asked.len() == group.len();
        let place = |&join: &Join| {
            let Join::Site(b, s) = join else {
                return SitePlace {
                    line: None,
                    follows_previous: false,
                    may_be_inserted: false,
                };
            };
            let body = &self.class.bodies[b];
            let site = &body.sites[s];
            let follows_previous = is_whole && follows_in_group(body, s, group, join);
            SitePlace {
                line: site.line,
                follows_previous,
                may_be_inserted: site.may_be_inserted,
            }
        };

        asked.iter().map(place).collect()
    }

    fn decide_execution(&mut self, b: usize) {
        let body = &self.class.bodies[b];
        let enclosing = format!("{}{}", body.name, body.descriptor);
        let class = self.class_name();
        let kind = match &*body.name {
            INITIALIZER => GeneratorKind::Initialization,
            _ => GeneratorKind::Execution,
        };
        let rows = self.rows.at(class, kind, enclosing).to_vec();

        for question in self.questions(Join::Body(b)) {
            let answering: Vec<&'p Generator> = rows
                .iter()
                .copied()
                .filter(|row| self.answers(row, question))
                .collect();
            let verdict = self.excepting(Join::Body(b), self.verdict(&answering));
            let found = if verdict == Verdict::Silence {
                Placed::Silent
            } else {
                Placed::Monitored
            };
            answering.into_iter().for_each(|row| self.note(row, found));
            self.verdicts.insert((Join::Body(b), question), verdict);
        }
    }

    /// Plans have no rows for catch blocks: properties that hear them are monitored as written.
    fn keep(&mut self, join: Join) {
        let kept = self
            .questions(join)
            .into_iter()
            .map(|question| ((join, question), Verdict::Keep));
        self.verdicts.extend(kept.collect::<Vec<_>>());
    }

    fn finish(mut self) -> ClassDecisions<'p> {
        let placed = std::mem::take(&mut self.placed);
        let mut decisions = ClassDecisions {
            placed,
            ..ClassDecisions::default()
        };
        let written = self
            .verdicts
            .iter()
            .filter(|(_, verdict)| **verdict != Verdict::Inserted);

        for (&(join, question), &verdict) in written {
            let subject = &self.specifications[question.specification].subject;
            let property = subject.property_names[question.property].clone();
            decisions.verdicts.push(Decided {
                join,
                property,
                verdict,
            });
        }

        for (&join, matched) in self.matches {
            let told: Vec<_> = matched
                .iter()
                .filter_map(|(specification, matched)| {
                    let subject = &self.specifications[*specification].subject;
                    let told = subject.notified(matched.event);
                    let hears = |&property: &usize| {
                        let question = Question {
                            specification: *specification,
                            event: matched.event,
                            when: matched.when,
                            property,
                        };
                        let ignores_plan = self
                            .exceptions
                            .ignores_plan(&subject.property_names[property]);
                        match self.verdicts.get(&(join, question)) {
                            Some(Verdict::Silence) => {
                                ignores_plan || self.exceptions.is_in_unreached(join)
                            }
                            Some(Verdict::Inserted) => false,
                            _ => true,
                        }
                    };
                    let properties: BTreeSet<usize> = told.iter().copied().filter(hears).collect();
                    // An event that no property listens to may still make instances.
                    (!properties.is_empty() || told.is_empty()).then(|| {
                        (
                            *specification,
                            matched.when,
                            matched.notification(subject, properties),
                        )
                    })
                })
                .collect();
            if !told.is_empty() {
                decisions.told.insert(join, told);
            } else if !self.is_inserted(join) {
                decisions.silent.insert(join);
            }
        }

        decisions
    }

    /// Returns whether a join point is of no event to any property.
    fn is_inserted(&self, join: Join) -> bool {
        let mut questions = self.questions(join).into_iter().peekable();
        let is_inserted =
            |question| self.verdicts.get(&(join, question)) == Some(&Verdict::Inserted);
        questions.peek().is_some() && questions.all(is_inserted)
    }
}

impl Matched {
    fn notification(&self, subject: &Subject<'_>, properties: BTreeSet<usize>) -> Notification {
        let event = &subject.specification.events[self.event];
        let alternative = first_alike(event, self.alternative, &self.values);
        Notification {
            event: self.event,
            alternative,
            properties,
            values: self.values.clone(),
        }
    }
}

/// Returns whether control can only come to a site straight on from the previous one of its group.
fn follows_in_group(body: &Body, site: usize, group: &[Join], join: Join) -> bool {
    let Some(position) = group.iter().position(|&other| other == join) else {
        return false;
    };
    let Some(Join::Site(previous_body, previous)) = position.checked_sub(1).map(|i| group[i])
    else {
        return false;
    };
    let same_body = matches!(join, Join::Site(b, _) if b == previous_body);
    same_body && (previous + 1..=site).all(|s| body.follows_previous(s))
}
