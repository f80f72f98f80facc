//! From text to events, one line at a time.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use text::{Diagnostic, Span};

use super::lexer::{Columns, Fault, WORDS, columns};
use super::{Event, Recorder, Refusal, Tables, Trace};

/// The two bytes with which a file of gzip begins (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a trace. `file` is its path as the user gave it. O(length).
///
/// The second result has the findings about lines that were read in spite of them.
///
/// # Errors
/// The first line that is damaged or that no run can have at its place, with line and column.
///
/// ```
/// let (trace, findings) = predict::trace::read("t.std", "T0|w(x)|3\nT1|r(x)|7\n".as_bytes())?;
/// assert_eq!((trace.events.len(), findings.len()), (2, 0));
/// let damaged = predict::trace::read("t.std", "T0|w(x|3\n".as_bytes()).unwrap_err();
/// assert_eq!((damaged.span.line, damaged.span.column), (1, 7));
/// # Ok::<(), text::Diagnostic>(())
/// ```
pub fn read(file: &str, input: impl Read) -> Result<(Trace, Vec<Diagnostic>), Diagnostic> {
    let unreadable = |error| unreadable(file, &error);
    let mut reader = Reader::new(file, unpacked(input).map_err(unreadable)?);
    let mut events = Vec::new();
    while let Some(event) = reader.next_event()? {
        events.push(event);
    }
    let findings = reader.findings;
    Ok((reader.recorder.finish_with(events), findings))
}

/// The bytes of a stream that may be compressed with gzip.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn unpacked<'a>(input: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    if input.fill_buf()?.starts_with(&GZIP) {
        let decoder = MultiGzDecoder::new(input);
        return Ok(Box::new(BufReader::with_capacity(1 << 16, decoder)));
    }
    Ok(Box::new(input))
}

/// Gives the events of a text one by one, and keeps only names and the state of the locks.
pub struct Reader<R> {
    file: String,
    input: R,
    line: Vec<u8>,
    /// The number of the line, from 1.
    number: u32,
    recorder: Recorder,
    findings: Vec<Diagnostic>,
}

impl<R: BufRead> Reader<R> {
    /// A reader of a text. `file` is its path as the user gave it.
    pub fn new(file: &str, input: R) -> Self {
        Reader {
            file: file.to_owned(),
            input,
            line: Vec::new(),
            number: 0,
            recorder: Recorder::default(),
            findings: Vec::new(),
        }
    }

    /// The names so far.
    pub fn tables(&self) -> &Tables {
        self.recorder.tables()
    }

    /// The names so far, which another owner may keep until the next event is read.
    pub(crate) fn tables_mut(&mut self) -> &mut Tables {
        self.recorder.tables_mut()
    }

    /// The findings so far about lines that were read in spite of them.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// The next event; empty lines and folded events are passed over.
    ///
    /// # Errors
    /// If the line is damaged, or no run can have it at its place.
    pub fn next_event(&mut self) -> Result<Option<Event>, Diagnostic> {
        loop {
            if !self.advance()? {
                return Ok(None);
            }
            let line = std::mem::take(&mut self.line);
            let event = self.event(&line);
            self.line = line;
            if let Some(event) = event? {
                return Ok(Some(event));
            }
        }
    }

    /// Takes the next line without its end. False at the end of the text.
    fn advance(&mut self) -> Result<bool, Diagnostic> {
        self.line.clear();
        let read = self.input.read_until(b'\n', &mut self.line);
        if read.map_err(|error| unreadable(&self.file, &error))? == 0 {
            return Ok(false);
        }
        self.number = self.number.saturating_add(1);
        while self
            .line
            .last()
            .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
        {
            self.line.pop();
        }
        Ok(true)
    }

    fn event(&mut self, line: &[u8]) -> Result<Option<Event>, Diagnostic> {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let fault = Fault::new(error.valid_up_to(), "the text is not UTF-8");
                return Err(self.damaged(&String::from_utf8_lossy(line), &fault));
            }
        };
        if text.is_empty() {
            return Ok(None);
        }
        let mut columns = columns(text).map_err(|fault| self.damaged(text, &fault))?;
        let prefixed = self.prefixed(columns, text);
        if let Some(prefixed) = &prefixed {
            columns.target = Some(prefixed);
        }
        let event = self.recorder.event(columns);
        event.map_err(|refusal| self.refused(text, columns, &refusal))
    }

    /// The name `T2` for `fork(2)` in a trace whose threads are called `T1`, `T2`, .. Some tools
    /// leave the letter out there.
    fn prefixed(&mut self, columns: Columns<'_>, text: &str) -> Option<String> {
        let digits =
            |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if !matches!(columns.operation, "fork" | "join") {
            return None;
        }
        let target = columns.target.filter(|target| digits(target))?;
        if !columns.thread.strip_prefix('T').is_some_and(digits) {
            return None;
        }
        let message = format!(
            "read thread `{target}` as `T{target}`, since threads here are named like `{}`",
            columns.thread
        );
        if self
            .findings
            .iter()
            .all(|finding| finding.code != "trace-thread")
        {
            let at = columns.thread.len() + columns.operation.len() + 2;
            let finding =
                Diagnostic::warning(&self.file, self.span(text, at), "trace-thread", message);
            self.findings
                .push(finding.with_help("write the whole name of the thread"));
        }
        Some(format!("T{target}"))
    }

    fn refused(&self, text: &str, columns: Columns<'_>, refusal: &Refusal) -> Diagnostic {
        let fault = Fault::new(columns.thread.len() + 1, refusal.to_string());
        let diagnostic = self.damaged(text, &fault);
        if let Refusal::Unknown(_) = refusal {
            return diagnostic.with_help(format!("operations are {}", WORDS.join(", ")));
        }
        diagnostic
    }

    fn damaged(&self, text: &str, fault: &Fault) -> Diagnostic {
        let span = self.span(text, fault.at);
        let mut diagnostic =
            Diagnostic::error(&self.file, span, "trace-line", fault.message.clone());
        diagnostic.source_line = Some(text.to_owned());
        diagnostic
    }

    fn span(&self, text: &str, at: usize) -> Span {
        let before = &text[..text.floor_char_boundary(at)];
        Span {
            line: self.number,
            column: before.encode_utf16().count() as u32 + 1,
            ..Span::default()
        }
    }
}

fn unreadable(file: &str, error: &io::Error) -> Diagnostic {
    let message = format!("cannot read it: {error}");
    Diagnostic::error(file, Span::default(), "unreadable", message)
}
