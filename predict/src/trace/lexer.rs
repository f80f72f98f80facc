//! One line of STD as its columns.

use super::{Action, ConditionId, LockId};

/// The columns of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns<'a> {
    pub thread: &'a str,
    pub operation: &'a str,
    pub target: Option<&'a str>,
    pub line: &'a str,
    pub value: Option<&'a str>,
}

/// A fault in a line: the byte at which it stands, and its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
}

impl Fault {
    pub fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault {
            at,
            message: message.into(),
        }
    }
}

/// Takes a line apart. O(length).
pub(super) fn columns(text: &str) -> Result<Columns<'_>, Fault> {
    let (thread, rest) = cut(text, 0, "the operation")?;
    if thread.is_empty() {
        return Err(Fault::new(0, "the name of the thread is empty"));
    }
    let start = thread.len() + 1;
    let (operation, rest) = cut(rest, start, "the line of the program")?;
    let behind = start + operation.len() + 1;
    let (operation, target) = operation_of(operation, start)?;
    let (line, value) = match split(rest, b'|') {
        Some((line, value)) => (line, Some(value)),
        None => (rest, None),
    };
    if let Some(bar) = value.and_then(|value| value.find('|')) {
        let at = behind + line.len() + 1 + bar;
        return Err(Fault::new(at, "a line has at most four columns"));
    }
    if line.is_empty() {
        return Err(Fault::new(behind, "the line of the program is empty"));
    }
    Ok(Columns {
        thread,
        operation,
        target,
        line,
        value,
    })
}

/// Cuts at the first bar.
fn cut<'a>(text: &'a str, start: usize, missing: &str) -> Result<(&'a str, &'a str), Fault> {
    let missing = || Fault::new(start + text.len(), format!("{missing} is missing"));
    split(text, b'|').ok_or_else(missing)
}

/// The word and the target of `acq(lock)`.
fn operation_of(text: &str, start: usize) -> Result<(&str, Option<&str>), Fault> {
    let Some((word, rest)) = split(text, b'(') else {
        return Ok((text, None));
    };
    let open = word.len();
    let Some(target) = rest.strip_suffix(')') else {
        return Err(Fault::new(start + text.len(), "`)` is missing"));
    };
    if target.is_empty() {
        return Err(Fault::new(start + open + 1, "the target is empty"));
    }
    Ok((word, Some(target)))
}

/// The kind of thing that an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Variable,
    Lock,
    Thread,
    Condition,
    /// A lock and a condition of it, as in `lock;condition`.
    LockAndCondition,
    Event,
    Nothing,
}

/// The words of STD.
pub(super) const WORDS: [&str; 37] = [
    "r",
    "w",
    "acq",
    "rel",
    "req",
    "vr",
    "vw",
    "vu",
    "cas",
    "peek",
    "touch",
    "try_acq",
    "timed_wait_rel",
    "step",
    "branch",
    "fork",
    "join",
    "begin",
    "end",
    "wait_rel",
    "wait_acq",
    "notify",
    "notify_all",
    "start",
    "exit",
    "try_fail",
    "read_req",
    "read_acq",
    "try_read_acq",
    "try_read_fail",
    "read_rel",
    "await_rel",
    "timed_await_rel",
    "await_acq",
    "signal",
    "signal_all",
    "event",
];

/// The kind of target of a word.
pub(super) fn target_of(word: &str) -> Option<Target> {
    Some(match word.as_bytes() {
        b"r" | b"w" | b"vr" | b"vw" | b"vu" | b"cas" | b"peek" | b"touch" => Target::Variable,
        b"acq" | b"rel" | b"req" | b"try_acq" | b"wait_rel" | b"timed_wait_rel" | b"wait_acq"
        | b"notify" | b"notify_all" | b"try_fail" | b"read_req" | b"read_acq" | b"try_read_acq"
        | b"try_read_fail" | b"read_rel" => Target::Lock,
        b"await_rel" | b"timed_await_rel" | b"await_acq" => Target::LockAndCondition,
        b"signal" | b"signal_all" => Target::Condition,
        b"fork" | b"join" => Target::Thread,
        b"event" => Target::Event,
        b"branch" | b"begin" | b"end" | b"start" | b"exit" | b"step" => Target::Nothing,
        _ => return None,
    })
}

/// The names of a lock and its condition. Those of conditions have no semicolon.
pub(super) fn lock_and_condition(target: &str) -> Option<(&str, &str)> {
    let names = target.rsplit_once(';')?;
    (!names.0.is_empty() && !names.1.is_empty()).then_some(names)
}

/// Splits a text at the first occurrence of an ASCII character. Columns are short, so a plain loop
/// over their bytes is faster than a search for long texts.
fn split(text: &str, at: u8) -> Option<(&str, &str)> {
    let place = text.bytes().position(|byte| byte == at)?;
    Some((&text[..place], &text[place + 1..]))
}

