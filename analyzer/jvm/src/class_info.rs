//! From class files to [`ClassInfo`].

use std::borrow::Cow;
use std::sync::Arc;

use java_types::class_info::{
    ClassInfo, Constant, EnclosingMethodInfo, FieldInfo, InnerClassInfo, MethodInfo,
    RecordComponentInfo,
};

use crate::classfile::{self, ClassFile, ConstantPool, Member, PoolEntry, modified_utf8};

/// Returns what a class file says of its class. `source` is false.
///
/// # Errors
/// Where an attribute that is read is damaged.
pub fn class_info(class: &ClassFile<'_>) -> classfile::Result<ClassInfo> {
    let pool = &class.pool;
    Ok(ClassInfo {
        name: shared(class.name()?),
        access: class.access,
        super_name: class.super_name()?.map(shared),
        interfaces: class.interfaces()?.into_iter().map(shared).collect(),
        signature: class.signature()?.map(shared),
        methods: class
            .methods
            .iter()
            .map(|m| method(m, pool))
            .collect::<classfile::Result<_>>()?,
        fields: class
            .fields
            .iter()
            .map(|f| field(f, pool))
            .collect::<classfile::Result<_>>()?,
        inner_classes: inner_classes(class)?,
        enclosing_method: enclosing_method(class)?,
        record_components: record_components(class)?,
        permitted_subclasses: class
            .permitted_subclasses()?
            .map(|l| l.into_iter().map(shared).collect()),
        source: false,
    })
}

fn shared(text: Cow<'_, str>) -> Arc<str> {
    Arc::from(text)
}

fn method(member: &Member<'_>, pool: &ConstantPool<'_>) -> classfile::Result<MethodInfo> {
    Ok(MethodInfo {
        name: shared(member.name(pool)?),
        descriptor: shared(member.descriptor(pool)?),
        access: member.access,
        signature: member.signature(pool)?.map(shared),
        exceptions: member.exceptions(pool)?.into_iter().map(shared).collect(),
    })
}

fn field(member: &Member<'_>, pool: &ConstantPool<'_>) -> classfile::Result<FieldInfo> {
    Ok(FieldInfo {
        name: shared(member.name(pool)?),
        descriptor: shared(member.descriptor(pool)?),
        access: member.access,
        signature: member.signature(pool)?.map(shared),
        constant: member
            .constant_value(pool)?
            .map(|index| constant(index, pool))
            .transpose()?
            .flatten(),
    })
}

/// The constant at `index`; `None` for a kind that no field has.
fn constant(index: u16, pool: &ConstantPool<'_>) -> classfile::Result<Option<Constant>> {
    Ok(match pool.entry(index)? {
        PoolEntry::Integer(value) => Some(Constant::Int(value)),
        PoolEntry::Long(value) => Some(Constant::Long(value)),
        PoolEntry::Float(value) => Some(Constant::Float(value)),
        PoolEntry::Double(value) => Some(Constant::Double(value)),
        PoolEntry::String { utf8 } => Some(text(shared(modified_utf8::decode(pool.utf8(utf8)?)))),
        _ => None,
    })
}

/// A decoded string, with U+FFFD for half a surrogate pair, and perhaps written so.
fn text(decoded: Arc<str>) -> Constant {
    if decoded.contains('\u{FFFD}') {
        Constant::SomeStr
    } else {
        Constant::Str(decoded)
    }
}

fn inner_classes(class: &ClassFile<'_>) -> classfile::Result<Vec<InnerClassInfo>> {
    let row = |row: classfile::InnerClass<'_>| InnerClassInfo {
        name: shared(row.name),
        outer: row.outer.map(shared),
        simple_name: row.simple_name.map(shared),
        access: row.access,
    };
    Ok(class.inner_classes()?.into_iter().map(row).collect())
}

fn enclosing_method(class: &ClassFile<'_>) -> classfile::Result<Option<EnclosingMethodInfo>> {
    let info = |enclosing: classfile::EnclosingMethod<'_>| EnclosingMethodInfo {
        class: shared(enclosing.class),
        method: enclosing
            .method
            .map(|m| (shared(m.name), shared(m.descriptor))),
    };
    Ok(class.enclosing_method()?.map(info))
}

fn record_components(class: &ClassFile<'_>) -> classfile::Result<Option<Vec<RecordComponentInfo>>> {
    let info = |component: classfile::RecordComponent<'_>| RecordComponentInfo {
        name: shared(component.name),
        descriptor: shared(component.descriptor),
        signature: component.signature.map(shared),
    };
    Ok(class
        .record_components()?
        .map(|components| components.into_iter().map(info).collect()))
}
