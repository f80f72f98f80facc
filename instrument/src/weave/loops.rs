//! Iterators that one loop alone knows: what a call gives out goes into a local variable, and all
//! that is done with that is to call it. There the variable may hold another object in its place,
//! on which monitors keep what they know of the iterator (`residua.runtime.LoopIterator`).
//!
//! A call may give out an iterator that other code has, too. The class of its receiver decides that
//! when the call has been made.

use std::collections::{BTreeMap, BTreeSet};

use jvm::classfile::{Code, ConstantPool, Instruction, MemberRef, Result, opcode};

/// The role of a call for such an iterator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IteratorRole {
    /// It gives one out.
    Makes,
    /// It is called.
    Uses {
        /// True if this is the last that the loop does with it if there is nothing left.
        ends: bool,
    },
}

/// A call that gives out an iterator, and those of the iterator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The pc of the call that gives it out.
    pub made: u32,
    /// The pcs of the calls of what the variable holds from then on, and whether each is the last
    /// if it returns false.
    pub used: BTreeMap<u32, bool>,
}

const ITERATOR: &str = "java/util/Iterator";

/// The loops of a method body, in code order. O(size of the body * loops).
///
/// # Errors
/// The code is damaged.
pub fn loops(code: &Code<'_>, pool: &ConstantPool<'_>) -> Result<Vec<Loop>> {
    let all: Vec<Instruction<'_>> = code.instructions().collect::<Result<_>>()?;
    // Subroutines return to wherever they were called from.
    if all
        .iter()
        .any(|i| matches!(number(i), opcode::JSR | opcode::JSR_W | opcode::RET))
    {
        return Ok(Vec::new());
    }
    let body = Body {
        code,
        pool,
        places: all.iter().enumerate().map(|(n, i)| (i.pc, n)).collect(),
        all,
    };
    let mut found = Vec::new();

    for (n, instruction) in body.all.iter().enumerate() {
        let Some(store) = body.all.get(n + 1) else {
            continue;
        };
        let Some(variable) = stored(store).filter(|_| !instruction.ends_block()) else {
            continue;
        };
        if !pool
            .invoked(instruction)?
            .is_some_and(|member| gives_one_out(instruction, &member))
        {
            continue;
        }
        if let Some(used) = body.uses_after(n + 1, variable)? {
            found.push(Loop {
                made: instruction.pc,
                used,
            });
        }
    }

    Ok(found)
}

fn gives_one_out(call: &Instruction<'_>, callee: &MemberRef<'_>) -> bool {
    let has_receiver = matches!(
        call.opcode(),
        opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE
    );
    has_receiver && callee.name == "iterator" && callee.descriptor == "()Ljava/util/Iterator;"
}

/// Calls that get nothing but the iterator.
fn is_of_iterator(callee: &MemberRef<'_>) -> bool {
    callee.owner == ITERATOR
        && matches!(&*callee.name, "hasNext" | "next" | "remove")
        && callee.descriptor.starts_with("()")
}

/// The opcode, of a widened instruction the one within.
fn number(instruction: &Instruction<'_>) -> u8 {
    match instruction.opcode() {
        opcode::WIDE => instruction.bytes().get(1).copied().unwrap_or(opcode::WIDE),
        plain => plain,
    }
}

/// The variable that a reference is stored in.
fn stored(instruction: &Instruction<'_>) -> Option<u16> {
    let stores = matches!(
        number(instruction),
        opcode::ASTORE | opcode::ASTORE_0..=opcode::ASTORE_3
    );
    instruction.local().filter(|_| stores)
}

fn is_load_of_reference(instruction: &Instruction<'_>) -> bool {
    matches!(
        number(instruction),
        opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3
    )
}

/// Returns whether it gives its variable another value, of any type.
fn is_store(instruction: &Instruction<'_>) -> bool {
    matches!(number(instruction), opcode::ISTORE..=opcode::ASTORE | opcode::ISTORE_0..=opcode::ASTORE_3)
}

struct Body<'c> {
    code: &'c Code<'c>,
    pool: &'c ConstantPool<'c>,
    all: Vec<Instruction<'c>>,
    /// The place of each instruction, by pc.
    places: BTreeMap<u32, usize>,
}

impl Body<'_> {
    /// The calls of what an instruction stores; `None` if anything else is done with it.
    fn uses_after(&self, store: usize, variable: u16) -> Result<Option<BTreeMap<u32, bool>>> {
        let mut used = BTreeMap::new();
        let mut reached = BTreeSet::new();
        let mut pending = vec![store + 1];

        while let Some(n) = pending.pop() {
            let Some(instruction) = self.all.get(n).filter(|_| reached.insert(n)) else {
                continue;
            };
            // Its handlers have the variable as it was before, if the instruction throws.
            pending.extend(self.handlers(instruction.pc));
            if instruction.local() == Some(variable) {
                if is_store(instruction) {
                    continue;
                }
                let call = self
                    .all
                    .get(n + 1)
                    .filter(|_| is_load_of_reference(instruction));
                let Some(call) = call else { return Ok(None) };
                let is_interface = call.opcode() == opcode::INVOKEINTERFACE;
                if !(is_interface
                    && self
                        .pool
                        .invoked(call)?
                        .is_some_and(|member| is_of_iterator(&member)))
                {
                    return Ok(None);
                }
                used.insert(call.pc, self.ends(n + 1, variable)?);
            }
            pending.extend(self.successors(n)?);
        }

        Ok(Some(used))
    }

    /// Returns whether the variable is not read any more once a call has returned false: a jump on
    /// that follows it.
    fn ends(&self, call: usize, variable: u16) -> Result<bool> {
        let Some(jump) = self.all.get(call + 1) else {
            return Ok(false);
        };
        let target = jump
            .targets()?
            .first()
            .and_then(|pc| self.places.get(pc))
            .copied();
        // The loop is left on false: `ifeq` jumps there, and `ifne` falls through.
        let left = match jump.opcode() {
            opcode::IFEQ => target,
            opcode::IFNE => Some(call + 2),
            _ => None,
        };

        let Some(left) = left else { return Ok(false) };
        let mut reached = BTreeSet::new();
        let mut pending = vec![left];

        while let Some(n) = pending.pop() {
            let Some(instruction) = self.all.get(n).filter(|_| reached.insert(n)) else {
                continue;
            };
            pending.extend(self.handlers(instruction.pc));
            if instruction.local() == Some(variable) {
                // The variable gets another value, so the old one is not read behind it.
                if is_store(instruction) {
                    continue;
                }
                return Ok(false);
            }
            pending.extend(self.successors(n)?);
        }

        Ok(true)
    }

    /// Returns the instructions to which control may go from one that completes.
    fn successors(&self, n: usize) -> Result<Vec<usize>> {
        let instruction = &self.all[n];
        let next = (!instruction.ends_block()).then_some(n + 1);
        let targets = instruction.targets()?;
        Ok(next
            .into_iter()
            .chain(targets.iter().filter_map(|pc| self.places.get(pc).copied()))
            .collect())
    }

    fn handlers(&self, pc: u32) -> impl Iterator<Item = usize> {
        let covers = move |start: u16, end: u16| (u32::from(start)..u32::from(end)).contains(&pc);
        let rows = self
            .code
            .exceptions
            .iter()
            .filter(move |row| covers(row.start, row.end));
        rows.filter_map(|row| self.places.get(&u32::from(row.handler)).copied())
    }
}
