//! Units of numbers: percentages, money, measures, times of day, and the signs and words for them.

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// No unit.
    Plain,
    /// Percent.
    Percent,
    /// Money, by the plural name of its currency in lower case. `dollars` means those of an unspecified
    /// country.
    Money(&'static str),
    /// An ordinal.
    Ordinal,
    /// A time of day, in minutes since midnight.
    Clock,
    /// The ten years that begin with the value.
    Decade,
    /// A measure, by its canonical name.
    Measure(&'static str),
}

impl Unit {
    /// Whether a number with this unit can stand for one with the other. A plain number may have any unit, so
    /// it agrees with money and measures; a percentage never agrees with a plain count.
    pub fn agrees(self, other: Unit) -> bool {
        match (self, other) {
            (a, b) if a == b => true,
            (Unit::Plain, Unit::Money(_) | Unit::Measure(_) | Unit::Ordinal | Unit::Decade) => true,
            (Unit::Money(_) | Unit::Measure(_) | Unit::Ordinal | Unit::Decade, Unit::Plain) => true,
            (Unit::Money(a), Unit::Money(b)) => same_money(a, b),
            _ => false,
        }
    }

    /// The unit in words; empty if there is none.
    pub fn as_str(self) -> &'static str {
        match self {
            Unit::Plain => "",
            Unit::Percent => "percent",
            Unit::Money(name) | Unit::Measure(name) => name,
            Unit::Ordinal => "as an ordinal",
            Unit::Clock => "o'clock",
            Unit::Decade => "as a decade",
        }
    }
}

/// Whether two names can mean the same currency: dollars of an unspecified country may be any country's.
pub fn same_money(a: &str, b: &str) -> bool {
    let dollars = |name: &str| name.ends_with("dollars");
    a == b || dollars(a) && b == "dollars" || a == "dollars" && dollars(b)
}

/// Returns the currency of a sign.
pub(super) fn money_sign(c: char) -> Option<&'static str> {
    Some(match c {
        '$' | '＄' => "dollars",
        '£' | '￡' => "pounds",
        '€' => "euros",
        '¥' | '￥' => "yen",
        '₹' => "rupees",
        '₽' => "roubles",
        '₩' => "won",
        '₺' => "lira",
        '₴' => "hryvnias",
        _ => return None,
    })
}

/// Returns the dollars that the letters before "$" name: "US$", "A$".
pub(super) fn dollars_of(letters: &str) -> Option<&'static str> {
    Some(match letters {
        "us" => "us dollars",
        "a" | "au" => "australian dollars",
        "c" | "ca" => "canadian dollars",
        "nz" => "new zealand dollars",
        "hk" => "hong kong dollars",
        "s" => "singapore dollars",
        _ => return None,
    })
}

/// Returns the currency of a lower-cased code, before or after the number: "USD 5".
pub(super) fn money_code(word: &str) -> Option<&'static str> {
    Some(match word {
        "usd" => "us dollars",
        "aud" => "australian dollars",
        "cad" => "canadian dollars",
        "nzd" => "new zealand dollars",
        "hkd" => "hong kong dollars",
        "sgd" => "singapore dollars",
        "gbp" => "pounds",
        "eur" => "euros",
        "jpy" => "yen",
        "inr" => "rupees",
        "rs" => "rupees",
        "cny" | "rmb" => "yuan",
        "chf" => "francs",
        "rub" => "roubles",
        "krw" => "won",
        "sek" | "nok" | "dkk" => "crowns",
        _ => return None,
    })
}

/// Returns the currency of a lower-cased word after the number.
pub(super) fn money_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "dollar" | "dollars" | "bucks" => "dollars",
        "pound" | "pounds" | "quid" => "pounds",
        "euro" | "euros" => "euros",
        "yen" | "円" => "yen",
        "rupee" | "rupees" => "rupees",
        "yuan" | "renminbi" | "元" => "yuan",
        "franc" | "francs" => "francs",
        "rouble" | "roubles" | "ruble" | "rubles" => "roubles",
        "crowns" => "crowns",
        "cent" | "cents" | "centime" | "centimes" => "cents",
        "pence" | "penny" => "pence",
        other => return money_code(other),
    })
}

/// Returns the dollars that an adjective names.
pub(super) fn dollars_by_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "us" | "u.s" | "u.s." | "american" => "us dollars",
        "australian" => "australian dollars",
        "canadian" => "canadian dollars",
        "singapore" => "singapore dollars",
        _ => return None,
    })
}

