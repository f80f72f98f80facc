//! A memory of results.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// A table of results, for any number of threads. Two that ask at once may both find a result out;
/// they find the same.
#[derive(Debug)]
pub struct Memo<K, V>(Mutex<FxHashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Memo<K, V> {
    /// The result for a key, found out if it is not known; the table is free meanwhile. Expected
    /// O(1) if it is known.
    pub fn get(&self, key: &K, find: impl FnOnce() -> V) -> V {
        let table = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = table().get(key).cloned();
        known.unwrap_or_else(|| {
            let found = find();
            table().insert(key.clone(), found.clone());
            found
        })
    }
}
