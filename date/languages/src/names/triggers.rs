//! Names in the triggers of events.

use std::collections::BTreeSet;
use std::ops::Range;

use date::code::lexical::is_reserved;
use date::ids::EventId;
use date::model::{Member, ParameterPattern, PointPattern, Specification, Trigger, TypePattern};

use super::{Names, Symbol, range};

pub(super) fn find(names: &mut Names<'_>) {
    for (id, event) in names.specification.events.iter_enumerated() {
        let known = Known::of(names.specification, id);
        let parts: Vec<Range<usize>> = event
            .alternatives
            .iter()
            .map(|one| range(one.span))
            .collect();
        let codes = event
            .alternatives
            .iter()
            .flat_map(|one| one.filter.iter().chain(&one.wheres));
        let codes: Vec<Range<usize>> = codes.map(|code| range(code.span)).collect();
        // The parameters stand before the trigger: `send(Session s, int n) = ..`.
        let head = range(event.span).end;
        let first = parts.iter().map(|part| part.start).min().unwrap_or(head);
        let around = std::iter::once(head..first.max(head)).chain(parts);
        for part in around {
            let words = names.words(part.clone());
            let outside = |word: &&Range<usize>| {
                !codes
                    .iter()
                    .any(|code| code.start <= word.start && word.end <= code.end)
            };
            for word in words.iter().filter(outside) {
                known.word(names, word.clone(), &part);
            }
        }
    }
}

/// The names that the triggers of an event have.
struct Known {
    event: EventId,
    types: BTreeSet<String>,
    members: BTreeSet<String>,
    bound: BTreeSet<String>,
    declared: BTreeSet<(String, Symbol)>,
}

impl Known {
    fn of(specification: &Specification, id: EventId) -> Self {
        let event = &specification.events[id];
        let mut known = Known {
            event: id,
            types: BTreeSet::new(),
            members: BTreeSet::new(),
            bound: BTreeSet::new(),
            declared: BTreeSet::new(),
        };
        let mut context = Some(event.context);
        while let Some(at) = context {
            let declared = &specification.contexts[at];
            let parameters = declared.parameters.iter().map(|one| &one.name);
            let clocks = declared.clocks.iter().map(|one| &one.name);
            let channels = declared.channels.iter().map(|one| &one.name);
            for name in parameters.chain(clocks).chain(channels) {
                let hidden = known.declared.iter().any(|(known, _)| known == name);
                if !hidden {
                    let symbol = Symbol::Declared {
                        context: at,
                        name: name.clone(),
                    };
                    known.declared.insert((name.clone(), symbol));
                }
            }
            context = declared.parent;
        }

        let parameters = event.parameters.iter();
        known
            .types
            .extend(parameters.clone().filter_map(|one| one.ty.clone()));
        known.bound.extend(parameters.map(|one| one.name.clone()));
        for alternative in &event.alternatives {
            for binding in alternative.trigger.bindings() {
                known.types.extend(binding.ty.clone());
                known.bound.insert(binding.name.clone());
            }
            if let Trigger::Point(point) = &alternative.trigger {
                known.point(point);
            }
            let flows = alternative.trigger.flows().iter();
            let points = flows.flat_map(|test| &test.flow.points);
            points.for_each(|point| known.point(point));
        }
        known.types.retain(|ty| !is_reserved(ty));
        known
    }

    fn point(&mut self, point: &PointPattern) {
        self.types.extend(point.types().map(str::to_owned));
        self.types.extend(
            point
                .within
                .iter()
                .filter_map(|within| named(&within.class)),
        );
        for member in &point.members {
            if let Member::Method(name) | Member::Field(name) = &member.name {
                self.members.insert(name.clone());
            }
            self.types
                .extend(member.signature.result.iter().filter_map(named));
            let parameters = member.signature.parameters.iter().flatten();
            self.types
                .extend(parameters.filter_map(|parameter| match parameter {
                    ParameterPattern::One(ty) | ParameterPattern::Variable(ty) => named(ty),
                    ParameterPattern::Any => None,
                }));
        }
    }

    /// Adds a word of a trigger to the names, if it is one.
    fn word(&self, names: &mut Names<'_>, word: Range<usize>, part: &Range<usize>) {
        let name = &names.text[word.clone()];
        let is_behind_dot = names.before(word.start).ends_with('.');
        if is_behind_dot {
            if !self.members.contains(name) {
                return;
            }
            let of = self.type_before(names, word.start, part);
            let symbol = Symbol::Member {
                of,
                name: name.to_owned(),
            };
            names.add(word, symbol, false);
            return;
        }

        if let Some(ty) = self.type_at(names, word.start) {
            let end = word.start + ty.len();
            names.add(word.start..end, Symbol::Type(ty.clone()), false);
        } else if let Some((_, symbol)) = self.declared.iter().find(|(known, _)| known == name) {
            names.add(word, symbol.clone(), false);
        } else if self.bound.contains(name) {
            let symbol = Symbol::Bound {
                event: self.event,
                name: name.to_owned(),
            };
            names.add(word, symbol, false);
        }
    }

    /// The longest type that stands at a place.
    fn type_at(&self, names: &Names<'_>, start: usize) -> Option<&String> {
        let stands = |ty: &&String| {
            let rest = names.text[start..].strip_prefix(ty.as_str());
            rest.is_some_and(|rest| !rest.starts_with(is_part))
        };
        self.types.iter().filter(stands).max_by_key(|ty| ty.len())
    }

    /// The type before the dot of a member, without the `+` for its subtypes; that of the variable,
    /// where the language names one.
    fn type_before(&self, names: &Names<'_>, at: usize, part: &Range<usize>) -> Option<String> {
        let before = names
            .text
            .get(part.start..at)?
            .trim_end()
            .strip_suffix('.')?;
        let before = before.trim_end().trim_end_matches('+').trim_end();
        let ends = |ty: &&String| {
            before
                .strip_suffix(ty.as_str())
                .is_some_and(|rest| !rest.ends_with(|last| is_part(last) || last == '.'))
        };
        let named = self.types.iter().filter(ends).max_by_key(|ty| ty.len());
        named
            .cloned()
            .or_else(|| self.type_of_target(names, before))
    }

    fn type_of_target(&self, names: &Names<'_>, before: &str) -> Option<String> {
        let event = names.event(self.event);
        let mut points = event
            .alternatives
            .iter()
            .filter_map(|one| match &one.trigger {
                Trigger::Point(point) => Some(point),
                _ => None,
            });
        points.find_map(|point| {
            let target = point.target.as_ref()?;
            let is_target = before.ends_with(target.name.as_str());
            is_target.then(|| {
                target
                    .ty
                    .clone()
                    .or_else(|| point.declaring_types().next().map(str::to_owned))
            })?
        })
    }
}

/// Returns whether a name may hold the character.
fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn named(ty: &TypePattern) -> Option<String> {
    match ty {
        TypePattern::Any => None,
        TypePattern::Exact(ty) | TypePattern::Subtypes(ty) => Some(ty.clone()),
    }
}
