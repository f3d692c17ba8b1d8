//! Reads the columns of a row group page by page. The total memory of the pages in use is bounded, and the
//! number of values that a page claims is checked against its bytes before the library allocates room for
//! them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::RowGroupReader;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::source::PageSource;

/// Largest total size, in bytes, of the pages in use in all columns, including what is decoded from them.
pub const MAX_PAGES: usize = 256 << 20;
/// Number of bytes that the library takes for a dictionary value or a list item.
const BYTES_PER_VALUE: usize = 64;

/// Memory that the pages of a row group take, and the row that is being read.
#[derive(Debug, Default)]
pub struct Budget {
    taken: AtomicUsize,
    row: AtomicUsize,
}

impl Budget {
    /// Starts the next row.
    pub fn next_row(&self) {
        self.row.fetch_add(1, Ordering::Relaxed);
    }
}

pub struct Group {
    source: Arc<PageSource>,
    about: RowGroupMetaData,
    budget: Arc<Budget>,
}

impl Group {
    /// The row group that a footer describes.
    pub fn new(source: Arc<PageSource>, about: RowGroupMetaData, budget: Arc<Budget>) -> Group {
        Group { source, about, budget }
    }
}

impl RowGroupReader for Group {
    fn metadata(&self) -> &RowGroupMetaData {
        &self.about
    }

    fn num_columns(&self) -> usize {
        self.about.num_columns()
    }

    fn get_column_page_reader(&self, column: usize) -> Result<Box<dyn PageReader>> {
        let about = self.about.column(column);
        let rows = usize::try_from(self.about.num_rows())?;
        let column = about.column_descr();
        let (repeated, optional) = (column.max_rep_level() > 0, column.max_def_level() > 0);
        Ok(Box::new(Pages {
            pages: SerializedPageReader::new(Arc::clone(&self.source), about, rows, None)?,
            repeated,
            levels: usize::from(repeated) + usize::from(optional),
            budget: Arc::clone(&self.budget),
            dictionary: 0,
            data: 0,
            row: 0,
        }))
    }

    fn get_column_bloom_filter(&self, _: usize) -> Option<&parquet::bloom_filter::Sbbf> {
        None
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

/// The pages of a column.
struct Pages {
    pages: SerializedPageReader<PageSource>,
    /// Whether a row may have several values.
    repeated: bool,
    /// Number of kinds of levels (repetition, definition) that its pages have.
    levels: usize,
    budget: Arc<Budget>,
    /// Bytes taken by its dictionary, and by the pages whose values may be in use.
    dictionary: usize,
    data: usize,
    /// The row for which the last page was read.
    row: usize,
}

impl Pages {
    fn take(&mut self, page: &Page) -> Result<()> {
        let (bytes, values) = (page.buffer().len(), page.num_values() as usize);
        let before = self.dictionary + self.data;
        if let Page::DictionaryPage { .. } = page {
            // Each value takes at least one byte, except empty values.
            if values > bytes {
                return Err(damaged("a dictionary of more values than bytes"));
            }
            self.dictionary = bytes.saturating_add(values.saturating_mul(BYTES_PER_VALUE));
        } else {
            sound(page, self.levels)?;
            let row = self.budget.row.load(Ordering::Relaxed);
            let items = if self.repeated { values.saturating_mul(BYTES_PER_VALUE) } else { 0 };
            // A row that continues over several pages holds the values of all of them.
            let earlier = if self.repeated && self.row == row { self.data } else { 0 };
            self.row = row;
            self.data = earlier.saturating_add(bytes).saturating_add(items);
        }
        let now = self.dictionary + self.data;
        let all = self.budget.taken.load(Ordering::Relaxed).saturating_sub(before).saturating_add(now);
        self.budget.taken.store(all, Ordering::Relaxed);
        if all > MAX_PAGES {
            let reason = format!(
                "its pages take more than {} MiB at a time; write smaller pages (`data_page_size`), or leave out \
                 columns that are not needed",
                MAX_PAGES >> 20
            );
            return Err(ParquetError::General(reason));
        }
        Ok(())
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.budget.taken.fetch_sub(self.dictionary + self.data, Ordering::Relaxed);
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.map(|page| self.take(&page).map(|()| page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

fn damaged(reason: &str) -> ParquetError {
    ParquetError::General(format!("it is damaged: {reason}"))
}

/// Checks the lengths at the beginning of delta-encoded texts against the number of values, because the
/// library allocates room for them at once. `levels` is the number of kinds of levels before the lengths.
///
/// Source: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>
fn sound(page: &Page, levels: usize) -> Result<()> {
    let lists = match page.encoding() {
        Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
        // The lengths of the prefixes shared with the text before, and of the suffixes.
        Encoding::DELTA_BYTE_ARRAY => 2,
        _ => return Ok(()),
    };
    let values = u64::from(page.num_values());
    let mut rest: Option<&[u8]> = Some(page.buffer());
    match page {
        Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
            let before = (*def_levels_byte_len as usize).saturating_add(*rep_levels_byte_len as usize);
            rest = rest.and_then(|bytes| bytes.get(before..));
        }
        _ => {
            for _ in 0..levels {
                rest = rest.and_then(|bytes| {
                    let (length, after) = bytes.split_first_chunk::<4>()?;
                    after.get(u32::from_le_bytes(*length) as usize..)
                });
            }
        }
    }
    for _ in 0..lists {
        rest = rest.and_then(|bytes| after_lengths(bytes, values));
    }
    rest.map(|_| ()).ok_or_else(|| damaged("the lengths of its texts"))
}

/// Returns the bytes after a list of delta-encoded numbers; `None` if there are more than `most` numbers, or
/// bytes are missing.
fn after_lengths(bytes: &[u8], most: u64) -> Option<&[u8]> {
    let mut rest = bytes;
    let (block, parts, count) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
    number(&mut rest)?;
    let of_part = block.checked_div(parts).filter(|values| *values > 0)?;
    if count > most {
        return None;
    }
    let mut left = count.saturating_sub(1);
    while left > 0 {
        number(&mut rest)?;
        let (widths, after) = rest.split_at_checked(usize::try_from(parts).ok()?)?;
        rest = after;
        for width in widths {
            // Miniblocks after the last number are not written.
            if left == 0 {
                break;
            }
            left = left.saturating_sub(of_part);
            let bytes = of_part.checked_mul(u64::from(*width))? / 8;
            rest = rest.get(usize::try_from(bytes).ok()?..)?;
        }
    }
    Some(rest)
}

/// Reads a variable-length number from the beginning, seven bits a byte.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_before_room_is_taken() {
        // Blocks of 128 in 4 miniblocks, 3 numbers: the first is 5, the least difference 0, the width 8 in
        // the first miniblock.
        let mut bytes = vec![128, 1, 4, 3, 10, 0, 8, 0, 0, 0];
        bytes.extend([1; 32]);
        bytes.extend(b"rest");
        assert_eq!(after_lengths(&bytes, 3), Some(&b"rest"[..]));
        assert_eq!(after_lengths(&bytes, 2), None);
        assert_eq!(after_lengths(&bytes[..40], 3), None);
        assert_eq!(after_lengths(&[128, 1, 0, 3, 10], 9), None, "no parts");
        assert_eq!(after_lengths(&[128, 1, 4, 0, 0], 9), Some(&[][..]), "no numbers");
        let huge = [128, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0];
        assert_eq!(after_lengths(&huge, u64::from(u32::MAX)), None);
    }
}
