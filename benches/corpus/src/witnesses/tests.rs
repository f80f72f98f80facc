//! Ways that are taken are told from those that are made up, in a small program.

use std::fs;

use super::*;

/// An iterator is used without a question where there is an argument, which there is not; another
/// one always.
const PROGRAM: &str = "package driver;
import java.util.*;
class Used {
    static int first(List<Integer> list, String[] arguments) {
        Iterator<Integer> each = list.iterator();
        if (arguments.length == 0) each.hasNext();
        return each.next();
    }
    static int second(List<Integer> list) {
        Iterator<Integer> each = list.iterator();
        return each.next();
    }
}
public class Driver {
    public static void main(String[] arguments) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        System.out.println(Used.first(list, arguments) + Used.second(list));
    }
}
";

fn rows(replay: Option<&str>) -> Vec<Row> {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = Subject::small(folder.path(), PROGRAM);
    let jdk = Jdk::from_environment().expect("a JDK");
    let has_next = concat!(env!("CARGO_MANIFEST_DIR"), "/properties/has_next.yaml");
    let property = languages::read(has_next, &fs::read_to_string(has_next).expect("a file"))
        .expect("a property");
    let [work, replays] = ["work", "replays"].map(|name| folder.path().join(name));
    if let Some(text) = replay {
        fs::create_dir(&replays).expect("a folder");
        fs::write(replays.join("Driver.java"), text).expect("a file");
    }
    let settings = Settings {
        count: 20,
        limit: Duration::from_secs(60),
        replays,
        work,
        least: 1,
    };
    witnesses(&subject, &jdk, &[property], &settings).expect("the program runs")
}

/// The way of the generator of `next` in a line.
fn way(rows: &[Row], line: u32) -> Way {
    let place = format!("Driver.java:{line}");
    let row = rows
        .iter()
        .find(|row| row.place == place && row.event == "next")
        .expect("a kept generator");
    row.way.clone().expect("a way")
}

#[test]
fn way_that_no_object_takes_is_told_from_one_that_is_taken() {
    let rows = rows(None);
    let (made_up, taken) = (way(&rows, 7), way(&rows, 11));
    assert_eq!(
        (made_up.taken, taken.taken),
        (0, 1),
        "{made_up:?} {taken:?}"
    );
    assert!(
        made_up.is_ordered && made_up.objects.contains("Driver.java:5"),
        "{made_up:?}"
    );
    assert!(hold(&rows, 1).is_ok() && hold(&rows, rows.len()).is_err());
}

#[test]
fn way_that_only_another_driver_takes_is_taken() {
    let replay = "package driver;
import java.util.*;
public class Driver {
    public static void main(String[] arguments) { Used.first(new ArrayList<>(List.of(1)), new String[1]); }
}
";
    assert_eq!(way(&rows(Some(replay)), 7).taken, 1);
}

fn moved(event: &str, place: &str, to: &str) -> walks::Move {
    walks::Move {
        event: event.to_owned(),
        place: place.to_owned(),
        is_body: false,
        to: to.to_owned(),
    }
}

fn walks(lines: &[&str]) -> Walks {
    let reports = lines
        .iter()
        .map(|line| crate::equal::Report::read(line).expect("a report"))
        .collect::<Vec<_>>();
    let mut walks = Walks::default();
    walks.add_run(&reports).expect("moves");
    walks
}

#[test]
fn way_is_taken_from_the_beginning_by_one_object_in_its_order() {
    let seen = walks(&[
        "1\tresidua: violation of p in ready by ask at a/A.java:3 (I@1)",
        "1\tresidua: violation of p in ready by ask at a/A.java:3 (I@1)",
        "2\tresidua: violation of p in ready by ask at a/A.java:3 (I@2)",
        "1\tresidua: violation of p in fresh by next at a/A.java:4 (I@1)",
        "1\tresidua: violation of p in error by next at a/A.java:5 (I@1)",
    ]);
    let [ask, next, error] = [
        ("ask", 3, "ready"),
        ("next", 4, "fresh"),
        ("next", 5, "error"),
    ]
    .map(|(event, line, to)| moved(event, &format!("src/a/A.java:{line}"), to));
    let taken = |way: &[&walks::Move]| {
        seen.taking(
            "p",
            "fresh",
            &way.iter().map(|&one| one.clone()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        (
            taken(&[&ask]),
            taken(&[&ask, &next]),
            taken(&[&ask, &next, &error])
        ),
        (2, 1, 1)
    );
    assert_eq!((taken(&[&ask, &error]), taken(&[&next, &ask])), (0, 0));
    assert_eq!(taken(&[&error]), 1, "it is in the initial state again");
    let elsewhere = moved("ask", "src/b/A.java:3", "ready");
    assert_eq!(taken(&[&elsewhere]), 0);
    let body = |line: u32| walks::Move {
        is_body: true,
        ..moved("ask", &format!("src/a/A.java:{line}"), "ready")
    };
    assert_eq!(
        [2, 3, 4].map(|line| taken(&[&body(line)])),
        [2, 2, 0],
        "a body begins behind its name"
    );
}

#[test]
fn chosen_ones_are_spread() {
    let all: Vec<usize> = (0..100).collect();
    assert_eq!(spread(&all, 4), [0, 25, 50, 75]);
    assert_eq!(spread(&all[..3], 20), [0, 1, 2]);
}
