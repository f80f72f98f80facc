//! The places where objects of the reflection library come into the program, and calls that reach
//! classes without one.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{CallSite, CallSiteId, ClassId, Constant, MethodRef, StatementKind};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Type};

use super::flow::Flow;
use super::index::{Index, statements};
use super::log::LogKind;
use super::lookups;
use super::names;
use super::outside::Outside;
use super::rules::sources::{self, Source};
use super::streams;
use super::texts::TextSearch;
use super::token::Token;
use crate::classes::Classes;
use crate::effect::Effect;
use crate::members::{self, Asked};
use crate::node::Variable;
use crate::parameters::Parameters;

/// Starts everything that methods which run do by reflection.
pub(super) fn sow(index: &Index<'_>, outside: &Outside<'_>, flow: &mut Flow<'_, '_>) {
    for (method, statement) in statements(index.program).filter(|&(method, _)| outside.runs(method))
    {
        if let StatementKind::Constant {
            target,
            value: Constant::Class(ty),
        } = statement
            && let Some(class) = ty
                .innermost_class()
                .and_then(|name| index.dispatch.class(name))
        {
            flow.enter(
                Variable::new(method, *target),
                Token::Class(Classes::One(class)),
            );
        }
    }

    for (site, call) in index
        .program
        .calls
        .iter_enumerated()
        .filter(|(_, call)| outside.runs(call.method))
    {
        for callee in call.target.named() {
            sow_call(index, outside, flow, site, call, callee);
        }
    }
    streams::sow(index, outside, flow);
}

fn sow_call(
    index: &Index<'_>,
    outside: &Outside<'_>,
    flow: &mut Flow<'_, '_>,
    site: CallSiteId,
    call: &CallSite,
    callee: &MethodRef,
) {
    own_class(index, flow, call, callee);
    element_of_annotation(index, flow, site, call, callee);
    let owners = index.declaring(call, callee);
    if outside.runs_library(index, site, callee) {
        result(index, outside, flow, site, call, callee, &owners);
    }

    for effect in lookups::of_library(index, outside, site, &owners, &callee.name) {
        flow.cause(
            site,
            effect,
            format!("{} may find any method of a library", display(callee)),
        );
    }

    for owner in owners {
        for effect in without_class(index, outside, call, callee, &owner) {
            let reason = format!("`{}.{}`", owner.to_readable(), callee.name);
            flow.cause(site, effect, reason);
        }
    }
}

fn display(callee: &MethodRef) -> String {
    format!("`{}.{}`", callee.owner.to_readable(), callee.name)
}

/// Sows the results of a library method, or of one that is implemented there.
fn result(
    index: &Index<'_>,
    outside: &Outside<'_>,
    flow: &mut Flow<'_, '_>,
    site: CallSiteId,
    call: &CallSite,
    callee: &MethodRef,
    owners: &[Arc<str>],
) {
    let named = owners
        .iter()
        .find_map(|owner| sources::source(owner, &callee.name));
    match named.unwrap_or_else(|| sources::of_result(&callee.descriptor)) {
        Source::ByName => by_name(index, outside, flow, site, call, callee),
        Source::Any => enter(flow, call, Classes::all()),
        Source::AnyMember => any_member(flow, call),
        Source::Unfollowed => {
            flow.cause(
                site,
                Effect::Use(Classes::all()),
                format!("{} may give any class", display(callee)),
            );
        }
        Source::Given => {}
    }
}

fn any_member(flow: &mut Flow<'_, '_>, call: &CallSite) {
    let Some(result) = call.result else { return };
    let all = Classes::all;
    for token in [
        Token::Class(all()),
        Token::Method(all(), None, Parameters::Any),
        Token::Constructor(all(), Parameters::Any),
        Token::Field(all(), None),
    ] {
        flow.enter(Variable::new(call.method, result), token);
    }
}

fn enter(flow: &mut Flow<'_, '_>, call: &CallSite, classes: Classes) {
    if let Some(result) = call.result {
        flow.enter(Variable::new(call.method, result), Token::Class(classes));
    }
}

