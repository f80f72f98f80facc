//! The contents of the operand stack and the local variables, for [`super::Code::object_uses`].

use std::collections::BTreeSet;

use super::{ClassFileError, Instruction, NewObject, Result, opcode};

/// The known content of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// An object that is not initialized.
    New(NewObject),
    /// A builder of strings, by its `new`.
    Builder(u32),
}

/// Slots of stack and locals; `None` holds anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub stack: Vec<Option<Held>>,
    pub locals: Vec<Option<Held>>,
}

impl Held {
    pub fn builder(self) -> Option<u32> {
        match self {
            Held::Builder(new) => Some(new),
            Held::New(_) => None,
        }
    }

    pub fn new_object(self) -> Option<NewObject> {
        match self {
            Held::New(object) => Some(object),
            Held::Builder(_) => None,
        }
    }
}

impl State {
    /// Keeps what both agree on; whether that changed anything. Builders that are not kept are
    /// `lost`.
    pub fn join(&mut self, other: &State, lost: &mut BTreeSet<u32>) -> Result<bool> {
        if self.stack.len() != other.stack.len() {
            return Err(ClassFileError::Malformed(
                "operand stack: depths differ where paths join",
            ));
        }

        let mut changed = false;
        let slots = self.stack.iter_mut().chain(&mut self.locals);
        for (slot, other) in slots.zip(other.stack.iter().chain(&other.locals)) {
            if slot != other {
                lost.extend(
                    [*slot, *other]
                        .into_iter()
                        .flatten()
                        .filter_map(Held::builder),
                );
            }
            if slot.is_some() && slot != other {
                *slot = None;
                changed = true;
            }
        }

        Ok(changed)
    }

    /// Takes `count` slots off, which it gives from the lowest on.
    pub fn pop(&mut self, count: usize) -> Result<Vec<Option<Held>>> {
        let left = self
            .stack
            .len()
            .checked_sub(count)
            .ok_or(ClassFileError::Malformed("operand stack: underflow"))?;
        Ok(self.stack.split_off(left))
    }

    /// Returns whether an object is in two slots of the stack, or is new.
    pub fn is_doubled(&self, held: Held) -> bool {
        held.builder().is_none()
            || self
                .stack
                .iter()
                .filter(|slot| **slot == Some(held))
                .count()
                > 1
    }

    pub fn push(&mut self, count: usize) {
        self.stack.resize(self.stack.len() + count, None);
    }

    /// From here on the object is a builder, or one like any other.
    pub fn initialize(&mut self, object: NewObject, builder: Option<Held>) {
        self.stack
            .iter_mut()
            .chain(&mut self.locals)
            .filter(|slot| **slot == Some(Held::New(object)))
            .for_each(|slot| *slot = builder);
    }

    pub fn load(&mut self, instruction: &Instruction<'_>) {
        let local = instruction
            .local()
            .and_then(|local| self.locals.get(usize::from(local)));
        self.stack.push(local.copied().flatten());
    }

    /// `wide`: of its forms only `aload` can push an object, only `astore` store one.
    pub fn wide(&mut self, instruction: &Instruction<'_>) -> Result<Vec<Held>> {
        match instruction.bytes()[1] {
            opcode::ALOAD => {
                self.load(instruction);
                Ok(Vec::new())
            }
            number => self.plain(number, instruction),
        }
    }

    /// Everything whose effect the table of opcodes gives; gives the objects that it takes off the
    /// stack.
    pub fn plain(&mut self, number: u8, instruction: &Instruction<'_>) -> Result<Vec<Held>> {
        let effect =
            opcode::opcode(number).ok_or(ClassFileError::NotAnInstruction(instruction.pc))?;
        let taken = self.pop(usize::from(effect.pops))?;
        let stored = taken.first().copied().flatten();
        self.push(usize::from(effect.pushes));
        let is_store = (opcode::ISTORE..=opcode::ASTORE_3).contains(&number);

        if let Some(local) = instruction.local().filter(|_| is_store) {
            let first = usize::from(local);
            for slot in self
                .locals
                .iter_mut()
                .skip(first)
                .take(usize::from(effect.pops))
            {
                *slot = stored;
            }
        }

        Ok(taken.into_iter().flatten().collect())
    }

    /// `dup` and its kin: the slots that they take, in the order in which they give them back (JVMS
    /// 6.5). Gives what was taken.
    pub fn shuffle(&mut self, number: u8) -> Result<Vec<Option<Held>>> {
        let shuffle = opcode::shuffle(number);
        let (taken, given) = shuffle.ok_or(ClassFileError::Malformed("stack instruction"))?;
        let start = self
            .stack
            .len()
            .checked_sub(taken)
            .ok_or(ClassFileError::Malformed("operand stack: underflow"))?;

        let slots = self.stack.split_off(start);
        self.stack.extend(given.iter().map(|&slot| slots[slot]));
        Ok(slots)
    }
}
