//! Events of the virtual machine, and requests for them.

use crate::failure::Failure;
use crate::id::{ClassId, FieldId, Location, ObjectId, RequestId, TypeKind};
use crate::value::{Tag, Value};
use crate::wire::{Reader, Writer};

/// The kinds of events that one can ask for, and the end and begin of the virtual machine.
///
/// A request for one of the last four groups makes HotSpot run all threads in its interpreter, so that unrelated code
/// is ten to thirty times slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// A place is reached.
    Breakpoint,
    /// An exception is thrown.
    Exception,
    /// A thread begins.
    ThreadStart,
    /// A thread ends.
    ThreadDeath,
    /// A class is ready to run.
    ClassPrepare,
    /// A class is gone.
    ClassUnload,
    /// The virtual machine has begun.
    VmStart,
    /// The virtual machine ends.
    VmDeath,
    /// The next instruction or line.
    SingleStep,
    /// A field is read.
    FieldAccess,
    /// A field is written.
    FieldModification,
    /// A method is entered.
    MethodEntry,
    /// A method returns. There is no event where it throws.
    MethodExit,
    /// A method returns, with its result.
    MethodExitWithReturnValue,
}

const NUMBERS: [(u8, EventKind); 14] = [
    (1, EventKind::SingleStep),
    (2, EventKind::Breakpoint),
    (4, EventKind::Exception),
    (6, EventKind::ThreadStart),
    (7, EventKind::ThreadDeath),
    (8, EventKind::ClassPrepare),
    (9, EventKind::ClassUnload),
    (20, EventKind::FieldAccess),
    (21, EventKind::FieldModification),
    (40, EventKind::MethodEntry),
    (41, EventKind::MethodExit),
    (42, EventKind::MethodExitWithReturnValue),
    (90, EventKind::VmStart),
    (99, EventKind::VmDeath),
];

impl EventKind {
    /// Its number in the protocol.
    pub(crate) fn number(self) -> u8 {
        let found = NUMBERS.iter().find(|&&(_, kind)| kind == self);
        found.map_or(0, |&(number, _)| number)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let number = reader.byte()?;
        let found = NUMBERS.iter().find(|&&(known, _)| known == number);
        found
            .map(|&(_, kind)| kind)
            .ok_or(Failure::Malformed("kind of an event"))
    }

    /// Returns whether a request for it slows down code that it has nothing to do with.
    pub fn slows_everything(self) -> bool {
        self >= EventKind::SingleStep
    }
}

/// The threads that stand still when an event comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuspendPolicy {
    /// None.
    None,
    /// The one in which it happens.
    EventThread,
    /// All.
    All,
}

