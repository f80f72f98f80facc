//! From a log to events, forwards and backwards.

use std::io::{self, Read, Seek, SeekFrom};

use super::block::{Damage, Header, MAGIC, Stored, read_up_to, unpacked};
use super::columns::{unpack, unpack_names};
use crate::trace::{Event, Tables, Trace};

/// Checks whether bytes are the beginning of a log.
pub fn is_log(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..MAGIC.len() - 1])
}

/// Reads a whole log. The trace has the events before the damage, if there is any: those behind it
/// would need them. O(length).
pub fn read(input: impl Read) -> (Trace, Option<Damage>) {
    let mut blocks = Blocks::new(input);
    let mut events = Vec::new();
    let damage = loop {
        match blocks.next_block() {
            Ok(Some(block)) => events.extend_from_slice(block),
            Ok(None) => break None,
            Err(damage) => break Some(damage),
        }
    };
    let trace = Trace {
        tables: blocks.tables,
        events,
    };
    (trace, damage)
}

/// Gives the events of a log block by block. Memory: one block, and the names.
pub struct Blocks<R> {
    input: R,
    tables: Tables,
    events: Vec<Event>,
    offset: u64,
    before: u64,
}

impl<R: Read> Blocks<R> {
    /// A reader of a log.
    pub fn new(input: R) -> Self {
        Blocks {
            input,
            tables: Tables::default(),
            events: Vec::new(),
            offset: 0,
            before: 0,
        }
    }

    /// The names so far.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The names so far, which another owner may keep until the next block is read.
    pub(crate) fn tables_mut(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// The events of the next block. None at the end of the log.
    ///
    /// # Errors
    /// Where the log is damaged.
    pub fn next_block(&mut self) -> Result<Option<&[Event]>, Damage> {
        self.before += self.events.len() as u64;
        self.events.clear();
        let read = self.read_block();
        match read {
            Ok(None) => Ok(None),
            Ok(Some(length)) => {
                self.offset += length;
                Ok(Some(&self.events))
            }
            Err(reason) => {
                self.events.clear();
                Err(self.damage(reason))
            }
        }
    }

    fn damage(&self, reason: String) -> Damage {
        Damage {
            offset: self.offset,
            events: self.before,
            reason,
        }
    }

    fn read_block(&mut self) -> Result<Option<u64>, String> {
        if self.offset == 0 {
            read_mark(&mut self.input)?;
            self.offset = MAGIC.len() as u64;
        }
        let Some((header, bytes)) = Header::read(&mut self.input)? else {
            return Ok(None);
        };
        let stored = header.read_parts(&bytes, &mut self.input)?;
        let names = unpacked(&stored.names, header.names)?;
        unpack_names(&names, &mut self.tables).ok_or("the names of the block are damaged")?;
        fill(&header, &stored, &self.tables, &mut self.events)?;
        Ok(Some(header.length()))
    }
}

fn read_mark(input: &mut impl Read) -> Result<(), String> {
    let mut mark = [0; MAGIC.len()];
    let read = read_up_to(input, &mut mark).map_err(|error| error.to_string())?;
    if mark[..read] == MAGIC {
        Ok(())
    } else if is_log(&mark[..read]) && read == MAGIC.len() {
        Err("it is a log of another version of the format: record the run again".to_owned())
    } else {
        Err("it does not begin as a log".to_owned())
    }
}

fn fill(
    header: &Header,
    stored: &Stored,
    tables: &Tables,
    events: &mut Vec<Event>,
) -> Result<(), String> {
    let columns = unpacked(&stored.columns, header.columns)?;
    unpack(&columns, header.events as usize, tables, events)
        .ok_or_else(|| "the columns of the block are damaged".to_owned())
}

/// Gives the events of a log from the last one on. Memory: one block, the names, and where each block
/// begins (Chen and Roşu write their logs backwards for the same, TR 2008, footnote 4).
///
/// ```
/// use std::io::Cursor;
///
/// use predict::{log, trace};
///
/// let (trace, _) = trace::read("t.std", "T0|w(x)|3\nT1|r(x)|7\n".as_bytes()).expect("a trace");
/// let mut bytes = Vec::new();
/// log::write(&trace, &mut bytes)?;
/// let (mut backwards, damage) = log::Backwards::new(Cursor::new(bytes))?;
/// assert_eq!(damage, None);
/// let mut lines = Vec::new();
/// while let Some(event) = backwards.next_event()? {
///     lines.push(backwards.tables().lines.name(event.line.index()).to_owned());
/// }
/// assert_eq!(lines, ["7", "3"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Backwards<R> {
    input: R,
    tables: Tables,
    /// Where the blocks begin that are not read yet.
    left: Vec<u64>,
    events: Vec<Event>,
}

impl<R: Read + Seek> Backwards<R> {
    /// A reader of a log, and where the log is damaged: the events before that are given. Passes over
    /// the log once, for its names.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(mut input: R) -> io::Result<(Self, Option<Damage>)> {
        let mut left = Vec::new();
        input.seek(SeekFrom::Start(0))?;
        let mut blocks = Blocks::new(input);
        let damage = loop {
            let offset = blocks.offset.max(MAGIC.len() as u64);
            match blocks.next_block() {
                Ok(Some(_)) => left.push(offset),
                Ok(None) => break None,
                Err(damage) => break Some(damage),
            }
        };
        let backwards = Backwards {
            input: blocks.input,
            tables: blocks.tables,
            left,
            events: Vec::new(),
        };
        Ok((backwards, damage))
    }

    /// All names of the log.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The event before the last one that was given. None before the first event of the log.
    ///
    /// # Errors
    /// If the input cannot be read, or has changed.
    pub fn next_event(&mut self) -> io::Result<Option<Event>> {
        while self.events.is_empty() {
            let Some(offset) = self.left.pop() else {
                return Ok(None);
            };
            self.input.seek(SeekFrom::Start(offset))?;
            self.read_block().map_err(io::Error::other)?;
        }
        Ok(self.events.pop())
    }

    fn read_block(&mut self) -> Result<(), String> {
        let header = Header::read(&mut self.input)?;
        let (header, bytes) = header.ok_or("the log has become shorter")?;
        let stored = header.read_parts(&bytes, &mut self.input)?;
        fill(&header, &stored, &self.tables, &mut self.events)
    }
}
