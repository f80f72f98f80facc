//! The paper's plot (figure 6): processor time over the number of users, as SVG.

use std::ops::Range;

use plotters::prelude::*;

use crate::experiment::Outcome;
use crate::variant::Variant;

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// Draws one line for each variant.
pub fn render(outcome: &Outcome) -> String {
    let mut svg = String::new();
    draw(&mut svg, outcome).expect("a text takes every drawing");
    svg
}

fn draw<'a>(svg: &'a mut String, outcome: &Outcome) -> Drawn<'a> {
    let root = SVGBackend::with_string(svg, (720, 440)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(
            users(outcome).with_key_points(loads(outcome)),
            seconds(outcome),
        )?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .x_desc("Number of users")
        .y_desc("Processor time / s")
        .draw()?;
    for variant in Variant::ALL {
        let points = outcome
            .rows
            .iter()
            .map(|row| (row.load.users, row.seconds(variant)));
        let color = color(variant);
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(variant.title())
            .legend(move |(x, y)| Rectangle::new([(x, y - 1), (x + 16, y + 1)], color.filled()));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE)
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    root.present()
}

/// The numbers of users that were run; the axis names them.
fn loads(outcome: &Outcome) -> Vec<u32> {
    outcome.rows.iter().map(|row| row.load.users).collect()
}

fn users(outcome: &Outcome) -> Range<u32> {
    let loads = loads(outcome);
    let low = loads.iter().copied().min().unwrap_or_default();
    low..loads.into_iter().fold(low + 1, u32::max)
}

fn seconds(outcome: &Outcome) -> Range<f64> {
    let cells = outcome
        .rows
        .iter()
        .flat_map(|row| Variant::ALL.map(|variant| row.seconds(variant)));
    0.0..cells.fold(0.1, f64::max) * 1.05
}

fn color(variant: Variant) -> RGBColor {
    match variant {
        Variant::Unmonitored => RGBColor(0x1b, 0x78, 0x37),
        Variant::Monitored => RGBColor(0xb2, 0x18, 0x2b),
        Variant::After1st => RGBColor(0xef, 0x8a, 0x62),
        Variant::After2nd => RGBColor(0x43, 0x93, 0xc3),
        Variant::After3rd => RGBColor(0x76, 0x2a, 0x83),
    }
}