impl SuspendPolicy {
    pub(crate) fn number(self) -> u8 {
        match self {
            SuspendPolicy::None => 0,
            SuspendPolicy::EventThread => 1,
            SuspendPolicy::All => 2,
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        match reader.byte()? {
            0 => Ok(SuspendPolicy::None),
            1 => Ok(SuspendPolicy::EventThread),
            2 => Ok(SuspendPolicy::All),
            _ => Err(Failure::Malformed("policy of suspension")),
        }
    }
}

/// A limit of a request. The virtual machine checks them in the order of the request.
#[derive(Debug, Clone, PartialEq)]
pub enum Modifier {
    /// Only the event of this number, counted from 1; the request is gone then.
    Count(u32),
    /// Only in this thread.
    Thread(ObjectId),
    /// Only in this class and those below it.
    Class(ClassId),
    /// Only in classes of this name; a star at its begin or its end stands for anything.
    ClassMatch(String),
    /// Not in classes of this name.
    ClassExclude(String),
    /// Only at this place.
    Location(Location),
    /// Only exceptions of this class and those below it, or of any class.
    Exception {
        /// The class.
        class: Option<ClassId>,
        /// Exceptions that the program catches.
        caught: bool,
        /// Exceptions that the program does not catch.
        uncaught: bool,
    },
    /// Only this field.
    Field(ClassId, FieldId),
    /// The reach of a step.
    Step {
        /// The thread.
        thread: ObjectId,
        /// To the next line; else to the next instruction.
        by_line: bool,
        /// Into methods (0), over them (1), or out of this one (2).
        depth: u32,
    },
    /// Only where `this` is this object.
    Instance(ObjectId),
}

impl Modifier {
    pub(crate) fn write(&self, writer: &mut Writer) {
        match self {
            Modifier::Count(count) => {
                writer.byte(1);
                writer.int(*count);
            }
            Modifier::Thread(thread) => {
                writer.byte(3);
                writer.object(*thread);
            }
            Modifier::Class(class) => {
                writer.byte(4);
                writer.class(*class);
            }
            Modifier::ClassMatch(pattern) => {
                writer.byte(5);
                writer.text(pattern);
            }
            Modifier::ClassExclude(pattern) => {
                writer.byte(6);
                writer.text(pattern);
            }
            Modifier::Location(location) => {
                writer.byte(7);
                location.write(writer);
            }
            Modifier::Exception {
                class,
                caught,
                uncaught,
            } => {
                writer.byte(8);
                writer.class(class.unwrap_or(ClassId(0)));
                writer.flag(*caught);
                writer.flag(*uncaught);
            }
            Modifier::Field(class, field) => {
                writer.byte(9);
                writer.class(*class);
                writer.field(*field);
            }
            Modifier::Step {
                thread,
                by_line,
                depth,
            } => {
                writer.byte(10);
                writer.object(*thread);
                writer.int((*by_line).into());
                writer.int(*depth);
            }
            Modifier::Instance(object) => {
                writer.byte(11);
                writer.object(*object);
            }
        }
    }
}

/// Events that came at once: at one place of one thread, say.
#[derive(Debug, Clone, PartialEq)]
pub struct EventSet {
    /// The threads that stand still since.
    pub policy: SuspendPolicy,
    /// The events, in the order of the virtual machine.
    pub events: Vec<Event>,
}

/// An event, with the request that has asked for it; `RequestId(0)` for none.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The virtual machine has begun.
    VmStart {
        /// The request.
        request: RequestId,
        /// Its first thread.
        thread: ObjectId,
    },
    /// The virtual machine ends.
    VmDeath {
        /// The request.
        request: RequestId,
    },
    /// A place is reached: a breakpoint, a step, the entry of a method.
    At {
        /// The kind.
        kind: EventKind,
        /// The request.
        request: RequestId,
        /// The thread.
        thread: ObjectId,
        /// The place.
        location: Location,
    },
    /// A method returns.
    Exit {
        /// The request.
        request: RequestId,
        /// The thread.
        thread: ObjectId,
        /// The place of its return.
        location: Location,
        /// Its result, if that was asked for.
        result: Option<Value>,
    },
    /// An exception is thrown.
    Exception {
        /// The request.
        request: RequestId,
        /// The thread.
        thread: ObjectId,
        /// The place that throws.
        location: Location,
        /// The exception.
        exception: ObjectId,
        /// The place that catches it, if one does.
        catch: Option<Location>,
    },
    /// A thread begins, or ends.
    Thread {
        /// The request.
        request: RequestId,
        /// The thread.
        thread: ObjectId,
        /// It begins.
        begins: bool,
    },
    /// A class is ready to run.
    ClassPrepare {
        /// The request.
        request: RequestId,
        /// The thread that has loaded it.
        thread: ObjectId,
        /// Its kind.
        kind: TypeKind,
        /// The class.
        class: ClassId,
        /// Its name as a descriptor, such as `Ljava/lang/String;`.
        signature: String,
    },
    /// A class is gone.
    ClassUnload {
        /// The request.
        request: RequestId,
        /// Its name as a descriptor.
        signature: String,
    },
    /// A field is accessed.
    Field {
        /// The request.
        request: RequestId,
        /// The thread.
        thread: ObjectId,
        /// The place.
        location: Location,
        /// The class of the field.
        class: ClassId,
        /// The field.
        field: FieldId,
        /// The object, `None` for a static field.
        object: Option<ObjectId>,
        /// The value that it will have, if it is written.
        written: Option<Value>,
    },
}

impl EventSet {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        Ok(EventSet {
            policy: SuspendPolicy::read(reader)?,
            events: reader.list(Event::read)?,
        })
    }
}

