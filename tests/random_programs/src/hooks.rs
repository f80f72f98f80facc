//! Which join points of a program raise which alternatives of a specification, and for which of its
//! properties the analysis has silenced them.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::{GeneratorRow, Optimized};
use date::ids::EventId;
use date::model::When;
use date::model::{JoinPoint, Moment, PointPattern, Specification, Trigger};
use ir::{
    CallKind, CallSyntax, Enclosing, LocalId, Method, MethodId, MethodKind, Program, StatementKind,
    Target,
};
use java_patterns::type_names::{Imports, TypeNames};
use java_patterns::{Call, CallKind as Instruction, Execution, FieldAccess, Pattern, PointMatch};
use java_types::Access;
use java_types::descriptor::Type;
use plan::GeneratorKind;
use rustc_hash::FxHashMap;

use crate::machine::Place;

/// An alternative of an event that a place may raise.
#[derive(Debug)]
pub struct Hook<'s> {
    /// The event.
    pub event: EventId,
    /// Number of the alternative.
    pub alternative: usize,
    /// When.
    pub when: When,
    /// The pattern.
    pub pattern: &'s PointPattern,
    /// The tests when it is passed.
    pub tests: PointMatch,
    /// The properties that are told of it under full monitoring.
    pub told: BTreeSet<usize>,
    /// The properties among them for which it is silent.
    pub silent: BTreeSet<usize>,
}

/// The hooks of a specification by place, in order of declaration.
pub type Hooks<'s> = BTreeMap<Place, Vec<Hook<'s>>>;

/// Finds all hooks of a specification; `optimized` says which are silent.
pub fn hooks<'s>(program: &Program, optimized: &'s Optimized) -> Hooks<'s> {
    let specification = &optimized.original;
    let imports = Imports::of(specification);
    let names = TypeNames::new(&program.hierarchy, &imports);
    let rows = Rows::new(optimized);
    let mut hooks = Hooks::default();
    for (event, declared) in specification.events.iter_enumerated() {
        let told = told(specification, event);
        for (alternative, written) in declared.alternatives.iter().enumerate() {
            let Trigger::Point(pattern) = &written.trigger else {
                continue;
            };
            let when = when(&pattern.moment);
            for (place, tests) in places(program, pattern, &Pattern::new(pattern, names)) {
                let silent = told
                    .iter()
                    .copied()
                    .filter(|&p| rows.silences(program, place, (event, when, p)));
                let silent = silent.collect();
                let hook = Hook {
                    event,
                    alternative,
                    when,
                    pattern,
                    tests,
                    told: told.clone(),
                    silent,
                };
                hooks.entry(place).or_default().push(hook);
            }
        }
    }
    hooks
}

/// The properties whose original alphabet meets the letter of an event.
fn told(specification: &Specification, event: EventId) -> BTreeSet<usize> {
    let letter = specification.letter(event);
    let properties = specification.properties.iter().enumerate();
    properties
        .filter(|(_, p)| p.alphabet.iter().any(|event| letter.contains(event)))
        .map(|(n, _)| n)
        .collect()
}

fn when(moment: &Moment) -> When {
    match moment {
        Moment::Before => When::Before,
        Moment::Returning(_) => When::Returning,
        Moment::Throwing(_) => When::Throwing,
    }
}

fn places(
    program: &Program,
    written: &PointPattern,
    pattern: &Pattern,
) -> Vec<(Place, PointMatch)> {
    match written.join {
        JoinPoint::Call => calls(program, pattern),
        JoinPoint::Execution => bodies(program, pattern),
        // Random properties have no such events.
        JoinPoint::Handling | JoinPoint::Initialization | JoinPoint::Get | JoinPoint::Set => {
            Vec::new()
        }
        JoinPoint::Element => elements(program, pattern),
    }
}

/// Calls that the source shows: not those of `super`, nor those that the compiler inserts.
fn calls(program: &Program, pattern: &Pattern) -> Vec<(Place, PointMatch)> {
    let found = program.calls.iter_enumerated().filter_map(|(site, call)| {
        let syntax = program.points[call.point].syntax;
        let hidden = [
            CallSyntax::ConstructorInvocation,
            CallSyntax::SuperInvocation,
            CallSyntax::Inserted,
        ];
        let Target::Resolved(callee) = &call.target else {
            panic!("{:?} is not resolved", call.target)
        };
        if hidden.contains(&syntax) {
            return None;
        }
        let kind = match call.kind {
            _ if &*callee.name == "<init>" => Instruction::New,
            CallKind::Static => Instruction::Static,
            CallKind::Special => Instruction::Special,
            CallKind::Virtual => Instruction::Virtual,
            CallKind::Interface => Instruction::Interface,
        };
        let method = &program.methods[call.method];
        let functional = matches!(
            method.kind,
            MethodKind::Lambda | MethodKind::MethodReference
        );
        let has_caller = functional || !Access(method.access).is_static();
        let within = &*program.classes[method.class].name;
        let caller = has_caller.then_some(within);
        let (owner, name, descriptor) = (&*callee.owner, &*callee.name, &*callee.descriptor);
        let matched = pattern.call(
            &program.hierarchy,
            &Call {
                kind,
                owner,
                name,
                descriptor,
                caller,
                within,
            },
        )?;
        Some((Place::Call(site), matched))
    });
    found.collect()
}

