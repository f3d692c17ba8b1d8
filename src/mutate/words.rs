//! Lists of words that several kinds choose from.

/// Names that may be a person's, a town's or a company's, so that one fits wherever a name stood.
pub const NAMES: &[&str] = &[
    "Marlow", "Ashford", "Kelso", "Preston", "Bolton", "Denholm", "Stanton", "Thornbury", "Wexham", "Halden",
];

pub const WEEKDAYS: &[&str] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub const MONTHS: &[&str] = &[
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
];

/// Numbers in words, from one.
pub const NUMERALS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words before a number that make it a bound or an estimate: another number may be as true.
pub const HEDGES: &[&str] = &[
    "over", "under", "than", "least", "most", "nearly", "almost", "about", "around", "roughly", "some", "to",
    "up", "approximately", "between", "and", "or", "another", "every", "by",
];

/// Words that make a statement negative or conditional: where one is, what another would do is not certain.
pub const OPEN: &[&str] = &[
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "hardly", "barely", "unless", "if",
    "whether", "without", "few", "little", "only", "cannot",
];
