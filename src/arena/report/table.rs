//! Tables of plain text.

use comfy_table::{CellAlignment, ContentArrangement, presets};

/// Columns that a line may have.
pub(super) const WIDTH: usize = 100;
/// The most columns that names take in a table which could be split instead of narrowed.
const NAME_WIDTH: usize = 40;
/// Blanks before a line, and between two columns.
const GAP: u16 = 2;

/// A heading and the alignment of what stands below.
pub(super) type Heading = (String, CellAlignment);

/// A column of text.
pub(super) fn text(heading: &str) -> Heading {
    (heading.to_owned(), CellAlignment::Left)
}

/// A column of numbers.
pub(super) fn number(heading: &str) -> Heading {
    (heading.to_owned(), CellAlignment::Right)
}

/// The text of a table, a line a row (more if cells must be broken to fit), each with its line end.
pub(super) fn table(headings: &[Heading], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = bare_table(rows);
    table.set_header(headings.iter().map(|(heading, _)| heading));
    for (column, (_, alignment)) in table.column_iter_mut().zip(headings) {
        column.set_cell_alignment(*alignment);
    }
    finish(table)
}

/// The text of a list of names and what there is to say about each.
pub(super) fn list(rows: impl IntoIterator<Item = (&'static str, String)>) -> String {
    finish(bare_table(rows.into_iter().map(|(name, value)| vec![name.to_owned(), value])))
}

fn bare_table(rows: impl IntoIterator<Item = Vec<String>>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    table.add_rows(rows);
    table
}

fn finish(mut table: comfy_table::Table) -> String {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index == 0 { GAP } else { 0 }, GAP));
    }
    table.trim_fmt() + "\n"
}

/// A row of a [`matrix`]: what stands before its numbers, and the numbers.
pub(super) struct MatrixRow {
    pub(super) labels: Vec<String>,
    pub(super) cells: Vec<String>,
}

/// The text of a table whose columns, apart from the first ones, all say the same of players 1, 2 and
/// so on. If it is too wide, it is split into several, one below the other.
pub(super) fn matrix(labels: &[Heading], rows: &[MatrixRow]) -> String {
    let columns = rows.first().map_or(0, |row| row.cells.len());
    let at_once = columns_at_once(labels, rows);
    let block = |first: usize| {
        let shown = first..columns.min(first + at_once);
        let numbers = shown.clone().map(|column| number(&(column + 1).to_string()));
        let headings: Vec<_> = labels.iter().cloned().chain(numbers).collect();
        let cells = rows.iter().map(|row| [&row.labels, &row.cells[shown.clone()]].concat());
        table(&headings, cells)
    };
    (0..columns).step_by(at_once).map(block).collect::<Vec<_>>().join("\n")
}

/// The number of columns, at least 1, that fit beside the labels.
fn columns_at_once(labels: &[Heading], rows: &[MatrixRow]) -> usize {
    let gap = usize::from(GAP);
    let widest = |cells: &mut dyn Iterator<Item = &String>| {
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let label_width = |(column, (heading, _)): (usize, &Heading)| {
        let cells = rows.iter().filter_map(|row| row.labels.get(column));
        widest(&mut cells.chain([heading])).min(NAME_WIDTH) + gap
    };
    let taken: usize = gap + labels.iter().enumerate().map(label_width).sum::<usize>();
    let each = widest(&mut rows.iter().flat_map(|row| &row.cells)).max(2) + gap;
    (WIDTH.saturating_sub(taken) / each).max(1)
}
