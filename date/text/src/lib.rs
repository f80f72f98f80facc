//! Text files that are read: places in them, findings about them, and the nearest of several names.
//!
//! Every reader of the workspace gives its findings as a [`Diagnostic`]. This crate knows nothing
//! of what the texts mean, and imports nothing of the workspace.
//!
//! ```
//! use text::Source;
//!
//! let source = Source::new("p.yaml", "events:\n  opne: call S.open()\n");
//! let finding = source.error(10..14, "unknown-event", "no event `opne`").with_help("did you mean `open`?");
//! assert_eq!((finding.span.line, finding.span.column), (2, 3));
//! assert_eq!(finding.source_line.as_deref(), Some("  opne: call S.open()"));
//! ```

mod diagnostic;
mod nearest;
mod source;
mod span;

pub use diagnostic::{Diagnostic, Severity};
pub use nearest::nearest;
pub use source::Source;
pub use span::{LineIndex, Span, line_starts};
