//! The commands of a debugger, one method each.

use crate::connection::Connection;
use crate::event::{EventKind, Modifier, SuspendPolicy};
use crate::failure::Failure;
use crate::id::{ClassId, FieldId, FrameId, Location, MethodId, ObjectId, RequestId, TypeKind};
use crate::value::{Tag, Value};
use crate::wire::{Reader, Writer};

/// Which virtual machine it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// A text for people.
    pub description: String,
    /// The version of the protocol, such as 17.0.
    pub protocol: (u32, u32),
    /// The version of the virtual machine, such as `17.0.9`.
    pub version: String,
    /// Its name.
    pub name: String,
}

/// What the virtual machine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// It tells of fields that are written.
    pub watches_writes: bool,
    /// It tells of fields that are read.
    pub watches_reads: bool,
    /// It gives the code of methods.
    pub gives_bytecodes: bool,
    /// It exchanges method bodies.
    pub redefines_classes: bool,
    /// It limits events to those of one object.
    pub filters_by_instance: bool,
}

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

/// A frame of a thread that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The frame.
    pub frame: FrameId,
    /// The place where it stands.
    pub location: Location,
}

/// A slot of a frame, and what it is asked for as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The slot.
    pub slot: u32,
    /// The type.
    pub tag: Tag,
}

/// The state of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status {
    /// It has ended.
    pub has_ended: bool,
    /// It stands still by a debugger.
    pub is_suspended: bool,
}

/// A command without data.
fn nothing(_: &mut Reader<'_>) -> Result<(), Failure> {
    Ok(())
}

/// The machine as a whole: command set 1.
impl Connection {
    /// `VirtualMachine.Version`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn version(&self) -> Result<Version, Failure> {
        self.ask(
            "Version",
            (1, 1),
            |_| {},
            |reader| {
                Ok(Version {
                    description: reader.text()?,
                    protocol: (reader.int()?, reader.int()?),
                    version: reader.text()?,
                    name: reader.text()?,
                })
            },
        )
    }

    /// `VirtualMachine.CapabilitiesNew`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn capabilities(&self) -> Result<Capabilities, Failure> {
        self.ask(
            "CapabilitiesNew",
            (1, 17),
            |_| {},
            |reader| {
                let flags = reader.bytes(12)?;
                Ok(Capabilities {
                    watches_writes: flags[0] != 0,
                    watches_reads: flags[1] != 0,
                    gives_bytecodes: flags[2] != 0,
                    redefines_classes: flags[7] != 0,
                    filters_by_instance: flags[11] != 0,
                })
            },
        )
    }

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

    /// The threads that have begun and not ended: `VirtualMachine.AllThreads`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn all_threads(&self) -> Result<Vec<ObjectId>, Failure> {
        self.ask(
            "AllThreads",
            (1, 4),
            |_| {},
            |reader| reader.list(Reader::object),
        )
    }

    /// Stops all threads, once more if they stand still: `VirtualMachine.Suspend`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn suspend(&self) -> Result<(), Failure> {
        self.ask("Suspend", (1, 8), |_| {}, nothing)
    }

    /// Takes back one stop of all threads: `VirtualMachine.Resume`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn resume(&self) -> Result<(), Failure> {
        self.ask("Resume", (1, 9), |_| {}, nothing)
    }

    /// Ends the program with a status: `VirtualMachine.Exit`.
    ///
    /// # Errors
    /// The virtual machine has ended already.
    pub fn exit(&self, status: i32) -> Result<(), Failure> {
        self.ask("Exit", (1, 10), |writer| writer.int(status as u32), nothing)
    }

    /// Makes a string: `VirtualMachine.CreateString`. It may be collected at once, see
    /// [`Connection::keep_object`].
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn create_string(&self, text: &str) -> Result<ObjectId, Failure> {
        self.ask(
            "CreateString",
            (1, 11),
            |writer| writer.text(text),
            |reader| reader.object(),
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

/// Classes, their methods and their fields: command sets 2, 3 and 6.
impl Connection {
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
}

/// None for what the class file does not say, or a native method does not have.
fn optional<T>(asked: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Refused { refusal, .. }) if matches!(refusal.0, 101 | 511) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Objects: command sets 9, 10 and 13.
impl Connection {
    /// The class of an object: `ObjectReference.ReferenceType`.
    ///
    /// # Errors
    /// The object was collected.
    pub fn class_of(&self, object: ObjectId) -> Result<(TypeKind, ClassId), Failure> {
        self.ask(
            "ReferenceType",
            (9, 1),
            |writer| writer.object(object),
            |reader| Ok((TypeKind::read(reader)?, reader.class()?)),
        )
    }

    /// The values of fields of an object, in the order of the question: `ObjectReference.GetValues`.
    ///
    /// # Errors
    /// The object was collected, or has no such field.
    pub fn values(&self, object: ObjectId, fields: &[FieldId]) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (9, 2),
            |writer| {
                writer.object(object);
                writer.length(fields.len());
                fields.iter().for_each(|&field| writer.field(field));
            },
            |reader| reader.list(Value::read),
        )
    }

    /// Keeps an object from being collected: `ObjectReference.DisableCollection`.
    ///
    /// # Errors
    /// The object was collected.
    pub fn keep_object(&self, object: ObjectId) -> Result<(), Failure> {
        self.ask(
            "DisableCollection",
            (9, 7),
            |writer| writer.object(object),
            nothing,
        )
    }

    /// Takes that back: `ObjectReference.EnableCollection`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn free_object(&self, object: ObjectId) -> Result<(), Failure> {
        self.ask(
            "EnableCollection",
            (9, 8),
            |writer| writer.object(object),
            nothing,
        )
    }

    /// The content of a string: `StringReference.Value`.
    ///
    /// # Errors
    /// The object is no string, or was collected.
    pub fn text(&self, string: ObjectId) -> Result<String, Failure> {
        self.ask(
            "Value",
            (10, 1),
            |writer| writer.object(string),
            |reader| reader.text(),
        )
    }

    /// The length of an array: `ArrayReference.Length`.
    ///
    /// # Errors
    /// The object is no array, or was collected.
    pub fn array_length(&self, array: ObjectId) -> Result<u32, Failure> {
        self.ask(
            "Length",
            (13, 1),
            |writer| writer.object(array),
            |reader| reader.int(),
        )
    }

    /// Some elements of an array: `ArrayReference.GetValues`.
    ///
    /// # Errors
    /// The object is no array, or was collected, or is shorter.
    pub fn elements(
        &self,
        array: ObjectId,
        first: u32,
        length: u32,
    ) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (13, 2),
            |writer| {
                writer.object(array);
                writer.int(first);
                writer.int(length);
            },
            |reader| {
                let tag = Tag::read(reader)?;
                let is_primitive = matches!(
                    tag,
                    Tag::Byte
                        | Tag::Char
                        | Tag::Float
                        | Tag::Double
                        | Tag::Int
                        | Tag::Long
                        | Tag::Short
                        | Tag::Boolean
                );
                reader.list(|reader| {
                    if is_primitive {
                        Value::read_untagged(tag, reader)
                    } else {
                        Value::read(reader)
                    }
                })
            },
        )
    }
}

