//! Texts with dense numbers.

use rustc_hash::FxHashMap;

/// Texts, numbered in the order of their first appearance.
#[derive(Debug, Clone, Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Names {
    /// The number of a text, a new one if the text is new. O(length).
    pub fn intern(&mut self, text: &str) -> usize {
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

    /// Whether there is none.
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
