//! The new place of every old pc, and the new instructions.

use super::Insertions;
use crate::classfile::bytes::put_u32;
use crate::classfile::instruction::{Instruction, jump_width, padding};
use crate::classfile::{ClassFileError, Code, Result, opcode};

/// The new positions of one old pc (see the module documentation).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    end: u16,
    label: u16,
    insn: u16,
}

/// The new positions of all old pcs.
#[derive(Debug)]
pub(super) struct Layout {
    /// By old pc, one more than there are bytes; `None` inside instructions.
    places: Vec<Option<Place>>,
}

impl Layout {
    /// Lays the body out: one forward pass, in which the padding of each switch settles.
    pub(super) fn new(code: &Code<'_>, insertions: &Insertions) -> Result<Self> {
        let mut places = vec![None; code.bytes.len() + 1];
        let mut at = 0;
        let mut skipped = insertions.entry.bytes.len();

        for instruction in code.instructions() {
            let instruction = instruction?;
            let pc = instruction.pc;
            let label = at + skipped;
            let insn = label + length_at(insertions.before.get(&pc));
            places[pc as usize] = Some(place(at, label, insn)?);
            at = insn + relocated_length(&instruction, insn);
            skipped = length_at(insertions.after.get(&pc));
        }

        let end = at + skipped;
        places[code.bytes.len()] = Some(place(at, end, end)?);
        let layout = Layout { places };
        insertions
            .after
            .keys()
            .chain(insertions.before.keys())
            .try_for_each(|&pc| layout.insn(pc).map(drop))?;

        if insertions.before.contains_key(&(code.bytes.len() as u32)) {
            Err(ClassFileError::NotAnInstruction(code.bytes.len() as u32))
        } else {
            Ok(layout)
        }
    }

    fn place(&self, pc: u32) -> Result<Place> {
        self.places
            .get(pc as usize)
            .copied()
            .flatten()
            .ok_or(ClassFileError::NotAnInstruction(pc))
    }

    /// Returns the target of a jump to old `pc`.
    pub(super) fn label(&self, pc: u32) -> Result<u16> {
        self.place(pc).map(|place| place.label)
    }

    /// Returns the end of a range that ends before old `pc`.
    pub(super) fn end(&self, pc: u32) -> Result<u16> {
        self.place(pc).map(|place| place.end)
    }

    /// Returns the place of the instruction of old `pc`.
    pub(super) fn insn(&self, pc: u32) -> Result<u16> {
        self.place(pc).map(|place| place.insn)
    }

    /// Length of the new instructions, a handler appended to them not counted.
    pub(super) fn length(&self) -> u16 {
        self.places
            .last()
            .copied()
            .flatten()
            .map_or(0, |place| place.insn)
    }

    /// [`Layout::label`] for debugging tables, which may name a pc inside an instruction.
    pub(super) fn near_label(&self, pc: u32) -> u16 {
        self.near(pc, |place| place.label)
    }

    /// [`Layout::end`] for debugging tables.
    pub(super) fn near_end(&self, pc: u32) -> u16 {
        self.near(pc, |place| place.end)
    }

    /// [`Layout::insn`] for type annotations, which may name a pc inside an instruction.
    pub(super) fn near_insn(&self, pc: u32) -> u16 {
        self.near(pc, |place| place.insn)
    }

