//! Which object each constructor call of a body initializes, and which objects do nothing but
//! concatenate.
//!
//! A forward data flow over the instructions. The fact at an instruction is, for each slot of the
//! operand stack and each local variable, which `new` of the body made the object that it holds,
//! until it is initialized, or, for a builder of strings, until something but its `append` and
//! `toString` takes it; joins keep what both agree on. Where paths of a loop join, an object of an
//! earlier turn meets something else and is forgotten, so within a turn a `new` instruction names
//! its object.

use std::collections::{BTreeMap, BTreeSet};

use super::slots::{Held, State};
use super::{ClassFileError, Code, ConstantPool, Instruction, MemberRef, Result, opcode};
use java_types::descriptor::{MethodDescriptor, Type};

/// An `invokespecial` of an `<init>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstructorCall {
    /// The pc of the call.
    pub pc: u32,
    /// The object that it initializes.
    pub receiver: NewObject,
    /// True if the object is on top of the operand stack when the call returns. A compiler leaves
    /// no copy of an object that is not used.
    pub kept: bool,
    /// The other places of the object.
    pub copies: Copies,
}

/// The places of an object, besides below the arguments, when its constructor is called.
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

/// The constructor calls and concatenations of a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectUses {
    /// The constructor calls that can be reached, by ascending pc.
    pub constructor_calls: Vec<ConstructorCall>,
    /// Calls on builders of strings as compilers before Java 9 emit them for `a + b`: the
    /// constructor, `append` and `toString` of an object that is nowhere but on the operand stack,
    /// and that nothing else takes. A written chain of the same calls looks alike.
    pub concatenations: BTreeSet<u32>,
    /// Writes of fields of the object under construction before `super(..)`, as a compiler has them for what a local
    /// class captures (JVMS 4.10.1.9, `putfield`).
    pub early_writes: BTreeSet<u32>,
}

/// The calls on a builder.
#[derive(Debug, Default)]
struct BuilderUse {
    calls: BTreeSet<u32>,
    /// True if `toString` is among them.
    is_finished: bool,
}

impl Code<'_> {
    /// The constructor calls that can be reached, by ascending pc. `constructor` says whether the
    /// body is that of an `<init>`. O(size of the body * slots), a little more with loops.
    ///
    /// # Errors
    /// Where the body is damaged.
    pub fn constructor_calls(
        &self,
        pool: &ConstantPool<'_>,
        constructor: bool,
    ) -> Result<Vec<ConstructorCall>> {
        Ok(self.object_uses(pool, constructor)?.constructor_calls)
    }

    /// Constructor calls and concatenations. Costs as [`Code::constructor_calls`].
    ///
    /// # Errors
    /// Where the body is damaged.
    pub fn object_uses(&self, pool: &ConstantPool<'_>, constructor: bool) -> Result<ObjectUses> {
        let mut flow = Flow {
            code: self,
            pool,
            states: BTreeMap::new(),
            pending: vec![0],
            calls: BTreeMap::new(),
            moved: BTreeSet::new(),
            builders: BTreeMap::new(),
            taken: BTreeSet::new(),
            early_writes: BTreeSet::new(),
        };

        let mut locals = vec![None; usize::from(self.max_locals)];
        if let Some(this) = locals.first_mut().filter(|_| constructor) {
            *this = Some(Held::New(NewObject::This));
        }

        flow.states.insert(
            0,
            State {
                stack: Vec::new(),
                locals,
            },
        );

        while let Some(pc) = flow.pending.pop() {
            flow.step(pc)?;
        }

        Ok(flow.finish())
    }

    /// The call of `super(..)` or `this(..)` in a constructor's body, if there is exactly one:
    /// where the object begins to be usable.
    ///
    /// # Errors
    /// Where the body is damaged.
    pub fn delegation(&self, pool: &ConstantPool<'_>) -> Result<Option<u32>> {
        let calls = self.constructor_calls(pool, true)?;
        let mut of_this = calls.iter().filter(|call| call.receiver == NewObject::This);
        Ok(of_this
            .next()
            .filter(|_| of_this.next().is_none())
            .map(|call| call.pc))
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
    builders: BTreeMap<u32, BuilderUse>,
    /// Builders that something but their `append` and `toString` has taken.
    taken: BTreeSet<u32>,
    early_writes: BTreeSet<u32>,
}

