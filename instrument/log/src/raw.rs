//! The folder of a recorded run: regions of events, each of one thread, in three files, and the
//! table of sites.
//!
//! | file | content |
//! |---|---|
//! | `sites.tsv` | sites, fields and calls by number ([`crate::sites`]) |
//! | `events` | regions that were full, one behind the other |
//! | `small`, `large` | regions of 2 KiB and of 64 KiB that threads were writing to |
//!
//! A region has a header of 16 bytes: a mark, the thread, the number of the region among those of
//! its thread, and its length with the header. All numbers are little-endian. A process that was
//! killed may leave a region in two files; the one in `small` or `large` is complete.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::kind::{HEADER, LARGE, MARK, SMALL, VALUE};

/// The files of regions with a fixed size.
const SPILLS: [(&str, u64); 2] = [("small", SMALL), ("large", LARGE)];

/// The thread number of definitions.
const DEFINITIONS: u32 = 0;

/// Why a recorded run cannot be read.
#[derive(Debug, Error)]
pub enum RawError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// Returns whether a folder is that of one recorded run.
pub fn is_recorded(folder: &Path) -> bool {
    folder.join("sites.tsv").is_file() && folder.join("events").is_file()
}

/// Why a recording has ended before its program: it does what [`plan::Unshared`] rules out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A method has run that was not expected to: the method and its place.
    Unexpected(String),
    /// A second thread runs the body of a task: the method and its place.
    Task(String),
}

/// The reason why a recorded run was refused; none if it was not. The accesses that are left out of it
/// may matter.
pub fn refusal(folder: &Path) -> Option<Refusal> {
    let text = std::fs::read_to_string(folder.join("refused")).ok()?;
    let (word, site) = text.trim_end().split_once('\t')?;
    let sites = std::fs::read_to_string(folder.join("sites.tsv")).unwrap_or_default();
    let row = sites.lines().find_map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        match columns[..] {
            ["s", number, file, "0", method, ..] if number == site => {
                Some(format!("`{method}` ({file})"))
            }
            ["s", number, file, line, method, ..] if number == site => {
                Some(format!("`{method}` ({file}:{line})"))
            }
            _ => None,
        }
    });
    let place = row.unwrap_or_else(|| "a method".to_owned());
    Some(match word {
        "task" => Refusal::Task(place),
        _ => Refusal::Unexpected(place),
    })
}

