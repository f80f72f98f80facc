//! Models against the classes they speak of.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use java_types::class_info::MethodInfo;
use java_types::hierarchy::Hierarchy;
use text::{Diagnostic, nearest};

use super::{Entry, KindId, Methods, Models, key};

impl Models {
    /// Returns what the files say of classes, methods and results that are not there: a class that
    /// is missing, a key that no method has, a method with a reference for a result whose model
    /// does not say where it comes from. In file order. O(kinds * classes * methods).
    pub fn check(&self, hierarchy: &Hierarchy) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (id, kind) in self.kinds() {
            let classes: Vec<Arc<str>> = self.classes_below(id).into_iter().collect();
            check_methods(&kind.methods, &classes, false, hierarchy, &mut found);
        }

        for (class, methods) in &self.statics {
            check_methods(
                methods,
                std::slice::from_ref(class),
                true,
                hierarchy,
                &mut found,
            );
        }

        found.sort();
        found
    }

    /// The types and classes of a kind and of those that extend it. An array has the methods of
    /// `Object`.
    fn classes_below(&self, above: KindId) -> BTreeSet<Arc<str>> {
        let below = self
            .kinds()
            .filter(|&(id, _)| id == above || self.extends(id, above));
        let classes = below.flat_map(|(_, kind)| std::iter::once(&kind.ty).chain(&kind.classes));
        classes
            .map(|class| {
                if class.starts_with('[') {
                    Arc::from("java/lang/Object")
                } else {
                    class.clone()
                }
            })
            .collect()
    }

    fn extends(&self, kind: KindId, above: KindId) -> bool {
        self.kind(kind)
            .extends
            .iter()
            .any(|&next| next == above || self.extends(next, above))
    }
}

fn check_methods(
    methods: &Methods,
    classes: &[Arc<str>],
    statics: bool,
    hierarchy: &Hierarchy,
    found: &mut Vec<Diagnostic>,
) {
    let missing = classes
        .iter()
        .find(|class| hierarchy.class(class).is_none());
    if let (Some(class), Some(first)) = (missing, methods.values().next()) {
        found.push(error(
            first,
            "unknown-class",
            format!("there is no class `{}`", class.to_binary()),
        ));
    }

    let declared: Vec<MethodInfo> = classes
        .iter()
        .flat_map(|class| members(class, hierarchy))
        .collect();

    for (key, entry) in methods {
        let fits =
            |m: &&MethodInfo| m.access.is_static() == statics && key_of(m).as_ref() == Some(key);
        let matching: Vec<&MethodInfo> = declared.iter().filter(fits).collect();
        if matching.is_empty() {
            let keys: Vec<String> = declared.iter().filter_map(key_of).collect();
            let help = nearest(key, keys.iter().map(String::as_str))
                .map(|key| format!("did you mean `{key}`?"));
            let mut error = error(
                entry,
                "unknown-method",
                format!("no class of this kind has a method `{key}`"),
            );
            error.help = help;
            found.push(error);
        }
        for of in entry
            .model
            .claimed()
            .filter(|of| hierarchy.class(of).is_none())
        {
            found.push(error(
                entry,
                "unknown-class",
                format!("there is no class `{}`", of.to_binary()),
            ));
        }
        let refers = |m: &&MethodInfo| {
            m.descriptor
                .rsplit(')')
                .next()
                .is_some_and(|r| r.starts_with(['L', '[']))
        };
        if matching.iter().any(refers)
            && !entry.model.has_result()
            && !key.starts_with(key::CONSTRUCTOR)
        {
            let message = format!("the model of `{key}` does not say where its result comes from");
            found.push(error(entry, "missing-result", message));
        }
    }
}

fn key_of(method: &MethodInfo) -> Option<String> {
    key::of_descriptor(&method.name, &method.descriptor)
}

/// The methods of a class and of its supertypes, its own constructors alone.
fn members(class: &str, hierarchy: &Hierarchy) -> Vec<MethodInfo> {
    let own = hierarchy
        .class(class)
        .map(|info| info.methods.clone())
        .unwrap_or_default();
    let supertypes = hierarchy.supertypes(class);
    let above = supertypes
        .names()
        .iter()
        .filter(|name| ***name != *class)
        .filter_map(|name| hierarchy.class(name));
    let inherited = above
        .flat_map(|info| info.methods.clone())
        .filter(|m| &*m.name != key::CONSTRUCTOR);
    own.into_iter().chain(inherited).collect()
}

fn error(entry: &Entry, code: &str, message: String) -> Diagnostic {
    Diagnostic::error(&entry.file, entry.span, code, message)
}
