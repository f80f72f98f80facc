//! Types as the Java language knows them (JLS 4), interned: two types are the same (JLS 4.3.4) iff
//! their ids are equal.

use std::rc::Rc;

use java_syntax::ast::Primitive;
use rustc_hash::FxHashMap;

/// A type, by its number in the table of one [`super::Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ty(u32);

/// A class, by its number in the table of one [`super::Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassId(pub(super) u32);

/// A type parameter of a class or method (JLS 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariableId(pub(super) u32);

/// A type variable that capture conversion made (JLS 5.1.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CaptureId(pub(super) u32);

/// A variable that stands for a type to be inferred (JLS 18.1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct InferenceId(pub(super) u32);

/// Types in a row: type arguments, parameter types, members of an intersection.
pub(crate) type TyList = Rc<[Ty]>;

/// The kinds of types.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A primitive type or `void`.
    Primitive(Primitive),
    /// The type of `null`.
    Null,
    /// Not known: some part of the program could not be found or understood. Compatible with
    /// everything.
    Unknown,
    /// A class or interface type. The arguments are those of all enclosing generic instances,
    /// outermost first, then its own: `Outer<A>.Inner<B>` has `[A, B]`. None where the class has
    /// parameters: the raw type.
    Class(ClassId, TyList),
    /// An array of the component type.
    Array(Ty),
    /// A type parameter.
    Variable(VariableId),
    /// A captured wildcard.
    Captured(CaptureId),
    /// A type to be inferred.
    Inference(InferenceId),
    /// A wildcard: only as a type argument.
    Wildcard(Wildcard),
    /// `A & B`, in order: bounds of type variables, casts, least upper bounds.
    Intersection(TyList),
}

/// A wildcard (JLS 4.5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wildcard {
    /// `?`
    Unbounded,
    /// `? extends T`
    Extends(Ty),
    /// `? super T`
    Super(Ty),
}

impl Ty {
    pub(crate) const BOOLEAN: Ty = Ty(0);
    pub(crate) const BYTE: Ty = Ty(1);
    pub(crate) const SHORT: Ty = Ty(2);
    pub(crate) const CHAR: Ty = Ty(3);
    pub(crate) const INT: Ty = Ty(4);
    pub(crate) const LONG: Ty = Ty(5);
    pub(crate) const FLOAT: Ty = Ty(6);
    pub(crate) const DOUBLE: Ty = Ty(7);
    pub(crate) const VOID: Ty = Ty(8);
    pub(crate) const NULL: Ty = Ty(9);
    pub(crate) const UNKNOWN: Ty = Ty(10);

    /// The type of a keyword.
    pub(crate) fn primitive(primitive: Primitive) -> Ty {
        match primitive {
            Primitive::Boolean => Ty::BOOLEAN,
            Primitive::Byte => Ty::BYTE,
            Primitive::Short => Ty::SHORT,
            Primitive::Char => Ty::CHAR,
            Primitive::Int => Ty::INT,
            Primitive::Long => Ty::LONG,
            Primitive::Float => Ty::FLOAT,
            Primitive::Double => Ty::DOUBLE,
            Primitive::Void => Ty::VOID,
        }
    }

    /// Returns whether it is a primitive type (`void` is none).
    pub(crate) fn is_primitive(self) -> bool {
        self < Ty::VOID
    }

    /// Returns whether it is a numeric type (JLS 4.2).
    pub(crate) fn is_numeric(self) -> bool {
        self.is_primitive() && self != Ty::BOOLEAN
    }

    /// Returns whether it is `byte`, `short`, `char`, `int` or `long` (JLS 4.2.1).
    pub(crate) fn is_integral(self) -> bool {
        (Ty::BYTE..=Ty::LONG).contains(&self)
    }
}

/// Parts that occur somewhere in a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents(u8);

