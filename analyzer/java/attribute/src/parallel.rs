//! Work on many units at once, on stacks that are deep enough for deep trees.

use std::ops::Range;

use rayon::prelude::*;

/// Bytes of stack of each thread; only what is used takes memory.
const STACK: usize = 1 << 30;

/// Units that share the tables of one thread of work.
const CHUNK: usize = 24;

/// Runs work on a pool as large as the current one whose threads have stacks that are deep enough
/// for any tree; on the current one where there can be none.
pub fn on_big_stacks<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let threads = rayon::current_num_threads();
    match rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build()
    {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Runs `work` on ranges that cover `0..len`; the results are those of all indices in order.
pub(crate) fn in_chunks<R: Send>(
    len: usize,
    work: impl Fn(Range<usize>) -> Vec<R> + Sync + Send,
) -> Vec<R> {
    let chunks: Vec<Range<usize>> = (0..len)
        .step_by(CHUNK)
        .map(|start| start..len.min(start + CHUNK))
        .collect();
    chunks.into_par_iter().flat_map_iter(work).collect()
}
