//! The pairs of sites of a class and rows of the plan.
//!
//! A class file does not say where in the source an instruction stands: it has lines, and an order.
//! Sites and rows of one callee in one scope are compared by line. A silence is believed only where
//! all sites and rows of the scope fit together line by line, and every way of pairing the sites of
//! its line with the rows gives it, or their order on the line is beyond doubt. (Where one line
//! does not fit, lines mean something else there than in the source, and a site may stand on the
//! line of another row.) Everything else is monitored. Where all rows of a method are silenced and
//! there are as many sites, lines do not matter; they do in constructors, since what javac adds to
//! their descriptors depends on its version, and one overload can look like another.

use std::collections::{BTreeMap, BTreeSet};

use plan::Enclosing;

/// The code in which sites and rows are compared with one another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A method: one method body, and the rows it encloses.
    Method(String),
    /// A constructor, by descriptor. If it calls `super(..)` its body holds a copy of the instance
    /// initializers, too.
    Constructor {
        /// The descriptor.
        descriptor: String,
        /// True if the initializers are in it.
        initializes: bool,
    },
    /// All lambda bodies of a class. Class files number them in another order than sources do where
    /// the compiler turned a method reference into a lambda, or merged equal ones.
    Lambdas,
}

impl Scope {
    /// Returns whether a row with this enclosing code is compared in this scope.
    pub fn encloses(&self, enclosing: &Enclosing) -> bool {
        match self {
            _ if enclosing.is_functional() => *self == Scope::Lambdas,
            Scope::Method(method) => enclosing.as_str() == method,
            Scope::Constructor {
                descriptor,
                initializes,
            } => match enclosing.constructor() {
                Some("") => *initializes,
                own => own == Some(descriptor.as_str()),
            },
            Scope::Lambdas => false,
        }
    }
}

impl Scope {
    /// Returns whether a row with this enclosing code may be of this scope. The descriptors of
    /// constructors do not count, since compilers extend them in different ways.
    pub fn may_enclose(&self, enclosing: &Enclosing) -> bool {
        match self {
            Scope::Constructor { .. } => enclosing.is_in_constructor(),
            _ => self.encloses(enclosing),
        }
    }
}

/// A site, as far as pairing is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SitePlace {
    /// Its line, if the class file has one.
    pub line: Option<u32>,
    /// True if control can only come from the previous site of the list, straight on.
    pub follows_previous: bool,
    /// True if it looks like a call that the compiler inserted, and may be a written one.
    pub may_be_inserted: bool,
}

/// A point of the source, with what the plan decides for one property and letter: all its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Its line.
    pub line: u32,
    /// Its number among the points of the callee in its enclosing code.
    pub ordinal: u32,
    /// True if the compiler may emit it several times.
    pub copied: bool,
    /// True if all its rows are silenced.
    pub silenced: bool,
}

/// The verdict on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The plan silences it.
    Silence,
    /// The plan keeps it.
    Keep,
    /// The plan has no row for it: it is monitored, and the property is woven as written.
    Unknown,
    /// It is a row of the plan, but it is not clear which one: it is monitored.
    Ambiguous,
    /// The compiler inserted it: it raises no event, and full monitoring leaves it out, too.
    Inserted,
}

/// The result for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placed {
    /// No site can be it: it raises no event in these classes, or stands elsewhere.
    Nowhere,
    /// Every site that may be it is left out.
    Silent,
    /// A site that may be it is monitored.
    Monitored,
}

/// Pairs the sites of one scope and callee, in code order, with the points of the plan. O(sites +
/// points log points).
///
/// Sites that look like inserted ones, on lines without a point, are inserted if the others fit the
/// points line by line. That does not depend on what is decided for the points.
pub fn pair(scope: &Scope, sites: &[SitePlace], points: &[Point]) -> Vec<Verdict> {
    if !sites.iter().any(|site| site.may_be_inserted) {
        return pair_written(scope, sites, points);
    }

    let lines: BTreeSet<u32> = points.iter().map(|point| point.line).collect();
    let is_inserted = |site: &SitePlace| {
        site.may_be_inserted && site.line.is_some_and(|line| !lines.contains(&line))
    };
    let written = without(sites, is_inserted);

    // Sites count as inserted only if the others then fit the plan line by line.
    if written.len() == sites.len() || !lines_fit(&written, points) {
        return pair_written(scope, sites, points);
    }

    let mut verdicts = pair_written(scope, &written, points).into_iter();
    let mut next = |site| {
        if is_inserted(site) {
            Some(Verdict::Inserted)
        } else {
            verdicts.next()
        }
    };

    sites
        .iter()
        .map(|site| next(site).unwrap_or(Verdict::Unknown))
        .collect()
}

