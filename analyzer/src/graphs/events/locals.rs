//! The locals of the values at the places that raise events.

use ir::{CallSite, LocalId, MethodId, Program};
use points_to::Dispatch;

use super::{AccessValues, Source};

/// The locals, of the method that holds a place, in which the values are found that events bind
/// there.
pub struct Locals<'a> {
    receiver: Option<LocalId>,
    arguments: &'a [LocalId],
    result: Option<LocalId>,
    caller: Option<LocalId>,
}

impl<'a> Locals<'a> {
    /// Returns the locals at a call.
    pub fn of_call(program: &'a Program, dispatch: &Dispatch<'_>, call: &'a CallSite) -> Self {
        let caller = Locals::of_body(program, dispatch, call.method, None).receiver;
        Locals {
            receiver: call.receiver,
            arguments: &call.arguments,
            result: call.result,
            caller,
        }
    }

    /// Returns the locals at the body of `method`; `result` where it returns one. Without a body
    /// there are none.
    pub fn of_body(
        program: &'a Program,
        dispatch: &Dispatch<'_>,
        method: MethodId,
        result: Option<LocalId>,
    ) -> Self {
        let parameters = program.methods[method]
            .body
            .as_ref()
            .map_or(&[][..], |body| &body.parameters);
        let (own, arguments) = if dispatch.has_receiver(method) {
            parameters.split_at_checked(1).unwrap_or_default()
        } else {
            (&[][..], parameters)
        };
        let receiver = own.first().copied();

        Locals {
            receiver,
            arguments,
            result,
            caller: receiver,
        }
    }

    /// Returns the locals at a read or write of a field.
    pub fn of_access(
        program: &'a Program,
        dispatch: &Dispatch<'_>,
        method: MethodId,
        values: &AccessValues<'a>,
    ) -> Self {
        let caller = Locals::of_body(program, dispatch, method, None).receiver;
        Locals {
            receiver: values.object,
            arguments: values.arguments,
            result: values.read,
            caller,
        }
    }

    /// Returns the local of a source; `None` if it is in no local.
    pub fn get(&self, source: Source) -> Option<LocalId> {
        match source {
            Source::Receiver => self.receiver,
            Source::Argument(position) => self
                .arguments
                .get(position.index(self.arguments.len())?)
                .copied(),
            Source::Result => self.result,
            Source::Caller => self.caller,
            Source::Read(_) | Source::Computed => None,
        }
    }
}
