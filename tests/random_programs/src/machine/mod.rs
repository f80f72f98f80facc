//! Runs lowered programs, as far as generated programs need it: every statement of the IR but
//! switches and floating-point numbers, and of the JDK the classes that stand in `library`. A run
//! gives the join points that it passes, in order.
//!
//! Threads are interleaved between any two statements, as the seed says. A class is initialized
//! when it is first used.

mod callbacks;
mod calls;
mod heap;
mod library;
mod monitors;
mod observed;
mod statements;
mod throwing;

use std::collections::BTreeMap;

use date::model::When;
use ir::{BlockId, CallSiteId, ClassId, FieldId, LocalId, MethodId, Program};
use java_types::Access;
use java_types::descriptor::Type;
use rustc_hash::{FxHashMap, FxHashSet};

pub use heap::{Heap, ObjectId, Value};
pub use monitors::Lock;
pub use observed::{Deed, Happening, Progress, Threads, Variable};

use callbacks::Callback;
use heap::{Content, Object};
use monitors::{Entry, Monitors};

/// The place where an event can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A call.
    Call(CallSiteId),
    /// A body.
    Body(MethodId),
    /// A statement that reads an element of an array, of a body.
    Element(MethodId, BlockId, usize),
}

/// A join point that was passed.
#[derive(Debug, Clone)]
pub struct Join {
    /// Where.
    pub place: Place,
    /// When, relative to it.
    pub when: When,
    /// The receiver; the new object of a constructor.
    pub receiver: Option<Value>,
    /// The fields of the receiver that have been written, as they are.
    pub fields: Vec<(FieldId, Value)>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The returned or thrown value.
    pub result: Option<Value>,
    /// The object whose code makes the call, or runs.
    pub caller: Option<Value>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// The join points that were passed, in order.
    pub joins: Vec<Join>,
    /// The objects.
    pub heap: Heap,
    /// True if the program came to its end within the steps that a run may take.
    pub ended: bool,
}

/// Statements that a run may execute.
const MOST_STEPS: usize = 20_000;

/// The parts of a program that are the same in every run.
pub struct Code<'p> {
    /// The program.
    pub program: &'p Program,
    /// Methods with a body by class, name and number of parameters.
    methods: FxHashMap<(&'p str, &'p str, usize), MethodId>,
    classes: FxHashMap<&'p str, ClassId>,
}

impl<'p> Code<'p> {
    /// Of a program whose methods of one class differ in name or number of parameters.
    pub fn new(program: &'p Program) -> Self {
        let classes = program
            .classes
            .iter_enumerated()
            .map(|(id, class)| (&*class.name, id))
            .collect();
        let with_body = program
            .methods
            .iter_enumerated()
            // A bridge of a class file has the name and arity of the method that it calls.
            .filter(|(_, method)| !Access(method.access).has(Access::BRIDGE))
            .filter_map(|(id, method)| {
                let body = method.body.as_ref()?;
                let receiver = usize::from(!Access(method.access).is_static());
                let key = (
                    &*program.classes[method.class].name,
                    &*method.name,
                    body.parameters.len() - receiver,
                );
                Some((key, id))
            });
        Code {
            program,
            methods: with_body.collect(),
            classes,
        }
    }

    /// The method that a class of the sources declares.
    fn declared(&self, class: &str, name: &str, arity: usize) -> Option<MethodId> {
        self.methods.get(&(class, name, arity)).copied()
    }

    /// The method that runs on an object of a class: its own, or that of the nearest class above.
    fn selected(&self, class: &str, name: &str, arity: usize) -> Option<MethodId> {
        let mut class = class;
        loop {
            if let Some(found) = self.declared(class, name, arity) {
                return Some(found);
            }
            let id = self.classes.get(class)?;
            class = self.program.classes[*id].info.super_name.as_deref()?;
        }
    }

    fn is_subclass(&self, class: &str, above: &str) -> bool {
        self.program.hierarchy.is_subclass(class, above).must()
    }

