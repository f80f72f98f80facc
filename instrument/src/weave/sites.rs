//! The places of a class file that can raise events.

mod accessing;
mod body;
mod callee;
mod class;
mod lambdas;
mod naming;
mod site;

use std::collections::BTreeSet;
use std::sync::Arc;

use java_types::Access;
use jvm::classfile::{Copies, ReferenceKind, opcode};

use super::handlers::Handler;
use super::pairing::Scope;

pub use accessing::Accessing;
pub use callee::{Callee, ConstructorName, MethodName};
pub use class::INITIALIZER;
pub use lambdas::Lambdas;

/// The method bodies of a class, with their sites.
#[derive(Debug, Clone)]
pub struct ClassSites {
    /// Internal name.
    pub class: Arc<str>,
    /// The source file below its root, as reports name it; the class's name where the class file
    /// has none.
    pub file: String,
    /// In the order of the class file, and at last the initializer, if the class file has none.
    pub bodies: Vec<Body>,
    /// Says whether the compiler made it for itself: the source has no such class.
    pub is_synthetic: bool,
    /// Says whether it says by itself which version of it a serialized object is of.
    pub has_serial_version: bool,
}

/// A method with code.
#[derive(Debug, Clone)]
pub struct Body {
    /// Number of the method in the class file; one past the last for an initializer that is not
    /// there.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its flags.
    pub access: Access,
    /// The scope in which its sites are compared with rows of a plan.
    pub scope: Scope,
    /// Of a constructor the call of `super(..)` or `this(..)`, before which there is no object to
    /// speak of.
    pub this_from: Option<u32>,
    /// Line of its first instruction.
    pub first_line: Option<u32>,
    /// In code order.
    pub sites: Vec<Site>,
    /// Its catch blocks, in code order.
    pub handlers: Vec<Handler>,
    /// Says whether the class file has no such method: it is added if something is told there.
    pub is_added: bool,
    /// Says whether the compiler made the method: its execution is no event.
    pub is_made: bool,
    /// Of a constructor that the compiler made, for a private one of a nested class before Java 11,
    /// the descriptor of that one.
    pub stands_for: Option<String>,
    /// The pcs at which control may turn: jumps, their targets, handlers.
    pub turns: BTreeSet<u32>,
}

/// A call, constructor call, method reference, access of a field or read of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The instruction: the call, or the `invokedynamic` of a reference.
    pub pc: u32,
    /// The line; for a constructor call that of the `new`.
    pub line: Option<u32>,
    /// The kind of site.
    pub kind: SiteKind,
    /// The method or field.
    pub callee: Callee,
    /// The same, as plans and patterns name it: an instruction that compilers write in different
    /// ways has one name.
    pub named: Callee,
    /// Says whether it looks like a call that the compiler inserted, and may be a written one.
    pub may_be_inserted: bool,
}

/// A kind of site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// `invokevirtual`, `invokeinterface`, `invokestatic`, or `invokespecial` of a private method.
    Call {
        /// The instruction.
        opcode: u8,
    },
    /// A constructor call.
    Creation {
        /// The pc of the `new`.
        new: u32,
        /// Says whether the object is used.
        kept: bool,
        /// The other places that hold it when the constructor is called.
        copies: Copies,
    },
    /// A read or write of a field, or a read of an element.
    Access(Accessing),
    /// A method reference.
    Reference {
        /// The kind of call.
        kind: ReferenceKind,
        /// Row of `BootstrapMethods`.
        bootstrap: u16,
    },
}

impl SiteKind {
    /// Gives the kind of method handle that calls what the site calls.
    pub fn handle(self) -> ReferenceKind {
        match self {
            SiteKind::Call {
                opcode: opcode::INVOKESTATIC,
            } => ReferenceKind::InvokeStatic,
            SiteKind::Call {
                opcode: opcode::INVOKEINTERFACE,
            } => ReferenceKind::InvokeInterface,
            SiteKind::Call {
                opcode: opcode::INVOKESPECIAL,
            } => ReferenceKind::InvokeSpecial,
            SiteKind::Call { .. } => ReferenceKind::InvokeVirtual,
            SiteKind::Creation { .. } => ReferenceKind::NewInvokeSpecial,
            SiteKind::Access(access) => match (access.writes(), access.is_static) {
                (false, false) => ReferenceKind::GetField,
                (true, false) => ReferenceKind::PutField,
                (false, true) => ReferenceKind::GetStatic,
                (true, true) => ReferenceKind::PutStatic,
            },
            SiteKind::Reference { kind, .. } => kind,
        }
    }
}

impl Body {
    /// Says whether control can come to the site only straight on from the previous one.
    pub fn follows_previous(&self, site: usize) -> bool {
        let Some(previous) = site.checked_sub(1).map(|i| self.sites[i].pc) else {
            return false;
        };
        self.turns
            .range(previous..=self.sites[site].pc)
            .next()
            .is_none()
    }
}
