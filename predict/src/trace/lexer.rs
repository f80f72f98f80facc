//! One line of STD as its columns.

use super::Action;

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
    Nothing,
}

/// The words of STD.
pub(super) const WORDS: [(&str, Target); 19] = [
    ("r", Target::Variable),
    ("w", Target::Variable),
    ("acq", Target::Lock),
    ("rel", Target::Lock),
    ("req", Target::Lock),
    ("vr", Target::Variable),
    ("vw", Target::Variable),
    ("vu", Target::Variable),
    ("branch", Target::Nothing),
    ("fork", Target::Thread),
    ("join", Target::Thread),
    ("begin", Target::Nothing),
    ("end", Target::Nothing),
    ("wait_rel", Target::Lock),
    ("wait_acq", Target::Lock),
    ("notify", Target::Lock),
    ("notify_all", Target::Lock),
    ("start", Target::Nothing),
    ("exit", Target::Nothing),
];

/// The kind of target of a word.
pub(super) fn target_of(word: &str) -> Option<Target> {
    let known = WORDS.iter().find(|(known, _)| *known == word);
    known.map(|&(_, target)| target)
}

/// Splits a text at the first occurrence of an ASCII character. Columns are short, so a plain loop
/// over their bytes is faster than a search for long texts.
fn split(text: &str, at: u8) -> Option<(&str, &str)> {
    let place = text.bytes().position(|byte| byte == at)?;
    Some((&text[..place], &text[place + 1..]))
}

/// The action of a word that is about nothing or about the thing with this number.
pub(super) fn action(word: &str, number: usize) -> Option<Action> {
    Some(match word {
        "r" => Action::Read(number.into()),
        "w" => Action::Write(number.into()),
        "vr" => Action::VolatileRead(number.into()),
        "vw" => Action::VolatileWrite(number.into()),
        "vu" => Action::Update(number.into()),
        "req" => Action::Request(number.into()),
        "acq" => Action::Acquire(number.into()),
        "rel" => Action::Release(number.into()),
        "wait_rel" => Action::WaitRelease(number.into()),
        "wait_acq" => Action::WaitAcquire(number.into()),
        "notify" => Action::Notify(number.into()),
        "notify_all" => Action::NotifyAll(number.into()),
        "fork" => Action::Fork(number.into()),
        "join" => Action::Join(number.into()),
        "start" => Action::Start,
        "exit" => Action::Exit,
        "begin" => Action::Begin,
        "end" => Action::End,
        "branch" => Action::Branch,
        _ => return None,
    })
}

/// The word and the number of the target of an action; the inverse of [`action`].
pub(super) fn word(action: Action) -> (&'static str, Target, usize) {
    let (word, number) = match action {
        Action::Read(x) => ("r", x.index()),
        Action::Write(x) => ("w", x.index()),
        Action::VolatileRead(x) => ("vr", x.index()),
        Action::VolatileWrite(x) => ("vw", x.index()),
        Action::Update(x) => ("vu", x.index()),
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
    };
    (word, target_of(word).unwrap_or(Target::Nothing), number)
}
