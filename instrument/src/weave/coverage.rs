//! Sites that the plan does not know.
//!
//! A site that is no row of its callee in its scope may be one all the same, where compilers write
//! a call otherwise than the analysis expects: under the name of another class that has the method
//! by inheritance, in an accessor of a private member, or as a lambda expression in the place of a
//! method reference. Such a site is monitored, and known. All others are unknown: the residual may
//! have lost the transitions that they need.

use java_types::Spelling;
use std::collections::{BTreeMap, BTreeSet};

use jvm::inserted::is_accessor_name;

use super::decide::{Decider, Join, Question, generator_kind};
use super::pairing::{Scope, Verdict, has_room_on_lines};
use super::sites::{Body, Callee, Site};
use plan::{Generator, GeneratorKind};

/// Sites of one callee in one scope, for one question.
type Alike = (Question, Scope, GeneratorKind, Callee);

impl Decider<'_, '_> {
    /// Finds out which of the sites without a row the plan knows all the same.
    pub(super) fn find_unknown(&mut self) {
        let unknown = self
            .verdicts
            .iter()
            .filter(|(_, verdict)| **verdict == Verdict::Unknown);
        let unknown: Vec<(Join, Question)> = unknown.map(|(&key, _)| key).collect();
        let mut alike = BTreeMap::new();
        let known: Vec<_> = unknown
            .into_iter()
            .filter(|&(join, question)| self.is_known(join, question, &mut alike))
            .collect();
        self.verdicts
            .extend(known.into_iter().map(|key| (key, Verdict::Ambiguous)));
    }

    /// Sites that are alike are decided together: `alike` has what was decided.
    fn is_known(&self, join: Join, question: Question, alike: &mut BTreeMap<Alike, bool>) -> bool {
        match join {
            Join::Site(b, s) => {
                let (body, site) = (&self.class.bodies[b], &self.class.bodies[b].sites[s]);
                if body.is_made && is_accessor_name(&body.name) {
                    self.is_in_nest(site, question)
                } else {
                    let key = (
                        question,
                        body.scope.clone(),
                        generator_kind(site.kind),
                        site.named.clone(),
                    );
                    *alike
                        .entry(key)
                        .or_insert_with(|| self.are_otherwise(&body.scope, site, question))
                        || self.is_guessed(&body.scope, site, question)
                }
            }
            Join::Body(b) => {
                self.class.bodies[b].name == "<init>" && self.are_all_constructors(question)
            }
            Join::Handler(..) => true,
        }
    }

    /// Returns whether some class around or inside uses the member that an accessor is for.
    fn is_in_nest(&self, site: &Site, question: Question) -> bool {
        let rows = self
            .rows
            .of_nest(&self.class_name(), &site.named.plan_name());
        rows.iter().any(|row| self.answers(row, question))
    }

    /// Returns whether all sites like one fit the rows like it in their scope. Calls of lambda
    /// bodies and method references are counted together: a compiler may make a lambda expression
    /// of a reference.
    fn are_otherwise(&self, scope: &Scope, site: &Site, question: Question) -> bool {
        let class = self.class_name();
        let kind = generator_kind(site.kind);
        let counts_references = kind == GeneratorKind::Call && *scope == Scope::Lambdas;
        let is_counted = |other: GeneratorKind, is_in_scope: bool| {
            other == kind && is_in_scope || counts_references && other == GeneratorKind::Reference
        };
        let is_row = |row: &&&Generator| {
            is_counted(row.site.kind, scope.may_enclose(&row.site.enclosing))
                && self.answers(row, question)
        };
        let rows = self.rows.of_class(&class).iter().filter(is_row);

        let like = rows.filter(|row| self.is_same_member(&row.site.callee, &site.named));
        let like: BTreeMap<(u32, u32), bool> = like
            .map(|row| ((row.site.line, row.site.column), row.site.copied))
            .collect();

        if like.is_empty() {
            return false;
        }

        let is_site = |join: Join, body: &Body, other: &Site| {
            let verdict = self.verdicts.get(&(join, question));
            is_counted(generator_kind(other.kind), body.scope == *scope)
                && verdict.is_some_and(|verdict| *verdict != Verdict::Inserted)
                && self.is_same_member(&other.named.plan_name(), &site.named)
        };
        let bodies = self.class.bodies.iter().enumerate();
        let sites = bodies.flat_map(|(b, body)| {
            body.sites
                .iter()
                .enumerate()
                .map(move |(s, site)| (Join::Site(b, s), body, site))
        });

        let lines: Vec<Option<u32>> = sites
            .filter(|(join, body, site)| is_site(*join, body, site))
            .map(|(_, _, site)| site.line)
            .collect();
        has_room_on_lines(&lines, &like)
    }

    /// Returns whether the plan has a row with an unknown callee on the line of a site.
    fn is_guessed(&self, scope: &Scope, site: &Site, question: Question) -> bool {
        let class = self.class_name();
        let is_guess = |row: &&Generator| {
            row.site.callee.is_empty()
                && scope.may_enclose(&row.site.enclosing)
                && Some(row.site.line) == site.line
        };
        let callees = self.rows.at(class, GeneratorKind::Call, String::new());
        callees
            .iter()
            .copied()
            .filter(is_guess)
            .any(|row| self.answers(row, question))
    }

    /// Returns whether a name of a plan may mean a method or field that a class file names: it is
    /// the same, or found from one of the two classes when it is looked for in the other.
    fn is_same_member(&self, named: &str, callee: &Callee) -> bool {
        let name = callee.plan_name();
        let owner = callee.owner.to_binary();
        let Some(member) = name.strip_prefix(&*owner) else {
            return false;
        };
        let Some(other) = named.strip_suffix(member) else {
            return false;
        };
        let other = other.to_internal();
        named == name
            || callee.name != "<init>".into()
                && (self.hierarchy.is_subclass(&other, &callee.owner).may()
                    || self.hierarchy.is_subclass(&callee.owner, &other).may())
    }

    /// Returns whether the class has as many constructors as rows of their bodies. Compilers differ
    /// in what they add to descriptors.
    fn are_all_constructors(&self, question: Question) -> bool {
        let class = self.class_name();
        let is_constructor = |row: &&&Generator| {
            row.site.kind == GeneratorKind::Execution
                && row.site.enclosing.constructor().is_some()
                && self.answers(row, question)
        };
        let rows: BTreeSet<&str> = self
            .rows
            .of_class(&class)
            .iter()
            .filter(is_constructor)
            .map(|row| row.site.enclosing.as_str())
            .collect();

        let is_asked = |b: &usize| self.verdicts.contains_key(&(Join::Body(*b), question));
        let bodies = (0..self.class.bodies.len()).filter(is_asked);
        bodies
            .filter(|&b| self.class.bodies[b].name == "<init>")
            .count()
            == rows.len()
    }
}
