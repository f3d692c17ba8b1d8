//! The lockbench command; all code is in the library.

/// Evidence consists of many small allocations that live as long as a case; this allocator is faster for
/// these than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lockbench::cli::main()
}
