//! Jars from Maven Central: those of the table `jars.yaml`, and what ProGuard makes of some of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use jvm::jdk::Jdk;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::recall::finished;

/// The plugin that copies jars.
const PLUGIN: (&str, &str) = ("maven-dependency-plugin", "3.6.1");

/// How ProGuard is run: names overload each other, and classes are merged and opened where it helps.
const OPTIONS: &str = "-dontwarn **
-dontnote **
-ignorewarnings
-overloadaggressively
-allowaccessmodification
-mergeinterfacesaggressively
-optimizationpasses 3
-keepattributes Signature,InnerClasses,EnclosingMethod,*Annotation*
-keep,allowobfuscation,allowoptimization public class ** { public protected *; }
";

/// A jar of the table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Jar {
    /// Group, artifact and version, with colons between.
    jar: String,
    sha256: String,
    /// `asm` or `proguard`, if it is part of a tool.
    #[serde(default)]
    tool: Option<String>,
    /// True if ProGuard shrinks it.
    #[serde(default)]
    shrink: bool,
}

impl Jar {
    fn file(&self) -> String {
        let mut parts = self.jar.split(':').skip(1);
        let (name, version) = (parts.next(), parts.next());
        format!(
            "{}-{}.jar",
            name.unwrap_or_default(),
            version.unwrap_or_default()
        )
    }
}

/// The jars of a tool, fetched where they are not there yet.
///
/// # Errors
/// Maven fails, or a jar has another checksum.
pub fn tool(name: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    fetched(&|jar| jar.tool.as_deref() == Some(name), folder)
}

/// The jars that are no tools, fetched where they are not there yet.
///
/// # Errors
/// Maven fails, or a jar has another checksum.
pub fn central(folder: &Path) -> Result<Vec<PathBuf>> {
    fetched(&|jar| jar.tool.is_none(), folder)
}

/// Makes the results of ProGuard for some of the jars, if they are not there yet.
///
/// # Errors
/// Maven or ProGuard fails, or a jar has another checksum.
pub fn shrunk(folder: &Path, jdk: &Jdk) -> Result<Vec<PathBuf>> {
    let proguard = std::env::join_paths(tool("proguard", folder)?)?;
    let modules = jdk.home().join("jmods/java.*.jmod");
    let modules = glob::glob(&modules.to_string_lossy())?;
    let library = modules.map(|module| {
        let module = module?;
        Ok(format!("{}(!**.jar;!module-info.class)", module.display()))
    });
    let library = library.collect::<Result<Vec<_>>>()?.join(":");
    let mut made = Vec::new();
    for jar in fetched(&|jar| jar.shrink, folder)? {
        let name = jar.file_stem().unwrap_or_default().to_string_lossy();
        let target = folder.join("proguard").join(format!("{name}-proguard.jar"));
        if !target.is_file() {
            let options = folder.join("options.pro");
            fs::create_dir_all(folder.join("proguard"))?;
            fs::write(&options, OPTIONS)?;
            let part = target.with_extension("part.jar");
            let mut java = Command::new(jdk.home().join("bin/java"));
            java.arg("-Xmx4g").arg("-cp").arg(&proguard);
            java.arg("proguard.ProGuard")
                .arg(format!("@{}", options.display()));
            java.arg("-injars")
                .arg(format!("{}(!META-INF/versions/**)", jar.display()));
            java.arg("-outjars").arg(&part);
            java.arg("-libraryjars").arg(&library);
            let output = java.output().context("java")?;
            // It prints errors where it prints everything else.
            ensure!(
                output.status.success(),
                "ProGuard fails on {}:\n{}",
                jar.display(),
                String::from_utf8_lossy(&output.stdout)
            );
            fs::rename(&part, &target)?;
        }
        made.push(target);
    }

    Ok(made)
}

fn fetched(is_wanted: &dyn Fn(&Jar) -> bool, folder: &Path) -> Result<Vec<PathBuf>> {
    let table: Vec<Jar> =
        serde_saphyr::from_str(include_str!("../../jars.yaml")).context("jars.yaml")?;
    let wanted: Vec<&Jar> = table.iter().filter(|jar| is_wanted(jar)).collect();
    let is_there = |jar: &&&Jar| folder.join(jar.file()).is_file();
    let missing: Vec<&Jar> = wanted
        .iter()
        .filter(|jar| !is_there(jar))
        .copied()
        .collect();
    if !missing.is_empty() {
        copy(&missing, folder)?;
    }

    let mut files = Vec::new();
    for jar in wanted {
        let file = folder.join(jar.file());
        let sum = format!("{:x}", Sha256::digest(fs::read(&file)?));
        ensure!(
            sum == jar.sha256,
            "{} has another checksum than in the table: {sum}",
            file.display()
        );
        files.push(file);
    }
    Ok(files)
}

/// Has Maven copy jars into a folder.
fn copy(jars: &[&Jar], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let folder = std::path::absolute(folder)?;
    let item = |jar: &&Jar| {
        let parts: Vec<&str> = jar.jar.split(':').collect();
        let tags = ["groupId", "artifactId", "version"];
        let parts = tags.iter().zip(parts);
        let parts: String = parts
            .map(|(tag, part)| format!("<{tag}>{part}</{tag}>"))
            .collect();
        format!("<artifactItem>{parts}</artifactItem>\n")
    };
    let items: String = jars.iter().map(item).collect();
    let (plugin, version) = PLUGIN;
    let project = format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
         <groupId>corpus</groupId><artifactId>jars</artifactId><version>1</version>\
         <packaging>pom</packaging><build><plugins><plugin>\
         <groupId>org.apache.maven.plugins</groupId><artifactId>{plugin}</artifactId>\
         <version>{version}</version><configuration>\
         <outputDirectory>{}</outputDirectory><artifactItems>\n{items}</artifactItems>\
         </configuration></plugin></plugins></build></project>\n",
        folder.display()
    );
    fs::write(folder.join("pom.xml"), project)?;
    let program = std::env::var("MVN").unwrap_or_else(|_| "mvn".to_owned());
    let mut maven = Command::new(program);
    maven
        .args(["-B", "-q"])
        .arg(format!("org.apache.maven.plugins:{plugin}:{version}:copy"))
        .current_dir(&folder);
    finished(&mut maven).map(drop)
}
