//! Calls that the compiler inserted, which raise no call event (semantics, section 1).
//! docs/properties.md has the table.
//!
//! Some are inserted beyond doubt, for what they are called or for the instructions around them:
//! the bodies of bridges, of an enum's `values` and `valueOf`, of the tables behind a switch over
//! an enum and of lambda deserialization; `ordinal` before such a table, and the read of the table;
//! accessors of private members; boxing and unboxing; the accessors of record patterns, with the `MatchException` for
//! what they throw. A written `Integer.valueOf(int)` or `x.intValue()` cannot be
//! told from an inserted one, so that neither raises an event: the same for the analysis, and in
//! full and in optimized weaving.
//!
//! Others look like written calls: string concatenation through a `StringBuilder`, `String.valueOf`
//! of what is concatenated, the test for `null` of what a method reference or an inner class is
//! bound to, the suppressed exceptions of resources, the question whether assertions are enabled,
//! the errors of `assert` and of a switch without a case, and what a switch over strings, or over
//! an enum of the same source file, asks. Those are told apart by the plan, which has rows for what
//! is written.

mod patterns;

use std::collections::BTreeSet;

use crate::classfile::{ClassFile, Code, Instruction, MemberRef, Result, opcode};
use java_patterns::boxes;
use java_types::Access;

/// Says whether no call in the body of a method raises an event.
pub fn is_silent_method(
    class: &ClassFile<'_>,
    access: Access,
    name: &str,
    descriptor: &str,
) -> bool {
    access.has(Access::BRIDGE)
        || access.has(Access::SYNTHETIC) && is_of_compiler(name)
        || is_implicit_method(class, name, descriptor)
        || name == "<clinit>" && class.access.has(Access::SYNTHETIC) && has_switch_map(class)
}

/// Says whether a method is one that every enum has.
pub fn is_implicit_method(class: &ClassFile<'_>, name: &str, descriptor: &str) -> bool {
    let takes = |text: &str| descriptor.starts_with(text);
    class.access.has(Access::ENUM)
        && match name {
            "values" | "$values" => takes("()["),
            "valueOf" => takes("(Ljava/lang/String;)L"),
            _ => false,
        }
}

const SWITCH_MAP: &str = "$SwitchMap$";
const SWITCH_TABLE: &str = "$SWITCH_TABLE$";

/// Says whether a method has a name that compilers give to a method of their own: of the
/// deserialization of lambdas, the tables of Eclipse's compiler behind a switch over an enum, and
/// record patterns of javac 20.
fn is_of_compiler(name: &str) -> bool {
    name == "$deserializeLambda$" || name.starts_with(SWITCH_TABLE) || name.starts_with("$proxy$")
}

fn has_switch_map(class: &ClassFile<'_>) -> bool {
    class.fields.iter().any(|field| {
        field
            .name(&class.pool)
            .is_ok_and(|name| name.starts_with(SWITCH_MAP))
    })
}

/// The calls of a body that were inserted, and those that may have been. Where no plan is
/// `complete`, switches are told by their shape alone.
///
/// # Errors
/// The body is damaged.
pub fn inserted_calls(
    class: &ClassFile<'_>,
    code: &Code<'_>,
    complete: bool,
) -> Result<(BTreeSet<u32>, BTreeSet<u32>)> {
    let instructions = code.instructions().collect::<Result<Vec<_>>>()?;
    let (mut inserted, mut doubtful) = (
        patterns::calls(class, code, &instructions)?,
        BTreeSet::new(),
    );

    for at in 0..instructions.len() {
        let Some(member) = class.pool.invoked(&instructions[at])? else {
            continue;
        };
        let window = Window {
            class,
            instructions: &instructions,
            at,
        };
        let is_of_switch = window.is_of_switch(&member)?;
        if is_of_switch {
            inserted.extend(window.instruction(1).map(|read| read.pc));
        }
        if is_boxing(&member)
            || is_accessor(&member)
            || is_of_compiler(&member.name)
            || is_implicit_array(class, &member)?
            || is_null_test(&member) && window.is_of_copy()
            || is_of_switch
            || !complete && window.is_of_javac_switch(&member)?
        {
            inserted.insert(instructions[at].pc);
        } else if window.may_be_inserted(&member) {
            // The plan tells these apart, since it has rows for written calls.
            doubtful.insert(instructions[at].pc);
        }
    }
    Ok((inserted, doubtful))
}

