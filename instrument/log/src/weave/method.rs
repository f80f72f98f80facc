//! One method while it is woven.

use std::collections::BTreeSet;
use std::sync::Arc;

use instrument::weave::parts::PREFIX;
use java_types::Access;
use java_types::descriptor::Type;
use jvm::classfile::{
    CatchAll, ClassFile, ClassFileError, Code, FrameType, Insertions, LineEntry, Result, Snippet,
    line_at, opcode,
};

use plan::{AccessPlace, MethodPlace};

use super::boundary::Boundary;
use super::code::{LIBRARY, LOG, Piece};
use super::fixed::Fixed;
use super::program::Program;
use super::{access, arguments, calls, decisions, fixed, references, stacks};
use crate::sites::{NewSite, SiteTable};

/// The version from which `ldc` can push a class (Java 5).
const CLASS_CONSTANTS: u16 = 49;

/// A method while it is woven.
pub struct Method<'m, 'c> {
    /// Its class.
    pub class: &'m mut ClassFile<'c>,
    /// The program.
    pub program: &'m Program,
    /// The table of sites.
    pub table: &'m mut SiteTable,
    /// The methods that stand around calls of the library.
    pub boundary: &'m mut Boundary,
    /// Internal name of its class.
    pub owner: &'m str,
    /// Its source file, below a source root.
    pub file: &'m str,
    /// Its name.
    pub name: String,
    /// Its class, name and descriptor.
    pub place: MethodPlace,
    /// Its flags.
    pub access: Access,
    /// Its code, in which calls are replaced where they stand.
    pub code: Code<'static>,
    /// The lines of the code.
    pub lines: Vec<LineEntry>,
    /// The code that comes in between.
    pub insertions: Insertions,
    /// It is `synchronized`, and takes its lock without a record.
    pub has_silent_lock: bool,
    /// The class file does not have it.
    pub is_added: bool,
    /// The instructions that take nothing that depends on what the thread has read.
    pub fixed: Fixed,
    /// No instruction stores anything in place of `this`.
    pub keeps_this: bool,
    /// The writes of fields of `this` before it is an object.
    pub early_writes: BTreeSet<u32>,
}

/// The local variables of the recorder, above those of the method.
#[derive(Debug, Clone, Copy)]
pub struct Slots {
    /// An object.
    pub object: u16,
    /// A buffer.
    pub buffer: u16,
    /// A value, of two slots.
    pub value: u16,
    /// The calls that are open.
    pub calls: u16,
    /// The number of all variables.
    pub all: u16,
}

impl Method<'_, '_> {
    /// The local variables of the recorder.
    ///
    /// # Errors
    /// The method has too many variables.
    pub fn slots(&self) -> Result<Slots> {
        let first = self.code.max_locals;
        let all = first
            .checked_add(5)
            .ok_or(ClassFileError::TooLong("list of local variables"))?;
        Ok(Slots {
            object: first,
            buffer: first + 1,
            value: first + 2,
            calls: first + 4,
            all,
        })
    }

    /// The number of a new site.
    ///
    /// # Errors
    /// There are too many sites.
    pub fn site(&mut self, pc: u32, field: u32) -> Result<u32> {
        self.site_of(pc, field, false)
    }

    /// The number of a new site; it may be one of an access that needs no record.
    ///
    /// # Errors
    /// There are too many sites.
    pub fn site_of(&mut self, pc: u32, field: u32, is_unshared: bool) -> Result<u32> {
        let method = format!("{}.{}", self.owner.replace('/', "."), self.name);
        let site = NewSite {
            file: self.file,
            line: self.line(pc),
            method: &method,
            field,
            is_unshared,
        };
        self.table
            .site(site)
            .ok_or(ClassFileError::TooLong("table of sites"))
    }

    /// The line of an instruction, 0 if it is not known.
    fn line(&self, pc: u32) -> u32 {
        line_at(&self.lines, pc).map_or(0, u32::from)
    }

    /// Returns whether no two threads are in conflict about an access; `field` is none for elements.
    pub fn is_unshared(&self, pc: u32, field: Option<&str>) -> bool {
        self.program.unshared.as_ref().is_some_and(|unshared| {
            unshared.accesses.contains(&AccessPlace {
                method: self.place.clone(),
                line: self.line(pc),
                field: field.map(Arc::from),
            })
        })
    }

    /// Inserts code before an instruction, and code behind it.
    ///
    /// # Errors
    /// The method has too many variables.
    pub fn surround(&mut self, pc: u32, before: Piece, after: Piece) -> Result<()> {
        let all = self.slots()?.all;
        self.insertions.before(pc, before.snippet(all));
        self.insertions.after(pc, after.snippet(all));
        Ok(())
    }

