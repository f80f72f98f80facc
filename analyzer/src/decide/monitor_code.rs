//! Monitor code as program code: what conditions, actions, `where`, `filter`, entry code and helper
//! methods may call, and whether those calls have effects (semantics, hazard 19).

use std::collections::{BTreeSet, HashMap};

use date::code::lexical::{Lexeme, lexemes};
use date::code::{Code, Effects, Types};
use date::ids::EventId;
use date::model::Specification;
use ir::{AllocationKind, ClassId, FieldId, MethodId, MethodKind, Program, StatementKind, Target};
use java_types::descriptor::Type;

use crate::graphs::tracking::{Methods, Relevance};
use points_to::{Callee, Dispatch};
use points_to::{Node, ObjectId, PointsTo};

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

fn with_supertypes(program: &Program, mut pending: Vec<ClassId>) -> BTreeSet<ClassId> {
    let by_name: HashMap<&str, ClassId> = program
        .classes
        .iter_enumerated()
        .map(|(id, c)| (&*c.name, id))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if found.insert(class) {
            let above = program.classes[class].info.direct_supertypes();
            pending.extend(above.filter_map(|name| by_name.get(&**name).copied()));
        }
    }
    found
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

/// The facts on the program by which the effects of its code are judged.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its classes by name.
    pub dispatch: &'a Dispatch<'a>,
    /// The possible objects of values.
    pub points_to: &'a PointsTo,
    /// Which method may call which.
    pub relevance: &'a Relevance,
    /// The methods in whose code events are raised.
    pub raising: &'a BTreeSet<MethodId>,
}

/// Returns whether running a piece of Java is seen to write program state or to do I/O. All that it
/// may call counts, and the initializers of classes that it names. What the library does is not
/// seen. `followed` is the code as a method of the program, if it is followed.
pub fn has_effects(
    scene: Scene<'_>,
    specification: &Specification,
    code: &Code,
    followed: Option<MethodId>,
) -> bool {
    let named = |code: &Code| named(scene.program, code);
    let (begun, named) = match followed {
        Some(method) => (BTreeSet::from([method]), BTreeSet::new()),
        None if imports_members(specification) => return true,
        None => (run_by(scene.program, specification, code), named(code)),
    };
    let run = with_callbacks(scene, begun);
    let used = run
        .iter()
        .flat_map(|method| used_by(scene, method))
        .collect();
    let initialized = named
        .into_iter()
        .chain(with_supertypes(scene.program, used));
    run.iter().any(|method| writes(scene, &run, method, None))
        || initialized
            .into_iter()
            .any(|class| initializer_matters(scene, class))
}

/// Returns whether a specification names members of classes without the names of these: words do not
/// tell them.
pub fn imports_members(specification: &Specification) -> bool {
    let mut imports = specification.imports.iter();
    imports.any(|import| import.trim_start().starts_with("static "))
}

/// The methods that run if these do, and those by which libraries that they call may call back the
/// objects that they are given: `toString` of what is made a text.
fn with_callbacks(scene: Scene<'_>, mut begun: BTreeSet<MethodId>) -> Methods {
    loop {
        let run = scene.relevance.reachable_from(begun.iter().copied());
        let called_back: BTreeSet<MethodId> = run
            .iter()
            .flat_map(|method| called_back(scene, method))
            .filter(|method| !run.contains(*method))
            .collect();
        if called_back.is_empty() {
            return run;
        }
        begun.extend(called_back);
    }
}

/// Methods of the JDK that take objects and call nothing of them: each has no other body than one of
/// the virtual machine, or compares references.
const ASKING_NOTHING: [(&str, &str); 7] = [
    ("java/lang/Thread", "holdsLock"),
    ("java/lang/System", "identityHashCode"),
    ("java/lang/Object", "getClass"),
    ("java/lang/Object", "<init>"),
    ("java/util/Objects", "isNull"),
    ("java/util/Objects", "nonNull"),
    ("java/util/Objects", "requireNonNull"),
];

