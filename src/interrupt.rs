//! The end of the program when the user interrupts it (Ctrl-C). It ends at once, but not between
//! the beginning and the end of a piece of work that has to be whole. A signal is the process's,
//! and so is the state here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};

/// The exit status that a shell expects of an interrupted program.
pub const STATUS: u8 = 130;

/// Held by work that has to be whole.
static WHOLE: Mutex<()> = Mutex::new(());
static ASKED: AtomicBool = AtomicBool::new(false);

/// Ends the program on interruption from now on; `last` is done before.
///
/// # Errors
/// The system does not let us.
pub fn install(last: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        ASKED.store(true, Ordering::SeqCst);
        after_whole_work(|| {
            last();
            std::process::exit(STATUS.into())
        })
    })
}

/// Does work that has to be whole: an interruption meanwhile takes effect at its end.
pub fn whole<R>(work: impl FnOnce() -> R) -> R {
    let _held = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Waits for the end of such work, and lets none begin until `then` has been done.
fn after_whole_work(then: impl FnOnce()) {
    let _held = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    then();
}

/// Returns whether the user has asked for the end.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Between the parts of long work that cleans up behind itself.
///
/// # Errors
/// The user has asked for the end.
pub fn check() -> Result<()> {
    if is_asked() {
        bail!("interrupted");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn end_waits_for_work_that_has_to_be_whole() {
        let (began, begun) = channel();
        let (ended, end) = channel();
        let worker = std::thread::spawn(move || {
            whole(|| {
                began.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(100));
                ended.send("work").unwrap();
            });
        });
        begun.recv().unwrap();
        let mut order = Vec::new();
        after_whole_work(|| order.extend(end.try_recv()));
        assert_eq!(order, ["work"]);
        worker.join().unwrap();
    }
}
