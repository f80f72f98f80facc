//! The items of a method of the lowered program, in order of its blocks, which is that of the
//! source and of javac.

use ir::{
    AllocationId, AllocationKind, CallSiteId, CallSyntax, Constant, FieldRef, MethodId, MethodKind,
    Program, StatementKind, Target,
};
use java_types::descriptor::Type;

use crate::item::Item;

/// A statement of the lowered program; a functional object runs a method.
pub(crate) type LoweredItem = Item<MethodId>;

/// Which calls of a body count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// All.
    All,
    /// The calls that the source makes. A method reference that became no method of its own
    /// converts inside its object.
    Written,
    /// All, but the other side need not have what lowering inserted: a method reference that became
    /// a method converts partly there, partly inside its object.
    Reference,
}

/// The items of a method, those of the instance initializers in their place.
pub(crate) fn items(program: &Program, method: MethodId, calls: Calls) -> Vec<LoweredItem> {
    let body = Lowered {
        program,
        method,
        calls,
    };
    let statements = program.methods[method].statements();
    statements
        .flat_map(|statement| body.items(&statement.kind))
        .collect()
}

struct Lowered<'p> {
    program: &'p Program,
    method: MethodId,
    calls: Calls,
}

impl Lowered<'_> {
    fn items(&self, statement: &StatementKind) -> Vec<LoweredItem> {
        match statement {
            StatementKind::Call(site) => self.call(*site),
            StatementKind::Load { object, field, .. } => vec![self.load(object.is_some(), field)],
            StatementKind::Store { object, field, .. } => {
                vec![self.field(
                    if object.is_some() {
                        "putfield"
                    } else {
                        "putstatic"
                    },
                    field,
                )]
            }
            StatementKind::Allocate { site, .. } => vec![self.allocation(*site)],
            StatementKind::Constant {
                value: Constant::Class(Type::Primitive(primitive)),
                ..
            } => {
                vec![Item::field(
                    "getstatic",
                    primitive.wrapper(),
                    "TYPE",
                    "Ljava/lang/Class;",
                )]
            }
            _ => Vec::new(),
        }
    }

    fn call(&self, id: CallSiteId) -> Vec<LoweredItem> {
        let site = &self.program.calls[id];
        let point = &self.program.points[site.point];
        let is_inserted = point.syntax == CallSyntax::Inserted;
        if is_inserted && let Some(initializer) = self.initializer(&site.target) {
            return items(self.program, initializer, self.calls);
        }
        if is_inserted && self.calls == Calls::Written {
            return Vec::new();
        }

        let has_line = matches!(
            point.syntax,
            CallSyntax::Invocation | CallSyntax::SuperInvocation
        );
        let line = has_line.then_some(point.span.line);
        let item = Item::call(target_text(&site.target))
            .on_line(line)
            .numbered(Some(id.raw()));
        let is_optional = is_inserted && (self.calls == Calls::Reference || item.converts());

        vec![if is_optional { item.optional() } else { item }]
    }

    /// The method that holds the instance initializers, if that is what is called.
    fn initializer(&self, target: &Target) -> Option<MethodId> {
        let Target::Resolved(target) = target else {
            return None;
        };
        let methods = &self.program.classes[self.program.methods[self.method].class].methods;
        let is_wanted = |id: &&MethodId| {
            let method = &self.program.methods[**id];
            method.kind == MethodKind::InstanceInitializer && method.name == target.name
        };
        methods.iter().find(is_wanted).copied()
    }

    fn load(&self, of_object: bool, field: &FieldRef) -> LoweredItem {
        let item = self.field(if of_object { "getfield" } else { "getstatic" }, field);
        let method = &self.program.methods[self.method];
        let is_model = method.kind == MethodKind::Implicit
            && &*method.name == "valueOf"
            && &*field.name == "$VALUES";
        if is_model { item.optional() } else { item }
    }

    fn field(&self, mnemonic: &str, field: &FieldRef) -> LoweredItem {
        let descriptor = match field.field {
            Some(id) => self.program.fields[id].ty.to_string(),
            None => {
                let resolved = self
                    .program
                    .hierarchy
                    .resolve_field(&field.owner, &field.name, None)
                    .found();
                resolved.map_or_else(
                    || "?".to_owned(),
                    |field| field.info().descriptor.to_string(),
                )
            }
        };
        Item::field(mnemonic, &field.owner, &field.name, &descriptor)
    }

    fn allocation(&self, site: AllocationId) -> LoweredItem {
        let site = &self.program.allocations[site];
        match site.kind {
            AllocationKind::Functional { body, .. } => Item::functional(body),
            AllocationKind::Instance | AllocationKind::Array => {
                Item::allocation(&site.ty.to_string())
            }
        }
    }
}

/// How the callee of a call that is not resolved begins: no instruction of a class file has such a
/// text.
pub(crate) const UNRESOLVED: &str = "unresolved ";

fn target_text(target: &Target) -> String {
    match target {
        Target::Resolved(method) => method.to_string(),
        Target::Candidates(_) | Target::Unresolved { .. } => format!("{UNRESOLVED}{target}"),
    }
}
