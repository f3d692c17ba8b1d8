//! Markup that a text of an input cannot break out of: HTML, Markdown, and the frame of a page.
//!
//! Tags, attribute names and scripts are `&'static str` and therefore come from the program; everything
//! else is escaped. Terminal control characters and characters that reorder text are replaced by visible
//! symbols ([`visible`](crate::text::visible)).

mod html;
pub mod markdown;
pub mod page;

pub use html::Html;
