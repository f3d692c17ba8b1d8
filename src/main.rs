//! lockbench on the command line: everything is in the library.

/// Evidence is many small pieces that live as long as a case; this allocator hands them out faster than the
/// system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lockbench::cli::main()
}
