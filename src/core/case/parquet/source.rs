//! Access to the bytes of a Parquet file. The file claims sizes in its footer and before each page, and every
//! size is checked before it is trusted.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::{ChunkReader, Length};

use super::super::error::plain;
use super::caught::Panicked;
use super::thrift::{ThriftEvent, skim};

/// Largest size of an unpacked page, in bytes. Writers make pages of about 1 MiB, which hold about a thousand
/// long texts.
pub const MAX_PAGE: usize = 64 << 20;
/// Largest size of a page header, in bytes. The header holds the minimum and maximum value of the page.
const MAX_HEADER: usize = 1 << 20;
/// Largest size of a footer, in bytes. A footer has some hundred bytes for each column of each row group.
const MAX_FOOTER: usize = 16 << 20;
/// Largest number of columns, including nested columns.
const MAX_COLUMNS: i64 = 10_000;
/// The deepest nesting of columns.
const MAX_DEPTH: usize = 60;
/// The mark at the end of a file.
const MARK: &[u8; 4] = b"PAR1";
/// The mark at the end of a file that is encrypted.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// A file, from which pages are read.
pub struct PageSource {
    file: File,
    counter: Arc<AtomicUsize>,
}

impl PageSource {
    /// Reads pages from this file and adds the bytes read to the counter.
    pub fn new(file: File, counter: Arc<AtomicUsize>) -> PageSource {
        PageSource { file, counter }
    }

    fn at(&self, start: u64) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(file)
    }
}

impl Length for PageSource {
    fn len(&self) -> u64 {
        self.file.metadata().map_or(0, |about| about.len())
    }
}

impl ChunkReader for PageSource {
    type T = Header<BufReader<File>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(Header::new(BufReader::with_capacity(1 << 10, self.at(start)?)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if length > MAX_PAGE {
            return Err(too_large(length as u64).into());
        }
        let mut bytes = Vec::with_capacity(length);
        self.at(start)?.take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length {
            return Err(ParquetError::EOF("the file is cut short".to_owned()));
        }
        self.counter.fetch_add(length, Ordering::Relaxed);
        // For gzip the library unpacks everything, whatever size the header claims. For other codecs it stops
        // at that size.
        if bytes.starts_with(&[0x1F, 0x8B, 8]) {
            let most = MAX_PAGE as u64;
            let stream = flate2::read::MultiGzDecoder::new(bytes.as_slice());
            if io::copy(&mut stream.take(most + 1), &mut io::sink()).is_ok_and(|unpacked| unpacked > most) {
                return Err(too_large(most + 1).into());
            }
        }
        Ok(bytes.into())
    }
}

/// The header of a page, which is checked before any of it is passed on.
pub struct Header<R> {
    input: Option<R>,
    bytes: Vec<u8>,
    at: usize,
}

impl<R: BufRead> Header<R> {
    fn new(input: R) -> Header<R> {
        Header { input: Some(input), bytes: Vec::new(), at: 0 }
    }
}

impl<R: BufRead> Read for Header<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(input) = self.input.take() {
            self.bytes = header(input)?;
        }
        let count = (&self.bytes[self.at..]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// Reads a page header and checks that its sizes are within bounds.
fn header(input: impl BufRead) -> io::Result<Vec<u8>> {
    let mut input = Copied { input: input.take(MAX_HEADER as u64), bytes: Vec::new() };
    skim(&mut input, &mut |path, seen| match (path, seen) {
        // The sizes unpacked (2) and compressed (3).
        ([2 | 3], ThriftEvent::Number(size)) if size < 0 || size > MAX_PAGE as i64 => {
            Err(too_large(size.unsigned_abs()))
        }
        _ => Ok(()),
    })?;
    Ok(input.bytes)
}

/// A reader that keeps a copy of what is read.
struct Copied<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: Read> Read for Copied<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(out)?;
        self.bytes.extend_from_slice(&out[..count]);
        Ok(count)
    }
}

