//! lockbench on the command line.

fn main() {}
