//! Options that every command has, and those of `analyze` that change how it runs.

use super::{changed, sessions};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml";

/// A property with an unreachable state, which is a warning.
fn warned() -> Project {
    let project = sessions();
    changed(
        &project,
        "session.yaml",
        "early: bad}",
        "early: bad, idle: }",
    );
    project
}

#[test]
fn warnings_are_told_on_stderr_and_results_on_stdout() {
    let run = warned().residua("check session.yaml").succeeds();
    assert!(run.stderr.starts_with("warning["), "{}", run.stderr);
    assert_eq!(run.stdout, "1 file: 0 errors, 1 warning\n");
}

#[test]
fn quiet_leaves_errors_alone_on_stderr() {
    let project = warned();
    let run = project.residua("check --quiet session.yaml").succeeds();
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str()),
        ("", "1 file: 0 errors, 1 warning\n")
    );
    assert_eq!(
        project
            .residua(&format!("--quiet {ANALYZE}"))
            .succeeds()
            .stderr,
        ""
    );
    changed(
        &project,
        "session.yaml",
        "live -> fresh: close",
        "live -> fresh: clsoe",
    );
    let run = project.residua("-q check session.yaml");
    run.fails_with(1, &["error[unknown-event]"]);
    assert!(!run.stderr.contains("warning["), "{}", run.stderr);
}

#[test]
fn colours_are_for_terminals_and_never_where_no_color_is_set() {
    let colour = |environment: &[(&str, &str)]| {
        warned()
            .residua_with("check session.yaml", environment, "")
            .stderr
            .contains('\u{1b}')
    };
    assert!(!colour(&[]), "a pipe is no terminal");
    assert!(
        colour(&[("CLICOLOR_FORCE", "1")]),
        "colours can be asked for"
    );
    assert!(
        !colour(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
        "NO_COLOR wins"
    );
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let project = sessions();
    for threads in ["1", "2", "7"] {
        project
            .residua(&format!(
                "{ANALYZE} --threads {threads} --out out-{threads}"
            ))
            .succeeds();
        for file in ["plan.json", "report.html", "session.residual.yaml"] {
            let (one, other) = (
                project.read(&format!("out-1/{file}")),
                project.read(&format!("out-{threads}/{file}")),
            );
            assert_eq!(one, other, "{file} on {threads} threads");
        }
    }
}

#[test]
fn no_threads_are_refused() {
    let project = sessions();
    for threads in ["0", "-1", "many"] {
        project
            .residua(&format!("{ANALYZE} --threads={threads}"))
            .fails_with(2, &["--threads"]);
    }
    assert!(!project.path("residua-out").exists());
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let project = sessions();
    for twice in [
        "--through residual0 --through all",
        "--format json --format sarif",
        "--out a --out b",
    ] {
        let run = project.residua(&format!("{ANALYZE} {twice}"));
        run.fails_with(2, &["cannot be used multiple times"]);
    }
    project
        .residua("weave --plan p --classes c -o d --runtime bundled --runtime separate")
        .fails_with(2, &["--runtime"]);
    project
        .residua("convert session.yaml --to yaml --to dot")
        .fails_with(2, &["--to"]);
    assert_eq!(project.names("."), ["session.yaml", "src"]);
}

#[test]
fn version_and_help_are_results() {
    let project = sessions();
    let version = project.residua("--version").succeeds();
    assert_eq!(
        version.stdout,
        format!("residua {}\n", env!("CARGO_PKG_VERSION"))
    );
    for command in [
        "init", "analyze", "weave", "explain", "diff", "measure", "rank", "check", "convert",
        "trace", "predict", "demo",
    ] {
        let help = project.residua(&format!("{command} --help")).succeeds();
        assert!(
            help.stdout.contains("Usage: residua ") && help.stderr.is_empty(),
            "{command}"
        );
    }
}

#[test]
fn missing_arguments_are_told_with_the_usage() {
    let project = sessions();
    for arguments in [
        "",
        "diff",
        "measure",
        "rank",
        "explain",
        "check",
        "convert session.yaml",
        "trace",
        "predict",
    ] {
        let run = project.residua(arguments);
        run.fails_with(2, &["Usage: residua"]);
        assert_eq!(run.stdout, "", "{arguments}");
    }
}

#[test]
fn phases_are_measured_on_request() {
    let project = sessions();
    let told = project
        .residua(&format!("{ANALYZE} --verbose"))
        .succeeds()
        .stderr;
    let lines: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("residua: "))
        .collect();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("residua: reading 2 source files: ")),
        "{told}"
    );
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("residua: in all: ") && line.contains(" s")),
        "{told}"
    );
    assert!(
        !cfg!(target_os = "linux")
            || lines
                .iter()
                .all(|line| line.ends_with(" MiB at most so far")),
        "{told}"
    );
    project
        .residua(&format!("{ANALYZE} --verbose --quiet"))
        .fails_with(2, &["cannot be used with"]);
}

