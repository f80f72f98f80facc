//! The source file that the user means.

use std::path::{Path, PathBuf};

use text::nearest;

use crate::failure::Rejected;
use crate::wording::explain as wording;

/// Of a list of sources, whose roots and paths `names` tells, the one that is called `file`: by its
/// path below its root, with the root in front, or by the end of either.
///
/// # Errors
/// None is, or several are.
pub fn source_called<'a, S>(
    sources: impl IntoIterator<Item = &'a S>,
    names: &impl Fn(&'a S) -> (&'a str, &'a str),
    file: &str,
) -> Result<&'a S, Rejected> {
    let sources: Vec<&S> = sources.into_iter().collect();
    let asked = Path::new(file);
    let path = |source: &'a S| names(source).1;
    let whole = |source: &'a S| -> PathBuf { Path::new(names(source).0).join(path(source)) };
    let exact = sources
        .iter()
        .find(|source| Path::new(path(source)) == asked || whole(source) == asked);

    if let Some(exact) = exact {
        return Ok(exact);
    }

    let ending: Vec<&S> = sources
        .iter()
        .copied()
        .filter(|source| whole(source).ends_with(asked))
        .collect();
    match *ending {
        [source] => Ok(source),
        [] => Err(unknown_source(
            &sources.into_iter().map(path).collect::<Vec<_>>(),
            file,
        )),
        _ => {
            let paths: Vec<&str> = ending.into_iter().map(path).collect();
            Err(wording::ambiguous_source(file, &paths).into())
        }
    }
}

fn unknown_source(paths: &[&str], file: &str) -> Rejected {
    let name = |path: &'_ str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let by_name = || {
        let names: Vec<String> = paths.iter().map(|path| name(path)).collect();
        let near = nearest(&name(file), names.iter().map(String::as_str))?;
        paths.iter().copied().find(|path| name(path) == near)
    };

    let near = nearest(file, paths.iter().copied()).or_else(by_name);
    wording::unknown_source(file, near).into()
}
