//! The hierarchy and the specifications when classes are woven, with the patterns of the latter
//! resolved.

use java_types::Spelling;
use std::collections::{BTreeMap, BTreeSet};

use date::ids::EventId;
use date::model::{
    Alternative, ArgumentPattern, Binding, JoinPoint, Moment, PointPattern, Specification, Trigger,
};
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_patterns::{
    Call, CallKind, Execution, FieldAccess, Handler, Pattern, PointMatch, Test, signature,
};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ReferenceKind, opcode};

use super::handlers::Handler as CatchBlock;
use super::sites::{Accessing, Body, Callee, ClassSites, INITIALIZER, Site, SiteKind};
use crate::monitor::{Conversion, FlowPoint, PassedValue, Placement, Position};

/// A specification whose patterns are resolved.
#[derive(Debug)]
pub struct Matcher {
    /// By event and alternative.
    events: Patterns<(EventId, usize)>,
    /// The patterns of control flows: by control flow, as [`Specification::control_flows`] counts
    /// them, and point.
    flows: Patterns<(usize, usize)>,
}

/// Patterns in their order, each with what it is of.
#[derive(Debug)]
struct Patterns<K> {
    patterns: Vec<Resolved<K>>,
    /// True if method references raise events.
    hears_references: bool,
}

/// A pattern, ready to be asked.
#[derive(Debug)]
struct Resolved<K> {
    of: K,
    wants: PointPattern,
    pattern: Pattern,
}

/// A pattern that matches, with what is to be passed.
struct Found<'m, K> {
    /// The pattern.
    resolved: &'m Resolved<K>,
    /// The values that are passed, in the order in which woven code passes them.
    values: Vec<PassedValue>,
}

/// A call, method reference or access, with what it is in.
#[derive(Clone, Copy)]
struct LocatedSite<'c> {
    /// The class.
    class: &'c ClassSites,
    /// The body.
    body: &'c Body,
    /// The site.
    site: &'c Site,
}

/// An alternative that matches at a join point, with what is to be passed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Matched {
    /// The event.
    pub event: EventId,
    /// The number of its alternative.
    pub alternative: usize,
    /// When it occurs.
    pub when: plan::When,
    /// The values that are passed, in the order in which woven code passes them.
    pub values: Vec<PassedValue>,
}

impl Matcher {
    /// Resolves the patterns of a specification, in the order of its events.
    pub fn new(specification: &Specification, hierarchy: &Hierarchy) -> Self {
        let imports = Imports::of(specification);
        let names = TypeNames::new(hierarchy, &imports);
        let resolved = |wants: &PointPattern| (wants.clone(), Pattern::new(wants, names));
        let hears_references = specification.hears_references;
        let mut events = Patterns {
            patterns: Vec::new(),
            hears_references,
        };

        for (event, declared) in specification.events.iter_enumerated() {
            for (alternative, Alternative { trigger, .. }) in
                declared.alternatives.iter().enumerate()
            {
                if let Trigger::Point(point) = trigger {
                    let (wants, pattern) = resolved(point);
                    events.patterns.push(Resolved {
                        of: (event, alternative),
                        wants,
                        pattern,
                    });
                }
            }
        }

        let mut flows = Patterns {
            patterns: Vec::new(),
            hears_references,
        };

        for (number, flow) in specification.control_flows().into_iter().enumerate() {
            for (at, point) in flow.points.iter().enumerate() {
                let (wants, pattern) = resolved(point);
                flows.patterns.push(Resolved {
                    of: (number, at),
                    wants,
                    pattern,
                });
            }
        }

        Matcher { events, flows }
    }

