//! From the outcome of an analysis to a plan.

use java_types::ClassName;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Analysis, GeneratorRow, Optimized, PropertyResult, wording};
use date::ids::{StateId, TransitionId};
use date::model::{Date, Property};
use indexmap::IndexSet;

use plan::{
    Decision, Generator, Model, Plan, PropertyMapping, PropertyRow, Reduction, SCHEMA, Site,
    Source, SourcePlace, Tool, Totals, TransitionRow, Witness, WitnessStep, member_name,
};

/// The plan that `analysis` amounts to. `hashes` holds for each property file, in the order of
/// [`Analysis::specifications`], the hash of its bytes ([`plan::sha256`]).
/// What property files import is not known here: [`PropertyRow::imported`] is empty.
///
/// # Panics
/// If there are not as many hashes as property files.
pub fn to_plan(analysis: &Analysis, hashes: &[String]) -> Plan {
    assert_eq!(
        hashes.len(),
        analysis.specifications.len(),
        "one hash for each property file"
    );
    let properties = named(&analysis.specifications);
    let (generators, witness_steps) = generators(analysis, &properties);

    Plan {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            name: "residua".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        assumptions: analysis.assumptions.clone(),
        sources: sources(analysis),
        properties: properties
            .iter()
            .map(|property| property.row(hashes))
            .collect(),
        totals: totals(&properties, &generators),
        generators,
        witness_steps,
        entries: analysis.entries.clone(),
        unreached: analysis.unreached.clone(),
        functional_bodies: analysis.functional_bodies.clone(),
        compared: BTreeMap::new(),
        changed: analysis.changed.clone(),
        models: models(analysis, &properties),
    }
}

/// A property with the name that the plan gives it.
struct Named<'a> {
    /// Index into [`Analysis::specifications`].
    file: usize,
    name: String,
    optimized: &'a Optimized,
    original: &'a Property,
    residual: &'a Property,
    result: &'a PropertyResult,
}

/// All properties in order, under unique names: the name in the file; where several have it
/// `stem/name`, and where several have that `stem/name#2` and so on from the second.
fn named(specifications: &[Optimized]) -> Vec<Named<'_>> {
    let mut properties: Vec<Named<'_>> = specifications
        .iter()
        .enumerate()
        .flat_map(|(file, optimized)| of_file(file, optimized))
        .collect();
    let names = unique_names(
        properties
            .iter()
            .map(|p| (p.optimized.original.name.as_str(), p.original.name.as_str())),
    );
    properties
        .iter_mut()
        .zip(names)
        .for_each(|(property, name)| property.name = name);

    properties
}

fn of_file(file: usize, optimized: &Optimized) -> impl Iterator<Item = Named<'_>> {
    let originals = optimized.original.properties.iter();
    let both = originals
        .zip(&optimized.residual.properties)
        .zip(&optimized.properties);
    both.map(move |((original, residual), result)| Named {
        file,
        name: String::new(),
        optimized,
        original,
        residual,
        result,
    })
}

/// Names for properties given as (file stem, name in the file).
fn unique_names<'a>(properties: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Vec<String> {
    let (mut plain, mut taken) = (BTreeMap::<&str, usize>::new(), BTreeSet::<String>::new());
    for (_, name) in properties.clone() {
        *plain.entry(name).or_default() += 1;
    }

    // Names that are unique as they are come first, so that no numbered name takes one of them.
    taken.extend(
        plain
            .iter()
            .filter(|&(_, &uses)| uses == 1)
            .map(|(name, _)| (*name).to_owned()),
    );
    let name_of = |(stem, name): (&str, &str)| {
        if plain[name] == 1 {
            return name.to_owned();
        }
        let numbered = (1..).map(|n| {
            if n == 1 {
                format!("{stem}/{name}")
            } else {
                format!("{stem}/{name}#{n}")
            }
        });
        numbered
            .into_iter()
            .find(|candidate| taken.insert(candidate.clone()))
            .unwrap_or_default()
    };

    properties.map(name_of).collect()
}

