//! What is handed to others: the report of a case, and a session in each of its forms.
//!
//! [`case`] makes Markdown and HTML of the reports of one case. [`session`] has the table of the forms of a session,
//! each of which writes to any [`Write`](std::io::Write); the command line and the workbench read the same table.
//! [`adjudication`] has what follows from adjudicating.

pub mod adjudication;
pub mod case;
pub mod session;
