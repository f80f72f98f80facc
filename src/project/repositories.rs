//! The places where build tools keep the libraries that they have fetched before.

use std::path::{Path, PathBuf};

use super::folders::below;
use super::xml::text_of;

/// The name of a file in a repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinates {
    /// `org.example`.
    pub group: String,
    /// `library`.
    pub artifact: String,
    /// `1.0`.
    pub version: String,
    /// `tests`, `linux-x86_64`, ..
    pub classifier: Option<String>,
}

impl std::fmt::Display for Coordinates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)?;
        self.classifier
            .iter()
            .try_for_each(|classifier| write!(f, ":{classifier}"))
    }
}

/// Folders with files under their coordinates.
#[derive(Debug)]
pub struct Repositories {
    /// `org/example/library/1.0/library-1.0.jar`.
    maven: Vec<PathBuf>,
    /// `org.example/library/1.0/HASH/library-1.0.jar`.
    gradle: Vec<PathBuf>,
}

/// The folder in which distributions install the libraries that they package.
const OF_THE_DISTRIBUTION: &str = "/usr/share/maven-repo";

impl Repositories {
    /// Returns the repositories of the build in `folder`: the one that `.mvn/maven.config` or
    /// `settings.xml` names, else `~/.m2/repository`; the distribution's; the caches of Coursier, which
    /// sbt fetches with, and of Gradle.
    pub fn of(folder: &Path) -> Repositories {
        let home = std::env::home_dir().unwrap_or_default();
        let local = of_build(folder)
            .or_else(|| of_user(&home))
            .unwrap_or_else(|| home.join(".m2/repository"));
        let gradle = std::env::var_os("GRADLE_USER_HOME")
            .map_or_else(|| home.join(".gradle"), PathBuf::from);
        let mut maven = vec![local, PathBuf::from(OF_THE_DISTRIBUTION)];
        maven.extend(of_coursier(&home));
        Repositories {
            maven,
            gradle: vec![gradle.join("caches/modules-2/files-2.1")],
        }
    }

    /// The file with these coordinates and this extension.
    pub fn file(&self, coordinates: &Coordinates, extension: &str) -> Option<PathBuf> {
        let Coordinates {
            group,
            artifact,
            version,
            classifier,
        } = coordinates;
        let classifier = classifier
            .iter()
            .map(|classifier| format!("-{classifier}"))
            .collect::<String>();

        let name = format!("{artifact}-{version}{classifier}.{extension}");
        let of_maven = self.maven.iter().map(|place| {
            place
                .join(group.replace('.', "/"))
                .join(artifact)
                .join(version)
        });
        let of_gradle = self
            .gradle
            .iter()
            .map(|place| place.join(group).join(artifact).join(version));

        let hashed =
            of_gradle.flat_map(|version| version.read_dir().into_iter().flatten().flatten());
        let mut hashed: Vec<PathBuf> = hashed.map(|hash| hash.path()).collect();
        hashed.sort();
        of_maven
            .chain(hashed)
            .map(|place| place.join(&name))
            .find(|file| file.is_file())
    }
}

/// The copies of repositories in the cache of Coursier: folders below the name of a host, by their
/// paths.
fn of_coursier(home: &Path) -> Vec<PathBuf> {
    let own = std::env::var_os("COURSIER_CACHE").map(PathBuf::from);
    let cache = own.unwrap_or_else(|| home.join(".cache/coursier/v1"));
    let hosts = below(&cache.join("https"));
    hosts
        .into_iter()
        .flat_map(|host| {
            let repositories = below(&host);
            std::iter::once(host).chain(repositories)
        })
        .collect()
}

/// `-Dmaven.repo.local=PLACE` among the arguments that a build always gives.
fn of_build(folder: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(folder.join(".mvn/maven.config")).ok()?;
    let place = text
        .split_whitespace()
        .find_map(|argument| argument.strip_prefix("-Dmaven.repo.local="))?;
    Some(folder.join(place))
}

/// The `localRepository` of the user's settings.
fn of_user(home: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(home.join(".m2/settings.xml")).ok()?;
    let document = roxmltree::Document::parse(&text).ok()?;
    let place = text_of(document.root_element(), "localRepository")?;
    Some(PathBuf::from(
        place.replace("${user.home}", &home.to_string_lossy()),
    ))
}
