//! Which object each constructor call of a body initializes.
//!
//! A forward data flow over the instructions. The fact at an instruction is, for each slot of the operand stack and each
//! local variable, which `new` of the body made the object that it holds, until it is initialized; joins keep what both agree on. Where paths of a
//! loop join, an object of an earlier turn meets something else and is forgotten, so within a turn a `new` instruction
//! names its object.

use std::collections::{BTreeMap, BTreeSet};

use super::{ClassFileError, Code, ConstantPool, Instruction, Result, opcode};
use crate::descriptor::{MethodDescriptor, Type};

/// An `invokespecial` of an `<init>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstructorCall {
    /// Where the call is.
    pub pc: u32,
    /// The object that it initializes.
    pub receiver: NewObject,
    /// Whether the object is on top of the operand stack when the call returns. A compiler leaves no copy of an object
    /// that is not used.
    pub kept: bool,
    /// Where else it is.
    pub copies: Copies,
}

/// Where an object is, besides below the arguments, when its constructor is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copies {
    /// As javac writes it: `new`, a `dup` right after it if the object is used, arguments, call.
    Plain,
    /// Something else has moved it. There are so many copies right below it, and no other.
    Below(usize),
    /// There are copies elsewhere.
    Scattered,
}

/// The object that a constructor call initializes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NewObject {
    /// Made by the `new` instruction at this pc.
    Created(u32),
    /// The object under construction: the call is `super(..)` or `this(..)`.
    This,
    /// Not known: the code is damaged.
    Unknown,
}

/// Slots of stack and locals; `None` holds anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    stack: Vec<Option<NewObject>>,
    locals: Vec<Option<NewObject>>,
}

impl Code<'_> {
    /// The constructor calls that can be reached, by ascending pc. `constructor` says whether the body is that of an
    /// `<init>`. O(size of the body * slots), a little more with loops.
    ///
    /// # Errors
    /// Where the body is damaged.
    pub fn constructor_calls(&self, pool: &ConstantPool<'_>, constructor: bool) -> Result<Vec<ConstructorCall>> {
        let mut flow = Flow {
            code: self,
            pool,
            states: BTreeMap::new(),
            pending: vec![0],
            calls: BTreeMap::new(),
            moved: BTreeSet::new(),
        };
        let mut locals = vec![None; usize::from(self.max_locals)];
        if let Some(this) = locals.first_mut().filter(|_| constructor) {
            *this = Some(NewObject::This);
        }
        flow.states.insert(0, State { stack: Vec::new(), locals });
        while let Some(pc) = flow.pending.pop() {
            flow.step(pc)?;
        }
        let Flow { moved, mut calls, .. } = flow;
        for call in calls.values_mut().filter(|call| !moved.contains(&call.receiver)) {
            call.copies = Copies::Plain;
        }
        Ok(calls.into_values().collect())
    }

    /// The call of `super(..)` or `this(..)` in a constructor's body, if there is exactly one: where the object begins
    /// to be usable.
    ///
    /// # Errors
    /// Where the body is damaged.
    pub fn delegation(&self, pool: &ConstantPool<'_>) -> Result<Option<u32>> {
        let calls = self.constructor_calls(pool, true)?;
        let mut of_this = calls.iter().filter(|call| call.receiver == NewObject::This);
        Ok(of_this.next().filter(|_| of_this.next().is_none()).map(|call| call.pc))
    }
}

struct Flow<'c> {
    code: &'c Code<'c>,
    pool: &'c ConstantPool<'c>,
    states: BTreeMap<u32, State>,
    pending: Vec<u32>,
    calls: BTreeMap<u32, ConstructorCall>,
    /// Objects that something but a `dup` right after their `new` has moved.
    moved: BTreeSet<NewObject>,
}

