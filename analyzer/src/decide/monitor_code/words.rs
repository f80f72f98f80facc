//! Pieces of Java in specifications, judged by the words in them.

use std::collections::BTreeSet;

use date::code::lexical::{Lexeme, lexemes};
use date::code::{Code, Effects, Types};
use date::ids::EventId;
use date::model::Specification;
use ir::{AllocationKind, ClassId, FieldId, MethodId, Program};

use super::supertypes::with_supertypes;

/// Every piece of Java in a specification.
pub fn codes(specification: &Specification) -> Vec<&Code> {
    codes_besides(specification, &BTreeSet::new())
}

/// Every piece of Java in a specification but the `where`s of these alternatives of events.
pub fn codes_besides<'s>(
    specification: &'s Specification,
    followed: &BTreeSet<(EventId, usize)>,
) -> Vec<&'s Code> {
    let alternatives = specification
        .events
        .iter_enumerated()
        .flat_map(|(id, event)| {
            event
                .alternatives
                .iter()
                .enumerate()
                .map(move |(index, of)| ((id, index), of))
        });

    let in_events = alternatives.flat_map(|(id, alternative)| {
        let wheres = alternative
            .wheres
            .iter()
            .filter(move |_| !followed.contains(&id));
        alternative.filter.iter().chain(wheres)
    });
    let variables = specification
        .contexts
        .iter()
        .flat_map(|context| &context.variables);

    let dates = || {
        specification
            .properties
            .iter()
            .map(|property| &property.date)
    };
    let in_transitions = dates()
        .flat_map(|d| &d.transitions)
        .flat_map(|t| t.condition.iter().chain(&t.action));
    let in_states = dates()
        .flat_map(|date| &date.states)
        .flat_map(|state| &state.entry);

    let in_contexts = variables.flat_map(|variable| &variable.initial);
    in_events
        .chain(in_contexts)
        .chain(in_transitions)
        .chain(in_states)
        .chain(&specification.methods)
        .collect()
}

/// The reach of monitors besides calls of methods: all parts of the program that monitor code can
/// name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    /// True if the code may pass on an object that it gets, to a method or into a field.
    pub passes_on: bool,
    /// The fields that it may read and write.
    pub fields: BTreeSet<FieldId>,
    /// The classes that it may make objects of.
    pub made: BTreeSet<ClassId>,
    /// True if it may reach anything at all by name.
    pub reflective: bool,
}

/// Returns the reach of these pieces of Java, by the words in them. Only a method that is called
/// can read or write a field that is not named. Only such a method can make an object of a class
/// that is not named behind `new` (or before `::new`).
pub fn reach<'c>(program: &Program, codes: impl IntoIterator<Item = &'c Code>) -> Reach {
    let mut reach = Reach::default();
    for code in codes {
        let words = words(&code.text);
        let named: BTreeSet<&str> = words.iter().copied().collect();
        let fields = program
            .fields
            .iter_enumerated()
            .filter(|(_, field)| named.contains(&*field.name));
        let before = reach.fields.len();
        reach.fields.extend(fields.map(|(id, _)| id));
        reach.passes_on |=
            code.text.contains('(') || code.text.contains("::") || reach.fields.len() > before;
        if named.contains("new") {
            let classes = program.classes.iter_enumerated();
            reach.made.extend(
                classes
                    .filter(|(_, class)| is_named(&class.name, |name| named.contains(name)))
                    .map(|(id, _)| id),
            );
        }
        // A unicode escape may stand in any word (JLS 3.3).
        reach.reflective |=
            code.text.contains("\\u") || REFLECTIVE.iter().any(|word| named.contains(word));
    }

    reach
}

/// Of these classes one that a piece of Java may be the first to use, and so initialize: one that
/// it names, or any of them if it calls a method of the sources or reaches what it does not name.
/// O(words * classes).
pub fn initializes(program: &Program, code: &Code, classes: &BTreeSet<ClassId>) -> Option<ClassId> {
    let words = words(&code.text);
    let named = classes
        .iter()
        .find(|class| is_named(&program.classes[**class].name, |name| words.contains(&name)));
    let reaches_any = || reach(program, [code]).reflective || !called(program, code).is_empty();
    named
        .or_else(|| classes.first().filter(|_| reaches_any()))
        .copied()
}

/// Methods of the library by which code reaches what it does not name.
const REFLECTIVE: [&str; 9] = [
    "forName",
    "newInstance",
    "invoke",
    "invokeExact",
    "loadClass",
    "getMethod",
    "getDeclaredMethod",
    "getField",
    "getDeclaredField",
];