/// The sites but for some; one follows on another only if it did so through those between them.
fn without(sites: &[SitePlace], is_left_out: impl Fn(&SitePlace) -> bool) -> Vec<SitePlace> {
    let mut kept = Vec::with_capacity(sites.len());
    let mut is_straight = true;
    for site in sites {
        is_straight &= site.follows_previous;
        if !is_left_out(site) {
            kept.push(SitePlace {
                follows_previous: is_straight,
                ..*site
            });
            is_straight = true;
        }
    }
    kept
}

fn pair_written(scope: &Scope, sites: &[SitePlace], points: &[Point]) -> Vec<Verdict> {
    let all_silenced = !points.is_empty() && points.iter().all(|point| point.silenced);
    // Whichever site is which point, the plan silences it.
    if all_silenced && sites.len() == points.len() && matches!(scope, Scope::Method(_)) {
        return vec![Verdict::Silence; sites.len()];
    }

    let mut verdicts = vec![Verdict::Unknown; sites.len()];
    for (line, on_line) in by_line(sites) {
        let here = points_on(points, line);
        for (&site, verdict) in on_line.iter().zip(pair_line(scope, sites, &on_line, &here)) {
            verdicts[site] = verdict;
        }
    }

    // If one line does not fit, a site may stand on the line of another row, so no silence is
    // believed.
    if !lines_fit(sites, points) {
        let doubtful = verdicts
            .iter_mut()
            .filter(|verdict| **verdict == Verdict::Silence);
        doubtful.for_each(|verdict| *verdict = Verdict::Ambiguous);
    }

    // A site that may be no point at all is unknown, whatever the points of its line say.
    for (verdict, is_known) in verdicts.iter_mut().zip(known(scope, sites, points)) {
        *verdict = match (*verdict, is_known) {
            (_, false) => Verdict::Unknown,
            (Verdict::Unknown, true) => Verdict::Ambiguous,
            (verdict, true) => verdict,
        };
    }

    verdicts
}

/// For each site whether it is a point of the plan, whichever. A line may have fewer sites than
/// points (a compiler leaves out what is never run), and more where a point may be emitted several
/// times. Compilers differ in the lines that they give, so a method in which there are as many
/// sites as points has these.
fn known(scope: &Scope, sites: &[SitePlace], points: &[Point]) -> Vec<bool> {
    if sites.len() == points.len() && !matches!(scope, Scope::Constructor { .. }) {
        return vec![true; sites.len()];
    }
    let mut known = vec![false; sites.len()];
    for (line, on_line) in by_line(sites) {
        if has_room(on_line.len(), &points_on(points, line)) {
            on_line.into_iter().for_each(|site| known[site] = true);
        }
    }
    known
}

/// Returns whether so many sites may be some of these points.
fn has_room(sites: usize, points: &[&Point]) -> bool {
    sites <= points.len() || points.iter().any(|point| point.copied)
}

/// Returns whether sites may be points: there are as many of both, or each line has room for its
/// sites. Sites are given by their lines, points by line and column with whether they may be
/// emitted several times.
pub fn has_room_on_lines(sites: &[Option<u32>], points: &BTreeMap<(u32, u32), bool>) -> bool {
    let mut on_line: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    sites
        .iter()
        .for_each(|line| *on_line.entry(*line).or_default() += 1);
    let line_has_room = |(line, count): (&Option<u32>, &usize)| {
        let Some(line) = *line else { return false };
        let mut here = points.range((line, 0)..=(line, u32::MAX));
        *count <= here.clone().count() || here.any(|(_, copied)| *copied)
    };
    sites.len() == points.len() || on_line.iter().all(line_has_room)
}

