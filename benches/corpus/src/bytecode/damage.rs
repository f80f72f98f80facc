//! Class files with changed bytes: each is refused or read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use index_vec::IndexVec;
use ir::{ClassId, FileId, MethodId};
use java_bytecode::{ClassFileBytes, Context, Home, declare, lower};
use java_types::hierarchy::Hierarchy;
use jvm::classpath::ClassPath;

/// Longest time that one class file may take.
const LIMIT: Duration = Duration::from_secs(5);

/// Changes bytes of random class files, and lowers every method of what comes of it.
///
/// # Errors
/// Where a class file takes too long, or there are none.
pub fn run(
    files: &[ClassFileBytes],
    library: Arc<ClassPath>,
    (count, seed): (usize, u64),
) -> Result<()> {
    if files.is_empty() {
        bail!("there are no class files");
    }
    let hierarchy = Hierarchy::new(IndexVec::<ClassId, _>::new(), library);
    let mut choices = fastrand::Rng::with_seed(seed);
    let (mut refused, mut methods, mut unread, mut longest) = (0, 0, 0, Duration::ZERO);
    for _ in 0..count {
        let file = &files[choices.usize(..files.len())];
        let damaged = damaged(&file.bytes, &mut choices);
        let start = Instant::now();
        match lowered(&file.path, &damaged, &hierarchy) {
            None => refused += 1,
            Some((all, failed)) => {
                methods += all;
                unread += failed;
            }
        }
        let time = start.elapsed();
        longest = longest.max(time);
        if time > LIMIT {
            let path = std::env::temp_dir().join("slow.class");
            std::fs::write(&path, &damaged)?;
            bail!("{} took {time:?}: {}", file.path, path.display());
        }
    }
    println!(
        "{count} damaged class files: {refused} refused, {methods} methods in the others, {unread} of them refused; at most {longest:?}"
    );

    Ok(())
}

/// The bytes, some of them changed; or fewer of them.
fn damaged(bytes: &[u8], choices: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=choices.usize(..8) {
        let at = choices.usize(..bytes.len());
        match choices.u8(..8) {
            0 => bytes[at] = 0xFF,
            1 => bytes[at] = 0,
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => bytes[at] ^= 1 << choices.u8(..8),
            4 => {
                let from = choices.usize(..bytes.len());
                bytes[at] = bytes[from];
            }
            _ => bytes[at] = choices.u8(..),
        }
    }
    if choices.u8(..64) == 0 {
        bytes.truncate(choices.usize(..bytes.len()));
    }
    bytes
}

/// The number of methods with code, and how many of them were refused; `None` where the class is.
fn lowered(path: &str, bytes: &[u8], hierarchy: &Hierarchy) -> Option<(usize, usize)> {
    let class = declare(path, bytes).ok()?;
    let context = Context {
        hierarchy,
        field: &|_, _, _| None,
    };
    let home = Home {
        class: ClassId::new(0),
        file: FileId::new(0),
        first_method: MethodId::new(0),
    };
    let methods = class
        .methods()
        .iter()
        .enumerate()
        .filter(|(_, method)| method.has_body());
    let outcomes = methods.map(|(number, _)| lower(&class, number, &context, home).is_err());
    let outcomes: Vec<bool> = outcomes.collect();
    let failed = outcomes.iter().filter(|&&failed| failed).count();
    Some((outcomes.len(), failed))
}