/// The reads of an enum's constants with which Eclipse's compiler fills the array of them in the
/// initializer, by pc.
///
/// # Errors
/// The body is damaged.
pub fn reads_of_constants(class: &ClassFile<'_>, code: &Code<'_>) -> Result<BTreeSet<u32>> {
    let mut reads = BTreeSet::new();
    if !class.access.has(Access::ENUM) {
        return Ok(reads);
    }
    let instructions = code.instructions().collect::<Result<Vec<_>>>()?;
    let is = |at: usize, number: u8| instructions[at].opcode() == number;

    for end in 0..instructions.len() {
        if !is(end, opcode::PUTSTATIC) || !is_made_array(class, &instructions[end])? {
            continue;
        }
        let mut at = end;
        // `dup`, the index, the constant, and the store, for each.
        while at >= 4
            && is(at - 1, opcode::AASTORE)
            && is(at - 2, opcode::GETSTATIC)
            && is(at - 4, opcode::DUP)
        {
            reads.insert(instructions[at - 2].pc);
            at -= 4;
        }
    }
    Ok(reads)
}

/// Says whether a field is the one in which an enum keeps its constants.
fn is_made_array(class: &ClassFile<'_>, access: &Instruction<'_>) -> Result<bool> {
    let Some(index) = access.pool_index() else {
        return Ok(false);
    };
    let field = class.pool.member(index)?;
    Ok(matches!(&*field.name, "ENUM$VALUES" | "$VALUES") && field.owner == class.name()?)
}

/// The initializer of an enum has its constants from a method that nothing else can name.
fn is_implicit_array(class: &ClassFile<'_>, member: &MemberRef<'_>) -> Result<bool> {
    Ok(member.name == "$values"
        && is_implicit_method(class, &member.name, &member.descriptor)
        && member.owner == class.name()?)
}

/// `Objects.requireNonNull(x)`; older compilers test by `x.getClass()`.
fn is_null_test(member: &MemberRef<'_>) -> bool {
    matches!(
        (&*member.owner, &*member.name, &*member.descriptor),
        (
            "java/util/Objects",
            "requireNonNull",
            "(Ljava/lang/Object;)Ljava/lang/Object;"
        ) | ("java/lang/Object", "getClass", "()Ljava/lang/Class;")
    )
}

/// Of resources, assertions, switches without a case that fits, and concatenation.
fn has_name_of_inserted(member: &MemberRef<'_>) -> bool {
    matches!(
        (&*member.owner, &*member.name, &*member.descriptor),
        (
            "java/lang/Throwable",
            "addSuppressed",
            "(Ljava/lang/Throwable;)V"
        ) | ("java/lang/Class", "desiredAssertionStatus", "()Z")
            | ("java/lang/AssertionError", "<init>", _)
            | ("java/lang/IncompatibleClassChangeError", "<init>", "()V")
            | ("java/lang/MatchException", "<init>", _)
            | ("java/lang/String", "valueOf", _)
    )
}

fn is_boxing(member: &MemberRef<'_>) -> bool {
    boxes(&member.owner, &member.name, &member.descriptor)
}

/// `access$000`: the call of the member itself stands in the accessor.
fn is_accessor(member: &MemberRef<'_>) -> bool {
    is_accessor_name(&member.name)
}

/// Says whether a method has the name of an accessor, which the member is called or used in for
/// another class.
pub fn is_accessor_name(name: &str) -> bool {
    name.strip_prefix("access$")
        .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()) && !rest.is_empty())
}

/// A call and the instructions around it.
struct Window<'w> {
    class: &'w ClassFile<'w>,
    instructions: &'w [Instruction<'w>],
    at: usize,
}

