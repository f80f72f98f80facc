//! The classes that the language itself speaks of (JLS 4.3.2, 4.3.3, 5.1.7, 14.14.2, 14.20.3 and
//! others).

use super::{ClassId, Kind, Ty, Types};

/// Types without arguments of the classes that the language speaks of: raw where the class is
/// generic.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WellKnown {
    pub(crate) object: Ty,
    pub(crate) string: Ty,
    pub(crate) class: Ty,
    pub(crate) cloneable: Ty,
    pub(crate) serializable: Ty,
    pub(crate) iterable: Ty,
    pub(crate) iterator: Ty,
    pub(crate) auto_closeable: Ty,
    pub(crate) runtime_exception: Ty,
    pub(crate) enumeration: Ty,
    pub(crate) annotation: Ty,
    pub(crate) method_handle: Ty,
    pub(crate) var_handle: Ty,
    boxes: [Ty; 9],
}

const BOXES: [&str; 9] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Void",
];

const PRIMITIVES: [Ty; 9] = [
    Ty::BOOLEAN,
    Ty::BYTE,
    Ty::SHORT,
    Ty::CHAR,
    Ty::INT,
    Ty::LONG,
    Ty::FLOAT,
    Ty::DOUBLE,
    Ty::VOID,
];

impl WellKnown {
    /// The types of the classes that `class` makes.
    pub(super) fn new(mut class: impl FnMut(&str) -> Ty) -> Self {
        WellKnown {
            object: class("java/lang/Object"),
            string: class("java/lang/String"),
            class: class("java/lang/Class"),
            cloneable: class("java/lang/Cloneable"),
            serializable: class("java/io/Serializable"),
            iterable: class("java/lang/Iterable"),
            iterator: class("java/util/Iterator"),
            auto_closeable: class("java/lang/AutoCloseable"),
            runtime_exception: class("java/lang/RuntimeException"),
            enumeration: class("java/lang/Enum"),
            annotation: class("java/lang/annotation/Annotation"),
            method_handle: class("java/lang/invoke/MethodHandle"),
            var_handle: class("java/lang/invoke/VarHandle"),
            boxes: BOXES.map(class),
        }
    }

    /// The wrapper of a primitive type (JLS 5.1.7); of `void`, `Void`.
    pub(crate) fn boxed(&self, primitive: Ty) -> Option<Ty> {
        PRIMITIVES
            .iter()
            .position(|&p| p == primitive)
            .map(|index| self.boxes[index])
    }

    /// The primitive type of a wrapper (JLS 5.1.8).
    pub(crate) fn unboxed(&self, wrapper: Ty) -> Option<Ty> {
        self.boxes[..8]
            .iter()
            .position(|&b| b == wrapper)
            .map(|index| PRIMITIVES[index])
    }
}

impl Types<'_> {
    /// The class of a well-known type.
    pub(crate) fn known_class(&self, ty: Ty) -> ClassId {
        match self.kind(ty) {
            Kind::Class(class, _) => class,
            other => unreachable!("a well-known type is a class, not {other:?}"),
        }
    }
}
