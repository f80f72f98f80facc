//! From the syntax of `.mop` files to the draft of a specification.
//!
//! A specification becomes a context, or properties of the global one if it has no parameters; its
//! events become the context's events, and each formula an automaton in which the states of handled
//! categories are bad. What JavaMOP says by leaving something out is written out: a missing
//! transition leads to a dead state, and where only some events create instances, others do nothing
//! before one of these has come.

mod alternatives;
mod automaton;
mod code;
mod connections;
mod control_flow;
mod demand;
mod deviations;
mod events;
mod grammar;
mod member;
mod named;
mod names;
mod pointcut;
mod resets;
mod scope;
mod statements;
mod unrolled;

use std::collections::BTreeSet;

use super::syntax::{File, Import, JavaText, Modifier, Name, Phase, Pointcut, PointcutKind, Spec};
use crate::draft::{
    DraftAlternative, DraftContext, DraftCreation, DraftParameter, DraftSpecification,
    DraftVariable, Word,
};
use crate::fidelity::Differences;
use crate::java::Excerpt;
use crate::java::{Member, class_members};
use date::model::Identity;
use text::{Diagnostic, Source};

use names::Names;

/// The draft of a file.
///
/// # Errors
/// Parts that cannot be expressed, or not yet, and wrong formulas: the first of each
/// specification.
pub(crate) fn draft(
    file: &File,
    source: &Source<'_>,
    javamop: &Differences<'_>,
) -> Result<DraftSpecification, Vec<Diagnostic>> {
    let mut contexts = vec![DraftContext::new(None, 0..0)];
    let mut methods = Vec::new();
    let mut errors = Vec::new();
    let is_alone = file.specs.len() == 1;

    for spec in &file.specs {
        let prefix = if is_alone {
            String::new()
        } else {
            identifier(&spec.name) + "_"
        };
        let lowering = Lowering {
            source,
            javamop,
            spec,
            prefix,
        };
        errors.extend(lowering.lower(&mut contexts, &mut methods).err());
    }

    let methods = together(methods.into_iter().map(|(_, method)| method));
    if errors.is_empty() {
        let hears_references = !javamop.follow_tool();
        let package = file
            .preamble
            .package
            .as_ref()
            .map(|package| package.text.clone());
        Ok(DraftSpecification {
            imports: imports(file),
            package,
            hears_references,
            methods,
            contexts,
        })
    } else {
        Err(errors)
    }
}

/// AspectJ looks names up in the file's own package, too. What belongs to the original tools is not
/// there.
fn imports(file: &File) -> Vec<Word> {
    let tools = ["com.runtimeverification.", "rvmonitorrt.", "javamoprt."];
    let is_tool = |import: &&Import| tools.iter().any(|tool| import.name.text.starts_with(tool));
    let word = |name: &Name, text| Word {
        text,
        range: name.place.range(),
    };
    let written = |import: &Import| {
        if import.is_static {
            word(&import.name, format!("static {}", import.name.text))
        } else {
            word(&import.name, import.name.text.clone())
        }
    };

    let package = file
        .preamble
        .package
        .iter()
        .map(|package| word(package, format!("{}.*", package.text)));
    file.preamble
        .imports
        .iter()
        .filter(|import| !is_tool(import))
        .map(written)
        .chain(package)
        .collect()
}

/// A name as a Java identifier.
fn identifier(name: &Name) -> String {
    name.text.replace(['.', '-'], "_")
}

/// Pieces of Java, one after the other.
fn together(mut pieces: impl Iterator<Item = Excerpt>) -> Option<Excerpt> {
    let mut all = pieces.next()?;
    for piece in pieces {
        let start = piece.extent().start;
        all.push("\n", start..start);
        code::append(&mut all, &piece);
    }
    Some(all)
}

/// The declarations before the first event of a specification, and behind `raw:`.
#[derive(Default)]
struct Declared {
    /// The fields that all instances share.
    shared: Vec<DraftVariable>,
    /// The variables that each instance has.
    own: Vec<DraftVariable>,
    /// The methods by their names.
    methods: Vec<(String, Excerpt)>,
}

