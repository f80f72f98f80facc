//! The paper's plot (figure 6): processor time over the number of users, as SVG.

use std::fmt::Write;

use crate::experiment::Outcome;
use crate::variant::Variant;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 160.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 48.0;

/// Draws one line for each variant.
pub fn render(outcome: &Outcome) -> String {
    let axes = Axes::of(outcome);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes.draw(&mut svg, outcome);
    for (index, variant) in Variant::ALL.into_iter().enumerate() {
        draw_variant(&mut svg, outcome, &axes, index, variant);
    }
    svg.push_str("</svg>\n");
    svg
}

struct Axes {
    users: (f64, f64),
    seconds: f64,
}

impl Axes {
    fn of(outcome: &Outcome) -> Self {
        let users = outcome.rows.iter().map(|row| f64::from(row.load.users));
        let cells = outcome
            .rows
            .iter()
            .flat_map(|row| Variant::ALL.map(|variant| row.seconds(variant)));
        let low = users.clone().fold(f64::INFINITY, f64::min);
        let high = users.fold(low + 1.0, f64::max);
        Axes {
            users: (low, high),
            seconds: cells.fold(0.1, f64::max) * 1.05,
        }
    }

    fn x(&self, users: f64) -> f64 {
        LEFT + (users - self.users.0) / (self.users.1 - self.users.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, seconds: f64) -> f64 {
        HEIGHT - BOTTOM - seconds / self.seconds * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, svg: &mut String, outcome: &Outcome) {
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>"
        );

        for row in &outcome.rows {
            let (x, y) = (self.x(f64::from(row.load.users)), bottom + 16.0);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
                row.load.users
            );
        }

        for tick in 0..=4 {
            let seconds = self.seconds * f64::from(tick) / 4.0;
            let (x, y) = (left - 6.0, self.y(seconds) + 4.0);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{seconds:.1}</text>"
            );
        }

        let (x, y) = ((left + right) / 2.0, HEIGHT - 10.0);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">Number of users</text>"
        );
        let _ = writeln!(svg, "<text x=\"8\" y=\"14\">Processor time / s</text>");
    }
}

fn draw_variant(svg: &mut String, outcome: &Outcome, axes: &Axes, index: usize, variant: Variant) {
    let color = ["#1b7837", "#b2182b", "#ef8a62", "#4393c3", "#762a83"][index];
    let point = |row: &crate::row::Row| {
        format!(
            "{:.1},{:.1}",
            axes.x(f64::from(row.load.users)),
            axes.y(row.seconds(variant))
        )
    };
    let points: Vec<String> = outcome.rows.iter().map(point).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
        points.join(" ")
    );

    let (x, y) = (WIDTH - RIGHT + 12.0, TOP + 20.0 * index as f64 + 12.0);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{}</text>",
        variant.title()
    );
}