/// Returns the result for the row of the point with this line and ordinal, given the verdicts of
/// [`pair`] for the same sites and points.
///
/// Different verdicts on one line have been told apart by order, so the n-th point of a line is its
/// n-th site where there are as many.
pub fn place(
    line: u32,
    ordinal: u32,
    sites: &[SitePlace],
    points: &[Point],
    verdicts: &[Verdict],
) -> Placed {
    let is_silent = |&site: &usize| matches!(verdicts[site], Verdict::Silence | Verdict::Inserted);
    let on_line = by_line(sites).remove(&line).unwrap_or_default();
    let here = points_on(points, line);
    let number = here
        .iter()
        .position(|point| point.ordinal == ordinal)
        .filter(|_| here.len() == on_line.len());
    let may_be = match number {
        Some(n) => &on_line[n..=n],
        None => &on_line[..],
    };

    let all_silent = !verdicts.is_empty() && (0..verdicts.len()).all(|site| is_silent(&site));
    match may_be.iter().all(is_silent) {
        _ if all_silent => Placed::Silent,
        _ if may_be.is_empty() => Placed::Nowhere,
        true => Placed::Silent,
        false => Placed::Monitored,
    }
}

/// Returns whether every site has a line, the rows of each line fit its sites, and no row is
/// without a site.
fn lines_fit(sites: &[SitePlace], points: &[Point]) -> bool {
    let lines = by_line(sites);
    sites.iter().all(|site| site.line.is_some())
        && lines
            .iter()
            .all(|(&line, on_line)| fits(on_line.len(), &points_on(points, line)))
        && points.iter().all(|point| lines.contains_key(&point.line))
}

fn points_on(points: &[Point], line: u32) -> Vec<&Point> {
    let mut here: Vec<&Point> = points.iter().filter(|point| point.line == line).collect();
    here.sort_by_key(|point| point.ordinal);
    here
}

fn by_line(sites: &[SitePlace]) -> BTreeMap<u32, Vec<usize>> {
    let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (i, site) in sites.iter().enumerate() {
        if let Some(line) = site.line {
            lines.entry(line).or_default().push(i);
        }
    }
    lines
}

fn pair_line(
    scope: &Scope,
    sites: &[SitePlace],
    on_line: &[usize],
    points: &[&Point],
) -> Vec<Verdict> {
    let each = |verdict| vec![verdict; on_line.len()];
    let silenced = points.iter().filter(|point| point.silenced).count();
    if points.is_empty() {
        each(Verdict::Unknown)
    } else if silenced == 0 {
        each(Verdict::Keep)
    } else if silenced == points.len() {
        each(Verdict::Silence)
    } else if on_line.len() == points.len() && is_straight(scope, sites, on_line) {
        points
            .iter()
            .map(|point| {
                if point.silenced {
                    Verdict::Silence
                } else {
                    Verdict::Keep
                }
            })
            .collect()
    } else {
        each(Verdict::Ambiguous)
    }
}

/// Returns whether so many sites can be exactly these points: as many, or more where some are
/// copied.
fn fits(sites: usize, points: &[&Point]) -> bool {
    sites == points.len() || sites > points.len() && points.iter().any(|point| point.copied)
}

