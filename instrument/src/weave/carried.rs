//! The fields in which objects of the program carry their monitors' keys: which classes get them,
//! and what reaches them.
//!
//! A field is transient and synthetic: what is serialized does not change, and no code of the
//! program names it but by reflection. Its carrier, a class beside, reaches it as any class of the
//! package may. Where the default version of serialized objects would count such a field (Java
//! Object Serialization Specification, 4.6), it is private, and its carrier reaches it by method
//! handles, which take time to be made: nest mates, who could do without, came with Java 11.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use date::model::Specification;
use java_patterns::type_names::{Imports, TypeName, TypeNames};
use java_types::Access;
use java_types::descriptor::Type;
use jvm::classfile::{ClassFile, ClassFileError, Code, NewMethod, Result, opcode};

use super::added::PREFIX;
use super::assemble::Assembler;
use super::companion::empty_class;
use super::extension::Extension;
use super::program::Program;
use crate::monitor::{Carriers, CarryingField, Notification, Subject, carriable, fields_in_use};

/// The class of all carriers.
const CARRIER: &str = "residua/runtime/Carrier";
/// The type of the fields.
const KEY: &str = "Ljava/lang/Object;";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
/// Of the methods of a carrier that make its handles: from the class with the field, the name of
/// that, and the carrier.
const MAKES_HANDLE: &str =
    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
/// The release that the runtime is written for.
const JAVA_8: u16 = 52;

/// A field that a class gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedField {
    /// The class and the name.
    pub field: CarryingField,
    /// Says whether it is private.
    pub is_private: bool,
}

/// The fields that classes get, by class.
pub type AddedFields = BTreeMap<String, Vec<AddedField>>;

/// The parameters of a specification whose objects can carry their keys: their types are classes of
/// the program that can have another field.
pub fn carriers(specification: &Specification, order: usize, program: &Program<'_>) -> Carriers {
    let imports = Imports::of(specification);
    let names = TypeNames::new(&program.hierarchy, &imports);

    let carrier = |((context, place), parameter): (
        (date::ids::ContextId, usize),
        &date::model::Parameter,
    )| {
        let TypeName::Known(Type::Class(class)) = names.resolve(&parameter.ty) else {
            return None;
        };
        program.extension_of(&class)?;
        let name = format!("{PREFIX}{order}${}${place}", context.index());
        let field = CarryingField {
            class: class.to_string(),
            name,
        };
        has_file_name(&field.carrier()).then_some(((context, place), field))
    };
    carriable(specification).filter_map(carrier).collect()
}

/// Says whether a class can stand in a file of its own name in the usual file systems.
fn has_file_name(class: &str) -> bool {
    let simple = class.rsplit('/').next().unwrap_or(class);
    simple.len() + ".class".len() <= 255
}

/// The fields that the monitors of specifications use, each given what it is notified of.
pub fn fields<'s>(
    used: impl Iterator<Item = (&'s Subject<'s>, &'s [Notification])>,
    program: &Program<'_>,
) -> AddedFields {
    let fields: BTreeSet<&CarryingField> = used
        .flat_map(|(subject, told)| fields_in_use(subject, told))
        .collect();

    let mut added = AddedFields::new();
    for field in fields {
        let is_private = program.extension_of(&field.class) == Some(Extension::Private);
        added
            .entry(field.class.clone())
            .or_default()
            .push(AddedField {
                field: field.clone(),
                is_private,
            });
    }
    added
}

/// Adds a field to a class. One that is full does without: monitors find its objects by hashes
/// then.
///
/// # Errors
/// The class is damaged.
pub fn add_field(
    class: &mut ClassFile<'_>,
    AddedField { field, is_private }: &AddedField,
) -> Result<()> {
    let access = Access::TRANSIENT | Access::VOLATILE | Access::SYNTHETIC;
    let access = if *is_private {
        access | Access::PRIVATE
    } else {
        access
    };
    match class.append_field(access, &field.name, KEY) {
        Err(ClassFileError::PoolFull | ClassFileError::TooLong(_)) => Ok(()),
        added => added,
    }
}

