//! Tables on a terminal.

use unicode_width::UnicodeWidthStr as _;

/// Rows of cells; the first row is the head, and all columns but the first are numbers.
pub struct Table(pub Vec<Vec<String>>);

impl Table {
    /// Returns the table with columns aligned by what a terminal shows, not by characters.
    pub fn text(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.0.iter().filter_map(|row| row.get(column)).map(|it| it.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut res = String::new();
        for row in &self.0 {
            let mut line = String::from("  ");
            for (at, cell) in row.iter().enumerate() {
                let space = " ".repeat(widths[at] - cell.width());
                match at {
                    0 => line.push_str(&format!("{cell}{space}")),
                    _ => line.push_str(&format!("  {space}{cell}")),
                }
            }
            res.push_str(line.trim_end());
            res.push('\n');
        }
        res
    }
}
