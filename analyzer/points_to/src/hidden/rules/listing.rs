//! The rules for each method of a library, for the test that lists them.

use std::sync::Arc;

use java_types::class_info::MethodInfo;
use java_types::descriptor::{MethodDescriptor, Type};
use java_types::hierarchy::Hierarchy;

use super::sources::{self, source};
use super::{Action, action};
use crate::classes::Classes;
use crate::hidden::token::{Role, Token};
use crate::parameters::Parameters;

/// The rule for one object of the reflection library that a method gets, or that it gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// `on`: the receiver; `0`, `1`, ..: an argument; `gives`: the result.
    pub place: String,
    /// The kind of the object: `Class`, `Method`, ..
    pub kind: &'static str,
    /// The rule, or [`KEEPS_EVERYTHING`].
    pub rule: String,
}

/// The rule of whatever no rule names.
pub const KEEPS_EVERYTHING: &str = "keeps everything";

/// The text for a value to which nothing happens.
pub const NOTHING: &str = "Nothing";

/// Returns the rules for a method that `owner` declares: one for each reflective object that it
/// gets, and for its result where that can be one.
pub fn reflection_rules(hierarchy: &Hierarchy, owner: &Arc<str>, method: &MethodInfo) -> Vec<Rule> {
    let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
        return Vec::new();
    };
    let owners = declaring(hierarchy, owner, method);
    let mut found = Vec::new();
    let mut add = |place: String, role: Role, class: &str| {
        for (kind, token) in tokens_in(class) {
            let known = owners
                .iter()
                .find_map(|owner| action(owner, &method.name, role, &token));
            let rule = known.map_or(KEEPS_EVERYTHING.to_owned(), display);
            found.push(Rule {
                place: place.clone(),
                kind,
                rule,
            });
        }
    };

    if !method.access.is_static() && &*method.name != "<init>" {
        add("on".to_owned(), Role::Receiver, owner);
    }

    for (position, parameter) in descriptor.parameters.iter().enumerate() {
        if let Some(class) = parameter.innermost_class() {
            add(position.to_string(), Role::Argument(position), class);
        }
    }

    if let Some(kind) = descriptor
        .result
        .as_ref()
        .and_then(Type::innermost_class)
        .filter(|class| !tokens_in(class).is_empty())
    {
        let named = owners.iter().find_map(|owner| source(owner, &method.name));
        let given = named.unwrap_or_else(|| sources::of_result(&method.descriptor));
        let kind = tokens_in(kind)[0].0;
        found.push(Rule {
            place: "gives".to_owned(),
            kind,
            rule: format!("{given:?}"),
        });
    }

    let gets = descriptor
        .parameters
        .iter()
        .filter_map(Type::innermost_class);
    let receiver = (!method.access.is_static()).then_some(owner);
    let gets_handle = gets
        .chain(receiver)
        .any(|class| HANDLES.contains(&&**class));
    if descriptor
        .result
        .as_ref()
        .and_then(Type::innermost_class)
        .is_some_and(|class| HANDLES.contains(&&**class))
    {
        let rule = if gets_handle {
            "what its handles do"
        } else {
            "what its arguments lead to"
        };
        found.push(Rule {
            place: "gives".to_owned(),
            kind: "handle",
            rule: rule.to_owned(),
        });
    }

    found
}

/// Objects that call methods and access fields. They are not followed: whatever one may do is done
/// where it is found.
const HANDLES: [&str; 6] = [
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/VarHandle",
    "java/lang/invoke/CallSite",
    "java/lang/invoke/MutableCallSite",
    "java/lang/invoke/MethodHandleInfo",
    "java/lang/invoke/SwitchPoint",
];

fn display(action: Action) -> String {
    format!("{action:?}")
}

/// The owner, and what is above it that declares the method too.
fn declaring(hierarchy: &Hierarchy, owner: &Arc<str>, method: &MethodInfo) -> Vec<Arc<str>> {
    let is_same = |other: &MethodInfo| {
        other.name == method.name
            && other.access.is_static() == method.access.is_static()
            && crate::dispatch::arity(&other.descriptor)
                == crate::dispatch::arity(&method.descriptor)
    };
    let above = hierarchy.supertypes(owner).names().to_vec();
    let declares = |name: &Arc<str>| {
        &*method.name != "<init>"
            && hierarchy
                .class(name)
                .is_some_and(|info| info.methods.iter().any(is_same))
    };

    above
        .into_iter()
        .filter(|name| name == owner || declares(name))
        .collect()
}

/// The objects that the analysis follows of which a value of the class may be one.
fn tokens_in(class: &str) -> Vec<(&'static str, Token)> {
    let all = Classes::all;
    let every = [
        ("Class", Token::Class(all())),
        ("Method", Token::Method(all(), None, Parameters::Any)),
        ("Constructor", Token::Constructor(all(), Parameters::Any)),
        ("Field", Token::Field(all(), None)),
    ];
    let kinds: &[&str] = match class {
        "java/lang/Class" => &["Class"],
        "java/lang/reflect/Method" => &["Method"],
        "java/lang/reflect/Constructor" => &["Constructor"],
        "java/lang/reflect/Field" => &["Field"],
        "java/lang/reflect/Executable" => &["Method", "Constructor"],
        "java/lang/reflect/Member" | "java/lang/reflect/AccessibleObject" => {
            &["Method", "Constructor", "Field"]
        }
        "java/lang/reflect/AnnotatedElement" => &["Class", "Method", "Constructor", "Field"],
        "java/lang/reflect/GenericDeclaration" => &["Class", "Method", "Constructor"],
        "java/lang/reflect/Type" => &["Class"],
        _ => &[],
    };

    every
        .into_iter()
        .filter(|(kind, _)| kinds.contains(kind))
        .collect()
}