fn too_large(bytes: u64) -> io::Error {
    let reason = format!(
        "a page of {} MiB, and {} are the most that is read; write smaller pages (`data_page_size`)",
        bytes.div_ceil(1 << 20),
        MAX_PAGE >> 20
    );
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Why the footer of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FooterError {
    #[error("{}", plain(.0))]
    Io(#[from] io::Error),
    #[error("the Parquet file is encrypted; decrypt it first")]
    Encrypted,
    #[error(
        "begins as a Parquet file and does not end as one: it is cut short, or still being written; copy it again"
    )]
    Cut,
    #[error("the Parquet file is damaged: its footer is longer than the file")]
    Length,
    #[error(
        "the footer of the Parquet file has {0} MiB, and {most} are the most that is read; write fewer, larger row groups",
        most = MAX_FOOTER >> 20
    )]
    TooLarge(u32),
    #[error("the footer of the Parquet file is damaged: {0}")]
    Columns(#[source] io::Error),
    #[error("the footer of the Parquet file is damaged: {}", message(.0))]
    Damaged(#[source] ParquetError),
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

/// Reads the metadata in the footer of a file.
///
/// # Errors
/// If there is no footer, or it exceeds the limits.
pub fn footer(file: &mut File) -> std::result::Result<ParquetMetaData, FooterError> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut tail = [0; 8];
    if length >= 12 {
        file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut tail))?;
    }
    let (size, mark) = tail.split_at(4);
    if mark == ENCRYPTED {
        return Err(FooterError::Encrypted);
    }
    if mark != MARK {
        return Err(FooterError::Cut);
    }
    let size = u64::from(u32::from_le_bytes([size[0], size[1], size[2], size[3]]));
    if size > length - 12 {
        return Err(FooterError::Length);
    }
    if size > MAX_FOOTER as u64 {
        return Err(FooterError::TooLarge((size >> 20) as u32));
    }
    let mut bytes = vec![0; size as usize];
    file.seek(SeekFrom::End(-8 - size as i64)).and_then(|_| file.read_exact(&mut bytes))?;
    columns(&bytes).map_err(FooterError::Columns)?;
    ParquetMetaDataReader::decode_metadata(&bytes).map_err(FooterError::Damaged)
}

/// Checks that the tree of columns that a footer describes can be built.
fn columns(footer: &[u8]) -> io::Result<()> {
    let refused = |reason: &str| Err(io::Error::new(io::ErrorKind::InvalidData, reason.to_owned()));
    // For each open group, the number of members still to come.
    let mut open: Vec<i64> = Vec::new();
    let (mut members, mut all) = (0, 0_i64);
    skim(&mut &*footer, &mut |path, seen| {
        match (path, seen) {
            ([2, 5], ThriftEvent::Number(number)) => members = number,
            ([2], ThriftEvent::End) => {
                all += 1;
                if let Some(left) = open.last_mut() {
                    *left -= 1;
                }
                if !(0..=MAX_COLUMNS).contains(&members) || all > MAX_COLUMNS {
                    return refused("it has more than 10,000 columns");
                }
                if members > 0 {
                    open.push(members);
                }
                if open.len() > MAX_DEPTH {
                    return refused("its columns are nested too deep");
                }
                while open.last() == Some(&0) {
                    open.pop();
                }
                members = 0;
            }
            _ => {}
        }
        Ok(())
    })
}

/// Returns the library's message without the kind of error.
pub fn message(error: &ParquetError) -> String {
    let said = match error {
        ParquetError::General(said) | ParquetError::NYI(said) | ParquetError::EOF(said) => said.clone(),
        other => other.to_string(),
    };
    said.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_passed_on_and_its_sizes_are_bounded() {
        let copy = |bytes: &[u8]| {
            let mut copy = Vec::new();
            Header::new(bytes).read_to_end(&mut copy).map(|_| copy)
        };
        // type 0, 1,000 bytes unpacked, 10 packed, and the bytes of the page.
        let bytes = [0x15, 0x00, 0x15, 0xD0, 0x0F, 0x15, 0x14, 0x00, 1, 2, 3];
        assert_eq!(copy(&bytes).unwrap(), bytes[..8]);
        // The second of the two sizes is checked too.
        let again = [0x15, 0x00, 0x15, 0xD0, 0x0F, 0x05, 0x04, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0x00];
        let said = copy(&again).unwrap_err().to_string();
        assert!(said.contains("a page of 2048 MiB"), "{said}");
        assert!(copy(&[0x15, 0x00, 0x15, 0x01, 0x00]).is_err(), "less than nothing");
        assert!(copy(&bytes[..5]).is_err());
    }

    #[test]
    fn a_tree_of_columns_is_bounded_before_it_is_built() {
        // A list of structures, each with its number of members.
        let tree = |members: &[u32]| {
            let mut bytes = vec![0x29, 0xFC, (members.len() as u8 & 0x7F) | 0x80, (members.len() >> 7) as u8];
            for count in members {
                let mut zigzag = count << 1;
                bytes.push(0x55);
                while zigzag > 0x7F {
                    bytes.push(zigzag as u8 | 0x80);
                    zigzag >>= 7;
                }
                bytes.extend([zigzag as u8, 0x00]);
            }
            bytes.push(0);
            columns(&bytes)
        };
        assert!(tree(&[2, 0, 1, 0]).is_ok());
        assert!(tree(&[1; 61]).unwrap_err().to_string().contains("too deep"));
        assert!(tree(&[1_000_000_000]).unwrap_err().to_string().contains("more than 10,000"));
        assert!(tree(&[0; 10_001]).unwrap_err().to_string().contains("more than 10,000"));
        assert!(tree(&[1; 60]).is_ok());
    }
}