/// `o.getClass()`, and `getDeclaringClass()` of enum constants: a class below the declared one of
/// the receiver.
fn own_class(index: &Index<'_>, flow: &mut Flow<'_, '_>, call: &CallSite, callee: &MethodRef) {
    let declaring = match (&*callee.name, call.arguments.is_empty()) {
        ("getClass", true) => "java/lang/Object",
        ("getDeclaringClass", true) => "java/lang/Enum",
        _ => return,
    };

    if let Some(receiver) = call.receiver
        && index
            .library_owners(callee)
            .iter()
            .any(|owner| &**owner == declaring)
    {
        enter(
            flow,
            call,
            Classes::Below(index.class_of(Variable::new(call.method, receiver))),
        );
    }
}

/// Sows the arguments of annotations, which have no place in the code: a class may be any; one of
/// an enum is found by its name.
fn element_of_annotation(
    index: &Index<'_>,
    flow: &mut Flow<'_, '_>,
    site: CallSiteId,
    call: &CallSite,
    callee: &MethodRef,
) {
    let is = |name: &str, kind| {
        index
            .program
            .hierarchy
            .class(name)
            .is_some_and(|info| info.access.has(kind))
    };
    let result = MethodDescriptor::parse(&callee.descriptor)
        .ok()
        .and_then(|descriptor| descriptor.result);

    let Some(given) = result
        .as_ref()
        .and_then(Type::innermost_class)
        .filter(|_| is(&callee.owner, Access::ANNOTATION))
    else {
        return;
    };

    if &**given == "java/lang/Class" {
        enter(flow, call, Classes::all());
    } else if let Some(class) = index
        .dispatch
        .class(given)
        .filter(|_| is(given, Access::ENUM))
    {
        let reason = format!("`{}.{}`", callee.owner.to_readable(), callee.name);
        flow.cause(
            site,
            Effect::Invoke(
                Classes::One(class),
                Some(Arc::from("values")),
                Parameters::none(),
            ),
            reason,
        );
    }
}

fn by_name(
    index: &Index<'_>,
    outside: &Outside<'_>,
    flow: &mut Flow<'_, '_>,
    site: CallSiteId,
    call: &CallSite,
    callee: &MethodRef,
) {
    let target = format!("`{}.{}`", callee.owner.to_readable(), callee.name);
    if let Some(logged) = outside.logged(index, call, LogKind::ForName) {
        for class in logged
            .iter()
            .filter_map(|entry| index.dispatch.class(&entry.class))
        {
            found(
                flow,
                site,
                call,
                class,
                format!("{target} found it, as the reflection log says"),
            );
        }
        return;
    }

    flow.finder(site);
    let Some(classes) = named_classes(index, outside, call, callee) else {
        flow.cause_during(
            site,
            Effect::Initialize(Classes::all()),
            format!("{target} gets a name that is not known"),
        );
        return enter(flow, call, Classes::all());
    };

    for class in classes {
        found(flow, site, call, class, format!("{target} finds it"));
    }
}

fn found(
    flow: &mut Flow<'_, '_>,
    site: CallSiteId,
    call: &CallSite,
    class: ClassId,
    reason: String,
) {
    flow.cause_during(site, Effect::Initialize(Classes::One(class)), reason);
    enter(flow, call, Classes::One(class));
}

/// The classes whose name is the last string of a call; `None` where it is not known.
fn named_classes(
    index: &Index<'_>,
    outside: &Outside<'_>,
    call: &CallSite,
    callee: &MethodRef,
) -> Option<BTreeSet<ClassId>> {
    let name = Variable::new(call.method, name_argument(call, callee)?);
    names::found(index, &TextSearch::parts(index, outside, name)?)
}

/// The last argument that is a string.
fn name_argument(call: &CallSite, callee: &MethodRef) -> Option<ir::LocalId> {
    let parameters = MethodDescriptor::parse(&callee.descriptor).ok()?.parameters;
    let position = parameters.iter().rposition(|ty| {
        ty.class_name()
            .is_some_and(|name| &**name == "java/lang/String")
    })?;
    call.arguments.get(position).copied()
}

