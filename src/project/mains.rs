//! The `main` methods of a project, as its Java sources and the class files of other languages
//! declare them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use java_syntax::ast::{
    Member, MethodDecl, Nesting, Primitive, TypeDeclId, TypeDeclKind, TypeRefKind, Unit,
};
use java_types::{Access, Spelling};
use jvm::classfile::{self, ClassFile};
use jvm::jdk::Jdk;

use super::Build;
use crate::inputs::{own_classes, sources};

/// The first release whose launcher starts more than `public static void main(String[])`: as a
/// preview.
const ANY_MAIN: u16 = 21;

/// Returns the classes with a `main` that the launcher of the JDK at hand starts, by name, in the
/// sources and class files of a project as the analysis reads them. Where there is no JDK,
/// launchers of all releases count.
///
/// # Errors
/// The analysis could not read them.
pub fn mains(build: &Build) -> Result<BTreeSet<String>> {
    let is_any = Jdk::from_environment().map_or(true, |jdk| jdk.release() >= ANY_MAIN);
    let sources = sources::read(&build.sources, &build.left_out)?;
    let classes: Vec<PathBuf> = build
        .classes
        .iter()
        .filter(|f| f.exists())
        .cloned()
        .collect();
    let classes = own_classes::read(&classes)?;
    // The classes of Java sources are known by these: one may be left out.
    let is_wanted = |source: &str| sources.is_empty() || !source.ends_with(".java");
    let compiled = classes
        .iter()
        .filter_map(|class| in_class_file(&class.file.bytes, is_any, &is_wanted));
    let written = sources
        .iter()
        .flat_map(|file| in_text(&String::from_utf8_lossy(&file.bytes), is_any));
    Ok(written.chain(compiled).collect())
}

/// The class of a class file, if it has a `main` and comes from a source that is wanted.
fn in_class_file(bytes: &[u8], is_any: bool, is_wanted: &dyn Fn(&str) -> bool) -> Option<String> {
    let class = ClassFile::parse(bytes).ok()?;
    let source = class.source_file().ok().flatten().unwrap_or_default();
    let is_called = |index, text: &str| {
        class
            .pool
            .utf8(index)
            .is_ok_and(|name| name == text.as_bytes())
    };
    let is_main = |method: &classfile::Member<'_>| {
        let takes_strings = is_called(method.descriptor, "([Ljava/lang/String;)V");
        let takes_nothing = is_called(method.descriptor, "()V");
        let access = method.access;
        let is_started = if is_any {
            !access.is_private()
        } else {
            takes_strings && access.has(Access::PUBLIC) && access.is_static()
        };
        is_called(method.name, "main") && (takes_strings || takes_nothing) && is_started
    };
    let has_main = is_wanted(&source) && class.methods.iter().any(is_main);
    has_main.then(|| Some(class.name().ok()?.to_readable()))?
}

/// The classes of a text that have a `main`. Only texts with that word are parsed.
fn in_text(text: &str, is_any: bool) -> Vec<String> {
    if !text.contains("main") {
        return Vec::new();
    }

    let unit = java_syntax::parse(text);
    let with_main = unit.type_decls.iter_enumerated().filter(|(_, declared)| {
        let is_interface = matches!(
            declared.kind,
            TypeDeclKind::Interface | TypeDeclKind::Annotation
        );
        declared.members.iter().any(|member| match member {
            Member::Method(method) => is_main(&unit, method, is_interface, is_any),
            _ => false,
        })
    });

    with_main.filter_map(|(id, _)| name(&unit, id)).collect()
}

/// Returns whether a launcher starts the method (JLS 12.1.4): a public static one with an array of
/// strings, or `is_any` that is not private and has such an array or nothing.
fn is_main(unit: &Unit, method: &MethodDecl, is_interface: bool, is_any: bool) -> bool {
    let access = Access(method.modifiers.access);
    let is_void = |method: &MethodDecl| {
        method
            .result
            .as_ref()
            .is_some_and(|result| result.kind == TypeRefKind::Primitive(Primitive::Void))
    };

    if &*method.name.text != "main" || !is_void(method) || method.body.is_none() {
        return false;
    }

    let takes_strings = match method.parameters[..] {
        [] => false,
        [only] => unit.vars[only]
            .ty
            .as_ref()
            .is_some_and(|ty| is_strings(&ty.kind)),
        _ => return false,
    };
    let is_public = is_interface || access.has(Access::PUBLIC);

    if is_any {
        (takes_strings || method.parameters.is_empty()) && !access.is_private()
    } else {
        takes_strings && is_public && access.is_static()
    }
}

fn is_strings(ty: &TypeRefKind) -> bool {
    let TypeRefKind::Array(element) = ty else {
        return false;
    };
    let TypeRefKind::Named(parts) = &element.kind else {
        return false;
    };
    parts
        .last()
        .is_some_and(|(name, _)| &*name.text == "String")
}

/// The qualified name of a type; `None` of local and anonymous ones.
fn name(unit: &Unit, id: TypeDeclId) -> Option<String> {
    let declared = &unit.type_decls[id];
    match declared.nesting {
        Nesting::TopLevel if unit.package.is_empty() => Some(declared.name.text.to_string()),
        Nesting::TopLevel => Some(format!("{}.{}", unit.package, declared.name.text)),
        Nesting::Member(outer) => Some(format!("{}.{}", name(unit, outer)?, declared.name.text)),
        Nesting::Local(_) | Nesting::Anonymous(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn main_is_found_whatever_the_blanks() {
        for text in [
            "package a; class C { public static void main(String[] args) {} }",
            "package a; class C { static public void\n  main ( final String... arguments ) { } }",
            "package a; interface C { static void main(java.lang.String args[]) {} }",
        ] {
            assert_eq!(in_text(text, false), ["a.C"], "{text}");
        }
        let none = "class C { void domain(String[] s) {} int main(String[] s) { return 1; } static void main(int i) {} }";
        assert_eq!(in_text(none, true), Vec::<String>::new());
    }

    #[test]
    fn main_in_a_comment_or_a_text_is_none() {
        let text = "/** public static void main(String[] a) { } */ class C { String s = \"void main(String[] a) {}\"; }";
        assert_eq!(in_text(text, true), Vec::<String>::new());
    }

    #[test]
    fn launchers_since_java_21_start_more() {
        for text in [
            "class C { void main() {} }",
            "class C { static void main(String[] a) {} }",
        ] {
            assert_eq!(
                (in_text(text, false).len(), in_text(text, true).len()),
                (0, 1),
                "{text}"
            );
        }
        assert_eq!(
            in_text("class C { private static void main(String[] a) {} }", true),
            Vec::<String>::new()
        );
    }

    #[test]
    fn nested_classes_have_mains() {
        let text = "class C { static class D { public static void main(String[] a) {} } }";
        assert_eq!(in_text(text, false), ["C.D"]);
    }
}
