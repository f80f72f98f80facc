//! EVENTS blocks.

use std::collections::BTreeSet;
use std::ops::Range;

use super::alternatives::{Argument, Call, Collection, Target, Typed, Upon, Written};
use super::cursor::Cursor;
use super::emission::event_code;
use super::typing::{Types, plain, type_of, typed_assignments, types, variables};
use super::written::{WrittenEvent, event, is_reserved};
use super::{deviations, subtypes};
use crate::draft::{DraftAlternative, DraftContext, DraftEvent, Word};
use crate::java::Excerpt;
use crate::java::statement_ranges;
use date::model::{
    ArgumentPattern, Arguments, Binding, EventParameter, JoinPoint, Member, MemberPattern, Moment,
    PointPattern, Trigger, TypePattern,
};
use text::Diagnostic;

/// Reads an EVENTS block of the context at `position`.
pub(super) fn events(
    cursor: &mut Cursor<'_>,
    position: usize,
    contexts: &[DraftContext],
) -> Result<Vec<DraftEvent>, Diagnostic> {
    let mut written = Vec::new();
    while !cursor.at_end() {
        written.push(event(cursor)?);
    }

    subtypes::heed_the_first(&mut written, cursor);
    let chain =
        std::iter::successors(Some(position), |&at| contexts[at].parent).map(|at| &contexts[at]);
    let keys: Types = chain
        .flat_map(|context| &context.parameters)
        .map(|p| (p.name.text.clone(), p.ty.clone()))
        .collect();
    let key_names = keys.keys().cloned().collect();
    let types = types(&written, keys, cursor);
    let mut block = Block {
        cursor,
        types: &types,
        keys: key_names,
        variables: variables(&written),
        drafts: Vec::new(),
    };
    written.iter().try_for_each(|event| block.draft(event))?;
    block.check_bound(&written)?;

    let drafted = block.drafts.into_iter().map(|draft| draft.event);
    Ok(drafted
        .filter(|event| !cursor.larva.follow_tool() || !is_reserved(&event.name.text))
        .collect())
}

/// The events of a block that have been drafted so far.
struct Block<'b, 'a> {
    cursor: &'b Cursor<'a>,
    types: &'b Types,
    /// The names of the parameters of the contexts around the block.
    keys: BTreeSet<String>,
    /// The names of all event variables of the block.
    variables: BTreeSet<String>,
    drafts: Vec<Drafted>,
}

struct Drafted {
    event: DraftEvent,
    /// By alternative: the variables that its pattern and its `where`s have bound.
    bound: Vec<BTreeSet<String>>,
}

impl Block<'_, '_> {
    fn draft(&mut self, written: &WrittenEvent) -> Result<(), Diagnostic> {
        let parameter = |typed: &Typed| EventParameter {
            name: typed.name.text.clone(),
            ty: type_of(typed.ty.as_ref(), &typed.name.text, self.types),
        };
        let event = DraftEvent {
            name: written.name.clone(),
            parameters: written.parameters.iter().map(parameter).collect(),
            alternatives: Vec::new(),
            members: Vec::new(),
        };

        let mut drafted = Drafted {
            event,
            bound: Vec::new(),
        };
        self.collect(&written.collection, &mut drafted)?;
        self.drafts.push(drafted);

        Ok(())
    }

    /// LARVA stops at a variable with a type that an event names, and that no pattern and no
    /// `where` of it gives a value.
    fn check_bound(&self, written: &[WrittenEvent]) -> Result<(), Diagnostic> {
        for (event, drafted) in written.iter().zip(&self.drafts) {
            let is_typed =
                |typed: &&Typed| type_of(typed.ty.as_ref(), &typed.name.text, self.types).is_some();
            for Typed { name, .. } in event.parameters.iter().filter(is_typed) {
                let is_open = |(alternative, bound): (&DraftAlternative, &BTreeSet<String>)| {
                    let is_assigned = alternative
                        .wheres
                        .iter()
                        .any(|code| code.text().contains(&name.text));
                    matches!(alternative.trigger, Trigger::Point(_))
                        && !bound.contains(&name.text)
                        && !is_assigned
                };
                let mut alternatives = drafted.event.alternatives.iter().zip(&drafted.bound);
                if !self.keys.contains(&name.text) && alternatives.any(is_open) {
                    let message = format!(
                        "LARVA stops at `{}`, which nothing gives a value here",
                        name.text
                    );
                    let here = "it holds what an event before has left";
                    self.cursor
                        .larva
                        .stops(name.range.clone(), "lrv-unbound", message, here)?;
                }
            }
        }
        Ok(())
    }

