//! Cost against size, drawn.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::scaling::{self, Growing};
use crate::solve;
use crate::speed::Row;

/// Draws the wall time of javac and of the front end over the lines of each program, both axes
/// logarithmic: what grows in proportion is a straight line of slope one.
pub fn draw(rows: &[Row], file: &Path) -> Result<()> {
    let root = SVGBackend::new(file, (820, 520)).into_drawing_area();
    root.fill(&WHITE)?;
    let largest = |figure: fn(&Row) -> f64| rows.iter().map(figure).fold(1.0, f64::max) * 1.5;
    let (lines, seconds) = (
        largest(|row| row.lines as f64),
        largest(|row| row.javac.wall.max(row.lowered.wall)),
    );
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d((1e4..lines).log_scale(), (0.05..seconds).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("lines")
        .y_desc("seconds")
        .draw()?;

    for (title, color) in [("javac", RED), ("residua's front end", BLUE)] {
        let seconds = |row: &Row| {
            if color == RED {
                row.javac.wall
            } else {
                row.lowered.wall
            }
        };
        let points = rows
            .iter()
            .map(|row| Circle::new((row.lines as f64, seconds(row)), 4, color.filled()));
        let drawn = chart.draw_series(points)?;
        drawn
            .label(title)
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, color.filled()));
    }

    chart
        .configure_series_labels()
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    root.present()
        .map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// Draws seconds and memory of call graph and points-to sets over the lines of each program, all
/// axes logarithmic.
pub fn draw_solving(rows: &[solve::Row], file: &Path) -> Result<()> {
    let root = SVGBackend::new(file, (820, 520)).into_drawing_area();
    root.fill(&WHITE)?;
    let lines = rows.iter().map(|row| row.lines as f64).fold(1.0, f64::max) * 1.5;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .right_y_label_area_size(56)
        .build_cartesian_2d((1e4..lines).log_scale(), (0.1..100.0).log_scale())?
        .set_secondary_coord((1e4..lines).log_scale(), (10.0..1e4).log_scale());
    chart
        .configure_mesh()
        .x_desc("lines")
        .y_desc("seconds")
        .draw()?;
    chart.configure_secondary_axes().y_desc("MiB").draw()?;

    let seconds = rows
        .iter()
        .map(|row| Circle::new((row.lines as f64, row.seconds()), 4, BLUE.filled()));
    chart
        .draw_series(seconds)?
        .label("seconds")
        .legend(|(x, y)| Circle::new((x + 8, y), 4, BLUE.filled()));
    let memory = rows
        .iter()
        .map(|row| TriangleMarker::new((row.lines as f64, row.mebibytes), 5, RED.filled()));

    let drawn = chart.draw_secondary_series(memory)?;
    drawn
        .label("memory")
        .legend(|(x, y)| TriangleMarker::new((x + 8, y), 5, RED.filled()));
    chart
        .configure_series_labels()
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;

    root.present()
        .map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// Draws the seconds of the residual step over what grows, a chart for each, all axes logarithmic.
pub fn draw_scaling(rows: &[scaling::Row], file: &Path) -> Result<()> {
    let root = SVGBackend::new(file, (820, 640)).into_drawing_area();
    root.fill(&WHITE)?;
    let longest = rows.iter().map(|row| row.seconds).fold(1.0, f64::max);

    for (growing, area) in Growing::ALL.into_iter().zip(root.split_evenly((2, 2))) {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.growing == growing)
            .map(|row| (row.size as f64, row.seconds.max(0.001)))
            .collect();
        let least = points.iter().map(|point| point.0).fold(f64::MAX, f64::min);
        let most = points.iter().map(|point| point.0).fold(1.0, f64::max);
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(
                (least.min(most) * 0.8..most * 1.3).log_scale(),
                (0.001..longest * 2.0).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc(growing.to_string())
            .y_desc("seconds")
            .draw()?;
        chart.draw_series(
            points
                .into_iter()
                .map(|point| Circle::new(point, 4, BLUE.filled())),
        )?;
    }

    root.present()
        .map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// The exponent of the power of the size that fits a cost best (least squares over the logarithms):
/// one is linear. `None` unless there are several sizes.
pub fn exponent(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let logarithms = points.map(|(size, cost)| (size.ln(), cost.ln()));
    let count = logarithms.clone().count() as f64;
    let mean = |part: fn((f64, f64)) -> f64| logarithms.clone().map(part).sum::<f64>() / count;
    let (size, cost) = (mean(|point| point.0), mean(|point| point.1));
    let (mut both, mut square) = (0.0, 0.0);
    for (x, y) in logarithms {
        both += (x - size) * (y - cost);
        square += (x - size).powi(2);
    }
    (square > 0.0).then_some(both / square)
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn exponents_are_those_of_powers() {
        let points = |power: f64| {
            (1..9).map(move |size| (f64::from(size), 3.0 * f64::from(size).powf(power)))
        };
        for power in [1.0, 2.0] {
            assert!(
                exponent(points(power)).is_some_and(|found| (found - power).abs() < 1e-9),
                "{power}"
            );
        }
    }

    #[test]
    fn one_size_has_no_exponent() {
        assert_eq!(exponent([(5.0, 1.0), (5.0, 2.0)].into_iter()), None);
        assert_eq!(exponent(std::iter::empty()), None);
    }
}
