//! From instructions to raw blocks: the operand stack disappears.
//!
//! Within a block the stack is symbolic: each entry names the local that holds its value, which may
//! be the slot that it was loaded from. A slot that is assigned gives its old value to a temporary
//! first, where the stack still has it. At the end of a block the entries go to locals for stack
//! positions, from which the next block takes them.
//!
//! A block is translated once for each way in which subroutines (`jsr`) were entered, so that each
//! `ret` leads to one place.

mod arithmetic;
mod calls;
mod constants;
mod dynamic_calls;
mod jumps;
mod members;
mod records;
mod stack;
mod subroutines;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{BlockId, Handler, LocalId, PointId, StatementKind, Terminator};
use java_types::descriptor::{MethodDescriptor, Type};
use jvm::classfile::{Code, Instruction, opcode};
use jvm::inserted::{inserted_calls, is_silent_method};
use rustc_hash::FxHashMap;
use text::Span;

use crate::category::Category;
use crate::class::DeclaredClass;
use crate::emitter::Emitter;
use crate::error::{Fault, Result};
use crate::flow::Flow;
use crate::frame::{Entry, Frame, Origin};
use crate::ordinals::ordinals;
use crate::place::{Context, Home};
use crate::raw::{RawBlock, RawBody};
use subroutines::Subroutines;

/// A local variable slot or a position of the operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Position {
    Slot(u16),
    Stack(usize),
}

/// A pc, and the way in which it was come to.
type Node = (u32, usize);

/// A block that control comes to, with what it finds there.
#[derive(Debug)]
struct Entered {
    block: BlockId,
    shape: Vec<Category>,
    slots: BTreeMap<u16, Origin>,
    stack: Vec<Entry>,
}

/// A comparison of numbers whose result the next instruction may branch on.
#[derive(Debug)]
struct Compared {
    result: LocalId,
    /// The pc of the next instruction.
    next: u32,
    /// The opcode.
    number: u8,
    operands: [LocalId; 2],
}

/// The translation of one method.
pub(crate) struct Translation<'a> {
    emit: Emitter<'a>,
    code: &'a Code<'a>,
    flow: Flow,
    /// The number of the method in the class file.
    member: usize,
    is_constructor: bool,
    /// True if no call of the method is written.
    is_inserted: bool,
    /// The calls that the compiler has inserted beyond doubt, by pc.
    inserted: BTreeSet<u32>,
    result: Option<Type>,
    ordinals: FxHashMap<u32, u32>,
    /// The points of the calls that were made, by pc.
    points: FxHashMap<u32, PointId>,
    variables: FxHashMap<(Position, Category), LocalId>,
    entered: BTreeMap<Node, Entered>,
    pending: BTreeSet<Node>,
    subroutines: Subroutines,
    compared: Option<Compared>,
    frame: Frame,
    /// The values of the slots at the start of the current block.
    slots: BTreeMap<u16, Origin>,
    node: Node,
    /// The pc of the instruction at hand.
    pc: u32,
}

/// Translates a method of a class file.
///
/// # Errors
/// Where the code breaks a rule of JVMS 4.9.
pub(crate) fn translate<'a>(
    class: &'a DeclaredClass,
    method: usize,
    member: usize,
    code: &'a Code<'a>,
    place: (&'a Context<'a>, Home),
) -> Result<RawBody> {
    let flow = Flow::of(&class.file, code)?;
    let declared = &class.methods()[method];
    let descriptor = MethodDescriptor::parse(&declared.descriptor)?;
    let mut translation = Translation {
        emit: Emitter::new(class, method, place),
        code,
        flow,
        member,
        is_constructor: &*declared.name == "<init>",
        is_inserted: is_silent_method(
            &class.file,
            declared.access,
            &declared.name,
            &declared.descriptor,
        ),
        inserted: inserted_calls(&class.file, code, true)?.0,
        result: descriptor.result.clone(),
        ordinals: ordinals(class, member, code, place.0.hierarchy),
        points: FxHashMap::default(),
        variables: FxHashMap::default(),
        entered: BTreeMap::new(),
        pending: BTreeSet::new(),
        subroutines: Subroutines::default(),
        compared: None,
        frame: Frame::default(),
        slots: BTreeMap::new(),
        node: (0, 0),
        pc: 0,
    };
    translation.enter_method(declared.access.is_static(), &descriptor)?;
    translation.run()?;

    Ok(translation.emit.raw)
}

