//! Branches, switches, returns and throws (JVMS 2.11.7, 2.11.8, 2.11.9).

use ir::{ArithmeticKind, BlockId, Constant, LocalId, StatementKind, Terminator};
use jvm::classfile::{Instruction, opcode};

use super::{Compared, Translation};
use crate::category::Category;
use crate::emitter::BOOLEAN;
use crate::error::{Fault, Result};

impl Translation<'_> {
    /// An instruction that ends a block.
    pub(super) fn jump(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match instruction.opcode() {
            opcode::IFEQ..=opcode::IFLE => self.branch_on_number(instruction),
            opcode::IF_ICMPEQ..=opcode::IF_ACMPNE => self.branch_on_two(instruction),
            opcode::IFNULL | opcode::IFNONNULL => self.branch_on_null(instruction),
            opcode::GOTO | opcode::GOTO_W => {
                self.spill(&mut None);
                let target = self.target(instruction)?;
                self.end(Terminator::Goto(target))
            }
            opcode::JSR | opcode::JSR_W => self.enter_subroutine(instruction),
            opcode::RET => self.return_from_subroutine(instruction),
            opcode::TABLESWITCH | opcode::LOOKUPSWITCH => self.switch(instruction),
            opcode::ATHROW => {
                let exception = self.frame.pop_of(Category::Reference)?.local;
                self.end(Terminator::Throw(exception))
            }
            _ => self.leave(instruction.opcode()),
        }
    }

    fn target(&mut self, instruction: &Instruction<'_>) -> Result<BlockId> {
        let target = instruction
            .jump_target()
            .and_then(|pc| u32::try_from(pc).ok());
        let pc = target.ok_or_else(|| Fault::new("a jump leaves the code"))?;
        self.enter((pc, self.node.1))
    }

    /// Ends the block with a branch. The condition holds where the jump is not taken, as compilers
    /// jump around what a condition guards.
    fn branch(&mut self, instruction: &Instruction<'_>, condition: LocalId) -> Result<()> {
        let mut condition = Some(condition);
        self.spill(&mut condition);
        let otherwise = self.target(instruction)?;
        let then = self.enter((instruction.end(), self.node.1))?;
        match condition {
            Some(condition) => self.end(Terminator::Branch {
                condition,
                then,
                otherwise,
            }),
            None => self.end(Terminator::Goto(then)),
        }
    }

    /// `ifeq` and its kin.
    fn branch_on_number(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let taken = comparison(instruction.opcode() - opcode::IFEQ);
        let value = self.frame.pop_of(Category::Int)?.local;
        if let Some(compared) = self.compared.take()
            && compared.result == value
            && compared.next == self.pc
        {
            return self.branch_on_compared(instruction, taken, &compared);
        }

        // Refinement knows whether the value is a truth value or a number.
        let block = self.emit.block;
        self.branch(instruction, value)?;
        self.emit.raw.blocks[block].zero = Some(inverse(taken));
        Ok(())
    }

    /// A comparison of `long` or floating-point numbers, with the branch on its result. Where an
    /// operand is no number, `fcmpl` gives -1 and `fcmpg` 1.
    fn branch_on_compared(
        &mut self,
        instruction: &Instruction<'_>,
        taken: ArithmeticKind,
        compared: &Compared,
    ) -> Result<()> {
        use ArithmeticKind as A;
        let below = [A::Less, A::LessEqual];
        let above = [A::Greater, A::GreaterEqual];
        let exact = |kind: A| match compared.number {
            opcode::FCMPL | opcode::DCMPL => !below.contains(&kind),
            opcode::FCMPG | opcode::DCMPG => !above.contains(&kind),
            _ => true,
        };

        let stays = inverse(taken);
        if exact(stays) {
            let condition = self
                .emit
                .compute(stays, compared.operands.to_vec(), BOOLEAN);
            return self.branch(instruction, condition);
        }
        let holds = self
            .emit
            .compute(taken, compared.operands.to_vec(), BOOLEAN);
        let condition = self.emit.compute(A::Not, vec![holds], BOOLEAN);
        self.branch(instruction, condition)
    }

    /// `if_icmpeq`, `if_acmpeq` and their kin.
    fn branch_on_two(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (position, category) = match instruction.opcode() {
            number @ opcode::IF_ICMPEQ..=opcode::IF_ICMPLE => {
                (number - opcode::IF_ICMPEQ, Category::Int)
            }
            number => (number - opcode::IF_ACMPEQ, Category::Reference),
        };
        let right = self.frame.pop_of(category)?.local;
        let left = self.frame.pop_of(category)?.local;
        let stays = inverse(comparison(position));
        let condition = self.emit.compute(stays, vec![left, right], BOOLEAN);
        self.branch(instruction, condition)
    }

    fn branch_on_null(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let value = self.frame.pop_of(Category::Reference)?.local;
        let null = self
            .emit
            .constant(Constant::Null, Category::Reference, None);
        let stays = if instruction.opcode() == opcode::IFNULL {
            ArithmeticKind::NotEqual
        } else {
            ArithmeticKind::Equal
        };
        let condition = self.emit.compute(stays, vec![value, null], BOOLEAN);
        self.branch(instruction, condition)
    }

    fn switch(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let mut value = Some(self.frame.pop_of(Category::Int)?.local);
        self.spill(&mut value);
        let mut targets = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for pc in instruction.targets()? {
            let target = self.enter((pc, self.node.1))?;
            if known.insert(target) {
                targets.push(target);
            }
        }

        match (value, &*targets) {
            (Some(value), [_, _, ..]) => self.end(Terminator::Switch { value, targets }),
            (_, &[target, ..]) => self.end(Terminator::Goto(target)),
            _ => Err(Fault::new("a switch has no target")),
        }
    }

    /// `ireturn` and its kin.
    fn leave(&mut self, number: u8) -> Result<()> {
        let wanted = self.result.clone();
        if number == opcode::RETURN {
            return match wanted {
                None => self.end(Terminator::Return(None)),
                Some(_) => Err(Fault::new("the method returns without a value")),
            };
        }

        let value = self
            .frame
            .pop_of(Category::from_position(number - opcode::IRETURN))?;
        match wanted {
            Some(wanted) if Category::of(&wanted) == value.category => {
                let value = self.emit.as_wanted(value.local, &wanted);
                self.end(Terminator::Return(Some(value)))
            }
            _ => Err(Fault::new("the method returns a value of another type")),
        }
    }

    /// `monitorenter` or `monitorexit`.
    pub(super) fn monitor(&mut self, enter: bool) -> Result<()> {
        let object = self.frame.pop_of(Category::Reference)?.local;
        self.emit.push(StatementKind::Monitor { object, enter });
        Ok(())
    }
}

/// The comparison of one of six opcodes.
fn comparison(position: u8) -> ArithmeticKind {
    use ArithmeticKind as A;
    let all = [
        A::Equal,
        A::NotEqual,
        A::Less,
        A::GreaterEqual,
        A::Greater,
        A::LessEqual,
    ];
    all[usize::from(position) % all.len()]
}

/// The comparison that holds where the other one does not.
pub(crate) fn inverse(kind: ArithmeticKind) -> ArithmeticKind {
    use ArithmeticKind as A;
    match kind {
        A::Equal => A::NotEqual,
        A::NotEqual => A::Equal,
        A::Less => A::GreaterEqual,
        A::GreaterEqual => A::Less,
        A::Greater => A::LessEqual,
        _ => A::Greater,
    }
}
