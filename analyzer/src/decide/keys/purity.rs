//! The methods that only compute: they read fields, make calls of methods that only compute, and
//! fill arrays that they make.
//!
//! Nothing here rests on the call graph: monitors may be the only ones that call the methods.

use crate::wording::effect;
use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{
    AllocationKind, ArithmeticKind, Body, CallKind, CallSite, ClassId, LocalId, Method, MethodId,
    MethodKind, MethodRef, Program, StatementKind, Target,
};
use java_types::descriptor::Type;
use points_to::{Callee, Dispatch, superclasses};

use super::{METHODS, overriding, reference};

/// Final classes of the JDK whose objects never change, and whose methods call nothing of what they
/// are given but what is of these classes, too.
const VALUES: [&str; 16] = [
    "Boolean",
    "Byte",
    "Character",
    "Class",
    "Double",
    "Enum",
    "Float",
    "Integer",
    "Long",
    "Math",
    "Number",
    "Object",
    "Record",
    "Short",
    "StrictMath",
    "String",
];

/// Methods of values that do more than compute: they initialize classes, make objects, or wake
/// threads.
const ACTING: [(&str, &str); 8] = [
    ("java/lang/Class", "forName"),
    ("java/lang/Class", "getEnumConstants"),
    ("java/lang/Class", "newInstance"),
    ("java/lang/Enum", "valueOf"),
    ("java/lang/Object", "notify"),
    ("java/lang/Object", "notifyAll"),
    ("java/lang/Object", "wait"),
    ("java/lang/Object", "clone"),
];

/// An act of a method besides computing.
pub struct Impure {
    /// The method.
    pub method: MethodId,
    /// The act, as it stands after the method's name: `writes a field`.
    pub why: String,
}

/// The methods that have been asked about.
pub struct Purity<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    pending: Vec<MethodId>,
    asked: BTreeSet<MethodId>,
    types: BTreeSet<(Type, Arc<str>)>,
}

impl<'a> Purity<'a> {
    pub fn new(program: &'a Program, dispatch: &'a Dispatch<'a>) -> Self {
        Purity {
            program,
            dispatch,
            pending: Vec::new(),
            asked: BTreeSet::new(),
            types: BTreeSet::new(),
        }
    }

    /// Asks about a method of all objects of a type.
    pub fn ask(&mut self, ty: &Type, name: &str, descriptor: &str) {
        if !self.types.insert((ty.clone(), name.into())) {
            return;
        }

        let Type::Class(class) = ty else { return };
        for callee in overriding(
            self.program,
            self.dispatch,
            class,
            &reference(class, name, descriptor),
        ) {
            if let Callee::Method(method) = callee {
                self.ask_method(method);
            }
        }

        // An object of a class below may inherit the method from a class of a library.
        let below = self.program.hierarchy.source_subtypes(class);
        let mut inherited = below
            .known
            .iter()
            .chain(&below.possible)
            .flat_map(|class| self.above(class));
        let is_of_library =
            |class: &Arc<str>| !self.program.hierarchy.is_source(class) && !is_final_value(class);
        if is_of_library(class)
            || inherited.any(|above| is_of_library(&above) && self.declares(&above, name))
        {
            self.ask_everything(name, descriptor);
        }

        self.components(class, name, descriptor);
    }

    /// The classes above one, but for `Object` and `Record`.
    fn above(&self, class: &str) -> Vec<Arc<str>> {
        let above = superclasses(&self.program.hierarchy, class).into_iter();
        above
            .filter(|name| !matches!(&**name, "java/lang/Object" | "java/lang/Record"))
            .collect()
    }

    fn declares(&self, class: &str, name: &str) -> bool {
        self.program
            .hierarchy
            .class(class)
            .is_none_or(|info| info.methods_named(name).next().is_some())
    }

    /// An object of a library of which no more is known may ask all objects of the program the
    /// same, and what collections ask those that they hold: whether they are equal, for their hash
    /// codes, and for their order.
    fn ask_everything(&mut self, name: &str, descriptor: &str) {
        let named = [(name, descriptor)].into_iter().chain(METHODS).chain([
            ("compareTo", "(Ljava/lang/Object;)I"),
            ("compare", "(Ljava/lang/Object;Ljava/lang/Object;)I"),
        ]);

        for (name, descriptor) in named {
            let methods = self.dispatch.named(name, points_to::arity(descriptor));
            methods
                .into_iter()
                .for_each(|method| self.ask_method(method));
        }

        let collection = Arc::from("java/util/Collection");
        let iterated = reference(&collection, "iterator", "()Ljava/util/Iterator;");
        for callee in overriding(self.program, self.dispatch, &collection, &iterated) {
            if let Callee::Method(method) = callee {
                self.ask_method(method);
            }
        }

        for interface in ["Comparator", "function/Function"] {
            self.ask_functional(&format!("java/util/{interface}"), |_| true);
        }

        for interface in ["ToDoubleFunction", "ToIntFunction", "ToLongFunction"] {
            self.ask_functional(&format!("java/util/function/{interface}"), |_| true);
        }
    }

