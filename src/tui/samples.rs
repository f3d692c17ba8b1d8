//! The bundled samples: what the workbench opens on when no file is named.

/// Name and JSON of each case.
pub const SAMPLES: &[(&str, &str)] = &[(
    "budget",
    r#"{"id":"budget","article":"The council approved the new budget on Tuesday, by 7 votes to 2. The budget raises spending on schools by 12 percent. It also closes two libraries, which residents had protested for months. Mayor Ann Lee said the city had no choice. \"We kept every teacher,\" she said. Work on the new school in Northfield begins in March.","summary":"The council rejected the new budget on Tuesday. Spending on schools rises by 12 percent, and two libraries close. Work on a school in Northfield begins in March."}"#,
)];
