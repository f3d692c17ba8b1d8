//! Known defects, found by trying.