impl<'a> Translation<'a> {
    /// Puts the receiver and the parameters into their slots.
    fn enter_method(&mut self, is_static: bool, descriptor: &MethodDescriptor) -> Result<()> {
        self.emit.span = self.span(0);
        let own = Type::Class(self.emit.class.info().name.clone());
        let receiver = (!is_static).then_some(own);
        let names = parameter_names(&self.emit.class.file.pool, self.code);
        let mut slot = 0_u16;
        for ty in receiver.iter().chain(&descriptor.parameters) {
            let parameter = self.emit.raw.typed(ty.clone());
            let name = names.get(&slot).cloned();
            let is_this = slot == 0 && receiver.is_some();
            self.emit.raw.locals[parameter].name = if is_this {
                Some(Arc::from("this"))
            } else {
                name
            };
            self.emit.raw.parameters.push(parameter);

            let target = self.variable(Position::Slot(slot), Category::of(ty));
            self.emit.raw.parameter_slots.insert(target, parameter);
            self.emit.push(StatementKind::Assign {
                target,
                source: parameter,
            });
            slot = slot
                .checked_add(ty.slots())
                .ok_or_else(|| Fault::new("the method has too many parameters"))?;
        }
        if slot > self.code.max_locals {
            return Err(Fault::new(
                "the parameters do not fit into the local variables",
            ));
        }
        if self.is_constructor && receiver.is_some() {
            self.frame.slots.insert(0, Origin::This);
        }

        let first = self.enter((0, 0))?;
        self.end(Terminator::Goto(first))
    }

    /// Translates every block that control can come to, in order of pc.
    fn run(&mut self) -> Result<()> {
        while let Some(node) = self.pending.pop_first() {
            let entered = &self.entered[&node];
            self.emit.block = entered.block;
            self.frame = Frame {
                stack: entered.stack.clone(),
                slots: entered.slots.clone(),
            };
            self.slots = entered.slots.clone();
            self.node = node;
            self.emit.is_copied = node.1 > 0;
            self.block(node.0)?;
        }
        Ok(())
    }

    /// Translates instructions up to the next block.
    fn block(&mut self, start: u32) -> Result<()> {
        let mut pc = start;
        loop {
            let instruction = self
                .code
                .instruction(pc)
                .map_err(|error| Fault::from(error).at(pc))?;
            self.pc = pc;
            self.emit.span = self.span(pc);
            self.instruction(&instruction)
                .map_err(|fault| fault.at(pc))?;
            self.emit.check_size().map_err(|fault| fault.at(pc))?;
            pc = instruction.end();

            let has_ended = instruction.ends_block() || instruction.is_jump();
            if has_ended {
                return Ok(());
            }
            if pc as usize >= self.code.bytes.len() {
                return Err(Fault::new("control leaves the code").at(self.pc));
            }
            if self.flow.is_leader(pc) {
                return self.go_on(pc).map_err(|fault| fault.at(self.pc));
            }
        }
    }

    /// Ends the block with a jump to the next one.
    fn go_on(&mut self, pc: u32) -> Result<()> {
        self.spill(&mut None);
        let next = self.enter((pc, self.node.1))?;
        self.end(Terminator::Goto(next))
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        match instruction.opcode() {
            opcode::NOP => Ok(()),
            opcode::WIDE => self.widened(instruction),
            opcode::ACONST_NULL..=opcode::LDC2_W => self.push_constant(instruction),
            opcode::ILOAD..=opcode::ALOAD_3 | opcode::ISTORE..=opcode::ASTORE_3 => {
                self.local(instruction.opcode(), instruction)
            }
            opcode::IALOAD..=opcode::SALOAD => self.array_load(instruction.opcode()),
            opcode::IASTORE..=opcode::SASTORE => self.array_store(instruction.opcode()),
            opcode::POP..=opcode::SWAP => self.shuffle(instruction.opcode()),
            opcode::IINC => {
                let amount = instruction.bytes()[2] as i8;
                self.increment(instruction, amount.into())
            }
            opcode::IADD..=opcode::LXOR | opcode::I2L..=opcode::DCMPG => {
                self.arithmetic(instruction)
            }
            opcode::IFEQ..=opcode::RETURN | opcode::IFNULL..=opcode::JSR_W | opcode::ATHROW => {
                self.jump(instruction)
            }
            opcode::GETSTATIC..=opcode::PUTFIELD => self.field_access(instruction),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE => self.invoke(instruction),
            opcode::INVOKEDYNAMIC => self.invoke_dynamic(instruction),
            _ => self.object(instruction),
        }
    }