#[test]
fn phases_are_lines_where_there_is_no_terminal() {
    let told = sessions().residua(ANALYZE).succeeds().stderr;
    let lines: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("residua: "))
        .collect();
    assert!(lines.contains(&"residua: reading 2 source files"), "{told}");
    assert!(
        lines.contains(&"residua: reducing 1 property file"),
        "{told}"
    );
    assert!(!told.contains(['\u{1b}', '\r']), "{told:?}");
}

/// Returns the output of a command on a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(project: &Project, arguments: &str, environment: &[(&str, &str)]) -> String {
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_residua"));
    let mut script = std::process::Command::new("script");
    script
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR");
    script.envs(environment.iter().copied());
    project.command(&mut script).succeeds().stdout
}

/// Bars are taken away; what stays on the terminal are results and findings.
#[cfg(target_os = "linux")]
#[test]
fn phases_are_bars_on_a_terminal() {
    let project = sessions();
    let shown = on_a_terminal(&project, ANALYZE, &[]);
    assert!(
        shown.contains("residua: reducing 1 property file ["),
        "{shown:?}"
    );
    assert!(
        shown.contains("\u{1b}[2K"),
        "a bar is taken away: {shown:?}"
    );
    assert!(
        !shown.contains("residua: reading 2 source files\r\n"),
        "{shown:?}"
    );
    let quiet = on_a_terminal(&project, &format!("{ANALYZE} --force --quiet"), &[]);
    assert!(
        !quiet.contains("residua: ") && quiet.contains("the property cannot be violated"),
        "{quiet:?}"
    );
    let dumb = on_a_terminal(&project, &format!("{ANALYZE} --force"), &[("TERM", "dumb")]);
    assert!(
        dumb.contains("residua: reading 2 source files\r\n") && !dumb.contains("\u{1b}[2K"),
        "{dumb:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn terminals_show_no_colours_where_no_color_is_set() {
    let coloured = |environment: &[(&str, &str)]| {
        let shown = on_a_terminal(&warned(), ANALYZE, environment);
        shown
            .split('\u{1b}')
            .any(|sequence| sequence.strip_prefix('[').is_some_and(is_colour))
    };
    assert!(coloured(&[]), "warnings are in colours");
    assert!(!coloured(&[("NO_COLOR", "1")]), "NO_COLOR wins");
}

/// `1;33m..`: how it goes on behind the bracket.
#[cfg(target_os = "linux")]
fn is_colour(sequence: &str) -> bool {
    let numbers: String = sequence
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ';')
        .collect();
    !matches!(numbers.as_str(), "" | "0") && sequence[numbers.len()..].starts_with('m')
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let project = sessions();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = project
            .residua(&format!("completions {shell}"))
            .succeeds()
            .stdout;
        assert!(
            script.contains("measure") && script.contains("max-new"),
            "{shell}"
        );
    }
    let page = project.residua("man").succeeds().stdout;
    assert!(
        page.contains(".TH residua 1") && page.contains("residua\\-weave(1)"),
        "{page}"
    );
    let page = project.residua("man weave").succeeds().stdout;
    assert!(page.contains("tripwires"), "{page}");
    project
        .residua("man waeve")
        .fails_with(2, &["unknown-command", "`residua man weave`"]);
    project.residua("man --out man").succeeds();
    let pages = project.names("man");
    assert!(
        pages.contains(&"residua.1".to_owned()) && pages.contains(&"residua-analyze.1".to_owned()),
        "{pages:?}"
    );
    assert!(
        project.read("man/residua-analyze.1").contains("property"),
        "options are described"
    );
}

