//! Tests of the two locks: worked examples by hand, properties, readings, documentation.

mod build;
mod caps;
mod examples;
mod flips;
mod properties;
mod readings;
mod replay;
mod words;
