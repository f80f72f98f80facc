//! Kotlin and Groovy beside Java, by the real compilers, as Maven Central has them.

use std::fs;
use std::process::Command;

use crate::libraries;
use test_support::Project;

/// A language whose sources stand in a case and call Java, or are called by it.
pub struct Language {
    /// The ending of its files.
    pub ending: &'static str,
    /// The library that its programs run with.
    pub library: &'static str,
    pub compiler: &'static str,
    /// The main class of the compiler, and options.
    command: &'static str,
    /// The option before the class path.
    class_path: &'static str,
}

impl Language {
    /// The languages that cases may have.
    pub const ALL: &[Language] = &[
        Language {
            library: "org.jetbrains.kotlin:kotlin-stdlib:2.2.21",
            compiler: "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21",
            ending: "kt",
            command: "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn",
            class_path: "-cp",
        },
        Language {
            library: "org.apache.groovy:groovy:4.0.33",
            compiler: "org.apache.groovy:groovy:4.0.33",
            ending: "groovy",
            command: "org.codehaus.groovy.tools.FileSystemCompiler -j -Fg -Fproc:none",
            class_path: "--classpath",
        },
    ];

    /// Compiles its sources against those in Java, into `classes`. Each compiler of Java comes
    /// after it.
    pub fn compile(&self, project: &Project, java: &str, class_path: &str) -> Result<(), String> {
        let compiler = libraries::fetched(&[self.compiler.to_owned()])
            .ok_or("the compiler cannot be fetched")?;
        fs::create_dir_all(project.path("classes")).expect("a folder of classes");
        let mut command = Command::new(java);
        command
            .args(["-XX:TieredStopAtLevel=1", "-cp", &compiler])
            .args(self.command.split_whitespace());
        command.args([self.class_path, class_path, "-d", "classes"]);
        command
            .args(project.java_files("src"))
            .args(project.files(".", self.ending));
        let run = project.command(&mut command);
        if run.status == 0 {
            Ok(())
        } else {
            Err(format!("{command:?} fails\n{}{}", run.stdout, run.stderr))
        }
    }
}
