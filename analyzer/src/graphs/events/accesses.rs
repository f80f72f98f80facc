//! Reads and writes of fields.
//!
//! All reads of one field in one body are one program point, and so are all writes: a decision
//! about a field in a method needs no pairing of single instructions, which a class file may have
//! in other numbers than the source. `int.class` reads a field too, `Integer.TYPE`; constants that
//! the compiler copies into the code read none.

use std::collections::BTreeMap;

use date::model::JoinPoint;
use index_vec::{IndexVec, define_index_type};
use ir::{BlockId, Constant, FieldRef, LocalId, MethodId, MethodRef, Program, StatementKind};
use java_types::descriptor::Type;
use text::Span;

define_index_type! {
    /// All reads or all writes of one field in one body.
    pub struct AccessId = u32;
    DISPLAY_FORMAT = "access{}";
}

/// All reads or all writes of one field in one body.
#[derive(Debug, Clone)]
pub struct Access {
    /// The method whose body it is.
    pub method: MethodId,
    /// The field.
    pub field: FieldRef,
    /// True if the field is static.
    pub is_static: bool,
    /// Whether it is read or written.
    pub join: JoinPoint,
    /// Its number among the accesses in the body that are of one member to plans.
    pub ordinal: u32,
    /// True if compilers may put the value in the place of a read (JLS 4.12.4).
    pub is_constant: bool,
    /// Where, in order of the body; at least one.
    pub statements: Vec<(BlockId, usize)>,
    /// The first one in the source.
    pub span: Span,
}

/// The values at a read or write.
#[derive(Debug, Clone, Copy)]
pub struct AccessValues<'p> {
    /// The object; none for a static field.
    pub object: Option<LocalId>,
    /// The arguments, as patterns count them: of a write the local that is written.
    pub arguments: &'p [LocalId],
    /// The local that gets the value that is read.
    pub read: Option<LocalId>,
}

/// The accesses of a program.
#[derive(Debug, Default)]
pub struct Accesses {
    all: IndexVec<AccessId, Access>,
    by_statement: BTreeMap<(MethodId, BlockId, usize), AccessId>,
}

impl Accesses {
    /// Collects the accesses of a program, by method, in order of the bodies. O(statements).
    pub fn of(program: &Program) -> Self {
        let mut accesses = Accesses::default();
        for (method, declared) in program.methods.iter_enumerated() {
            let mut known: BTreeMap<(FieldRef, JoinPoint), AccessId> = BTreeMap::new();
            for (block, index, statement) in declared.body.iter().flat_map(|body| {
                body.blocks.iter_enumerated().flat_map(|(block, code)| {
                    code.statements
                        .iter()
                        .enumerate()
                        .map(move |(index, statement)| (block, index, statement))
                })
            }) {
                let Some((field, join)) = accessed(&statement.kind) else {
                    continue;
                };
                let id = *known.entry((field.clone(), join)).or_insert_with(|| {
                    let is_static = values(&statement.kind).object.is_none();
                    let span = statement.span;
                    accesses.all.push(Access {
                        method,
                        ordinal: 0,
                        is_constant: is_constant(program, &field),
                        field,
                        is_static,
                        join,
                        statements: Vec::new(),
                        span,
                    })
                });
                accesses.all[id].statements.push((block, index));
                accesses.by_statement.insert((method, block, index), id);
            }
        }

        accesses
    }

    /// One of them.
    pub fn get(&self, id: AccessId) -> &Access {
        &self.all[id]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (AccessId, &Access)> {
        self.all.iter_enumerated()
    }

    /// The one that a statement is.
    pub fn at(&self, method: MethodId, block: BlockId, index: usize) -> Option<AccessId> {
        self.by_statement.get(&(method, block, index)).copied()
    }

    /// The values at each statement of an access.
    pub fn values<'p>(&self, program: &'p Program, id: AccessId) -> Vec<AccessValues<'p>> {
        let Access {
            method, statements, ..
        } = &self.all[id];
        let body = program.methods[*method].body.as_ref();
        let kinds = statements
            .iter()
            .filter_map(|&(block, index)| Some(&body?.blocks[block].statements[index].kind));
        kinds.map(values).collect()
    }
}

/// The field that a statement reads or writes.
fn accessed(statement: &StatementKind) -> Option<(FieldRef, JoinPoint)> {
    match statement {
        StatementKind::Load { field, .. } => Some((field.clone(), JoinPoint::Get)),
        StatementKind::Store { field, .. } => Some((field.clone(), JoinPoint::Set)),
        StatementKind::Constant {
            value: Constant::Class(Type::Primitive(primitive)),
            ..
        } => Some((
            FieldRef {
                owner: primitive.wrapper().into(),
                name: "TYPE".into(),
                field: None,
            },
            JoinPoint::Get,
        )),
        _ => None,
    }
}

/// The values at a statement that reads or writes a field.
pub fn values(statement: &StatementKind) -> AccessValues<'_> {
    match statement {
        StatementKind::Store { object, source, .. } => AccessValues {
            object: *object,
            arguments: std::slice::from_ref(source),
            read: None,
        },
        StatementKind::Load { target, object, .. } => AccessValues {
            object: *object,
            arguments: &[],
            read: Some(*target),
        },
        StatementKind::Constant { target, .. } => AccessValues {
            object: None,
            arguments: &[],
            read: Some(*target),
        },
        _ => AccessValues {
            object: None,
            arguments: &[],
            read: None,
        },
    }
}

/// Returns whether a field holds a constant, or may.
fn is_constant(program: &Program, FieldRef { owner, name, .. }: &FieldRef) -> bool {
    let field = program.hierarchy.resolve_field(owner, name, None).found();
    field.is_none_or(|field| field.info().constant.is_some())
}

/// The member that an access is of, as plans name it; `None` where its type is not known.
pub fn member_of(program: &Program, access: &Access) -> Option<MethodRef> {
    let FieldRef { owner, name, .. } = &access.field;
    Some(MethodRef {
        owner: owner.clone(),
        name: name.clone(),
        descriptor: type_of(program, &access.field)?.to_string().into(),
    })
}

/// The type of a field; `None` where it is not known.
pub fn type_of(program: &Program, field: &FieldRef) -> Option<Type> {
    match field.field {
        Some(id) => Some(program.fields[id].ty.clone()),
        None => {
            let found = program
                .hierarchy
                .resolve_field(&field.owner, &field.name, None)
                .found()?;
            Type::parse(&found.info().descriptor).ok()
        }
    }
}