/// Returns whether the sites stand in one run of code without a jump in or out, so that their order
/// is that of evaluation.
fn is_straight(scope: &Scope, sites: &[SitePlace], on_line: &[usize]) -> bool {
    let adjacent = on_line.windows(2).all(|pair| pair[1] == pair[0] + 1);
    matches!(scope, Scope::Method(_))
        && adjacent
        && on_line
            .iter()
            .skip(1)
            .all(|&site| sites[site].follows_previous)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Ambiguous, Inserted, Keep, Silence, Unknown};

    fn method() -> Scope {
        Scope::Method("m()V".to_owned())
    }

    /// Lines of sites; a negative one follows straight on the site before.
    fn sites(lines: &[i32]) -> Vec<SitePlace> {
        let place = |&line: &i32| SitePlace {
            line: (line != 0).then_some(line.unsigned_abs()),
            follows_previous: line < 0,
            may_be_inserted: false,
        };
        lines.iter().map(place).collect()
    }

    fn points(rows: &[(u32, bool)]) -> Vec<Point> {
        let point = |(ordinal, &(line, silenced)): (usize, &(u32, bool))| Point {
            line,
            ordinal: ordinal as u32,
            copied: false,
            silenced,
        };
        rows.iter().enumerate().map(point).collect()
    }

    #[test]
    fn all_silenced_and_as_many_need_no_lines() {
        let found = pair(&method(), &sites(&[0, 7]), &points(&[(1, true), (2, true)]));
        assert_eq!(found, [Silence, Silence]);
    }

    #[test]
    fn constructors_are_told_apart_by_lines() {
        let scope = Scope::Constructor {
            descriptor: "(LO;LO;)V".to_owned(),
            initializes: true,
        };
        assert_eq!(pair(&scope, &sites(&[1]), &points(&[(2, true)])), [Unknown]);
        assert_eq!(pair(&scope, &sites(&[2]), &points(&[(2, true)])), [Silence]);
    }

    #[test]
    fn one_site_too_many_keeps_all_without_lines() {
        let found = pair(
            &method(),
            &sites(&[0, 0, 0]),
            &points(&[(1, true), (2, true)]),
        );
        assert_eq!(found, [Unknown, Unknown, Unknown]);
    }

    #[test]
    fn lines_tell_decisions_apart() {
        let found = pair(
            &method(),
            &sites(&[5, 9]),
            &points(&[(5, true), (9, false)]),
        );
        assert_eq!(found, [Silence, Keep]);
    }

    #[test]
    fn a_site_on_another_line_than_its_row_discredits_all_lines() {
        let found = pair(
            &method(),
            &sites(&[5, 8]),
            &points(&[(5, true), (9, false)]),
        );
        assert_eq!(found, [Ambiguous, Ambiguous]);
    }

    #[test]
    fn two_decisions_on_one_line_need_straight_code() {
        let rows = points(&[(5, true), (5, false)]);
        assert_eq!(pair(&method(), &sites(&[5, -5]), &rows), [Silence, Keep]);
        assert_eq!(
            pair(&method(), &sites(&[5, 5]), &rows),
            [Ambiguous, Ambiguous]
        );
    }

    #[test]
    fn rows_are_placed_at_the_site_that_is_theirs_or_at_all_that_may_be() {
        let rows = points(&[(5, true), (5, false), (7, true)]);
        let placed = |lines: &[i32]| {
            let sites = sites(lines);
            let verdicts = pair(&method(), &sites, &rows);
            [(5, 0), (5, 1), (7, 2)]
                .map(|(line, ordinal)| place(line, ordinal, &sites, &rows, &verdicts))
        };
        assert_eq!(
            placed(&[5, -5, 7]),
            [Placed::Silent, Placed::Monitored, Placed::Silent]
        );
        assert_eq!(
            placed(&[5, 5, 7]),
            [Placed::Monitored, Placed::Monitored, Placed::Silent]
        );
        assert_eq!(
            placed(&[5, -5]),
            [Placed::Monitored, Placed::Monitored, Placed::Nowhere]
        );
        assert_eq!(placed(&[5, -5, -5, 7]), [Placed::Monitored; 3]);
    }

    #[test]
    fn a_row_without_a_site_discredits_all_lines() {
        let found = pair(
            &method(),
            &sites(&[5]),
            &points(&[(5, true), (5, true), (5, false)]),
        );
        assert_eq!(found, [Ambiguous]);
        // A compiler may give the object made on line 3 the line of the call before it.
        let shifted = pair(
            &method(),
            &sites(&[1, 2]),
            &points(&[(2, true), (3, false)]),
        );
        assert_eq!(shifted, [Ambiguous, Ambiguous]);
    }

    #[test]
    fn sites_that_no_row_has_room_for_are_unknown() {
        let rows = points(&[(5, false), (7, false)]);
        assert_eq!(
            pair(&method(), &sites(&[5, 7, 8]), &rows),
            [Keep, Keep, Unknown]
        );
        assert_eq!(
            pair(&method(), &sites(&[5, 7, 7]), &rows),
            [Keep, Unknown, Unknown]
        );
        assert_eq!(pair(&method(), &sites(&[7]), &rows), [Keep]);
        assert_eq!(pair(&method(), &sites(&[9]), &rows), [Unknown]);
    }

    #[test]
    fn copies_share_the_decision_of_their_row() {
        let mut rows = points(&[(5, true), (6, false)]);
        assert_eq!(
            pair(&method(), &sites(&[5, 5, 6]), &rows),
            [Unknown, Unknown, Keep]
        );
        rows[0].copied = true;
        assert_eq!(
            pair(&method(), &sites(&[5, 5, 6]), &rows),
            [Silence, Silence, Keep]
        );
        rows.push(Point {
            ordinal: 2,
            line: 5,
            copied: false,
            silenced: true,
        });
        assert_eq!(
            pair(&method(), &sites(&[5, 5, 5, 6]), &rows),
            [Silence, Silence, Silence, Keep]
        );
        assert_eq!(pair(&method(), &sites(&[5, 6]), &rows), [Ambiguous, Keep]);
    }

    #[test]
    fn lambdas_are_never_told_apart_by_order() {
        let rows = points(&[(5, true), (5, false)]);
        assert_eq!(
            pair(&Scope::Lambdas, &sites(&[5, -5]), &rows),
            [Ambiguous, Ambiguous]
        );
        let silenced = points(&[(5, true), (6, true)]);
        assert_eq!(
            pair(&Scope::Lambdas, &sites(&[0, 6]), &silenced),
            [Ambiguous, Ambiguous]
        );
        assert_eq!(
            pair(&Scope::Lambdas, &sites(&[6, 5]), &silenced),
            [Silence, Silence]
        );
    }

    #[test]
    fn concatenations_on_lines_without_rows_are_inserted_where_the_rest_fits() {
        let sites = |lines: &[(i32, bool)]| -> Vec<SitePlace> {
            let place = |&(line, may_be_inserted): &(i32, bool)| SitePlace {
                may_be_inserted,
                ..self::sites(&[line])[0]
            };
            lines.iter().map(place).collect()
        };
        let inserted = sites(&[(4, true), (5, false), (6, true)]);
        assert_eq!(
            pair(&method(), &inserted, &points(&[(5, true)])),
            [Inserted, Silence, Inserted]
        );
        assert_eq!(
            pair(&method(), &inserted, &points(&[(5, false)])),
            [Inserted, Keep, Inserted]
        );
        assert_eq!(pair(&method(), &sites(&[(4, true)]), &[]), [Inserted]);
        // Written ones look alike, and others are no concatenations.
        assert_eq!(
            pair(&method(), &sites(&[(4, true)]), &points(&[(4, false)])),
            [Keep]
        );
        assert_eq!(
            pair(
                &method(),
                &sites(&[(4, true), (4, true)]),
                &points(&[(4, true)])
            ),
            [Unknown; 2]
        );
        assert_eq!(
            pair(&method(), &sites(&[(4, true), (5, false)]), &[]),
            [Unknown; 2]
        );
        // Lines that mean something else here than in the source.
        assert_eq!(
            pair(&method(), &sites(&[(4, true)]), &points(&[(5, true)])),
            [Silence]
        );
        assert_eq!(
            pair(
                &method(),
                &sites(&[(4, true), (6, true)]),
                &points(&[(5, true)])
            ),
            [Unknown; 2]
        );
        assert_eq!(pair(&method(), &sites(&[(0, true)]), &[]), [Unknown]);
    }

    #[test]
    fn constructors_hold_initializers_and_their_own_code() {
        let constructor = |initializes| Scope::Constructor {
            descriptor: "(I)V".to_owned(),
            initializes,
        };
        let scope = constructor(true);
        assert!(scope.encloses(&Enclosing::new("<init>")));
        assert!(!constructor(false).encloses(&Enclosing::new("<init>")));
        assert!(scope.encloses(&Enclosing::new("<init>(I)V")));
        assert!(!scope.encloses(&Enclosing::new("<init>()V")));
        assert!(!scope.encloses(&Enclosing::new("<init>(I)V/lambda#0")));
    }
}