/// Threads and their frames: command sets 11 and 16.
impl Connection {
    /// The name of a thread: `ThreadReference.Name`.
    ///
    /// # Errors
    /// It is no thread, or was collected.
    pub fn thread_name(&self, thread: ObjectId) -> Result<String, Failure> {
        self.ask(
            "Name",
            (11, 1),
            |writer| writer.object(thread),
            |reader| reader.text(),
        )
    }

    /// Stops a thread, once more if it stands still: `ThreadReference.Suspend`.
    ///
    /// # Errors
    /// It has ended.
    pub fn suspend_thread(&self, thread: ObjectId) -> Result<(), Failure> {
        self.ask("Suspend", (11, 2), |writer| writer.object(thread), nothing)
    }

    /// Takes back one stop of a thread: `ThreadReference.Resume`.
    ///
    /// # Errors
    /// It has ended.
    pub fn resume_thread(&self, thread: ObjectId) -> Result<(), Failure> {
        self.ask("Resume", (11, 3), |writer| writer.object(thread), nothing)
    }

    /// `ThreadReference.Status`.
    ///
    /// # Errors
    /// It is no thread, or was collected.
    pub fn status(&self, thread: ObjectId) -> Result<Status, Failure> {
        self.ask(
            "Status",
            (11, 4),
            |writer| writer.object(thread),
            |reader| {
                Ok(Status {
                    has_ended: reader.int()? == 0,
                    is_suspended: reader.int()? & 1 != 0,
                })
            },
        )
    }

    /// Frames of a thread that stands still, the current one first: `ThreadReference.Frames`. `length`: at most so
    /// many, all of them for `None`.
    ///
    /// # Errors
    /// The thread does not stand still, or has fewer frames.
    pub fn frames(
        &self,
        thread: ObjectId,
        first: u32,
        length: Option<u32>,
    ) -> Result<Vec<Frame>, Failure> {
        self.ask(
            "Frames",
            (11, 6),
            |writer| {
                writer.object(thread);
                writer.int(first);
                writer.int(length.unwrap_or(u32::MAX));
            },
            |reader| {
                reader.list(|reader| {
                    Ok(Frame {
                        frame: reader.frame()?,
                        location: Location::read(reader)?,
                    })
                })
            },
        )
    }

    /// How many frames a thread has that stands still: `ThreadReference.FrameCount`.
    ///
    /// # Errors
    /// The thread does not stand still.
    pub fn frame_count(&self, thread: ObjectId) -> Result<u32, Failure> {
        self.ask(
            "FrameCount",
            (11, 7),
            |writer| writer.object(thread),
            |reader| reader.int(),
        )
    }

