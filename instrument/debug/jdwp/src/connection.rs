//! A connection: each command gets its reply, and events wait in a queue.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::event::EventSet;
use crate::failure::{Failure, Refusal};
use crate::id::IdSizes;
use crate::packet::{self, Packet};
use crate::wire::{Reader, Writer};

/// Both sides begin with these bytes.
const HANDSHAKE: &[u8; 14] = b"JDWP-Handshake";

/// The command that is a set of events.
const EVENTS: (u8, u8) = (64, 100);

/// `VirtualMachine.Dispose`.
const DISPOSE: (u8, u8) = (1, 6);

/// Waits for a virtual machine to connect.
#[derive(Debug)]
pub struct Listener(TcpListener);

impl Listener {
    /// Waits on a free port of this machine, for programs of this machine alone.
    ///
    /// # Errors
    /// There is no free port.
    pub fn bind() -> Result<Self, Failure> {
        Ok(Listener(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?))
    }

    /// The option for `java`: it connects, and waits before its first class runs.
    pub fn option(&self) -> String {
        let port = self.0.local_addr().map_or(0, |address| address.port());
        format!("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:{port}")
    }

    /// The connection of a virtual machine.
    ///
    /// # Errors
    /// None has connected after so long, or what has is no virtual machine.
    pub fn accept(&self, patience: Duration) -> Result<Connection, Failure> {
        let end = Instant::now() + patience;
        self.0.set_nonblocking(true)?;
        loop {
            match self.0.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Connection::of_stream(stream);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= end {
                        return Err(Failure::Late);
                    }
                    thread::sleep(Duration::from_millis(2));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// The answer to a command: its error, 0 for none, and its data.
type Reply = (u16, Vec<u8>);

/// The commands that wait for their replies; none once the connection is closed.
type Pending = Arc<Mutex<Option<HashMap<u32, Sender<Reply>>>>>;

/// A virtual machine that is debugged. Several threads may ask at once.
///
/// When it is dropped, the virtual machine forgets all requests and goes on as if nobody had been there.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    writing: Mutex<()>,
    pending: Pending,
    next: AtomicU32,
    events: Mutex<Receiver<Vec<u8>>>,
    sizes: IdSizes,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    /// Connects to a virtual machine that waits at an address.
    ///
    /// # Errors
    /// Nobody waits there, or what does is no virtual machine.
    pub fn attach(address: impl ToSocketAddrs) -> Result<Self, Failure> {
        Connection::of_stream(TcpStream::connect(address)?)
    }

    /// Speaks with a virtual machine on a stream.
    ///
    /// # Errors
    /// The other side does not speak the protocol.
    pub fn of_stream(stream: TcpStream) -> Result<Self, Failure> {
        stream.set_nodelay(true)?;
        shake_hands(&stream)?;
        let pending = Pending::new(Mutex::new(Some(HashMap::new())));
        let (sender, events) = mpsc::channel();
        let (from, waiting) = (stream.try_clone()?, pending.clone());
        thread::Builder::new()
            .name("jdwp".to_owned())
            .spawn(move || listen(from, &waiting, &sender))?;
        let mut connection = Connection {
            stream,
            writing: Mutex::new(()),
            pending,
            next: AtomicU32::new(1),
            events: Mutex::new(events),
            sizes: IdSizes::EIGHT,
        };
        connection.sizes = connection.ask("IDSizes", (1, 7), |_| {}, IdSizes::read)?;
        Ok(connection)
    }

    /// The address of the virtual machine.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn address(&self) -> Result<SocketAddr, Failure> {
        Ok(self.stream.peer_addr()?)
    }

    /// The next events, in their order. None if there are none within that time.
    ///
    /// # Errors
    /// The virtual machine has ended, and there are no more events; or it has sent what is no event.
    pub fn next_events(&self, patience: Duration) -> Result<Option<EventSet>, Failure> {
        match locked(&self.events).recv_timeout(patience) {
            Ok(data) => EventSet::read(&mut Reader::new(&data, self.sizes)).map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Closed),
        }
    }

    /// Sends a command, and waits for its reply.
    pub(crate) fn ask<T>(
        &self,
        name: &'static str,
        command: (u8, u8),
        write: impl FnOnce(&mut Writer),
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut writer = Writer::new(self.sizes);
        write(&mut writer);
        let (sender, reply) = mpsc::channel();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        match &mut *locked(&self.pending) {
            Some(pending) => _ = pending.insert(id, sender),
            None => return Err(Failure::Closed),
        }
        self.send(id, command, &writer.bytes)?;
        let (error, data) = reply.recv().map_err(|_| Failure::Closed)?;
        if error != 0 {
            return Err(Failure::Refused {
                command: name,
                refusal: Refusal(error),
            });
        }
        read(&mut Reader::new(&data, self.sizes))
    }

    fn send(&self, id: u32, command: (u8, u8), data: &[u8]) -> io::Result<()> {
        let _one_at_a_time = locked(&self.writing);
        packet::write(&mut &self.stream, id, command, data)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // A virtual machine that has ended needs nothing.
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, reply) = mpsc::channel();
        if let Some(pending) = &mut *locked(&self.pending) {
            pending.insert(id, sender);
        }
        if self.send(id, DISPOSE, &[]).is_ok() {
            _ = reply.recv_timeout(Duration::from_secs(2));
        }
        _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn shake_hands(mut stream: &TcpStream) -> Result<(), Failure> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.write_all(HANDSHAKE)?;
    let mut answer = [0; HANDSHAKE.len()];
    let read = stream.read_exact(&mut answer);
    stream.set_read_timeout(None)?;
    match read {
        Ok(()) if answer == *HANDSHAKE => Ok(()),
        _ => Err(Failure::NoHandshake),
    }
}

/// Hands on all that the virtual machine sends, until it ends.
fn listen(stream: TcpStream, pending: &Pending, events: &Sender<Vec<u8>>) {
    let mut stream = io::BufReader::new(stream);
    while let Ok(Some(packet)) = Packet::read(&mut stream) {
        match packet {
            Packet::Reply { id, error, data } => {
                let asked = locked(pending).as_mut().and_then(|all| all.remove(&id));
                if let Some(asked) = asked {
                    // The asker may have given up.
                    _ = asked.send((error, data));
                }
            }
            Packet::Command {
                command: EVENTS,
                data,
            } => _ = events.send(data),
            Packet::Command { .. } => {}
        }
    }
    // A command that waits gets no reply any more.
    locked(pending).take();
}
