//! From events to a log.

use std::io::{self, Write};

use super::EVENTS_OF_BLOCK;
use super::block::{Header, MAGIC, Stored};
use super::columns::{TABLES, packed, packed_names};
use crate::trace::{Event, Tables, Trace};

/// The level of compression: higher ones make a log of a real run hardly smaller.
const LEVEL: i32 = 3;

/// Writes a log, block by block. Memory: one block, and how many names are written.
pub struct Writer<W> {
    output: W,
    events: Vec<Event>,
    written: [usize; TABLES],
}

impl<W: Write> Writer<W> {
    /// Begins a log.
    ///
    /// # Errors
    /// If the output refuses the bytes.
    pub fn new(mut output: W) -> io::Result<Self> {
        output.write_all(&MAGIC)?;
        Ok(Writer {
            output,
            events: Vec::with_capacity(EVENTS_OF_BLOCK),
            written: [0; TABLES],
        })
    }

    /// Appends an event. Its ids are those of `tables`, which only grow.
    ///
    /// # Errors
    /// If the output refuses the bytes.
    pub fn push(&mut self, event: Event, tables: &Tables) -> io::Result<()> {
        self.events.push(event);
        if self.events.len() < EVENTS_OF_BLOCK {
            return Ok(());
        }
        self.flush(tables)
    }

    /// Writes the events so far as a block, so that they survive the end of the process.
    ///
    /// # Errors
    /// If the output refuses the bytes.
    pub fn flush(&mut self, tables: &Tables) -> io::Result<()> {
        if self.events.is_empty() {
            return Ok(());
        }
        let names = packed_names(tables, &mut self.written);
        let columns = packed(&self.events);
        let stored = Stored {
            names: zstd::bulk::compress(&names, LEVEL)?,
            columns: zstd::bulk::compress(&columns, LEVEL)?,
        };
        let sizes = [names.len() as u32, columns.len() as u32];
        let header = Header::bytes_of(self.events.len() as u32, sizes, &stored);
        self.output.write_all(&header)?;
        self.output.write_all(&stored.names)?;
        self.output.write_all(&stored.columns)?;
        self.output.flush()?;
        self.events.clear();
        Ok(())
    }

    /// Ends the log, and gives the output back.
    ///
    /// # Errors
    /// If the output refuses the bytes.
    pub fn finish(mut self, tables: &Tables) -> io::Result<W> {
        self.flush(tables)?;
        Ok(self.output)
    }
}

/// Writes a trace as a log. O(length).
///
/// # Errors
/// If the output refuses the bytes.
///
/// ```
/// use predict::{log, trace};
///
/// let (trace, _) = trace::read("t.std", "T0|w(x)|3|7\nT1|r(x)|7\n".as_bytes()).expect("a trace");
/// let mut bytes = Vec::new();
/// log::write(&trace, &mut bytes)?;
/// let (read, damage) = log::read(&bytes[..]);
/// assert_eq!((read, damage), (trace, None));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(trace: &Trace, output: &mut impl Write) -> io::Result<()> {
    let mut writer = Writer::new(output)?;
    for &event in &trace.events {
        writer.push(event, &trace.tables)?;
    }
    writer.finish(&trace.tables)?;
    Ok(())
}
