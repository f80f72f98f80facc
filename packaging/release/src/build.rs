//! The build of the command, and its time.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::content::command_name;

/// Builds the command for a platform. Paths of sources do not get into it, so that the folders of
/// this machine do not change its bytes.
///
/// # Errors
/// The build fails.
pub fn build(
    repository: &Path,
    target: &str,
    target_folder: &Path,
    seconds: u64,
) -> Result<PathBuf> {
    let repository = repository.canonicalize()?;
    let registry = home()?;
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let mut c_flags = std::env::var("CFLAGS").unwrap_or_default();
    for (from, to) in [(&registry, "/cargo"), (&repository, "/residua")] {
        flags.push(format!("--remap-path-prefix={}={to}", from.display()));
        // The parser is in C. The compiler of Microsoft has no such option.
        if !target.ends_with("msvc") {
            c_flags += &format!(" -ffile-prefix-map={}={to}", from.display());
        }
    }

    let arguments = [
        "build",
        "--release",
        "--locked",
        "--package",
        "residua",
        "--target",
        target,
    ];
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(&repository)
        // A path may have blanks, which `RUSTFLAGS` would take for ends of flags.
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("CFLAGS", c_flags.trim())
        .env("SOURCE_DATE_EPOCH", seconds.to_string())
        .status()
        .context("cannot run cargo: install the Rust toolchain that Cargo.toml names")?;
    ensure!(
        status.success(),
        "cargo cannot build for {target}: if its standard library is missing, run `rustup target add {target}`"
    );
    Ok(target_folder
        .join(target)
        .join("release")
        .join(command_name(target)))
}

/// The folder in which cargo keeps the sources of crates.
fn home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("no folder of the user: set CARGO_HOME")?;
    Ok(home.join(".cargo"))
}

/// The time of the release in seconds since 1970: `SOURCE_DATE_EPOCH`, or else that of the commit.
///
/// # Errors
/// The variable is no number, or there is neither a variable nor a commit.
pub fn seconds(repository: &Path) -> Result<u64> {
    if let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") {
        return text.parse().with_context(|| {
            format!("SOURCE_DATE_EPOCH is `{text}`: set it to seconds since 1970")
        });
    }
    let missing =
        "the sources are in no Git repository: set SOURCE_DATE_EPOCH to seconds since 1970";
    let run = Command::new("git")
        .args(["log", "-1", "--format=%ct"])
        .current_dir(repository)
        .output()
        .context(missing)?;
    let text = String::from_utf8_lossy(&run.stdout);
    text.trim().parse().context(missing)
}
