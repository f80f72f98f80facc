//! A case whose program is known by its class files: alone, and beside its sources.

use super::{Case, Kept, Run, Tools, report, without_hashes};
use crate::share::Share;
use test_support::Project;

/// The input of an analysis that reads class files.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// Class files alone.
    Classes,
    /// Sources and class files.
    Both,
}

impl Case {
    /// Analyses, weaves and runs; nothing if a tool is not there. An error says how full and
    /// optimized monitoring differ, or which reports the case expects.
    pub fn run_compiled(&self, input: Input) -> Result<Option<Share>, String> {
        let Some(tools) = self.tools() else {
            return Ok(None);
        };
        let project = Project::new(&self.files);
        self.compile(&project, &tools)?;
        let path = self.class_path(&tools);
        let class_path = if path.is_empty() {
            String::new()
        } else {
            format!("--classpath {path}")
        };

        let mut share = Share::of_case(self.reports.len());
        share
            .analyses
            .push(self.analysed_by(input, &project, &tools, &class_path)?);
        let woven = |kind| self.woven(&project, &tools, &class_path, &path, kind);
        let (full, optimized) = (woven("--full")?, woven("")?);
        if seen(&full) != seen(&optimized) {
            return Err(format!(
                "--- full\n{}--- optimized\n{}",
                seen(&full),
                seen(&optimized)
            ));
        }
        let mut reports: Vec<&str> = full.stderr.lines().filter_map(report).collect();
        let mut expected: Vec<&str> = self.reports.iter().map(String::as_str).collect();
        reports.sort_unstable();
        expected.sort_unstable();
        if reports != expected && !self.is_otherwise_compiled() {
            return Err(format!("expected {expected:#?}\n--- both\n{}", seen(&full)));
        }
        Ok(Some(share))
    }

    fn analysed_by(
        &self,
        input: Input,
        project: &Project,
        tools: &Tools,
        class_path: &str,
    ) -> Result<Kept, String> {
        let (source, own) = match input {
            Input::Classes => ("", without(&self.analyze, &["--classes", "--left-out"])),
            Input::Both => ("--source src", without(&self.analyze, &["--classes"])),
        };
        let properties = project.names(".");
        let properties: Vec<String> = properties
            .iter()
            .filter(|name| super::is_property(name))
            .map(|name| format!("--property {name}"))
            .collect();
        let analysed = tools.residua(
            project,
            &format!(
                "analyze {source} --classes classes {} {class_path} {own}",
                properties.join(" ")
            ),
        );
        if analysed.status > 1 {
            return Err(format!("analyze fails\n{}", analysed.stderr));
        }
        self.kept(project, usize::MAX)
    }

    /// Returns whether class files raise other events than the sources of the case: the case says
    /// why.
    fn is_otherwise_compiled(&self) -> bool {
        self.compiled.is_some()
    }
}

/// Options without some of them and their values.
fn without(options: &str, left_out: &[&str]) -> String {
    let mut is_left_out = false;
    let mut kept = Vec::new();
    for word in options.split_whitespace() {
        if word.starts_with("--") {
            is_left_out = left_out.contains(&word);
        }
        if !is_left_out {
            kept.push(word);
        }
    }
    kept.join(" ")
}

fn seen(run: &Run) -> String {
    format!(
        "exit {}\n{}{}",
        run.status,
        without_hashes(&run.stdout),
        without_hashes(&run.stderr)
    )
}
