//! The class of a property file, as Java.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use date::code::{Body, Code, NameKind};
use date::model::{Identity, JoinPoint, Specification, Trigger};
use ir::Program;
use java_lower::Source;
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_types::Spelling;
use java_types::descriptor::Type;

use super::fields::{Fields, fields};
use crate::decide::monitor_code::codes;

/// The method that makes an object of the class and runs all of its code.
pub const RUN: &str = "residua$run";

/// The type of clocks.
pub const CLOCK: &str = "Residua$Clock";

/// The class of a property file.
#[derive(Debug)]
pub struct CodeText {
    /// The name of its file, for people.
    path: String,
    java: String,
    /// Its fields, in order.
    pub fields: Vec<Fields>,
    /// The pieces of code with the names of their methods.
    pub codes: Vec<(Code, String)>,
}

impl CodeText {
    /// The text as a source.
    pub fn source(&self) -> Source {
        Source {
            root: String::new(),
            path: self.path.clone(),
            bytes: self.java.clone().into_bytes(),
        }
    }
}

/// The class of clocks: what code may do with one, as far as objects are concerned.
pub fn clock() -> Source {
    let java = format!(
        "final class {CLOCK} implements Comparable<Double> {{
            {CLOCK} every(long... periods) {{ return this; }}
            void reset() {{}}
            void pause() {{}}
            void resume() {{}}
            void off() {{}}
            void on() {{}}
            double current() {{ return 0; }}
            long current_long() {{ return 0; }}
            public int compareTo(Double seconds) {{ return 0; }}
            int compareTo(double seconds) {{ return 0; }}
            int compareToMillis(long millis) {{ return 0; }}
            void registerDynamically(long millis) {{}}
            void registerDynamically(long millis, long start) {{}}
            void copyFrom({CLOCK} other) {{}}
        }}"
    );
    Source {
        root: String::new(),
        path: "clocks".to_owned(),
        bytes: java.into_bytes(),
    }
}

/// Writes the class of a specification, which is the one of this number; `None` if it has no code,
/// or if its code does what no class can show. Monitors compare keys by methods of the program, so
/// that is code, too.
pub fn written(
    program: &Program,
    specification: &Specification,
    number: usize,
) -> Option<CodeText> {
    let mut codes = codes(specification);
    codes.sort_by_key(|code| (code.span.line, code.span.start));
    let keys = compared_keys(program, specification);
    let is_empty = codes.is_empty() && keys.is_empty();
    if is_empty || has_other_sources(specification) {
        return None;
    }
    let class = (0..)
        .map(|n| format!("Residua{number}x{n}"))
        .find(|name| program.hierarchy.class(name).is_none())?;
    let types = fields(specification);
    // A helper method may use any of the names.
    if specification.methods.is_some() && types.values().any(Option::is_none) {
        return None;
    }

    let mut java = imports(program, specification);
    let _ = write!(java, "final class {class} {{ ");
    for (field, ty) in &types {
        // Code that uses a field without a type is not understood.
        if let Some(ty) = ty {
            let _ = write!(java, "{ty} {}; ", field.field());
        }
    }

    let mut run = format!("static void {RUN}() {{ {class} it = new {class}();\n");
    let mut methods = Vec::new();
    for (position, code) in codes.iter().enumerate() {
        // Answers about the program name the line of the code in its file.
        let line = java.matches('\n').count() + 1;
        let missing = (code.span.line as usize).saturating_sub(line);
        java.push_str(&"\n".repeat(missing));
        if specification.methods.as_ref() == Some(*code) {
            let _ = writeln!(java, "{}", code.text);
            continue;
        }
        let method = format!("residua$code{position}");
        let body = body(specification, code, &types)?;
        let _ = writeln!(java, "void {method}() throws Throwable {{ {body} }}");
        let _ = writeln!(run, "it.{method}();");
        methods.push(((*code).clone(), method));
    }
    for (position, key) in keys.iter().enumerate() {
        let method = format!("residua$key{position}");
        let _ = writeln!(
            java,
            "int {method}() {{ Object key = {key}; return key.equals({key}) ? key.hashCode() : 0; }}"
        );
        let _ = writeln!(run, "it.{method}();");
    }

    let _ = writeln!(java, "{run} }} }}");
    let typed = types.into_iter().filter(|(_, ty)| ty.is_some());
    Some(CodeText {
        path: specification.file.clone(),
        java,
        fields: typed.map(|(field, _)| field).collect(),
        codes: methods,
    })
}