    /// The values of slots of a frame, in the order of the question: `StackFrame.GetValues`.
    ///
    /// # Errors
    /// The thread has gone on, or a slot is not one of that type there.
    pub fn slots(
        &self,
        thread: ObjectId,
        frame: FrameId,
        slots: &[Slot],
    ) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (16, 1),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
                writer.length(slots.len());
                for slot in slots {
                    writer.int(slot.slot);
                    writer.byte(slot.tag.letter());
                }
            },
            |reader| reader.list(Value::read),
        )
    }

    /// `this` of a frame: `StackFrame.ThisObject`. None in a static method.
    ///
    /// # Errors
    /// The thread has gone on.
    pub fn this(&self, thread: ObjectId, frame: FrameId) -> Result<Option<ObjectId>, Failure> {
        let this = self.ask(
            "ThisObject",
            (16, 3),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
            },
            Value::read,
        )?;
        Ok(match this {
            Value::Object(_, object) if object != ObjectId(0) => Some(object),
            _ => None,
        })
    }
}

/// Changes, and calls of methods of the program.
impl Connection {
    /// Gives slots of a frame other values: `StackFrame.SetValues`.
    ///
    /// # Errors
    /// The thread has gone on, or a slot has another type.
    pub fn set_slots(
        &self,
        thread: ObjectId,
        frame: FrameId,
        values: &[(u32, Value)],
    ) -> Result<(), Failure> {
        self.ask(
            "SetValues",
            (16, 2),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
                writer.length(values.len());
                for (slot, value) in values {
                    writer.int(*slot);
                    value.write(writer);
                }
            },
            nothing,
        )
    }

    /// Gives fields of an object other values: `ObjectReference.SetValues`. Each value has the type of its field.
    ///
    /// # Errors
    /// The object was collected, or has no such field.
    pub fn set_values(&self, object: ObjectId, values: &[(FieldId, Value)]) -> Result<(), Failure> {
        self.ask(
            "SetValues",
            (9, 3),
            |writer| {
                writer.object(object);
                writer.length(values.len());
                for (field, value) in values {
                    writer.field(*field);
                    value.write_untagged(writer);
                }
            },
            nothing,
        )
    }

    /// Calls a static method in a thread that stands still by an event: `ClassType.InvokeMethod`. Other threads do not
    /// go on meanwhile, so that a call that waits for them does not return.
    ///
    /// # Errors
    /// The thread does not stand still by an event, or the arguments do not fit.
    pub fn invoke_static(
        &self,
        thread: ObjectId,
        class: ClassId,
        method: MethodId,
        arguments: &[Value],
    ) -> Result<Invoked, Failure> {
        self.ask(
            "InvokeMethod",
            (3, 3),
            |writer| {
                writer.class(class);
                writer.object(thread);
                writer.method(method);
                write_arguments(writer, arguments);
            },
            Invoked::read,
        )
    }

    /// Calls a method of an object, or one that overrides it, in the same way: `ObjectReference.InvokeMethod`. `class`
    /// declares the method.
    ///
    /// # Errors
    /// As [`Connection::invoke_static`].
    pub fn invoke(
        &self,
        thread: ObjectId,
        object: ObjectId,
        (class, method): (ClassId, MethodId),
        arguments: &[Value],
    ) -> Result<Invoked, Failure> {
        self.ask(
            "InvokeMethod",
            (9, 6),
            |writer| {
                writer.object(object);
                writer.object(thread);
                writer.class(class);
                writer.method(method);
                write_arguments(writer, arguments);
            },
            Invoked::read,
        )
    }
}

/// How a call has ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Invoked {
    /// The result, if it has not thrown.
    pub result: Value,
    /// The exception that it has thrown.
    pub thrown: Option<ObjectId>,
}

impl Invoked {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let result = Value::read(reader)?;
        let thrown = match Value::read(reader)? {
            Value::Object(_, exception) if exception != ObjectId(0) => Some(exception),
            _ => None,
        };
        Ok(Invoked { result, thrown })
    }
}

/// The arguments of a call, and that only its thread runs.
fn write_arguments(writer: &mut Writer, arguments: &[Value]) {
    const SINGLE_THREADED: u32 = 1;
    writer.length(arguments.len());
    arguments.iter().for_each(|argument| argument.write(writer));
    writer.int(SINGLE_THREADED);
}

/// Requests for events: command set 15.
impl Connection {
    /// Asks for events: `EventRequest.Set`.
    ///
    /// # Errors
    /// The virtual machine does not have the event, or a limit is wrong for it.
    pub fn request(
        &self,
        kind: EventKind,
        policy: SuspendPolicy,
        limits: &[Modifier],
    ) -> Result<RequestId, Failure> {
        self.ask(
            "EventRequest.Set",
            (15, 1),
            |writer| {
                writer.byte(kind.number());
                writer.byte(policy.number());
                writer.length(limits.len());
                limits.iter().for_each(|limit| limit.write(writer));
            },
            |reader| reader.request(),
        )
    }

    /// Takes a request back: `EventRequest.Clear`. Events that have happened already may still come.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn clear(&self, kind: EventKind, request: RequestId) -> Result<(), Failure> {
        self.ask(
            "EventRequest.Clear",
            (15, 2),
            |writer| {
                writer.byte(kind.number());
                writer.int(request.0);
            },
            nothing,
        )
    }
}
