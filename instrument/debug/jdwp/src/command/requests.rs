//! Requests for events.

use super::nothing;
use crate::connection::Connection;
use crate::event::{EventKind, Modifier, SuspendPolicy};
use crate::failure::Failure;
use crate::id::RequestId;

/// Requests for events: command set 15.
impl Connection {
    /// Asks for events: `EventRequest.Set`.
    ///
    /// # Errors
    /// The virtual machine does not have the event, or a limit is wrong for it.
    pub fn request(
        &self,
        kind: EventKind,
        policy: SuspendPolicy,
        limits: &[Modifier],
    ) -> Result<RequestId, Failure> {
        self.ask(
            "EventRequest.Set",
            (15, 1),
            |writer| {
                writer.byte(kind.number());
                writer.byte(policy.number());
                writer.length(limits.len());
                limits.iter().for_each(|limit| limit.write(writer));
            },
            |reader| reader.request(),
        )
    }

    /// Takes a request back: `EventRequest.Clear`. Events that have happened already may still come.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn clear(&self, kind: EventKind, request: RequestId) -> Result<(), Failure> {
        self.ask(
            "EventRequest.Clear",
            (15, 2),
            |writer| {
                writer.byte(kind.number());
                writer.int(request.0);
            },
            nothing,
        )
    }
}
