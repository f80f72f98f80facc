//! ASM as the oracle: a Java program that reads the same class files, and prints what it reads.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use java_bytecode::ClassFileBytes;
use jvm::jdk::Jdk;

/// The program, which reads class files with ASM.
const SOURCE: &str = include_str!("../../oracle/Oracle.java");

/// A running oracle.
pub struct Oracle {
    process: Child,
    /// The class files, each behind its length.
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

/// The class in a class file, as ASM reads it.
#[derive(Debug)]
pub struct Class {
    pub name: String,
    pub superclass: String,
    pub methods: Vec<Method>,
}

/// A method of a class file.
#[derive(Debug)]
pub struct Method {
    pub access: u16,
    pub name: String,
    pub descriptor: String,
    pub has_code: bool,
    /// True if it has a `jsr`.
    pub has_subroutines: bool,
    pub instructions: Vec<Instruction>,
}

/// How control comes to an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Not at all.
    Never,
    /// By errors of linking or of the virtual machine alone.
    ByErrors,
    /// In the order of the code, or by what an instruction throws.
    Reached,
}

/// An instruction that names a member or a type, or that accesses an array or a monitor.
#[derive(Debug)]
pub struct Instruction {
    pub opcode: u8,
    pub reach: Reach,
    pub operands: Operands,
}

/// The operands of an instruction.
#[derive(Debug)]
pub enum Operands {
    None,
    /// Of a call or field access.
    Member(Member),
    /// An internal name, or the descriptor of an array.
    Type(String),
    /// A type code of `newarray`.
    Primitive(u8),
    /// A type and its number of given dimensions.
    Dimensions(String, u8),
    /// A dynamic call.
    Dynamic(Dynamic),
    /// A constant.
    Constant(Constant),
}

/// A method or a field.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    pub owner: String,
    pub name: String,
    pub descriptor: String,
}

/// A method handle, with its kind of JVMS 4.4.8.
#[derive(Debug)]
pub struct Handle {
    pub kind: u8,
    pub member: Member,
}

/// A dynamic call or constant.
#[derive(Debug)]
pub struct Dynamic {
    pub name: String,
    pub descriptor: String,
    pub bootstrap: Handle,
    pub arguments: Vec<Constant>,
}

/// A constant that `ldc` or a bootstrap method takes.
#[derive(Debug)]
pub enum Constant {
    Text,
    Handle(Handle),
    MethodType,
    Dynamic(Box<Dynamic>),
    /// A class or a number.
    Other,
}

impl Oracle {
    /// Starts it, with the jars of ASM.
    ///
    /// # Errors
    /// The JDK does not start, or the source cannot be written into the folder.
    pub fn start(jdk: &Jdk, asm: &[PathBuf], folder: &Path) -> Result<Oracle> {
        std::fs::create_dir_all(folder)?;
        let source = folder.join("Oracle.java");
        std::fs::write(&source, SOURCE)?;
        let mut process = Command::new(jdk.home().join("bin/java"))
            .arg("-cp")
            .arg(std::env::join_paths(asm)?)
            .arg(&source)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the oracle")?;
        let input = process.stdin.take().context("standard input")?;
        let output = process.stdout.take().context("standard output")?;

        Ok(Oracle {
            process,
            input: Some(BufWriter::new(input)),
            output: BufReader::new(output),
        })
    }

    /// Reads class files; for each the class, or the reason why ASM does not read it.
    ///
    /// # Errors
    /// The oracle ends early.
    pub fn ask(
        &mut self,
        files: &[ClassFileBytes],
    ) -> Result<Vec<std::result::Result<Class, String>>> {
        let input = self.input.as_mut().context("the oracle has ended")?;
        for file in files.iter().filter(|file| !file.bytes.is_empty()) {
            input.write_all(&u32::try_from(file.bytes.len())?.to_be_bytes())?;
            input.write_all(&file.bytes)?;
        }
        input.write_all(&0_u32.to_be_bytes())?;
        input.flush()?;

        let answers = files.iter().map(|file| {
            if file.bytes.is_empty() {
                return Ok(Err("empty".to_owned()));
            }
            self.answer().context("the oracle ended early")
        });
        answers.collect()
    }

