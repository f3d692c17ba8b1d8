//! Imports shared by nearly every screen.

pub(super) use crossterm::event::KeyEvent;
pub(super) use ratatui::Frame;
pub(super) use ratatui::layout::Rect;
pub(super) use ratatui::text::Line;

pub(super) use crate::tui::component::{Component, Cx, Window};
pub(super) use crate::tui::keymap::{Action, CLOSES, Context};
pub(super) use crate::tui::list::{ListCursor, ListView, OnClick};
pub(super) use crate::tui::sanitize;
pub(super) use crate::tui::state::State;
pub(super) use crate::tui::theme::{Theme, ThemeRole};
pub(super) use crate::tui::widgets::{self, inside, row_style};
pub(super) use crate::tui::words;
