//! YAML property files; `schema/property.schema.json` describes them, the manual explains them.
//!
//! ```yaml
//! imports: [app.Session]
//! variables: [int open = 0]
//! foreach:
//!   - parameters: [Session s by equals]
//!     clocks: [idle]
//!     variables: [int sent = 0]
//!     events:
//!       open: call Session.open() target s returning
//!       send: {on: "call Session.send(*, int n) target s", filter: n > 0}
//!       close: {any-of: [call Session.close() target s, call Session.abort(*) target s]}
//!       use: {any-of: [send, close]}
//!       quiet: timeout idle 30s
//!     properties:
//!       lifecycle:
//!         states: {fresh: initial, live: , early: bad, late: bad, done: accepting}
//!         transitions:
//!           - fresh -> early: use
//!           - fresh -> live: open
//!             do: open++; idle.reset();
//!           - live -> late: send
//!             when: sent >= 3
//! ```

mod emit;
mod node;
mod print;
mod read;

pub use print::print;
pub use read::read;

/// The JSON schema of these files, for editors. It takes every file that [`read`] takes and refuses
/// most others; what depends on names and on Java only the reader tells.
pub const PROPERTY_SCHEMA: &str = include_str!("../schema/property.schema.json");