/// The action of a word that is about a lock and a condition.
pub(super) fn waiting(word: &str, lock: LockId, condition: ConditionId) -> Option<Action> {
    Some(match word {
        "await_rel" => Action::AwaitRelease(lock, condition),
        "timed_await_rel" => Action::TimedAwaitRelease(lock, condition),
        "await_acq" => Action::AwaitAcquire(lock, condition),
        _ => return None,
    })
}

/// The action of a word that is about nothing or about the thing with this number.
pub(super) fn action(word: &str, number: usize) -> Option<Action> {
    Some(match word.as_bytes() {
        b"r" => Action::Read(number.into()),
        b"w" => Action::Write(number.into()),
        b"vr" => Action::VolatileRead(number.into()),
        b"vw" => Action::VolatileWrite(number.into()),
        b"vu" => Action::Update(number.into()),
        b"cas" => Action::CompareAndSet(number.into()),
        b"peek" => Action::Peek(number.into()),
        b"touch" => Action::Touch(number.into()),
        b"try_acq" => Action::TryAcquire(number.into()),
        b"timed_wait_rel" => Action::TimedWaitRelease(number.into()),
        b"step" => Action::Step,
        b"req" => Action::Request(number.into()),
        b"acq" => Action::Acquire(number.into()),
        b"rel" => Action::Release(number.into()),
        b"wait_rel" => Action::WaitRelease(number.into()),
        b"wait_acq" => Action::WaitAcquire(number.into()),
        b"notify" => Action::Notify(number.into()),
        b"notify_all" => Action::NotifyAll(number.into()),
        b"fork" => Action::Fork(number.into()),
        b"join" => Action::Join(number.into()),
        b"start" => Action::Start,
        b"exit" => Action::Exit,
        b"begin" => Action::Begin,
        b"end" => Action::End,
        b"branch" => Action::Branch,
        b"event" => Action::Event(number.into()),
        b"try_fail" => Action::TryFail(number.into()),
        b"read_req" => Action::ReadRequest(number.into()),
        b"read_acq" => Action::ReadAcquire(number.into()),
        b"try_read_acq" => Action::TryReadAcquire(number.into()),
        b"try_read_fail" => Action::TryReadFail(number.into()),
        b"read_rel" => Action::ReadRelease(number.into()),
        b"signal" => Action::Signal(number.into()),
        b"signal_all" => Action::SignalAll(number.into()),
        _ => return None,
    })
}

/// The word and the numbers of the target of an action; the inverse of [`action`] and [`waiting`].
pub(super) fn word(action: Action) -> (&'static str, Target, [usize; 2]) {
    let mut condition = 0;
    let mut awaits = |word, lock: LockId, of: ConditionId| {
        condition = of.index();
        (word, lock.index())
    };
    let (word, number) = match action {
        Action::Read(x) => ("r", x.index()),
        Action::Write(x) => ("w", x.index()),
        Action::VolatileRead(x) => ("vr", x.index()),
        Action::VolatileWrite(x) => ("vw", x.index()),
        Action::Update(x) => ("vu", x.index()),
        Action::CompareAndSet(x) => ("cas", x.index()),
        Action::Peek(x) => ("peek", x.index()),
        Action::Touch(x) => ("touch", x.index()),
        Action::TryAcquire(l) => ("try_acq", l.index()),
        Action::TimedWaitRelease(l) => ("timed_wait_rel", l.index()),
        Action::Step => ("step", 0),
        Action::Request(l) => ("req", l.index()),
        Action::Acquire(l) => ("acq", l.index()),
        Action::Release(l) => ("rel", l.index()),
        Action::WaitRelease(l) => ("wait_rel", l.index()),
        Action::WaitAcquire(l) => ("wait_acq", l.index()),
        Action::Notify(l) => ("notify", l.index()),
        Action::NotifyAll(l) => ("notify_all", l.index()),
        Action::Fork(t) => ("fork", t.index()),
        Action::Join(t) => ("join", t.index()),
        Action::Start => ("start", 0),
        Action::Exit => ("exit", 0),
        Action::Begin => ("begin", 0),
        Action::End => ("end", 0),
        Action::Branch => ("branch", 0),
        Action::Event(e) => ("event", e.index()),
        Action::TryFail(l) => ("try_fail", l.index()),
        Action::ReadRequest(l) => ("read_req", l.index()),
        Action::ReadAcquire(l) => ("read_acq", l.index()),
        Action::TryReadAcquire(l) => ("try_read_acq", l.index()),
        Action::TryReadFail(l) => ("try_read_fail", l.index()),
        Action::ReadRelease(l) => ("read_rel", l.index()),
        Action::AwaitRelease(l, c) => awaits("await_rel", l, c),
        Action::TimedAwaitRelease(l, c) => awaits("timed_await_rel", l, c),
        Action::AwaitAcquire(l, c) => awaits("await_acq", l, c),
        Action::Signal(c) => ("signal", c.index()),
        Action::SignalAll(c) => ("signal_all", c.index()),
    };
    let target = target_of(word).unwrap_or(Target::Nothing);
    (word, target, [number, condition])
}
