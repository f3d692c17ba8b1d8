//! Skims Thrift's compact protocol: numbers are reported and everything else is skipped. This way the sizes
//! that a Parquet file claims are known before memory is allocated for them.
//!
//! Source: <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>

use std::io::{self, Read};

/// Deepest nesting that is accepted; Parquet's own structures have 8 levels.
const DEPTH: usize = 24;

/// A value met while skimming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThriftEvent {
    Number(i64),
    /// The end of a structure.
    End,
}

/// Callback that is given the path of field numbers to a place and the event there. The items of a list have
/// the path of the list. An error ends the skimming.
pub type See<'a> = dyn FnMut(&[i16], ThriftEvent) -> io::Result<()> + 'a;

/// Reads one structure to its end.
///
/// # Errors
/// If reading fails or ends too early, the bytes are no such structure, or `see` returns an error.
pub fn skim(input: &mut dyn Read, see: &mut See) -> io::Result<()> {
    Skimmer { input, see, path: Vec::new(), depth: 0 }.structure()
}

struct Skimmer<'a, 's> {
    input: &'a mut dyn Read,
    see: &'a mut See<'s>,
    path: Vec<i16>,
    depth: usize,
}

fn broken(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

impl Skimmer<'_, '_> {
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn varint(&mut self) -> io::Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(broken("a number without end"))
    }

    fn number(&mut self) -> io::Result<i64> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        let passed = io::copy(&mut self.input.take(bytes), &mut io::sink())?;
        if passed < bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn structure(&mut self) -> io::Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(broken("structures are nested too deep"));
        }
        let mut field = 0_i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                break;
            }
            field = match head >> 4 {
                0 => self.number()? as i16,
                step => field.wrapping_add(i16::from(step)),
            };
            self.path.push(field);
            // The value of a boolean field is encoded in its type.
            if !matches!(head & 0xF, 1 | 2) {
                self.value(head & 0xF)?;
            }
            self.path.pop();
        }
        self.depth -= 1;
        (self.see)(&self.path, ThriftEvent::End)
    }

    fn value(&mut self, kind: u8) -> io::Result<()> {
        match kind {
            1..=3 => self.pass(1),
            4..=6 => {
                let number = self.number()?;
                (self.see)(&self.path, ThriftEvent::Number(number))
            }
            7 => self.pass(8),
            8 => {
                let bytes = self.varint()?;
                self.pass(bytes)
            }
            9 | 10 => {
                let head = self.byte()?;
                let items = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                (0..items).try_for_each(|_| self.nested(head & 0xF))
            }
            11 => {
                let items = self.varint()?;
                let kinds = if items > 0 { self.byte()? } else { 0 };
                (0..items).try_for_each(|_| {
                    self.nested(kinds >> 4)?;
                    self.nested(kinds & 0xF)
                })
            }
            12 => self.structure(),
            13 => self.pass(16),
            _ => Err(broken("a value of no known type")),
        }
    }

    fn nested(&mut self, kind: u8) -> io::Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(broken("lists are nested too deep"));
        }
        let done = self.value(kind);
        self.depth -= 1;
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(bytes: &[u8]) -> io::Result<Vec<(Vec<i16>, ThriftEvent)>> {
        let mut all = Vec::new();
        skim(&mut &*bytes, &mut |path, seen| {
            all.push((path.to_vec(), seen));
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn numbers_are_shown_with_their_place() {
        // 1: i32 -3, 2: true, 3: "ab", 4: [{1: i64 150}, {}], 20: i16 1.
        let bytes = [
            0x15, 0x05, 0x11, 0x18, 0x02, b'a', b'b', 0x19, 0x2C, 0x16, 0xAC, 0x02, 0x00, 0x00, 0x04, 0x28,
            0x02, 0x00,
        ];
        let wanted = [
            (vec![1], ThriftEvent::Number(-3)),
            (vec![4, 1], ThriftEvent::Number(150)),
            (vec![4], ThriftEvent::End),
            (vec![4], ThriftEvent::End),
            (vec![20], ThriftEvent::Number(1)),
            (vec![], ThriftEvent::End),
        ];
        assert_eq!(seen(&bytes).unwrap(), wanted);
        for end in 0..bytes.len() {
            assert!(seen(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn nothing_is_nested_or_long_without_end() {
        assert!(seen(&[0x1C; 1000]).unwrap_err().to_string().contains("too deep"));
        assert!(seen(&[0x19; 1000]).is_err());
        assert!(seen(&[&[0x15][..], &[0xFF; 20]].concat()).unwrap_err().to_string().contains("without end"));
        assert!(seen(&[0x18, 0xFF, 0xFF, 0xFF, 0x7F, 0x00]).is_err(), "a text longer than the file");
        assert!(seen(&[0x1F]).is_err());
    }
}
