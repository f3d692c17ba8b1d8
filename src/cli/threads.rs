//! The number of threads of a command.

use crate::threads::processors;

/// The argument that limits them.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Threads {
    /// Worker threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
}

impl Threads {
    pub fn count(self) -> usize {
        self.jobs.map_or_else(processors, usize::from)
    }
}