/// Returns what library methods do to classes of which they get no `Class` object.
fn without_class(
    index: &Index<'_>,
    outside: &Outside<'_>,
    call: &CallSite,
    callee: &MethodRef,
    owner: &str,
) -> Vec<Effect> {
    let name = &*callee.name;
    if makes_by_name(owner, callee) {
        let construct = |classes| Effect::Construct(classes, Parameters::Any);
        return match named_classes(index, outside, call, callee) {
            Some(classes) => classes
                .into_iter()
                .map(|class| construct(Classes::One(class)))
                .collect(),
            None => vec![construct(Classes::all())],
        };
    }
    match (owner, name) {
        ("java/io/ObjectInputStream" | "java/io/ObjectInput", _)
            if streams::reads_objects(name) =>
        {
            streams::read_objects(index)
        }
        ("java/io/ObjectOutputStream" | "java/io/ObjectOutput", _)
            if streams::writes_objects(name) =>
        {
            streams::written_objects(index)
        }
        // A class that is made at run time may be below any class, as it may bring its own code.
        ("java/lang/ClassLoader", "defineClass") => vec![Effect::Make(Classes::all())],
        ("java/lang/invoke/MethodHandles$Lookup", _) if name.starts_with("define") => {
            vec![Effect::Make(Classes::all())]
        }
        // The interface is the result of a type that is made elsewhere.
        ("java/lang/invoke/LambdaMetafactory", _) => vec![Effect::Make(Classes::all())],
        ("java/beans/XMLDecoder" | "java/beans/XMLEncoder", _) => vec![Effect::Use(Classes::all())],
        ("java/util/ResourceBundle", "getBundle") => {
            vec![Effect::Construct(
                Classes::Below(Arc::from("java/util/ResourceBundle")),
                Parameters::none(),
            )]
        }
        ("java/lang/invoke/MethodHandles$Lookup", "bind") => {
            by_method_name(index, outside, call, 0)
        }
        ("java/beans/Statement" | "java/beans/Expression", "<init>") => {
            by_method_name(index, outside, call, 0)
        }
        ("java/beans/EventHandler", "<init>") => by_method_name(index, outside, call, 0),
        ("java/beans/EventHandler", "create") => by_method_name(index, outside, call, 1),
        ("javax/management/MBeanServer", "registerMBean") => {
            let object = call
                .arguments
                .first()
                .map(|&object| index.class_of(Variable::new(call.method, object)));
            object
                .map(|class| Effect::Use(Classes::Below(class)))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a method makes an object of the class whose name is its last string.
/// Factories of `javax.xml` ask for the class's loader beside its name.
fn makes_by_name(owner: &str, callee: &MethodRef) -> bool {
    let has_loader = || callee.descriptor.contains("Ljava/lang/ClassLoader;");
    match &*callee.name {
        "instantiate" => owner == "java/beans/Beans" || owner.starts_with("javax/management/"),
        "createMBean" => owner.starts_with("javax/management/"),
        "newInstance" | "newFactory" => owner.starts_with("javax/xml/") && has_loader(),
        _ => false,
    }
}

/// A method is called by its name, the argument behind the target's; a property's accessors have
/// the name in theirs. A method of a library may lead to any class ([`sources::is_dangerous`]).
fn by_method_name(
    index: &Index<'_>,
    outside: &Outside<'_>,
    call: &CallSite,
    target: usize,
) -> Vec<Effect> {
    let (Some(&object), Some(&name)) = (call.arguments.get(target), call.arguments.get(target + 1))
    else {
        return vec![Effect::Use(Classes::all())];
    };
    let declared = index.class_of(Variable::new(call.method, object));
    let is_of_library = index.dispatch.class(&declared).is_none();
    let class = Classes::Below(declared);
    let names = TextSearch::texts(index, outside, Variable::new(call.method, name));
    let is_dangerous = names
        .as_ref()
        .is_none_or(|names| names.iter().any(|name| sources::is_dangerous(name)));
    if is_of_library && is_dangerous {
        return vec![Effect::Use(Classes::all())];
    }
    match names {
        Some(names) if names.iter().all(|name| is_method_of(index, &class, name)) => names
            .into_iter()
            .map(|name| Effect::Invoke(class.clone(), Some(name), Parameters::Any))
            .collect(),
        _ => vec![Effect::Invoke(class, None, Parameters::Any)],
    }
}

fn is_method_of(index: &Index<'_>, classes: &Classes, name: &str) -> bool {
    let classes = classes.members(index.dispatch, index.program);
    let asked = Asked {
        name: Some(name),
        parameters: &Parameters::Any,
    };
    !members::methods(index.program, index.dispatch, classes, asked).is_empty()
}
