//! The paper's table (figure 6) for the user's program.

use case_study::columns::at_right;
use comfy_table::Table;

use super::{Measurement, Run, Variant};

/// The least width of the first column.
const HEAD: u16 = 18;

/// Writes time, memory, events and reports of each variant. Of times and memory the least of all rounds
/// counts.
pub fn table(measurement: &Measurement) -> String {
    let mut table = Table::new();
    let rounds = measurement.runs.get(&Variant::Full).map_or(0, Vec::len);
    let least = |variant, part: fn(&Run) -> f64| measurement.least(variant, part);
    line(&mut table, &format!("least of {rounds}"), |variant| {
        variant.name().to_owned()
    });
    line(&mut table, "elapsed time, s", |variant| {
        format!("{:.3}", least(variant, |run| run.elapsed))
    });
    line(&mut table, "overhead", |variant| {
        measurement.overhead(variant, |run| run.elapsed)
    });
    line(&mut table, "processor time, s", |variant| {
        format!("{:.3}", least(variant, |run| run.processor))
    });
    line(&mut table, "overhead", |variant| {
        measurement.overhead(variant, |run| run.processor)
    });
    line(&mut table, "memory, MiB", |variant| {
        format!("{:.0}", least(variant, |run| run.mebibytes))
    });
    line(&mut table, "events", |variant| {
        measurement
            .events
            .get(&variant)
            .map_or("-".to_owned(), u64::to_string)
    });
    line(&mut table, "reports", |variant| match variant {
        Variant::Unmonitored => "-".to_owned(),
        _ => measurement.runs[&variant]
            .first()
            .map_or(0, |run| run.reports.len())
            .to_string(),
    });
    line(&mut table, "tripwires hit", |variant| match variant {
        Variant::Optimized => measurement.hits.len().to_string(),
        _ => "-".to_owned(),
    });

    let equal = if measurement.objections.is_empty() {
        "equal in every round"
    } else {
        "not as promised, see below"
    };
    format!(
        "{}\n{:>18}  {equal}\n",
        at_right(table, HEAD),
        "reports are"
    )
}

impl Measurement {
    fn least(&self, variant: Variant, part: fn(&Run) -> f64) -> f64 {
        self.runs
            .get(&variant)
            .into_iter()
            .flatten()
            .map(part)
            .fold(f64::INFINITY, f64::min)
    }

    fn overhead(&self, variant: Variant, part: fn(&Run) -> f64) -> String {
        match variant {
            Variant::Unmonitored => "-".to_owned(),
            _ => {
                let before = self.least(Variant::Unmonitored, part);
                format!(
                    "{:+.1} %",
                    100.0 * (self.least(variant, part) / before - 1.0)
                )
            }
        }
    }

    /// Returns what one event takes under full monitoring, in nanoseconds of processor time; none
    /// where the difference is not more than the unmonitored runs differ among each other.
    pub fn nanoseconds_of_an_event(&self) -> Option<f64> {
        let events = *self.events.get(&Variant::Full)?;
        let plain = self.least(Variant::Unmonitored, |run| run.processor);
        let most = self
            .runs
            .get(&Variant::Unmonitored)?
            .iter()
            .map(|run| run.processor)
            .fold(0.0, f64::max);
        let added = self.least(Variant::Full, |run| run.processor) - plain;
        (events > 0 && added > most - plain).then(|| added * 1e9 / events as f64)
    }
}

fn line(table: &mut Table, head: &str, cell: impl Fn(Variant) -> String) {
    let cells = Variant::ALL.map(cell);
    table.add_row(std::iter::once(head.to_owned()).chain(cells));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(cell: &str) -> String {
        let mut table = Table::new();
        line(&mut table, "events", |_| cell.to_owned());
        line(&mut table, "reports", |_| "-".to_owned());
        at_right(table, HEAD).to_string()
    }

    #[test]
    fn columns_end_at_the_right_and_grow_with_their_cells() {
        let [heads, cells] = ["            events", "           reports"];
        let narrow = "             7             7             7";
        let none = "             -             -             -";
        assert_eq!(columns("7"), format!("{heads}{narrow}\n{cells}{none}"));
        let wide = " 123456789012345".repeat(3);
        let none = "               -".repeat(3);
        assert_eq!(
            columns("123456789012345"),
            format!("{heads}{wide}\n{cells}{none}")
        );
    }
}
