//! Loads, stores and the shuffling of the operand stack (JVMS 2.11.2, 2.11.7).

use ir::{ArithmeticKind, LocalId, StatementKind};
use jvm::classfile::{Instruction, opcode};

use super::{Position, Translation};
use crate::category::Category;
use crate::emitter::INT;
use crate::error::{Fault, Result};
use crate::frame::{Entry, Origin};

impl Translation<'_> {
    /// A load or store of a slot; `number` is the opcode without `wide`.
    pub(super) fn local(&mut self, number: u8, instruction: &Instruction<'_>) -> Result<()> {
        let slot = slot(instruction)?;
        match number {
            opcode::ILOAD..=opcode::ALOAD => self.load(number - opcode::ILOAD, slot),
            opcode::ILOAD_0..=opcode::ALOAD_3 => self.load((number - opcode::ILOAD_0) / 4, slot),
            opcode::ISTORE..=opcode::ASTORE => self.store(number - opcode::ISTORE, slot),
            opcode::ISTORE_0..=opcode::ASTORE_3 => {
                self.store((number - opcode::ISTORE_0) / 4, slot)
            }
            _ => Err(Fault::new("the instruction cannot be widened")),
        }
    }

    fn check_slot(&self, slot: u16, category: Category) -> Result<()> {
        let last = u32::from(slot) + u32::from(category.is_wide());
        if last >= u32::from(self.code.max_locals) {
            return Err(Fault::new(format!("there is no local variable {last}")));
        }
        Ok(())
    }

    fn load(&mut self, position: u8, slot: u16) -> Result<()> {
        let category = Category::from_position(position);
        self.check_slot(slot, category)?;
        let origin = self
            .frame
            .slots
            .get(&slot)
            .copied()
            .unwrap_or(Origin::Plain);
        if let Origin::Return(_) = origin {
            return Err(Fault::new("a return address cannot be loaded"));
        }
        let local = self.variable(Position::Slot(slot), category);
        self.frame.push(Entry {
            local,
            category,
            origin,
        })
    }

    fn store(&mut self, position: u8, slot: u16) -> Result<()> {
        let category = Category::from_position(position);
        self.check_slot(slot, category)?;
        let entry = self.frame.pop()?;
        self.frame.slots.remove(&slot);
        if entry.category == Category::Address && category == Category::Reference {
            self.frame.slots.insert(slot, entry.origin);
            return Ok(());
        }
        if entry.category != category {
            return Err(Fault::new(format!(
                "{:?} is stored as {category:?}",
                entry.category
            )));
        }

        if entry.origin != Origin::Plain {
            self.frame.slots.insert(slot, entry.origin);
        }
        let variable = self.variable(Position::Slot(slot), category);
        self.keep(variable, &mut None);
        self.assign(variable, entry.local);
        Ok(())
    }

    /// `iinc`.
    pub(super) fn increment(&mut self, instruction: &Instruction<'_>, amount: i64) -> Result<()> {
        let slot = slot(instruction)?;
        self.check_slot(slot, Category::Int)?;
        let variable = self.variable(Position::Slot(slot), Category::Int);
        self.keep(variable, &mut None);
        let amount = self.emit.integer(amount);
        self.emit.raw.locals[amount].fixed = Some(INT);
        self.emit.push(StatementKind::Compute {
            target: variable,
            kind: ArithmeticKind::Add,
            operands: vec![variable, amount],
        });
        Ok(())
    }

    /// Gives the entries that name a variable its value in a temporary, as the variable is about to
    /// be assigned; `operand` is another local that is read later.
    fn keep(&mut self, variable: LocalId, operand: &mut Option<LocalId>) {
        let is_used = self.frame.stack.iter().any(|entry| is_in(entry, variable))
            || *operand == Some(variable);
        if !is_used {
            return;
        }

        let raw = &mut self.emit.raw;
        let target = raw.temporary(raw.locals[variable].category, None);
        self.emit.push(StatementKind::Assign {
            target,
            source: variable,
        });
        for entry in &mut self.frame.stack {
            if is_in(entry, variable) {
                entry.local = target;
            }
        }
        if *operand == Some(variable) {
            *operand = Some(target);
        }
    }

    /// `variable = value`. Where the last statement made the value and nothing else names it, that
    /// statement assigns the variable.
    pub(super) fn assign(&mut self, variable: LocalId, value: LocalId) {
        if value == variable {
            return;
        }
        let is_named = self.frame.stack.iter().any(|entry| is_in(entry, value));
        if is_named || !self.retarget(variable, value) {
            self.emit.push(StatementKind::Assign {
                target: variable,
                source: value,
            });
        }
    }

    fn retarget(&mut self, variable: LocalId, value: LocalId) -> bool {
        let raw = &mut self.emit.raw;
        if raw.locals[value].is_variable {
            return false;
        }
        let Some(mut last) = raw.blocks[self.emit.block].statements.pop() else {
            return false;
        };
        // A narrowed copy has a type of its own.
        let is_free = match &last.kind {
            StatementKind::Allocate { .. } => false,
            StatementKind::Assign { .. } => raw.locals[value].fixed.is_none(),
            _ => true,
        };
        let fits = is_free && raw.target(&last.kind) == Some(value);
        if fits {
            raw.set_target(&mut last.kind, variable);
            let place = (
                self.emit.block,
                raw.blocks[self.emit.block].statements.len(),
            );
            if let Some(ty) = raw.locals[value].fixed.clone() {
                raw.results.insert(place, ty);
            }
        }
        raw.blocks[self.emit.block].statements.push(last);

        fits
    }

    /// Moves the stack into the locals of its positions; `operand` is read behind that.
    pub(super) fn spill(&mut self, operand: &mut Option<LocalId>) {
        let entries = self.frame.stack.clone();
        let positions: Vec<Option<LocalId>> = entries
            .iter()
            .enumerate()
            .map(|(position, entry)| {
                (entry.category != Category::Address)
                    .then(|| self.variable(Position::Stack(position), entry.category))
            })
            .collect();

        for (position, variable) in positions.iter().enumerate() {
            if let Some(variable) = *variable
                && self.frame.stack[position].local != variable
            {
                self.keep(variable, operand);
            }
        }

        for (position, variable) in positions.into_iter().enumerate() {
            let value = self.frame.stack[position].local;
            let Some(variable) = variable.filter(|&variable| variable != value) else {
                continue;
            };
            self.frame.stack[position].local = variable;
            if *operand == Some(value) {
                self.emit.push(StatementKind::Assign {
                    target: variable,
                    source: value,
                });
            } else {
                self.assign(variable, value);
            }
        }
    }

    /// `pop`, `dup` and their kin: values move, of one slot or two.
    pub(super) fn shuffle(&mut self, number: u8) -> Result<()> {
        match number {
            opcode::POP => self.frame.pop_slots(1).map(drop),
            opcode::POP2 => self.frame.pop_slots(2).map(drop),
            opcode::DUP => self.duplicate(1, 0),
            opcode::DUP_X1 => self.duplicate(1, 1),
            opcode::DUP_X2 => self.duplicate(1, 2),
            opcode::DUP2 => self.duplicate(2, 0),
            opcode::DUP2_X1 => self.duplicate(2, 1),
            opcode::DUP2_X2 => self.duplicate(2, 2),
            _ => {
                let (upper, lower) = (self.frame.pop_slots(1)?, self.frame.pop_slots(1)?);
                upper
                    .into_iter()
                    .chain(lower)
                    .try_for_each(|entry| self.frame.push(entry))
            }
        }
    }

    /// Puts a copy of the upper slots below those under them.
    fn duplicate(&mut self, copied: usize, under: usize) -> Result<()> {
        let upper = self.frame.pop_slots(copied)?;
        let lower = self.frame.pop_slots(under)?;
        let all = upper.iter().chain(&lower).chain(&upper).copied();
        all.into_iter().try_for_each(|entry| self.frame.push(entry))
    }
}

fn is_in(entry: &Entry, local: LocalId) -> bool {
    entry.local == local && entry.category != Category::Address
}

fn slot(instruction: &Instruction<'_>) -> Result<u16> {
    instruction
        .local()
        .ok_or_else(|| Fault::new("the instruction names no local variable"))
}