    /// Adds what a collection holds. Its `filter` concerns the primitives directly in it, its
    /// `where` runs after the inner ones, also for the events that it lists.
    fn collect(&mut self, collection: &Collection, into: &mut Drafted) -> Result<(), Diagnostic> {
        let filter = collection
            .filter
            .clone()
            .map(|range| event_code(self.cursor, range))
            .transpose()?;
        let first = into.event.alternatives.len();
        let first_member = into.event.members.len();

        for alternative in &collection.alternatives {
            match alternative {
                Written::Collection(inner) => self.collect(inner, into)?,
                Written::Event(name) => into.event.members.push(self.declared(name)?),
                primitive => self.primitive(primitive, filter.as_ref(), into)?,
            }
        }

        if let Some(range) = &collection.where_code {
            let code = self.where_excerpt(range.clone())?;
            for i in first..into.event.alternatives.len() {
                self.append(&mut into.event.alternatives[i], &mut into.bound[i], &code);
            }
            let members = into.event.members[first_member..].to_vec();
            self.append_to_members(&members, &code);
        }

        Ok(())
    }

    /// A listed event must have been declared before, in the same block.
    fn declared(&self, name: &Word) -> Result<Word, Diagnostic> {
        if is_reserved(&name.text) {
            let message = format!(
                "what LARVA makes of a collection that lists `{}` is not known",
                name.text
            );
            self.cursor
                .larva
                .only_here(name.range.clone(), "lrv-reserved-name", &message)?;
        }

        let known: Vec<&str> = self
            .drafts
            .iter()
            .map(|draft| draft.event.name.text.as_str())
            .collect();

        if known.contains(&name.text.as_str()) {
            return Ok(name.clone());
        }

        let message = format!(
            "there is no event `{}` before this one in this block",
            name.text
        );
        let error = self
            .cursor
            .source
            .error(name.range.clone(), "unknown-event", message);

        Err(match text::nearest(&name.text, known) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => {
                error.with_help("a collection lists events that are declared before it; a call is `target.method(..)`")
            }
        })
    }

    fn append_to_members(&mut self, members: &[Word], code: &Excerpt) {
        let mut open: Vec<String> = members.iter().map(|word| word.text.clone()).collect();
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop().filter(|name| seen.insert(name.clone())) {
            let mut drafts = std::mem::take(&mut self.drafts);
            for draft in drafts
                .iter_mut()
                .filter(|draft| draft.event.name.text == name)
            {
                for (alternative, bound) in
                    draft.event.alternatives.iter_mut().zip(&mut draft.bound)
                {
                    self.append(alternative, bound, code);
                }
                open.extend(draft.event.members.iter().map(|word| word.text.clone()));
            }
            self.drafts = drafts;
        }
    }

    /// The Java of a `where`. A type before an assignment to a variable of the events is blanked
    /// out: it types the variable.
    fn where_excerpt(&self, range: Range<usize>) -> Result<Excerpt, Diagnostic> {
        let excerpt = event_code(self.cursor, range)?;
        let mut text = excerpt.text().to_owned();
        for declaration in typed_assignments(excerpt.text(), &self.variables) {
            let ty = declaration.whole.start..declaration.name.start;
            let blank: String = text[ty.clone()].bytes().map(|_| ' ').collect();
            text.replace_range(ty, &blank);
        }
        Ok(excerpt.with_text(text).trimmed())
    }

    /// Adds `code` behind the `where`s of an alternative. Assignments to variables that are bound
    /// already are left out, as LARVA does: the innermost one wins.
    fn append(
        &self,
        alternative: &mut DraftAlternative,
        bound: &mut BTreeSet<String>,
        code: &Excerpt,
    ) {
        let statements = statement_ranges(code.text());
        let assigned = |range: &Range<usize>| assigned_name(&code.text()[range.clone()]);
        let (overridden, kept): (Vec<_>, Vec<_>) = statements
            .iter()
            .partition(|range| assigned(range).is_some_and(|name| bound.contains(name)));

        for range in &overridden {
            let name = assigned(range).unwrap_or_default();
            let message = format!("`{name}` is bound already: this assignment has no effect");
            let help = "as in LARVA, what the pattern or an inner `where` binds wins";
            self.cursor
                .larva
                .warn(code.place((*range).clone()), "lrv-no-effect", message, help);
        }

        alternative.wheres.extend(if overridden.is_empty() {
            Some(code.clone())
        } else {
            joined(code, &kept)
        });
        bound.extend(statements.iter().filter_map(assigned).map(str::to_owned));
    }

    fn primitive(
        &self,
        written: &Written,
        filter: Option<&Excerpt>,
        into: &mut Drafted,
    ) -> Result<(), Diagnostic> {
        let (trigger, range) = match written {
            Written::Timeout {
                clock,
                after_ms,
                repeats,
            } => {
                let trigger = Trigger::Timeout {
                    clock: clock.text.clone(),
                    after_ms: *after_ms,
                    repeats: *repeats,
                };
                (trigger, clock.range.clone())
            }
            Written::Receive { channel, value } => {
                let value = value.as_ref().map(|value| self.binding(value));
                (
                    Trigger::Receive {
                        channel: channel.text.clone(),
                        value,
                    },
                    channel.range.clone(),
                )
            }
            Written::Call(call) => (Trigger::Point(self.point(call)?), call.range.clone()),
            Written::Collection(_) | Written::Event(_) => return Ok(()),
        };

        if let Some(key) = trigger
            .bindings()
            .iter()
            .find(|binding| self.keys.contains(&binding.name))
        {
            let key = &key.name;
            let message = format!(
                "what LARVA makes of a pattern that binds `{key}` does not compile: bind another variable, and assign it with `where`"
            );
            self.cursor
                .larva
                .only_here(range.clone(), "lrv-bound-key", &message)?;
        }
        into.bound.push(
            trigger
                .bindings()
                .iter()
                .map(|binding| binding.name.clone())
                .collect(),
        );
        into.event.alternatives.push(DraftAlternative {
            trigger,
            filter: filter.cloned(),
            wheres: Vec::new(),
            range,
        });

        Ok(())
    }

    fn binding(&self, typed: &Typed) -> Binding {
        let name = typed.name.text.clone();
        Binding {
            ty: type_of(typed.ty.as_ref(), &name, self.types),
            name,
        }
    }

    fn point(&self, call: &Call) -> Result<PointPattern, Diagnostic> {
        call.unqualified_types()
            .try_for_each(|ty| deviations::refuse_qualified(self.cursor, ty))?;
        let (declaring, target) = self.target(call);
        let constructor = call.method.text == "new";
        let name = if constructor {
            Member::Constructor
        } else {
            Member::Method(call.method.text.clone())
        };

        Ok(PointPattern {
            join: if matches!(call.upon, Upon::Handling) {
                JoinPoint::Handling
            } else {
                call.join
            },
            moment: self.moment(&call.upon)?,
            members: vec![MemberPattern::new(declaring, name)],
            target: target.filter(|_| !constructor),
            arguments: self.arguments(call),
            caller: call.within.as_ref().map(|caller| self.binding(caller)),
            within: Vec::new(),
            flows: Vec::new(),
        })
    }

    /// A word before the dot that is no typed variable matches any type, even if it looks like the
    /// name of a class. `T *` binds a variable that nobody names, so that static methods are none
    /// of these calls.
    fn target(&self, call: &Call) -> (TypePattern, Option<Binding>) {
        let pattern = |ty: &str| match ty.strip_suffix('+') {
            Some(ty) => TypePattern::Subtypes(ty.to_owned()),
            None => TypePattern::Exact(ty.to_owned()),
        };
        match &call.target {
            Target::Any => (TypePattern::Any, None),
            Target::Type(ty) => {
                let ty_name = plain(&ty.text);
                (
                    pattern(&ty.text),
                    Some(Binding {
                        name: unnamed(&ty_name),
                        ty: Some(ty_name),
                    }),
                )
            }
            Target::Typed { ty, name } => (
                pattern(&ty.text),
                Some(Binding {
                    name: name.text.clone(),
                    ty: Some(plain(&ty.text)),
                }),
            ),
            Target::Name(name) => match self.types.get(&name.text) {
                Some(ty) => (
                    pattern(ty),
                    Some(Binding {
                        name: name.text.clone(),
                        ty: Some(plain(ty)),
                    }),
                ),
                None => {
                    self.warn_of_any_type(name, &call.method);
                    (TypePattern::Any, None)
                }
            },
        }
    }

    fn warn_of_any_type(&self, name: &Word, method: &Word) {
        let (name_text, method) = (&name.text, &method.text);
        let message = format!(
            "`{name_text}` is a variable without a type here: `{method}` of any class is meant"
        );
        let help = format!(
            "as in LARVA; for the class `{name_text}` write `{name_text} *.{method}(..)`, and `*.{method}(..)` for any"
        );
        self.cursor
            .larva
            .warn(name.range.clone(), "lrv-any-type", message, &help);
    }

    /// `m()` is any argument list; a variable without a type is a wildcard.
    fn arguments(&self, call: &Call) -> Arguments {
        if call.arguments.is_empty() {
            return Arguments::any();
        }
        let argument = |argument: &Argument| match argument {
            Argument::Any => ArgumentPattern::Any,
            Argument::Type(ty) => ArgumentPattern::Typed(ty.text.clone()),
            Argument::Variable(variable) => match self.binding(variable) {
                Binding { ty: None, .. } => ArgumentPattern::Any,
                binding => ArgumentPattern::Bound(binding),
            },
        };
        Arguments::exactly(call.arguments.iter().map(argument).collect())
    }

    fn moment(&self, upon: &Upon) -> Result<Moment, Diagnostic> {
        let bound = |typed: &Option<Typed>| {
            let Some(typed) = typed else { return Ok(None) };
            let binding = self.binding(typed);
            match binding.ty {
                Some(_) => Ok(Some(binding)),
                None => {
                    let message = format!("`{}` needs a type", binding.name);
                    Err(self.cursor.error(typed.name.range.clone(), message))
                }
            }
        };
        Ok(match upon {
            Upon::Entry | Upon::Handling => Moment::Before,
            Upon::Returning(result) => Moment::Returning(bound(result)?),
            Upon::Throwing(thrown) => Moment::Throwing(bound(thrown)?),
        })
    }
}

/// These statements of `code` as one piece; `None` for none.
fn joined(code: &Excerpt, statements: &[&Range<usize>]) -> Option<Excerpt> {
    let (first, others) = statements.split_first()?;
    let mut result = code.slice((*first).clone());
    for range in others {
        let end = result.extent().end;
        result.push(" ", end..end);
        result.push(&code.text()[(*range).clone()], code.place((*range).clone()));
    }
    Some(result)
}

/// The variable that `T *` binds.
pub(super) fn unnamed(ty: &str) -> String {
    let word: String = ty
        .chars()
        .map(|c| {
            if date::code::lexical::is_word_character(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    format!("any${word}")
}

/// The variable of a statement `name = ..;`.
fn assigned_name(statement: &str) -> Option<&str> {
    let (name, value) = statement.split_once('=')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(date::code::lexical::is_word_character);
    (is_name && !value.starts_with('=')).then_some(name)
}