    /// `wide` (JVMS 6.5.wide).
    fn widened(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let bytes = instruction.bytes();
        match bytes[1] {
            opcode::IINC => {
                let amount = i16::from_be_bytes([bytes[4], bytes[5]]);
                self.increment(instruction, amount.into())
            }
            opcode::RET => self.return_from_subroutine(instruction),
            number => self.local(number, instruction),
        }
    }

    fn span(&self, pc: u32) -> Span {
        let line = self.flow.line(pc);
        Span {
            start: 0,
            end: 0,
            line,
            column: u32::from(line > 0),
        }
    }

    fn variable(&mut self, position: Position, category: Category) -> LocalId {
        let raw = &mut self.emit.raw;
        *self
            .variables
            .entry((position, category))
            .or_insert_with(|| raw.variable(category))
    }

    /// The block at a node, which finds the current frame, its stack in the locals of positions.
    fn enter(&mut self, node: Node) -> Result<BlockId> {
        let frame = self.frame.clone();
        self.enter_with(node, frame)
    }

    fn enter_with(&mut self, node: Node, frame: Frame) -> Result<BlockId> {
        if let Some(entered) = self.entered.get(&node) {
            if entered.shape != frame.shape() {
                return Err(Fault::new(format!(
                    "the operand stack is another one than on other ways to pc {}",
                    node.0
                )));
            }
            return Ok(entered.block);
        }

        let order = (node.0, node.1, 0);
        let block = self
            .emit
            .raw
            .blocks
            .push(RawBlock::new((order.0, order.1, 1)));
        let shape = frame.shape();
        let stack = frame
            .stack
            .iter()
            .enumerate()
            .map(|(position, entry)| Entry {
                local: match entry.category {
                    Category::Address => entry.local,
                    category => self.variable(Position::Stack(position), category),
                },
                ..*entry
            });
        let entered = Entered {
            block,
            shape,
            stack: stack.collect(),
            slots: frame.slots,
        };
        self.entered.insert(node, entered);
        self.pending.insert(node);

        Ok(block)
    }

    /// Ends the current block, and finds the handlers of what it throws.
    fn end(&mut self, terminator: Terminator) -> Result<()> {
        self.emit.raw.blocks[self.emit.block].terminator = terminator;
        if !self.emit.raw.blocks[self.emit.block].may_throw() {
            return Ok(());
        }

        let rows: Vec<(u32, Option<Arc<str>>)> = self
            .flow
            .covering(self.pc)
            .map(|row| (row.handler, row.caught.clone()))
            .collect();
        let mut handlers: Vec<Handler> = Vec::new();
        for (pc, caught) in rows {
            let handler = self.handler(pc, caught)?;
            let catches_all = handler.catches_all();
            match handlers.last_mut() {
                Some(last) if last.target == handler.target && !catches_all => {
                    last.caught.extend(handler.caught)
                }
                _ => handlers.push(handler),
            }
            if catches_all {
                break;
            }
        }
        self.emit.raw.blocks[self.emit.block].handlers = handlers;

        Ok(())
    }

    fn handler(&mut self, pc: u32, caught: Option<Arc<str>>) -> Result<Handler> {
        let exception = self.variable(Position::Stack(0), Category::Reference);
        let frame = Frame {
            stack: vec![Entry::plain(exception, Category::Reference)],
            slots: self.slots.clone(),
        };
        Ok(Handler {
            caught: caught.into_iter().collect(),
            target: self.enter_with((pc, self.node.1), frame)?,
            exception,
        })
    }

    /// A block inside an instruction.
    fn inner_block(&mut self) -> BlockId {
        let part = self.emit.raw.blocks.len() + 1;
        let order = (self.node.0, self.node.1, part);
        self.emit.raw.blocks.push(RawBlock::new(order))
    }
}

/// The names of parameters by slot, from the table for debuggers (JVMS 4.7.13).
fn parameter_names(
    pool: &jvm::classfile::ConstantPool<'_>,
    code: &Code<'_>,
) -> BTreeMap<u16, Arc<str>> {
    let mut names = BTreeMap::new();
    let Some(table) = code.attribute(pool, "LocalVariableTable") else {
        return names;
    };
    for row in table.bytes.get(2..).unwrap_or_default().chunks_exact(10) {
        let at = |offset: usize| u16::from_be_bytes([row[offset], row[offset + 1]]);
        if at(0) == 0
            && let Ok(name) = pool.text(at(4))
        {
            names.entry(at(8)).or_insert_with(|| Arc::from(&*name));
        }
    }

    names
}
