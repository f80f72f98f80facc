//! The map of the events of a run: packages hold files, files hold lines, and areas are events. The
//! same stands in a table beside it.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use plan::{Decision, Reduction};

use super::automaton::number;
use super::colour;
use super::squarify::{Room, squarified};
use super::summary::share;
use crate::counts::{Counts, Planned, Site};
use crate::percent;
use crate::wording::report::{self as wording, title};
use crate::wording::{counted, grouped, reduction};

/// Lines with cells of their own: those with most events. The others of a file are one cell for
/// each fate.
const CELLS: usize = 200;

/// The map, in units that a wide page shows as pixels.
const ROOM: Room = Room {
    x: 0.,
    y: 0.,
    width: 1200.,
    height: 560.,
};

/// Height of the strip with the name of a package or a file.
const STRIP: f64 = 16.;

/// Width of a character of a name.
const CHARACTER: f64 = 6.7;

/// The fate of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Fate {
    Kept,
    Silenced(Reduction),
    #[default]
    NotInPlan,
}

impl Fate {
    fn of(decision: Option<(Decision, Option<Reduction>)>) -> Fate {
        match decision {
            None => Fate::NotInPlan,
            Some((Decision::Silence, Some(step))) => Fate::Silenced(step),
            Some(_) => Fate::Kept,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Fate::Kept | Fate::NotInPlan => "stays",
            Fate::Silenced(step) => colour(step),
        }
    }

    fn words(self) -> String {
        match self {
            Fate::Kept => "kept".to_owned(),
            Fate::Silenced(step) => format!("silenced, {}", reduction(step)),
            Fate::NotInPlan => "kept, not in the plan".to_owned(),
        }
    }
}

/// The lines of a file that are one cell: one line, or those that are too many for the map.
#[derive(Debug, Default)]
struct Cell {
    path: String,
    line: Option<u32>,
    /// How many lines it stands for.
    lines: usize,
    fate: Fate,
    events: u64,
    names: BTreeSet<String>,
}

impl Cell {
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.path),
            None => format!(
                "{}, {}",
                self.path,
                counted(self.lines, "more line", "more lines")
            ),
        }
    }

    /// The part of the address that opens its line, or the file where it has several. The report has
    /// no source of what is not in the plan.
    fn address(&self) -> Option<String> {
        let line = self.line.map_or(String::new(), |line| format!("%3A{line}"));
        let is_planned = self.fate != Fate::NotInPlan;
        is_planned.then(|| format!("#source={}{line}", percent::encoded(&self.path)))
    }

    /// The role of a cell that leads nowhere.
    fn role(&self) -> Option<&'static str> {
        self.address().is_none().then_some("img")
    }

    fn name(&self, all: u64) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let names = if names.is_empty() {
            String::new()
        } else {
            format!(": {}", names.join(", "))
        };
        format!(
            "{}: {}, {}, {}{names}",
            self.place(),
            counted(self.events as usize, "event", "events"),
            share(self.events, all),
            self.fate.words(),
        )
    }
}

/// The map and the table, or nothing where nothing was counted.
pub fn section(planned: &Planned<'_>, counts: &Counts) -> Markup {
    let cells = cells(planned, counts);
    let all: u64 = cells.iter().map(|cell| cell.events).sum();
    html! {
        @if all > 0 {
            h3 id="map-title" { (title::MAP) }
            p class="hint" { (wording::MAPPED) }
            div class="map" tabindex="0" role="region" aria-labelledby="map-title" { (drawing(&cells, all)) }
            details class="transitions" {
                summary { (wording::AS_TABLE) }
                div class="wide" tabindex="0" role="region" aria-label=(wording::table_of(title::MAP)) { (table(&cells, all)) }
            }
        }
    }
}

