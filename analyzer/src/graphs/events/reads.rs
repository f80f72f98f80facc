//! Fields that `where`s read: `u = account.owner;`, and `u = account.getOwner();` where the getter
//! does nothing else.
//!
//! What a field holds when an event happens is what the program has put there, and that the
//! points-to sets say. Nothing is known of *when* it was put there: two reads may give two objects.
//! What is not seen here: fields of fields, static fields, fields and getters of classes without
//! sources, and getters of interfaces, which proxies and lambdas answer as well.

use std::collections::BTreeSet;

use date::code::{Assigned, Expr, Name, NameKind, Stmt};
use ir::{Body, Class, ClassId, FieldId, MethodId, Program, StatementKind, Terminator};
use java_types::Access;
use java_types::hierarchy::Answer;
use points_to::superclasses;

use super::Source;

/// The fields that a `where` reads of a value that the event binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The value; [`Source::Computed`] where that was not followed.
    pub of: Source,
    /// The field of it, or those that a getter reads, each in some class.
    pub fields: BTreeSet<FieldId>,
}

/// A statement that assigns a name what it reads of another one.
pub(super) struct Reading<'e> {
    /// Assigned.
    pub to: &'e Name,
    /// Whose field is read.
    pub of: &'e Name,
    member: Member<'e>,
}

#[derive(Clone, Copy)]
enum Member<'e> {
    Field(&'e str),
    Getter(&'e str),
}

impl<'e> Reading<'e> {
    /// Recognizes a statement that only reads: `to = of.field;`, `to = of.getter();`, and the same
    /// cast.
    pub fn of(statement: &'e Stmt) -> Option<Self> {
        let Stmt::Expr(Expr::Assign {
            target: Assigned::Name(to),
            op: None,
            value,
        }) = statement
        else {
            return None;
        };
        let mut value = value.as_ref();

        while let Expr::Cast { operand, .. } = value {
            value = operand;
        }

        let (object, member) = match value {
            Expr::Field { object, field } => (object, Member::Field(field)),
            Expr::Call {
                receiver: Some(receiver),
                method,
                arguments,
            } if arguments.is_empty() => (receiver, Member::Getter(method)),
            _ => return None,
        };
        let Expr::Name(of) = object.as_ref() else {
            return None;
        };

        let is_bound =
            |name: &Name| matches!(name.kind, NameKind::EventVariable | NameKind::Parameter(_));
        (is_bound(to) && is_bound(of)).then_some(Reading { to, of, member })
    }

    /// The fields that it may read of an object of the class with this internal name, or of one
    /// below; `None` where that is not known. O(classes * depth of the hierarchy) for a getter.
    pub fn fields(&self, program: &Program, class: &str) -> Option<BTreeSet<FieldId>> {
        match self.member {
            Member::Field(name) => Some(BTreeSet::from([instance_field(program, class, name)?])),
            Member::Getter(name) => fields_of_getter(program, class, name),
        }
    }
}

/// The field that a name means in a class of the sources (JLS 15.11.1): that of the class itself,
/// whatever one below declares.
fn instance_field(program: &Program, class: &str, name: &str) -> Option<FieldId> {
    let found = program.hierarchy.resolve_field(class, name, None).found()?;
    let mut fields = class_named(program, &found.class.name)?
        .1
        .fields
        .iter()
        .copied();
    fields.find(|&field| {
        &*program.fields[field].name == name && !Access(program.fields[field].access).is_static()
    })
}

/// Returns the fields that getters of this name read. They are the methods without parameters that
/// a call may run on an object of the class or of one below it. All of them have to be getters.
fn fields_of_getter(program: &Program, class: &str, name: &str) -> Option<BTreeSet<FieldId>> {
    if program.hierarchy.is_interface(class) != Answer::No || class_named(program, class).is_none()
    {
        return None;
    }
    let below = program.hierarchy.source_subtypes(class);
    let mut fields = BTreeSet::new();
    // Classes with missing supertypes may lie below as well.
    for below in below.known.iter().chain(&below.possible) {
        let is_made = |class: &Class| !class.info.access.is_abstract();
        if class_named(program, below).is_some_and(|(_, class)| is_made(class)) {
            fields.extend(fields_read_in(program, below, name)?);
        }
    }
    (!fields.is_empty()).then_some(fields)
}

/// The same for objects of exactly one class. Whatever is declared above counts as well: a method
/// that is visible in its package alone is not overridden from elsewhere.
fn fields_read_in(program: &Program, class: &str, name: &str) -> Option<BTreeSet<FieldId>> {
    let mut fields = BTreeSet::new();
    for above in superclasses(&program.hierarchy, class) {
        let Some((_, above)) = class_named(program, &above) else {
            let info = program.hierarchy.class(&above)?;
            if info
                .methods
                .iter()
                .any(|method| &*method.name == name && method.descriptor.starts_with("()"))
            {
                return None;
            }
            continue;
        };
        for &method in &above.methods {
            let declared = &program.methods[method];
            let is_meant = &*declared.name == name && declared.descriptor.starts_with("()");
            if is_meant && !Access(declared.access).is_abstract() {
                fields.insert(field_read_by(program, method)?);
            }
        }
    }

    (!fields.is_empty()).then_some(fields)
}

/// The field of its receiver that a method gives back, if it does nothing else: `return field;`,
/// `return this.field;`.
fn field_read_by(program: &Program, method: MethodId) -> Option<FieldId> {
    let declared = &program.methods[method];
    let access = Access(declared.access);
    if access.is_static() || access.has(Access::SYNCHRONIZED) {
        return None;
    }

    let Body {
        parameters, blocks, ..
    } = declared.body.as_ref()?;
    let block = blocks.first().filter(|_| blocks.len() == 1)?;
    let [statement] = &block.statements[..] else {
        return None;
    };
    let StatementKind::Load {
        target,
        object,
        field,
    } = &statement.kind
    else {
        return None;
    };

    let is_returned =
        matches!(block.terminator, Terminator::Return(Some(value)) if value == *target);
    field
        .field
        .filter(|_| is_returned && object.is_some() && object.as_ref() == parameters.first())
}

fn class_named<'p>(program: &'p Program, name: &str) -> Option<(ClassId, &'p Class)> {
    program
        .classes
        .iter_enumerated()
        .find(|(_, class)| &*class.name == name)
}
