//! The calls that threads are in, and the contexts of events.
//!
//! A method that calls itself stands once in a stack, with the caller of its outermost run: otherwise a
//! recursive program had as many contexts as calls.

use predict::trace::{ContextId, Recorder};
use rustc_hash::FxHashMap;

/// The names of methods, by number. 0 is none.
#[derive(Debug, Default)]
pub struct Methods {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Methods {
    /// The number of a method.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.names.push(name.to_owned());
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn name(&self, number: u32) -> Option<&str> {
        let name = self.names.get((number as usize).checked_sub(1)?)?;
        Some(name)
    }
}

/// A call that a thread is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Call {
    /// The method that makes it.
    caller: ContextId,
    /// Its site, 0 if there is no call.
    site: u32,
}

/// The method of a context, and its caller.
#[derive(Debug, Clone, Copy)]
struct Known {
    method: u32,
    /// The context of the caller.
    caller: ContextId,
}

/// The calls that each thread is in.
#[derive(Debug)]
pub struct Stacks {
    methods: Methods,
    /// From the outermost.
    calls: Vec<Vec<Call>>,
    contexts: FxHashMap<(Call, u32), ContextId>,
    known: FxHashMap<ContextId, Known>,
    /// The texts of the lines of sites with calls.
    lines: FxHashMap<u32, String>,
}

impl Stacks {
    /// No thread is in a call.
    pub fn new(methods: Methods, threads: usize) -> Self {
        Stacks {
            methods,
            calls: vec![Vec::new(); threads],
            contexts: FxHashMap::default(),
            known: FxHashMap::default(),
            lines: FxHashMap::default(),
        }
    }

    /// A thread is in as many calls, and in another one if there is any: its site, line and method.
    pub fn calls(
        &mut self,
        thread: usize,
        depth: usize,
        call: Option<(u32, &str, u32)>,
        recorder: &mut Recorder,
    ) {
        if self.calls.len() <= thread {
            self.calls.resize(thread + 1, Vec::new());
        }
        self.calls[thread].truncate(depth);
        let Some((site, line, method)) = call else {
            return;
        };
        let caller = self.context(thread, method, recorder);
        self.lines.entry(site).or_insert_with(|| line.to_owned());
        self.calls[thread].push(Call { caller, site });
    }

    /// The context of an event of a thread in a method. O(1), but O(depth) for a new one.
    pub fn context(&mut self, thread: usize, method: u32, recorder: &mut Recorder) -> ContextId {
        let call = self.calls.get(thread).and_then(|calls| calls.last());
        let call = call.copied().unwrap_or_default();
        if let Some(&known) = self.contexts.get(&(call, method)) {
            return known;
        }
        let context = self.running(call.caller, method).unwrap_or_else(|| {
            let Some(name) = self.methods.name(method) else {
                return ContextId::UNKNOWN;
            };
            let line = self.lines.get(&call.site).map_or("", String::as_str);
            recorder.context_named(call.caller, line, name)
        });
        if context != ContextId::UNKNOWN {
            let caller = call.caller;
            let known = self.known.entry(context);
            known.or_insert(Known { method, caller });
        }
        self.contexts.insert((call, method), context);
        context
    }

    /// The context of the run of a method that a method is called in; none if there is no such run.
    fn running(&self, caller: ContextId, method: u32) -> Option<ContextId> {
        let mut context = caller;
        loop {
            let known = self.known.get(&context)?;
            if known.method == method {
                return Some(context);
            }
            context = known.caller;
        }
    }
}
