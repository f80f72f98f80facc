//! Smaller runs with the same fault.

/// Leaves out lines of a run as long as the fault stays.
pub fn shrink(mut lines: Vec<String>, fails: &dyn Fn(&[String]) -> bool) -> Vec<String> {
    let mut changed = true;
    while changed {
        changed = false;
        for width in (1..=2).rev() {
            let mut place = 0;
            while place + width <= lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(place..place + width);
                if fails(&fewer) {
                    lines = fewer;
                    changed = true;
                } else {
                    place += 1;
                }
            }
        }
    }
    lines
}
