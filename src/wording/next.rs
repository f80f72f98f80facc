//! The next step, which each command names when it has done its work.

use std::path::Path;

use clap_complete::Shell;
use plan::{Decision, Generator, Plan, Verdict};

use super::shell_word;
use crate::inputs::shown;

/// After `init`.
pub fn init(is_compiled: bool) -> String {
    let first = if is_compiled {
        ""
    } else {
        "compile the project, then "
    };
    format!("{first}`residua analyze`, then `residua weave`")
}

/// After `analyze`, whose results went to `out`; `weave_needs` is what the command line has to say
/// to `weave`, as the configuration does not.
pub fn analyze(plan: &Plan, out: &Path, weave_needs: &str) -> String {
    let violated = plan
        .properties
        .iter()
        .find(|property| property.verdict == Verdict::Violated);
    if let Some(property) = violated {
        return format!(
            "`residua explain {}` shows how each execution violates it",
            shell_word(&property.name)
        );
    }
    let all_hold = || {
        let mut properties = plan.properties.iter();
        properties.all(|property| property.verdict == Verdict::Satisfied)
    };
    match plan.generators.iter().find(|row| is_kept(row)) {
        None if !all_hold() => format!(
            "mend what the warnings name, or `residua weave{weave_needs}`: something may be reported although no monitored call is \
             known"
        ),
        None => {
            "run the program as it is; `residua analyze --budget 0` in its build fails when a change needs a monitor"
                .to_owned()
        }
        Some(kept) => format!(
            "`residua weave{weave_needs}`; `residua explain {}` says why a line is monitored, {} shows all",
            place(kept),
            shown(&out.join("report.html"))
        ),
    }
}

/// After `record`, which wrote `log`.
pub fn record(log: &Path) -> String {
    format!(
        "find the errors of other schedules: `residua predict {}`",
        shown(log)
    )
}

/// After `predict`, which wrote a page if there is one.
pub fn predict(found: bool, page: Option<&Path>) -> String {
    match (found, page) {
        (false, _) => OTHER_INPUTS.to_owned(),
        (true, None) => {
            "see a report happen: `residua replay LOG -- COMMAND` runs the program in the order that leads there"
                .to_owned()
        }
        (true, Some(page)) => format!(
            "open {}: it has the command that replays each report",
            shown(page)
        ),
    }
}

/// After a prediction without reports.
pub const OTHER_INPUTS: &str =
    "record a run with other inputs, since a prediction knows only the events of its run";

/// After `replay`.
pub fn replay(is_confirmed: bool) -> &'static str {
    if is_confirmed {
        "mend the program, and record it again"
    } else {
        "a report that is not replayed is an error all the same, unless the program depends on time, on input or on chance"
    }
}

/// After `schema` of properties.
pub fn schema() -> &'static str {
    "put `# yaml-language-server: $schema=FILE` into the first line of a property file, or let your editor start `residua lsp`"
}

/// After `weave`, which wrote `output`.
pub fn weave(output: &Path, hides: bool) -> String {
    let output = shown(output);
    if hides {
        return format!("let your own tool monitor {output} with the residual properties");
    }
    format!(
        "run the program with {output} in place of its classes; `residua measure -- java ..` compares times and reports"
    )
}

/// After `weave --record-reflection`, which wrote `output`.
pub fn record_reflection(output: &Path) -> String {
    format!(
        "run the program with {} in place of its classes, then `residua analyze --reflection-log reflection.log`",
        shown(output)
    )
}

/// After `weave --log`, which wrote `output`.
pub fn weave_log(output: &Path) -> String {
    format!(
        "run the program with {} in place of its classes, then `residua predict residua-log`",
        shown(output)
    )
}

/// After `measure` and `rank`, of which `site` is the first place that stays monitored.
pub fn site(site: Option<&str>) -> String {
    match site {
        Some(place) => format!("`residua explain {place}` says why the site is monitored"),
        None => "deploy the woven classes: no event of this run is monitored any more".to_owned(),
    }
}

/// After `explain`.
pub const EXPLAIN: &str =
    "change the program, then `residua analyze`; `residua diff OLD-PLAN` shows what it has changed";

/// After `explain --code`.
pub const EXPLAIN_CODE: &str = "do so, then run the command again";

/// After `diff`, of which `place` is the first that is newly monitored.
pub fn diff(place: Option<&str>) -> String {
    match place {
        Some(place) => format!("`residua explain {place}` says why it is monitored now"),
        None => "`residua weave`".to_owned(),
    }
}

/// After `check`.
pub fn check(errors: usize) -> &'static str {
    match errors {
        0 => "`residua analyze`",
        1 => "correct the error, then `residua check` again",
        _ => "correct the errors, then `residua check` again",
    }
}

/// After `convert`, to a drawing for Graphviz, one for Markdown, or a property file.
pub mod convert {
    /// For Graphviz.
    pub const DOT: &str = "`dot -Tsvg` draws it";
    /// For Markdown.
    pub const MERMAID: &str = "put it into a Markdown file, between ```mermaid and ```";
    /// A property file.
    pub const PROPERTY: &str = "save it into a file, then `residua check FILE`";
}

/// After `trace`.
pub fn trace(property: &Path) -> String {
    format!(
        "`residua convert --to mermaid {}` draws the property",
        shell_word(&shown(property))
    )
}

/// After `demo`.
pub fn demo(out: &Path) -> String {
    format!(
        "open {}, then `residua init` in a project of yours",
        shown(&out.join("report.html"))
    )
}

/// After `completions`.
pub fn completions(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => {
            "`residua completions bash > ~/.local/share/bash-completion/completions/residua`, then open a new shell"
        }
        Shell::Zsh => "save it as `_residua` in a folder of `$fpath`, then open a new shell",
        Shell::Fish => {
            "`residua completions fish > ~/.config/fish/completions/residua.fish`, then open a new shell"
        }
        Shell::PowerShell => "`residua completions powershell >> $PROFILE`, then open a new shell",
        _ => "let the shell read it when it starts",
    }
}

/// After `man --out`.
pub fn man(folder: &Path) -> String {
    format!(
        "`man {}` shows it",
        shell_word(&shown(&folder.join("residua.1")))
    )
}

fn is_kept(row: &Generator) -> bool {
    row.decision == Decision::Keep
}

fn place(row: &Generator) -> String {
    shell_word(&format!("{}:{}", row.site.file, row.site.line))
}
