//! Compressed cases.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::json::lines;
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached, read_twice};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds compressed JSON lines, intact or damaged, possibly with a misleading file name.
pub fn make(source: &mut Source) -> Input {
    let count = source.below(4);
    let cases: Vec<_> = (0..count).map(|_| source.case()).collect();
    let plain = lines(&cases).into_bytes();
    let gzip = source.once_in(2);
    let mut packed =
        if gzip { zipped(&plain) } else { zstd::encode_all(plain.as_slice(), 1).unwrap_or_default() };
    if source.once_in(4) {
        packed.extend(packed.clone());
    }
    let name = match source.below(4) {
        0 => "cases.jsonl",
        1 => "cases.jsonl.zst",
        _ => "cases.jsonl.gz",
    };
    Input::default().with(name, mutate::bytes(source, packed))
}

fn zipped(plain: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(plain).and_then(|()| out.finish()).unwrap_or_default()
}

/// Checks that a compressed file gives the same cases as the uncompressed one, and that truncated data is
/// reported.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let Some((name, bytes)) = input.parts.first() else { return Ok(()) };
    let records = read_twice(&bench.folder.join(name), bytes)?;
    let mut plain = Vec::new();
    let unpacked = match bytes.as_slice() {
        [0x1f, 0x8b, ..] => MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            // In two pieces, as from a stream: the library checks slightly more in a frame that is
            // available as a whole.
            let (head, rest) = bytes.split_at(4);
            zstd::Decoder::new(head.chain(rest)).and_then(|mut all| all.read_to_end(&mut plain))
        }
        _ => return Ok(()),
    };
    if unpacked.is_err() {
        reached("damaged");
        ensure!(records.iter().any(|(_, outcome)| outcome.is_err()), "the damage is not told");
        return Ok(());
    }
    let same = read_twice(&bench.folder.join("plain.jsonl"), &plain)?;
    ensure!(records.len() == same.len(), "{} results packed, {} unpacked", records.len(), same.len());
    for ((line, packed), (_, unpacked)) in records.iter().zip(&same) {
        let texts = |outcome: &Result<lockbench::case::RecordCases, lockbench::case::CaseError>| {
            let texts = |found: &lockbench::case::RecordCases| -> Vec<[String; 2]> {
                found.cases.iter().map(|case| [case.article.clone(), case.summary.clone()]).collect()
            };
            outcome.as_ref().map(texts).map_err(|problem| problem.reason.clone())
        };
        ensure!(texts(packed) == texts(unpacked), "line {line} differs from the unpacked one");
    }
    Ok(())
}
