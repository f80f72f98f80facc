//! Texts with dense numbers.

use rustc_hash::FxHashMap;

/// Texts, numbered in the order of their first appearance.
#[derive(Debug, Clone, Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    /// The numbers of texts that are small decimal numbers themselves, as lines most often are,
    /// each plus one.
    of_decimals: Vec<u32>,
}

/// Decimal numbers below this one have a table of their own.
const DECIMALS: usize = 1 << 16;

/// The number that a text writes in decimal, if the text is the usual one for it.
fn decimal(text: &str) -> Option<usize> {
    let digits = text.as_bytes();
    if digits.is_empty() || digits.len() > 5 || digits[0] == b'0' {
        return None;
    }
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    let number = digits
        .iter()
        .try_fold(0, |number, byte| Some(10 * number + digit(byte)?));
    number.filter(|&number| number < DECIMALS)
}

impl Names {
    /// The number of a text, a new one if the text is new. O(length).
    pub fn intern(&mut self, text: &str) -> usize {
        match decimal(text) {
            Some(decimal) => self.intern_decimal(decimal, text),
            None => self.intern_text(text),
        }
    }

    fn intern_decimal(&mut self, decimal: usize, text: &str) -> usize {
        if self.of_decimals.len() <= decimal {
            self.of_decimals.resize(decimal + 1, 0);
        }
        if let Some(number) = self.of_decimals[decimal].checked_sub(1) {
            return number as usize;
        }
        let number = self.intern_text(text);
        self.of_decimals[decimal] = number as u32 + 1;
        number
    }

    fn intern_text(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number as usize;
        }
        let number = self.texts.len();
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number as u32);
        number
    }

    /// The number of a text that is known.
    pub fn number(&self, text: &str) -> Option<usize> {
        self.numbers.get(text).map(|&number| number as usize)
    }

    /// The text of a number.
    ///
    /// # Panics
    /// If there is no such number.
    pub fn name(&self, number: usize) -> &str {
        &self.texts[number]
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Checks whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.texts == other.texts
    }
}

impl Eq for Names {}
