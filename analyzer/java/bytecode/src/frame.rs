//! The operand stack during translation: which local holds each value.

use std::collections::BTreeMap;

use ir::LocalId;

use crate::category::Category;
use crate::error::{Fault, Result};

/// The facts about a value beside its category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nothing.
    Plain,
    /// The object that a constructor initializes.
    This,
    /// The address behind a jump to a subroutine.
    Return(u32),
}

/// A value on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The local that holds it; without meaning for an address.
    pub(crate) local: LocalId,
    pub(crate) category: Category,
    pub(crate) origin: Origin,
}

impl Entry {
    pub(crate) fn plain(local: LocalId, category: Category) -> Self {
        Entry {
            local,
            category,
            origin: Origin::Plain,
        }
    }

    /// A return address.
    pub(crate) fn address(pc: u32) -> Self {
        Entry {
            local: LocalId::new(0),
            category: Category::Address,
            origin: Origin::Return(pc),
        }
    }
}

/// The stack and what is known of slots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frame {
    /// From the bottom; a value of two slots is one entry.
    pub(crate) stack: Vec<Entry>,
    /// Slots that hold something else than a plain value.
    pub(crate) slots: BTreeMap<u16, Origin>,
}

/// Most values that a stack can hold (JVMS 4.7.3).
const MAX_DEPTH: usize = 65_535;

impl Frame {
    pub(crate) fn push(&mut self, entry: Entry) -> Result<()> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Fault::new("the operand stack overflows"));
        }
        self.stack.push(entry);
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Result<Entry> {
        self.stack
            .pop()
            .ok_or_else(|| Fault::new("the operand stack is empty"))
    }

    /// Takes a value of a category.
    pub(crate) fn pop_of(&mut self, category: Category) -> Result<Entry> {
        let entry = self.pop()?;
        if entry.category == category {
            Ok(entry)
        } else {
            Err(Fault::new(format!(
                "the operand stack has {:?} where {category:?} is needed",
                entry.category
            )))
        }
    }

    /// Takes values that fill so many slots, the lowest first.
    pub(crate) fn pop_slots(&mut self, slots: usize) -> Result<Vec<Entry>> {
        let mut taken = Vec::new();
        let mut left = slots;
        while left > 0 {
            let entry = self.pop()?;
            let size = 1 + usize::from(entry.category.is_wide());
            left = left
                .checked_sub(size)
                .ok_or_else(|| Fault::new("a value of two slots is split"))?;
            taken.push(entry);
        }
        taken.reverse();
        Ok(taken)
    }

    /// The categories and origins of the stack: these have to agree where paths join.
    pub(crate) fn shape(&self) -> Vec<Category> {
        self.stack.iter().map(|entry| entry.category).collect()
    }
}
