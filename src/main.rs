//! lockbench on the command line: everything is in the library.

fn main() -> std::process::ExitCode {
    lockbench::cli::main()
}
