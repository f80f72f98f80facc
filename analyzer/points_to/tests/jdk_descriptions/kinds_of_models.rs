//! Calls that models make, against the classes of the JDK below the types of kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::{KindId, Models, Statement};

/// A method by name and number of parameters, as models call it.
type Called = (String, usize);

fn called(models: &Models) -> BTreeSet<Called> {
    let all = models.all();
    let statements = all.iter().flat_map(|method| &method.model.statements);
    let calls = statements.filter_map(|statement| match statement {
        Statement::Call { selector, .. } => {
            Some((selector.name.clone().to_string(), selector.arity))
        }
        _ => None,
    });
    calls.collect()
}

/// The kinds of the objects that models make.
fn made(models: &Models) -> BTreeSet<KindId> {
    let all = models.all();
    let statements = all.iter().flat_map(|method| &method.model.statements);
    let kinds = statements.filter_map(|statement| match statement {
        Statement::New { kind, .. } => Some(*kind),
        _ => None,
    });
    kinds.collect()
}

fn methods(hierarchy: &Hierarchy, class: &str) -> BTreeSet<Called> {
    let above = hierarchy.supertypes(class);
    let infos = above
        .names()
        .iter()
        .filter_map(|name| hierarchy.class(name));
    let declared = infos.flat_map(|info| info.methods.clone());
    let own = declared.filter(|method| !method.access.is_static() && !method.access.is_private());
    own.map(|method| (method.name.to_string(), arity(&method.descriptor)))
        .collect()
}

fn arity(descriptor: &str) -> usize {
    let parameters = descriptor
        .split(')')
        .next()
        .unwrap_or_default()
        .trim_start_matches('(');
    let mut count = 0;
    let mut rest = parameters.trim_start_matches('[');
    while let Some(first) = rest.chars().next() {
        let end = if first == 'L' {
            rest.find(';').map_or(rest.len(), |at| at + 1)
        } else {
            1
        };
        rest = rest[end..].trim_start_matches('[');
        count += 1;
    }
    count
}

/// For each type, the methods of the classes of `java.base` below it.
fn below(
    jdk: &Jdk,
    hierarchy: &Hierarchy,
    types: &BTreeSet<Arc<str>>,
) -> BTreeMap<Arc<str>, BTreeMap<Called, String>> {
    let mut found: BTreeMap<Arc<str>, BTreeMap<Called, String>> = BTreeMap::new();
    let packages = jdk
        .packages()
        .into_iter()
        .filter(|package| package.starts_with("java"));
    for class in packages.flat_map(|package| jdk.classes_in(package)) {
        let above = hierarchy.supertypes(class);
        for ty in above.names().iter().filter(|name| types.contains(*name)) {
            let of_type = found.entry(ty.clone()).or_default();
            methods(hierarchy, class).into_iter().for_each(|method| {
                of_type.entry(method).or_insert_with(|| class.to_string());
            });
        }
    }
    found
}

#[test]
fn classes_below_a_kind_have_no_unknown_methods() {
    let jdk = Jdk::from_environment().expect("a JDK");
    let hierarchy = Hierarchy::new(
        [],
        Arc::new(ClassPath::open(&[], &jdk).expect("a class path")),
    );
    let models = Models::jdk();
    let (called, made) = (called(&models), made(&models));
    let types = made
        .iter()
        .map(|&kind| models.kind(kind).ty.clone())
        .collect();
    let below = below(&jdk, &hierarchy, &types);
    let mut unknown = Vec::new();
    for &kind in made.iter().filter(|&&kind| !models.kind(kind).opaque) {
        let ty = &models.kind(kind).ty;
        let declared = methods(&hierarchy, ty);
        for (method, class) in below.get(ty).into_iter().flatten() {
            let has_model = models
                .methods_named(kind, &method.0, method.1)
                .next()
                .is_some();
            if called.contains(method) && !declared.contains(method) && !has_model {
                unknown.push(format!(
                    "{} {}/{} {class}",
                    models.kind(kind).name,
                    method.0,
                    method.1
                ));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