    /// Returns whether [`plan::Unshared`] assumes that the method does not run. The method that a bridge
    /// calls is expected, or not.
    fn is_unexpected(&self) -> bool {
        let is_own = self.is_added || self.name.starts_with(PREFIX);
        let is_assumed = !is_own && !self.access.has(Access::BRIDGE);
        let unshared = self.program.unshared.as_ref();
        is_assumed && unshared.is_some_and(|unshared| !unshared.reached.contains(&self.place))
    }

    /// Returns whether [`plan::Unshared`] assumes that one thread alone runs the method, for each object.
    fn is_body_of_one_thread(&self) -> bool {
        let unshared = self.program.unshared.as_ref();
        unshared.is_some_and(|unshared| unshared.bodies.contains(&self.place))
    }

    /// Returns whether the method checks an assumption.
    pub fn is_checked(&self) -> bool {
        self.is_unexpected() || self.is_body_of_one_thread()
    }

    /// Checks the assumptions of [`plan::Unshared`] at the begin of the method.
    fn assumptions(&mut self) -> Result<()> {
        let slots = self.slots()?;
        let mut piece = Piece::new();
        if self.is_unexpected() {
            let site = self.site(0, 0)?;
            let pool = &mut self.class.pool;
            piece.int(site, pool)?;
            piece.call((LOG, "unexpected", "(I)V"), (1, 0), pool)?;
        }
        if self.is_body_of_one_thread() {
            let site = self.site(0, 0)?;
            let pool = &mut self.class.pool;
            piece.load(&Type::object(), 0);
            piece.int(site, pool)?;
            piece.call((LOG, "runs", "(Ljava/lang/Object;I)V"), (2, 0), pool)?;
        }
        if self.is_checked() {
            self.insertions.at_entry(piece.snippet(slots.all));
        }
        Ok(())
    }

    /// Inserts the events of a method with code. Gives the flags that it is to have.
    ///
    /// # Errors
    /// The class is damaged or full.
    pub fn weave(&mut self, descriptor: &str) -> Result<Access> {
        // Calls are replaced while the code is read.
        let old = self.code.clone();
        let body = self.body_start(&old)?;
        if self.name == "<init>" {
            self.early_writes = old.object_uses(&self.class.pool, true)?.early_writes;
        }
        let keeps_this = !self.access.is_static() && !stores_this(&old)?;
        self.keeps_this = keeps_this;
        self.fixed = fixed::instructions(&old, &self.class.pool, self.program, keeps_this)?;
        let returns_to_library = self.callback(descriptor, keeps_this).is_some();
        self.assumptions()?;
        for instruction in old.instructions() {
            let instruction = instruction?;
            decisions::weave(self, &instruction, returns_to_library)?;
            let is_before_super = body.is_some_and(|start| instruction.pc < start);
            access::weave(self, &instruction)?;
            // Before the site that the call takes is on the stack.
            stacks::call(self, &instruction)?;
            arguments::weave(self, &instruction)?;
            calls::weave(self, &instruction, is_before_super)?;
            self.monitor(&instruction)?;
        }
        self.class_initializer(&old)?;
        self.around(&old, descriptor)
    }

    /// The end of the call of `super(..)` or `this(..)` in a constructor, before which `this` is no
    /// object yet.
    fn body_start(&self, code: &Code<'_>) -> Result<Option<u32>> {
        if self.name != "<init>" {
            return Ok(None);
        }
        let pc = code.delegation(&self.class.pool)?;
        pc.map(|pc| Ok(code.instruction(pc)?.end())).transpose()
    }

