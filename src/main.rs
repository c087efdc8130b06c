//! The `hippogriff` binary: parses the command line and hands over.

fn main() -> std::process::ExitCode {
    hippogriff::cli::main()
}