/// Returns whether a word of Java may name a class. The word is the last part of the binary name,
/// where a dollar sign may be one of the name's own. Nothing names an anonymous class, though a
/// number may stand in its place.
fn is_named(class: &str, is_word: impl Fn(&str) -> bool) -> bool {
    let last = class.rsplit('/').next().unwrap_or(class);
    let mut names =
        std::iter::once(last).chain(last.match_indices('$').map(|(at, _)| &last[at + 1..]));
    names.any(|name| !name.starts_with(|c: char| c.is_ascii_digit()) && is_word(name))
}

/// The methods of the sources that a piece of Java may call: every method or constructor whose name
/// it writes in front of a parenthesis or behind `::`, and each constructor behind a `new` whose type
/// arguments stand before the parenthesis. What stands before a dot may be a class, a variable or a
/// field, and a class may inherit the method.
pub fn called(program: &Program, code: &Code) -> BTreeSet<MethodId> {
    let words = words(&code.text);
    let mut found = BTreeSet::new();
    for (index, word) in words.iter().enumerate() {
        let invoked = words
            .get(index + 1)
            .is_some_and(|next| matches!(*next, "(" | "<"))
            || index > 0 && words[index - 1] == "::";
        if invoked && is_identifier(word) {
            found.extend(methods_named(program, word));
        }
    }
    found
}

/// The classes of the sources that a piece of Java names, and those above them: it may be the first
/// to use, and so initialize, each of them. O(words * classes).
pub fn named(program: &Program, code: &Code) -> BTreeSet<ClassId> {
    let words: BTreeSet<&str> = words(&code.text).into_iter().collect();
    let classes = program.classes.iter_enumerated();
    let named = classes
        .filter(|(_, class)| is_named(&class.name, |name| words.contains(name)))
        .map(|(id, _)| id);
    with_supertypes(program, named.collect())
}

/// The bodies of lambda expressions and method references that stand for a method which a piece of
/// Java calls by its name.
fn functions(program: &Program, code: &Code) -> BTreeSet<MethodId> {
    let words = words(&code.text);
    let invoked: BTreeSet<&str> = words
        .windows(2)
        .filter(|pair| pair[1] == "(")
        .map(|pair| pair[0])
        .collect();
    let made = program
        .allocations
        .iter()
        .filter_map(|allocation| match &allocation.kind {
            AllocationKind::Functional { name, body, .. } if invoked.contains(&**name) => {
                Some(*body)
            }
            _ => None,
        });

    made.collect()
}

/// Returns whether a piece of Java may convert an object to a string: `toString` is called, though
/// nothing names it (JLS 5.1.11).
fn converts(specification: &Specification, code: &Code) -> bool {
    let types = specification
        .contexts
        .indices()
        .map(|context| Types::of(specification, context));
    types
        .into_iter()
        .any(|types| !Effects::of(code, &types).conversions.is_empty())
}

/// The methods of the sources that run if a piece of Java does: those that it calls, by whatever
/// stands for them, and the conversions to strings. What methods of the library call back, other
/// than those, is not among them.
pub fn run_by(program: &Program, specification: &Specification, code: &Code) -> BTreeSet<MethodId> {
    let mut run = called(program, code);
    run.extend(functions(program, code));
    // Any call may be one of a library that asks what it is given.
    let asks = code.text.contains('(') || code.text.contains("::");
    let is_asked = |method: &ir::Method| match &*method.name {
        "toString" => method.descriptor.starts_with("()"),
        "hashCode" | "equals" | "compareTo" | "compare" | "length" | "charAt" => asks,
        _ => false,
    };
    if asks || converts(specification, code) {
        let methods = program
            .methods
            .iter_enumerated()
            .filter(|(_, method)| method.body.is_some());
        run.extend(
            methods
                .filter(|(_, method)| is_asked(method))
                .map(|(id, _)| id),
        );
    }

    run
}

fn methods_named(program: &Program, name: &str) -> Vec<MethodId> {
    let fits = |method: &ir::Method| {
        let is_class =
            |wanted: &str| is_named(&program.classes[method.class].name, |name| name == wanted);
        &*method.name == name || &*method.name == "<init>" && (is_class(name) || name == "new")
    };

    program
        .methods
        .iter_enumerated()
        .filter(|(_, m)| m.body.is_some() && fits(m))
        .map(|(id, _)| id)
        .collect()
}

/// Words, `::` and single signs; comments are none.
fn words(text: &str) -> Vec<&str> {
    let code = lexemes(text).filter(|(kind, _)| *kind != Lexeme::Comment);
    code.flat_map(|(_, range)| words_in(&text[range])).collect()
}

/// The words of a text without comments.
fn words_in(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_identifier(word: &str) -> bool {
    word.chars().all(is_part) && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a specification names members of classes without the names of these: words do not
/// tell them.
pub fn imports_members(specification: &Specification) -> bool {
    let mut imports = specification.imports.iter();
    imports.any(|import| import.trim_start().starts_with("static "))
}