/// Whenever the user stops it: what is there afterwards is whole, and nothing lies beside it.
#[cfg(unix)]
#[test]
fn interrupted_run_leaves_whole_results_or_none() {
    let project = sessions();
    for milliseconds in (0..300).step_by(25) {
        let status = project.interrupted(
            &format!("{ANALYZE} --force --out out/results"),
            milliseconds,
        );
        assert!(matches!(status, Some(0 | 130) | None), "{status:?}");
        if project.path("out/results").exists() {
            let whole = [
                "inputs.json",
                "plan.json",
                "report.html",
                "session.residual.yaml",
            ];
            assert_eq!(project.names("out/results"), whole);
            assert_eq!(project.names("out"), ["results"]);
        } else {
            assert_eq!(project.names("out"), [""; 0])
        }
    }
}

/// Each command with work behind it names the next step on stderr, so that stdout stays what it was.
#[test]
fn commands_name_the_next_step() {
    let project = super::uncertain();
    project.javac("src", "classes");
    project.write("events.txt", b"open s=Session@1\n");
    let next = |line: &str| {
        let run = project.residua(line);
        assert!(!run.stdout.contains("next: "), "{line}: {}", run.stdout);
        let last = run.stderr.lines().last().unwrap_or_default().to_owned();
        last.strip_prefix("next: ")
            .unwrap_or_else(|| panic!("{line}: {}", run.stderr))
            .to_owned()
    };
    let plan = "--plan residua-out/plan.json";
    for (line, expected) in [
        ("check session.yaml", "`residua analyze`"),
        (
            "analyze --source src --property session.yaml",
            "`residua weave --classes DIR -o DIR`; `residua explain app/Main.java:",
        ),
        (
            "analyze --source src --property session.yaml --out other --classes classes",
            "`residua weave --plan other/plan.json --classes classes -o DIR`;",
        ),
        (
            "analyze --source src --property session.yaml --budget 0",
            "`residua weave",
        ),
        ("explain lifecycle", "change the program"),
        ("explain --code stale-classes", "do so"),
        (
            "weave --classes classes -o woven",
            "run the program with woven",
        ),
        (
            "weave --classes classes -o hidden --hide",
            "let your own tool monitor hidden",
        ),
        (
            "diff residua-out/plan.json other/plan.json",
            "`residua weave`",
        ),
        (
            "convert --to mermaid session.yaml",
            "put it into a Markdown file",
        ),
        ("convert --to dot session.yaml", "`dot -Tsvg` draws it"),
        ("convert --to yaml session.yaml", "save it into a file"),
        (
            "trace --property session.yaml events.txt",
            "`residua convert",
        ),
        ("completions bash", "`residua completions bash >"),
        ("man --out pages", "`man pages/residua.1`"),
        ("init", "`residua analyze`, then `residua weave`"),
    ] {
        let said = next(line);
        assert!(said.contains(expected), "{line}: {said}");
    }
    for silent in [
        format!("explain lifecycle {plan} --no-next"),
        format!("explain lifecycle {plan} --quiet"),
        "analyze --source src --property session.yaml --format json".to_owned(),
    ] {
        let run = project.residua(&silent);
        assert!(!run.stderr.contains("next: "), "{silent}: {}", run.stderr);
    }
}
