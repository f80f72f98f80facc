//! Type names of properties, through imports.

use crate::support;
use std::sync::Arc;

use java_patterns::type_names::{Imports, MissingType, TypeName, TypeNames};
use java_types::Access;
use java_types::class_info::{ClassInfo, InnerClassInfo};
use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;

fn source(name: &str) -> Arc<ClassInfo> {
    let nesting = name.rsplit_once('$').map(|(outer, simple)| InnerClassInfo {
        name: name.into(),
        outer: Some(outer.into()),
        simple_name: Some(simple.into()),
        access: Access::default(),
    });
    Arc::new(ClassInfo {
        name: name.into(),
        access: Access::default(),
        super_name: Some("java/lang/Object".into()),
        interfaces: Vec::new(),
        signature: None,
        methods: Vec::new(),
        fields: Vec::new(),
        inner_classes: nesting.into_iter().collect(),
        enclosing_method: None,
        record_components: None,
        permitted_subclasses: None,
        source: true,
    })
}

/// Returns the meaning of `name` with these imports.
fn resolve(imports: &[&str], sources: &[&str], name: &str) -> TypeName {
    let class_path = Arc::new(ClassPath::open(&[], support::jdk()).unwrap());
    let hierarchy = Hierarchy::new(sources.iter().map(|name| source(name)), class_path);
    TypeNames::new(&hierarchy, &Imports::new(imports)).resolve(name)
}

fn known(imports: &[&str], sources: &[&str], name: &str) -> String {
    match resolve(imports, sources, name) {
        TypeName::Known(ty) => ty.to_string(),
        TypeName::Missing(missing) => panic!("{missing:?}"),
    }
}

fn missing(imports: &[&str], sources: &[&str], name: &str) -> MissingType {
    match resolve(imports, sources, name) {
        TypeName::Known(ty) => panic!("{ty}"),
        TypeName::Missing(missing) => missing,
    }
}

#[test]
fn single_imports_go_before_packages_and_packages_before_java_lang() {
    assert_eq!(
        known(&["java.util.*", "java.awt.List"], &[], "List"),
        "Ljava/awt/List;"
    );
    assert_eq!(known(&["java.util.*"], &[], "List"), "Ljava/util/List;");
    assert_eq!(known(&[], &[], "String"), "Ljava/lang/String;");
    assert_eq!(known(&["app.*"], &["app/String"], "String"), "Lapp/String;");
}

#[test]
fn the_own_package_goes_before_imports_on_demand() {
    let unnamed = known(&["java.util.*"], &["List"], "List");
    let elsewhere = known(&["java.util.*"], &["shop/List"], "List");
    assert_eq!(
        (unnamed.as_str(), elsewhere.as_str()),
        ("LList;", "Ljava/util/List;")
    );
    assert_eq!(
        known(&["java.util.List"], &["List"], "List"),
        "Ljava/util/List;"
    );
}

#[test]
fn nested_classes_are_found_with_dots_and_through_imports() {
    for (imports, name) in [
        (&["java.util.*"][..], "Map.Entry"),
        (&["java.util.Map"], "Map.Entry"),
        (&["java.util.Map"], "Map$Entry"),
        (&["java.util.*"], "Map$Entry"),
        (&["java.util.Map.*"], "Entry"),
        (&["java.util.Map.Entry"], "Entry"),
        (&["static java.util.Map.Entry"], "Entry"),
        (&[], "java.util.Map.Entry"),
        (&[], "java.util.HashMap.Entry"),
    ] {
        assert_eq!(
            known(imports, &[], name),
            "Ljava/util/Map$Entry;",
            "{imports:?} {name}"
        );
    }
}

#[test]
fn arrays_primitives_and_type_arguments_are_erased() {
    assert_eq!(known(&[], &[], "int"), "I");
    assert_eq!(known(&[], &[], "char [ ] []"), "[[C");
    assert_eq!(
        known(&["java.util.*"], &[], "Map<String, List<int[]>>"),
        "Ljava/util/Map;"
    );
    assert_eq!(
        known(&["java.util.*"], &[], "Collection+"),
        "Ljava/util/Collection;"
    );
    assert_eq!(known(&[], &[], "Object..."), "[Ljava/lang/Object;");
}

#[test]
fn simple_name_of_one_source_class_needs_no_import() {
    assert_eq!(
        known(&[], &["shop/Cart", "shop/Cart$Item"], "Item"),
        "Lshop/Cart$Item;"
    );
    let two = missing(&[], &["a/Item", "b/Item"], "Item");
    assert_eq!(two.candidates, ["a.Item", "b.Item"]);
}

#[test]
fn name_in_two_imported_packages_is_ambiguous() {
    let both = missing(&["java.util.*", "java.awt.*"], &[], "List");
    assert_eq!(both.candidates, ["java.awt.List", "java.util.List"]);
}

#[test]
fn misspelt_names_get_the_nearest_one() {
    assert_eq!(
        missing(&["java.util.*"], &[], "Itreator")
            .nearest
            .as_deref(),
        Some("Iterator")
    );
    assert_eq!(
        missing(&[], &[], "java.util.Itreator").nearest.as_deref(),
        Some("java.util.Iterator")
    );
    assert_eq!(
        missing(&[], &["shop/Account"], "Acount").nearest.as_deref(),
        Some("Account")
    );
    assert_eq!(missing(&[], &[], "Zyxwvutsrq").nearest, None);
}

#[test]
fn missing_class_is_guessed_through_its_import() {
    assert_eq!(
        missing(&["com.gone.Bar"], &[], "Bar").guess.to_string(),
        "Lcom/gone/Bar;"
    );
    assert_eq!(
        missing(&["com.gone.Bar"], &[], "Bar.Part[]")
            .guess
            .to_string(),
        "[Lcom/gone/Bar$Part;"
    );
    assert_eq!(
        missing(&[], &[], "com.gone.Bar").guess.to_string(),
        "Lcom/gone/Bar;"
    );
    assert_eq!(missing(&[], &[], "Bar").guess.to_string(), "LBar;");
}

#[test]
fn classes_hidden_in_a_package_are_not_imported() {
    // java.util.JumboEnumSet is not public.
    assert_eq!(
        missing(&["java.util.*"], &[], "JumboEnumSet").candidates,
        Vec::<String>::new()
    );
}

#[test]
fn odd_texts_are_missing_and_do_not_panic() {
    for name in [
        "",
        ".",
        "..",
        "a..b",
        "[]",
        "<",
        "+",
        "\u{1F600}",
        "a b",
        "java.util.",
    ] {
        missing(&["", ".*", "x.", "static "], &[], name);
    }
}