/// The cells, those with most events first.
fn cells(planned: &Planned<'_>, counts: &Counts) -> Vec<Cell> {
    let mut lines: BTreeMap<(String, u32, Fate), Cell> = BTreeMap::new();
    for (site, &events) in counts.iter().filter(|(_, events)| **events > 0) {
        let (path, line) = place(site, planned);
        let fate = Fate::of(planned.decision(site));
        let cell = lines
            .entry((path, line, fate))
            .or_insert_with_key(|(path, line, fate)| Cell {
                path: path.clone(),
                line: Some(*line),
                lines: 1,
                fate: *fate,
                ..Cell::default()
            });
        cell.events = cell.events.saturating_add(events);
        cell.names.insert(site.event.clone());
    }

    let mut cells: Vec<Cell> = lines.into_values().collect();
    cells.sort_by_key(|cell| std::cmp::Reverse(cell.events));
    let rest = cells.split_off(cells.len().min(CELLS));
    cells.extend(joined(rest));
    cells.sort_by_key(|cell| std::cmp::Reverse(cell.events));
    cells
}

/// One cell for all that is left of a file and has one fate.
fn joined(rest: Vec<Cell>) -> impl Iterator<Item = Cell> {
    let mut files: BTreeMap<(String, Fate), Cell> = BTreeMap::new();
    for cell in rest {
        let key = (cell.path.clone(), cell.fate);
        let joined = files.entry(key).or_insert_with(|| Cell {
            path: cell.path.clone(),
            fate: cell.fate,
            ..Cell::default()
        });
        joined.lines += 1;
        joined.events = joined.events.saturating_add(cell.events);
    }

    files.into_values()
}

/// The path of a counted site as the plan has it, and its line.
fn place(site: &Site, planned: &Planned<'_>) -> (String, u32) {
    let (path, line) = site.place.rsplit_once(':').unwrap_or((&site.place, "0"));
    let path = planned.at(site).first().map_or(path, |row| &row.site.file);
    (path.to_owned(), line.parse().unwrap_or(0))
}

fn package(path: &str) -> String {
    let folder = path.rsplit_once('/').map(|(folder, _)| folder);
    folder.map_or_else(|| wording::NO_PACKAGE.to_owned(), |f| f.replace('/', "."))
}

/// Things that belong together, with their events: the most first.
struct Group<'a, K> {
    name: K,
    cells: Vec<(usize, &'a Cell)>,
}

/// Groups cells by a name, those groups with most events first.
fn grouped_by<'a, K: Ord>(
    cells: impl Iterator<Item = (usize, &'a Cell)>,
    name: impl Fn(&'a Cell) -> K,
) -> Vec<Group<'a, K>> {
    let mut groups: BTreeMap<K, Vec<(usize, &Cell)>> = BTreeMap::new();
    for (rank, cell) in cells {
        groups.entry(name(cell)).or_default().push((rank, cell));
    }
    let group = |(name, cells)| Group { name, cells };
    let mut groups: Vec<Group<K>> = groups.into_iter().map(group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.events()));
    groups
}

impl<K> Group<'_, K> {
    fn events(&self) -> u64 {
        self.cells.iter().map(|(_, cell)| cell.events).sum()
    }
}

