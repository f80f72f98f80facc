//! On how many threads the work is done. Results never depend on it.

use std::num::NonZeroUsize;

use anyhow::{Context, Result};

/// Does `work` on `threads` threads; without a number, on as many as there are processors.
///
/// # Errors
/// The threads cannot be started, or the work fails.
pub fn on<R: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<R> + Send,
) -> Result<R> {
    let Some(threads) = threads else {
        return work();
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build();
    pool.with_context(|| format!("cannot start {threads} threads"))?
        .install(work)
}