    /// Asks about the lambdas and method references for an interface, whose method has a fitting
    /// name.
    fn ask_functional(&mut self, asked: &str, fits: impl Fn(&str) -> bool) {
        let kinds = self
            .program
            .allocations
            .iter()
            .map(|allocation| &allocation.kind);
        let bodies = kinds.filter_map(|kind| match kind {
            AllocationKind::Functional {
                interface,
                name,
                body,
                ..
            } => (fits(name) && self.program.hierarchy.is_subclass(interface, asked).may())
                .then_some(*body),
            _ => None,
        });

        bodies
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|body| self.ask_method(body));
    }

    /// A record without methods of its own asks its components.
    fn components(&mut self, class: &Arc<str>, name: &str, descriptor: &str) {
        let below = self.program.hierarchy.source_subtypes(class);
        for class in below.known.iter().chain(&below.possible) {
            let Some(info) = self.program.hierarchy.class(class) else {
                continue;
            };
            let is_record = info.super_name.as_deref() == Some("java/lang/Record");
            for field in info
                .fields
                .iter()
                .filter(|field| is_record && !field.access.is_static())
            {
                if let Ok(ty) = Type::parse(&field.descriptor) {
                    self.ask(&ty, name, descriptor);
                }
            }
        }
    }

    fn ask_method(&mut self, method: MethodId) {
        if self.asked.insert(method) {
            self.pending.push(method);
        }
    }

    /// Something that one of the methods does, or one that they call, besides computing.
    pub fn first_effect(&mut self) -> Option<Impure> {
        while let Some(method) = self.pending.pop() {
            let body = self.program.methods[method].body.as_ref();
            let why = match body {
                Some(body) => self.effect_of(&self.program.methods[method], body),
                None => self.is_native(method).then(|| String::from(effect::NATIVE)),
            };
            if let Some(why) = why {
                return Some(Impure { method, why });
            }
        }
        None
    }

    fn is_native(&self, method: MethodId) -> bool {
        const NATIVE: u16 = 0x0100;
        self.program.methods[method].access & NATIVE != 0
    }

    fn effect_of(&mut self, method: &'a Method, body: &'a Body) -> Option<String> {
        let statements = body.statements();
        statements
            .into_iter()
            .find_map(|statement| self.effect(method, body, &statement.kind))
    }

    fn effect(
        &mut self,
        method: &Method,
        body: &'a Body,
        statement: &StatementKind,
    ) -> Option<String> {
        match statement {
            StatementKind::Store { field, .. } => Some(effect::field(&field.name)),
            StatementKind::ArrayStore { array, .. } => {
                (!is_made_here(self.program, body, *array)).then(|| String::from(effect::ARRAY))
            }
            StatementKind::Monitor { .. } => Some(String::from(effect::LOCK)),
            StatementKind::Unknown => Some(String::from(effect::UNREADABLE)),
            StatementKind::Load {
                object: None,
                field,
                ..
            } => self.initialization(method, &field.owner),
            StatementKind::Allocate { target, .. } => {
                let is_array = matches!(body.locals[*target].ty, Type::Array(_));
                (!is_array).then(|| String::from(effect::ALLOCATION))
            }
            StatementKind::Compute {
                kind: ArithmeticKind::Add,
                operands,
                ..
            } => {
                // A concatenation asks its operands for their texts (JLS 5.1.11).
                operands
                    .iter()
                    .for_each(|&operand| self.converts(&body.locals[operand].ty));
                None
            }
            StatementKind::Call(site) => {
                self.effect_of_call(method, body, &self.program.calls[*site])
            }
            StatementKind::Constant { .. }
            | StatementKind::Assign { .. }
            | StatementKind::Cast { .. }
            | StatementKind::InstanceOf { .. }
            | StatementKind::Compute { .. }
            | StatementKind::Load { .. }
            | StatementKind::ArrayLoad { .. } => None,
        }
    }

    /// An operand of a concatenation is asked for its text.
    fn converts(&mut self, ty: &Type) {
        if ty.is_reference() {
            self.ask(ty, "toString", "()Ljava/lang/String;");
        }
    }

    /// The initializer of another class may run.
    fn initialization(&self, method: &Method, owner: &str) -> Option<String> {
        let class = self.dispatch.class(owner)?;
        let own = superclasses(
            &self.program.hierarchy,
            &self.program.classes[method.class].name,
        );

        // The class of the method and those above it are initialized before it runs (JLS 12.4.1).
        if own.iter().any(|above| **above == *owner) {
            return None;
        }

        let above = superclasses(&self.program.hierarchy, owner);
        let initializing = above
            .iter()
            .filter_map(|name| self.dispatch.class(name))
            .find(|&c| self.has_initializer(c));
        let name = |class: ClassId| self.program.classes[class].name.to_readable();

        initializing.map(|_| effect::initialization(&name(class)))
    }

    fn has_initializer(&self, class: ClassId) -> bool {
        let mut methods = self.program.classes[class].methods.iter();
        methods.any(|&method| self.program.methods[method].kind == MethodKind::StaticInitializer)
    }

    fn effect_of_call(
        &mut self,
        method: &Method,
        body: &'a Body,
        call: &'a CallSite,
    ) -> Option<String> {
        let Target::Resolved(callee) = &call.target else {
            return Some(String::from(effect::UNKNOWN_CALL));
        };
        let targets = match (call.kind, call.receiver) {
            (CallKind::Static | CallKind::Special, _) | (_, None) => {
                vec![self.dispatch.resolve(callee)]
            }
            (_, Some(receiver)) => self.virtual_targets(&body.locals[receiver].ty, callee),
        };
        if call.kind == CallKind::Static
            && let Some(why) = self.initialization(method, &callee.owner)
        {
            return Some(why);
        }

        for target in &targets {
            match *target {
                Callee::Method(method) => self.ask_method(method),
                Callee::Library if self.is_pure_of_library(body, call, callee) => {}
                Callee::Library => {
                    return Some(effect::call(simple(&callee.owner), &callee.name));
                }
            }
        }

        None
    }

    /// Any class below may be a library's, too.
    fn virtual_targets(&mut self, receiver: &Type, callee: &MethodRef) -> Vec<Callee> {
        let ty = match receiver {
            Type::Class(class) => class,
            _ => &callee.owner,
        };
        self.ask_functional(ty, |name| *name == *callee.name);
        let mut found = overriding(self.program, self.dispatch, ty, callee);
        if !self.program.hierarchy.is_source(ty) {
            found.push(Callee::Library);
        }
        found
    }

    fn is_pure_of_library(&mut self, body: &'a Body, call: &CallSite, callee: &MethodRef) -> bool {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        match (&**owner, &**name) {
            ("java/util/Objects", "equals") => {
                self.asks_arguments(body, call, "equals", "(Ljava/lang/Object;)Z")
            }
            ("java/util/Objects", "hashCode") => self.asks_arguments(body, call, "hashCode", "()I"),
            ("java/util/Objects", "requireNonNull" | "isNull" | "nonNull") => {
                !descriptor.contains("Supplier")
            }
            ("java/util/Objects", "hash") => self.asks_elements(body, call),
            ("java/util/Arrays", "equals" | "hashCode") => !descriptor.contains("java/lang/Object"),
            (_, "getClass") => &**descriptor == "()Ljava/lang/Class;",
            (_, "hashCode" | "equals") if METHODS.contains(&(&**name, &**descriptor)) => {
                self.ask_receiver(body, call, name, descriptor)
            }
            _ => {
                is_value(owner)
                    && takes_values(descriptor)
                    && !ACTING.contains(&(&**owner, &**name))
            }
        }
    }

    fn ask_receiver(&mut self, body: &Body, call: &CallSite, name: &str, descriptor: &str) -> bool {
        // `super.hashCode()` of a class of the sources that inherits that of `Object`.
        if call.kind == CallKind::Special {
            return matches!(&call.target, Target::Resolved(callee) if is_value(&callee.owner));
        }
        let Some(receiver) = call.receiver else {
            return false;
        };
        self.ask(&body.locals[receiver].ty, name, descriptor);
        true
    }

    fn asks_arguments(
        &mut self,
        body: &Body,
        call: &CallSite,
        name: &str,
        descriptor: &str,
    ) -> bool {
        call.arguments
            .iter()
            .for_each(|&argument| self.ask(&body.locals[argument].ty, name, descriptor));
        true
    }

    /// An array that the method has made holds what the method has put into it.
    fn asks_elements(&mut self, body: &'a Body, call: &CallSite) -> bool {
        let Some(&array) = call
            .arguments
            .first()
            .filter(|&&array| is_made_here(self.program, body, array))
        else {
            return false;
        };
        let statements = body.statements();

        for statement in statements {
            if let StatementKind::ArrayStore {
                array: into,
                source,
                ..
            } = &statement.kind
                && *into == array
            {
                self.ask(&body.locals[*source].ty, "hashCode", "()I");
            }
        }

        true
    }
}

/// Returns whether the only value of a local is an array that the method makes.
fn is_made_here(program: &Program, body: &Body, array: LocalId) -> bool {
    let statements = body.statements().map(|statement| &statement.kind);
    let mut written = statements.filter(|kind| program.target(kind) == Some(array));
    let is_made =
        matches!(written.next(), Some(StatementKind::Allocate { .. })) && written.next().is_none();
    is_made && !body.parameters.contains(&array)
}

fn is_value(class: &str) -> bool {
    class
        .strip_prefix("java/lang/")
        .is_some_and(|name| VALUES.contains(&name))
}

/// Returns whether all objects of a type are of a final class whose `hashCode` and `equals` ask
/// nobody.
fn is_final_value(class: &str) -> bool {
    is_value(class)
        && !matches!(
            class,
            "java/lang/Object" | "java/lang/Number" | "java/lang/Record"
        )
}

/// Returns whether all parameters are primitive or of classes of values.
fn takes_values(descriptor: &str) -> bool {
    let parameters = descriptor.split(')').next().unwrap_or_default();
    let classes = parameters
        .split('L')
        .skip(1)
        .filter_map(|rest| rest.split(';').next());
    { classes }.all(is_final_value)
}

fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}
