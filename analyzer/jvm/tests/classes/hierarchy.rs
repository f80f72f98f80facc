//! Subtypes, resolution and selection, with classes that are there and classes that are missing.

use crate::support;
use std::sync::Arc;

use java_types::Access;
use java_types::class_info::{ClassInfo, FieldInfo, MethodInfo};
use java_types::descriptor::Type;
use java_types::hierarchy::{Answer, Hierarchy, MethodOf, Resolved};
use jvm::classpath::ClassPath;

/// A source class: `Name < Super, I, J`, `interface Name < I`, with methods `flags
/// name(descriptor)`.
fn class(head: &str, methods: &[&str]) -> Arc<ClassInfo> {
    let (head, interface) = head
        .strip_prefix("interface ")
        .map_or((head, false), |head| (head, true));
    let (name, supers) = head.split_once(" < ").unwrap_or((head, ""));
    let supers: Vec<&str> = supers.split(", ").filter(|s| !s.is_empty()).collect();
    let (superclass, interfaces) = if interface {
        ("java/lang/Object", supers.as_slice())
    } else {
        supers
            .split_first()
            .map_or(("java/lang/Object", &[][..]), |(first, rest)| {
                (*first, rest)
            })
    };
    Arc::new(ClassInfo {
        name: name.into(),
        access: if interface {
            Access::INTERFACE | Access::ABSTRACT
        } else {
            Access::PUBLIC
        },
        super_name: Some(superclass.into()),
        interfaces: interfaces.iter().map(|&i| i.into()).collect(),
        signature: None,
        methods: methods.iter().map(|text| method(text)).collect(),
        fields: Vec::new(),
        inner_classes: Vec::new(),
        enclosing_method: None,
        record_components: None,
        permitted_subclasses: None,
        source: true,
    })
}

fn method(text: &str) -> MethodInfo {
    let mut access = Access::default();
    let mut words: Vec<&str> = text.split(' ').collect();
    let signature = words.pop().unwrap();
    for word in words {
        access = access
            | match word {
                "public" => Access::PUBLIC,
                "private" => Access::PRIVATE,
                "static" => Access::STATIC,
                "abstract" => Access::ABSTRACT,
                other => panic!("{other}"),
            };
    }
    let name = signature.split('(').next().unwrap();
    MethodInfo {
        name: name.into(),
        descriptor: signature[name.len()..].into(),
        access,
        signature: None,
        exceptions: Vec::new(),
    }
}

fn hierarchy(classes: &[Arc<ClassInfo>]) -> Hierarchy {
    let class_path = ClassPath::open(&[], support::jdk()).unwrap();
    Hierarchy::new(classes.iter().cloned(), Arc::new(class_path))
}

fn declaring(resolved: Resolved<MethodOf>) -> String {
    match resolved {
        Resolved::Found(method) => method.class.name.to_string(),
        Resolved::Absent => "absent".to_owned(),
        Resolved::Unknown => "unknown".to_owned(),
    }
}

fn subtype(h: &Hierarchy, a: &str, b: &str) -> Answer {
    h.is_subtype(&Type::parse(a).unwrap(), &Type::parse(b).unwrap())
}

#[test]
fn sources_go_before_the_class_path() {
    let h = hierarchy(&[class("java/util/List", &[])]);
    assert!(h.class("java/util/List").unwrap().source);
    assert!(!h.class("java/util/Set").unwrap().source);
}

#[test]
fn array_types_are_covariant_for_references_only() {
    let h = hierarchy(&[]);
    let yes = [
        ("[Ljava/util/ArrayList;", "[Ljava/util/Collection;"),
        ("[[I", "[Ljava/lang/Object;"),
        ("[I", "Ljava/lang/Cloneable;"),
        ("[I", "[I"),
    ];
    let no = [
        ("[I", "[J"),
        ("[I", "[Ljava/lang/Object;"),
        ("Ljava/lang/Object;", "[I"),
        ("I", "J"),
        ("[I", "Ljava/util/List;"),
    ];
    yes.iter()
        .for_each(|(a, b)| assert_eq!(subtype(&h, a, b), Answer::Yes, "{a} {b}"));
    no.iter()
        .for_each(|(a, b)| assert_eq!(subtype(&h, a, b), Answer::No, "{a} {b}"));
}

#[test]
fn missing_superclass_makes_the_answer_unknown_but_not_for_what_is_known() {
    let h = hierarchy(&[
        class("A < gone/Base, java/util/RandomAccess", &[]),
        class("B", &[]),
    ]);
    assert_eq!(h.is_subclass("A", "java/util/RandomAccess"), Answer::Yes);
    assert_eq!(h.is_subclass("A", "gone/Base"), Answer::Yes);
    assert_eq!(h.is_subclass("A", "java/lang/Object"), Answer::Yes);
    assert_eq!(h.is_subclass("A", "java/util/List"), Answer::Unknown);
    assert_eq!(h.is_subclass("B", "gone/Base"), Answer::No);
    assert_eq!(h.is_subclass("gone/Base", "B"), Answer::Unknown);
}

