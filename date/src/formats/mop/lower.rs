//! From the syntax of `.mop` files to the draft of a specification.
//!
//! A specification becomes a context, or properties of the global one if it has no parameters; its events become the context's
//! events, and each formula an automaton in which the states of handled categories are bad. What JavaMOP says by leaving
//! something out is written out: a missing transition leads to a dead state, and where only some events create instances, others
//! do nothing before one of these has come.

mod automaton;
mod code;
mod events;
mod pointcut;

use std::collections::BTreeSet;

use super::syntax::{File, Import, Modifier, Name, Phase, Spec};
use crate::code::Excerpt;
use crate::code::parse::declarations;
use crate::diagnostic::Diagnostic;
use crate::formats::draft::{
    DraftAlternative, DraftContext, DraftCreation, DraftParameter, DraftSpecification, DraftVariable, Word,
};
use crate::model::Identity;
use crate::source::Source;

use code::Names;

/// The draft of a file.
///
/// # Errors
/// What cannot be expressed, or not yet, and formulas that are wrong: the first of each specification.
pub(super) fn draft(file: &File, source: &Source<'_>) -> Result<DraftSpecification, Vec<Diagnostic>> {
    let mut contexts = vec![DraftContext::new(None, 0..0)];
    let mut errors = Vec::new();
    let is_alone = file.specs.len() == 1;
    for spec in &file.specs {
        let lowering =
            Lowering { source, spec, prefix: if is_alone { String::new() } else { identifier(&spec.name) + "_" } };
        match lowering.lower(&mut contexts) {
            Ok(()) => {}
            Err(error) => errors.push(error),
        }
    }
    match errors.is_empty() {
        true => Ok(DraftSpecification { imports: imports(file), methods: None, contexts }),
        false => Err(errors),
    }
}

/// AspectJ looks names up in the file's own package, too. What belongs to the original tools is not there.
fn imports(file: &File) -> Vec<Word> {
    let tools = ["com.runtimeverification.", "rvmonitorrt.", "javamoprt."];
    let is_tool = |import: &&Import| tools.iter().any(|tool| import.name.text.starts_with(tool));
    let word = |name: &Name, text| Word { text, range: name.place.range() };
    let written = |import: &Import| match import.is_static {
        true => word(&import.name, format!("static {}", import.name.text)),
        false => word(&import.name, import.name.text.clone()),
    };
    let package = file.preamble.package.iter().map(|package| word(package, format!("{}.*", package.text)));
    file.preamble.imports.iter().filter(|import| !is_tool(import)).map(written).chain(package).collect()
}

/// A name as a Java identifier.
fn identifier(name: &Name) -> String {
    name.text.replace(['.', '-'], "_")
}

/// One specification of a file.
struct Lowering<'a> {
    source: &'a Source<'a>,
    spec: &'a Spec,
    /// What distinguishes names of the global context, where there are several specifications.
    prefix: String,
}

impl Lowering<'_> {
    fn unsupported(&self, range: std::ops::Range<usize>, what: &str) -> Diagnostic {
        self.source.error(range, "mop-unsupported", format!("{what} is not supported yet"))
    }

    fn lower(&self, contexts: &mut Vec<DraftContext>) -> Result<(), Diagnostic> {
        let Spec { parameters, modifiers, .. } = self.spec;
        let changing = [
            Modifier::Avoid,
            Modifier::Connected,
            Modifier::Enforce,
            Modifier::FullBinding,
            Modifier::Perthread,
            Modifier::Suffix,
        ];
        if let Some(modifier) = changing.into_iter().find(|modifier| modifiers.contains(modifier)) {
            return Err(self.unsupported(self.spec.name.place.range(), &format!("the modifier `{}`", modifier.word())));
        }
        if let Some(raw) = &self.spec.raw {
            return Err(self.unsupported(raw.place.range(), "`raw:`"));
        }
        let mut context = DraftContext::new(Some(0), self.spec.name.place.range());
        for parameter in parameters {
            context.parameters.push(DraftParameter {
                name: word(&parameter.name),
                ty: parameter.ty.text.clone(),
                identity: Identity::Identity,
            });
        }
        let names = Names::of(self.spec, &self.prefix);
        let (shared, own) = self.variables(&names)?;
        contexts[0].variables.extend(shared);
        context.variables = own;
        let mut events = Vec::new();
        for index in self.firing_order() {
            events.push(self.event(index, &names)?);
        }
        let binds_all = |alternative: &DraftAlternative| {
            let bound = events::bound(alternative);
            parameters.iter().all(|parameter| bound.contains(&parameter.name.text))
        };
        let alternatives = || events.iter().flat_map(|event| &event.draft.alternatives);
        if parameters.len() > 1 || !alternatives().all(binds_all) {
            context.creation = DraftCreation::Slicing;
        }
        context.properties = self.properties(&events, &names)?;
        context.events = events.into_iter().map(|event| event.draft).collect();
        match parameters.is_empty() {
            false => contexts.push(context),
            true => {
                contexts[0].variables.append(&mut context.variables);
                contexts[0].events.append(&mut context.events);
                contexts[0].properties.append(&mut context.properties);
            }
        }
        Ok(())
    }

    /// The fields of the monitor: those that all instances share, and the others.
    fn variables(&self, names: &Names) -> Result<(Vec<DraftVariable>, Vec<DraftVariable>), Diagnostic> {
        let text = &self.spec.declarations;
        let place = |range: std::ops::Range<usize>| text.place.start + range.start..text.place.start + range.end;
        let declared = declarations(&text.text)
            .map_err(|error| self.unsupported(place(error.range), "a declaration that is no field"))?;
        let (mut shared, mut own) = (Vec::new(), Vec::new());
        for declaration in declared {
            let variables = if declaration.is_static(&text.text) { &mut shared } else { &mut own };
            let name = names.field(&text.text[declaration.name.clone()]).to_owned();
            let initial = declaration.initial.map(|range| Excerpt::verbatim(self.source.text, place(range)));
            variables.push(DraftVariable {
                name: Word { text: name, range: place(declaration.name) },
                ty: declaration.ty,
                initial,
            });
        }
        Ok((shared, own))
    }

    /// The positions of the events in the order in which those of one join point occur: before it events with the same
    /// pointcut in their order, and such groups from the last to the first; after it all in their order.
    fn firing_order(&self) -> Vec<usize> {
        let events = &self.spec.events;
        let is_before = |index: &usize| matches!(events[*index].phase, Phase::Before | Phase::Around(_));
        let (before, mut after): (Vec<usize>, Vec<usize>) = (0..events.len()).partition(is_before);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in before {
            let same = |group: &&mut Vec<usize>| {
                let first = &events[group[0]];
                let event = &events[index];
                first.pointcut == event.pointcut && first.parameters == event.parameters && first.phase == event.phase
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        let mut order: Vec<usize> = groups.into_iter().rev().flatten().collect();
        order.append(&mut after);
        order
    }
}

fn word(name: &Name) -> Word {
    Word { text: identifier(name), range: name.place.range() }
}

/// The names `wanted`, each changed where it has been given before.
fn distinct(wanted: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for wanted in wanted {
        let candidates = (1..).map(|n| if n == 1 { wanted.clone() } else { format!("{wanted}_{n}") });
        let name = candidates.into_iter().find(|name| !taken.contains(name)).unwrap_or(wanted);
        taken.insert(name.clone());
        names.push(name);
    }
    names
}
