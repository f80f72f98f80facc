//! Sources that are no part of the program: found by what has been compiled, told as what a result
//! rests on, and refused where their classes are woven.

use java_types::{ClassName, Spelling};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use plan::{Assumption, Plan};
use text::Diagnostic;
use walkdir::WalkDir;

use super::folders::{names_below, package};
use crate::failure::Rejected;
use crate::inputs::{class_path, shown};
use crate::wording::weave::left_out_but_compiled;

/// The assumption that each path that is left out is a part of.
const COMPLETE: &str = "sources-are-complete";

/// The source roots that have been compiled into `classes`, and what has not: whole roots, folders
/// and files. Where nothing has been compiled, or one of the folders has no class yet, nothing is
/// left out: the rest may still be compiled. No root that is kept lies within another one, and none
/// has only copies of what stands in another one.
pub fn compiled(roots: Vec<PathBuf>, classes: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let classes: Vec<Vec<PathBuf>> = classes
        .iter()
        .map(|root| names_below(root, root, "class"))
        .collect();

    if classes.iter().any(Vec::is_empty) {
        return (outermost_of(roots), Vec::new());
    }

    let classes: BTreeSet<PathBuf> = classes.into_iter().flatten().collect();
    let each: Vec<Root> = roots.iter().map(|root| Root::of(root, &classes)).collect();
    if !each.iter().any(Root::is_compiled) {
        return (outermost_of(roots), Vec::new());
    }

    let mut left_out = Vec::new();
    let mut kept: Vec<(PathBuf, Vec<PathBuf>)> = Vec::new();
    for (root, sources) in roots.iter().zip(each) {
        if !sources.is_compiled() && (!sources.left.is_empty() || sources.made.is_empty()) {
            left_out.push(root.clone());
            continue;
        }
        let Root { made, left } = sources;
        let inner: Vec<&PathBuf> = roots
            .iter()
            .filter(|other| *other != root && other.starts_with(root))
            .collect();
        let is_own = |path: &Path| !inner.iter().any(|inner| path.starts_with(inner));
        left_out.extend(
            outermost(&left, &made)
                .iter()
                .map(|path| root.join(path))
                .filter(|path| is_own(path)),
        );
        let has_own = made
            .iter()
            .any(|name| is_own(&root.join(name)) && !is_description(name));
        if inner.is_empty() || has_own {
            kept.push((root.clone(), made));
        }
    }

    (outermost_of(without_copies(kept)), left_out)
}

/// The roots without those whose sources all stand in another one, text for text, since a build has
/// copied them: whichever has been compiled, it is the same program.
fn without_copies(mut roots: Vec<(PathBuf, Vec<PathBuf>)>) -> Vec<PathBuf> {
    for (_, made) in &mut roots {
        made.retain(|name| !is_description(name));
    }

    let is_copy = |at: usize| {
        let (root, made) = &roots[at];
        roots.iter().enumerate().any(|(other_at, (other, others))| {
            let others: BTreeSet<&PathBuf> = others.iter().collect();
            let is_apart = !root.starts_with(other) && !other.starts_with(root);
            let is_less =
                others.len() > made.len() || (others.len() == made.len() && other_at < at);
            let stands_there =
                |name: &PathBuf| others.contains(name) && is_same_text(root, other, name);
            !made.is_empty() && is_apart && is_less && made.iter().all(stands_there)
        })
    };

    (0..roots.len())
        .filter(|&at| !is_copy(at))
        .map(|at| roots[at].0.clone())
        .collect()
}

fn is_same_text(one: &Path, other: &Path, name: &Path) -> bool {
    let text = |root: &Path| std::fs::read(root.join(source_file(name))).ok();
    text(one).is_some_and(|text_of_one| text(other) == Some(text_of_one))
}

/// The sources below a root, without `.java`.
struct Root {
    made: Vec<PathBuf>,
    left: Vec<PathBuf>,
}

impl Root {
    fn of(root: &Path, classes: &BTreeSet<PathBuf>) -> Root {
        let (made, left) = names_below(root, root, "java")
            .into_iter()
            .partition(|name| is_compiled(root, name, classes));
        Root { made, left }
    }

    /// Returns whether any class shows that it was compiled. Descriptions of packages and modules
    /// show nothing: they stay in any case.
    fn is_compiled(&self) -> bool {
        self.made.iter().any(|name| !is_description(name))
    }
}

/// The folders that lie in no other one: a file below two roots would be read twice.
fn outermost_of(roots: Vec<PathBuf>) -> Vec<PathBuf> {
    let lies_within = |root: &PathBuf| {
        roots
            .iter()
            .any(|other| other != root && root.starts_with(other))
    };
    roots
        .iter()
        .filter(|root| !lies_within(root))
        .cloned()
        .collect()
}

/// Returns whether a source has a class: one that is called like it, or one that it may be compiled
/// to. What describes packages and modules has none, and stays; so does what cannot be read.
fn is_compiled(root: &Path, name: &Path, classes: &BTreeSet<PathBuf>) -> bool {
    let file = root.join(source_file(name));
    let has_class = |class: &String| classes.contains(Path::new(class));
    classes.contains(name)
        || is_description(name)
        || std::fs::File::open(&file).is_err()
        || classes_of(&file).iter().any(has_class)
}

