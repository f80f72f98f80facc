//! Access flags of classes, fields and methods (JVMS 4.1, 4.5, 4.6, 4.7.6).

use std::fmt;
use std::ops::BitOr;

/// A set of access flags. Some bits mean one thing on a class and another on a member (`ACC_SUPER`
/// is `ACC_SYNCHRONIZED`), as in the class file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Access(pub u16);

#[expect(missing_docs, reason = "named as in JVMS, without ACC_")]
impl Access {
    pub const PUBLIC: Access = Access(0x0001);
    pub const PRIVATE: Access = Access(0x0002);
    pub const PROTECTED: Access = Access(0x0004);
    pub const STATIC: Access = Access(0x0008);
    pub const FINAL: Access = Access(0x0010);
    pub const SYNCHRONIZED: Access = Access(0x0020);
    pub const SUPER: Access = Access(0x0020);
    pub const VOLATILE: Access = Access(0x0040);
    pub const BRIDGE: Access = Access(0x0040);
    pub const TRANSIENT: Access = Access(0x0080);
    pub const VARARGS: Access = Access(0x0080);
    pub const NATIVE: Access = Access(0x0100);
    pub const INTERFACE: Access = Access(0x0200);
    pub const ABSTRACT: Access = Access(0x0400);
    pub const STRICT: Access = Access(0x0800);
    pub const SYNTHETIC: Access = Access(0x1000);
    pub const ANNOTATION: Access = Access(0x2000);
    pub const ENUM: Access = Access(0x4000);
    pub const MODULE: Access = Access(0x8000);
}

impl Access {
    /// Returns whether every flag of `flags` is set.
    pub fn has(self, flags: Access) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Returns whether `ACC_STATIC` is set.
    pub fn is_static(self) -> bool {
        self.has(Self::STATIC)
    }

    /// Returns whether `ACC_INTERFACE` is set (annotation types included).
    pub fn is_interface(self) -> bool {
        self.has(Self::INTERFACE)
    }

    /// Returns whether `ACC_ABSTRACT` is set.
    pub fn is_abstract(self) -> bool {
        self.has(Self::ABSTRACT)
    }

    /// Returns whether `ACC_FINAL` is set.
    pub fn is_final(self) -> bool {
        self.has(Self::FINAL)
    }

    /// Returns whether `ACC_PRIVATE` is set.
    pub fn is_private(self) -> bool {
        self.has(Self::PRIVATE)
    }
}

impl BitOr for Access {
    type Output = Access;

    fn bitor(self, other: Access) -> Access {
        Access(self.0 | other.0)
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Access({:#06x})", self.0)
    }
}