#[test]
fn supertypes_come_breadth_first_in_declaration_order() {
    let h = hierarchy(&[
        class("C < B, J, I", &[]),
        class("B < java/lang/Object, I", &[]),
        class("interface I", &[]),
        class("interface J < I", &[]),
    ]);
    let names: Vec<String> = h
        .supertypes("C")
        .names()
        .iter()
        .map(|name| name.to_string())
        .collect();
    assert_eq!(names, ["C", "B", "J", "I", "java/lang/Object"]);
}

#[test]
fn circular_hierarchy_ends() {
    let h = hierarchy(&[class("A < B", &[]), class("B < A", &[])]);
    assert_eq!(h.is_subclass("A", "C"), Answer::No);
    assert_eq!(declaring(h.resolve_method("A", "m", "()V")), "unknown");
}

#[test]
fn source_subtypes_are_found_through_library_classes() {
    let h = hierarchy(&[
        class("A < java/util/ArrayList", &[]),
        class("B < A", &[]),
        class("C < gone/Base", &[]),
        class("D", &[]),
    ]);
    let found = h.source_subtypes("java/util/Collection");
    assert_eq!(found.known, ["A".into(), "B".into()]);
    assert_eq!(found.possible, ["C".into()]);
}

#[test]
fn class_methods_resolve_before_interface_methods() {
    let h = hierarchy(&[
        class("Base", &["public m()V"]),
        class("interface I", &["public m()V", "public d()V"]),
        class("Sub < Base, I", &[]),
    ]);
    assert_eq!(declaring(h.resolve_method("Sub", "m", "()V")), "Base");
    assert_eq!(declaring(h.resolve_method("Sub", "d", "()V")), "I");
    assert_eq!(
        declaring(h.resolve_method("Sub", "hashCode", "()I")),
        "java/lang/Object"
    );
    assert_eq!(
        declaring(h.resolve_method("I", "hashCode", "()I")),
        "java/lang/Object"
    );
    assert_eq!(declaring(h.resolve_method("Sub", "none", "()V")), "absent");
}

#[test]
fn most_specific_default_wins_and_static_interface_methods_are_not_inherited() {
    let h = hierarchy(&[
        class("interface I", &["public m()V", "public static s()V"]),
        class("interface J < I", &["public m()V"]),
        class("C < java/lang/Object, I, J", &[]),
    ]);
    assert_eq!(declaring(h.resolve_method("C", "m", "()V")), "J");
    assert_eq!(declaring(h.resolve_method("C", "s", "()V")), "absent");
    assert_eq!(declaring(h.resolve_method("I", "s", "()V")), "I");
}

#[test]
fn interfaces_have_only_the_public_methods_of_object() {
    let h = hierarchy(&[class("interface I", &[])]);
    assert_eq!(
        declaring(h.resolve_method("I", "equals", "(Ljava/lang/Object;)Z")),
        "java/lang/Object"
    );
    assert_eq!(
        declaring(h.resolve_method("I", "clone", "()Ljava/lang/Object;")),
        "absent"
    );
}

#[test]
fn missing_interface_may_override_a_default_method() {
    let h = hierarchy(&[
        class("interface I", &["public m()V"]),
        class("C < java/lang/Object, I, gone/J", &[]),
    ]);
    assert_eq!(declaring(h.resolve_method("C", "m", "()V")), "unknown");
    let resolved = h.resolve_method("I", "m", "()V").found().unwrap();
    assert_eq!(declaring(h.select_override("C", &resolved)), "unknown");
}

#[test]
fn missing_class_hides_what_is_above_it_but_not_what_is_below() {
    let h = hierarchy(&[
        class("A < gone/Base", &["public m()V"]),
        class("B < A", &[]),
    ]);
    assert_eq!(declaring(h.resolve_method("B", "m", "()V")), "A");
    assert_eq!(declaring(h.resolve_method("B", "n", "()V")), "unknown");
    assert_eq!(
        declaring(h.resolve_method("gone/Base", "m", "()V")),
        "unknown"
    );
}

#[test]
fn array_and_polymorphic_methods_resolve() {
    let h = hierarchy(&[]);
    assert_eq!(
        declaring(h.resolve_method("[I", "clone", "()Ljava/lang/Object;")),
        "java/lang/Object"
    );
    let handle = "java/lang/invoke/MethodHandle";
    assert_eq!(
        declaring(h.resolve_method(handle, "invokeExact", "(I)V")),
        handle
    );
    assert_eq!(
        declaring(h.resolve_method(handle, "bindTo", "(I)V")),
        "absent"
    );
}

