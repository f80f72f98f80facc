//! `--workers`, `--hosts` and `--process` of `predict` and `trace`.

use std::net::TcpListener;
use std::thread;

use super::sessions;
use test_support::{Project, Run};

/// Threads that take a lock in turns, and two that forget it.
fn long_run() -> String {
    let mut text = String::from("T0|fork(T1)|1\n");
    for round in 0..300 {
        for (thread, line) in [("T0", 10), ("T1", 20)] {
            text += &format!("{thread}|acq(L)|{line}\n{thread}|w(x)|{}\n", line + 1);
            text += &format!("{thread}|r(y)|{}\n{thread}|rel(L)|{}\n", line + 2, line + 3);
        }
        if round % 100 == 57 {
            text += &format!("T0|w(y)|{}\n", 30 + round / 100);
        }
    }
    text
}

/// Sessions of which some are used too early.
fn events() -> String {
    let line = |number: usize| {
        let session = number * 7 % 90;
        let event = ["open", "send", "close", "send"][number / 90 % 4];
        format!("{event} s=Session@{session} at Main.java:{}\n", number % 13)
    };
    (0..9_000).map(line).collect()
}

/// A hosts file with free ports of this machine.
fn hosts(project: &Project, count: usize) {
    let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let listeners: Vec<TcpListener> = listeners.collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("an address");
    let lines = listeners
        .iter()
        .map(|listener| format!("{}\n", address(listener)));
    project.write("hosts.txt", lines.collect::<String>().as_bytes());
}

/// Runs a command in several processes at once.
fn in_processes(project: &Project, command: &str, count: usize) -> Vec<Run> {
    hosts(project, count);
    thread::scope(|scope| {
        let start = |process: usize| {
            let command = format!("{command} --hosts hosts.txt --process {process}");
            scope.spawn(move || project.residua(&command))
        };
        let processes: Vec<_> = (0..count).map(start).collect();
        let ends = processes
            .into_iter()
            .map(|process| process.join().expect("it ends"));
        ends.collect()
    })
}

#[test]
fn windows_are_shared_by_workers_and_processes() {
    let project = sessions();
    project.write("run.std", long_run().as_bytes());
    project
        .residua("predict --std run.std --to-log run.log")
        .succeeds();
    let command = "predict run.log --window 500 --format json";
    let alone = project.residua(command);
    assert_eq!(alone.status, 1, "{alone:#?}");
    for line in [30, 31, 32] {
        assert!(
            alone.stdout.contains(&format!("{line}]")),
            "{}",
            alone.stdout
        );
    }
    for told in ["warning[windows]", "within windows of 500 events"] {
        assert!(alone.stderr.contains(told), "{}", alone.stderr);
    }
    let workers = project.residua(&format!("{command} --workers 3"));
    assert_eq!(workers.stdout, alone.stdout);
    let processes = in_processes(&project, command, 4);
    assert_eq!(processes[0].stdout, alone.stdout, "{processes:#?}");
    assert_eq!(processes[0].status, 1);
    for other in &processes[1..] {
        assert_eq!((other.status, other.stdout.as_str()), (0, ""), "{other:#?}");
    }
}

#[test]
fn run_that_fits_is_one_window() {
    let project = sessions();
    project.write("run.std", long_run().as_bytes());
    let run = project.residua("predict --std run.std");
    assert!(!run.stderr.contains("windows"), "{}", run.stderr);
}

#[test]
fn objects_are_shared_by_workers_and_processes() {
    let project = sessions();
    project.write("events.txt", events().as_bytes());
    let command = "trace --property session.yaml events.txt";
    let alone = project.residua(command);
    assert_eq!(alone.status, 1, "{alone:#?}");
    assert!(alone.stdout.lines().count() > 150, "{}", alone.stdout);
    let workers = project.residua(&format!("{command} --workers 4"));
    assert_eq!(
        (&workers.stdout, &workers.stderr),
        (&alone.stdout, &alone.stderr)
    );
    let processes = in_processes(&project, command, 4);
    assert_eq!(processes[0].stdout, alone.stdout);
    assert!(
        processes[1..]
            .iter()
            .all(|other| other.stdout.is_empty() && other.status == 0)
    );
}

#[test]
fn wrong_line_of_a_trace_is_the_error_for_any_number_of_workers() {
    let project = sessions();
    project.write("events.txt", (events() + "sned s=Session@1\n").as_bytes());
    for workers in [1, 3] {
        let command = format!("trace --property session.yaml events.txt --workers {workers}");
        project
            .residua(&command)
            .fails_with(2, &["events.txt:9001:1", "did you mean `send`?"]);
    }
}

#[test]
fn property_with_one_component_says_why() {
    let project = sessions();
    let text = "events:\n  boot: call App.boot()\nproperties:\n  once:\n    states: {off: initial, on: bad}\n    \
                transitions:\n      - off -> on: boot\n";
    project.write("once.yaml", text.as_bytes());
    project.write("events.txt", b"boot\n");
    let run = project.residua("trace --property once.yaml events.txt --workers 2");
    assert_eq!(run.status, 1, "{run:#?}");
    assert!(
        run.stderr.contains("all its monitors are global"),
        "{}",
        run.stderr
    );
    let run = project.residua("trace --property once.yaml events.txt");
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
}

#[test]
fn hosts_that_cannot_be_used_are_errors_with_their_line() {
    let project = sessions();
    project.write("run.std", long_run().as_bytes());
    let fails = |hosts: &str, options: &str, told: &[&str]| {
        project.write("hosts.txt", hosts.as_bytes());
        let run = project.residua(&format!(
            "predict --std run.std --hosts hosts.txt {options}"
        ));
        run.fails_with(2, told);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    };
    fails(
        "# mine\nnode1\n",
        "--process 0",
        &["hosts.txt:2", "`node1` is no address"],
    );
    fails(
        "a:1\na:1\n",
        "--process 0",
        &["hosts.txt:2", "stands in line 1 already"],
    );
    fails("", "--process 0", &["the file has no hosts"]);
    fails("a:1\nb:1\n", "--process 2", &["no process 2", "0 to 1"]);
    fails("a:1\n", "", &["--process"]);
    hosts(&project, 2);
    let free = project.read("hosts.txt");
    let alone = [
        "hosts.txt:2",
        "process 1",
        "cannot be reached",
        "`--process 1`",
    ];
    fails(&free, "--process 0 --patience 0", &alone);
    let missing = project.residua("predict --std run.std --hosts none.txt --process 0");
    missing.fails_with(2, &["the hosts file `none.txt` does not exist"]);
}