fn rooms<K>(groups: &[Group<'_, K>], room: Room) -> Vec<Room> {
    let weights: Vec<f64> = groups.iter().map(|group| group.events() as f64).collect();
    squarified(&weights, room)
}

fn drawing(cells: &[Cell], all: u64) -> Markup {
    let packages = grouped_by(cells.iter().enumerate(), |cell| package(&cell.path));
    html! {
        svg id="treemap" role="group" aria-labelledby="map-title" viewBox=(format!("0 0 {} {}", ROOM.width, ROOM.height)) {
            @for (package, room) in packages.iter().zip(rooms(&packages, ROOM)) {
                (package_drawn(package, room, all))
            }
        }
    }
}

fn package_drawn(package: &Group<'_, String>, room: Room, all: u64) -> Markup {
    let files = grouped_by(package.cells.iter().copied(), |cell| cell.path.as_str());
    let inner = room.inside(2., strip(room));
    html! {
        (frame("package", room))
        (name(room, &package.name, true))
        @for (file, room) in files.iter().zip(rooms(&files, inner)) {
            (frame("file", room))
            (name(room, file.name.rsplit('/').next().unwrap_or(file.name), false))
            (lines_drawn(file, room.inside(1., strip(room)), all))
        }
    }
}

fn lines_drawn(file: &Group<'_, &str>, room: Room, all: u64) -> Markup {
    let weights: Vec<f64> = file.cells.iter().map(|(_, c)| c.events as f64).collect();
    html! {
        @for ((rank, cell), room) in file.cells.iter().zip(squarified(&weights, room)) {
            a class=(format!("cell {}", cell.fate.class())) href=[cell.address()] role=[cell.role()] tabindex="0" data-rank=(rank) aria-label=(cell.name(all)) {
                title { (cell.name(all)) }
                (frame("", room))
                @if let Some(text) = text_for(cell, room) {
                    text x=(number(room.x + room.width / 2.)) y=(number(room.y + room.height / 2.)) { (text) }
                }
            }
        }
    }
}

fn text_for(cell: &Cell, room: Room) -> Option<String> {
    let short = cell
        .line
        .map_or("\u{2026}".to_owned(), |line| format!(":{line}"));
    let long = format!("{short} {}", grouped(cell.events));
    let fits = |text: &String| room.width > CHARACTER * (text.chars().count() + 1) as f64;
    [long, short]
        .into_iter()
        .find(fits)
        .filter(|_| room.height > STRIP)
}

/// The height of the strip with a name; none where the room is too small for it.
fn strip(room: Room) -> f64 {
    if room.width > 40. && room.height > 2.5 * STRIP {
        STRIP
    } else {
        0.
    }
}

/// The name in the strip of a room, cut to its width. Of a package the end says most.
fn name(room: Room, text: &str, from_end: bool) -> Markup {
    let columns = ((room.width - 6.) / CHARACTER) as usize;
    let length = text.chars().count();
    let cut: String = match (length <= columns, from_end) {
        (true, _) => text.to_owned(),
        (_, true) => {
            let end: String = text
                .chars()
                .skip(length + 1 - columns.min(length))
                .collect();
            format!("\u{2026}{end}")
        }
        _ => {
            text.chars()
                .take(columns.saturating_sub(1))
                .collect::<String>()
                + "\u{2026}"
        }
    };
    html! {
        @if strip(room) > 0. {
            text class="name" x=(number(room.x + 4.)) y=(number(room.y + STRIP / 2. + 1.)) { (cut) }
        }
    }
}

fn frame(class: &str, room: Room) -> Markup {
    let Room {
        x,
        y,
        width,
        height,
    } = room;
    html! { rect class=(class) x=(number(x)) y=(number(y)) width=(number(width)) height=(number(height)) {} }
}

fn table(cells: &[Cell], all: u64) -> Markup {
    html! {
        table {
            thead { tr {
                th class="number" scope="col" { "Events" } th class="number" scope="col" { "Share" }
                th scope="col" { "Place" } th scope="col" { "Event" } th scope="col" { "Decision" }
            } }
            tbody {
                @for cell in cells {
                    tr {
                        td class="number" { (grouped(cell.events)) }
                        td class="number" { (share(cell.events, all)) }
                        td { a href=[cell.address()] { code { (cell.place()) } } }
                        td { @for name in &cell.names { code { (name) } " " } }
                        td { (cell.fate.words()) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_to_their_rooms() {
        let room = Room {
            width: 100.,
            ..ROOM
        };
        let package = name(room, "org.example.library.parser", true).into_string();
        assert!(
            package.contains("\u{2026}ibrary.parser</text>"),
            "{package}"
        );
        let file = name(room, "VeryLongNameOfAClass.java", false).into_string();
        assert!(file.contains("VeryLongNameO\u{2026}</text>"), "{file}");
        assert_eq!(name(room.inside(48., 0.), "a", false).into_string(), "");
    }
}
