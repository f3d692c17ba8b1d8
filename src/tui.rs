//! The terminal workbench.

pub mod json_view;
pub mod pane;
pub mod safe;
pub mod theme;
