//! Blocks: two compressed parts behind a header with a checksum.

use std::fmt;
use std::io::{self, Read};

/// The first bytes of a log.
pub const MAGIC: [u8; 8] = *b"RSDALOG3";

/// The first bytes of a block.
const BLOCK: [u8; 4] = *b"BLK1";

/// The bytes of a header.
const HEADER: usize = 28;

/// The most bytes of a part, so that a damaged header asks for no more memory.
const LARGEST_PART: u32 = 64 << 20;

/// The place where a log cannot be read any further, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The byte of the file at which the damaged block begins.
    pub offset: u64,
    /// The number of events before it, which are readable.
    pub events: u64,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage {
            offset,
            events,
            reason,
        } = self;
        write!(
            f,
            "the log is readable up to byte {offset}, after {events} events: {reason}"
        )
    }
}

impl std::error::Error for Damage {}

/// A block as it is in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The number of events.
    pub events: u32,
    /// The sizes of the names, as they are and stored.
    pub names: [u32; 2],
    /// The sizes of the columns, as they are and stored.
    pub columns: [u32; 2],
    checksum: u32,
}

/// The two parts of a block, stored.
#[derive(Debug, Default)]
pub struct Stored {
    /// The new names.
    pub names: Vec<u8>,
    /// The columns.
    pub columns: Vec<u8>,
}

impl Header {
    /// Makes the header of two parts, and gives its bytes.
    pub fn bytes_of(events: u32, sizes: [u32; 2], stored: &Stored) -> Vec<u8> {
        let [names, columns] = [stored.names.len(), stored.columns.len()].map(|size| size as u32);
        let mut bytes = BLOCK.to_vec();
        for number in [events, sizes[0], names, sizes[1], columns] {
            bytes.extend(number.to_le_bytes());
        }
        let checksum = checksum(&bytes, stored);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the next header. None at the end of the log.
    ///
    /// # Errors
    /// Why these bytes are no header.
    pub fn read(input: &mut impl Read) -> Result<Option<(Header, [u8; HEADER])>, String> {
        let mut bytes = [0; HEADER];
        let read = read_up_to(input, &mut bytes).map_err(|error| error.to_string())?;
        if read == 0 {
            return Ok(None);
        }
        if read < HEADER {
            return Err("the log ends within a block".to_owned());
        }
        if bytes[..4] != BLOCK {
            return Err("no block begins here".to_owned());
        }
        let number = |index: usize| {
            let at = 4 + 4 * index;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let header = Header {
            events: number(0),
            names: [number(1), number(2)],
            columns: [number(3), number(4)],
            checksum: number(5),
        };
        let sizes = [header.names, header.columns].concat();
        if header.events as usize > super::EVENTS_OF_BLOCK
            || sizes.iter().any(|&size| size > LARGEST_PART)
        {
            return Err("the header of the block is damaged".to_owned());
        }
        Ok(Some((header, bytes)))
    }

    /// Reads the parts behind a header.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn read_parts(
        &self,
        bytes: &[u8; HEADER],
        input: &mut impl Read,
    ) -> Result<Stored, String> {
        let mut part = |size: u32| {
            let mut bytes = Vec::new();
            let read = input.take(u64::from(size)).read_to_end(&mut bytes);
            match read.map_err(|error| error.to_string())? {
                read if read == size as usize => Ok(bytes),
                _ => Err("the log ends within a block".to_owned()),
            }
        };
        let stored = Stored {
            names: part(self.names[1])?,
            columns: part(self.columns[1])?,
        };
        if checksum(&bytes[..HEADER - 4], &stored) != self.checksum {
            return Err("the checksum of the block is wrong".to_owned());
        }
        Ok(stored)
    }

    /// The bytes of the whole block in the file.
    pub fn length(&self) -> u64 {
        HEADER as u64 + u64::from(self.names[1]) + u64::from(self.columns[1])
    }
}

/// Takes a part as it was, of `sizes` as the header says them.
///
/// # Errors
/// Why that is not possible.
pub fn unpacked(stored: &[u8], [size, _]: [u32; 2]) -> Result<Vec<u8>, String> {
    let bytes = zstd::bulk::decompress(stored, size as usize).map_err(|error| error.to_string())?;
    if bytes.len() == size as usize {
        Ok(bytes)
    } else {
        Err("a part of the block is shorter than its header says".to_owned())
    }
}

fn checksum(header: &[u8], stored: &Stored) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(&stored.names);
    hasher.update(&stored.columns);
    hasher.finalize()
}

/// Fills a buffer as far as the input goes.
pub fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
