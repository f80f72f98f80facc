//! From the program to the [`date::graph::EventGraph`] of one object: everything the program may do
//! to one run-time instance.
//!
//! One object that the abstract object stands for is *tracked*. In each activation every relevant
//! local is known to be it or not to be it ([`fact::Fact`]): a value from a field, an array or the
//! library splits the path in two, one on which it is the tracked object and one on which it is
//! not. So the graph is exact about copies, arguments and results, and knows nothing about the
//! heap. The allocation of the tracked object is guessed: at its allocation site one path takes the
//! new object for it (and knows that no other local is), another does not.
//!
//! Order is only as good as control flow: an object that is shared and that code running at any
//! time can reach is *unordered* ([`date::graph::EventGraph::unordered`]).
//!
//! An instance of several parameters is followed by the object of one of them. What happens to the
//! others has no names here: an event that does not name the tracked object may happen wherever a
//! method is called that may raise it.
//!
//! What it does not see: correlations between splits of two loads from one field.

mod beginnings;
mod calls;
mod concern;
mod disorder;
mod exits;
mod explorer;
mod fact;
mod inside;
mod liveness;
mod moments;
mod plan;
mod procedure;
mod raised;
mod relevance;
mod statement;
mod walk;

pub use concern::{Scene, Tracked};
pub use disorder::Disorder;
pub use explorer::event_graph;
pub use liveness::Live;
pub use raised::Raised;
pub use relevance::{Methods, Relevance};