    /// `monitorenter` and `monitorexit`.
    fn monitor(&mut self, instruction: &jvm::classfile::Instruction<'_>) -> Result<()> {
        let object = Type::object();
        let slots = self.slots()?;
        match instruction.opcode() {
            opcode::MONITORENTER => {
                let site = self.site(instruction.pc, 0)?;
                let mut before = Piece::new();
                before.dup(&object);
                before.store(&object, slots.object);
                before.load(&object, slots.object);
                self.lock_event(&mut before, "request", site)?;
                let mut after = Piece::new();
                after.load(&object, slots.object);
                self.lock_event(&mut after, "acquired", site)?;
                self.surround(instruction.pc, before, after)?;
            }
            opcode::MONITOREXIT => {
                let site = self.site(instruction.pc, 0)?;
                let mut before = Piece::new();
                before.dup(&object);
                self.lock_event(&mut before, "releasing", site)?;
                self.insertions
                    .before(instruction.pc, before.snippet(slots.all));
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells an event of the lock on the stack.
    fn lock_event(&mut self, piece: &mut Piece, name: &str, site: u32) -> Result<()> {
        let pool = &mut self.class.pool;
        piece.int(site, pool)?;
        piece.call((LOG, name, "(Ljava/lang/Object;I)V"), (2, 0), pool)
    }

    /// The end of a class initializer, and uses of the class at the begin of its static methods and
    /// constructors.
    fn class_initializer(&mut self, code: &Code<'_>) -> Result<()> {
        let slots = self.slots()?;
        if self.name == "<clinit>" {
            let field = self.table.field(self.owner, "<clinit>");
            for instruction in code.instructions() {
                let instruction = instruction?;
                if instruction.is_return() {
                    let site = self.site(instruction.pc, field)?;
                    let pool = &mut self.class.pool;
                    let mut piece = Piece::new();
                    piece.int(field, pool)?;
                    piece.int(site, pool)?;
                    piece.call((LOG, "initialized", "(II)V"), (2, 0), pool)?;
                    self.insertions
                        .before(instruction.pc, piece.snippet(slots.all));
                }
            }
            // The initializer of the superclass comes first.
            let above = self.class.super_name()?.map(|name| name.to_string());
            if let Some(above) = above {
                self.uses_at_entry(&above)?;
            }
        } else if self.access.is_static() || self.name == "<init>" {
            let owner = self.owner.to_owned();
            self.uses_at_entry(&owner)?;
        }
        Ok(())
    }

    fn uses_at_entry(&mut self, class: &str) -> Result<()> {
        let mut piece = Piece::new();
        if self.uses(&mut piece, class, 0)? {
            let slots = self.slots()?;
            self.insertions.at_entry(piece.snippet(slots.all));
        }
        Ok(())
    }

    /// Tells that the thread uses a class. False if no initializer of the program makes the class.
    ///
    /// # Errors
    /// The class is full.
    pub fn uses(&mut self, piece: &mut Piece, class: &str, pc: u32) -> Result<bool> {
        let Some(initialized) = self.program.initialized(class) else {
            return Ok(false);
        };
        let field = self.table.field(&initialized, "<clinit>");
        let site = self.site(pc, field)?;
        let pool = &mut self.class.pool;
        piece.int(field, pool)?;
        piece.int(site, pool)?;
        piece.call((LOG, "uses", "(II)V"), (2, 0), pool)?;
        Ok(true)
    }

    /// The code around the body: the lock of a `synchronized` method, and the begin and end of a
    /// method that the library calls. Gives the flags of the method.
    fn around(&mut self, code: &Code<'_>, descriptor: &str) -> Result<Access> {
        let keeps_this = !self.access.is_static() && !stores_this(code)?;
        let callback = self.callback(descriptor, keeps_this);
        let is_synchronized = self.access.has(Access::SYNCHRONIZED);
        let is_atomic = self.is_transaction();
        if callback.is_none() && !is_synchronized && !is_atomic {
            stacks::around(self, code)?;
            return Ok(self.access);
        }
        let slots = self.slots()?;
        let is_static = self.access.is_static();
        let takes_lock =
            is_synchronized && (keeps_this || is_static && self.class.major >= CLASS_CONSTANTS);
        let site = self.site(0, 0)?;

        let mut entry = stacks::piece("begins", &mut self.class.pool)?;
        stacks::handlers(self, code)?;
        if let Some(callback) = callback {
            self.library_event(&mut entry, callback.begin(), callback, site)?;
        }
        if is_atomic {
            self.own_event(&mut entry, "transactionBegins", site)?;
        }
        self.has_silent_lock = is_synchronized && !takes_lock;
        if takes_lock {
            self.push_lock(&mut entry)?;
            self.lock_event(&mut entry, "request", site)?;
            self.push_lock(&mut entry)?;
            entry.emit(opcode::MONITORENTER, 1, 0);
            self.push_lock(&mut entry)?;
            self.lock_event(&mut entry, "acquired", site)?;
        }
        self.insertions.at_entry(entry.snippet(slots.all));

        for instruction in code.instructions() {
            let instruction = instruction?;
            if instruction.is_return() {
                let exit = self.exit(takes_lock, callback, false, site)?;
                self.insertions
                    .before(instruction.pc, exit.snippet(slots.all));
            }
        }
        let mut handler = self.exit(takes_lock, callback, true, site)?;
        handler.emit(opcode::ATHROW, 1, 0);
        let mut locals = Vec::new();
        if keeps_this {
            locals.push(FrameType::Object(self.class.pool.add_class(self.owner)?));
        }
        let Snippet {
            bytes,
            stack,
            locals: number,
        } = handler.snippet(slots.all);
        self.insertions.catch_all(CatchAll {
            after: None,
            code: Snippet {
                bytes,
                stack: stack + 1,
                locals: number,
            },
            locals,
        });
        Ok(if takes_lock {
            Access(self.access.0 & !Access::SYNCHRONIZED.0)
        } else {
            self.access
        })
    }

    fn push_lock(&mut self, piece: &mut Piece) -> Result<()> {
        if self.access.is_static() {
            piece.class(self.owner, &mut self.class.pool)
        } else {
            piece.load(&Type::object(), 0);
            Ok(())
        }
    }

    fn exit(
        &mut self,
        takes_lock: bool,
        callback: Option<Callback>,
        is_thrown: bool,
        site: u32,
    ) -> Result<Piece> {
        let mut exit = Piece::new();
        if takes_lock {
            self.push_lock(&mut exit)?;
            self.lock_event(&mut exit, "releasing", site)?;
            self.push_lock(&mut exit)?;
            exit.emit(opcode::MONITOREXIT, 1, 0);
        }
        if self.is_transaction() {
            self.own_event(&mut exit, "transactionEnds", site)?;
        }
        if let Some(callback) = callback {
            self.library_event(&mut exit, callback.end(is_thrown), callback, site)?;
        }
        stacks::end(&mut exit, &mut self.class.pool)?;
        Ok(exit)
    }

    /// Returns whether the user wants the method as a transaction.
    fn is_transaction(&self) -> bool {
        let is_own = self.is_added || self.name.starts_with(PREFIX) || self.name.starts_with('<');
        !is_own
            && !self.access.has(Access::BRIDGE)
            && self.program.is_atomic(self.owner, &self.name)
    }

    fn own_event(&mut self, piece: &mut Piece, name: &str, site: u32) -> Result<()> {
        let pool = &mut self.class.pool;
        piece.int(site, pool)?;
        piece.call((LOG, name, "(I)V"), (1, 0), pool)
    }

    fn library_event(
        &mut self,
        piece: &mut Piece,
        name: &str,
        callback: Callback,
        site: u32,
    ) -> Result<()> {
        let pool = &mut self.class.pool;
        match callback {
            Callback::Task => {
                piece.load(&Type::object(), 0);
                piece.int(site, pool)?;
                piece.call((LIBRARY, name, "(Ljava/lang/Object;I)V"), (2, 0), pool)
            }
            Callback::Other => {
                piece.int(site, pool)?;
                piece.call((LIBRARY, name, "(I)V"), (1, 0), pool)
            }
        }
    }

    /// The way in which the library may call the method.
    fn callback(&self, descriptor: &str, keeps_this: bool) -> Option<Callback> {
        if self.name.starts_with('<') || self.access.has(Access::BRIDGE) {
            return None;
        }
        if keeps_this {
            let types: &[&str] = match (&*self.name, descriptor.starts_with("()")) {
                ("run", true) => &["java/lang/Runnable"],
                ("call", true) => &["java/util/concurrent/Callable"],
                ("compute" | "exec", true) => &["java/util/concurrent/ForkJoinTask"],
                _ => &[],
            };
            if types
                .iter()
                .any(|above| self.program.is_below(self.owner, above))
            {
                return Some(Callback::Task);
            }
        }
        let is = self.name.starts_with(references::NAME)
            || self.program.is_callback(self.owner, &self.name, descriptor);
        is.then_some(Callback::Other)
    }
}

/// The way in which the library calls a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Callback {
    /// As the body of a task, which is the receiver.
    Task,
    /// In any other way.
    Other,
}

impl Callback {
    fn begin(self) -> &'static str {
        match self {
            Callback::Task => "begin",
            Callback::Other => "enter",
        }
    }

    fn end(self, is_thrown: bool) -> &'static str {
        match self {
            Callback::Task if is_thrown => "fail",
            Callback::Task => "end",
            Callback::Other => "leave",
        }
    }
}

/// Returns whether code stores to the variable of `this`.
fn stores_this(code: &Code<'_>) -> Result<bool> {
    for instruction in code.instructions() {
        let instruction = instruction?;
        if instruction.opcode() == opcode::ASTORE_0
            || instruction.opcode() == opcode::ASTORE && instruction.local() == Some(0)
        {
            return Ok(true);
        }
    }
    Ok(false)
}