/// Returns whether a call is one of a method of the JDK that asks nothing of what it is given, but
/// for a function that is given, too.
fn asks_nothing(target: &Target) -> bool {
    let Target::Resolved(callee) = target else {
        return false;
    };
    ASKING_NOTHING.contains(&(&*callee.owner, &*callee.name))
        && !callee.descriptor.contains("Supplier")
}

/// The methods that libraries may call on the objects of the sources that a method gives them.
fn called_back(scene: Scene<'_>, method: MethodId) -> BTreeSet<MethodId> {
    let Scene {
        program,
        dispatch,
        points_to,
        ..
    } = scene;
    let blocks = program.methods[method]
        .body
        .iter()
        .flat_map(|body| &body.blocks);
    let statements = blocks.flat_map(|block| &block.statements);
    let sites = statements.filter_map(|statement| match statement.kind {
        StatementKind::Call(site) => Some(site),
        _ => None,
    });
    let is_library = |site: &ir::CallSiteId| {
        let targets = points_to.targets.get(site);
        targets.is_some_and(|targets| targets.contains(&Callee::Library))
            && !asks_nothing(&program.calls[*site].target)
    };

    let mut classes: BTreeSet<ClassId> = BTreeSet::new();
    for site in sites.filter(is_library) {
        let call = &program.calls[site];
        let given = call.receiver.iter().chain(&call.arguments);
        for &local in given {
            let own = points_to.objects(Node::Local(method, local));
            let ids = own.iter().map(ObjectId::from_raw);
            // The arguments of a method that takes any number stand in an array.
            let elements = ids.flat_map(|object| {
                let elements = points_to.objects(Node::Elements(object));
                elements.iter().collect::<Vec<u32>>()
            });
            let given: BTreeSet<u32> = elements.chain(own.iter()).collect();
            classes.extend(given.into_iter().filter_map(|object| {
                let site = points_to.object(ObjectId::from_raw(object)).allocation()?;
                dispatch.class(program.allocations[site].ty.class_name()?)
            }));
        }
    }

    let called = classes
        .into_iter()
        .flat_map(|class| dispatch.callbacks(&program.classes[class].name).to_vec());
    called.collect()
}

/// Of these classes one that the code of properties in these methods may be the first to use, and
/// so initialize, wherever in the program that use is.
pub fn initialized_by(
    scene: Scene<'_>,
    code: impl IntoIterator<Item = MethodId>,
    classes: &BTreeSet<ClassId>,
) -> Option<ClassId> {
    if classes.is_empty() {
        return None;
    }
    let run = with_callbacks(scene, code.into_iter().collect());
    let used = run.iter().flat_map(|method| used_by(scene, method));
    let initialized = with_supertypes(scene.program, used.collect());
    initialized.intersection(classes).next().copied()
}

/// The classes of the sources that a method may be the first to use (JLS 12.4.1), but for those
/// above them.
fn used_by(scene: Scene<'_>, method: MethodId) -> BTreeSet<ClassId> {
    let Scene {
        program, dispatch, ..
    } = scene;
    let blocks = program.methods[method]
        .body
        .iter()
        .flat_map(|body| &body.blocks);
    let used = blocks
        .flat_map(|block| &block.statements)
        .filter_map(|statement| match &statement.kind {
            StatementKind::Load {
                object: None,
                field,
                ..
            }
            | StatementKind::Store {
                object: None,
                field,
                ..
            } => dispatch.class(&field.owner),
            StatementKind::Allocate { site, .. } => match &program.allocations[*site].ty {
                Type::Class(name) => dispatch.class(name),
                _ => None,
            },
            StatementKind::Call(site) if program.calls[*site].receiver.is_none() => {
                match &program.calls[*site].target {
                    Target::Resolved(callee) => dispatch.class(&callee.owner),
                    _ => None,
                }
            }
            _ => None,
        });

    used.collect()
}

