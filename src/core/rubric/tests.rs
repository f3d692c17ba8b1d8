//! Tests of the rubrics: worked examples computed by hand, properties, readings, documentation.

mod anchor;
pub(crate) mod build;
mod examples;
mod flips;
mod properties;
mod protocol;
mod readings;
pub(crate) mod replay;
mod synthlink;
mod words;