    /// `value instanceof ty`; `null` is an instance of nothing.
    pub fn is_instance(&self, heap: &Heap, value: &Value, ty: &Type) -> bool {
        match (value, ty) {
            (Value::Null, _) => false,
            (Value::Object(id), Type::Class(above)) => {
                let class = &heap[*id].class;
                **above == *"java/lang/Object" || class == above || self.is_subclass(class, above)
            }
            (Value::Object(id), Type::Array(_)) => heap[*id].class.starts_with('['),
            (Value::Text(_), Type::Class(above)) => self.is_subclass("java/lang/String", above),
            _ => true,
        }
    }
}

/// One method at work.
#[derive(Debug, Clone, Hash)]
struct Activation {
    method: MethodId,
    locals: Vec<Value>,
    block: BlockId,
    statement: usize,
    /// True if the call at hand has been told of.
    announced: bool,
    /// A class initializer: what needs it is executed again behind it.
    initializes: bool,
    /// The lock of a `synchronized` method.
    lock: Option<Lock>,
    /// True if the lock is still to be had.
    outside: bool,
}

#[derive(Debug, Clone, Hash)]
enum Frame {
    Body(Activation),
    /// A method of the library that calls back.
    Library(Callback),
}

#[derive(Debug, Clone, Default, Hash)]
struct Thread {
    frames: Vec<Frame>,
    /// The way to the lock that it asks for.
    entry: Option<Entry>,
    /// True if it has decided since its last deed.
    decided: bool,
}

/// The outcome of a call for an execution step of a thread: how it goes on.
enum Outcome {
    /// It is over.
    Value(Value),
    /// It throws.
    Throws(Value),
    /// It runs code.
    Enters(Frame),
    /// It waits for another thread.
    Waits,
}

/// A run.
#[derive(Clone)]
struct Machine<'c, 'p> {
    code: &'c Code<'p>,
    heap: Heap,
    statics: BTreeMap<ir::FieldId, Value>,
    /// Classes whose initialization has begun, with the thread that does it while it is at work.
    initialized: BTreeMap<ClassId, Option<usize>>,
    monitors: Monitors,
    threads: Vec<Thread>,
    current: usize,
    interesting: &'c FxHashSet<Place>,
    joins: Vec<Join>,
    /// What other threads can see of the steps, in order.
    happenings: Vec<Happening>,
}

/// The order in which threads run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Interleaved between any two statements, as a seed says.
    Seed(u64),
    /// The newest thread that has not ended: the order does not depend on the number of statements.
    Newest,
}

/// Runs `main` with so many arguments. Join points at `interesting` places are kept.
pub fn run(
    code: &Code<'_>,
    main: MethodId,
    arguments: usize,
    schedule: Schedule,
    interesting: &FxHashSet<Place>,
) -> Run {
    let mut machine = Machine::new(code, main, arguments, interesting);
    let ended = machine.run_to_end(schedule);
    Run {
        joins: machine.joins,
        heap: machine.heap,
        ended,
    }
}

impl<'c, 'p> Machine<'c, 'p> {
    /// Before the first step of `main`.
    fn new(
        code: &'c Code<'p>,
        main: MethodId,
        arguments: usize,
        interesting: &'c FxHashSet<Place>,
    ) -> Self {
        let mut machine = Machine {
            code,
            heap: Heap::default(),
            statics: BTreeMap::new(),
            initialized: BTreeMap::new(),
            monitors: Monitors::default(),
            threads: vec![Thread::default()],
            current: 0,
            interesting,
            joins: Vec::new(),
            happenings: Vec::new(),
        };
        let array = machine.heap.add(Object::new(
            "[Ljava/lang/String;",
            Content::Array(vec![Value::Null; arguments]),
        ));
        let main = machine.activation(main, vec![Value::Object(array)]);
        machine.enter(main);
        machine
    }
}

