//! The kinds of nodes, as types: what one kind needs costs the others nothing.

/// A kind of node.
pub(super) trait Node {
    /// Whether the node is searched with an open window, so that its exact value and its best line
    /// are wanted.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// The kind of a child searched with the same window.
    type Child: Node;
}

/// The root.
pub(super) struct Root;

/// A node of a principal variation.
pub(super) struct Pv;

/// A node searched with a null window: only whether its value reaches beta is asked.
pub(super) struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Pv;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPv;
}