    /// Returns the matches at a call, method reference or access, in order.
    pub fn site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<Matched> {
        self.events
            .site(hierarchy, class, body, site)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at the execution of a body, in order.
    pub fn execution(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<Matched> {
        self.events
            .execution(hierarchy, class, body)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at a catch block of a body, in order.
    pub fn handler(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        handler: &CatchBlock,
    ) -> Vec<Matched> {
        self.events
            .handler(hierarchy, class, body, handler)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// Returns the matches at the initialization of a class, in order.
    pub fn initialization(&self, hierarchy: &Hierarchy, class: &ClassSites) -> Vec<Matched> {
        self.events
            .initialization(hierarchy, class)
            .into_iter()
            .map(Matched::of)
            .collect()
    }

    /// The control flows that begin at a call or method reference.
    pub fn flows_at_site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<FlowPoint> {
        self.flows
            .site(hierarchy, class, body, site)
            .into_iter()
            .map(flow_point)
            .collect()
    }

    /// The control flows that begin at the entry of a body.
    pub fn flows_at_body(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<FlowPoint> {
        let found = match &*body.name {
            INITIALIZER => self.flows.initialization(hierarchy, class),
            _ => self.flows.execution(hierarchy, class, body),
        };
        found.into_iter().map(flow_point).collect()
    }

    /// Returns whether the arguments of an alternative are those of a catch block, not those of the
    /// method around it.
    pub fn is_of_exceptions(&self, event: EventId, alternative: usize) -> bool {
        self.events
            .patterns
            .iter()
            .any(|p| p.of == (event, alternative) && p.pattern.is_of_exceptions())
    }
}

impl Matched {
    fn of(found: Found<'_, (EventId, usize)>) -> Self {
        let Found { resolved, values } = found;
        let (event, alternative) = resolved.of;
        Matched {
            event,
            alternative,
            when: resolved.wants.moment.when(),
            values,
        }
    }
}

fn flow_point(found: Found<'_, (usize, usize)>) -> FlowPoint {
    let Found { resolved, values } = found;
    let (flow, point) = resolved.of;
    FlowPoint {
        flow,
        point,
        values,
    }
}

impl<K> Patterns<K> {
    /// Returns the matches at a call, method reference or access, in order.
    fn site(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        site: &Site,
    ) -> Vec<Found<'_, K>> {
        let of = LocatedSite { class, body, site };
        match site.kind {
            SiteKind::Access(access) => self.access(hierarchy, of, access),
            SiteKind::Reference { .. } if !self.hears_references => Vec::new(),
            _ => self.call(hierarchy, of),
        }
    }

    fn access(
        &self,
        hierarchy: &Hierarchy,
        of: LocatedSite<'_>,
        accessing: Accessing,
    ) -> Vec<Found<'_, K>> {
        let LocatedSite { class, body, site } = of;
        let Accessing {
            opcode,
            join,
            is_static,
        } = accessing;
        let Callee {
            owner,
            name,
            descriptor,
            ..
        } = &site.named;
        let Ok(ty) = Type::parse(descriptor) else {
            return Vec::new();
        };
        let access = FieldAccess {
            owner,
            name,
            descriptor: Some(descriptor),
            is_static,
            join,
            caller: caller(of),
            within: &class.class,
        };
        if opcode == opcode::BALOAD {
            return self.bytes(hierarchy, &access);
        }

        // Before `super(..)` has been called a field can be written, but the object cannot be
        // passed on (JVMS 4.10.1.9).
        let is_early = join == JoinPoint::Set
            && !is_static
            && body.this_from.is_some_and(|from| site.pc < from);
        let signature = signature(join, ty);
        let patterns = self
            .patterns
            .iter()
            .filter(|p| p.wants.join.is_access() && !is_early);
        let answers = patterns.filter_map(|p| Some((p, p.pattern.access(hierarchy, &access)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &signature))
            .collect()
    }

    /// Returns the matches at a read of an element of `byte[]` or `boolean[]`. Which it is shows at
    /// run time.
    fn bytes(&self, hierarchy: &Hierarchy, access: &FieldAccess<'_>) -> Vec<Found<'_, K>> {
        let found = |resolved: &'_ Resolved<K>, primitive: Primitive| {
            let ty = Type::Primitive(primitive);
            let array = Type::array(ty.clone());
            let access = FieldAccess {
                owner: &array.to_string(),
                ..*access
            };
            let mut answer = resolved.pattern.access(hierarchy, &access)?;
            answer.target = Test::InstanceOf(array);
            Some((answer, signature(access.join, ty)))
        };
        let either = |resolved| {
            let found = [Primitive::Byte, Primitive::Boolean].map(|ty| found(resolved, ty));
            let (answer, signature) = found.into_iter().flatten().next()?;
            Some(resolved.found(&answer, &signature))
        };
        self.patterns.iter().filter_map(either).collect()
    }

    fn call(&self, hierarchy: &Hierarchy, of: LocatedSite<'_>) -> Vec<Found<'_, K>> {
        let LocatedSite { class, site, .. } = of;
        let callee = &site.named;
        let call = Call {
            kind: call_kind(site.kind),
            owner: &callee.owner,
            name: &callee.name,
            descriptor: &callee.descriptor,
            caller: caller(of),
            within: &class.class,
        };
        let Ok(descriptor) = MethodDescriptor::parse(&callee.descriptor) else {
            return Vec::new();
        };

        let answers = self
            .patterns
            .iter()
            .filter_map(|p| Some((p, p.pattern.call(hierarchy, &call)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }

    /// Returns the matches at the execution of a body, in order. Bodies that compilers make methods
    /// of have none.
    fn execution(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
    ) -> Vec<Found<'_, K>> {
        let execution = Execution {
            class: &class.class,
            name: &body.name,
            descriptor: &body.descriptor,
            access: body.access,
        };
        let Ok(descriptor) = MethodDescriptor::parse(&body.descriptor) else {
            return Vec::new();
        };
        let executions = self
            .patterns
            .iter()
            .filter(|p| !body.is_made && p.wants.join == JoinPoint::Execution);

        let answers =
            executions.filter_map(|p| Some((p, p.pattern.execution(hierarchy, &execution)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }

    /// Returns the matches at a catch block of a body, in order.
    fn handler(
        &self,
        hierarchy: &Hierarchy,
        class: &ClassSites,
        body: &Body,
        handler: &CatchBlock,
    ) -> Vec<Found<'_, K>> {
        let has_object =
            !body.access.is_static() && body.this_from.is_none_or(|from| handler.pc > from);
        let block = Handler {
            caught: &handler.caught,
            caller: has_object.then_some(&*class.class),
            within: &class.class,
        };
        let method = Execution {
            class: &class.class,
            name: &body.name,
            descriptor: &body.descriptor,
            access: body.access,
        };

        let Ok(descriptor) = MethodDescriptor::parse(&body.descriptor) else {
            return Vec::new();
        };
        let exception = MethodDescriptor {
            parameters: vec![Type::class("java/lang/Throwable")],
            result: None,
        };
        let of_handlers = self
            .patterns
            .iter()
            .filter(|p| p.wants.join == JoinPoint::Handling);

        let answers = of_handlers.filter_map(|p| {
            if p.pattern.is_of_exceptions() {
                Some(p.found(&p.pattern.handler(hierarchy, &block)?, &exception))
            } else {
                Some(p.found(&p.pattern.execution(hierarchy, &method)?, &descriptor))
            }
        });
        answers.collect()
    }

    /// Returns the matches at the initialization of a class, in order.
    fn initialization(&self, hierarchy: &Hierarchy, class: &ClassSites) -> Vec<Found<'_, K>> {
        if class.is_synthetic {
            return Vec::new();
        }
        let descriptor = MethodDescriptor {
            parameters: vec![Type::class("java/lang/Class")],
            result: None,
        };
        let answers = self
            .patterns
            .iter()
            .filter_map(|p| Some((p, p.pattern.initialization(hierarchy, &class.class)?)));
        answers
            .map(|(resolved, answer)| resolved.found(&answer, &descriptor))
            .collect()
    }
}

fn call_kind(kind: SiteKind) -> CallKind {
    match kind {
        SiteKind::Creation { .. } => CallKind::New,
        // No call, and matched by itself.
        SiteKind::Access(_) => CallKind::Special,
        SiteKind::Call { opcode, .. } => match opcode {
            opcode::INVOKESTATIC => CallKind::Static,
            opcode::INVOKESPECIAL => CallKind::Special,
            opcode::INVOKEINTERFACE => CallKind::Interface,
            _ => CallKind::Virtual,
        },
        SiteKind::Reference { kind, .. } => match kind {
            ReferenceKind::InvokeStatic => CallKind::Static,
            ReferenceKind::InvokeSpecial => CallKind::Special,
            ReferenceKind::NewInvokeSpecial => CallKind::New,
            ReferenceKind::InvokeInterface => CallKind::Interface,
            _ => CallKind::Virtual,
        },
    }
}

/// The class of the calling object: none in static code, before `super(..)` has been called, and
/// where a functional object makes the call.
fn caller(of: LocatedSite<'_>) -> Option<&str> {
    let LocatedSite { class, body, site } = of;
    let is_reference = matches!(site.kind, SiteKind::Reference { .. });
    let has_object = !body.access.is_static() && body.this_from.is_none_or(|from| site.pc > from);
    (has_object && !is_reference).then_some(&*class.class)
}

impl<K> Resolved<K> {
    fn found(&self, answer: &PointMatch, descriptor: &MethodDescriptor) -> Found<'_, K> {
        let wants = &self.wants;
        let result = match &wants.moment {
            Moment::Before => None,
            Moment::Returning(binding) | Moment::Throwing(binding) => typed(binding.as_ref()),
        };
        let mut values = Vec::new();
        let object = Type::object();
        let is_returning = matches!(wants.moment, Moment::Returning(_));
        let result_type = descriptor
            .result
            .as_ref()
            .filter(|_| is_returning)
            .unwrap_or(&object);
        let names_target = typed(wants.target.as_ref()) == Some(true);
        values.extend(
            result.and_then(|named| passed(Position::Value, named, &answer.result, result_type)),
        );
        values.extend(
            wants
                .target_type()
                .and_then(|_| passed(Position::Target, names_target, &answer.target, &object)),
        );

        for (position, argument) in wants.arguments.iter() {
            let named = match argument {
                ArgumentPattern::Any => None,
                ArgumentPattern::Typed(_) => Some(false),
                ArgumentPattern::Bound(binding) => typed(Some(binding)),
            };
            let Some(n) = position.index(descriptor.parameters.len()) else {
                continue;
            };
            if let (Some(named), Some(test)) = (named, answer.arguments.get(n)) {
                values.extend(passed(
                    Position::Argument(position),
                    named,
                    test,
                    &descriptor.parameters[n],
                ));
            }
        }

        values.extend(
            typed(wants.caller.as_ref())
                .and_then(|n| passed(Position::Caller, n, &answer.caller, &object)),
        );
        Found {
            resolved: self,
            values,
        }
    }
}

/// Returns whether a value is bound or only tested, for a binding that has a type.
fn typed(binding: Option<&Binding>) -> Option<bool> {
    binding
        .filter(|binding| binding.ty.is_some())
        .map(|binding| !binding.name.is_empty())
}

/// Returns how a value is passed: a test, or a value to bind; `None` if neither is needed.
fn passed(position: Position, is_bound: bool, test: &Test, ty: &Type) -> Option<PassedValue> {
    let primitive = match ty {
        Type::Primitive(primitive) => Some(primitive.descriptor()),
        Type::Class(_) | Type::Array(_) => None,
    };
    let (primitive, conversion) = match test {
        Test::InstanceOf(_) => (None, Conversion::Tested),
        Test::Unboxed(_) => (None, Conversion::Unboxed),
        Test::NoValue => (None, Conversion::Conforms),
        Test::Always | Test::Widened { .. } | Test::Boxed(_) => (primitive, Conversion::Conforms),
    };

    (is_bound || conversion == Conversion::Tested).then_some(PassedValue {
        position,
        primitive,
        conversion,
    })
}

/// Returns the place of the monitors of a specification: they must see the types that it names, in
/// declarations and in the words of its code.
pub fn placement(specification: &Specification, hierarchy: &Hierarchy) -> Placement {
    let imports = Imports::of(specification);
    let names = TypeNames::new(hierarchy, &imports);
    let is_empty = |import: &&String| imports_nothing(import, names);
    let empty_imports = specification
        .imports
        .iter()
        .filter(is_empty)
        .cloned()
        .collect();
    let mut placement = Placement {
        empty_imports,
        ..Placement::default()
    };

    let mut known: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for word in type_words(specification) {
        let found = known
            .entry(word)
            .or_insert_with(|| program_class(word, names, hierarchy));
        let Some(class) = found else { continue };
        let is_unnamed = !class.contains('.') || hierarchy.is_source(&class.replace('.', "$"));
        placement.unnamed_package |= is_unnamed;
        if !is_unnamed && !is_imported(specification, word, class) {
            placement.imports.insert(class.clone());
        }
    }

    placement
}

/// Returns whether an import of all classes of something means neither a package with classes nor a
/// class.
fn imports_nothing(import: &str, names: TypeNames<'_>) -> bool {
    let Some(prefix) = import
        .strip_suffix(".*")
        .filter(|prefix| !prefix.starts_with("static "))
    else {
        return false;
    };
    let (package, hierarchy) = (prefix.to_internal(), names.hierarchy());
    let has_sources = || hierarchy.sources().any(|class| class.package() == package);
    let is_package = hierarchy.library().package_exists(&package) || has_sources();
    !is_package && names.resolve(prefix).missing().is_some()
}

/// An import of a nested class of the unnamed package: Java has no such imports (JLS 7.5).
pub fn unimportable<'s>(
    specification: &'s Specification,
    hierarchy: &Hierarchy,
) -> Option<&'s String> {
    specification
        .imports
        .iter()
        .find(|import| import.contains('.') && hierarchy.is_source(&import.replace('.', "$")))
}

/// The class of the program that a simple name means, with dots.
fn program_class(word: &str, names: TypeNames<'_>, hierarchy: &Hierarchy) -> Option<String> {
    match names.resolve(word) {
        TypeName::Known(Type::Class(class)) if hierarchy.is_source(&class) => {
            let is_visible = hierarchy
                .class(&class)
                .is_some_and(|info| info.access.has(Access::PUBLIC));
            let is_unnamed = !class.contains('/');
            (is_visible || is_unnamed).then(|| class.to_readable())
        }
        _ => None,
    }
}

fn is_imported(specification: &Specification, word: &str, class: &str) -> bool {
    // Imports on demand may bring other classes of this name.
    class.rsplit('.').next() == Some(word)
        && specification.imports.iter().any(|import| import == class)
}

/// Words that may be simple names of types: what is written as a type, and capitalized words of
/// user code.
fn type_words(specification: &Specification) -> BTreeSet<&str> {
    let contexts = specification.contexts.iter();
    let declared = contexts.flat_map(|context| {
        let parameters = context
            .parameters
            .iter()
            .map(|parameter| parameter.ty.as_str());
        parameters.chain(
            context
                .variables
                .iter()
                .map(|variable| variable.ty.as_str()),
        )
    });

    let events = specification.events.iter().flat_map(|event| {
        let parameters = event
            .parameters
            .iter()
            .filter_map(|parameter| parameter.ty.as_deref());
        parameters.chain(
            event
                .alternatives
                .iter()
                .flat_map(|alternative| types_of(&alternative.trigger)),
        )
    });

    let codes = plan::codes(specification)
        .into_iter()
        .map(|code| code.text.as_str());
    let words = declared
        .chain(events)
        .chain(codes)
        .flat_map(|text| text.split(|c: char| !is_identifier_part(c)));

    words
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
        .collect()
}

fn is_identifier_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The types that values of a trigger are tested against or bound as.
fn types_of(trigger: &Trigger) -> Vec<&str> {
    let bindings = crate::monitor::bindings(trigger)
        .into_iter()
        .filter_map(|binding| binding.ty.as_deref());
    let point = match trigger {
        Trigger::Point(point) => Some(point),
        _ => None,
    };
    let typed = point.into_iter().flat_map(|point| {
        let target = point.target_type().into_iter();
        point.argument_types().chain(target)
    });
    let of_flows = trigger
        .flows()
        .iter()
        .flat_map(|test| &test.flow.points)
        .flat_map(PointPattern::types);
    bindings.chain(typed).chain(of_flows).collect()
}