#[test]
fn selection_finds_the_lowest_override() {
    let h = hierarchy(&[
        class("Base", &["public m()V", "private p()V"]),
        class("Mid < Base", &["public m()V", "public p()V"]),
        class("Low < Mid", &[]),
    ]);
    let select = |receiver: &str, owner: &str, name: &str| {
        let resolved = h.resolve_method(owner, name, "()V").found().unwrap();
        declaring(h.select_override(receiver, &resolved))
    };
    assert_eq!(select("Low", "Base", "m"), "Mid");
    assert_eq!(select("Base", "Base", "m"), "Base");
    assert_eq!(select("Low", "Base", "p"), "Base");
    assert_eq!(select("gone/Class", "Base", "m"), "unknown");
}

#[test]
fn package_private_methods_are_overridden_within_the_package_or_through_it() {
    let h = hierarchy(&[
        class("p/A", &["m()V"]),
        class("q/B < p/A", &["m()V"]),
        class("p/C < q/B", &["public m()V"]),
        class("q/D < p/C", &["public m()V"]),
    ]);
    let resolved = h.resolve_method("p/A", "m", "()V").found().unwrap();
    assert_eq!(declaring(h.select_override("q/B", &resolved)), "p/A");
    assert_eq!(declaring(h.select_override("p/C", &resolved)), "p/C");
    assert_eq!(declaring(h.select_override("q/D", &resolved)), "q/D");
}

#[test]
fn default_method_is_selected_where_no_class_declares_one() {
    let h = hierarchy(&[
        class("interface I", &["public abstract m()V"]),
        class("interface J < I", &["public m()V"]),
        class("C < java/lang/Object, J", &[]),
        class("D < C, I", &[]),
    ]);
    let resolved = h.resolve_method("I", "m", "()V").found().unwrap();
    assert_eq!(declaring(h.select_override("D", &resolved)), "J");
    let arrays = h
        .resolve_method("java/lang/Object", "hashCode", "()I")
        .found()
        .unwrap();
    assert_eq!(
        declaring(h.select_override("[I", &arrays)),
        "java/lang/Object"
    );
}

#[test]
fn fields_of_interfaces_go_before_those_of_the_superclass() {
    let field = |name: &str, ty: &str| FieldInfo {
        name: name.into(),
        descriptor: ty.into(),
        access: Access::default(),
        signature: None,
        constant: None,
    };
    let with = |head: &str, f: FieldInfo| {
        let mut class = (*class(head, &[])).clone();
        class.fields.push(f);
        Arc::new(class)
    };
    let h = hierarchy(&[
        with("Base", field("x", "I")),
        with("interface I", field("x", "J")),
        class("Sub < Base, I", &[]),
    ]);
    let owner = |descriptor| {
        h.resolve_field("Sub", "x", descriptor)
            .found()
            .map(|f| f.class.name.to_string())
    };
    assert_eq!(owner(None).as_deref(), Some("I"));
    assert_eq!(owner(Some("I")).as_deref(), Some("Base"));
    assert_eq!(owner(Some("Z")), None);
}

#[test]
fn interfaces_do_not_have_the_members_of_object() {
    let h = hierarchy(&[
        class("interface I", &[]),
        class("C < java/lang/Object, I", &[]),
    ]);
    assert_eq!(h.has_member("I", "C", "toString", &[]), Answer::No);
    assert_eq!(h.has_member("C", "C", "toString", &[]), Answer::Yes);
    assert_eq!(
        h.has_member("java/util/List", "java/util/List", "hashCode", &[]),
        Answer::Yes
    );
}

#[test]
fn generic_method_is_the_member_that_an_instantiation_declares() {
    let h = hierarchy(&[]);
    let has = |class: &str, below: &str, name: &str, parameter: &str| {
        h.has_member(class, below, name, &[Type::parse(parameter).unwrap()])
    };
    let (comparable, comparator) = ("java/lang/Comparable", "java/util/Comparator");
    assert_eq!(
        has(
            comparable,
            "java/lang/String",
            "compareTo",
            "Ljava/lang/String;"
        ),
        Answer::Yes
    );
    assert_eq!(
        has(
            comparable,
            "java/lang/String",
            "compareTo",
            "Ljava/lang/Object;"
        ),
        Answer::Yes
    );
    assert_eq!(
        has(
            comparable,
            "java/lang/String",
            "compareTo",
            "Ljava/lang/Integer;"
        ),
        Answer::No
    );
    assert_eq!(has(comparator, comparator, "reversed", "I"), Answer::No);
    // EnumMap<K extends Enum<K>, V> overrides Map<K, V>.put(K, V) as put(Enum, Object).
    let parameters = ["Ljava/lang/Enum;", "Ljava/lang/Object;"].map(|p| Type::parse(p).unwrap());
    assert_eq!(
        h.has_member("java/util/Map", "java/util/EnumMap", "put", &parameters),
        Answer::Yes
    );
    assert_eq!(
        h.has_member("java/util/Map", "java/util/HashMap", "put", &parameters),
        Answer::No
    );
}
