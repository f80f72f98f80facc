//! Logs: recorded runs in blocks by column, compressed and checked.
//!
//! A log is the mark `RSDALOG3` and then blocks, each of at most 65,536 events:
//!
//! ```text
//! block  = header names columns
//! header = "BLK1"  events  names: size stored  columns: size stored  checksum     seven u32
//! ```
//!
//! All numbers of a header are little-endian. A *size* is that of the bytes as they are, *stored* is
//! what they take in the file, compressed with zstd. The checksum is the CRC-32 of the header before
//! it and of both stored parts. So a block is valid by itself: of a program that was killed the log
//! is readable up to its last whole block.
//!
//! *names* are the texts that the block is the first to use, for each of the tables of threads,
//! variables, locks, conditions, lines, values, property events and contexts their number and then each with its
//! length. The last tables are left out where they have no new text.
//! *columns* are those of threads, actions, targets, lines, values and contexts, each with its length in bytes. They hold numbers in the form of LEB128:
//!
//! | column | numbers |
//! |---|---|
//! | threads | runs of events of one thread: the thread, and how many events |
//! | actions | a byte for each event: its action, and 128 more if it has a value |
//! | targets | for each event and each of its targets the distance from the last target of this kind of the same thread |
//! | lines | for each event its distance from the last line of the same thread |
//! | values | for each event with a value its number |
//! | contexts | for each event whose context is not the last one of its thread: how many events come before it and from the event before it of this kind on, and the distance |
//!
//! Distances begin anew in each block, and are zigzag numbers: 0, -1, 1, -2, ..

mod block;
mod columns;
mod numbers;
mod read;
mod write;

pub use block::{Damage, MAGIC};
pub use read::{Backwards, Blocks, is_log, read};
pub use write::{Writer, write};

/// The most events of a block.
pub const EVENTS_OF_BLOCK: usize = 1 << 16;
