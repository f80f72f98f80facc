//! Names in the Java of conditions and actions.

use date::code::{Code, Name, NameKind};
use date::ids::EventId;

use super::{Names, Symbol, range};

pub(super) fn find(names: &mut Names<'_>) {
    let specification = names.specification;
    for context in &specification.contexts {
        for code in context
            .variables
            .iter()
            .filter_map(|one| one.initial.as_ref())
        {
            of_code(names, code, None);
        }
    }
    for (id, event) in specification.events.iter_enumerated() {
        for alternative in &event.alternatives {
            for code in alternative.filter.iter().chain(&alternative.wheres) {
                of_code(names, code, Some(id));
            }
        }
    }
    for property in &specification.properties {
        for transition in &property.date.transitions {
            for code in transition.condition.iter().chain(&transition.action) {
                of_code(names, code, Some(transition.event));
            }
        }
        for code in property
            .date
            .states
            .iter()
            .filter_map(|state| state.entry.as_ref())
        {
            of_code(names, code, None);
        }
    }
    if let Some(code) = &specification.methods {
        of_code(names, code, None);
    }
}

/// The names in a piece of code. Where its text is not found in the file, its names have no places.
fn of_code(names: &mut Names<'_>, code: &Code, event: Option<EventId>) {
    let places = places_of(names.text, code);
    for used in &code.names {
        let Some(symbol) = symbol_of(&used.name, event) else {
            continue;
        };
        let name = &used.name.text;
        // A qualified name (`::x`) ends with the name itself.
        let first = used.end as usize - name.len();
        let place = places.as_ref().map(|places| places[first]);
        let place = place.map(|start| start..start + name.len());
        match place.filter(|place| names.text.get(place.clone()) == Some(name)) {
            Some(place) => {
                qualifier(names, place.start, &symbol);
                names.add(place, symbol, false);
            }
            // Names in Verde's Python are found with its transitions.
            None if names.is_verde || code.span.line == 0 => {}
            None => {
                names.unplaced.insert(symbol);
            }
        }
    }
}

/// The key before `::` and the name of a variable: `c` of `c::spent`.
fn qualifier(names: &mut Names<'_>, name: usize, symbol: &Symbol) {
    let Symbol::Declared { context, .. } = *symbol else {
        return;
    };
    let Some(before) = names.before(name).strip_suffix("::") else {
        return;
    };
    let end = before.trim_end().len();
    let parameters = &names.specification.contexts[context].parameters;
    let key = parameters
        .iter()
        .find(|key| before.trim_end().ends_with(&key.name));
    if let Some(key) = key {
        let name = key.name.clone();
        names.add(
            end - name.len()..end,
            Symbol::Declared { context, name },
            false,
        );
    }
}

fn symbol_of(name: &Name, event: Option<EventId>) -> Option<Symbol> {
    let text = name.text.clone();
    match name.kind {
        NameKind::Parameter(context)
        | NameKind::Variable(context)
        | NameKind::Clock(context)
        | NameKind::Channel(context) => Some(Symbol::Declared {
            context,
            name: text,
        }),
        NameKind::EventVariable => event.map(|event| Symbol::Bound { event, name: text }),
        NameKind::Local | NameKind::CurrentThread | NameKind::Java => None,
    }
}

/// The place in the file of each byte of a code. Between them lie what YAML adds: a mark before a
/// block, the indentation of its lines, quotes, and backslashes in them.
fn places_of(text: &str, code: &Code) -> Option<Vec<usize>> {
    let written = text.get(range(code.span))?;
    let begin = code.text.chars().next()?;
    let begins = written.char_indices().filter(|&(_, first)| first == begin);
    let mut found = begins.filter_map(|(at, _)| aligned(&written[at..], &code.text, at));
    let places = found.next()?;
    Some(
        places
            .into_iter()
            .map(|place| code.span.start as usize + place)
            .collect(),
    )
}

/// The places of the bytes of `code` in `written`, which begins with it at byte `at` of a whole.
fn aligned(written: &str, code: &str, at: usize) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(code.len());
    let mut there = written.char_indices().peekable();
    for character in code.chars() {
        let place = if character.is_whitespace() {
            // White space of any kind and length stands for that of the code.
            let place = there.peek().map_or(written.len(), |&(place, _)| place);
            while there.next_if(|(_, next)| next.is_whitespace()).is_some() {}
            place
        } else {
            while there
                .next_if(|&(_, next)| next.is_whitespace() || next == '\\' && character != next)
                .is_some()
            {}
            let (place, _) = there.next_if(|&(_, next)| next == character)?;
            // A quote that is written twice.
            there.next_if(|&(_, next)| next == '\'' && character == next);
            place
        };
        places.extend((0..character.len_utf8()).map(|byte| at + place + byte));
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn code_is_found_behind_indentation_and_escapes() {
        let places = |written: &str, code: &str| {
            let places = aligned(written, code, 0)?;
            Some(
                code.bytes()
                    .zip(places)
                    .filter(|&(c, _)| c == b'x')
                    .map(|(_, at)| at)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(places("a();\n      x();", "a();\nx();"), Some(vec![11]));
        assert_eq!(
            places("s = \\\"x\\\"; x", "s = \"x\"; x"),
            Some(vec![6, 11])
        );
        assert_eq!(places("c = ''x''", "c = 'x'"), Some(vec![6]));
        assert_eq!(places("a +\n   x", "a + x"), Some(vec![7]));
        assert_eq!(places("a + y", "a + x"), None);
    }
}
