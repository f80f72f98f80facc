//! The folder that keeps what later runs of any project need not make again: the compiled runtime
//! library, and the accesses that recordings leave out.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The environment variable that names another folder. Empty keeps nothing.
const VARIABLE: &str = "RESIDUA_CACHE";

/// Returns the folder, which need not be there: the one that `RESIDUA_CACHE` names, else `residua`
/// in the user's folder of caches (`XDG_CACHE_HOME` or `~/.cache`; on Windows `%LOCALAPPDATA%`).
/// `None` if nothing is to be kept, or the user has no home.
pub fn folder() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(folder) => (!folder.is_empty()).then(|| folder.into()),
        None => etcetera::choose_base_strategy()
            .ok()
            .map(|user| user.cache_dir().join("residua")),
    }
}
