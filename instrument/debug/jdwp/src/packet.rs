//! Packets: commands with their replies.

use std::io::{self, Read, Write};

/// Bytes before the data: the length, the id, the flags, and the command or the error.
const HEADER: usize = 11;

/// The flag of a reply.
const REPLY: u8 = 0x80;

/// More data than a packet of a sound virtual machine has.
const LONGEST: usize = 1 << 30;

/// A packet from the virtual machine.
#[derive(Debug, PartialEq, Eq)]
pub enum Packet {
    /// The answer to a command.
    Reply {
        /// The number of the command.
        id: u32,
        /// The error, 0 for none.
        error: u16,
        /// The data.
        data: Vec<u8>,
    },
    /// A command, such as a set of events.
    Command {
        /// The command set and the command in it.
        command: (u8, u8),
        /// The data.
        data: Vec<u8>,
    },
}

impl Packet {
    /// Reads a packet. None at the end of the stream.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Packet>> {
        let mut header = [0; HEADER];
        match from.read_exact(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let [l0, l1, l2, l3, i0, i1, i2, i3, flags, first, second] = header;
        let length = u32::from_be_bytes([l0, l1, l2, l3]) as usize;
        if !(HEADER..=LONGEST).contains(&length) {
            let message = format!("a packet of {length} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        // A length that is wrong takes no more room than there are bytes.
        let mut data = Vec::new();
        let expected = (length - HEADER) as u64;
        from.take(expected).read_to_end(&mut data)?;
        if (data.len() as u64) < expected {
            return Ok(None);
        }
        Ok(Some(if flags & REPLY == 0 {
            Packet::Command {
                command: (first, second),
                data,
            }
        } else {
            Packet::Reply {
                id: u32::from_be_bytes([i0, i1, i2, i3]),
                error: u16::from_be_bytes([first, second]),
                data,
            }
        }))
    }
}

/// Writes a command in one piece.
pub fn write(to: &mut impl Write, id: u32, command: (u8, u8), data: &[u8]) -> io::Result<()> {
    let length = u32::try_from(HEADER + data.len()).map_err(io::Error::other)?;
    let mut packet = Vec::with_capacity(HEADER + data.len());
    packet.extend(length.to_be_bytes());
    packet.extend(id.to_be_bytes());
    packet.extend([0, command.0, command.1]);
    packet.extend(data);
    to.write_all(&packet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_and_commands_are_told_apart() {
        let mut bytes = Vec::new();
        write(&mut bytes, 7, (64, 100), &[1, 2]).unwrap();
        assert_eq!(bytes, [0, 0, 0, 13, 0, 0, 0, 7, 0, 64, 100, 1, 2]);
        let expected = Packet::Command {
            command: (64, 100),
            data: vec![1, 2],
        };
        assert_eq!(Packet::read(&mut &bytes[..]).unwrap(), Some(expected));

        let reply = [0, 0, 0, 12, 0, 0, 0, 7, REPLY, 0, 20, 9];
        let expected = Packet::Reply {
            id: 7,
            error: 20,
            data: vec![9],
        };
        assert_eq!(Packet::read(&mut &reply[..]).unwrap(), Some(expected));
    }

    #[test]
    fn cut_packet_is_the_end_and_a_wrong_length_an_error() {
        let packet = [0, 0, 0, 14, 0, 0, 0, 7, 0, 64, 100, 1, 2, 3];
        for length in 0..packet.len() {
            assert_eq!(Packet::read(&mut &packet[..length]).unwrap(), None);
        }
        for first in [[0, 0, 0, 10], [0xFF, 0xFF, 0xFF, 0xFF]] {
            let mut wrong = packet;
            wrong[..4].copy_from_slice(&first);
            assert!(Packet::read(&mut &wrong[..]).is_err());
        }
    }
}
