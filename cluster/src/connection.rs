//! Connections of processes. Each one listens for those with greater numbers, and calls those with
//! smaller ones.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::{Failure, Network};

/// The first bytes that a process sends.
const GREETING: u64 = u64::from_be_bytes(*b"RESIDUA1");

/// The time between two calls.
const PAUSE: Duration = Duration::from_millis(50);

/// Connects this process with all others: a stream for each, and none for itself.
///
/// # Errors
/// The first process that cannot be reached in time, or that has other options.
pub fn connect(network: &Network, workers: usize) -> Result<Vec<Option<TcpStream>>, Failure> {
    let Network {
        addresses, process, ..
    } = network;
    let until = Instant::now() + Duration::from_secs(network.patience);
    let own = Greeting {
        process: *process,
        processes: addresses.len(),
        workers,
    };
    let mut streams: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    // The listener waits before the calls, so that processes may start in any order.
    let listener = listen(&addresses[*process]).map_err(|error| Failure::Occupied {
        process: *process,
        reason: error.to_string(),
    })?;
    for other in 0..*process {
        let stream = call(&addresses[other], own, until).map_err(|error| Failure::Unreachable {
            process: other,
            reason: error.to_string(),
        })?;
        streams[other] = Some(stream);
    }
    while let Some(missing) = (process + 1..addresses.len()).find(|&other| streams[other].is_none())
    {
        let (stream, theirs) = accept(&listener, until).map_err(|error| Failure::Unreachable {
            process: missing,
            reason: error.to_string(),
        })?;
        let Some(theirs) = theirs else { continue };
        own.check(theirs)?;
        if streams[theirs.process].is_some() {
            return Err(Failure::Different {
                process: theirs.process,
                reason: "was started twice".to_owned(),
            });
        }
        streams[theirs.process] = Some(stream);
    }
    Ok(streams)
}

fn listen(address: &str) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn call(address: &str, own: Greeting, until: Instant) -> io::Result<TcpStream> {
    loop {
        match TcpStream::connect(address) {
            Ok(mut stream) => {
                stream.set_nodelay(true)?;
                stream.write_all(&own.bytes())?;
                return Ok(stream);
            }
            Err(error) if Instant::now() >= until => return Err(error),
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}

/// The next caller, and its greeting if it is one of ours.
fn accept(listener: &TcpListener, until: Instant) -> io::Result<(TcpStream, Option<Greeting>)> {
    loop {
        match listener.accept() {
            Ok((mut stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(Duration::from_secs(5)))?;
                let mut bytes = [0; 32];
                let greeting = stream.read_exact(&mut bytes);
                let greeting = greeting.ok().and_then(|()| Greeting::of(&bytes));
                stream.set_read_timeout(None)?;
                return Ok((stream, greeting));
            }
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            Err(_) if Instant::now() >= until => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "it has not called in time",
                ));
            }
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}

/// The options that all processes must have in common, and the number of the one that calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Greeting {
    process: usize,
    processes: usize,
    workers: usize,
}

impl Greeting {
    fn bytes(self) -> Vec<u8> {
        let numbers = [self.process, self.processes, self.workers].map(|number| number as u64);
        let numbers = [GREETING].into_iter().chain(numbers);
        numbers.flat_map(u64::to_be_bytes).collect()
    }

    fn of(bytes: &[u8; 32]) -> Option<Greeting> {
        let (numbers, _) = bytes.as_chunks::<8>();
        let number = |at: usize| u64::from_be_bytes(numbers[at]);
        (number(0) == GREETING).then(|| Greeting {
            process: number(1) as usize,
            processes: number(2) as usize,
            workers: number(3) as usize,
        })
    }

    /// Checks that a caller belongs to this cluster.
    fn check(self, theirs: Greeting) -> Result<(), Failure> {
        let different = |reason: String| {
            Err(Failure::Different {
                process: theirs.process,
                reason,
            })
        };
        if theirs.processes != self.processes {
            let (own, theirs) = (self.processes, theirs.processes);
            return different(format!(
                "has {theirs} hosts in its file, and this one {own}"
            ));
        }
        if theirs.workers != self.workers {
            let (own, theirs) = (self.workers, theirs.workers);
            return different(format!("has {theirs} workers, and this one {own}"));
        }
        if theirs.process <= self.process || theirs.process >= self.processes {
            return different("called a process that it should not call".to_owned());
        }
        Ok(())
    }
}