impl Flow<'_> {
    fn step(&mut self, pc: u32) -> Result<()> {
        let instruction = self.code.instruction(pc)?;
        let Some(before) = self.states.get(&pc).cloned() else { return Ok(()) };
        self.flow_to_handlers(pc, &before)?;
        let mut state = before;
        self.transfer(&instruction, &mut state)?;
        for target in instruction.targets()? {
            self.flow_to(target, &state)?;
        }
        match instruction.opcode() {
            opcode::JSR | opcode::JSR_W => {
                // The subroutine takes its return address off the stack and may write any local.
                state.stack.pop();
                state.locals.fill(None);
                self.flow_to(instruction.end(), &state)
            }
            _ if instruction.ends_block() => Ok(()),
            _ => self.flow_to(instruction.end(), &state),
        }
    }

    fn flow_to_handlers(&mut self, pc: u32, state: &State) -> Result<()> {
        let code = self.code;
        let covering = code.exceptions.iter().filter(|row| (u32::from(row.start)..u32::from(row.end)).contains(&pc));
        for row in covering {
            let caught = State { stack: vec![None], locals: state.locals.clone() };
            self.flow_to(u32::from(row.handler), &caught)?;
        }
        Ok(())
    }

    fn flow_to(&mut self, pc: u32, state: &State) -> Result<()> {
        let changed = match self.states.get_mut(&pc) {
            Some(known) => known.join(state)?,
            None => {
                self.states.insert(pc, state.clone());
                true
            }
        };
        if changed {
            self.pending.push(pc);
        }
        Ok(())
    }

    fn transfer(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<()> {
        match instruction.opcode() {
            opcode::NEW => state.stack.push(Some(NewObject::Created(instruction.pc))),
            opcode::DUP..=opcode::SWAP => {
                let taken = state.shuffle(instruction.opcode())?;
                let is_first = |object: &NewObject| {
                    instruction.opcode() == opcode::DUP && self.is_made_right_before(*object, instruction.pc)
                };
                let moved: Vec<NewObject> = taken.into_iter().flatten().filter(|object| !is_first(object)).collect();
                self.moved.extend(moved);
            }
            opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3 => state.load(instruction),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE => self.call(instruction, state)?,
            opcode::INVOKEDYNAMIC => {
                let call = self.pool.dynamic_call(instruction)?;
                let call = call.ok_or(ClassFileError::Malformed("invokedynamic"))?;
                state.call(&parse(&call.signature.descriptor)?)?;
            }
            opcode::GETSTATIC..=opcode::PUTFIELD => self.field(instruction, state)?,
            opcode::MULTIANEWARRAY => {
                state.pop(usize::from(instruction.bytes()[3]))?;
                state.stack.push(None);
            }
            opcode::WIDE => self.moved.extend(state.wide(instruction)?),
            number => self.moved.extend(state.plain(number, instruction)?),
        }
        Ok(())
    }

    fn is_made_right_before(&self, object: NewObject, pc: u32) -> bool {
        let NewObject::Created(new) = object else { return false };
        self.code.instruction(new).is_ok_and(|new| new.end() == pc)
    }

    fn field(&self, instruction: &Instruction<'_>, state: &mut State) -> Result<()> {
        let index = instruction.pool_index().ok_or(ClassFileError::Malformed("field access"))?;
        let member = self.pool.member(index)?;
        let ty = Type::parse(&member.descriptor).map_err(|_| ClassFileError::Malformed("field descriptor"))?;
        let slots = usize::from(ty.slots());
        let (pops, pushes) = match instruction.opcode() {
            opcode::GETSTATIC => (0, slots),
            opcode::PUTSTATIC => (slots, 0),
            opcode::GETFIELD => (1, slots),
            _ => (1 + slots, 0),
        };
        state.pop(pops)?;
        state.push(pushes);
        Ok(())
    }

    fn call(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<()> {
        let member = self.pool.invoked(instruction)?.ok_or(ClassFileError::Malformed("call"))?;
        let descriptor = parse(&member.descriptor)?;
        if instruction.opcode() == opcode::INVOKESTATIC {
            return state.call(&descriptor);
        }
        state.pop(descriptor.parameter_slots() as usize)?;
        let receiver = state.pop(1)?;
        if &*member.name == "<init>" {
            let receiver = receiver.unwrap_or(NewObject::Unknown);
            let below = state.stack.iter().rev().take_while(|slot| **slot == Some(receiver)).count();
            let all = state.stack.iter().chain(&state.locals).filter(|slot| **slot == Some(receiver)).count();
            let copies = if all == below { Copies::Below(below) } else { Copies::Scattered };
            let call = ConstructorCall { pc: instruction.pc, receiver, kept: below > 0, copies };
            self.calls.insert(instruction.pc, call);
            state.initialize(receiver);
        }
        state.push(result_slots(&descriptor));
        Ok(())
    }
}

impl State {
    /// Keeps what both agree on; whether that changed anything.
    fn join(&mut self, other: &State) -> Result<bool> {
        if self.stack.len() != other.stack.len() {
            return Err(ClassFileError::Malformed("operand stack: depths differ where paths join"));
        }
        let mut changed = false;
        let slots = self.stack.iter_mut().chain(&mut self.locals);
        for (slot, other) in slots.zip(other.stack.iter().chain(&other.locals)) {
            if slot.is_some() && slot != other {
                *slot = None;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Takes `count` slots off; gives the lowest of them.
    fn pop(&mut self, count: usize) -> Result<Option<NewObject>> {
        let left = self.stack.len().checked_sub(count).ok_or(ClassFileError::Malformed("operand stack: underflow"))?;
        let lowest = self.stack.get(left).copied().flatten();
        self.stack.truncate(left);
        Ok(lowest)
    }

    fn push(&mut self, count: usize) {
        self.stack.resize(self.stack.len() + count, None);
    }

    fn call(&mut self, descriptor: &MethodDescriptor) -> Result<()> {
        self.pop(descriptor.parameter_slots() as usize)?;
        self.push(result_slots(descriptor));
        Ok(())
    }

    /// From here on the object is one like any other.
    fn initialize(&mut self, object: NewObject) {
        self.stack
            .iter_mut()
            .chain(&mut self.locals)
            .filter(|slot| **slot == Some(object))
            .for_each(|slot| *slot = None);
    }

    fn load(&mut self, instruction: &Instruction<'_>) {
        let local = instruction.local().and_then(|local| self.locals.get(usize::from(local)));
        self.stack.push(local.copied().flatten());
    }

    /// `wide`: of its forms only `aload` can push an object, only `astore` store one.
    fn wide(&mut self, instruction: &Instruction<'_>) -> Result<Option<NewObject>> {
        match instruction.bytes()[1] {
            opcode::ALOAD => {
                self.load(instruction);
                Ok(None)
            }
            number => self.plain(number, instruction),
        }
    }

    /// Everything whose effect the table of opcodes gives; gives the object that it takes off the stack, the lowest if there
    /// are several.
    fn plain(&mut self, number: u8, instruction: &Instruction<'_>) -> Result<Option<NewObject>> {
        let effect = opcode::opcode(number).ok_or(ClassFileError::NotAnInstruction(instruction.pc))?;
        let stored = self.pop(usize::from(effect.pops))?;
        self.push(usize::from(effect.pushes));
        let is_store = (opcode::ISTORE..=opcode::ASTORE_3).contains(&number);
        if let Some(local) = instruction.local().filter(|_| is_store) {
            let first = usize::from(local);
            for slot in self.locals.iter_mut().skip(first).take(usize::from(effect.pops)) {
                *slot = stored;
            }
        }
        Ok(stored)
    }

    /// `dup` and its kin: the slots that they take, in the order in which they give them back (JVMS 6.5). Gives what was taken.
    fn shuffle(&mut self, number: u8) -> Result<Vec<Option<NewObject>>> {
        let (taken, given): (usize, &[usize]) = match number {
            opcode::DUP => (1, &[0, 0]),
            opcode::DUP_X1 => (2, &[1, 0, 1]),
            opcode::DUP_X2 => (3, &[2, 0, 1, 2]),
            opcode::DUP2 => (2, &[0, 1, 0, 1]),
            opcode::DUP2_X1 => (3, &[1, 2, 0, 1, 2]),
            opcode::DUP2_X2 => (4, &[2, 3, 0, 1, 2, 3]),
            _ => (2, &[1, 0]),
        };
        let start = self.stack.len().checked_sub(taken).ok_or(ClassFileError::Malformed("operand stack: underflow"))?;
        let slots = self.stack.split_off(start);
        self.stack.extend(given.iter().map(|&slot| slots[slot]));
        Ok(slots)
    }
}

fn result_slots(descriptor: &MethodDescriptor) -> usize {
    descriptor.result.as_ref().map_or(0, |ty| usize::from(ty.slots()))
}

fn parse(descriptor: &str) -> Result<MethodDescriptor> {
    MethodDescriptor::parse(descriptor).map_err(|_| ClassFileError::Malformed("method descriptor"))
}
