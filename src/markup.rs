//! Markup that no text of an input can break out of: HTML, Markdown, and the frame of a page.
//!
//! Tags, attribute names and scripts are `&'static str`, so they are the program's own; everything else goes through
//! an escape. Characters that steer a terminal or reorder text have marks in their place
//! ([`visible`](crate::text::visible)).

mod html;
pub mod markdown;
pub mod page;

pub use html::Html;