/// The keys that monitors compare by `equals` and `hashCode` of classes of the program.
pub fn compared_keys<'s>(program: &Program, specification: &'s Specification) -> Vec<&'s str> {
    let known = Imports::of(specification);
    let names = TypeNames::new(&program.hierarchy, &known);
    let compares = |class: &ir::Class| {
        class
            .methods
            .iter()
            .any(|&method| matches!(&*program.methods[method].name, "equals" | "hashCode"))
    };
    let comparing: Vec<&ir::Class> = program.classes.iter().filter(|of| compares(of)).collect();
    let may_be_of = |written: &str| match names.resolve(written) {
        TypeName::Known(Type::Class(name)) => comparing.iter().any(|class| {
            let hierarchy = &program.hierarchy;
            hierarchy.is_subclass(&class.name, &name).may()
                || hierarchy.is_subclass(&name, &class.name).may()
        }),
        TypeName::Known(_) => false,
        TypeName::Missing(_) => true,
    };

    let parameters = specification
        .contexts
        .iter()
        .flat_map(|context| &context.parameters);
    parameters
        .filter(|of| of.identity == Identity::Equals && may_be_of(&of.ty))
        .map(|of| &*of.name)
        .collect()
}

/// Returns whether events of a specification bind objects that come by other ways than program
/// points of its own: through channels, or at catch blocks, which tell what the method has.
fn has_other_sources(specification: &Specification) -> bool {
    let is_other = |trigger: &Trigger| match trigger {
        Trigger::Point(point) => point.join == JoinPoint::Handling,
        Trigger::Receive { .. } => true,
        Trigger::Timeout { .. } | Trigger::EndOfProgram => false,
    };
    let mut alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    let mut contexts = specification.contexts.iter();
    contexts.any(|context| !context.channels.is_empty())
        || alternatives.any(|alternative| is_other(&alternative.trigger))
}

/// The statements that a piece of code is; `None` if it uses what has no field.
fn body(
    specification: &Specification,
    code: &Code,
    types: &BTreeMap<Fields, Option<&str>>,
) -> Option<String> {
    let text = rewritten(code, types)?;
    Some(match &code.body {
        Body::Stmts(_) => format!("{text}\n"),
        Body::Expr(_) => match initialized(specification, code) {
            Some(variable) => format!("{variable} = {text}\n;"),
            None => format!("boolean residua$holds = ({text}\n);"),
        },
    })
}

/// The variable whose initial value a piece of code is.
fn initialized<'s>(specification: &'s Specification, code: &Code) -> Option<&'s str> {
    let mut variables = specification
        .contexts
        .iter()
        .flat_map(|context| &context.variables);
    let is_of = |initial: &Code| std::ptr::eq(initial, code);
    variables
        .find(|variable| variable.initial.as_ref().is_some_and(is_of))
        .map(|variable| &*variable.name)
}

/// The text of a piece of code, with its names as fields; `None` if a name has no field, or one
/// whose type is not known.
fn rewritten(code: &Code, types: &BTreeMap<Fields, Option<&str>>) -> Option<String> {
    let mut text = String::new();
    let mut done = 0;
    for used in &code.names {
        if matches!(used.name.kind, NameKind::Local | NameKind::Java) {
            continue;
        }
        let field = Fields::of(used.name.kind, &used.name.text)?;
        (*types.get(&field)?)?;
        let field = field.field();
        let (start, end) = (used.start as usize, used.end as usize);
        text.push_str(code.text.get(done..start)?);
        text.push_str(&field);
        done = end;
    }
    text.push_str(code.text.get(done..)?);
    Some(text)
}

/// The imports of a specification, and those of the program's classes that it names otherwise.
fn imports(program: &Program, specification: &Specification) -> String {
    let mut written: BTreeSet<String> = specification.imports.iter().cloned().collect();
    if let Some(package) = &specification.package {
        written.insert(format!("{package}.*"));
    }
    let simple_names: BTreeSet<&str> = program
        .classes
        .iter()
        .map(|class| last_name(&class.name))
        .collect();

    let known = Imports::of(specification);
    let names = TypeNames::new(&program.hierarchy, &known);
    for word in words(specification) {
        if !simple_names.contains(word) || names.is_imported(word) {
            continue;
        }
        if let TypeName::Known(Type::Class(class)) = names.resolve(word)
            && class.contains('/')
        {
            written.insert(class.to_readable());
        }
    }

    written
        .iter()
        .map(|import| format!("import {import}; "))
        .collect()
}

fn last_name(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The words of a specification that may name types.
fn words(specification: &Specification) -> BTreeSet<&str> {
    let types = fields(specification).into_values().flatten();
    let codes = codes(specification).into_iter().map(|code| &*code.text);
    types
        .chain(codes)
        .flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')))
        .collect()
}
