//! Shards of an analysis on the workers of one process, or of several over a network.
//!
//! An analysis is cut into shards that need nothing of each other: windows of a long run, or the objects
//! of a trace. [`gather`] lets each worker do its shards, and collects the results. [`route`] lets each
//! worker read a part of the input, and sends each message to the worker that owns its shard.
//!
//! The engine is `timely`. No type of it leaves this crate.
//!
//! ```
//! use cluster::{Cluster, Worker};
//!
//! // Three workers of this process add the numbers up to nine, each every third one.
//! let sum = |worker: Worker| -> u64 { (0..10).filter(|n| *n as usize % worker.of == worker.number).sum() };
//! let sums = cluster::gather(&Cluster::of_workers(3), sum)?;
//! assert_eq!(sums, Some(vec![18, 12, 15]));
//! # Ok::<(), cluster::Failure>(())
//! ```

mod connection;
mod engine;
mod hosts;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use engine::{Flow, gather, route};
pub use hosts::{Host, HostFault, hosts};

/// A value that can pass from one worker to another.
pub trait Message: Send + Clone + Serialize + DeserializeOwned + 'static {}

impl<T: Send + Clone + Serialize + DeserializeOwned + 'static> Message for T {}

/// The workers of an analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// The number of workers of each process.
    pub workers: usize,
    /// The processes. None if this process is alone.
    pub network: Option<Network>,
}

/// The processes of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The address of each process, `host:port`.
    pub addresses: Vec<String>,
    /// The number of this process, from 0.
    pub process: usize,
    /// The number of seconds to wait for the other processes.
    pub patience: u64,
}

impl Cluster {
    /// The workers of this process alone.
    pub fn of_workers(workers: usize) -> Cluster {
        Cluster {
            workers,
            network: None,
        }
    }

    /// Checks whether this process has the results.
    pub fn is_first(&self) -> bool {
        self.network
            .as_ref()
            .is_none_or(|network| network.process == 0)
    }

    /// The number of workers of all processes.
    pub fn size(&self) -> usize {
        let processes = self
            .network
            .as_ref()
            .map_or(1, |network| network.addresses.len());
        self.workers * processes
    }
}

/// One of the workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worker {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl Worker {
    /// Checks whether the worker does a shard.
    pub fn does(self, shard: usize) -> bool {
        shard % self.of == self.number
    }
}

/// Why the workers did not come together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Another process cannot be reached.
    Unreachable {
        /// The number of the process.
        process: usize,
        /// The error of the system.
        reason: String,
    },
    /// This process cannot listen at its address.
    Occupied {
        /// The number of this process.
        process: usize,
        /// The error of the system.
        reason: String,
    },
    /// Another process has other options.
    Different {
        /// The number of the process.
        process: usize,
        /// The difference.
        reason: String,
    },
    /// A worker, or the connection to it, was lost.
    Lost(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreachable { process, reason } => {
                write!(f, "process {process} cannot be reached: {reason}")
            }
            Failure::Occupied { process, reason } => {
                write!(
                    f,
                    "process {process} cannot listen at its address: {reason}"
                )
            }
            Failure::Different { process, reason } => write!(f, "process {process} {reason}"),
            Failure::Lost(reason) => write!(f, "a worker was lost: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}
