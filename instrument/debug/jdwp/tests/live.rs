//! Debuggers of real virtual machines.

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use jdwp::{
    ClassId, Connection, Event, EventKind, EventSet, Failure, Listener, Location, Modifier,
    ObjectId, Refusal, RequestId, Slot, SuspendPolicy, Tag, TypeKind, Value,
};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

const COUNTER: &str = "
public class Counter {
    int total;
    final String name;
    static long calls = 7;
    int[] last = {4, 5, 6};

    Counter(String name) {
        this.name = name;
    }

    int add(int n, long wide, String why) {
        total += n;
        return total;
    }

    static int refuse(int n) {
        if (n > 1) {
            throw new IllegalArgumentException(\"too much\");
        }
        return n + 40;
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter(\"first\");
        for (int i = 1; i <= 3; i++) {
            counter.add(i, 10L * i, \"round \" + i);
        }
        try {
            System.out.println(refuse(1) + refuse(2));
        } catch (IllegalArgumentException expected) {
            System.out.println(\"refused \" + refuse(0));
        }
        System.out.println(counter.name + \" \" + counter.total);
    }
}
";

/// A program that is debugged.
struct Debugged {
    folder: TempDir,
    java: Child,
    connection: Connection,
}

/// Compiles a class into a folder.
fn compile(folder: &TempDir, name: &str, text: &str) {
    let source = folder.path().join(format!("{name}.java"));
    fs::write(&source, text).unwrap();
    let mut javac = Command::new("javac");
    let javac = javac.args(["-g", "-d"]).arg(folder.path()).arg(source);
    assert!(javac.status().expect("javac runs").success());
}

impl Debugged {
    /// Starts a class, which stands at its begin.
    fn start(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        compile(&folder, name, text);
        let listener = Listener::bind().unwrap();
        let mut java = Command::new("java");
        let java = java
            .arg(listener.option())
            .arg("-cp")
            .arg(folder.path())
            .arg(name)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("java runs");
        let connection = listener.accept(PATIENCE).unwrap();
        let debugged = Debugged {
            folder,
            java,
            connection,
        };
        let first = debugged.next();
        assert_eq!(first.policy, SuspendPolicy::All);
        assert!(
            matches!(first.events[..], [Event::VmStart { .. }]),
            "{first:?}"
        );
        debugged
    }

    fn next(&self) -> EventSet {
        let events = self.connection.next_events(PATIENCE).unwrap();
        events.expect("an event within a minute")
    }

    /// Goes on until a class is there.
    fn prepare(&self, name: &str) -> ClassId {
        let limits = [Modifier::ClassMatch(name.to_owned())];
        let kind = EventKind::ClassPrepare;
        let request = self
            .connection
            .request(kind, SuspendPolicy::All, &limits)
            .unwrap();
        self.connection.resume().unwrap();
        let events = self.next().events;
        self.connection.clear(kind, request).unwrap();
        match &events[..] {
            [
                Event::ClassPrepare {
                    class, signature, ..
                },
            ] => {
                assert_eq!(*signature, format!("L{name};"));
                *class
            }
            other => panic!("{other:?}"),
        }
    }

    /// The begin of a method.
    fn entry(&self, class: ClassId, name: &str) -> Location {
        let methods = self.connection.methods(class).unwrap();
        let method = methods.iter().find(|method| method.name == name);
        Location {
            kind: TypeKind::Class,
            class,
            method: method.expect("the method").method,
            index: 0,
        }
    }

    fn break_at(&self, location: Location) -> RequestId {
        let limits = [Modifier::Location(location)];
        let request = self
            .connection
            .request(EventKind::Breakpoint, SuspendPolicy::All, &limits);
        request.unwrap()
    }

    /// Goes on to the next place that it stops at.
    fn go_on(&self) -> Event {
        self.connection.resume().unwrap();
        let mut events = self.next().events;
        assert_eq!(events.len(), 1, "{events:?}");
        events.remove(0)
    }

    /// Leaves the program alone, and waits for its end.
    fn detach(self) -> Output {
        drop(self.connection);
        self.java.wait_with_output().unwrap()
    }
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn breakpoint_stops_with_arguments_and_fields() {
    let debugged = Debugged::start("Counter", COUNTER);
    let jdwp = &debugged.connection;
    let version = jdwp.version().unwrap();
    assert!(version.protocol.0 >= 11, "{version:?}");
    assert!(jdwp.capabilities().unwrap().redefines_classes);
    let class = debugged.prepare("Counter");
    assert_eq!(jdwp.signature(class).unwrap(), "LCounter;");
    assert_eq!(
        jdwp.source_file(class).unwrap().as_deref(),
        Some("Counter.java")
    );
    let loaded = jdwp.classes_by_signature("LCounter;").unwrap();
    assert!(
        loaded
            .iter()
            .any(|one| one.class == class && one.is_prepared),
        "{loaded:?}"
    );
    assert!(jdwp.all_classes().unwrap().len() > 100);
    let above = jdwp.superclass(class).unwrap().expect("a class above");
    assert_eq!(jdwp.signature(above).unwrap(), "Ljava/lang/Object;");
    assert_eq!(jdwp.superclass(above).unwrap(), None);

    let add = debugged.entry(class, "add");
    let request = debugged.break_at(add);
    let lines = jdwp.lines(class, add.method).unwrap();
    assert_eq!(lines[0].line, 13, "{lines:?}");
    let variables = jdwp
        .variables(class, add.method)
        .unwrap()
        .expect("compiled with -g");
    let slot = |name: &str| {
        let variable = variables
            .iter()
            .find(|variable| variable.name == name)
            .unwrap();
        Slot {
            slot: variable.slot,
            tag: Tag::of_descriptor(&variable.descriptor).unwrap(),
        }
    };
    let slots = [slot("n"), slot("wide"), slot("why")];
    let fields = jdwp.fields(class).unwrap();
    let field = |name: &str| {
        fields
            .iter()
            .find(|field| field.name == name)
            .unwrap()
            .field
    };

    for round in 1..=3 {
        let Event::At {
            kind,
            request: by,
            thread,
            location,
        } = debugged.go_on()
        else {
            panic!("no breakpoint");
        };
        assert_eq!((kind, by, location), (EventKind::Breakpoint, request, add));
        assert_eq!(jdwp.thread_name(thread).unwrap(), "main");
        assert!(jdwp.status(thread).unwrap().is_suspended);
        let frames = jdwp.frames(thread, 0, None).unwrap();
        assert_eq!((frames.len(), jdwp.frame_count(thread).unwrap()), (2, 2));
        assert_eq!(frames[0].location, add);
        let values = jdwp.slots(thread, frames[0].frame, &slots).unwrap();
        let [n, wide, Value::Object(Tag::Text, why)] = values[..] else {
            panic!("{values:?}");
        };
        assert_eq!(
            (n, wide),
            (Value::Int(round), Value::Long(10 * i64::from(round)))
        );
        assert_eq!(jdwp.text(why).unwrap(), format!("round {round}"));
        let this = jdwp
            .this(thread, frames[0].frame)
            .unwrap()
            .expect("an object");
        assert_eq!(jdwp.this(thread, frames[1].frame).unwrap(), None);
        assert_eq!(jdwp.class_of(this).unwrap(), (TypeKind::Class, class));
        let values = jdwp.values(this, &[field("total"), field("last")]).unwrap();
        let [total, Value::Object(Tag::Array, last)] = values[..] else {
            panic!("{values:?}");
        };
        assert_eq!(total, Value::Int(round * (round - 1) / 2));
        assert_eq!(jdwp.array_length(last).unwrap(), 3);
        let elements = jdwp.elements(last, 1, 2).unwrap();
        assert_eq!(elements, [Value::Int(5), Value::Int(6)]);
    }
    assert_eq!(
        jdwp.static_values(class, &[field("calls")]).unwrap(),
        [Value::Long(7)]
    );
    assert_eq!(printed(&debugged.detach()), "refused 40\nfirst 6\n");
}

#[test]
fn values_are_set_and_methods_called() {
    let debugged = Debugged::start("Counter", COUNTER);
    let jdwp = &debugged.connection;
    let class = debugged.prepare("Counter");
    let add = debugged.entry(class, "add");
    let request = debugged.break_at(add);
    let Event::At { thread, .. } = debugged.go_on() else {
        panic!("no breakpoint");
    };
    let frame = jdwp.frames(thread, 0, Some(1)).unwrap()[0].frame;
    jdwp.set_slots(thread, frame, &[(1, Value::Int(100))])
        .unwrap();
    let this = jdwp.this(thread, frame).unwrap().expect("an object");
    let total = jdwp.fields(class).unwrap().remove(0).field;
    jdwp.set_values(this, &[(total, Value::Int(1_000))])
        .unwrap();

    let refuse = debugged.entry(class, "refuse").method;
    let called = jdwp
        .invoke_static(thread, class, refuse, &[Value::Int(1)])
        .unwrap();
    assert_eq!((called.result, called.thrown), (Value::Int(41), None));
    let called = jdwp
        .invoke_static(thread, class, refuse, &[Value::Int(2)])
        .unwrap();
    assert!(called.thrown.is_some());
    let why = jdwp.create_string("by hand").unwrap();
    let arguments = [Value::Int(5), Value::Long(0), Value::Object(Tag::Text, why)];
    // A call stops at breakpoints as well.
    jdwp.clear(EventKind::Breakpoint, request).unwrap();
    let called = jdwp
        .invoke(thread, this, (class, add.method), &arguments)
        .unwrap();
    assert_eq!(called.result, Value::Int(1_005));
    assert_eq!(printed(&debugged.detach()), "refused 40\nfirst 1110\n");
}

#[test]
fn fields_and_returns_are_watched_and_exceptions_are_no_returns() {
    let debugged = Debugged::start("Counter", COUNTER);
    let jdwp = &debugged.connection;
    let class = debugged.prepare("Counter");
    let total = jdwp.fields(class).unwrap().remove(0).field;
    let all = SuspendPolicy::All;
    let limits = [Modifier::Field(class, total)];
    let request = jdwp
        .request(EventKind::FieldModification, all, &limits)
        .unwrap();
    for expected in [1, 3, 6] {
        match debugged.go_on() {
            Event::Field {
                request: by,
                field,
                object,
                written,
                ..
            } => {
                assert_eq!((by, field), (request, total));
                assert!(object.is_some());
                assert_eq!(written, Some(Value::Int(expected)));
            }
            other => panic!("{other:?}"),
        }
    }
    jdwp.clear(EventKind::FieldModification, request).unwrap();

    let exit = EventKind::MethodExitWithReturnValue;
    assert!(exit.slows_everything() && !EventKind::Breakpoint.slows_everything());
    jdwp.request(exit, all, &[Modifier::ClassMatch("Counter".to_owned())])
        .unwrap();
    let limits = [
        Modifier::Exception {
            class: None,
            caught: true,
            uncaught: true,
        },
        Modifier::Class(class),
    ];
    jdwp.request(EventKind::Exception, all, &limits).unwrap();
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(match debugged.go_on() {
            Event::Exit {
                result: Some(result),
                ..
            } => format!("{result:?}"),
            Event::Exception { catch, .. } => format!("throws, caught: {}", catch.is_some()),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(
        seen,
        ["Int(6)", "Int(41)", "throws, caught: true", "Int(40)"]
    );
    assert_eq!(printed(&debugged.detach()), "refused 40\nfirst 6\n");
}

#[test]
fn bodies_are_exchanged_and_other_changes_refused() {
    let debugged = Debugged::start("Counter", COUNTER);
    let jdwp = &debugged.connection;
    let class = debugged.prepare("Counter");
    let changed = |from: &str, to: &str| {
        assert!(COUNTER.contains(from));
        let folder = tempfile::tempdir().unwrap();
        compile(&folder, "Counter", &COUNTER.replace(from, to));
        fs::read(folder.path().join("Counter.class")).unwrap()
    };
    let method = changed("static long calls", "void more() {} static long calls");
    let field = changed("static long calls", "int more; static long calls");
    let body = changed("n + 40", "n + 50");
    let before = jdwp
        .bytecodes(class, debugged.entry(class, "refuse").method)
        .unwrap();
    for (bytes, expected) in [
        (method, Refusal::ADDS_METHOD),
        (field, Refusal::CHANGES_SCHEMA),
    ] {
        match jdwp.redefine(&[(class, &bytes)]) {
            Err(Failure::Refused { command, refusal }) => {
                assert_eq!((command, refusal), ("RedefineClasses", expected));
            }
            other => panic!("{other:?}"),
        }
    }
    jdwp.redefine(&[(class, &body)]).unwrap();
    let after = jdwp
        .bytecodes(class, debugged.entry(class, "refuse").method)
        .unwrap();
    assert_ne!(before, after);
    assert!(debugged.folder.path().join("Counter.class").exists());
    assert_eq!(printed(&debugged.detach()), "refused 50\nfirst 6\n");
}

#[test]
fn end_of_the_virtual_machine_is_an_error_and_no_hang() {
    let mut debugged = Debugged::start("Counter", COUNTER);
    debugged.java.kill().unwrap();
    debugged.java.wait().unwrap();
    let begin = Instant::now();
    let asked = debugged.connection.version();
    assert!(
        matches!(asked, Err(Failure::Closed | Failure::Connection(_))),
        "{asked:?}"
    );
    assert!(matches!(
        debugged.connection.next_events(PATIENCE),
        Err(Failure::Closed)
    ));
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
fn program_can_be_ended_with_a_status() {
    let debugged = Debugged::start("Counter", COUNTER);
    debugged.connection.exit(7).unwrap();
    let output = debugged.detach();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
}

#[test]
fn threads_that_are_stopped_twice_go_on_after_two_resumes() {
    let debugged = Debugged::start("Counter", COUNTER);
    let jdwp = &debugged.connection;
    let class = debugged.prepare("Counter");
    debugged.break_at(debugged.entry(class, "refuse"));
    let Event::At { thread, .. } = debugged.go_on() else {
        panic!("no breakpoint");
    };
    assert!(jdwp.all_threads().unwrap().contains(&thread));
    jdwp.suspend_thread(thread).unwrap();
    jdwp.resume().unwrap();
    assert!(jdwp.status(thread).unwrap().is_suspended);
    assert_eq!(jdwp.next_events(Duration::from_millis(300)).unwrap(), None);
    jdwp.resume_thread(thread).unwrap();
    assert!(matches!(debugged.next().events[..], [Event::At { .. }]));
    let frames = jdwp.frames(ObjectId(thread.0), 0, None).unwrap();
    assert_eq!(frames.len(), 2);
    assert_eq!(printed(&debugged.detach()), "refused 40\nfirst 6\n");
}

#[test]
fn other_programs_are_no_virtual_machines() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = server.accept().unwrap();
        stream.write_all(b"220 mail.example ready\r\n").unwrap();
    });
    let attached = Connection::attach(address);
    assert!(
        matches!(attached, Err(Failure::NoHandshake)),
        "{attached:?}"
    );
    other.join().unwrap();

    let listener = Listener::bind().unwrap();
    let late = listener.accept(Duration::from_millis(20));
    assert!(matches!(late, Err(Failure::Late)), "{late:?}");
    let port = listener.option().rsplit(':').next().unwrap().to_owned();
    let stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    drop(stream);
    assert!(matches!(
        listener.accept(PATIENCE),
        Err(Failure::NoHandshake)
    ));
}
