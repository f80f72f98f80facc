//! Serialization: what streams make, read and bring.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{AllocationKind, MethodId, StatementKind};
use java_types::descriptor::Type;

use super::flow::Flow;
use super::index::{Index, statements};
use super::outside::Outside;
use super::token::Token;
use crate::classes::Classes;
use crate::effect::Effect;
use crate::members;
use crate::node::Variable;
use crate::parameters::Parameters;

/// A stream may hold any class, in fields, in arrays and in collections. So where the program reads
/// objects, whatever is cast to a class may be any, and so may what fields of serializable classes
/// hold and what functions get.
pub(super) fn sow(index: &Index<'_>, outside: &Outside<'_>, flow: &mut Flow<'_, '_>) {
    let program = index.program;
    let reads = |call: &ir::CallSite| {
        let named = call.target.named().iter();
        named
            .filter(|callee| reads_objects(&callee.name))
            .any(|callee| {
                let owners = index.library_owners(callee);
                owners.iter().any(|owner| {
                    matches!(
                        &**owner,
                        "java/io/ObjectInputStream" | "java/io/ObjectInput"
                    )
                })
            })
    };

    if !program
        .calls
        .iter()
        .any(|call| outside.runs(call.method) && reads(call))
    {
        return;
    }
    let kept = serializable(index);

    for (method, statement) in statements(program).filter(|&(method, _)| outside.runs(method)) {
        match statement {
            StatementKind::Cast { target, ty, .. } if is_class(ty) => {
                flow.enter(Variable::new(method, *target), any())
            }
            StatementKind::Load { target, field, .. } => {
                let declared = field.field.map(|field| &program.fields[field]);
                if declared.is_some_and(|field| kept.contains(&field.class) && is_class(&field.ty))
                {
                    flow.enter(Variable::new(method, *target), any());
                }
            }
            _ => {}
        }
    }

    for (method, declared) in program
        .methods
        .iter_enumerated()
        .filter(|&(method, _)| outside.runs(method))
    {
        let body = declared
            .body
            .iter()
            .filter(|_| outside.is_called(index, method));
        for (body, &parameter) in body.flat_map(|body| {
            body.parameters
                .iter()
                .map(move |parameter| (body, parameter))
        }) {
            if is_class(&body.locals[parameter].ty) {
                flow.enter(Variable::new(method, parameter), any());
            }
        }
    }
}

fn any() -> Token {
    Token::Class(Classes::all())
}

/// Returns whether a type says that its values are classes, or arrays of such.
fn is_class(ty: &Type) -> bool {
    match ty {
        Type::Array(inner) => is_class(inner),
        Type::Class(name) => {
            matches!(
                &**name,
                "java/lang/Class" | "java/lang/reflect/Type" | "java/lang/reflect/AnnotatedElement"
            )
        }
        Type::Primitive(_) => false,
    }
}

/// Returns whether a method of this name reads an object from a stream.
pub(super) fn reads_objects(name: &str) -> bool {
    name.starts_with("read") && name.contains("Object")
        || matches!(name, "readUnshared" | "readFields")
}

/// Returns whether a method of this name writes an object to a stream.
pub(super) fn writes_objects(name: &str) -> bool {
    name.starts_with("write") && name.contains("Object")
        || matches!(name, "writeUnshared" | "writeFields")
}

/// Deserialization makes objects of any serializable class, with whatever in their fields (Java
/// Object Serialization Specification, 3.1, 1.10, 1.13): without a constructor of theirs, but by
/// that of the first superclass that is not serializable; externalizable ones by their own; records
/// by their canonical constructor; enum constants by name; lambdas by their bodies.
pub(super) fn read_objects(index: &Index<'_>) -> Vec<Effect> {
    let program = index.program;
    let mut effects = Vec::new();
    for class in serializable(index) {
        effects.push(Effect::Make(Classes::One(class)));
        effects.push(Effect::Share(Classes::One(class), None));
        effects.extend(
            constructors_when_read(index, class)
                .into_iter()
                .map(Effect::Call),
        );
        effects.push(Effect::Invoke(
            Classes::One(class),
            Some(Arc::from("values")),
            Parameters::none(),
        ));
    }

    for site in &program.allocations {
        if let AllocationKind::Functional {
            interface,
            markers,
            body,
            ..
        } = &site.kind
            && std::iter::once(interface)
                .chain(markers)
                .any(|above| program.hierarchy.is_subclass(above, SERIALIZABLE).may())
        {
            effects.push(Effect::Call(*body));
        }
    }

    effects
}

const SERIALIZABLE: &str = "java/io/Serializable";

fn serializable(index: &Index<'_>) -> BTreeSet<ir::ClassId> {
    Classes::Below(Arc::from(SERIALIZABLE)).members(index.dispatch, index.program)
}

fn constructors_when_read(index: &Index<'_>, class: ir::ClassId) -> Vec<MethodId> {
    let program = index.program;
    let info = &program.classes[class].info;
    let all = info.record_components.is_some();
    let externalizable = program
        .hierarchy
        .is_subclass(&info.name, "java/io/Externalizable")
        .may();
    let mut found = Vec::new();

    if all || externalizable {
        let parameters = if all {
            Parameters::Any
        } else {
            Parameters::none()
        };
        found.extend(members::constructors(program, class, &parameters));
    }

    let chain = std::iter::successors(info.super_name.clone(), |name| {
        program.hierarchy.class(name)?.super_name.clone()
    });
    let first = chain
        .filter_map(|name| index.dispatch.class(&name))
        .find(|&above| {
            !program
                .hierarchy
                .is_subclass(&program.classes[above].name, SERIALIZABLE)
                .must()
        });
    found.extend(
        first
            .into_iter()
            .flat_map(|above| members::constructors(program, above, &Parameters::none())),
    );

    found
}

/// Serialization reads the fields of all that it comes to.
pub(super) fn written_objects(index: &Index<'_>) -> Vec<Effect> {
    serializable(index)
        .into_iter()
        .map(|class| Effect::Share(Classes::One(class), None))
        .collect()
}
