//! Durations such as `30s`.

/// Units of durations with their milliseconds, largest first.
const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1000),
    ("ms", 1),
];

/// Milliseconds of a duration such as `0.5s`; `None` for a text that is no duration or no whole number of
/// milliseconds.
pub fn milliseconds(text: &str) -> Option<u64> {
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (_, unit) = UNITS
        .into_iter()
        .find(|(name, _)| *name == &text[split..])?;
    scaled(&text[..split], unit)
}

/// `number * scale`, exactly. `None` if it is no decimal number or no whole result.
pub(crate) fn scaled(number: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = digits.parse::<u128>().ok()?.checked_mul(scale.into())?;
    let divisor = 10u128.checked_pow(fraction.len().try_into().ok()?)?;
    (value % divisor == 0).then(|| u64::try_from(value / divisor).ok())?
}

pub(super) fn print_duration(ms: u64) -> String {
    let (unit, size) = UNITS
        .into_iter()
        .find(|(_, size)| ms > 0 && ms.is_multiple_of(*size))
        .unwrap_or(("s", 1000));
    format!("{}{unit}", ms / size)
}