impl Flow<'_> {
    fn finish(self) -> ObjectUses {
        let Flow {
            moved,
            mut calls,
            builders,
            taken,
            early_writes,
            ..
        } = self;

        for call in calls
            .values_mut()
            .filter(|call| !moved.contains(&call.receiver))
        {
            call.copies = Copies::Plain;
        }
        let concatenating = builders
            .into_iter()
            .filter(|(new, used)| used.is_finished && !taken.contains(new));

        ObjectUses {
            constructor_calls: calls.into_values().collect(),
            concatenations: concatenating.flat_map(|(_, used)| used.calls).collect(),
            early_writes,
        }
    }

    fn step(&mut self, pc: u32) -> Result<()> {
        let instruction = self.code.instruction(pc)?;
        let Some(before) = self.states.get(&pc).cloned() else {
            return Ok(());
        };
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
        let covering = code
            .exceptions
            .iter()
            .filter(|row| (u32::from(row.start)..u32::from(row.end)).contains(&pc));
        for row in covering {
            let caught = State {
                stack: vec![None],
                locals: state.locals.clone(),
            };
            self.flow_to(u32::from(row.handler), &caught)?;
        }
        Ok(())
    }

    fn flow_to(&mut self, pc: u32, state: &State) -> Result<()> {
        let changed = match self.states.get_mut(&pc) {
            Some(known) => known.join(state, &mut self.taken)?,
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
            opcode::NEW => state
                .stack
                .push(Some(Held::New(NewObject::Created(instruction.pc)))),
            opcode::DUP..=opcode::SWAP => {
                let taken = state.shuffle(instruction.opcode())?;
                let is_first = |object| {
                    instruction.opcode() == opcode::DUP
                        && self.is_made_right_before(object, instruction.pc)
                };
                let held = taken
                    .into_iter()
                    .flatten()
                    .filter(|held| !matches!(held, Held::New(o) if is_first(*o)));
                let held: Vec<Held> = held.collect();
                self.move_all(held.into_iter().filter(|held| state.is_doubled(*held)));
            }
            opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3 => state.load(instruction),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEINTERFACE => self.call(instruction, state)?,
            opcode::INVOKEDYNAMIC => {
                let call = self.pool.dynamic_call(instruction)?;
                let call = call.ok_or(ClassFileError::Malformed("invokedynamic"))?;
                let descriptor = parse(&call.signature.descriptor)?;
                self.take_arguments(&descriptor, state)?;
                state.push(result_slots(&descriptor));
            }
            opcode::GETSTATIC..=opcode::PUTFIELD => self.field(instruction, state)?,
            opcode::MULTIANEWARRAY => {
                state.pop(usize::from(instruction.bytes()[3]))?;
                state.stack.push(None);
            }
            opcode::WIDE => {
                let taken = state.wide(instruction)?;
                self.move_all(taken);
            }
            number => {
                let taken = state.plain(number, instruction)?;
                self.move_all(taken);
            }
        }
        Ok(())
    }

    /// These are moved, or taken.
    fn move_all(&mut self, held: impl IntoIterator<Item = Held>) {
        for held in held {
            match held {
                Held::New(object) => drop(self.moved.insert(object)),
                Held::Builder(new) => drop(self.taken.insert(new)),
            }
        }
    }

    fn take_arguments(&mut self, descriptor: &MethodDescriptor, state: &mut State) -> Result<()> {
        let arguments = state.pop(descriptor.parameter_slots() as usize)?;
        self.taken
            .extend(arguments.into_iter().flatten().filter_map(Held::builder));
        Ok(())
    }

    fn is_made_right_before(&self, object: NewObject, pc: u32) -> bool {
        let NewObject::Created(new) = object else {
            return false;
        };
        self.code.instruction(new).is_ok_and(|new| new.end() == pc)
    }

    fn field(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<()> {
        let index = instruction
            .pool_index()
            .ok_or(ClassFileError::Malformed("field access"))?;
        let member = self.pool.member(index)?;
        let ty = Type::parse(&member.descriptor)
            .map_err(|_| ClassFileError::Malformed("field descriptor"))?;
        let slots = usize::from(ty.slots());
        let (pops, pushes) = match instruction.opcode() {
            opcode::GETSTATIC => (0, slots),
            opcode::PUTSTATIC => (slots, 0),
            opcode::GETFIELD => (1, slots),
            _ => (1 + slots, 0),
        };

        let taken = state.pop(pops)?;
        let this = Some(Held::New(NewObject::This));
        if instruction.opcode() == opcode::PUTFIELD && taken.first() == Some(&this) {
            self.early_writes.insert(instruction.pc);
        }
        self.taken
            .extend(taken.into_iter().flatten().filter_map(Held::builder));
        state.push(pushes);
        Ok(())
    }

    fn call(&mut self, instruction: &Instruction<'_>, state: &mut State) -> Result<()> {
        let member = self
            .pool
            .invoked(instruction)?
            .ok_or(ClassFileError::Malformed("call"))?;
        let descriptor = parse(&member.descriptor)?;
        self.take_arguments(&descriptor, state)?;

        if instruction.opcode() == opcode::INVOKESTATIC {
            state.push(result_slots(&descriptor));
            return Ok(());
        }

        let receiver = state.pop(1)?.into_iter().next().flatten();
        match receiver {
            _ if &*member.name == "<init>" => {
                self.initialize(instruction.pc, &member, receiver, state)
            }
            Some(Held::Builder(new)) if !is_concatenating(&member) => drop(self.taken.insert(new)),
            Some(Held::Builder(new)) => {
                let used = self.builders.entry(new).or_default();
                used.calls.insert(instruction.pc);
                used.is_finished |= &*member.name == "toString";
                if &*member.name == "append" {
                    state.stack.push(receiver);
                    return Ok(());
                }
            }
            _ => {}
        }
        state.push(result_slots(&descriptor));

        Ok(())
    }

    fn initialize(
        &mut self,
        pc: u32,
        member: &MemberRef<'_>,
        receiver: Option<Held>,
        state: &mut State,
    ) {
        let receiver = receiver
            .and_then(Held::new_object)
            .unwrap_or(NewObject::Unknown);
        let held = Some(Held::New(receiver));
        let below = state
            .stack
            .iter()
            .rev()
            .take_while(|slot| **slot == held)
            .count();

        let all = state
            .stack
            .iter()
            .chain(&state.locals)
            .filter(|slot| **slot == held)
            .count();
        let copies = if all == below {
            Copies::Below(below)
        } else {
            Copies::Scattered
        };
        self.calls.insert(
            pc,
            ConstructorCall {
                pc,
                receiver,
                kept: below > 0,
                copies,
            },
        );

        let builder = match receiver {
            NewObject::Created(new) if all == 1 && below == 1 && is_builder(&member.owner) => {
                self.builders.entry(new).or_default().calls.insert(pc);
                Some(Held::Builder(new))
            }
            _ => None,
        };

        state.initialize(receiver, builder);
    }
}

fn is_builder(class: &str) -> bool {
    matches!(class, "java/lang/StringBuilder" | "java/lang/StringBuffer")
}

/// Returns whether compilers call it on a builder of theirs.
fn is_concatenating(member: &MemberRef<'_>) -> bool {
    let takes_one =
        |rest: &str| !rest.starts_with(')') && !rest.starts_with("Ljava/lang/CharSequence;II");
    let appends =
        member.name == "append" && member.descriptor.strip_prefix('(').is_some_and(takes_one);
    is_builder(&member.owner)
        && (appends || member.name == "toString" && member.descriptor == "()Ljava/lang/String;")
}

fn result_slots(descriptor: &MethodDescriptor) -> usize {
    descriptor
        .result
        .as_ref()
        .map_or(0, |ty| usize::from(ty.slots()))
}

fn parse(descriptor: &str) -> Result<MethodDescriptor> {
    MethodDescriptor::parse(descriptor).map_err(|_| ClassFileError::Malformed("method descriptor"))
}
