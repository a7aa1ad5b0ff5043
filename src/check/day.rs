//! Days between dates.

/// Returns the number of a day `YYYY-MM-DD` that was checked, counted from 1970-01-01.
///
/// By Howard Hinnant's algorithm `days_from_civil` ("chrono-Compatible Low-Level Date Algorithms").
pub fn number(date: &str) -> Option<i64> {
    let part = |range: std::ops::Range<usize>| date.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
    // Years begin in March, so that a leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of Python: `(date.fromisoformat(it) - date(1970, 1, 1)).days`.
    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (date, expected) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("2000-03-01", Some(11_017)),
            ("2026-06-15", Some(20_619)),
            ("2100-03-01", Some(47_541)),
            ("0001-01-01", Some(-719_162)),
            ("soon", None),
        ] {
            assert_eq!(number(date), expected, "{date}");
        }
    }
}
