//! Word lists that several kinds use.

/// Names that fit a person, a town or a company.
pub const NAMES: &[&str] = &[
    "Marlow", "Ashford", "Kelso", "Preston", "Bolton", "Denholm", "Stanton", "Thornbury", "Wexham", "Halden",
];

pub const WEEKDAYS: &[&str] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub const MONTHS: &[&str] = &[
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
];

/// Numbers in words, from one to twelve.
pub const NUMERALS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words that turn the number after them into a bound or an estimate, so that another number may also be
/// true.
pub const HEDGES: &[&str] = &[
    "over", "under", "than", "least", "most", "nearly", "almost", "about", "around", "roughly", "some", "to",
    "up", "approximately", "between", "and", "or", "another", "every", "by",
];

/// Words that make a statement negative or conditional, so that the effect of a further change is
/// uncertain.
pub const OPEN: &[&str] = &[
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "hardly", "barely", "unless", "if",
    "whether", "without", "few", "little", "only", "cannot",
];
