//! Pages about small runs.

mod browser;
mod structure;

use std::collections::BTreeMap;

use predict::trace::{self, Frame};
use predict::{Prediction, Settings, predict};

use super::{Facts, render};
use crate::wording::predictions::{PredictCommand, Replay};

/// A run with an error of each kind, whose lines name a file and whose second thread is named as markup.
const RUN: &str = "T0|fork(T1)|app/Main.java:1
T0|w(x)|app/Main.java:2
T0|event(lifecycle.open s=Session@1)|app/Main.java:3
T0|acq(a)|app/Main.java:4
T0|req(b)|app/Main.java:5
T0|acq(b)|app/Main.java:5
T0|rel(b)|app/Main.java:6
T0|rel(a)|app/Main.java:6
T0|begin|app/Main.java:7
T0|acq(l)|app/Main.java:8
T0|r(total)|app/Main.java:8
T0|rel(l)|app/Main.java:8
T0|acq(l)|app/Main.java:9
T0|w(total)|app/Main.java:9
T0|rel(l)|app/Main.java:9
T0|end|app/Main.java:10
T1|acq(b)|app/Task.java:4
T1|req(a)|app/Task.java:5
T1|acq(a)|app/Task.java:5
T1|rel(a)|app/Task.java:6
T1|rel(b)|app/Task.java:6
T1|begin|app/Task.java:7
T1|acq(l)|app/Task.java:8
T1|w(total)|app/Task.java:8
T1|rel(l)|app/Task.java:8
T1|end|app/Task.java:8
T1|event(lifecycle.send s=Session@1)|app/Task.java:9
T1|w(x)|app/Task.java:10
T0|event(lifecycle.close s=Session@1)|app/Main.java:11
";

/// A session that is closed too early.
const SESSION: &str = "foreach:
  - parameters: [Session s]
    events:
      open: call Session.open() target s
      send: call Session.send() target s
      close: call Session.close() target s
    properties:
      lifecycle:
        message: close the session behind its last use
        states: {fresh: initial, live: , closed: , late: bad}
        transitions:
          - fresh -> live: open
          - live -> closed: close
          - closed -> late: send
";

/// The prediction about [`RUN`]. The calls of each step are two.
fn prediction() -> Prediction {
    let text = RUN.replace("T1", "<script>");
    let (trace, _) = trace::read("run.std", text.as_bytes()).expect("a run");
    let settings = Settings {
        properties: vec![languages::read("session.yaml", SESSION).expect("a property")],
        ..Settings::default()
    };
    let mut prediction = predict(&trace, &settings);
    let steps = prediction.reports.iter_mut().flat_map(|r| &mut r.steps);
    for step in steps {
        step.stack = ["app.Task.<init>", "app.Main.main"]
            .map(|method| Frame {
                method: method.to_owned(),
                line: step.line.clone(),
            })
            .to_vec();
    }
    prediction
}

/// The replay of the reports of a log.
fn replay() -> Replay {
    Replay {
        reports: "run.log".to_owned(),
        predict: None,
        properties: vec!["session.yaml".to_owned()],
        compat: false,
    }
}

/// The replay of reports of a run as STD.
fn replay_of_std() -> Replay {
    Replay {
        reports: PredictCommand::REPORTS.to_owned(),
        predict: Some(PredictCommand {
            logs: Vec::new(),
            std: vec!["my run.std".to_owned()],
            window: None,
        }),
        ..replay()
    }
}

fn texts() -> BTreeMap<String, String> {
    let text: String = (1..=12)
        .map(|line| format!("    line{line}(\"</pre><script>\");\n"))
        .collect();
    BTreeMap::from([("app/Main.java".to_owned(), text)])
}

/// The page about one run with a prediction.
fn page_about(prediction: &Prediction, texts: &BTreeMap<String, String>) -> String {
    let facts = Facts {
        name: "run.log",
        events: RUN.lines().count(),
        prediction,
        findings: &[],
    };
    render(&[facts], &replay(), texts)
}

fn page() -> String {
    page_about(&prediction(), &texts())
}
