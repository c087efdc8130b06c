//! The protocols, over standard input and output.
