//! Events told apart by what is known of their variables.

use std::collections::BTreeMap;

use index_vec::IndexVec;

use crate::code::{JavaType, Value};
use crate::graph::Letter;
use crate::ids::{EventId, GeneratorId};

/// The known values of a generator's event, by name, with their types. The program passes constants
/// in event variables. [`Name::current_thread`] has a value where each instance that hears the event
/// has a thread of its own, and that thread raises it. The value is of the type.
///
/// [`Name::current_thread`]: crate::code::Name::current_thread
pub type Arguments = BTreeMap<String, (JavaType, Value)>;

/// The events of an unfolding: each event of the property, with the arguments of generators that
/// raise it.
#[derive(Debug, Clone, PartialEq)]
pub struct Alphabet {
    /// For each event of the unfolding the property's event and the position of its arguments.
    pub events: IndexVec<EventId, (EventId, usize)>,
    /// All that occur; the first are empty.
    pub arguments: Vec<Arguments>,
    /// The events of the unfolding that each generator raises.
    pub letters: IndexVec<GeneratorId, Letter>,
}

impl Alphabet {
    /// The alphabet of a program whose generators have these letters and arguments; without
    /// `arguments` nothing is known of any. O(generators * different arguments).
    pub fn new(
        letters: &IndexVec<GeneratorId, Letter>,
        arguments: &IndexVec<GeneratorId, Arguments>,
    ) -> Self {
        let mut alphabet = Alphabet {
            events: IndexVec::new(),
            arguments: vec![Arguments::new()],
            letters: IndexVec::with_capacity(letters.len()),
        };
        let mut numbers: BTreeMap<(EventId, usize), EventId> = BTreeMap::new();

        for (generator, letter) in letters.iter_enumerated() {
            let position = arguments
                .get(generator)
                .map_or(0, |arguments| alphabet.position(arguments));
            let events = letter.events().iter().map(|&event| {
                *numbers
                    .entry((event, position))
                    .or_insert_with(|| alphabet.events.push((event, position)))
            });
            let letter = Letter::new(events);
            alphabet.letters.push(letter);
        }

        alphabet
    }

    fn position(&mut self, arguments: &Arguments) -> usize {
        self.arguments
            .iter()
            .position(|known| known == arguments)
            .unwrap_or_else(|| {
                self.arguments.push(arguments.clone());
                self.arguments.len() - 1
            })
    }
}