/// The recorded runs in a folder, by time: itself, or those in it.
///
/// # Errors
/// The folder cannot be read.
pub fn runs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if is_recorded(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if is_recorded(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A place of events.
#[derive(Debug, Clone, Copy)]
struct Region {
    file: usize,
    offset: u64,
    length: u64,
}

/// A folder that is open.
#[derive(Debug)]
pub struct Raw {
    folder: PathBuf,
    files: Vec<File>,
    /// The regions of each thread, in their order.
    threads: Vec<Vec<Region>>,
    /// The text of the table of sites.
    pub sites: String,
}

impl Raw {
    /// Opens a folder, and finds the regions of all threads. O(regions).
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn open(folder: &Path) -> Result<Self, RawError> {
        let sites = folder.join("sites.tsv");
        let sites = std::fs::read_to_string(&sites).map_err(|source| RawError::Unreadable {
            path: sites,
            source,
        })?;
        let mut raw = Raw {
            folder: folder.to_owned(),
            files: Vec::new(),
            threads: Vec::new(),
            sites,
        };
        let mut found: FxHashMap<(u32, u32), Region> = FxHashMap::default();
        raw.full("events", &mut found)?;
        for (name, size) in SPILLS {
            raw.spilled(name, size, &mut found)?;
        }
        let mut sorted: Vec<((u32, u32), Region)> = found.into_iter().collect();
        sorted.sort_by_key(|&(key, _)| key);
        for ((thread, sequence), region) in sorted {
            let thread = thread as usize;
            if raw.threads.len() <= thread {
                raw.threads.resize(thread + 1, Vec::new());
            }
            // Behind a region that is missing nothing is in order.
            if raw.threads[thread].len() == sequence as usize {
                raw.threads[thread].push(region);
            }
        }
        Ok(raw)
    }

    fn add(&mut self, name: &str) -> Result<(usize, u64), RawError> {
        let path = self.folder.join(name);
        let unreadable = |source| RawError::Unreadable {
            path: path.clone(),
            source,
        };
        let file = File::open(&path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        self.files.push(file);
        Ok((self.files.len() - 1, length))
    }

    /// The regions of the file of full ones. The last may be cut off.
    fn full(
        &mut self,
        name: &str,
        found: &mut FxHashMap<(u32, u32), Region>,
    ) -> Result<(), RawError> {
        let (file, end) = self.add(name)?;
        let mut offset = 0;
        while offset + HEADER <= end {
            let Some(header) = self.header(file, offset)? else {
                break;
            };
            let length = u64::from(header.length);
            if length < HEADER {
                break;
            }
            let region = Region {
                file,
                offset: offset + HEADER,
                length: length.min(end - offset) - HEADER,
            };
            found.insert((header.thread, header.sequence), region);
            offset += length;
        }
        Ok(())
    }

    fn spilled(
        &mut self,
        name: &str,
        size: u64,
        found: &mut FxHashMap<(u32, u32), Region>,
    ) -> Result<(), RawError> {
        let (file, end) = self.add(name)?;
        let mut offset = 0;
        while offset + size <= end {
            if let Some(header) = self.header(file, offset)? {
                let length = u64::from(header.length).clamp(HEADER, size);
                let region = Region {
                    file,
                    offset: offset + HEADER,
                    length: length - HEADER,
                };
                let known = found.entry((header.thread, header.sequence));
                let known = known.or_insert(region);
                if known.length < region.length {
                    *known = region;
                }
            }
            offset += size;
        }
        Ok(())
    }

    fn header(&self, file: usize, offset: u64) -> Result<Option<Header>, RawError> {
        let mut bytes = [0; HEADER as usize];
        self.read(file, offset, &mut bytes)?;
        let number = |at: usize| u32_at(&bytes, at);
        let header = Header {
            thread: number(4),
            sequence: number(8),
            length: number(12),
        };
        Ok((number(0) == MARK).then_some(header))
    }

    fn read(&self, file: usize, offset: u64, bytes: &mut [u8]) -> Result<(), RawError> {
        let unreadable = |source| RawError::Unreadable {
            path: self.folder.clone(),
            source,
        };
        self.files[file]
            .read_exact_at(bytes, offset)
            .map_err(unreadable)
    }

    /// The numbers of threads that have regions.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// The definitions of objects, classes and threads.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn definitions(&self) -> Result<Definitions, RawError> {
        let mut definitions = Definitions::default();
        let mut stream = Stream::new(DEFINITIONS as usize);
        while stream.load(self)? {
            let mut at = 0;
            let bytes = &stream.bytes;
            while at + 16 <= bytes.len() {
                let length = u32_at(bytes, at + 4) as usize;
                let text = bytes.get(at + 16..at + 16 + length).unwrap_or_default();
                definitions.add(
                    u32_at(bytes, at),
                    [u32_at(bytes, at + 8), u32_at(bytes, at + 12)],
                    &String::from_utf8_lossy(text),
                );
                at += 16 + length.div_ceil(8) * 8;
            }
        }
        Ok(definitions)
    }
}

#[derive(Debug, Clone, Copy)]
struct Header {
    thread: u32,
    sequence: u32,
    length: u32,
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(four)
}

/// The names that the run itself has defined.
#[derive(Debug, Default)]
pub struct Definitions {
    /// Names of classes, by number.
    pub classes: Vec<String>,
    /// The class of each object, by the number of the object. Object 0 is none.
    pub objects: Vec<u32>,
    /// For each thread of the log its object and its name. Thread 0 is none.
    pub threads: Vec<(u32, String)>,
    /// The texts of property events, by number. 0 is none.
    pub events: Vec<String>,
    /// Objects and arrays that calls of the library have used: the thread that alone has used it, or none if
    /// several have. Objects that one thread alone has used are missing.
    pub used: FxHashMap<u32, Option<u32>>,
}

impl Definitions {
    fn add(&mut self, kind: u32, [first, second]: [u32; 2], text: &str) {
        let at = first as usize;
        match kind {
            1 => {
                if self.objects.len() <= at {
                    self.objects.resize(at + 1, 0);
                }
                self.objects[at] = second;
            }
            2 => {
                if self.classes.len() <= at {
                    self.classes.resize(at + 1, String::new());
                }
                self.classes[at] = text.to_owned();
            }
            3 => {
                if self.threads.len() <= at {
                    self.threads.resize(at + 1, (0, String::new()));
                }
                self.threads[at] = (second, text.to_owned());
            }
            4 => {
                if self.events.len() <= at {
                    self.events.resize(at + 1, String::new());
                }
                self.events[at] = text.to_owned();
            }
            5 => {
                self.used.insert(first, (second != 0).then_some(second));
            }
            _ => {}
        }
    }

    /// Returns whether an object is an array.
    pub fn is_array(&self, object: u32) -> bool {
        self.class_of(object).ends_with("[]")
    }

    /// The class of an object.
    pub fn class_of(&self, object: u32) -> &str {
        let class = self.objects.get(object as usize).copied();
        let name = class.and_then(|class| self.classes.get(class as usize));
        match name {
            Some(name) if name.starts_with("residua.log.Task") => "task",
            Some(name) => name,
            None => "object",
        }
    }
}

/// An event as a thread has written it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawEvent {
    /// Its kind, with the bits of its shape, without that of the value.
    pub kind: u8,
    /// The site.
    pub site: u32,
    /// The ticket.
    pub ticket: u32,
    /// The object; for static fields the negative number of the field.
    pub object: i32,
    /// The index of an element, or the aspect of an object.
    pub index: u32,
    /// The value.
    pub value: Option<i64>,
}

/// The events of one thread. One region of them is in memory.
#[derive(Debug)]
pub struct Stream {
    thread: usize,
    region: usize,
    bytes: Vec<u8>,
    at: usize,
}

impl Stream {
    /// The events of a thread, from the first.
    pub fn new(thread: usize) -> Self {
        Stream {
            thread,
            region: 0,
            bytes: Vec::new(),
            at: 0,
        }
    }

    /// Reads the next region. False if there is none.
    fn load(&mut self, raw: &Raw) -> Result<bool, RawError> {
        let regions = raw.threads.get(self.thread).map_or(&[][..], Vec::as_slice);
        let Some(region) = regions.get(self.region) else {
            return Ok(false);
        };
        self.bytes.resize(region.length as usize, 0);
        raw.read(region.file, region.offset, &mut self.bytes)?;
        self.region += 1;
        self.at = 0;
        Ok(true)
    }

    /// Reads regions until there is a next event.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn settle(&mut self, raw: &Raw) -> Result<(), RawError> {
        while self.head().is_none() && self.load(raw)? {}
        Ok(())
    }

    /// The next event, if it is in memory. It stays the next one.
    #[inline]
    pub fn head(&self) -> Option<RawEvent> {
        let rest = self.bytes.get(self.at..)?;
        let (first, second) = (number(rest, 0)?, number(rest, 8)?);
        let value = match first & u64::from(VALUE) {
            0 => None,
            _ => Some(number(rest, 16)? as i64),
        };
        Some(RawEvent {
            kind: first as u8 & !VALUE,
            site: (first >> 8) as u32 & 0xFF_FFFF,
            ticket: (first >> 32) as u32,
            object: second as u32 as i32,
            index: (second >> 32) as u32,
            value,
        })
    }

    /// Goes behind the next event.
    ///
    /// # Errors
    /// A file cannot be read.
    #[inline]
    pub fn skip(&mut self, raw: &Raw) -> Result<(), RawError> {
        if let Some(event) = self.head() {
            self.at += if event.value.is_some() { 24 } else { 16 };
        }
        if self.head().is_none() {
            self.settle(raw)?;
        }
        Ok(())
    }

    /// The next event, which is behind the stream then.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn next(&mut self, raw: &Raw) -> Result<Option<RawEvent>, RawError> {
        self.settle(raw)?;
        let event = self.head();
        self.skip(raw)?;
        Ok(event)
    }
}

/// Eight bytes at a place; none behind the end.
#[inline]
fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at + 8)?.first_chunk()?;
    Some(u64::from_le_bytes(*eight))
}