impl Event {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let kind = EventKind::read(reader)?;
        let request = reader.request()?;
        Ok(match kind {
            EventKind::VmStart => Event::VmStart {
                request,
                thread: reader.object()?,
            },
            EventKind::VmDeath => Event::VmDeath { request },
            EventKind::Breakpoint | EventKind::SingleStep | EventKind::MethodEntry => Event::At {
                kind,
                request,
                thread: reader.object()?,
                location: Location::read(reader)?,
            },
            EventKind::MethodExit | EventKind::MethodExitWithReturnValue => Event::Exit {
                request,
                thread: reader.object()?,
                location: Location::read(reader)?,
                result: match kind {
                    EventKind::MethodExit => None,
                    _ => Some(Value::read(reader)?),
                },
            },
            EventKind::Exception => {
                let thread = reader.object()?;
                let location = Location::read(reader)?;
                Tag::read(reader)?;
                let exception = reader.object()?;
                Event::Exception {
                    request,
                    thread,
                    location,
                    exception,
                    catch: read_catch(reader)?,
                }
            }
            EventKind::ThreadStart | EventKind::ThreadDeath => Event::Thread {
                request,
                thread: reader.object()?,
                begins: kind == EventKind::ThreadStart,
            },
            EventKind::ClassPrepare => {
                let thread = reader.object()?;
                let kind = TypeKind::read(reader)?;
                let class = reader.class()?;
                let signature = reader.text()?;
                reader.int()?;
                Event::ClassPrepare {
                    request,
                    thread,
                    kind,
                    class,
                    signature,
                }
            }
            EventKind::ClassUnload => Event::ClassUnload {
                request,
                signature: reader.text()?,
            },
            EventKind::FieldAccess | EventKind::FieldModification => {
                let thread = reader.object()?;
                let location = Location::read(reader)?;
                TypeKind::read(reader)?;
                let class = reader.class()?;
                let field = reader.field()?;
                Tag::read(reader)?;
                let object = reader.object()?;
                Event::Field {
                    request,
                    thread,
                    location,
                    class,
                    field,
                    object: (object != ObjectId(0)).then_some(object),
                    written: match kind {
                        EventKind::FieldAccess => None,
                        _ => Some(Value::read(reader)?),
                    },
                }
            }
        })
    }

    /// The thread in which it happens; none for the end of the virtual machine, and of a class.
    pub fn thread(&self) -> Option<ObjectId> {
        match self {
            Event::VmStart { thread, .. }
            | Event::At { thread, .. }
            | Event::Exit { thread, .. }
            | Event::Exception { thread, .. }
            | Event::Thread { thread, .. }
            | Event::ClassPrepare { thread, .. }
            | Event::Field { thread, .. } => Some(*thread),
            Event::VmDeath { .. } | Event::ClassUnload { .. } => None,
        }
    }

    /// The request that has asked for it.
    pub fn request(&self) -> RequestId {
        match self {
            Event::VmStart { request, .. }
            | Event::VmDeath { request }
            | Event::At { request, .. }
            | Event::Exit { request, .. }
            | Event::Exception { request, .. }
            | Event::Thread { request, .. }
            | Event::ClassPrepare { request, .. }
            | Event::ClassUnload { request, .. }
            | Event::Field { request, .. } => *request,
        }
    }
}

/// The place that catches an exception. All its numbers are zero if there is none.
fn read_catch(reader: &mut Reader<'_>) -> Result<Option<Location>, Failure> {
    let kind = reader.byte()?;
    let (class, method, index) = (reader.class()?, reader.method()?, reader.long()?);
    let kind = match kind {
        0 => return Ok(None),
        1 => TypeKind::Class,
        2 => TypeKind::Interface,
        _ => return Err(Failure::Malformed("place that catches")),
    };
    Ok((class != ClassId(0)).then_some(Location {
        kind,
        class,
        method,
        index,
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::id::{IdSizes, MethodId};

    /// Events of several kinds, as HotSpot sends them.
    fn events() -> Vec<u8> {
        let mut writer = Writer::new(IdSizes::EIGHT);
        let place = Location {
            kind: TypeKind::Class,
            class: ClassId(5),
            method: MethodId(6),
            index: 7,
        };
        writer.byte(2);
        writer.int(3);
        writer.byte(2);
        writer.int(11);
        writer.object(ObjectId(1));
        place.write(&mut writer);
        writer.byte(4);
        writer.int(12);
        writer.object(ObjectId(1));
        place.write(&mut writer);
        Value::Object(Tag::Object, ObjectId(9)).write(&mut writer);
        writer.bytes.extend([0; 25]);
        writer.byte(21);
        writer.int(13);
        writer.object(ObjectId(1));
        place.write(&mut writer);
        writer.byte(1);
        writer.class(ClassId(5));
        writer.field(FieldId(8));
        Value::Object(Tag::Object, ObjectId(0)).write(&mut writer);
        Value::Short(-2).write(&mut writer);
        writer.bytes
    }

    fn read(bytes: &[u8]) -> Result<EventSet, Failure> {
        EventSet::read(&mut Reader::new(bytes, IdSizes::EIGHT))
    }

    #[test]
    fn events_of_one_set_are_read_in_their_order() {
        let set = read(&events()).unwrap();
        assert_eq!(set.policy, SuspendPolicy::All);
        let requests: Vec<u32> = set.events.iter().map(|event| event.request().0).collect();
        assert_eq!(requests, [11, 12, 13]);
        let mut threads = set.events.iter().map(Event::thread);
        assert!(threads.all(|thread| thread == Some(ObjectId(1))));
        let [_, thrown, written] = &set.events[..] else {
            panic!("{set:?}");
        };
        assert!(matches!(
            thrown,
            Event::Exception {
                catch: None,
                exception: ObjectId(9),
                ..
            }
        ));
        assert!(matches!(
            written,
            Event::Field {
                object: None,
                written: Some(Value::Short(-2)),
                ..
            }
        ));
    }

    #[test]
    fn cut_events_are_errors() {
        let bytes = events();
        for length in 0..bytes.len() {
            let cut = read(&bytes[..length]);
            assert!(
                matches!(cut, Err(Failure::Malformed(_))),
                "{length}: {cut:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn damaged_events_are_read_or_refused(at in 0..100_usize, byte: u8, random: Vec<u8>) {
            let mut bytes = events();
            let at = at % bytes.len();
            bytes[at] = byte;
            _ = read(&bytes);
            _ = read(&random);
        }
    }
}
