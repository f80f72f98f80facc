//! Methods, fields and constructors by name.

use std::sync::Arc;

use jvm::classfile::MemberRef;
use plan::member_name;

/// A method or field as an instruction or handle names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Callee {
    /// Internal name of the owner, or an array descriptor.
    pub owner: Arc<str>,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
    /// Says whether the owner is an interface.
    pub interface: bool,
}

impl Callee {
    pub(super) fn of(member: &MemberRef<'_>) -> Self {
        Callee {
            owner: member.owner.as_ref().into(),
            name: member.name.as_ref().into(),
            descriptor: member.descriptor.as_ref().into(),
            interface: member.interface,
        }
    }

    /// As a plan names it: `java.util.Iterator.next()Ljava/lang/Object;`.
    pub fn plan_name(&self) -> String {
        member_name(&self.owner, &self.name, &self.descriptor)
    }
}

/// A constructor, by its class and descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConstructorName {
    /// Internal name of the class.
    pub class: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
}

/// A method of the class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodName {
    /// Name.
    pub name: String,
    /// Descriptor.
    pub descriptor: String,
}

impl MethodName {
    pub(super) fn of(member: &MemberRef<'_>) -> Self {
        MethodName {
            name: member.name.to_string(),
            descriptor: member.descriptor.to_string(),
        }
    }
}
