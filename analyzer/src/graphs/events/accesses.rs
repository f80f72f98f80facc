//! Reads and writes of fields, and reads of elements of arrays.
//!
//! All reads of one field in one body are one program point, and so are all writes: a decision
//! about a field in a method needs no pairing of single instructions, which a class file may have
//! in other numbers than the source. `int.class` reads a field too, `Integer.TYPE`; constants that
//! the compiler copies into the code read none.
//!
//! All reads of elements of arrays of one static type in one body are one program point, too. An
//! element counts as a field `element` of the array's type. Instructions tell arrays of references
//! apart by nothing, nor `byte[]` from `boolean[]`, so plans name the type that an instruction
//! tells.

use std::collections::{BTreeMap, BTreeSet};

use date::model::JoinPoint;
use index_vec::{IndexVec, define_index_type};
use ir::{
    BlockId, Body, Constant, FieldRef, LocalId, Method, MethodId, MethodKind, MethodRef, Program,
    Statement, StatementKind,
};
use java_types::descriptor::{Primitive, Type};
use text::Span;

/// The name that elements of arrays have as members.
const ELEMENT: &str = "element";

define_index_type! {
    /// All reads or all writes of one field in one body.
    pub struct AccessId = u32;
    DISPLAY_FORMAT = "access{}";
}

/// All reads or all writes of one field in one body, or all reads of elements of one array type.
#[derive(Debug, Clone)]
pub struct Access {
    /// The method whose body it is.
    pub method: MethodId,
    /// The field.
    pub field: FieldRef,
    /// True if the field is static.
    pub is_static: bool,
    /// The kind of access: a read, a write, or a read of an element.
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
            let arrays = Arrays::of(program, declared);
            let mut known: BTreeMap<(FieldRef, JoinPoint), AccessId> = BTreeMap::new();
            for (block, index, statement) in declared.body.iter().flat_map(|body| {
                body.blocks.iter_enumerated().flat_map(|(block, code)| {
                    code.statements
                        .iter()
                        .enumerate()
                        .map(move |(index, statement)| (block, index, statement))
                })
            }) {
                let Some((field, join)) = accessed(&arrays, &statement.kind) else {
                    continue;
                };
                let alike = known
                    .keys()
                    .filter(|(other, _)| join == JoinPoint::Element && is_alike(other, &field));
                let ordinal = alike.count() as u32;
                let id = *known.entry((field.clone(), join)).or_insert_with(|| {
                    let is_static = values(&statement.kind).object.is_none();
                    let span = statement.span;
                    accesses.all.push(Access {
                        method,
                        ordinal,
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

/// The arrays of a method.
struct Arrays<'p> {
    /// Its body; none if class files show no reads of its arrays.
    body: Option<&'p Body>,
    /// Temporaries with arrays of a generic type, which not every compiler checks: Eclipse's does
    /// not for a loop over a field.
    unchecked: BTreeSet<LocalId>,
}

impl<'p> Arrays<'p> {
    fn of(program: &Program, method: &'p Method) -> Self {
        let body = method.body.as_ref();
        let body = body.filter(|_| !is_made_for_enum(program, method));
        let mut unchecked = BTreeSet::new();
        while let Some(local) = body.and_then(|body| handed_on(body, &unchecked)) {
            unchecked.insert(local);
        }

        Arrays { body, unchecked }
    }

    /// The static type of an array, as far as it is checked.
    fn type_of(&self, array: LocalId) -> Option<Type> {
        let ty = self.body?.locals[array].ty.clone();
        Some(if self.unchecked.contains(&array) {
            Type::array(Type::object())
        } else {
            ty
        })
    }
}

/// A temporary, none of these yet, that gets an array of another type, or what one of these holds.
fn handed_on(body: &Body, unchecked: &BTreeSet<LocalId>) -> Option<LocalId> {
    let gets = |statement: &Statement| match statement.kind {
        StatementKind::Cast { target, source, .. } => {
            let is_array = is_of_objects(body, source) && is_of_objects(body, target);
            is_array.then_some(target)
        }
        StatementKind::Assign { target, source } => {
            let is_temporary = body.locals[target].name.is_none();
            (is_temporary && unchecked.contains(&source)).then_some(target)
        }
        _ => None,
    };
    let statements = body.statements();
    statements
        .filter_map(gets)
        .find(|target| !unchecked.contains(target))
}

/// Returns whether a local holds arrays of references.
fn is_of_objects(body: &Body, local: LocalId) -> bool {
    matches!(&body.locals[local].ty, Type::Array(element) if element.is_reference())
}

/// Returns whether a method is the `valueOf` of an enum, which reads no array in class files.
fn is_made_for_enum(program: &Program, method: &Method) -> bool {
    let info = &program.classes[method.class].info;
    info.access.has(java_types::Access::ENUM)
        && method.kind == MethodKind::Implicit
        && &*method.name == "valueOf"
}

/// The field or element that a statement reads or writes.
fn accessed(arrays: &Arrays<'_>, statement: &StatementKind) -> Option<(FieldRef, JoinPoint)> {
    match statement {
        StatementKind::ArrayLoad { array, .. } => Some((
            FieldRef {
                owner: arrays.type_of(*array)?.to_string().into(),
                name: ELEMENT.into(),
                field: None,
            },
            JoinPoint::Element,
        )),
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
        StatementKind::ArrayLoad {
            target,
            array,
            index,
        } => AccessValues {
            object: Some(*array),
            arguments: std::slice::from_ref(index),
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
    if element_of(owner).is_some() {
        return false;
    }
    let field = program.hierarchy.resolve_field(owner, name, None).found();
    field.is_none_or(|field| field.info().constant.is_some())
}

/// The member that an access is of, as plans name it; `None` where its type is not known.
pub fn member_of(program: &Program, access: &Access) -> Option<MethodRef> {
    let FieldRef { owner, name, .. } = &access.field;
    if access.join == JoinPoint::Element {
        return Some(element_member(&element_of(owner)?));
    }

    Some(MethodRef {
        owner: owner.clone(),
        name: name.clone(),
        descriptor: type_of(program, &access.field)?.to_string().into(),
    })
}

/// The elements that an instruction reads which reads such an element.
fn element_member(element: &Type) -> MethodRef {
    let told = match element {
        Type::Primitive(Primitive::Boolean) => Type::Primitive(Primitive::Byte),
        Type::Primitive(_) => element.clone(),
        Type::Class(_) | Type::Array(_) => Type::object(),
    };
    MethodRef {
        owner: Type::array(told.clone()).to_string().into(),
        name: ELEMENT.into(),
        descriptor: told.to_string().into(),
    }
}

/// Returns whether two different elements are of one member to plans.
fn is_alike(one: &FieldRef, other: &FieldRef) -> bool {
    let members = [one, other].map(|of| element_of(&of.owner).map(|of| element_member(&of)));
    let [Some(one), Some(other)] = members else {
        return false;
    };
    one == other
}

/// The type of the elements of a type, if that is one of arrays.
fn element_of(owner: &str) -> Option<Type> {
    match Type::parse(owner) {
        Ok(Type::Array(element)) => Some((*element).clone()),
        _ => None,
    }
}

/// The type of a field or element; `None` where it is not known.
pub fn type_of(program: &Program, field: &FieldRef) -> Option<Type> {
    if let Some(element) = element_of(&field.owner) {
        return Some(element);
    }
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
