//! The encoding of a text, by its first bytes.

/// The bytes that some programs write before UTF-8. They belong to no record.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns a text without its byte-order mark.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Returns why a text that begins with these bytes is refused: it is UTF-16 or UTF-32. The encoding is
/// recognised by the byte-order mark, or else by the zero bytes next to the first ASCII characters.
pub fn refused(head: &[u8]) -> Option<String> {
    let name = match head {
        [0xff, 0xfe, 0, 0, ..] => "UTF-32LE",
        [0, 0, 0xfe, 0xff, ..] => "UTF-32BE",
        [0xff, 0xfe, ..] => "UTF-16LE",
        [0xfe, 0xff, ..] => "UTF-16BE",
        [1..=255, 0, 0, 0, ..] => "UTF-32LE",
        [0, 0, 0, 1..=255, ..] => "UTF-32BE",
        [1..=255, 0, 1..=255, 0, ..] => "UTF-16LE",
        [0, 1..=255, 0, 1..=255, ..] => "UTF-16BE",
        _ => return None,
    };
    Some(format!("{name}, not UTF-8; convert the file, for example with `iconv -f {name} -t UTF-8`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_called_by_its_name_with_a_mark_and_without() {
        for mark in ["", "\u{feff}"] {
            let text = format!("{mark}{{\"id\": 1}}");
            let wide = |encode: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(encode).collect::<Vec<u8>>();
            let wider =
                |encode: fn(u32) -> [u8; 4]| text.chars().flat_map(|c| encode(c as u32)).collect::<Vec<u8>>();
            for (name, bytes) in [
                ("UTF-16LE", wide(u16::to_le_bytes)),
                ("UTF-16BE", wide(u16::to_be_bytes)),
                ("UTF-32LE", wider(u32::to_le_bytes)),
                ("UTF-32BE", wider(u32::to_be_bytes)),
            ] {
                assert!(refused(&bytes).is_some_and(|said| said.starts_with(name)), "{name} {mark:?}");
            }
            assert_eq!(refused(text.as_bytes()), None);
        }
        assert_eq!(refused(b"{}"), None);
        assert_eq!(refused(b""), None);
    }
}
