//! Classes, their methods and their fields.

use super::nothing;
use crate::connection::Connection;
use crate::failure::Failure;
use crate::id::{ClassId, FieldId, MethodId, TypeKind};
use crate::value::Value;
use crate::wire::Reader;

/// A class that is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedClass {
    /// The kind.
    pub kind: TypeKind,
    /// The class.
    pub class: ClassId,
    /// Its name as a descriptor, such as `Ljava/lang/String;`.
    pub signature: String,
    /// It is ready to run: it has methods and fields.
    pub is_prepared: bool,
}

/// A method of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// The method.
    pub method: MethodId,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags, as in the class file.
    pub flags: u32,
}

/// A field of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The field.
    pub field: FieldId,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags, as in the class file.
    pub flags: u32,
}

/// A line of the source, and the first of its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineEntry {
    /// The index of the instruction.
    pub index: u64,
    /// The line, from 1.
    pub line: u32,
}

/// A local variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The index of the first instruction where it is there.
    pub index: u64,
    /// How many bytes of code it is there.
    pub length: u32,
    /// Its name.
    pub name: String,
    /// The descriptor of its type.
    pub descriptor: String,
    /// Its slot in the frame.
    pub slot: u32,
}

/// Classes: command sets 2, 3 and 6, and the classes of the machine.
impl Connection {
    /// The loaded classes of a name, one for each loader: `VirtualMachine.ClassesBySignature`. `signature` is a
    /// descriptor, such as `Lapp/Session;`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn classes_by_signature(&self, signature: &str) -> Result<Vec<LoadedClass>, Failure> {
        self.ask(
            "ClassesBySignature",
            (1, 2),
            |writer| writer.text(signature),
            |reader| reader.list(|reader| read_class(reader, Some(signature))),
        )
    }

    /// All loaded classes: `VirtualMachine.AllClasses`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn all_classes(&self) -> Result<Vec<LoadedClass>, Failure> {
        let read = |reader: &mut Reader<'_>| reader.list(|reader| read_class(reader, None));
        self.ask("AllClasses", (1, 3), |_| {}, read)
    }

    /// The name of a class as a descriptor: `ReferenceType.Signature`.
    ///
    /// # Errors
    /// The class is gone.
    pub fn signature(&self, class: ClassId) -> Result<String, Failure> {
        self.ask(
            "Signature",
            (2, 1),
            |writer| writer.class(class),
            |reader| reader.text(),
        )
    }

    /// The fields that a class declares, in their order: `ReferenceType.Fields`.
    ///
    /// # Errors
    /// The class is gone, or not prepared.
    pub fn fields(&self, class: ClassId) -> Result<Vec<Field>, Failure> {
        self.ask(
            "Fields",
            (2, 4),
            |writer| writer.class(class),
            |reader| {
                reader.list(|reader| {
                    Ok(Field {
                        field: reader.field()?,
                        name: reader.text()?,
                        descriptor: reader.text()?,
                        flags: reader.int()?,
                    })
                })
            },
        )
    }

    /// The methods that a class declares, in their order: `ReferenceType.Methods`.
    ///
    /// # Errors
    /// The class is gone, or not prepared.
    pub fn methods(&self, class: ClassId) -> Result<Vec<Method>, Failure> {
        self.ask(
            "Methods",
            (2, 5),
            |writer| writer.class(class),
            |reader| {
                reader.list(|reader| {
                    Ok(Method {
                        method: reader.method()?,
                        name: reader.text()?,
                        descriptor: reader.text()?,
                        flags: reader.int()?,
                    })
                })
            },
        )
    }

    /// The values of static fields, in the order of the question: `ReferenceType.GetValues`.
    ///
    /// # Errors
    /// The class is gone, or has no such field.
    pub fn static_values(&self, class: ClassId, fields: &[FieldId]) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (2, 6),
            |writer| {
                writer.class(class);
                writer.length(fields.len());
                fields.iter().for_each(|&field| writer.field(field));
            },
            |reader| reader.list(Value::read),
        )
    }

    /// The name of the source of a class: `ReferenceType.SourceFile`. None if the class file does not say it.
    ///
    /// # Errors
    /// The class is gone.
    pub fn source_file(&self, class: ClassId) -> Result<Option<String>, Failure> {
        optional(self.ask(
            "SourceFile",
            (2, 7),
            |writer| writer.class(class),
            |reader| reader.text(),
        ))
    }

    /// The class above a class: `ClassType.Superclass`. None for `java.lang.Object`.
    ///
    /// # Errors
    /// It is no class, or gone.
    pub fn superclass(&self, class: ClassId) -> Result<Option<ClassId>, Failure> {
        let above = self.ask(
            "Superclass",
            (3, 1),
            |writer| writer.class(class),
            |reader| reader.class(),
        )?;
        Ok((above != ClassId(0)).then_some(above))
    }

    /// The interfaces that a class names, in their order: `ReferenceType.Interfaces`.
    ///
    /// # Errors
    /// The class is gone.
    pub fn interfaces(&self, class: ClassId) -> Result<Vec<ClassId>, Failure> {
        let read = |reader: &mut Reader<'_>| reader.list(Reader::class);
        self.ask("Interfaces", (2, 10), |writer| writer.class(class), read)
    }

    /// The lines of a method, in the order of the class file: `Method.LineTable`. Empty if it does not say them.
    ///
    /// # Errors
    /// The class is gone, or has no such method.
    pub fn lines(&self, class: ClassId, method: MethodId) -> Result<Vec<LineEntry>, Failure> {
        let lines = self.ask(
            "LineTable",
            (6, 1),
            |writer| {
                writer.class(class);
                writer.method(method);
            },
            |reader| {
                // The first and the last index.
                reader.bytes(16)?;
                reader.list(|reader| {
                    Ok(LineEntry {
                        index: reader.long()?,
                        line: reader.int()?,
                    })
                })
            },
        );
        Ok(optional(lines)?.unwrap_or_default())
    }

    /// The local variables of a method, arguments first: `Method.VariableTable`. None if the class file does not say
    /// them.
    ///
    /// # Errors
    /// The class is gone, or has no such method.
    pub fn variables(
        &self,
        class: ClassId,
        method: MethodId,
    ) -> Result<Option<Vec<Variable>>, Failure> {
        optional(self.ask(
            "VariableTable",
            (6, 2),
            |writer| {
                writer.class(class);
                writer.method(method);
            },
            |reader| {
                reader.int()?;
                reader.list(|reader| {
                    Ok(Variable {
                        index: reader.long()?,
                        name: reader.text()?,
                        descriptor: reader.text()?,
                        length: reader.int()?,
                        slot: reader.int()?,
                    })
                })
            },
        ))
    }

    /// The code of a method: `Method.Bytecodes`.
    ///
    /// # Errors
    /// The class is gone, or has no such method, or the virtual machine does not give it.
    pub fn bytecodes(&self, class: ClassId, method: MethodId) -> Result<Vec<u8>, Failure> {
        self.ask(
            "Bytecodes",
            (6, 3),
            |writer| {
                writer.class(class);
                writer.method(method);
            },
            |reader| {
                let length = reader.int()? as usize;
                Ok(reader.bytes(length)?.to_vec())
            },
        )
    }

    /// Gives classes other method bodies: `VirtualMachine.RedefineClasses`. Frames that are in an old body go on in it,
    /// and breakpoints in a class that is redefined are gone. All classes change, or none.
    ///
    /// # Errors
    /// A class file does not pass the verifier, or differs in more than its bodies.
    pub fn redefine(&self, classes: &[(ClassId, &[u8])]) -> Result<(), Failure> {
        self.ask(
            "RedefineClasses",
            (1, 18),
            |writer| {
                writer.length(classes.len());
                for (class, bytes) in classes {
                    writer.class(*class);
                    writer.length(bytes.len());
                    writer.bytes.extend(*bytes);
                }
            },
            nothing,
        )
    }
}

fn read_class(reader: &mut Reader<'_>, signature: Option<&str>) -> Result<LoadedClass, Failure> {
    Ok(LoadedClass {
        kind: TypeKind::read(reader)?,
        class: reader.class()?,
        signature: match signature {
            Some(signature) => signature.to_owned(),
            None => reader.text()?,
        },
        is_prepared: reader.int()? & 2 != 0,
    })
}

/// None for what the class file does not say, or a native method does not have.
fn optional<T>(asked: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Refused { refusal, .. }) if matches!(refusal.0, 101 | 511) => Ok(None),
        Err(failure) => Err(failure),
    }
}
