//! Every integration test, in one binary.
#![allow(missing_docs, reason = "tests speak by their names")]
#![allow(clippy::print_stderr, reason = "a test that measures or skips says so")]
#![allow(clippy::type_complexity, reason = "tables of cases are spelled out where they stand")]

mod adjudicate;
mod adjudicating;
mod agree;
mod agreement;
mod annotators;
mod arithmetic;
mod arithmetic_rest;
mod audit;
mod batch;
mod bench_top;
mod blind;
mod calibrate;
mod calibration;
mod cli;
mod content;
mod deciding;
mod dice;
mod driving;
mod embedding;
mod figures;
mod formats;
mod given_labels;
mod golden;
mod growth;
mod gym;
mod habits;
mod human;
mod human_coverage;
mod incremental;
mod judges;
mod judging;
mod layers;
mod learn;
mod lessons;
mod line;
mod mismatches;
mod mutate;
mod oracle;
mod outputs;
mod pages;
mod pairs;
mod picture;
mod prompt;
mod pty;
mod python;
mod questions;
mod rates;
mod readers;
mod readme;
mod reference;
mod review;
mod room;
mod rubric_check;
#[cfg(unix)]
mod safety;
mod schema;
mod screens;
mod sessions;
mod snippets;
mod terminal;
mod text_profile;
mod unicode;
mod wrong_types;
