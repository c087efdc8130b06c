//! What only this game does.
