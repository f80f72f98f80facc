//! Methods around calls of the library: each tells the recorder before and after its call.
//!
//! The method stands in the class that makes the call, so the call may use what its class may use,
//! and code that asks for its caller finds the same class.

use instrument::weave::parts::{PREFIX, frame_type};
use java_types::Access;
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use jvm::classfile::{
    CatchAll, ClassFile, ClassFileError, Code, FrameType, Insertions, NewMethod, Result, opcode,
};

use super::code::{LIBRARY, Piece};

/// A call with a method around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Around {
    /// The instruction.
    pub opcode: u8,
    /// Type of the receiver in the method around.
    pub receiver: String,
    /// The type that the call names.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The type is an interface.
    pub is_interface: bool,
    /// The number of the method in the table of calls.
    pub call: u32,
}

/// The methods around calls of one class.
#[derive(Debug, Default)]
pub struct Boundary {
    methods: Vec<Around>,
}

impl Boundary {
    /// The name and descriptor of the method around a call.
    ///
    /// # Errors
    /// The descriptor is damaged.
    pub fn method(&mut self, around: &Around) -> Result<(String, String)> {
        let number = match self.methods.iter().position(|known| known == around) {
            Some(number) => number,
            None => {
                self.methods.push(around.clone());
                self.methods.len() - 1
            }
        };
        Ok((name(number), around.own_descriptor()?))
    }

    /// Adds the methods to their class.
    ///
    /// # Errors
    /// The class is full.
    pub fn add_to(&self, class: &mut ClassFile<'_>) -> Result<()> {
        for (number, around) in self.methods.iter().enumerate() {
            let code = around.code(class)?;
            let of_class = if around.is_special() {
                Access(0)
            } else {
                Access::STATIC
            };
            let name = name(number);
            let descriptor = around.own_descriptor()?;
            class.append_method(&NewMethod {
                access: Access::PRIVATE | Access::SYNTHETIC | of_class,
                name: &name,
                descriptor: &descriptor,
                code,
            })?;
        }
        Ok(())
    }
}

fn name(number: usize) -> String {
    format!("{PREFIX}log{number}")
}

impl Around {
    fn is_special(&self) -> bool {
        self.opcode == opcode::INVOKESPECIAL
    }

    fn own_descriptor(&self) -> Result<String> {
        let (parameters, result) = self
            .descriptor
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .unwrap_or_default();
        let receiver = match self.opcode {
            opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE => format!("L{};", self.receiver),
            _ => String::new(),
        };
        Ok(format!("({receiver}{parameters}I){result}"))
    }

    fn code(&self, class: &mut ClassFile<'_>) -> Result<Code<'static>> {
        let signature = MethodDescriptor::parse(&self.descriptor)
            .map_err(|_| ClassFileError::Malformed("descriptor"))?;
        let object = Type::object();
        let receiver = match self.opcode {
            opcode::INVOKESTATIC => None,
            opcode::INVOKESPECIAL => Some(Type::class(class.name()?.as_ref())),
            _ => Some(Type::class(self.receiver.as_str())),
        };
        let int = Type::Primitive(Primitive::Int);
        let mut variables: Vec<Type> = receiver.iter().cloned().collect();
        variables.extend(signature.parameters.iter().cloned());
        let mut slots = Vec::new();
        let mut next = 0_u16;
        for variable in &variables {
            slots.push(next);
            next += variable.slots();
        }
        let (site, before, result) = (next, next + 1, next + 2);
        let thrown = result;
        let pool = &mut class.pool;

        let mut code = Piece::new();
        match receiver {
            Some(_) => code.load(&object, 0),
            None => code.null(),
        }
        let first = usize::from(receiver.is_some());
        let argument = variables
            .iter()
            .zip(&slots)
            .skip(first)
            .find(|(ty, _)| ty.is_reference());
        match argument {
            Some((ty, &slot)) => code.load(ty, slot),
            None => code.null(),
        }
        code.int(self.call, pool)?;
        code.load(&int, site);
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;II)Ljava/lang/Object;";
        code.call((LIBRARY, "before", descriptor), (4, 1), pool)?;
        let last_before = code.pc();
        code.store(&object, before);

        for (ty, &slot) in variables.iter().zip(&slots) {
            code.load(ty, slot);
        }
        let pops: u16 = variables.iter().map(Type::slots).sum();
        let returned = signature.result.as_ref();
        let pushes = returned.map_or(0, Type::slots);
        let index =
            pool.add_method(&self.owner, &self.name, &self.descriptor, self.is_interface)?;
        code.invoke(self.opcode, index, pops, pushes)?;

        if let Some(ty) = returned {
            code.store(ty, result);
        }
        code.load(&object, before);
        let told = match returned {
            Some(ty @ Type::Primitive(Primitive::Boolean)) => {
                code.load(ty, result);
                "Z"
            }
            Some(ty) if ty.is_reference() => {
                code.load(ty, result);
                "Ljava/lang/Object;"
            }
            _ => {
                code.null();
                "Ljava/lang/Object;"
            }
        };
        code.load(&int, site);
        let descriptor = format!("(Ljava/lang/Object;{told}I)V");
        code.call((LIBRARY, "after", &descriptor), (3, 0), pool)?;
        if let Some(ty) = returned {
            code.load(ty, result);
        }
        code.assembler().return_value(returned);

        let mut handler = Piece::new();
        handler.store(&object, thrown);
        handler.load(&object, before);
        handler.load(&object, thrown);
        handler.load(&int, site);
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Throwable;I)V";
        handler.call((LIBRARY, "failed", descriptor), (3, 0), pool)?;
        handler.load(&object, thrown);
        handler.emit(opcode::ATHROW, 1, 0);

        let mut locals = Vec::new();
        for variable in &variables {
            locals.push(frame_type(variable, pool)?);
        }
        locals.push(FrameType::Integer);
        locals.push(frame_type(&object, pool)?);
        let all = result + returned.map_or(1, |ty| ty.slots().max(1));
        let (bytes, deepest) = code.finish();
        let body = Code {
            max_stack: deepest,
            max_locals: all,
            bytes: bytes.into(),
            exceptions: Vec::new(),
            attributes: Vec::new(),
        };
        let mut snippet = handler.snippet(all);
        snippet.stack += 1;
        let mut insertions = Insertions::new();
        insertions.catch_all(CatchAll {
            after: Some(last_before.into()),
            code: snippet,
            locals,
        });
        insertions.apply(&body, class.major, &mut class.pool)
    }
}