/// One specification of a file.
struct Lowering<'a> {
    source: &'a Source<'a>,
    /// The differences to JavaMOP.
    javamop: &'a Differences<'a>,
    spec: &'a Spec,
    /// The prefix of names in the global context, where there are several specifications.
    prefix: String,
}

impl Lowering<'_> {
    fn unsupported(&self, range: std::ops::Range<usize>, what: &str) -> Diagnostic {
        self.source.error(
            range,
            "mop-unsupported",
            format!("{what} is not supported yet"),
        )
    }

    /// Why a modifier cannot be followed; `None` if it can be.
    fn refused(&self, modifier: Modifier) -> Option<Diagnostic> {
        let range = self.spec.name.place.range();
        let what = format!("the modifier `{}`", modifier.word());
        match modifier {
            Modifier::Avoid | Modifier::Enforce => {
                let error =
                    self.source
                        .error(range, "mop-unsupported", format!("{what} is not supported"));
                let why = "it blocks threads of the program, and monitors of residua never change what the program does";
                Some(error.with_help(format!(
                    "{why}: leave it out, and the specification reports"
                )))
            }
            Modifier::Connected if self.spec.modifiers.contains(&Modifier::Suffix) => {
                let why = "with `suffix`, which of the suffixes go on would depend on what the instance binds";
                Some(
                    self.unsupported(range, &what)
                        .with_help(format!("{why}: leave one of them out")),
                )
            }
            _ => None,
        }
    }

    /// The parameter that tells the monitors of threads apart, of a `perthread` specification.
    fn own_thread(&self) -> Option<String> {
        let is_wanted = self.spec.modifiers.contains(&Modifier::Perthread);
        is_wanted.then(|| format!("thread_{}", identifier(&self.spec.name)))
    }

    fn lower(
        &self,
        contexts: &mut Vec<DraftContext>,
        methods: &mut Vec<(String, Excerpt)>,
    ) -> Result<(), Diagnostic> {
        let Spec {
            parameters,
            modifiers,
            ..
        } = self.spec;

        if let Some(modifier) = modifiers
            .iter()
            .find_map(|modifier| self.refused(*modifier))
        {
            return Err(modifier);
        }
        self.check_pointcuts()?;
        let mut context = DraftContext::new(Some(0), self.spec.name.place.range());

        for parameter in parameters {
            context.parameters.push(DraftParameter {
                name: word(&parameter.name),
                ty: parameter.ty.text.clone(),
                identity: Identity::Identity,
            });
        }

        context
            .parameters
            .extend(self.own_thread().map(|name| DraftParameter {
                name: Word {
                    text: name,
                    range: self.spec.name.place.range(),
                },
                ty: "Thread".to_owned(),
                identity: Identity::Identity,
            }));

        let names = Names::of(self.spec, &self.prefix);
        let declared = self.declared(&names)?;
        contexts[0].variables.extend(declared.shared);
        context.variables = declared.own;
        self.add_methods(declared.methods, methods)?;
        let mut events = Vec::new();

        for index in self.firing_order() {
            events.push(self.event(index, &names)?);
        }

        let binds_all = |alternative: &DraftAlternative| {
            let bound = events::bound(alternative);
            context
                .parameters
                .iter()
                .all(|parameter| bound.contains(&parameter.name.text))
        };
        let alternatives = || events.iter().flat_map(|event| &event.draft.alternatives);

        if context.parameters.len() > 1 || !alternatives().all(binds_all) {
            context.creation = DraftCreation::Slicing;
        }

        let (properties, followed) = self.properties(&events, &names)?;
        context.properties = properties;
        context.variables.extend(followed);
        context.events = events.into_iter().map(|event| event.draft).collect();

        if context.parameters.is_empty() {
            contexts[0].variables.append(&mut context.variables);
            contexts[0].events.append(&mut context.events);
            contexts[0].properties.append(&mut context.properties);
        } else {
            contexts.push(context)
        }

        Ok(())
    }

    /// The fields of the monitor, those that all instances share and the others, and its methods:
    /// what stands before the events, and behind `raw:`.
    fn declared(&self, names: &Names) -> Result<Declared, Diagnostic> {
        let mut declared = Declared::default();
        for text in [Some(&self.spec.declarations), self.spec.raw.as_ref()]
            .into_iter()
            .flatten()
        {
            self.declare(text, names, &mut declared)?;
        }
        Ok(declared)
    }

    /// Adds what a text declares.
    fn declare(
        &self,
        text: &JavaText,
        names: &Names,
        declared: &mut Declared,
    ) -> Result<(), Diagnostic> {
        let place = |range: std::ops::Range<usize>| {
            text.place.start + range.start..text.place.start + range.end
        };
        let members = class_members(&text.text).map_err(|error| {
            self.unsupported(
                place(error.range),
                "a declaration that is no field and no method",
            )
        })?;

        for member in members {
            let fields = match member {
                Member::Fields(fields) => fields,
                Member::Method { name, whole } => {
                    let method = self.method(text, whole, names)?;
                    declared.methods.push((text.text[name].to_owned(), method));
                    continue;
                }
            };
            for field in fields {
                let is_static = field.is_static(&text.text);
                let variables = if is_static {
                    &mut declared.shared
                } else {
                    &mut declared.own
                };
                let name = names.field(&text.text[field.name.clone()]).to_owned();
                variables.push(DraftVariable {
                    name: Word {
                        text: name,
                        range: place(field.name),
                    },
                    ty: field.ty,
                    initial: field
                        .initial
                        .map(|range| Excerpt::verbatim(self.source.text, place(range))),
                });
            }
        }

        Ok(())
    }

    /// Adds the methods of this specification to those of the file, which share one class.
    fn add_methods(
        &self,
        more: Vec<(String, Excerpt)>,
        methods: &mut Vec<(String, Excerpt)>,
    ) -> Result<(), Diagnostic> {
        let of_others: BTreeSet<String> = methods.iter().map(|(name, _)| name.clone()).collect();
        for (name, method) in more {
            if of_others.contains(&name) {
                return Err(self.unsupported(
                    method.extent(),
                    &format!("a method `{name}` in two specifications of a file"),
                ));
            }
            methods.push((name, method));
        }
        Ok(())
    }

    /// The positions of the events in the order in which those of one join point occur: before it
    /// events with the same pointcut in their order, and such groups from the last to the first;
    /// after it all in their order. Conditions and threads are no part of the pointcut, as the tool
    /// takes them out before it weaves.
    fn firing_order(&self) -> Vec<usize> {
        let events = &self.spec.events;
        let ends = |part: &&Pointcut| matches!(part.kind, PointcutKind::EndObject(_));
        let is_before = |index: &usize| {
            let event = &events[*index];
            let ends_an_object = event.pointcut.conjuncts().iter().any(ends);
            matches!(event.phase, Phase::Before | Phase::Around(_)) && !ends_an_object
        };
        let (before, mut after): (Vec<usize>, Vec<usize>) = (0..events.len()).partition(is_before);
        let mut groups: Vec<Vec<usize>> = Vec::new();

        for index in before {
            let same = |group: &&mut Vec<usize>| {
                let first = &events[group[0]];
                let event = &events[index];
                let is_one_point = woven(&first.pointcut).eq(woven(&event.pointcut));
                is_one_point && first.parameters == event.parameters && first.phase == event.phase
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

/// The parts of a pointcut that are woven.
fn woven(pointcut: &Pointcut) -> impl Iterator<Item = &Pointcut> {
    let is_asked = |part: &&Pointcut| {
        matches!(
            part.kind,
            PointcutKind::Condition(_) | PointcutKind::Thread(_) | PointcutKind::ThreadName(_)
        )
    };
    pointcut
        .conjuncts()
        .into_iter()
        .filter(move |part| !is_asked(part))
}

fn word(name: &Name) -> Word {
    Word {
        text: identifier(name),
        range: name.place.range(),
    }
}

/// The names `wanted`, each changed where it has been given before.
pub(super) fn distinct(wanted: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for wanted in wanted {
        let candidates = (1..).map(|n| {
            if n == 1 {
                wanted.clone()
            } else {
                format!("{wanted}_{n}")
            }
        });
        let name = candidates
            .into_iter()
            .find(|name| !taken.contains(name))
            .unwrap_or(wanted);
        taken.insert(name.clone());
        names.push(name);
    }

    names
}
