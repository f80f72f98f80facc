//! Random runs of random programs, as lines of STD.

use fastrand::Rng;

/// The features of a run.
struct Shape {
    threads: usize,
    variables: usize,
    locks: usize,
    events: usize,
    /// Lines are numbers below this one.
    lines: usize,
    /// Equal operations of a thread have one line.
    loops: bool,
    forks: bool,
    waits: bool,
    volatiles: bool,
    values: bool,
    branches: bool,
    requests: bool,
    transactions: bool,
    /// Of ten actions how many are about locks.
    locking: usize,
}

impl Shape {
    fn new(rng: &mut Rng) -> Shape {
        let shape = Shape::any(rng);
        match rng.u8(..3) {
            0 => shape.for_deadlocks(rng),
            1 => shape.for_reversals(rng),
            _ => shape,
        }
    }

    /// Much locking by few threads, and little else.
    fn for_deadlocks(self, rng: &mut Rng) -> Shape {
        Shape {
            locks: rng.usize(2..4),
            locking: rng.usize(8..11),
            events: rng.usize(12..23),
            ..self
        }
    }

    /// One or two locks that all threads compete for.
    fn for_reversals(self, rng: &mut Rng) -> Shape {
        Shape {
            threads: rng.usize(3..5),
            locks: rng.usize(1..3),
            locking: rng.usize(5..8),
            events: rng.usize(12..25),
            ..self
        }
    }

    fn any(rng: &mut Rng) -> Shape {
        let events = rng.usize(6..21);
        Shape {
            threads: rng.usize(2..6),
            variables: rng.usize(1..4),
            locks: rng.usize(1..4),
            events,
            lines: if rng.u8(..4) == 0 { 5 } else { 1000 },
            loops: rng.u8(..4) == 0,
            forks: rng.bool(),
            waits: rng.u8(..4) == 0,
            volatiles: rng.u8(..4) == 0,
            values: rng.u8(..4) == 0,
            branches: rng.u8(..4) == 0,
            requests: rng.u8(..4) == 0,
            transactions: rng.u8(..3) == 0,
            locking: rng.usize(2..9),
        }
    }
}

/// The state of a thread.
#[derive(Clone, Default)]
struct Thread {
    begun: bool,
    forked: bool,
    ended: bool,
    /// The locks that it holds, once for each acquire.
    held: Vec<usize>,
    waiting: Option<(usize, Vec<usize>)>,
    /// The lock that it has asked for.
    requested: Option<usize>,
    transactions: usize,
}

/// A run in the making.
struct Run<'r> {
    rng: &'r mut Rng,
    shape: Shape,
    threads: Vec<Thread>,
    contents: Vec<u8>,
    lines: Vec<String>,
}

/// The lines of a random run. Equal seeds give equal runs.
pub fn run(seed: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    let shape = Shape::new(&mut rng);
    let mut run = Run {
        threads: vec![Thread::default(); shape.threads],
        contents: vec![0; shape.variables],
        lines: Vec::new(),
        rng: &mut rng,
        shape,
    };
    for _ in 0..200 {
        if run.lines.len() >= run.shape.events {
            break;
        }
        run.step();
    }
    run.lines
}

