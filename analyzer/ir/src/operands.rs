//! Which locals the parts of a body read and write.

use super::{AllocationKind, CallSite, LocalId, Program, StatementKind, Terminator};

impl StatementKind {
    /// The local that the statement assigns when it completes normally, the result of a call apart
    /// (that is in its [`CallSite`]; see [`Program::target`]).
    pub fn target(&self) -> Option<LocalId> {
        match self {
            StatementKind::Constant { target, .. }
            | StatementKind::Assign { target, .. }
            | StatementKind::Cast { target, .. }
            | StatementKind::InstanceOf { target, .. }
            | StatementKind::Compute { target, .. }
            | StatementKind::Load { target, .. }
            | StatementKind::ArrayLoad { target, .. }
            | StatementKind::Allocate { target, .. } => Some(*target),
            StatementKind::Store { .. }
            | StatementKind::ArrayStore { .. }
            | StatementKind::Call(_)
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => None,
        }
    }

    /// The locals that the statement itself names and reads, in order; what calls and allocations
    /// read stands in their sites (see [`Program::operands`]).
    pub fn operands(&self) -> Vec<LocalId> {
        match self {
            StatementKind::Assign { source, .. }
            | StatementKind::Cast { source, .. }
            | StatementKind::InstanceOf { source, .. } => vec![*source],
            StatementKind::Compute { operands, .. } => operands.clone(),
            StatementKind::Load { object, .. } => object.iter().copied().collect(),
            StatementKind::Store { object, source, .. } => {
                object.iter().copied().chain([*source]).collect()
            }
            StatementKind::ArrayLoad { array, index, .. } => vec![*array, *index],
            StatementKind::ArrayStore {
                array,
                index,
                source,
            } => vec![*array, *index, *source],
            StatementKind::Monitor { object, .. } => vec![*object],
            StatementKind::Constant { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Call(_)
            | StatementKind::Unknown => Vec::new(),
        }
    }

    /// All locals that the statement itself names, to be renamed: the target first, then the
    /// operands in order.
    pub fn locals_mut(&mut self) -> Vec<&mut LocalId> {
        match self {
            StatementKind::Constant { target, .. } | StatementKind::Allocate { target, .. } => {
                vec![target]
            }
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. }
            | StatementKind::InstanceOf { target, source, .. } => vec![target, source],
            StatementKind::Compute {
                target, operands, ..
            } => std::iter::once(target).chain(operands.iter_mut()).collect(),
            StatementKind::Load { target, object, .. } => {
                std::iter::once(target).chain(object.as_mut()).collect()
            }
            StatementKind::Store { object, source, .. } => {
                object.iter_mut().chain([source]).collect()
            }
            StatementKind::ArrayLoad {
                target,
                array,
                index,
            } => vec![target, array, index],
            StatementKind::ArrayStore {
                array,
                index,
                source,
            } => vec![array, index, source],
            StatementKind::Monitor { object, .. } => vec![object],
            StatementKind::Call(_) | StatementKind::Unknown => Vec::new(),
        }
    }
}

impl CallSite {
    /// The receiver, if there is one, and the arguments.
    pub fn operands(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.receiver.iter().chain(&self.arguments).copied()
    }
}

impl AllocationKind {
    /// The captured locals of a functional object; nothing for others.
    pub fn captures(&self) -> &[LocalId] {
        match self {
            AllocationKind::Functional { captures, .. } => captures,
            AllocationKind::Instance | AllocationKind::Array => &[],
        }
    }
}

impl Terminator {
    /// The local that decides, leaves or is thrown.
    pub fn operand(&self) -> Option<LocalId> {
        match self {
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Return(value) => *value,
            Terminator::Throw(exception) => Some(*exception),
            Terminator::Goto(_) | Terminator::Unreachable => None,
        }
    }
}

impl Program {
    /// The local that a statement assigns when it completes normally, results of calls included.
    pub fn target(&self, statement: &StatementKind) -> Option<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].result,
            _ => statement.target(),
        }
    }

    /// All locals that a statement reads, in order: for a call the receiver and the arguments, for
    /// a functional object the captured locals.
    pub fn operands(&self, statement: &StatementKind) -> Vec<LocalId> {
        match statement {
            StatementKind::Call(site) => self.calls[*site].operands().collect(),
            StatementKind::Allocate { site, .. } => {
                self.allocations[*site].kind.captures().to_vec()
            }
            _ => statement.operands(),
        }
    }
}