    fn answer(&mut self) -> Result<std::result::Result<Class, String>> {
        if self.byte()? == 0 {
            return Ok(Err(self.text()?));
        }
        let (name, superclass) = (self.text()?, self.text()?);
        let methods = (0..self.number()?).map(|_| self.method());

        Ok(Ok(Class {
            name,
            superclass,
            methods: methods.collect::<Result<_>>()?,
        }))
    }

    fn method(&mut self) -> Result<Method> {
        let access = self.short()?;
        let (name, descriptor) = (self.text()?, self.text()?);
        let code = self.byte()?;
        let instructions = (0..self.number()?).map(|_| self.instruction());

        Ok(Method {
            access,
            name,
            descriptor,
            has_code: code > 0,
            has_subroutines: code == 2,
            instructions: instructions.collect::<Result<_>>()?,
        })
    }

    fn instruction(&mut self) -> Result<Instruction> {
        let opcode = self.byte()?;
        let reach = match self.byte()? {
            0 => Reach::Never,
            1 => Reach::ByErrors,
            _ => Reach::Reached,
        };
        let operands = match opcode {
            18 => Operands::Constant(self.constant()?),
            178..=181 => Operands::Member(self.member()?),
            182..=185 => {
                let member = self.member()?;
                self.byte()?;
                Operands::Member(member)
            }
            186 => Operands::Dynamic(self.dynamic()?),
            187 | 189 => Operands::Type(self.text()?),
            188 => Operands::Primitive(self.byte()?),
            197 => Operands::Dimensions(self.text()?, self.byte()?),
            _ => Operands::None,
        };

        Ok(Instruction {
            opcode,
            reach,
            operands,
        })
    }

    fn dynamic(&mut self) -> Result<Dynamic> {
        let (name, descriptor) = (self.text()?, self.text()?);
        let bootstrap = self.handle()?;
        let arguments = (0..self.short()?).map(|_| self.constant());

        Ok(Dynamic {
            name,
            descriptor,
            bootstrap,
            arguments: arguments.collect::<Result<_>>()?,
        })
    }

    fn constant(&mut self) -> Result<Constant> {
        Ok(match self.byte()? {
            b'H' => Constant::Handle(self.handle()?),
            b'D' => Constant::Dynamic(Box::new(self.dynamic()?)),
            kind @ (b'S' | b'M' | b'C' | b'N') => {
                self.text()?;
                match kind {
                    b'S' => Constant::Text,
                    b'M' => Constant::MethodType,
                    _ => Constant::Other,
                }
            }
            other => bail!("the oracle prints an unknown constant {other}"),
        })
    }

    fn handle(&mut self) -> Result<Handle> {
        Ok(Handle {
            kind: self.byte()?,
            member: self.member()?,
        })
    }

    fn member(&mut self) -> Result<Member> {
        Ok(Member {
            owner: self.text()?,
            name: self.text()?,
            descriptor: self.text()?,
        })
    }

    fn text(&mut self) -> Result<String> {
        let mut bytes = vec![0; self.number()? as usize];
        self.output.read_exact(&mut bytes)?;
        Ok(String::from_utf8(bytes)?)
    }

    fn number(&mut self) -> Result<u32> {
        let mut bytes = [0; 4];
        self.output.read_exact(&mut bytes)?;
        Ok(u32::from_be_bytes(bytes))
    }

    fn short(&mut self) -> Result<u16> {
        let mut bytes = [0; 2];
        self.output.read_exact(&mut bytes)?;
        Ok(u16::from_be_bytes(bytes))
    }

    fn byte(&mut self) -> Result<u8> {
        let mut byte = [0];
        self.output.read_exact(&mut byte)?;
        Ok(byte[0])
    }
}

impl Drop for Oracle {
    /// Closes its input, so that it ends.
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
