//! The facts of the IR for a line, as texts.

use std::collections::BTreeMap;

use ir::{
    AllocationId, AllocationKind, Body, CallKind, CallSiteId, CallSyntax, Class, FieldRef, FileId,
    LocalId, Method, MethodKind, Program, Statement, StatementKind, Target,
};
use java_types::Access;
use java_types::descriptor::Type;

/// Facts of one group are listed together, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Calls, objects, and what is not known: complete on every line that has a marker.
    Calls,
    /// Accesses of fields and elements.
    Accesses,
    /// Casts and tests of types.
    Conversions,
    /// Constants.
    Constants,
    /// Arithmetic.
    Computations,
    /// Monitors entered and left.
    Monitors,
    /// Classes.
    Classes,
    /// Fields that the compiler adds.
    Fields,
    /// Methods.
    Methods,
}

impl Group {
    /// The group of a fact's text, by its first word.
    pub fn of(fact: &str) -> Option<Group> {
        Some(match fact.split(' ').next()? {
            "call" | "new" | "lambda" | "reference" | "unknown" => Group::Calls,
            "get" | "put" => Group::Accesses,
            "cast" | "instanceof" => Group::Conversions,
            "const" => Group::Constants,
            "compute" => Group::Computations,
            "enter" | "leave" => Group::Monitors,
            "class" => Group::Classes,
            "field" => Group::Fields,
            "method" => Group::Methods,
            _ => return None,
        })
    }
}

/// The facts of a file, by line, in order.
pub type Facts = BTreeMap<usize, Vec<String>>;

/// All facts of a file.
pub fn facts(program: &Program, file: FileId) -> Facts {
    let mut facts = Facts::new();
    let mut add = |line: u32, fact: String| facts.entry(line as usize).or_default().push(fact);
    for class in program.classes.iter().filter(|class| class.file == file) {
        add(class.span.line, format!("class {}", class.name));
        added_fields(program, class).for_each(|field| add(class.span.line, field));
        for &method in &class.methods {
            add(
                program.methods[method].span.line,
                method_text(&program.methods[method]),
            );
        }
    }
    for method in program
        .methods
        .iter()
        .filter(|method| program.classes[method.class].file == file)
    {
        if let Some(body) = &method.body {
            for statement in body.statements() {
                let statements = StatementFacts { program, body };
                statements
                    .of(statement)
                    .into_iter()
                    .for_each(|(line, fact)| add(line, fact));
            }
        }
    }
    facts
}

fn added_fields<'a>(program: &'a Program, class: &'a Class) -> impl Iterator<Item = String> + 'a {
    let fields = class.fields.iter().map(|&field| &program.fields[field]);
    let added = fields.filter(|field| field.access & Access::SYNTHETIC.0 != 0);
    added.map(|field| format!("field {} {}", field.name, field.ty))
}

fn method_text(method: &Method) -> String {
    let is_static = if method.access & Access::STATIC.0 != 0 {
        " static"
    } else {
        ""
    };
    let kind = match method.kind {
        MethodKind::Declared => "",
        MethodKind::Implicit => " implicit",
        MethodKind::StaticInitializer => " static-initializer",
        MethodKind::InstanceInitializer => " instance-initializer",
        MethodKind::Lambda => " lambda",
        MethodKind::MethodReference => " reference",
    };
    let bodiless = if method.body.is_none() {
        " bodiless"
    } else {
        ""
    };
    format!(
        "method {}{}{is_static}{kind}{bodiless}",
        method.name, method.descriptor
    )
}

struct StatementFacts<'a> {
    program: &'a Program,
    body: &'a Body,
}

impl StatementFacts<'_> {
    /// Line and text; moving values between locals is no fact.
    fn of(&self, statement: &Statement) -> Option<(u32, String)> {
        let text = match &statement.kind {
            StatementKind::Call(site) => return Some(self.call(*site)),
            StatementKind::Allocate { site, .. } => self.allocation(*site),
            StatementKind::Load { object, field, .. } => access("get", *object, field),
            StatementKind::Store { object, field, .. } => access("put", *object, field),
            StatementKind::ArrayLoad { .. } => "get []".to_owned(),
            StatementKind::ArrayStore { .. } => "put []".to_owned(),
            StatementKind::Cast { ty, .. } => format!("cast {ty}"),
            StatementKind::InstanceOf { ty, .. } => format!("instanceof {ty}"),
            StatementKind::Constant { value, .. } => format!("const {value}"),
            StatementKind::Compute { kind, .. } => {
                format!("compute {}", format!("{kind:?}").to_lowercase())
            }
            StatementKind::Monitor { enter, .. } => {
                if *enter { "enter" } else { "leave" }.to_owned()
            }
            StatementKind::Unknown => "unknown".to_owned(),
            StatementKind::Assign { .. } => return None,
        };
        Some((statement.span.line, text))
    }

    fn call(&self, id: CallSiteId) -> (u32, String) {
        let site = &self.program.calls[id];
        let point = &self.program.points[site.point];
        let target = match &site.target {
            Target::Resolved(method) => method.to_string(),
            other => other.to_string(),
        };
        let kind = match site.kind {
            CallKind::Static => "static",
            CallKind::Special => "special",
            CallKind::Virtual => "virtual",
            CallKind::Interface => "interface",
        };
        (
            point.span.line,
            format!("call {target} {kind}{}", syntax_text(point.syntax)),
        )
    }

    fn allocation(&self, id: AllocationId) -> String {
        let site = &self.program.allocations[id];
        match &site.kind {
            AllocationKind::Instance | AllocationKind::Array => {
                format!("new {}", type_text(&site.ty))
            }
            AllocationKind::Functional {
                interface,
                markers,
                name,
                descriptor,
                body,
                captures,
            } => {
                let word = match self.program.methods[*body].kind {
                    MethodKind::MethodReference => "reference",
                    _ => "lambda",
                };
                let markers: String = markers
                    .iter()
                    .map(|marker| format!(" & {marker}"))
                    .collect();
                format!(
                    "{word} {interface}.{name}{descriptor}{markers}{}",
                    self.captured(captures)
                )
            }
        }
    }

    fn captured(&self, locals: &[LocalId]) -> String {
        let name = |&local: &LocalId| {
            self.body.locals[local]
                .name
                .as_deref()
                .unwrap_or("_")
                .to_owned()
        };
        match locals {
            [] => String::new(),
            locals => format!(
                " captures {}",
                locals.iter().map(name).collect::<Vec<_>>().join(" ")
            ),
        }
    }
}

fn syntax_text(syntax: CallSyntax) -> &'static str {
    match syntax {
        CallSyntax::Invocation => "",
        CallSyntax::Creation => " creation",
        CallSyntax::ConstructorInvocation => " constructor-invocation",
        CallSyntax::SuperInvocation => " super-invocation",
        CallSyntax::ForEach => " for-each",
        CallSyntax::Resource => " resource",
        CallSyntax::MethodReference => " method-reference",
        CallSyntax::Inserted => " inserted",
    }
}

/// A class's internal name; of other types the descriptor.
fn type_text(ty: &Type) -> String {
    let text = ty.to_string();
    match text.strip_prefix('L') {
        Some(name) => name.trim_end_matches(';').to_owned(),
        None => text,
    }
}

fn access(word: &str, object: Option<LocalId>, field: &FieldRef) -> String {
    let place = if object.is_none() { "static " } else { "" };
    format!("{word} {place}{}.{}", field.owner, field.name)
}
