//! Numbers of few bytes: LEB128, with zigzag for distances.

/// Appends a number, seven bits in each byte, the lowest first.
pub fn put(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends the distance from one number to another.
pub fn put_distance(out: &mut Vec<u8>, from: u32, to: u32) {
    let distance = to.wrapping_sub(from) as i32;
    put(out, ((distance << 1) ^ (distance >> 31)) as u32);
}

/// A column that is read.
#[derive(Debug, Clone, Copy)]
pub struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Numbers<'a> {
    /// Begins a column.
    pub fn new(bytes: &'a [u8]) -> Self {
        Numbers { bytes, at: 0 }
    }

    /// The next number. None where the column ends, or the number has more than 32 bits.
    #[inline]
    pub fn next(&mut self) -> Option<u32> {
        let first = *self.bytes.get(self.at)?;
        self.at += 1;
        if first < 0x80 {
            return Some(u32::from(first));
        }
        self.rest(first)
    }

    fn rest(&mut self, first: u8) -> Option<u32> {
        let mut number = u64::from(first & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).ok();
            }
        }
        None
    }

    /// The number at the next distance from another one.
    #[inline]
    pub fn next_from(&mut self, from: u32) -> Option<u32> {
        let zigzag = self.next()?;
        let distance = (zigzag >> 1) ^ 0_u32.wrapping_sub(zigzag & 1);
        Some(from.wrapping_add(distance))
    }

    /// So many of the next bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Checks that nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_distances_come_back() {
        let numbers = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, u32::MAX - 1, u32::MAX];
        let (mut plain, mut distances, mut before) = (Vec::new(), Vec::new(), 5);
        for number in numbers {
            put(&mut plain, number);
            put_distance(&mut distances, before, number);
            before = number;
        }
        let (mut plain, mut distances) = (Numbers::new(&plain), Numbers::new(&distances));
        before = 5;
        for number in numbers {
            assert_eq!(plain.next(), Some(number));
            assert_eq!(distances.next_from(before), Some(number));
            before = number;
        }
        assert!(plain.is_at_end() && distances.is_at_end());
        assert_eq!(plain.next(), None);
    }

    #[test]
    fn numbers_of_more_than_32_bits_are_none() {
        assert_eq!(Numbers::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).next(), None);
        assert_eq!(Numbers::new(&[0x80; 9]).next(), None);
    }
}