/// Reads of elements that the source shows: not that of `valueOf`.
fn elements(program: &Program, pattern: &Pattern) -> Vec<(Place, PointMatch)> {
    let written = program
        .methods
        .iter_enumerated()
        .filter(|(_, method)| method.kind != MethodKind::Implicit || &*method.name == "<init>");
    let found = written.flat_map(|(id, method)| {
        let matched = move |array: LocalId| {
            let owner = &*element_array(method, array).to_string();
            pattern.access(
                &program.hierarchy,
                &FieldAccess {
                    owner,
                    name: "element",
                    descriptor: None,
                    is_static: false,
                    join: JoinPoint::Element,
                    caller: None,
                    within: &program.classes[method.class].name,
                },
            )
        };
        let blocks = method
            .body
            .iter()
            .flat_map(|body| body.blocks.iter_enumerated());
        blocks.flat_map(move |(block, code)| {
            let statements = code.statements.iter().enumerate();
            statements.filter_map(move |(at, statement)| match statement.kind {
                StatementKind::ArrayLoad { array, .. } => {
                    Some((Place::Element(id, block, at), matched(array)?))
                }
                _ => None,
            })
        })
    });
    found.collect()
}

/// The static type of an array that a method reads.
pub fn element_array(method: &Method, array: LocalId) -> Type {
    let body = method.body.as_ref().expect("it reads");
    body.locals[array].ty.clone()
}

/// Bodies that the source shows.
fn bodies(program: &Program, pattern: &Pattern) -> Vec<(Place, PointMatch)> {
    let written = program.methods.iter_enumerated().filter(|(_, method)| {
        matches!(method.kind, MethodKind::Declared | MethodKind::Implicit) && method.body.is_some()
    });
    let found = written.filter_map(|(id, method)| {
        let class = &*program.classes[method.class].name;
        let (name, descriptor, access) =
            (&*method.name, &*method.descriptor, Access(method.access));
        let matched = pattern.execution(
            &program.hierarchy,
            &Execution {
                class,
                name,
                descriptor,
                access,
            },
        )?;
        Some((Place::Body(id), matched))
    });
    found.collect()
}

/// An event at a moment, for a property.
type Question = (EventId, When, usize);

/// The rows of a result by place.
struct Rows<'s> {
    optimized: &'s Optimized,
    by_line: FxHashMap<(usize, u32), Vec<&'s GeneratorRow>>,
    /// For each row of `by_line`, by address, its property.
    of_property: FxHashMap<*const GeneratorRow, usize>,
}

impl<'s> Rows<'s> {
    fn new(optimized: &'s Optimized) -> Self {
        let mut rows = Rows {
            optimized,
            by_line: FxHashMap::default(),
            of_property: FxHashMap::default(),
        };
        for (property, result) in optimized.properties.iter().enumerate() {
            for row in &result.generators {
                rows.by_line
                    .entry((row.file, row.span.line))
                    .or_default()
                    .push(row);
                rows.of_property.insert(std::ptr::from_ref(row), property);
            }
        }
        rows
    }

    /// Returns whether there are rows for the question at the place, all of them silenced: those of
    /// the whole letter, as the weaver asks.
    fn silences(&self, program: &Program, place: Place, question: Question) -> bool {
        let (event, when, property) = question;
        let letter = self.optimized.original.letter(event);
        let here = match place {
            Place::Element(method, ..) => return self.silences_element(program, method, question),
            Place::Call(site) => {
                let point = &program.points[program.calls[site].point];
                (point.file.index(), point.span.line)
            }
            Place::Body(method) => (
                body_file(program, method),
                program.methods[method].span.line,
            ),
        };
        let rows = self.by_line.get(&here).into_iter().flatten();
        let answering = rows.filter(|row| {
            self.of_property[&std::ptr::from_ref(**row)] == property
                && row.when == when
                && letter.contains(&row.event)
                && is_at(program, row, place)
        });
        let mut answering = answering.peekable();
        answering.peek().is_some() && answering.all(|row| row.silenced_by.is_some())
    }
}

impl Rows<'_> {
    /// The same of the elements of arrays of objects that a method reads: the weaver cannot tell
    /// them apart, nor what lambda expressions of a class read.
    fn silences_element(
        &self,
        program: &Program,
        method: MethodId,
        (event, when, property): Question,
    ) -> bool {
        let letter = self.optimized.original.letter(event);
        let enclosing = &program.methods[method].enclosing;
        let is_scope = |other: &Enclosing| {
            let is_constructor = |of: &Enclosing| of.method.starts_with("<init>");
            let is_lambda = |of: &Enclosing| of.method.contains("/lambda#");
            other.class == enclosing.class
                && (other == enclosing
                    || is_constructor(other) && is_constructor(enclosing)
                    || is_lambda(other) && is_lambda(enclosing))
        };
        let rows = &self.optimized.properties[property].generators;
        let mut answering = rows
            .iter()
            .filter(|row| {
                row.kind == GeneratorKind::Element
                    && row.when == when
                    && letter.contains(&row.event)
                    && is_scope(&row.enclosing)
            })
            .peekable();
        answering.peek().is_some() && answering.all(|row| row.silenced_by.is_some())
    }
}

fn body_file(program: &Program, method: MethodId) -> usize {
    program.classes[program.methods[method].class].file.index()
}

fn is_at(program: &Program, row: &GeneratorRow, place: Place) -> bool {
    match place {
        Place::Call(site) => {
            let call = &program.calls[site];
            let point = &program.points[call.point];
            let Target::Resolved(callee) = &call.target else {
                return false;
            };
            row.kind != GeneratorKind::Execution
                && row.span == point.span
                && row.ordinal == point.ordinal
                && row.callee.as_ref() == Some(callee)
        }
        Place::Body(method) => {
            row.kind == GeneratorKind::Execution && row.span == program.methods[method].span
        }
        // All those of a method are one.
        Place::Element(..) => false,
    }
}
