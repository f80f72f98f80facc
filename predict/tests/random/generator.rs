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
    /// Waits on conditions beside those on objects.
    conditions: bool,
    /// Locks with a read side.
    readers: bool,
    /// Attempts to get a lock that fail.
    failures: bool,
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
            readers: rng.u8(..3) == 0,
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
            conditions: rng.bool(),
            readers: rng.u8(..4) == 0,
            failures: rng.u8(..5) == 0,
            volatiles: rng.u8(..4) == 0,
            values: rng.u8(..4) == 0,
            branches: rng.u8(..4) == 0,
            requests: rng.u8(..4) == 0,
            transactions: rng.u8(..3) == 0,
            locking: rng.usize(2..9),
        }
    }
}

/// A lock, and whether it is held as by a reader.
type Hold = (usize, bool);

/// A wait: its lock, the text of its end, and the acquires at its end.
#[derive(Clone)]
struct Waiting {
    lock: usize,
    end: String,
    again: usize,
}

/// The state of a thread.
#[derive(Clone, Default)]
struct Thread {
    begun: bool,
    forked: bool,
    ended: bool,
    /// The locks that it holds, once for each acquire.
    held: Vec<Hold>,
    waiting: Option<Waiting>,
    /// The lock that it has asked for.
    requested: Option<Hold>,
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
        if let Some(hold) = thread.requested {
            return self.acquire(number, hold);
        }
        if let Some(waiting) = thread.waiting {
            return self.end_wait(number, &waiting);
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

    fn is_free(&self, (lock, shared): Hold, thread: usize) -> bool {
        let mut others = self.threads.iter().enumerate();
        let own = &self.threads[thread].held;
        let upgrades = !shared && own.contains(&(lock, true)) && !own.contains(&(lock, false));
        !upgrades
            && others.all(|(other, state)| {
                let held = &state.held;
                let excludes =
                    held.contains(&(lock, false)) || !shared && held.contains(&(lock, true));
                other == thread || !excludes
            })
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
            let (lock, shared) = self.threads[thread].held.remove(place);
            let read = if shared { "read_" } else { "" };
            return self.emit(thread, &format!("{read}rel(l{lock})"));
        }
        if self.shape.waits && !held.is_empty() && self.rng.u8(..2) == 0 {
            return self.monitor(thread);
        }
        let lock = self.rng.usize(..self.shape.locks);
        let hold = (lock, self.shape.readers && self.rng.bool());
        let held = &self.threads[thread].held;
        if held.contains(&hold) && self.rng.u8(..4) != 0 {
            return;
        }
        if self.shape.failures && self.rng.bool() && self.fail(thread, hold) {
            return;
        }
        if self.shape.requests && self.rng.bool() {
            let read = if hold.1 { "read_" } else { "" };
            self.emit(thread, &format!("{read}req(l{lock})"));
            self.threads[thread].requested = Some(hold);
            return;
        }
        self.acquire(thread, hold);
    }

    /// A `tryLock` that fails, most often since the lock is held. A log may say of no holder.
    fn fail(&mut self, thread: usize, hold: Hold) -> bool {
        let held = &self.threads[thread].held;
        let itself = held.contains(&(hold.0, false)) || hold.1 && held.contains(&hold);
        let fails = !itself && (!self.is_free(hold, thread) || self.rng.u8(..12) == 0);
        if fails {
            let read = if hold.1 { "read_" } else { "" };
            self.emit(thread, &format!("try_{read}fail(l{})", hold.0));
        }
        fails
    }

    fn acquire(&mut self, thread: usize, hold: Hold) {
        if self.is_free(hold, thread) {
            let asked = self.threads[thread].requested.is_some();
            let attempt = if !asked && self.rng.u8(..6) == 0 {
                "try_"
            } else {
                ""
            };
            let read = if hold.1 { "read_" } else { "" };
            self.emit(thread, &format!("{attempt}{read}acq(l{})", hold.0));
            self.threads[thread].requested = None;
            self.threads[thread].held.push(hold);
        }
    }

    /// A wait or a notification.
    fn monitor(&mut self, thread: usize) {
        let held = &self.threads[thread].held;
        let (lock, shared) = held[self.rng.usize(..held.len())];
        if shared || held.contains(&(lock, true)) {
            return;
        }
        let condition = self.shape.conditions && self.rng.u8(..3) != 0;
        let [notify, wait, target] = if condition {
            let own = format!("c{lock}{}", self.rng.u8(..2));
            ["signal".to_owned(), "await".to_owned(), own]
        } else {
            ["notify".to_owned(), "wait".to_owned(), format!("l{lock}")]
        };
        let both = if condition {
            format!("l{lock};{target}")
        } else {
            target.clone()
        };
        match self.rng.u8(..4) {
            0 => self.emit(thread, &format!("{notify}({target})")),
            1 => self.emit(thread, &format!("{notify}_all({target})")),
            _ => {
                let timed = if self.rng.u8(..3) == 0 { "timed_" } else { "" };
                self.emit(thread, &format!("{timed}{wait}_rel({both})"));
                let held = &mut self.threads[thread].held;
                let before = held.len();
                held.retain(|&held| held != (lock, false));
                let again = before - held.len();
                self.threads[thread].waiting = Some(Waiting {
                    lock,
                    end: format!("{wait}_acq({both})"),
                    again,
                });
            }
        }
    }

    fn end_wait(&mut self, thread: usize, waiting: &Waiting) {
        // An interrupt, or something else than a notification, ends the wait.
        match self.rng.u8(..16) {
            0 => {
                let variable = self.rng.usize(..self.shape.variables);
                return self.emit(thread, &format!("vr(x{variable})"));
            }
            1 => return self.emit(thread, "step"),
            2 if self.shape.branches => return self.emit(thread, "branch"),
            _ => {}
        }
        let hold = (waiting.lock, false);
        if self.is_free(hold, thread) {
            self.emit(thread, &waiting.end);
            self.threads[thread].waiting = None;
            let again = std::iter::repeat_n(hold, waiting.again);
            self.threads[thread].held.extend(again);
        }
    }

    fn access(&mut self, thread: usize) {
        let variable = self.rng.usize(..self.shape.variables);
        let volatile = self.shape.volatiles && self.rng.bool();
        let word = match (volatile, self.rng.u8(..5)) {
            (true, 0) => ["cas", "vu", "touch"][self.rng.usize(..3)],
            (true, 1 | 2) => "vw",
            (true, _) => ["vr", "vr", "peek"][self.rng.usize(..3)],
            (false, 0..=2) => "w",
            (false, _) => "r",
        };
        if !matches!(word, "r" | "vr" | "peek") {
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
