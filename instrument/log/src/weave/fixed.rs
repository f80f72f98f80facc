//! Instructions whose object, index or condition is the same whatever the thread has read.
//!
//! For example, `this.sum += read` writes the field of one object, with any value. A forward data flow
//! says of each slot of the stack and each local variable whether its content is fixed: `this`,
//! constants, new objects, final fields of these, and what is computed from them. A write of a final field decides,
//! so that its reads need not. Where paths join, each is
//! what a decision has chosen that stands in the log, so a slot is fixed if it is on all of them.
//! Parameters are not, since a call does not decide by its arguments.

use std::collections::BTreeMap;

use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{ClassFileError, Code, ConstantPool, Instruction, Result, opcode};
use rustc_hash::FxHashSet;

use super::program::Program;

/// Instructions of a body.
#[derive(Debug, Clone, Default)]
pub struct Fixed {
    /// Instructions whose receiver, array with its index, lock or condition is fixed.
    pub objects: FxHashSet<u32>,
    /// Calls whose arguments are fixed as well: numbers and texts.
    pub calls: FxHashSet<u32>,
    /// Calls of constructors behind which the new object is on the stack.
    pub made: FxHashSet<u32>,
}

/// The instructions of a body that take only what is fixed: receivers, arrays with their indices, locks
/// and conditions. O(size of the body * slots), a little more with loops.
///
/// # Errors
/// The body is damaged.
pub fn instructions(
    code: &Code<'_>,
    pool: &ConstantPool<'_>,
    program: &Program,
    keeps_this: bool,
) -> Result<Fixed> {
    let mut locals = vec![false; usize::from(code.max_locals)];
    if let Some(this) = locals.first_mut() {
        *this = keeps_this;
    }
    let stack = Vec::new();
    let mut flow = Flow {
        code,
        pool,
        program,
        states: BTreeMap::from([(0, State { stack, locals })]),
        pending: vec![0],
        fixed: Fixed::default(),
    };
    while let Some(pc) = flow.pending.pop() {
        if !flow.step(pc)? {
            // A subroutine of old compilers: nothing is known.
            return Ok(Fixed::default());
        }
    }
    Ok(flow.fixed)
}

/// For each slot whether it is fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    stack: Vec<Slot>,
    locals: Vec<bool>,
}

/// A slot of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slot {
    is_fixed: bool,
    /// The instruction that has made the object, before a constructor has run for it.
    made: Option<u32>,
}

impl Slot {
    fn new(is_fixed: bool) -> Slot {
        Slot {
            is_fixed,
            made: None,
        }
    }

    /// The slot where paths join.
    fn join(self, other: Slot) -> Slot {
        Slot {
            is_fixed: self.is_fixed && other.is_fixed,
            made: self.made.filter(|_| self.made == other.made),
        }
    }
}

impl State {
    /// Takes slots off the stack, and returns whether all of them are fixed.
    fn pop(&mut self, count: u16) -> Result<bool> {
        let left = self.stack.len().checked_sub(usize::from(count));
        let left = left.ok_or(ClassFileError::Malformed("operand stack: underflow"))?;
        Ok(self
            .stack
            .split_off(left)
            .into_iter()
            .all(|slot| slot.is_fixed))
    }

    fn push(&mut self, count: u16, is_fixed: bool) {
        let length = self.stack.len() + usize::from(count);
        self.stack.resize(length, Slot::new(is_fixed));
    }

    fn local(&self, local: Option<u16>) -> bool {
        local.is_some_and(|local| self.locals.get(usize::from(local)) == Some(&true))
    }

    fn store(&mut self, local: Option<u16>, slots: u16, is_fixed: bool) {
        let first = usize::from(local.unwrap_or(0));
        let slots = self.locals.iter_mut().skip(first).take(usize::from(slots));
        slots.for_each(|slot| *slot = is_fixed);
    }