fn is_description(name: &Path) -> bool {
    name.ends_with("package-info") || name.ends_with("module-info")
}

/// The classes that a source may be compiled to, by internal name: wherever the file stands, one of
/// its package that is called like it, and those that are called like anything that its text may
/// declare.
fn classes_of(file: &Path) -> BTreeSet<String> {
    let text = std::fs::read(file)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .filter(|w| !w.is_empty())
        .collect();
    let declared = words
        .windows(2)
        .filter(|pair| matches!(pair[0], "class" | "interface" | "enum" | "record"));

    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let package = package(&text).replace('.', "/");
    let within = |name: String| {
        if package.is_empty() {
            name
        } else {
            format!("{package}/{name}")
        }
    };

    declared
        .map(|pair| pair[1].to_owned())
        .chain(stem)
        .map(within)
        .collect()
}

/// The folders of which all sources are `left`, and the files that are in none: paths without those
/// below others.
fn outermost(left: &[PathBuf], made: &[PathBuf]) -> BTreeSet<PathBuf> {
    let made: BTreeSet<&Path> = made.iter().flat_map(|name| name.ancestors()).collect();
    let outermost = left.iter().map(|name| {
        let whole = name
            .ancestors()
            .skip(1)
            .take_while(|folder| !made.contains(folder))
            .last();
        whole.map_or_else(|| source_file(name), Path::to_owned)
    });
    outermost.collect()
}

/// `a/B.java` for `a/B`.
fn source_file(name: &Path) -> PathBuf {
    let mut file = name.as_os_str().to_owned();
    file.push(".java");
    PathBuf::from(file)
}

/// Returns what a result rests on that was made without these files and folders. It is not seen:
/// classes may be made of them later, and may stand where nobody names them.
pub fn assumptions(left_out: &[PathBuf]) -> impl Iterator<Item = Assumption> {
    left_out.iter().map(|path| Assumption {
        id: COMPLETE.to_owned(),
        text: format!(
            "`{}` is left out: no class that is compiled from it runs with the program",
            shown(path)
        ),
        file: Some(shown(path)),
        line: None,
        cause: None,
    })
}

/// Looks among classes to be woven for those of sources that the plan was made without: what calls
/// the program there was not analysed, so events may be silent that matter to it. A class that was
/// analysed from another source is that one's.
///
/// # Errors
/// There are some; one of each source is told.
pub fn refuse_compiled(plan: &Plan, classes: &[PathBuf]) -> Result<(), Rejected> {
    let of_path = |assumption: &Assumption| {
        assumption
            .file
            .clone()
            .filter(|_| assumption.id == COMPLETE)
    };
    let left_out: Vec<String> = plan.assumptions.iter().filter_map(of_path).collect();
    // What cannot be opened is for the weaver to say.
    let (false, Ok(woven), Ok(jdk)) = (
        left_out.is_empty(),
        class_path::open(classes),
        class_path::open(&[]),
    ) else {
        return Ok(());
    };

    let analysed: BTreeSet<&str> = plan
        .sources
        .iter()
        .flat_map(|source| &source.types)
        .map(ClassName::internal)
        .collect();
    let is_woven = |class: &String| {
        let is_there =
            |classes: &jvm::classpath::ClassPath| !matches!(classes.class_bytes(class), Ok(None));
        !analysed.contains(class.as_str()) && is_there(&woven) && !is_there(&jdk)
    };

    let files = left_out
        .iter()
        .flat_map(|path| WalkDir::new(path).follow_links(true).sort_by_file_name())
        .flatten();
    let sources = files.filter(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "java")
    });

    let found = sources.filter_map(|source| {
        let class = classes_of(source.path()).into_iter().find(is_woven)?;
        Some(left_out_but_compiled(
            &shown(source.path()),
            &class.to_binary(),
        ))
    });
    let found: Vec<Diagnostic> = found.collect();

    if found.is_empty() {
        Ok(())
    } else {
        Err(Rejected(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn classes_are_those_of_the_package_that_the_text_may_declare() {
        let folder = tree(&[(
            "x/A.java",
            "package a.b;\n/** class of */ record B<T>() {}\n@interface C {}",
        )]);
        let classes = classes_of(&folder.path().join("x/A.java"));
        assert_eq!(
            classes.iter().map(String::as_str).collect::<Vec<_>>(),
            ["a/b/A", "a/b/B", "a/b/C", "a/b/of"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn source_that_cannot_be_read_stays() {
        let folder = tree(&[
            ("s/A.java", ""),
            ("s/B.java", "class B {}"),
            ("c/A.class", ""),
        ]);
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("nowhere", path("s/C.java")).unwrap();
        let (kept, left_out) = compiled(vec![path("s")], &[path("c")]);
        assert_eq!((kept, left_out), (vec![path("s")], vec![path("s/B.java")]));
    }
}
