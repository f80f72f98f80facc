//! Calls of the library that may read and write an object or an array, and what they stand for.
//!
//! ```java
//! text.getChars(0, 3, letters, 0);    // one event of the log: a touch of `letters`
//! if (letters[0] == 'a') ..           // the touch stands for one of `letters[0]`
//! ```
//!
//! A call of an object that one thread alone uses stands for nothing. One that takes an array stands for those elements
//! that other threads access, and for the array as a whole if calls on several threads take it. The thread that alone has
//! an element may find another value there than it has written, so its values are left out.

use std::collections::BTreeMap;

use crate::kind::{ELEMENT, SHAPE};
use crate::raw::{Definitions, Raw, RawError, Stream};

/// The meaning of the touches of a run.
#[derive(Debug, Default)]
pub struct Touches {
    objects: BTreeMap<i32, Touched>,
}

/// An object or an array that calls of the library use.
#[derive(Debug, Default)]
pub struct Touched {
    /// The thread whose calls alone use it; none if calls of several do.
    alone: Option<u32>,
    /// The indices of the elements that others access, ascending.
    pub elements: Vec<u32>,
}

impl Touched {
    /// Returns whether calls on several threads use it.
    pub fn is_shared(&self) -> bool {
        self.alone.is_none()
    }
}

impl Touches {
    /// Reads which elements are accessed, if there are arrays that calls use. O(events), then, and memory for these
    /// elements.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn new(raw: &Raw, definitions: &Definitions) -> Result<Self, RawError> {
        let used = definitions.used.iter();
        let objects = used.map(|(&object, &alone)| {
            let elements = Vec::new();
            (object as i32, Touched { alone, elements })
        });
        let mut touches = Touches {
            objects: objects.collect(),
        };
        let mut used = definitions.used.keys();
        if used.any(|&object| definitions.is_array(object)) {
            for thread in 1..raw.threads() {
                touches.read(raw, thread)?;
            }
            for touched in touches.objects.values_mut() {
                touched.elements.sort_unstable();
                touched.elements.dedup();
            }
        }
        Ok(touches)
    }

    /// Adds the elements that a thread accesses. One thread alone is in conflict with nobody.
    fn read(&mut self, raw: &Raw, thread: usize) -> Result<(), RawError> {
        let mut stream = Stream::new(thread);
        while let Some(event) = stream.next(raw)? {
            if event.kind & SHAPE != ELEMENT {
                continue;
            }
            let Some(touched) = self.objects.get_mut(&event.object) else {
                continue;
            };
            if touched.alone != Some(thread as u32) {
                let elements = &mut touched.elements;
                elements.push(event.index);
                if elements.len() >= 64 && elements.len().is_power_of_two() {
                    elements.sort_unstable();
                    elements.dedup();
                }
            }
        }
        Ok(())
    }

    /// Returns whether the value of an element may have come there by a touch that stands for nothing.
    pub fn hides_value(&self, array: i32, index: u32) -> bool {
        self.of(array).is_some_and(|touched| {
            !touched.is_shared() && touched.elements.binary_search(&index).is_err()
        })
    }

    /// The meaning of a touch of an object or an array; none if it stands for nothing.
    pub fn of(&self, object: i32) -> Option<&Touched> {
        self.objects.get(&object)
    }
}
