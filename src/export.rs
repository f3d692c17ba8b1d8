//! Exports: the report of a case, and a session in each of its formats.
//!
//! [`case`] writes the reports of one case as Markdown and HTML. [`session`] has the table of the formats
//! of a session, each of which writes to any [`Write`](std::io::Write); the command line and the
//! workbench use the same table. [`adjudication`] exports the results of an adjudication.

pub mod adjudication;
pub mod case;
pub mod session;
