//! Every integration test, in one binary.
#![allow(missing_docs, reason = "tests speak by their names")]

mod batch;
mod bench_top;
mod cli;
mod content;
mod driving;
mod formats;
mod golden;
mod human;
mod human_coverage;
#[allow(dead_code, reason = "the comparison with the program reads what is not read yet")]
mod oracle;
mod pairs;
mod pty;
mod schema;
mod screens;