/// The class that reaches a field.
///
/// # Errors
/// The name of the class with the field leaves no room for another one.
pub fn carrier(AddedField { field, is_private }: &AddedField) -> Result<Vec<u8>> {
    let name = field.carrier();
    let bytes = empty_class(&name, JAVA_8, Access::PUBLIC, CARRIER)?;
    let mut carrier = Carrier {
        class: ClassFile::parse(&bytes)?,
        name: &name,
        field,
    };
    carrier.add_constructor()?;
    carrier.add_test()?;

    if *is_private {
        carrier.add_access_by_handles()?;
    } else {
        carrier.add_access()?;
    }

    carrier.class.to_bytes()
}

/// A carrier in the making.
struct Carrier<'f, 'b> {
    class: ClassFile<'b>,
    name: &'f str,
    field: &'f CarryingField,
}

impl Carrier<'_, '_> {
    fn add_constructor(&mut self) -> Result<()> {
        let above = self
            .class
            .pool
            .add_method(CARRIER, "<init>", "()V", false)?;
        let mut code = Assembler::new();
        code.load(&Type::object(), 0);
        code.with_index(opcode::INVOKESPECIAL, above, 1, 0);
        code.return_value(None);
        self.add(Access::PUBLIC, "<init>", "()V", finished(code, 1))
    }

    /// `boolean carries(Object)`.
    fn add_test(&mut self) -> Result<()> {
        let of = self.class.pool.add_class(&self.field.class)?;
        let mut code = Assembler::new();
        code.load(&Type::object(), 1);
        code.with_index(opcode::INSTANCEOF, of, 1, 1);
        code.emit(&[opcode::IRETURN], 1, 0);
        self.add(
            Access::PROTECTED,
            "carries",
            "(Ljava/lang/Object;)Z",
            finished(code, 2),
        )
    }

    /// `Object get(Object)` and `void set(Object, Object)`.
    fn add_access(&mut self) -> Result<()> {
        let field = self
            .class
            .pool
            .add_field(&self.field.class, &self.field.name, KEY)?;
        let mut code = self.cast_object()?;
        code.with_index(opcode::GETFIELD, field, 1, 1);
        self.add_getter(code)?;
        let mut code = self.cast_object()?;
        code.load(&Type::object(), 2);
        code.with_index(opcode::PUTFIELD, field, 2, 0);
        self.add_setter(code)
    }

    fn add_getter(&mut self, mut code: Assembler) -> Result<()> {
        code.return_value(Some(&Type::object()));
        self.add(
            Access::PROTECTED,
            "get",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            finished(code, 2),
        )
    }

    fn add_setter(&mut self, mut code: Assembler) -> Result<()> {
        code.return_value(None);
        self.add(
            Access::PROTECTED,
            "set",
            "(Ljava/lang/Object;Ljava/lang/Object;)V",
            finished(code, 3),
        )
    }

    /// Code that begins with the object, as one of the class with the field.
    fn cast_object(&mut self) -> Result<Assembler> {
        let mut code = Assembler::new();
        self.append_cast_object(&mut code)?;
        Ok(code)
    }

    fn append_cast_object(&mut self, code: &mut Assembler) -> Result<()> {
        let of = self.class.pool.add_class(&self.field.class)?;
        code.load(&Type::object(), 1);
        code.with_index(opcode::CHECKCAST, of, 1, 1);
        Ok(())
    }

    /// Adds the same methods by handles that are constants of the carrier, which just-in-time
    /// compilers see through.
    fn add_access_by_handles(&mut self) -> Result<()> {
        let object = format!("L{};", self.field.class);
        let mut code = self.handle("GET")?;
        self.append_cast_object(&mut code)?;
        let invoked = self.class.pool.add_method(
            HANDLE,
            "invokeExact",
            &format!("({object}){KEY}"),
            false,
        )?;
        code.with_index(opcode::INVOKEVIRTUAL, invoked, 2, 1);
        self.add_getter(code)?;

        let mut code = self.handle("SET")?;
        self.append_cast_object(&mut code)?;
        code.load(&Type::object(), 2);
        let invoked = self.class.pool.add_method(
            HANDLE,
            "invokeExact",
            &format!("({object}{KEY})V"),
            false,
        )?;
        code.with_index(opcode::INVOKEVIRTUAL, invoked, 3, 0);
        self.add_setter(code)?;
        self.add_initializer()
    }