impl Machine<'_, '_> {
    fn run_to_end(&mut self, schedule: Schedule) -> bool {
        let mut choices = match schedule {
            Schedule::Seed(seed) => Some(fastrand::Rng::with_seed(seed)),
            Schedule::Newest => None,
        };
        for _ in 0..MOST_STEPS {
            let alive =
                (0..self.threads.len()).filter(|&thread| !self.threads[thread].frames.is_empty());
            let alive: Vec<usize> = alive.collect();
            let Some(&first) = alive.first() else {
                return true;
            };
            let Some(choices) = &mut choices else {
                self.current = alive[alive.len() - 1];
                self.step();
                continue;
            };
            if !alive.contains(&self.current) || (alive.len() > 1 && choices.u8(..6) == 0) {
                self.current = if alive.len() == 1 {
                    first
                } else {
                    alive[choices.usize(..alive.len())]
                };
            }
            self.step();
        }
        false
    }

    fn step(&mut self) {
        match self.threads[self.current].frames.last() {
            Some(Frame::Body(_)) => self.body_step(),
            Some(Frame::Library(_)) => self.callback_step(None),
            None => {}
        }
    }

    fn activation(&self, method: MethodId, arguments: Vec<Value>) -> Activation {
        let body = self.code.program.methods[method]
            .body
            .as_ref()
            .expect("a method that is called has a body");
        let lock = self.lock_of(method, arguments.first());
        let mut locals = arguments;
        assert_eq!(
            locals.len(),
            body.parameters.len(),
            "{}",
            self.code.program.methods[method].name
        );
        locals.resize(body.locals.len(), Value::Null);
        Activation {
            method,
            locals,
            block: BlockId::from_raw(0),
            statement: 0,
            announced: false,
            initializes: false,
            outside: lock.is_some(),
            lock,
        }
    }

    /// The method at work.
    fn top(&mut self) -> &mut Activation {
        match self.threads[self.current].frames.last_mut() {
            Some(Frame::Body(activation)) => activation,
            other => panic!("no method is at work: {other:?}"),
        }
    }

    fn local(&mut self, local: LocalId) -> Value {
        self.top().locals[local.index()].clone()
    }

    fn assign(&mut self, local: LocalId, value: Value) {
        self.top().locals[local.index()] = value;
    }

    fn enter(&mut self, activation: Activation) {
        let (method, arguments) = (activation.method, self.parameters(&activation));
        self.threads[self.current]
            .frames
            .push(Frame::Body(activation));
        self.pass_body(method, When::Before, arguments, None);
    }

    fn parameters(&self, activation: &Activation) -> Vec<Value> {
        let body = self.code.program.methods[activation.method]
            .body
            .as_ref()
            .expect("it runs");
        // Parameters that were assigned are not told apart: generated programs assign none.
        activation.locals[..body.parameters.len()].to_vec()
    }

    fn pass_body(
        &mut self,
        method: MethodId,
        when: When,
        mut arguments: Vec<Value>,
        result: Option<Value>,
    ) {
        let place = Place::Body(method);
        if !self.interesting.contains(&place) {
            return;
        }
        let is_static = Access(self.code.program.methods[method].access).is_static();
        let receiver = (!is_static).then(|| arguments.remove(0));
        let fields = self.fields_of(receiver.as_ref());
        self.joins.push(Join {
            place,
            when,
            caller: receiver.clone(),
            receiver,
            fields,
            arguments,
            result,
        });
    }

    fn fields_of(&self, receiver: Option<&Value>) -> Vec<(FieldId, Value)> {
        let object = receiver
            .and_then(|value| self.object(value))
            .map(|id| &self.heap[id]);
        let fields = object.into_iter().flat_map(|object| &object.fields);
        let mut fields: Vec<(FieldId, Value)> = fields
            .map(|(field, value)| (*field, value.clone()))
            .collect();
        fields.sort_by_key(|(field, _)| *field);
        fields
    }

    fn new_thread(&mut self, run: Frame) {
        self.threads.push(Thread {
            frames: vec![run],
            ..Thread::default()
        });
    }

    fn object(&self, value: &Value) -> Option<ObjectId> {
        match value {
            Value::Object(id) => Some(*id),
            _ => None,
        }
    }
}
