//! Markers: what a program says of the callers of its methods.

/// The expectations of a program for one method.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The line, from 1 in its file.
    pub line: usize,
    /// The method's name, if the marker gives it.
    pub method: Option<String>,
    /// Callers that the call graph has and the run shows.
    pub called: Vec<String>,
    /// Callers that the call graph has though no run shows them.
    pub imprecise: Vec<String>,
    /// Callers that it must not have.
    pub not_called: Vec<String>,
    /// True if the method must not be reachable.
    pub never: bool,
}

/// A line and what its marker says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marker {
    /// Of a method.
    Callers(Expected),
    /// Of an opening: the line and a part of the reason.
    Opens(usize, String),
}

/// The markers in a text, in order of lines.
///
/// # Errors
/// The line of a marker that is not well formed, and why.
pub fn markers(text: &str) -> Result<Vec<Marker>, (usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        for marker in line.split("//~").skip(1).map(str::trim) {
            let parsed = match marker.strip_prefix("opens ") {
                Some(reason) => Ok(Marker::Opens(line_number, reason.to_owned())),
                None => callers(line_number, marker).map(Marker::Callers),
            };
            found.push(parsed.map_err(|reason| (line_number, reason))?);
        }
    }
    Ok(found)
}

fn callers(line: usize, marker: &str) -> Result<Expected, String> {
    let mut expected = Expected {
        line,
        ..Expected::default()
    };
    let mut rest = marker;
    if let Some((first, others)) = marker.split_once(' ')
        && !["called", "may", "not", "never"].contains(&first)
    {
        expected.method = Some(first.to_owned());
        rest = others;
    }
    for part in rest.split(", ") {
        add(&mut expected, part)?;
    }
    Ok(expected)
}

fn add(expected: &mut Expected, part: &str) -> Result<(), String> {
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    if part == "never called" {
        expected.never = true;
    } else if let Some(text) = part.strip_prefix("called by ") {
        expected.called = names(text);
    } else if let Some(text) = part.strip_prefix("not called by ") {
        expected.not_called = names(text);
    } else if let Some(text) = part.strip_prefix("may be called by ") {
        expected.imprecise = names(text);
    } else {
        return Err(format!("`{part}` says nothing about callers"));
    }
    Ok(())
}

#[test]
fn markers_name_callers_of_each_kind() {
    let found = markers(
        "x\nvoid f() { } //~ called by A.m A.n, not called by B.m\nstatic { } //~ A.<clinit> never called",
    );
    let first = Expected {
        line: 2,
        called: vec!["A.m".to_owned(), "A.n".to_owned()],
        not_called: vec!["B.m".to_owned()],
        ..Expected::default()
    };
    let second = Expected {
        line: 3,
        method: Some("A.<clinit>".to_owned()),
        never: true,
        ..Expected::default()
    };
    assert_eq!(
        found,
        Ok(vec![Marker::Callers(first), Marker::Callers(second)])
    );
}

#[test]
fn ill_formed_markers_are_refused() {
    for marker in ["calls A.m", "called", "never", "A.f", ""] {
        assert!(
            markers(&format!("f() {{ }} //~ {marker}")).is_err(),
            "{marker}"
        );
    }
}