    /// Inside an instruction: as far behind its new beginning as it was behind the old one.
    fn near(&self, pc: u32, position: impl Fn(&Place) -> u16) -> u16 {
        let upto = self.places.get(..=pc as usize).unwrap_or(&self.places);
        let found = upto
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, place)| place.as_ref().map(|p| (at, p)));
        let (at, place) = found.unwrap_or((
            0,
            &Place {
                end: 0,
                label: 0,
                insn: 0,
            },
        ));

        match pc as usize - at {
            0 => position(place),
            behind => place
                .insn
                .saturating_add(behind.min(usize::from(u16::MAX)) as u16),
        }
    }

    /// The new instructions, jumps and switches adjusted.
    pub(super) fn emit(&self, code: &Code<'_>, insertions: &Insertions) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(usize::from(self.length()));
        out.extend_from_slice(&insertions.entry.bytes);
        for instruction in code.instructions() {
            let instruction = instruction?;
            out.extend(
                insertions
                    .before
                    .get(&instruction.pc)
                    .iter()
                    .flat_map(|s| &s.bytes),
            );
            self.put_instruction(&mut out, &instruction)?;
            out.extend(
                insertions
                    .after
                    .get(&instruction.pc)
                    .iter()
                    .flat_map(|s| &s.bytes),
            );
        }

        Ok(out)
    }

    fn put_instruction(&self, out: &mut Vec<u8>, instruction: &Instruction<'_>) -> Result<()> {
        if let Some(target) = instruction.jump_target() {
            let bad = ClassFileError::BadInstruction {
                pc: instruction.pc,
                opcode: instruction.opcode(),
            };
            let offset = self.offset(out.len(), u32::try_from(target).map_err(|_| bad)?)?;
            return put_jump(out, instruction, offset);
        }
        match instruction.opcode() {
            opcode::TABLESWITCH | opcode::LOOKUPSWITCH => self.put_switch(out, instruction),
            _ => {
                out.extend_from_slice(instruction.bytes());
                Ok(())
            }
        }
    }

    /// From an instruction at new position `from` to the label of the old pc `target`.
    fn offset(&self, from: usize, target: u32) -> Result<i32> {
        Ok(i32::from(self.label(target)?) - from as i32)
    }

    fn put_switch(&self, out: &mut Vec<u8>, instruction: &Instruction<'_>) -> Result<()> {
        let Some(switch) = instruction.switch()? else {
            return Ok(());
        };
        let from = out.len();
        out.push(instruction.opcode());
        // The padding is kept as it was as far as it goes: a body without insertions stays as it
        // was.
        let (old, new) = (padding(instruction.pc), padding(from as u32));
        out.extend(
            instruction.bytes()[1..=old]
                .iter()
                .copied()
                .chain([0; 3])
                .take(new),
        );
        put_u32(out, self.offset(from, switch.default)? as u32);

        let head = &instruction.bytes()[1 + old + 4..];
        let table = instruction.opcode() == opcode::TABLESWITCH;
        out.extend_from_slice(&head[..if table { 8 } else { 4 }]);

        for (key, target) in switch.cases {
            if !table {
                put_u32(out, key as u32);
            }
            put_u32(out, self.offset(from, target)? as u32);
        }

        Ok(())
    }
}

fn place(end: usize, label: usize, insn: usize) -> Result<Place> {
    let fit =
        |position: usize| u16::try_from(position).map_err(|_| ClassFileError::CodeTooLarge(insn));
    Ok(Place {
        end: fit(end)?,
        label: fit(label)?,
        insn: fit(insn)?,
    })
}

fn length_at(snippet: Option<&super::Snippet>) -> usize {
    snippet.map_or(0, |s| s.bytes.len())
}

/// Length of the instruction when it stands at `at`.
fn relocated_length(instruction: &Instruction<'_>, at: usize) -> usize {
    let length = instruction.bytes().len();
    match instruction.opcode() {
        opcode::TABLESWITCH | opcode::LOOKUPSWITCH => {
            length - padding(instruction.pc) + padding(at as u32)
        }
        _ => length,
    }
}

fn put_jump(out: &mut Vec<u8>, instruction: &Instruction<'_>, offset: i32) -> Result<()> {
    out.push(instruction.opcode());
    if jump_width(instruction.opcode()) == Some(4) {
        put_u32(out, offset as u32);
        return Ok(());
    }
    let short = i16::try_from(offset).map_err(|_| ClassFileError::JumpTooFar(instruction.pc))?;
    out.extend_from_slice(&short.to_be_bytes());
    Ok(())
}
