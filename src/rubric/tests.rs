//! Tests of the rubrics: worked examples by hand, properties, readings, documentation.

mod anchor;
pub(super) mod build;
mod examples;
mod flips;
mod properties;
mod protocol;
mod readings;
pub(super) mod replay;
mod synthlink;
mod words;