impl Window<'_> {
    /// Says whether a call is one of a switch over a string, or over an enum of the same source
    /// file, as javac writes it.
    fn is_of_javac_switch(&self, member: &MemberRef<'_>) -> Result<bool> {
        Ok(match (&*member.owner, &*member.name, &*member.descriptor) {
            ("java/lang/String", "hashCode", "()I") => self.is_string_switch(),
            ("java/lang/String", "equals", "(Ljava/lang/Object;)Z") => self.is_string_case(),
            (owner, "ordinal", "()I") => self.is_direct_enum_switch(owner)?,
            _ => false,
        })
    }

    /// Nothing that is written looks like a table of the compiler.
    fn is_of_switch(&self, member: &MemberRef<'_>) -> Result<bool> {
        Ok(member.name == "ordinal" && member.descriptor == "()I" && self.is_enum_switch()?)
    }

    /// Says whether the call looks like one that compilers insert and like one that is written.
    fn may_be_inserted(&self, member: &MemberRef<'_>) -> bool {
        let of_switch = match (&*member.owner, &*member.name, &*member.descriptor) {
            ("java/lang/String", "hashCode", "()I") => self.is_switch(1),
            ("java/lang/String", "equals", "(Ljava/lang/Object;)Z") => {
                self.is_constant(-1) && self.is_test(1)
            }
            // As compilers since Java 21 switch over an enum of the same source file.
            (_, "ordinal", "()I") => self.is_switch(1),
            _ => false,
        };
        of_switch || is_null_test(member) && self.is_dropped() || has_name_of_inserted(member)
    }

    fn is_constant(&self, distance: isize) -> bool {
        matches!(self.opcode(distance), Some(opcode::LDC | opcode::LDC_W))
    }

    fn is_test(&self, distance: isize) -> bool {
        matches!(self.opcode(distance), Some(opcode::IFEQ | opcode::IFNE))
    }

    /// Nobody wants the result.
    fn is_dropped(&self) -> bool {
        self.opcode(1) == Some(opcode::POP)
    }

    /// Only a copy of the value is given, and what comes of it is dropped: no expression of Java
    /// does that.
    fn is_of_copy(&self) -> bool {
        self.opcode(-1) == Some(opcode::DUP) && self.is_dropped()
    }

    fn opcode(&self, distance: isize) -> Option<u8> {
        self.instruction(distance).map(Instruction::opcode)
    }

    fn instruction(&self, distance: isize) -> Option<&Instruction<'_>> {
        self.instructions.get(self.at.checked_add_signed(distance)?)
    }

    /// `tmp = s; index = -1; switch (tmp.hashCode())`.
    fn is_string_switch(&self) -> bool {
        let stores_minus_one = self.opcode(-3) == Some(opcode::ICONST_M1);
        stores_minus_one
            && self.is_switch(1)
            && self
                .instruction(-1)
                .is_some_and(|load| load.local().is_some())
    }

    /// `if (tmp.equals("x")) index = n;`: a constant compared, and a constant stored where it is
    /// equal.
    fn is_string_case(&self) -> bool {
        let loads = self
            .instruction(-2)
            .is_some_and(|load| load.local().is_some());
        let stores = self
            .instruction(3)
            .is_some_and(|store| is_int_store(store.opcode()));
        let number = self
            .opcode(2)
            .is_some_and(|n| (opcode::ICONST_0..=opcode::SIPUSH).contains(&n));

        self.is_constant(-1)
            && loads
            && self.opcode(1) == Some(opcode::IFEQ)
            && number
            && stores
            && self.method_switches_on_string()
    }

    fn method_switches_on_string(&self) -> bool {
        (0..self.at).any(|at| {
            let window = Window { at, ..*self };
            let hash = self
                .class
                .pool
                .invoked(&self.instructions[at])
                .ok()
                .flatten();
            hash.is_some_and(|m| m.owner == "java/lang/String" && m.name == "hashCode")
                && window.is_string_switch()
        })
    }

    /// `switch ($SwitchMap$E[e.ordinal()])`, or `$SWITCH_TABLE$E()[e.ordinal()]`.
    fn is_enum_switch(&self) -> Result<bool> {
        if !self.reads_for_switch() {
            return Ok(false);
        }

        // A switch over an array that is written takes no table.
        let mut tables = 0usize;
        for (at, instruction) in self.instructions[..self.at].iter().enumerate() {
            let window = Window { at, ..*self };
            if matches!(
                instruction.opcode(),
                opcode::GETSTATIC | opcode::INVOKESTATIC
            ) && let Some(index) = instruction.pool_index()
                && is_table(&self.class.pool.member(index)?.name)
            {
                tables += 1;
            } else if instruction.opcode() == opcode::INVOKEVIRTUAL && window.reads_for_switch() {
                tables = tables.saturating_sub(1);
            }
        }
        Ok(tables > 0)
    }

    fn reads_for_switch(&self) -> bool {
        self.opcode(1) == Some(opcode::IALOAD) && self.is_switch(2)
    }

    /// `switch (e.ordinal())`, as compilers since Java 21 switch over an enum of the same source
    /// file.
    fn is_direct_enum_switch(&self, owner: &str) -> Result<bool> {
        let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_owned();
        Ok(self.is_switch(1) && outermost(owner) == outermost(&self.class.name()?))
    }

    fn is_switch(&self, distance: isize) -> bool {
        matches!(
            self.opcode(distance),
            Some(opcode::LOOKUPSWITCH | opcode::TABLESWITCH)
        )
    }
}

fn is_table(name: &str) -> bool {
    name.starts_with(SWITCH_MAP) || name.starts_with(SWITCH_TABLE)
}

fn is_int_store(number: u8) -> bool {
    matches!(number, opcode::ISTORE | opcode::ISTORE_0..=opcode::ISTORE_3)
}