/// Returns the power of ten of a magnitude, given as letters or as a word.
pub(super) fn scale(word: &str) -> Option<i32> {
    Some(match word {
        "k" | "thousand" => 3,
        "万" | "萬" => 4,
        "lakh" | "lakhs" => 5,
        "m" | "mn" | "mln" | "mil" | "mio" | "million" => 6,
        "crore" | "crores" => 7,
        "億" | "亿" => 8,
        "b" | "bn" | "bln" | "billion" => 9,
        "tn" | "trn" | "trillion" | "兆" => 12,
        _ => return None,
    })
}

/// Returns the canonical name of a measure.
pub(super) fn measure(word: &str) -> Option<&'static str> {
    Some(match word {
        "km" | "kms" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => "kilometres",
        "m" | "metre" | "metres" | "meter" | "meters" => "metres",
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => "centimetres",
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => "millimetres",
        "mile" | "miles" => "miles",
        "ft" | "foot" | "feet" => "feet",
        "inch" | "inches" => "inches",
        "yard" | "yards" => "yards",
        "kg" | "kilo" | "kilos" | "kilogram" | "kilograms" | "kilogramme" | "kilogrammes" => "kilograms",
        "g" | "gram" | "grams" | "gramme" | "grammes" => "grams",
        "mg" | "milligram" | "milligrams" => "milligrams",
        "lb" | "lbs" => "pounds (weight)",
        "ounce" | "ounces" | "oz" => "ounces",
        "tonne" | "tonnes" | "ton" | "tons" => "tonnes",
        "l" | "litre" | "litres" | "liter" | "liters" => "litres",
        "ml" | "millilitre" | "millilitres" | "milliliter" | "milliliters" => "millilitres",
        "gallon" | "gallons" => "gallons",
        "teaspoon" | "teaspoons" | "tsp" => "teaspoons",
        "tablespoon" | "tablespoons" | "tbsp" => "tablespoons",
        "psi" => "psi",
        "km²" | "km2" => "square kilometres",
        "m²" | "m2" => "square metres",
        "mph" => "miles per hour",
        "kph" => "kilometres per hour",
        "second" | "seconds" | "sec" | "secs" => "seconds",
        "minute" | "minutes" | "min" | "mins" => "minutes",
        "hour" | "hours" | "hr" | "hrs" => "hours",
        "day" | "days" => "days",
        "night" | "nights" => "nights",
        "week" | "weeks" => "weeks",
        "month" | "months" => "months",
        "year" | "years" | "yr" | "yrs" => "years",
        "decades" => "decades",
        "centuries" => "centuries",
        "acre" | "acres" => "acres",
        "hectare" | "hectares" => "hectares",
        "degree" | "degrees" => "degrees",
        "kw" | "kilowatt" | "kilowatts" => "kilowatts",
        "mw" | "megawatt" | "megawatts" => "megawatts",
        "gw" | "gigawatt" | "gigawatts" => "gigawatts",
        "kb" | "kilobytes" => "kilobytes",
        "mb" | "megabyte" | "megabytes" => "megabytes",
        "gb" | "gigabyte" | "gigabytes" => "gigabytes",
        "tb" | "terabyte" | "terabytes" => "terabytes",
        "bc" | "bce" => "years before our era",
        _ => return None,
    })
}

/// Returns the canonical name of a measure of two words: "square miles", "light years".
pub(super) fn compound(word: &str, next: &str) -> Option<&'static str> {
    Some(match (word, measure(next)?) {
        ("square" | "sq", "kilometres") => "square kilometres",
        ("square" | "sq", "metres") => "square metres",
        ("square" | "sq", "centimetres") => "square centimetres",
        ("square" | "sq", "miles") => "square miles",
        ("square" | "sq", "feet") => "square feet",
        ("square" | "sq", "yards") => "square yards",
        ("square" | "sq", "inches") => "square inches",
        ("cubic", "kilometres") => "cubic kilometres",
        ("cubic", "metres") => "cubic metres",
        ("cubic", "centimetres") => "cubic centimetres",
        ("cubic", "feet") => "cubic feet",
        ("cubic", "yards") => "cubic yards",
        ("nautical", "miles") => "nautical miles",
        ("light", "seconds") => "light seconds",
        ("light", "minutes") => "light minutes",
        ("light", "hours") => "light hours",
        ("light", "days") => "light days",
        ("light", "years") => "light years",
        _ => return None,
    })
}

/// Returns the name of the speed for a length and a time.
pub(super) fn speed(length: &str, time: &str) -> Option<&'static str> {
    match (length, time) {
        ("kilometres", "hours") => Some("kilometres per hour"),
        ("miles", "hours") => Some("miles per hour"),
        _ => None,
    }
}
