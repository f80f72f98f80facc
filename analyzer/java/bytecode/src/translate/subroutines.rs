//! Subroutines of old class files (JVMS 3.13, 6.5.jsr, 6.5.ret): they are copied to where they are
//! called.

use ir::Terminator;
use jvm::classfile::Instruction;
use rustc_hash::FxHashMap;

use super::Translation;
use crate::error::{Fault, Result};
use crate::frame::{Entry, Origin};

/// Ways in which subroutines are entered: more are refused.
const MAX_WAYS: usize = 2_000;

/// The ways in which subroutines were entered: the addresses to return to, the innermost one last.
#[derive(Debug)]
pub(super) struct Subroutines {
    ways: Vec<Vec<u32>>,
    known: FxHashMap<Vec<u32>, usize>,
}

impl Default for Subroutines {
    fn default() -> Self {
        Subroutines {
            ways: vec![Vec::new()],
            known: FxHashMap::from_iter([(Vec::new(), 0)]),
        }
    }
}

impl Subroutines {
    fn number(&mut self, way: Vec<u32>) -> Result<usize> {
        if let Some(&known) = self.known.get(&way) {
            return Ok(known);
        }
        if self.ways.len() >= MAX_WAYS {
            return Err(Fault::new("the code has too many copies of subroutines"));
        }
        self.ways.push(way.clone());
        self.known.insert(way, self.ways.len() - 1);
        Ok(self.ways.len() - 1)
    }

    /// The way with a subroutine more. No subroutine runs inside itself, so one that is entered
    /// again was left by an exception.
    fn entered(&mut self, way: usize, back: u32) -> Result<usize> {
        let around = self.ways[way].iter().copied();
        let inner = around
            .take_while(|&other| other != back)
            .chain([back])
            .collect();
        self.number(inner)
    }

    /// The way around the subroutine that returns to an address.
    fn left(&mut self, way: usize, back: u32) -> Result<usize> {
        let position = self.ways[way].iter().rposition(|&other| other == back);
        let position = position.ok_or_else(|| Fault::new("`ret` leaves no subroutine"))?;
        self.number(self.ways[way][..position].to_vec())
    }
}

impl Translation<'_> {
    pub(super) fn enter_subroutine(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let target = instruction
            .jump_target()
            .and_then(|pc| u32::try_from(pc).ok());
        let target = target.ok_or_else(|| Fault::new("a jump leaves the code"))?;
        self.spill(&mut None);
        self.frame.push(Entry::address(instruction.end()))?;
        let way = self.subroutines.entered(self.node.1, instruction.end())?;
        let block = self.enter((target, way))?;
        self.end(Terminator::Goto(block))
    }

    pub(super) fn return_from_subroutine(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let slot = instruction.local().unwrap_or_default();
        let Some(&Origin::Return(back)) = self.frame.slots.get(&slot) else {
            return Err(Fault::new(format!(
                "local variable {slot} holds no return address"
            )));
        };
        let way = self.subroutines.left(self.node.1, back)?;
        self.spill(&mut None);
        let block = self.enter((back, way))?;
        self.end(Terminator::Goto(block))
    }
}
