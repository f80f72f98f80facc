//! Two plans of one program, compared: what became monitored, what became silent, and which change
//! did it.

mod causes;
mod matching;

use std::collections::BTreeMap;
use std::fmt::Write;

use plan::{Decision, Generator, Plan, Verdict};
use serde::Serialize;

use crate::wording::{moment, verdict};
use causes::{Cause, Changes};

/// Generators that the text of a comparison names for each kind of change; more nobody reads there.
const TOLD: usize = 50;

/// The differences of two plans. Generators are in the order of the plan that has them.
#[derive(Debug, Serialize)]
pub struct Comparison<'a> {
    /// The changed inputs of the plans.
    changes: Changes<'a>,
    /// Properties of which something else can be said before any run.
    verdicts: Vec<VerdictChange<'a>>,
    /// Silent before, monitored now.
    became_monitored: Vec<Entry<'a>>,
    /// Not there before, monitored now.
    new_monitored: Vec<Entry<'a>>,
    /// Monitored before, silent now.
    became_silent: Vec<Entry<'a>>,
    /// Not there before, silent now.
    new_silent: usize,
    /// Monitored before, not there now.
    gone_monitored: usize,
    /// Silent before, not there now.
    gone_silent: usize,
    /// Generators that stay monitored by the old plan and by the new one.
    monitored: [usize; 2],
}

/// A generator and what changed it.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    property: &'a str,
    event: &'a str,
    /// In words: when, and the call or body.
    point: String,
    why: &'a str,
    #[serde(flatten)]
    cause: Cause<'a>,
}

/// A property with another verdict.
#[derive(Debug, Serialize)]
struct VerdictChange<'a> {
    property: &'a str,
    before: Verdict,
    now: Verdict,
}

impl<'a> Comparison<'a> {
    /// Compares plans; generators are matched by their class, method, callee and number there,
    /// never by lines.
    pub fn new(old: &'a Plan, new: &'a Plan) -> Self {
        let changes = Changes::between(old, new);
        let matched = matching::counterparts(&old.generators, &new.generators);
        let mut comparison = Comparison {
            verdicts: verdicts(old, new),
            became_monitored: Vec::new(),
            new_monitored: Vec::new(),
            became_silent: Vec::new(),
            new_silent: 0,
            gone_monitored: 0,
            gone_silent: 0,
            monitored: [old, new].map(|plan| {
                plan.generators
                    .iter()
                    .filter(|row| is_monitored(row))
                    .count()
            }),
            changes,
        };

        let mut met = vec![false; old.generators.len()];
        for (generator, before) in new.generators.iter().zip(&matched) {
            before.iter().for_each(|&before| met[before] = true);
            let before = before.map(|before| is_monitored(&old.generators[before]));
            comparison.add(new, generator, before);
        }

        for (generator, _) in old.generators.iter().zip(met).filter(|(_, met)| !met) {
            *if is_monitored(generator) {
                &mut comparison.gone_monitored
            } else {
                &mut comparison.gone_silent
            } += 1;
        }

        comparison
    }

    fn add(&mut self, plan: &'a Plan, generator: &'a Generator, before: Option<bool>) {
        let list = match (before, is_monitored(generator)) {
            (Some(true), true) | (Some(false), false) => return,
            (None, false) => {
                self.new_silent += 1;
                return;
            }
            (Some(false), true) => &mut self.became_monitored,
            (None, true) => &mut self.new_monitored,
            (Some(true), false) => &mut self.became_silent,
        };
        list.push(Entry {
            file: &generator.site.file,
            line: generator.site.line,
            column: generator.site.column,
            property: &generator.property,
            event: &generator.event,
            point: format!(
                "{} {} `{}`",
                moment(generator.when),
                generator.site.kind.phrase(),
                generator.site.callee
            ),
            why: &generator.why,
            cause: self.changes.cause(plan, generator),
        });
    }

    /// File and line of the first newly monitored generator.
    pub fn first_newly_monitored(&self) -> Option<String> {
        let mut all = self.became_monitored.iter().chain(&self.new_monitored);
        all.next()
            .map(|entry| format!("{}:{}", entry.file, entry.line))
    }

    /// How many generators are monitored that were not before, new ones among them.
    pub fn newly_monitored(&self) -> usize {
        self.became_monitored.len() + self.new_monitored.len()
    }

    /// The comparison as one JSON object.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The comparison for people.
    pub fn text(&self) -> String {
        let mut text = self.changes.text();
        for change in &self.verdicts {
            let (before, now) = (verdict(change.before), verdict(change.now));
            let _ = writeln!(text, "{}: {now}; before: {before}", change.property);
        }

        let lists = [
            ("became monitored", &self.became_monitored),
            ("new and monitored", &self.new_monitored),
            ("became silent", &self.became_silent),
        ];

        for (title, entries) in lists.iter().filter(|(_, entries)| !entries.is_empty()) {
            let _ = writeln!(text, "{title}: {}", entries.len());
            entries
                .iter()
                .take(TOLD)
                .for_each(|entry| entry.describe(&mut text));
            if let Some(more) = entries.len().checked_sub(TOLD).filter(|&more| more > 0) {
                let _ = writeln!(text, "  {more} more; `--format json` has all");
            }
        }

        let [before, now] = self.monitored;
        let _ = writeln!(
            text,
            "new and silent: {}; gone: {} monitored, {} silent\nmonitored: {now}; before: {before}",
            self.new_silent, self.gone_monitored, self.gone_silent
        );

        text
    }
}

impl Entry<'_> {
    fn describe(&self, text: &mut String) {
        let Entry {
            file,
            line,
            column,
            property,
            event,
            point,
            why,
            cause,
        } = self;

        let _ = writeln!(
            text,
            "  {file}:{line}:{column}: `{event}` of `{property}`, {point}"
        );
        let _ = writeln!(text, "    now: {why}\n    since {cause}");
    }
}

fn is_monitored(generator: &Generator) -> bool {
    generator.decision == Decision::Keep
}

fn verdicts<'a>(old: &'a Plan, new: &'a Plan) -> Vec<VerdictChange<'a>> {
    let before: BTreeMap<&str, Verdict> = old
        .properties
        .iter()
        .map(|p| (p.name.as_str(), p.verdict))
        .collect();
    let changed = new.properties.iter().filter_map(|property| {
        let before = *before.get(property.name.as_str())?;
        let change = VerdictChange {
            property: &property.name,
            before,
            now: property.verdict,
        };
        (before != property.verdict).then_some(change)
    });

    changed.collect()
}