impl Run<'_> {
    fn step(&mut self) {
        let number = self.rng.usize(..self.shape.threads);
        let thread = self.threads[number].clone();
        let startable = number == 0 || !self.shape.forks || thread.forked;
        if thread.ended || !startable {
            return;
        }
        if let Some(lock) = thread.requested {
            return self.acquire(number, lock);
        }
        if let Some((lock, held)) = thread.waiting {
            return self.end_wait(number, lock, held);
        }
        match self.rng.usize(..10) {
            roll if roll < self.shape.locking => self.locking(number),
            9 => self.rare(number),
            _ => self.access(number),
        }
    }

    fn emit(&mut self, thread: usize, operation: &str) {
        self.threads[thread].begun = true;
        let start = format!("T{thread}|{operation}|");
        let known = self.lines.iter().position(|line| line.starts_with(&start));
        let known = known.filter(|_| self.shape.loops);
        let line = known.unwrap_or(self.lines.len()) % self.shape.lines;
        self.lines.push(format!("{start}{line}"));
    }

    fn is_free(&self, lock: usize, thread: usize) -> bool {
        let others = self.threads.iter().enumerate();
        others
            .filter(|(other, _)| *other != thread)
            .all(|(_, other)| !other.held.contains(&lock))
    }

    fn locking(&mut self, thread: usize) {
        let held = &self.threads[thread].held;
        if !held.is_empty() && self.rng.usize(..6) < 1 + held.len() {
            let last = held.len() - 1;
            let place = if self.rng.u8(..5) == 0 {
                self.rng.usize(..=last)
            } else {
                last
            };
            let lock = self.threads[thread].held.remove(place);
            return self.emit(thread, &format!("rel(l{lock})"));
        }
        if self.shape.waits && !held.is_empty() && self.rng.u8(..2) == 0 {
            return self.monitor(thread);
        }
        let lock = self.rng.usize(..self.shape.locks);
        if held.contains(&lock) && self.rng.u8(..4) != 0 {
            return;
        }
        if self.shape.requests && self.rng.bool() {
            self.emit(thread, &format!("req(l{lock})"));
            self.threads[thread].requested = Some(lock);
            return;
        }
        self.acquire(thread, lock);
    }

    fn acquire(&mut self, thread: usize, lock: usize) {
        if self.is_free(lock, thread) {
            let asked = self.threads[thread].requested.is_some();
            let word = if !asked && self.rng.u8(..6) == 0 {
                "try_acq"
            } else {
                "acq"
            };
            self.emit(thread, &format!("{word}(l{lock})"));
            self.threads[thread].requested = None;
            self.threads[thread].held.push(lock);
        }
    }

    /// A wait or a notification.
    fn monitor(&mut self, thread: usize) {
        let held = &self.threads[thread].held;
        let lock = held[self.rng.usize(..held.len())];
        match self.rng.u8(..4) {
            0 => self.emit(thread, &format!("notify(l{lock})")),
            1 => self.emit(thread, &format!("notify_all(l{lock})")),
            _ => {
                let timed = if self.rng.u8(..3) == 0 { "timed_" } else { "" };
                self.emit(thread, &format!("{timed}wait_rel(l{lock})"));
                let again = self.threads[thread]
                    .held
                    .iter()
                    .copied()
                    .filter(|&l| l == lock);
                let again: Vec<usize> = again.collect();
                self.threads[thread].held.retain(|&held| held != lock);
                self.threads[thread].waiting = Some((lock, again));
            }
        }
    }

    fn end_wait(&mut self, thread: usize, lock: usize, again: Vec<usize>) {
        if self.is_free(lock, thread) {
            self.emit(thread, &format!("wait_acq(l{lock})"));
            self.threads[thread].waiting = None;
            self.threads[thread].held.extend(again);
        }
    }

    fn access(&mut self, thread: usize) {
        let variable = self.rng.usize(..self.shape.variables);
        let volatile = self.shape.volatiles && self.rng.bool();
        let word = match (volatile, self.rng.u8(..5)) {
            (true, 0) if self.rng.bool() => "cas",
            (true, 0) => "vu",
            (true, 1 | 2) => "vw",
            (true, _) => "vr",
            (false, 0..=2) => "w",
            (false, _) => "r",
        };
        if word != "r" && word != "vr" {
            self.contents[variable] = self.rng.u8(..2);
        }
        self.emit(thread, &format!("{word}(x{variable})"));
        if self.shape.values && self.rng.u8(..8) != 0 {
            let value = self.contents[variable];
            let last = self.lines.last_mut().expect("the line of the access");
            last.push_str(&format!("|{value}"));
        }
        if self.shape.branches && self.rng.u8(..3) == 0 {
            self.emit(thread, "branch");
        }
    }

    /// Forks, joins, ends and transactions.
    fn rare(&mut self, thread: usize) {
        let other = self.rng.usize(..self.shape.threads);
        let fresh = other != thread && other != 0 && !self.threads[other].begun;
        if self.shape.forks && fresh && !self.threads[other].forked {
            self.threads[other].forked = true;
            return self.emit(thread, &format!("fork(T{other})"));
        }
        // A join of a thread that lives has given up.
        let joins = self.threads[other].ended || self.rng.u8(..4) == 0;
        if other != thread && joins && self.rng.bool() {
            return self.emit(thread, &format!("join(T{other})"));
        }
        if self.shape.transactions && self.rng.u8(..3) != 0 {
            return self.transaction(thread);
        }
        if self.threads[thread].held.is_empty() && self.rng.u8(..3) == 0 {
            self.threads[thread].ended = true;
            self.emit(thread, "exit");
        }
    }

    fn transaction(&mut self, thread: usize) {
        let ends = self.threads[thread].transactions > 0 && self.rng.u8(..4) != 0;
        self.emit(thread, if ends { "end" } else { "begin" });
        let open = &mut self.threads[thread].transactions;
        *open = if ends { *open - 1 } else { *open + 1 };
    }
}