impl Contents {
    pub(crate) const VARIABLE: Contents = Contents(1);
    pub(crate) const INFERENCE: Contents = Contents(2);
    pub(crate) const CAPTURED: Contents = Contents(4);
    pub(crate) const UNKNOWN: Contents = Contents(8);
    const NOTHING: Contents = Contents(0);

    /// Returns whether any of these occurs.
    pub(crate) fn any(self, of: Contents) -> bool {
        self.0 & of.0 != 0
    }

    /// These and those.
    pub(crate) fn and(self, other: Contents) -> Contents {
        Contents(self.0 | other.0)
    }
}

/// The table of types.
#[derive(Debug)]
pub(super) struct Interner {
    kinds: Vec<Kind>,
    contents: Vec<Contents>,
    ids: FxHashMap<Kind, Ty>,
}

impl Interner {
    /// A table that knows the types with fixed numbers.
    pub(super) fn new() -> Self {
        let mut interner = Interner {
            kinds: Vec::new(),
            contents: Vec::new(),
            ids: FxHashMap::default(),
        };
        let primitives = [
            Primitive::Boolean,
            Primitive::Byte,
            Primitive::Short,
            Primitive::Char,
            Primitive::Int,
            Primitive::Long,
            Primitive::Float,
            Primitive::Double,
            Primitive::Void,
        ];

        for primitive in primitives {
            interner.intern(Kind::Primitive(primitive));
        }

        interner.intern(Kind::Null);
        interner.intern(Kind::Unknown);
        interner
    }

    /// The number of the type.
    pub(super) fn intern(&mut self, kind: Kind) -> Ty {
        if let Some(&ty) = self.ids.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.contents.push(self.contents_of(&kind));
        self.kinds.push(kind.clone());
        self.ids.insert(kind, ty);
        ty
    }

    fn contents_of(&self, kind: &Kind) -> Contents {
        let all = |types: &[Ty]| {
            types
                .iter()
                .fold(Contents::NOTHING, |sum, &ty| sum.and(self.contents(ty)))
        };
        match kind {
            Kind::Primitive(_) | Kind::Null | Kind::Wildcard(Wildcard::Unbounded) => {
                Contents::NOTHING
            }
            Kind::Unknown => Contents::UNKNOWN,
            Kind::Variable(_) => Contents::VARIABLE,
            Kind::Captured(_) => Contents::CAPTURED,
            Kind::Inference(_) => Contents::INFERENCE,
            Kind::Array(ty) | Kind::Wildcard(Wildcard::Extends(ty) | Wildcard::Super(ty)) => {
                self.contents(*ty)
            }
            Kind::Class(_, types) | Kind::Intersection(types) => all(types),
        }
    }

    /// Returns what occurs in the type.
    pub(super) fn contents(&self, ty: Ty) -> Contents {
        self.contents[ty.0 as usize]
    }

    /// Returns what the type is.
    pub(super) fn kind(&self, ty: Ty) -> Kind {
        self.kinds[ty.0 as usize].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_numbers_name_their_types() {
        let interner = Interner::new();
        assert_eq!(
            interner.kind(Ty::BOOLEAN),
            Kind::Primitive(Primitive::Boolean)
        );
        assert_eq!(interner.kind(Ty::VOID), Kind::Primitive(Primitive::Void));
        assert_eq!(interner.kind(Ty::NULL), Kind::Null);
        assert_eq!(interner.kind(Ty::UNKNOWN), Kind::Unknown);
        for primitive in [Primitive::Char, Primitive::Double, Primitive::Int] {
            assert_eq!(
                interner.kind(Ty::primitive(primitive)),
                Kind::Primitive(primitive)
            );
        }
    }

    #[test]
    fn equal_types_have_one_number() {
        let mut interner = Interner::new();
        let first = interner.intern(Kind::Array(Ty::INT));
        assert_eq!(first, interner.intern(Kind::Array(Ty::INT)));
        assert_ne!(first, interner.intern(Kind::Array(Ty::LONG)));
    }
}