impl Named<'_> {
    fn row(&self, hashes: &[String]) -> PropertyRow {
        PropertyRow {
            name: self.name.clone(),
            file: self.optimized.original.file.clone(),
            sha256: hashes[self.file].clone(),
            imported: Vec::new(),
            verdict: self.result.verdict,
            transitions: self
                .original
                .date
                .transitions
                .indices()
                .map(|id| self.transition(id))
                .collect(),
        }
    }

    fn transition(&self, id: TransitionId) -> TransitionRow {
        let date = &self.original.date;
        let transition = &date.transitions[id];
        let removed = self.result.transitions[id].as_ref();
        TransitionRow {
            id,
            from: date.states[transition.from].name.clone(),
            event: self.optimized.original.events[transition.event]
                .name
                .clone(),
            to: date.states[transition.to].name.clone(),
            removed_by: removed.map(|(step, _)| *step),
            why: match removed {
                Some((_, why)) => why.clone(),
                None => self
                    .result
                    .frozen
                    .clone()
                    .unwrap_or_else(|| wording::REMAINS.to_owned()),
            },
        }
    }

    fn mapping(&self) -> PropertyMapping {
        let transitions: Vec<TransitionId> = self.remaining().collect();
        assert_eq!(
            transitions.len(),
            self.residual.date.transitions.len(),
            "a transition is removed or remains"
        );
        PropertyMapping {
            property: self.name.clone(),
            states: self.states(),
            transitions,
        }
    }

    fn remaining(&self) -> impl Iterator<Item = TransitionId> {
        self.result
            .transitions
            .iter_enumerated()
            .filter(|(_, removed)| removed.is_none())
            .map(|(id, _)| id)
    }

    /// States keep their names, which are unique in an automaton.
    fn states(&self) -> Vec<StateId> {
        let original: &Date = &self.original.date;
        let named = |name: &str| {
            original
                .state_named(name)
                .expect("a residual has no states of its own")
        };
        self.residual
            .date
            .states
            .iter()
            .map(|state| named(&state.name))
            .collect()
    }
}

fn sources(analysis: &Analysis) -> Vec<Source> {
    let source = |(number, (file, types)): (usize, (&ir::SourceFile, &Vec<ClassName>))| Source {
        root: file.root.clone(),
        path: file.path.clone(),
        sha256: file.sha256.clone(),
        compiled: file.is_compiled,
        types: types.clone(),
        incomplete: analysis.incomplete.contains(&number),
    };
    let mut sources: Vec<Source> = analysis
        .sources
        .iter()
        .zip(&analysis.types)
        .enumerate()
        .map(source)
        .collect();
    sources.sort();

    sources
}