fn raises(scene: Scene<'_>, run: &Methods) -> bool {
    run.iter().any(|method| scene.raising.contains(&method))
}

/// Returns whether a method of `run` writes anything but objects that `run` makes, and static
/// fields of the class `own`.
fn writes(scene: Scene<'_>, run: &Methods, method: MethodId, own: Option<ClassId>) -> bool {
    let Scene {
        program,
        dispatch,
        points_to,
        ..
    } = scene;
    let is_code = program.classes[program.methods[method].class].is_of_properties;
    let is_made = |object: u32| {
        let site = points_to.object(ObjectId::from_raw(object)).allocation();
        site.is_some_and(|site| run.contains(program.allocations[site].method))
    };

    let is_own = |owner: &str| {
        let class = dispatch.class(owner);
        own.is_some() && class == own
            || class.is_some_and(|class| program.classes[class].is_of_properties)
    };
    let blocks = program.methods[method]
        .body
        .iter()
        .flat_map(|body| &body.blocks);
    blocks
        .flat_map(|block| &block.statements)
        .any(|statement| match &statement.kind {
            StatementKind::Store {
                object: None,
                field,
                ..
            } => !is_own(&field.owner),
            StatementKind::Unknown => true,
            StatementKind::Store { field, .. } if is_own(&field.owner) && own.is_none() => false,
            StatementKind::Store {
                object: Some(object),
                ..
            }
            | StatementKind::ArrayStore { array: object, .. } => !points_to
                .objects(Node::Local(method, *object))
                .iter()
                .all(is_made),
            // What code itself asks of a library its property says.
            StatementKind::Call(site) => {
                !is_code && calls_effect(program, dispatch, points_to, *site)
            }
            _ => false,
        })
}

/// Returns whether it matters when, or whether, the static initializer of a class runs. It does if
/// it writes more than the fields of its class, or reads static fields of other classes, which may
/// change. It also does if it raises events, which nobody hears while monitor code runs. (A class
/// that nobody has initialized has no field that anybody has read.)
fn initializer_matters(scene: Scene<'_>, class: ClassId) -> bool {
    let program = scene.program;
    let methods = program.classes[class].methods.iter().copied();
    let initializers =
        methods.filter(|&method| program.methods[method].kind == MethodKind::StaticInitializer);
    let run = scene.relevance.reachable_from(initializers);
    let reads_others = |method: MethodId| {
        let blocks = program.methods[method]
            .body
            .iter()
            .flat_map(|body| &body.blocks);
        blocks
            .flat_map(|block| &block.statements)
            .any(|statement| match &statement.kind {
                StatementKind::Load {
                    object: None,
                    field,
                    ..
                } => scene
                    .dispatch
                    .class(&field.owner)
                    .is_some_and(|owner| owner != class),
                _ => false,
            })
    };

    raises(scene, &run)
        || run
            .iter()
            .any(|method| writes(scene, &run, method, Some(class)) || reads_others(method))
}

fn calls_effect(
    program: &Program,
    dispatch: &Dispatch<'_>,
    points_to: &PointsTo,
    site: ir::CallSiteId,
) -> bool {
    let to_library = points_to
        .targets
        .get(&site)
        .is_some_and(|targets| targets.contains(&Callee::Library));
    let Target::Resolved(callee) = &program.calls[site].target else {
        return true;
    };
    to_library && dispatch.class(&callee.owner).is_none() && does_io(&callee.owner, &callee.name)
}

/// Library code that is known to do more than compute.
fn does_io(owner: &str, name: &str) -> bool {
    let streams = owner.starts_with("java/io/")
        && ["print", "write", "append", "flush", "close"]
            .iter()
            .any(|p| name.starts_with(p));
    let files = owner.starts_with("java/nio/file/") || owner.starts_with("java/net/");
    let system = owner == "java/lang/System"
        && matches!(name, "exit" | "setProperty" | "setOut" | "setErr" | "setIn");
    streams || files || system || owner == "java/lang/Thread" && name == "start"
}
