//! Cases in Parquet.

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached, read_twice};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Files of other writers: with one and with several row groups, plain and compressed, with lists and
/// dictionaries.
const FILES: [&[u8]; 4] = [
    include_bytes!("../../../tests/data/files/cnndm.parquet"),
    include_bytes!("../../../tests/data/files/frame.parquet"),
    include_bytes!("../../../tests/data/files/groups.parquet"),
    include_bytes!("../../../tests/data/files/ragas.parquet"),
];
/// Length of the end of a file: the length of its footer, and four letters.
const END: usize = 8;

/// Builds a file, intact or damaged: anywhere, or in its metadata with the end that its reader looks for
/// intact.
pub fn make(source: &mut Source) -> Input {
    let file = source.pick(&FILES);
    let bytes = if source.once_in(2) {
        mutate::bytes(source, file.to_vec())
    } else {
        let length = file[file.len() - END..].first_chunk().map_or(0, |length| u32::from_le_bytes(*length));
        let (pages, footer) = file.split_at(file.len() - END - length as usize);
        let mut footer = mutate::bytes(source, footer[..length as usize].to_vec());
        let end = (footer.len() as u32).to_le_bytes();
        footer.extend(end);
        [pages, footer.as_slice(), b"PAR1"].concat()
    };
    Input::default().with("cases.parquet", bytes)
}

/// Checks that an intact file has no error, and that every file gives a case or an error.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let bytes = input.bytes("cases.parquet");
    let records = read_twice(&bench.folder.join("cases.parquet"), bytes)?;
    if FILES.contains(&bytes) {
        reached("whole files");
        ensure!(records.iter().all(|(_, outcome)| outcome.is_ok()), "a whole file has problems");
    }
    ensure!(!records.is_empty(), "neither a case nor a problem");
    Ok(())
}
