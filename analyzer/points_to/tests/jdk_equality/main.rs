//! The questions of each `equals` of the JDK to the other object: models have them, or
//! [`points_to::is_asked_by_equals`] counts on them.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{LocalId, Method, MethodRef, Program, StatementKind};
use java_bytecode::{ClassFileBytes, load};
use java_types::Access;
use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::is_asked_by_equals;
use points_to::models::Models;

const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

#[test]
fn every_question_of_the_jdk_is_known() {
    let jdk = Jdk::from_environment().expect("a JDK");
    let library = Arc::new(ClassPath::open(&[], &jdk).expect("a class path"));
    let hierarchy = Hierarchy::new([], library.clone());
    let modelled = modelled();
    assert!(modelled.contains("getKey"), "{modelled:?}");
    let mut asked = 0;
    let mut unknown = BTreeSet::new();
    for name in classes(&jdk) {
        let declares = |info: Arc<java_types::class_info::ClassInfo>| {
            let mut named = info.methods_named(EQUALS.0);
            named.any(|method| &*method.descriptor == EQUALS.1)
        };
        if !hierarchy.class(&name).is_some_and(declares) {
            continue;
        }
        let Ok(Some(bytes)) = jdk.class_bytes(&name) else {
            continue;
        };
        let file = ClassFileBytes {
            root: "jdk".to_owned(),
            path: format!("{name}.class"),
            bytes,
        };
        let program = load(vec![file], library.clone());
        for callee in questions(&program) {
            asked += 1;
            let is_known = modelled.contains(&*callee.name)
                || is_asked_by_equals(&hierarchy, &callee.owner)
                || !may_be_overridden(&hierarchy, &callee);
            if !is_known {
                unknown.insert(format!("{name}: {}.{}", callee.owner, callee.name));
            }
        }
    }
    assert!(asked > 500, "{asked} questions");
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The methods that the model of `equals`, of an object of unknown class, calls on the argument.
fn modelled() -> BTreeSet<String> {
    let models = Models::jdk();
    let model = models.unknown_receiver("java/lang/Object", EQUALS.0, EQUALS.1);
    let model = model.expect("a model of `equals`");
    let shown = model.statements.iter().map(|own| models.show(model, own));
    let asked = shown.filter_map(|own| Some(own.strip_prefix("1.")?.split_once('(')?.0.to_owned()));
    asked.collect()
}

/// The methods that `equals` of the class of a program calls on its argument, itself or in methods of
/// the same class that it hands that to.
fn questions(program: &Program) -> BTreeSet<MethodRef> {
    let is_equals = |method: &&Method| (&*method.name, &*method.descriptor) == EQUALS;
    let mut pending: Vec<(&Method, LocalId)> = Vec::new();
    for method in program.methods.iter().filter(is_equals) {
        let parameters = method.body.iter().flat_map(|body| &body.parameters);
        pending.extend(parameters.last().map(|&other| (method, other)));
    }
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some((method, other)) = pending.pop() {
        if !seen.insert((method.name.clone(), method.descriptor.clone(), other)) {
            continue;
        }
        let others = others(method, other);
        for statement in method.statements() {
            let StatementKind::Call(site) = &statement.kind else {
                continue;
            };
            let call = &program.calls[*site];
            let callees = call.target.named();
            if call.receiver.is_some_and(|local| others.contains(&local)) {
                found.extend(callees.iter().cloned());
            }
            for callee in callees {
                let is_meant = |own: &&Method| {
                    (&own.name, &own.descriptor) == (&callee.name, &callee.descriptor)
                };
                let own = program.methods.iter().find(is_meant);
                let Some((own, body)) = own.and_then(|own| Some((own, own.body.as_ref()?))) else {
                    continue;
                };
                let first = body.parameters.len() - call.arguments.len();
                for (&argument, &parameter) in call.arguments.iter().zip(&body.parameters[first..])
                {
                    if others.contains(&argument) {
                        pending.push((own, parameter));
                    }
                }
            }
        }
    }
    found
}

/// The locals that hold what one holds, cast or not.
fn others(method: &Method, other: LocalId) -> BTreeSet<LocalId> {
    let mut others = BTreeSet::from([other]);
    loop {
        let before = others.len();
        for statement in method.statements() {
            if let StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } = &statement.kind
                && others.contains(source)
            {
                others.insert(*target);
            }
        }
        if others.len() == before {
            return others;
        }
    }
}

/// Returns whether a class of a program may have another method in place of this one.
fn may_be_overridden(hierarchy: &Hierarchy, callee: &MethodRef) -> bool {
    let Some(class) = hierarchy.class(&callee.owner) else {
        return true;
    };
    let is_open = |access: Access| access.has(Access::PUBLIC) || access.has(Access::PROTECTED);
    let is_made = class.access.is_interface()
        || class
            .methods_named("<init>")
            .any(|constructor| is_open(constructor.access));
    let found = hierarchy
        .resolve_method(&callee.owner, &callee.name, &callee.descriptor)
        .found();
    let is_free = found.is_none_or(|found| {
        let mut named = found.class.methods_named(&callee.name);
        let method = named.find(|method| method.descriptor == callee.descriptor);
        let access = method.map_or(Access(0), |method| method.access);
        is_open(access) && !access.has(Access::FINAL) && !access.is_static()
    });
    is_free && is_made && class.access.has(Access::PUBLIC) && !class.access.has(Access::FINAL)
}

/// The internal names of all classes of the JDK.
fn classes(jdk: &Jdk) -> impl Iterator<Item = String> + '_ {
    let in_package = |package| {
        let names = jdk.classes_in(package).into_iter();
        names.map(move |name| format!("{package}/{name}"))
    };
    jdk.packages().into_iter().flat_map(in_package)
}
