//! Hosts files: the address of each process, one a line.

use std::fmt;

/// A process of a hosts file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// `host:port`.
    pub address: String,
    /// The line of the file, from 1.
    pub line: u32,
}

/// A line that is no address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostFault {
    /// The line of the file, from 1.
    pub line: u32,
    /// The error.
    pub message: String,
}

impl fmt::Display for HostFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reads a hosts file. Empty lines, and lines that begin with `#`, do not count. The first host is
/// process 0.
///
/// ```
/// let hosts = cluster::hosts("# two machines\nnode1:2101\nnode2:2101\n").expect("two hosts");
/// assert_eq!((hosts[1].address.as_str(), hosts[1].line), ("node2:2101", 3));
/// assert_eq!(cluster::hosts("node1").unwrap_err().line, 1);
/// ```
///
/// # Errors
/// The first line that is no address, or that names a process again.
pub fn hosts(text: &str) -> Result<Vec<Host>, HostFault> {
    let mut hosts: Vec<Host> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let fault = |message: String| HostFault { line, message };
        let parts = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        let port = parts.and_then(|(_, port)| port.parse::<u16>().ok());
        if port.is_none_or(|port| port == 0) || text.contains(char::is_whitespace) {
            return Err(fault(format!("`{text}` is no address")));
        }
        if let Some(known) = hosts.iter().find(|host| host.address == text) {
            return Err(fault(format!(
                "`{text}` stands in line {} already",
                known.line
            )));
        }
        hosts.push(Host {
            address: text.to_owned(),
            line,
        });
    }
    Ok(hosts)
}
