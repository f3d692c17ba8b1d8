//! Byte streams as stored: possibly compressed, and in a known or a refused encoding.

use std::io::{self, BufRead, BufReader, Read};

use super::encoding;

/// A source of bytes.
pub(super) type Stream = Box<dyn Read + Send>;

/// Whether a stream that begins with these bytes is compressed by gzip or Zstandard.
pub(super) fn is_packed(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b]) || head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}

/// Decompresses a text that may be packed by gzip or Zstandard.
///
/// # Errors
/// If it cannot be read, or is in another encoding than UTF-8.
pub(super) fn unpack(stream: Stream) -> io::Result<Box<dyn BufRead + Send>> {
    let (head, plain) = peeled(unpacked(stream)?, 4)?;
    match encoding::refused(&head) {
        Some(reason) => Err(io::Error::new(io::ErrorKind::InvalidData, reason)),
        None => Ok(buffered(plain)),
    }
}

/// Decompresses bytes that may be packed by gzip or Zstandard, whatever they are.
pub(super) fn unpack_bytes(stream: Stream) -> io::Result<Box<dyn BufRead + Send>> {
    unpacked(stream).map(buffered)
}

fn buffered(stream: Stream) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(64 << 10, stream))
}

/// Decompresses gzip or Zstandard, recognised by the first bytes.
fn unpacked(stream: Stream) -> io::Result<Stream> {
    let (head, stream) = peeled(stream, 4)?;
    Ok(match head.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(stream)),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::stream::read::Decoder::new(stream)?),
        _ => stream,
    })
}

/// Returns the first bytes of a stream, and the stream with them put back.
fn peeled(mut stream: Stream, count: u64) -> io::Result<(Vec<u8>, Stream)> {
    let mut head = Vec::new();
    stream.by_ref().take(count).read_to_end(&mut head)?;
    Ok((head.clone(), Box::new(Together { head, stream, failed: None })))
}

/// A stream with its first bytes put back. The first read returns them together with the bytes after them, so
/// that a caller that peeks sees the first line.
struct Together {
    head: Vec<u8>,
    stream: Stream,
    /// An error that occurred after the first bytes.
    failed: Option<io::Error>,
}

impl Read for Together {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if self.head.is_empty() {
            return self.stream.read(buffer);
        }
        let count = self.head.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.head[..count]);
        self.head.drain(..count);
        if count == buffer.len() {
            return Ok(count);
        }
        match self.stream.read(&mut buffer[count..]) {
            Ok(more) => Ok(count + more),
            Err(error) => {
                self.failed = Some(error);
                Ok(count)
            }
        }
    }
}
