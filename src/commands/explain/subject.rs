//! The subject of the user's question.

/// `FILE:LINE`, `PROPERTY` or `PROPERTY:FROM->TO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A line of a source file.
    Line {
        /// Path as typed.
        file: &'a str,
        /// From 1.
        line: u32,
    },
    /// A property.
    Property(&'a str),
    /// The transitions from one state of a property to another.
    Transition {
        /// The property.
        property: &'a str,
        /// Name of the source state.
        from: &'a str,
        /// Name of the target state.
        to: &'a str,
    },
}

impl<'a> Subject<'a> {
    /// Reads what was typed; what has neither a line number nor an arrow behind its last colon is a
    /// property.
    pub fn parse(text: &'a str) -> Self {
        let Some((before, after)) = text.rsplit_once(':') else {
            return Subject::Property(text);
        };
        if let Ok(line) = after.parse() {
            return Subject::Line { file: before, line };
        }
        match after.split_once("->") {
            Some((from, to)) => Subject::Transition {
                property: before,
                from: from.trim(),
                to: to.trim(),
            },
            None => Subject::Property(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Subject;

    #[test]
    fn subjects_are_told_apart_by_what_follows_the_last_colon() {
        assert_eq!(
            Subject::parse("a/B.java:12"),
            Subject::Line {
                file: "a/B.java",
                line: 12
            }
        );
        assert_eq!(Subject::parse("iterator"), Subject::Property("iterator"));
        assert_eq!(Subject::parse("stem/p#2"), Subject::Property("stem/p#2"));
        let transition = Subject::Transition {
            property: "p",
            from: "qa",
            to: "qb",
        };
        assert_eq!(Subject::parse("p:qa->qb"), transition);
        assert_eq!(Subject::parse("p:qa -> qb"), transition);
    }
}
