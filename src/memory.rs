//! How much memory the program has taken.

/// The largest resident set so far, in MiB; none where the system does not tell.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn memory_that_was_taken_is_seen() {
        let before = super::peak().unwrap();
        let taken = std::hint::black_box(vec![1u8; 64 << 20]);
        assert!(super::peak().unwrap() >= before.min(60) && taken[taken.len() - 1] == 1);
        assert!(super::peak().unwrap() >= 64);
    }
}