    /// `dup` and its kin (JVMS 6.5).
    fn shuffle(&mut self, number: u8) -> Result<()> {
        let shuffle = opcode::shuffle(number);
        let (taken, given) = shuffle.ok_or(ClassFileError::Malformed("stack instruction"))?;
        let start = self.stack.len().checked_sub(taken);
        let start = start.ok_or(ClassFileError::Malformed("operand stack: underflow"))?;
        let slots = self.stack.split_off(start);
        self.stack.extend(given.iter().map(|&slot| slots[slot]));
        Ok(())
    }
}

struct Flow<'c> {
    code: &'c Code<'c>,
    pool: &'c ConstantPool<'c>,
    program: &'c Program,
    states: BTreeMap<u32, State>,
    pending: Vec<u32>,
    fixed: Fixed,
}

impl Flow<'_> {
    /// False at a subroutine.
    fn step(&mut self, pc: u32) -> Result<bool> {
        let instruction = self.code.instruction(pc)?;
        let Some(before) = self.states.get(&pc).cloned() else {
            return Ok(true);
        };
        let code = self.code;
        let covering = code
            .exceptions
            .iter()
            .filter(|row| (u32::from(row.start)..u32::from(row.end)).contains(&pc));
        for row in covering {
            let locals = before.locals.clone();
            let stack = vec![Slot::new(false)];
            self.flow_to(u32::from(row.handler), &State { stack, locals })?;
        }
        let mut state = before;
        if matches!(
            instruction.opcode(),
            opcode::JSR | opcode::JSR_W | opcode::RET
        ) {
            return Ok(false);
        }
        // A join may take back what was fixed on one path.
        self.fixed.calls.remove(&pc);
        if self.transfer(&instruction, &mut state)? {
            self.fixed.objects.insert(pc);
        } else {
            self.fixed.objects.remove(&pc);
        }
        for target in instruction.targets()? {
            self.flow_to(target, &state)?;
        }
        if !instruction.ends_block() {
            self.flow_to(instruction.end(), &state)?;
        }
        Ok(true)
    }

    fn flow_to(&mut self, pc: u32, state: &State) -> Result<()> {
        let Some(known) = self.states.get_mut(&pc) else {
            self.states.insert(pc, state.clone());
            self.pending.push(pc);
            return Ok(());
        };
        if known.stack.len() != state.stack.len() {
            return Err(ClassFileError::Malformed(
                "operand stack: depths differ where paths join",
            ));
        }
        let mut changed = false;
        for (slot, other) in known.stack.iter_mut().zip(&state.stack) {
            let joined = slot.join(*other);
            changed |= joined != *slot;
            *slot = joined;
        }
        for (slot, other) in known.locals.iter_mut().zip(&state.locals) {
            changed |= *slot && !other;
            *slot &= other;
        }
        if changed {
            self.pending.push(pc);
        }
        Ok(())
    }

    /// Follows an instruction. Returns whether all that it takes is fixed; of a call, the receiver; of a
    /// write, all but the value.
    fn transfer(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<bool> {
        let number = instruction.opcode();
        match number {
            opcode::DUP..=opcode::SWAP => {
                state.shuffle(number)?;
                Ok(false)
            }
            opcode::GETSTATIC..=opcode::PUTFIELD => self.field(instruction, state),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => self.call(instruction, state),
            opcode::MULTIANEWARRAY => {
                state.pop(instruction.bytes()[3].into())?;
                state.push(1, false);
                Ok(false)
            }
            opcode::WIDE => self.plain(instruction.bytes()[1], instruction, state),
            number => self.plain(number, instruction, state),
        }
    }

    fn plain(&self, number: u8, instruction: &Instruction<'_>, state: &mut State) -> Result<bool> {
        let effect =
            opcode::opcode(number).ok_or(ClassFileError::NotAnInstruction(instruction.pc))?;
        let (pops, pushes) = (u16::from(effect.pops), u16::from(effect.pushes));
        match number {
            opcode::NEW => {
                state.stack.push(Slot {
                    is_fixed: true,
                    made: Some(instruction.pc),
                });
                Ok(false)
            }
            opcode::ILOAD..=opcode::ALOAD_3 => {
                let is_fixed = state.local(instruction.local());
                state.push(pushes, is_fixed);
                Ok(is_fixed)
            }
            opcode::ISTORE..=opcode::ASTORE_3 => {
                let is_fixed = state.pop(pops)?;
                state.store(instruction.local(), pops, is_fixed);
                Ok(is_fixed)
            }
            opcode::IALOAD..=opcode::SALOAD => {
                let is_fixed = state.pop(pops)?;
                state.push(pushes, false);
                Ok(is_fixed)
            }
            opcode::IASTORE..=opcode::SASTORE => {
                // The array and its index are below the value.
                state.pop(pops - 2)?;
                state.pop(2)
            }
            _ => {
                let is_fixed = state.pop(pops)?;
                state.push(pushes, is_fixed);
                Ok(is_fixed)
            }
        }
    }

    fn field(&self, instruction: &Instruction<'_>, state: &mut State) -> Result<bool> {
        let index = instruction
            .pool_index()
            .ok_or(ClassFileError::Malformed("field access"))?;
        let member = self.pool.member(index)?;
        let slots = Type::parse(&member.descriptor)
            .map_err(|_| ClassFileError::Malformed("field descriptor"))?
            .slots();
        let is_final = || {
            let field = self
                .program
                .field(&member.owner, &member.name, &member.descriptor);
            field.access.is_final()
        };
        match instruction.opcode() {
            opcode::GETSTATIC => {
                state.push(slots, is_final());
                Ok(true)
            }
            // A final field holds what a decision has chosen.
            opcode::PUTSTATIC => {
                state.pop(slots)?;
                Ok(!is_final())
            }
            opcode::GETFIELD => {
                let is_fixed = state.pop(1)?;
                state.push(slots, is_fixed && is_final());
                Ok(is_fixed)
            }
            _ => {
                state.pop(slots)?;
                Ok(state.pop(1)? && !is_final())
            }
        }
    }

    fn call(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<bool> {
        let descriptor = match instruction.opcode() {
            opcode::INVOKEDYNAMIC => {
                let call = self.pool.dynamic_call(instruction)?;
                let call = call.ok_or(ClassFileError::Malformed("invokedynamic"))?;
                call.signature.descriptor.to_string()
            }
            _ => {
                let member = self.pool.invoked(instruction)?;
                let member = member.ok_or(ClassFileError::Malformed("call"))?;
                member.descriptor.to_string()
            }
        };
        let descriptor = MethodDescriptor::parse(&descriptor)
            .map_err(|_| ClassFileError::Malformed("descriptor"))?;
        let are_fixed = state.pop(descriptor.parameter_slots() as u16)?;
        let has_receiver = !matches!(
            instruction.opcode(),
            opcode::INVOKESTATIC | opcode::INVOKEDYNAMIC
        );
        let receiver = state.stack.last().copied();
        let is_fixed = !has_receiver || state.pop(1)?;
        self.fixed.made.remove(&instruction.pc);
        if let Some(made) = receiver.filter(|_| has_receiver).and_then(|slot| slot.made)
            && let Some(below) = state
                .stack
                .last_mut()
                .filter(|slot| slot.made == Some(made))
        {
            below.made = None;
            self.fixed.made.insert(instruction.pc);
        }
        // The library may look into an array, or have one by any other object.
        let has_content = |ty: &Type| {
            ty.is_reference()
                && ty
                    .class_name()
                    .is_none_or(|name| &**name != "java/lang/String")
        };
        if is_fixed && are_fixed && !descriptor.parameters.iter().any(has_content) {
            self.fixed.calls.insert(instruction.pc);
        }
        let result = descriptor.result.as_ref().map_or(0, Type::slots);
        state.push(result, false);
        Ok(is_fixed)
    }
}
