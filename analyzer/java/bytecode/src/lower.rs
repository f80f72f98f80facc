//! The door for one method: from its code to a body.

use index_vec::{IndexVec, index_vec};
use ir::{
    AllocationId, AllocationSite, Block, Body, CallSite, CallSiteId, Gap, Hides, Local, LocalId,
    MethodId, Point, PointId, Program, Statement, StatementKind, Terminator,
};
use java_types::descriptor::{MethodDescriptor, Type};
use text::Span;

use crate::class::{CodeOf, DeclaredClass};
use crate::error::{BytecodeError, Fault, Result};
use crate::place::{Context, Home};
use crate::reference::reference;
use crate::refine::finish::moved;
use crate::refine::refine;
use crate::translate::translate;

/// The body of a method with the tables that belong to it. Ids of calls, points and allocations
/// count from 0; those of methods, classes and files are the program's.
#[derive(Debug, Clone, Default)]
pub struct LoweredBody {
    /// The body.
    pub body: Body,
    /// Its calls.
    pub calls: IndexVec<CallSiteId, CallSite>,
    /// The points of its calls.
    pub points: IndexVec<PointId, Point>,
    /// Its allocations.
    pub allocations: IndexVec<AllocationId, AllocationSite>,
    /// The code in it that could not be followed.
    pub gaps: Vec<Gap>,
    /// The first line of the code; 0 where it is not known.
    pub line: u32,
}

/// Lowers a method of a class: number `method` of [`DeclaredClass::methods`]. Asks for nothing of
/// other methods. O(size of the code), and the slots that are live in each block.
///
/// # Errors
/// [`BytecodeError`] where the code breaks a rule of JVMS 4.9, or the method has none.
pub fn lower(
    class: &DeclaredClass,
    method: usize,
    context: &Context<'_>,
    home: Home,
) -> std::result::Result<LoweredBody, BytecodeError> {
    lowered(class, method, (context, home)).map_err(|fault| class.error(method, fault))
}

fn lowered(
    class: &DeclaredClass,
    method: usize,
    place: (&Context<'_>, Home),
) -> Result<LoweredBody> {
    let declared = class.methods().get(method);
    let declared = declared.ok_or_else(|| Fault::new("there is no such method"))?;
    let raw = match declared.code {
        CodeOf::Nothing => return Err(Fault::new("the method has no code")),
        CodeOf::Reference { member, pc } => reference(class, method, (member, pc), place)?,
        CodeOf::Member(member) => {
            let code = class.file.code(member)?;
            let code = code.ok_or_else(|| Fault::new("the method has no code"))?;
            translate(class, method, member, &code, place)?
        }
    };
    let entry = raw.blocks.iter().flat_map(|block| &block.statements);
    let line = entry
        .map(|statement| statement.span.line)
        .find(|&line| line > 0);
    let refined = refine(raw, place.0.hierarchy)?;

    Ok(LoweredBody {
        line: line.unwrap_or_default(),
        ..refined
    })
}

/// The body of a method whose code cannot be read: it may do anything. Gives the gap with the
/// reason.
pub fn unreadable(
    class: &DeclaredClass,
    method: usize,
    home: Home,
    error: &BytecodeError,
) -> LoweredBody {
    let declared = &class.methods()[method];
    let own = Type::Class(class.info().name.clone());
    let receiver = (!declared.access.is_static()).then_some(own);
    let descriptor = MethodDescriptor::parse(&declared.descriptor);
    let parameters = descriptor.map_or_else(|_| Vec::new(), |descriptor| descriptor.parameters);
    let locals: IndexVec<LocalId, Local> = receiver
        .into_iter()
        .chain(parameters)
        .map(|ty| Local { name: None, ty })
        .collect();
    let body = Body {
        parameters: locals.indices().collect(),
        locals,
        blocks: index_vec![Block {
            statements: vec![Statement {
                kind: StatementKind::Unknown,
                span: Span::default(),
            }],
            terminator: Terminator::Unreachable,
            handlers: Vec::new(),
        }],
        ..Body::default()
    };
    let gap = Gap {
        file: home.file,
        span: Span::default(),
        class: Some(home.class),
        reason: format!("the code cannot be read: {error}"),
        hides: Hides::Users,
        missing: None,
    };

    LoweredBody {
        body,
        gaps: vec![gap],
        ..LoweredBody::default()
    }
}

impl LoweredBody {
    /// Adds the body and its tables to a program, as those of a method that it has without a body.
    /// O(size of the body).
    ///
    /// # Panics
    /// If the program has no such method.
    pub fn add_to(mut self, program: &mut Program, method: MethodId) {
        let (calls, points) = (program.calls.len(), program.points.len());
        moved(&mut self, calls, points, program.allocations.len());
        program.calls.extend(self.calls);
        program.points.extend(self.points);
        program.allocations.extend(self.allocations);
        program.gaps.extend(self.gaps);

        let declared = &mut program.methods[method];
        declared.body = Some(self.body);
        declared.span = Span {
            line: self.line,
            column: u32::from(self.line > 0),
            ..Span::default()
        };
    }
}
