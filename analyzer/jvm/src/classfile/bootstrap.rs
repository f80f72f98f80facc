//! `BootstrapMethods` (JVMS 4.7.23), method handles and `invokedynamic`.

use std::borrow::Cow;

use super::bytes::{Reader, count, put_u16, put_u16s, read_all};
use super::{
    Attribute, ClassFile, ClassFileError, ConstantPool, Instruction, MemberRef, NameAndType,
    PoolEntry, Result, opcode,
};

/// The use that a method handle makes of its member (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "named as in JVMS 4.4.8, without REF_")]
pub enum ReferenceKind {
    GetField = 1,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

impl ReferenceKind {
    /// The kind with this number in the class file.
    pub fn from_number(number: u8) -> Option<Self> {
        use ReferenceKind::*;
        let kinds = [
            GetField,
            GetStatic,
            PutField,
            PutStatic,
            InvokeVirtual,
            InvokeStatic,
            InvokeSpecial,
            NewInvokeSpecial,
            InvokeInterface,
        ];
        kinds.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

/// A method handle constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodHandle<'p> {
    /// The use that the handle makes of its member.
    pub kind: ReferenceKind,
    /// With what.
    pub member: MemberRef<'p>,
}

/// One row of `BootstrapMethods`; both are constant pool indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// `MethodHandle` entry of the bootstrap method.
    pub method: u16,
    /// Static arguments: loadable constants.
    pub arguments: Vec<u16>,
}

/// An `invokedynamic` instruction, or a dynamically computed constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DynamicCall<'p> {
    /// Row of `BootstrapMethods`.
    pub bootstrap: u16,
    /// Name and descriptor of the call site.
    pub signature: NameAndType<'p>,
}

impl<'a> ConstantPool<'a> {
    /// The method handle at `index`.
    ///
    /// # Errors
    /// [`ClassFileError::BadIndex`] where there is none.
    pub fn method_handle(&self, index: u16) -> Result<MethodHandle<'_>> {
        let bad = ClassFileError::BadIndex {
            index,
            expected: "MethodHandle",
        };
        match self.entry(index)? {
            PoolEntry::MethodHandle { kind, reference } => {
                let kind = ReferenceKind::from_number(kind).ok_or(bad)?;
                Ok(MethodHandle {
                    kind,
                    member: self.member(reference)?,
                })
            }
            _ => Err(bad),
        }
    }

    /// The method that a call instruction names; `None` for any other instruction, `invokedynamic`
    /// included.
    ///
    /// # Errors
    /// [`ClassFileError::BadIndex`] where the instruction names another kind of constant.
    pub fn invoked(&self, instruction: &Instruction<'_>) -> Result<Option<MemberRef<'_>>> {
        let index = instruction.pool_index().filter(|_| instruction.is_invoke());
        index.map(|index| self.member(index)).transpose()
    }

    /// Returns the call that an `invokedynamic` makes; `None` for any other instruction.
    ///
    /// # Errors
    /// [`ClassFileError::BadIndex`] where the instruction names another kind of constant.
    pub fn dynamic_call(&self, instruction: &Instruction<'_>) -> Result<Option<DynamicCall<'_>>> {
        let index = instruction
            .pool_index()
            .filter(|_| instruction.opcode() == opcode::INVOKEDYNAMIC);
        index.map(|index| self.invoke_dynamic(index)).transpose()
    }

    fn invoke_dynamic(&self, index: u16) -> Result<DynamicCall<'_>> {
        match self.entry(index)? {
            PoolEntry::InvokeDynamic {
                bootstrap,
                name_and_type,
            } => Ok(DynamicCall {
                bootstrap,
                signature: self.name_and_type(name_and_type)?,
            }),
            _ => Err(ClassFileError::BadIndex {
                index,
                expected: "InvokeDynamic",
            }),
        }
    }
}

impl<'a> ClassFile<'a> {
    /// The rows of `BootstrapMethods`; empty where there is no such attribute. O(size of the
    /// attribute).
    ///
    /// # Errors
    /// Where the attribute is malformed.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>> {
        let row = |r: &mut Reader<'_>| {
            Ok(BootstrapMethod {
                method: r.u16()?,
                arguments: r.list(Reader::u16)?,
            })
        };
        self.attribute("BootstrapMethods")
            .map_or(Ok(Vec::new()), |attribute| {
                read_all(&attribute.bytes, |r| r.list(row))
            })
    }

    /// Replaces the rows of `BootstrapMethods`, an attribute that is added where the class has
    /// none. To redirect a method reference, put another method handle (see
    /// [`ConstantPool::add_method_handle`]) in the place of its row's argument.
    ///
    /// # Errors
    /// [`ClassFileError::TooLong`], [`ClassFileError::PoolFull`].
    pub fn set_bootstrap_methods(&mut self, rows: &[BootstrapMethod]) -> Result<()> {
        let mut bytes = Vec::new();
        put_u16(&mut bytes, count(rows.len(), "BootstrapMethods")?);
        for row in rows {
            put_u16(&mut bytes, row.method);
            put_u16(
                &mut bytes,
                count(row.arguments.len(), "bootstrap arguments")?,
            );
            put_u16s(&mut bytes, &row.arguments);
        }

        let pool = &self.pool;
        match self
            .attributes
            .iter_mut()
            .find(|a| a.is(pool, "BootstrapMethods"))
        {
            Some(attribute) => attribute.bytes = Cow::Owned(bytes),
            None => {
                self.attributes
                    .push(Attribute::new(&mut self.pool, "BootstrapMethods", bytes)?)
            }
        }

        Ok(())
    }
}