    fn handle(&mut self, name: &str) -> Result<Assembler> {
        let handle = self
            .class
            .pool
            .add_field(self.name, name, &format!("L{HANDLE};"))?;
        let mut code = Assembler::new();
        code.with_index(opcode::GETSTATIC, handle, 0, 1);
        Ok(code)
    }

    /// The handles, and what makes them.
    fn add_initializer(&mut self) -> Result<()> {
        let mut code = Assembler::new();
        for (name, maker) in [("GET", "getter"), ("SET", "setter")] {
            let access = Access::PRIVATE | Access::STATIC | Access::FINAL;
            self.class
                .append_field(access, name, &format!("L{HANDLE};"))?;
            let pool = &mut self.class.pool;
            let handle = pool.add_field(self.name, name, &format!("L{HANDLE};"))?;
            let of = pool.add_class(&self.field.class)?;
            let carrier = pool.add_class(self.name)?;
            let made = pool.add_method(CARRIER, maker, MAKES_HANDLE, false)?;

            code.with_index(opcode::LDC_W, of, 0, 1);
            code.push_string(&self.field.name, pool)?;
            code.with_index(opcode::LDC_W, carrier, 0, 1);
            code.with_index(opcode::INVOKESTATIC, made, 3, 1);
            code.with_index(opcode::PUTSTATIC, handle, 1, 0);
        }

        code.return_value(None);
        self.add(Access::STATIC, "<clinit>", "()V", finished(code, 0))
    }

    fn add(
        &mut self,
        access: Access,
        name: &str,
        descriptor: &str,
        code: Code<'static>,
    ) -> Result<()> {
        self.class
            .append_method(&NewMethod {
                access,
                name,
                descriptor,
                code,
            })
            .map(drop)
    }
}

/// Returns code without handlers and attributes, with so many local variables.
fn finished(code: Assembler, max_locals: u16) -> Code<'static> {
    Code {
        max_stack: code.deepest(),
        max_locals,
        bytes: Cow::Owned(code.into_bytes()),
        exceptions: Vec::new(),
        attributes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(is_private: bool) -> AddedField {
        let field = CarryingField {
            class: "shop/User".to_owned(),
            name: format!("{PREFIX}0$1$0"),
        };
        AddedField { field, is_private }
    }

    fn class() -> Vec<u8> {
        empty_class("shop/User", JAVA_8, Access(0), "java/lang/Object").unwrap()
    }

    #[test]
    fn a_full_class_does_without_the_field() {
        let bytes = class();
        let mut full = ClassFile::parse(&bytes).unwrap();
        let constants = (0..)
            .take_while(|&n| full.pool.add_integer(n).is_ok())
            .count();
        assert!(constants > 65_000, "{constants}");
        add_field(&mut full, &field(false)).unwrap();
        assert_eq!(full.fields.len(), 0);
        full.to_bytes().unwrap();
    }

    #[test]
    fn a_class_with_all_fields_that_it_can_have_gets_none() {
        let bytes = class();
        let mut full = ClassFile::parse(&bytes).unwrap();
        for _ in 0..u16::MAX {
            full.append_field(Access(0), "f", KEY).unwrap();
        }
        add_field(&mut full, &field(true)).unwrap();
        assert_eq!(full.fields.len(), usize::from(u16::MAX));
        full.to_bytes().unwrap();
    }

    #[test]
    fn carriers_stand_beside_their_classes() {
        for is_private in [false, true] {
            let bytes = carrier(&field(is_private)).unwrap();
            let class = ClassFile::parse(&bytes).unwrap();
            assert_eq!(class.name().unwrap(), "shop/User$residua$0$1$0");
            assert_eq!(class.super_name().unwrap().as_deref(), Some(CARRIER));
            assert_eq!(class.fields.len(), if is_private { 2 } else { 0 });
        }
    }
}