fn models(analysis: &Analysis, properties: &[Named<'_>]) -> Vec<Model> {
    let of_file = |file: usize| {
        properties
            .iter()
            .filter(move |p| p.file == file)
            .map(Named::mapping)
            .collect()
    };
    let files = analysis.specifications.iter().enumerate();

    files
        .map(|(file, optimized)| Model {
            original: optimized.original.clone(),
            residual: optimized.residual.clone(),
            mapping: of_file(file),
        })
        .collect()
}

/// All rows in order of file and position, then of property, moment and event; ids and groups are
/// numbered in that order. With them the steps of their witnesses.
fn generators(analysis: &Analysis, properties: &[Named<'_>]) -> (Vec<Generator>, Vec<WitnessStep>) {
    let rows = properties
        .iter()
        .enumerate()
        .flat_map(|(p, named)| named.result.generators.iter().map(move |g| (p, g)));
    let mut rows: Vec<(usize, &GeneratorRow)> = rows.collect();
    rows.sort_by_key(|(p, row)| {
        (
            row.file,
            row.span.line,
            row.span.column,
            *p,
            row.when,
            row.event,
        )
    });

    let (mut groups, mut steps) = (BTreeMap::new(), IndexSet::new());
    let mut generators = Vec::with_capacity(rows.len());
    for (number, (p, row)) in rows.into_iter().enumerate() {
        // Groups of one property only: the plan numbers those of all properties in a row.
        let group = row.group.map(|group| {
            let next = groups.len() as u32;
            *groups.entry((p, group)).or_insert(next)
        });
        let witness = row
            .witness
            .as_ref()
            .map(|found| witness(analysis, &properties[p], found, &mut steps));
        let generator = generator(analysis, &properties[p], row, format!("g{number}"), group);
        generators.push(Generator {
            witness,
            ..generator
        });
    }

    (generators, steps.into_iter().collect())
}

fn generator(
    analysis: &Analysis,
    property: &Named<'_>,
    row: &GeneratorRow,
    id: String,
    group: Option<u32>,
) -> Generator {
    Generator {
        id,
        property: property.name.clone(),
        event: property.optimized.original.events[row.event].name.clone(),
        site: site(analysis, row),
        when: row.when,
        decision: if row.silenced_by.is_some() {
            Decision::Silence
        } else {
            Decision::Keep
        },
        by: row.silenced_by,
        group: group.filter(|_| row.silenced_by.is_some()),
        why: row.why.clone(),
        witness: None,
    }
}

/// The program point of a row, in names.
fn site(analysis: &Analysis, row: &GeneratorRow) -> Site {
    Site {
        file: analysis.sources[row.file].path.clone(),
        line: row.span.line,
        column: row.span.column,
        class: ClassName::from_internal(row.enclosing.class.clone()),
        enclosing: plan::Enclosing::new(&*row.enclosing.method),
        callee: row.callee.as_ref().map_or_else(String::new, callee),
        ordinal: row.ordinal,
        kind: row.kind,
        copied: row.copied,
    }
}

/// A witness, whose steps are added to those of others where they are new.
fn witness(
    analysis: &Analysis,
    property: &Named<'_>,
    found: &crate::Witness,
    steps: &mut IndexSet<WitnessStep>,
) -> Witness {
    let states = &property.original.date.states;
    let step = |step: &crate::WitnessStep| WitnessStep {
        place: step.place.map(|(file, span)| SourcePlace {
            file: analysis.sources[file].path.clone(),
            line: span.line,
            column: span.column,
        }),
        event: property.optimized.original.events[step.event].name.clone(),
        from: states[step.from].name.clone(),
        to: states[step.to].name.clone(),
    };

    Witness {
        ordered: found.is_ordered,
        subject: found.subject.clone(),
        disorder: found.disorder.as_ref().map(ToString::to_string),
        steps: found
            .steps
            .iter()
            .map(|own| steps.insert_full(step(own)).0)
            .collect(),
        left_out: found.left_out.clone(),
    }
}

fn callee(callee: &ir::MethodRef) -> String {
    member_name(&callee.owner, &callee.name, &callee.descriptor)
}

fn totals(properties: &[Named<'_>], generators: &[Generator]) -> BTreeMap<String, Totals> {
    let mut totals: BTreeMap<String, Totals> = properties
        .iter()
        .map(|property| (property.name.clone(), Totals::default()))
        .collect();

    for generator in generators {
        let total = totals.entry(generator.property.clone()).or_default();
        total.generators += 1;
        match generator.by {
            None => total.kept += 1,
            Some(Reduction::Residual0) => total.residual0 += 1,
            Some(Reduction::Residual1) => total.residual1 += 1,
            Some(Reduction::Residual2) => total.residual2 += 1,
            Some(Reduction::Nop) => total.nop += 1,
        }
    }

    totals
}

#[cfg(test)]
mod tests {
    use super::unique_names;

    fn names(properties: &[(&str, &str)]) -> Vec<String> {
        unique_names(properties.iter().copied())
    }

    #[test]
    fn names_that_do_not_clash_stay() {
        assert_eq!(names(&[("a", "p"), ("b", "q")]), ["p", "q"]);
    }

    #[test]
    fn clashing_names_take_the_stem_and_then_a_number() {
        assert_eq!(
            names(&[("a", "p"), ("b", "p"), ("b", "p"), ("c", "q")]),
            ["a/p", "b/p", "b/p#2", "q"]
        );
    }

    #[test]
    fn invented_names_do_not_take_those_of_others() {
        assert_eq!(
            names(&[("a", "p"), ("c", "p"), ("d", "a/p")]),
            ["a/p#2", "c/p", "a/p"]
        );
    }
}
