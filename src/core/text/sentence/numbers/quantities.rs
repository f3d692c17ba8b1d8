//! Conversion of measures to base units: a time to days, a length to metres, so that "half a year" equals
//! "six months".

use super::{Number, Unit, Value};

/// A physical quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Time,
    Length,
    Area,
    Mass,
    Volume,
    Power,
    Data,
}

/// Converts a measure to the base unit of its quantity: days, metres, hectares, kilograms, litres, kilowatts
/// or kilobytes. None if the unit is not a measure of one of these.
///
/// A year is the mean year of the Gregorian calendar, and a month a twelfth of it.
pub fn amount(value: Value, unit: Unit) -> Option<(Quantity, Value)> {
    let Unit::Measure(name) = unit else { return None };
    let (quantity, digits, power) = match name {
        "days" | "nights" => (Quantity::Time, 1, 0),
        "weeks" => (Quantity::Time, 7, 0),
        "months" => (Quantity::Time, 30_436_875, -6),
        "years" => (Quantity::Time, 3_652_425, -4),
        "decades" => (Quantity::Time, 3_652_425, -3),
        "centuries" => (Quantity::Time, 3_652_425, -2),
        "hours" => return Some((Quantity::Time, value.times(Value::fraction(1, 24)?)?)),
        "minutes" => return Some((Quantity::Time, value.times(Value::fraction(1, 1440)?)?)),
        "seconds" => return Some((Quantity::Time, value.times(Value::fraction(1, 86_400)?)?)),
        "kilometres" => (Quantity::Length, 1, 3),
        "metres" => (Quantity::Length, 1, 0),
        "centimetres" => (Quantity::Length, 1, -2),
        "millimetres" => (Quantity::Length, 1, -3),
        "miles" => (Quantity::Length, 1_609_344, -3),
        "yards" => (Quantity::Length, 9_144, -4),
        "feet" => (Quantity::Length, 3_048, -4),
        "inches" => (Quantity::Length, 254, -4),
        "square kilometres" => (Quantity::Area, 1, 2),
        "square metres" => (Quantity::Area, 1, -4),
        "hectares" => (Quantity::Area, 1, 0),
        "tonnes" => (Quantity::Mass, 1, 3),
        "kilograms" => (Quantity::Mass, 1, 0),
        "grams" => (Quantity::Mass, 1, -3),
        "milligrams" => (Quantity::Mass, 1, -6),
        "litres" => (Quantity::Volume, 1, 0),
        "millilitres" => (Quantity::Volume, 1, -3),
        "gigawatts" => (Quantity::Power, 1, 6),
        "megawatts" => (Quantity::Power, 1, 3),
        "kilowatts" => (Quantity::Power, 1, 0),
        "terabytes" => (Quantity::Data, 1, 9),
        "gigabytes" => (Quantity::Data, 1, 6),
        "megabytes" => (Quantity::Data, 1, 3),
        "kilobytes" => (Quantity::Data, 1, 0),
        _ => return None,
    };
    Some((quantity, value.times(Value::int(digits).scaled(power))?))
}

impl Number {
    /// Whether both numbers measure the same amount of one quantity in different units.
    pub fn measures_same(&self, other: &Number) -> bool {
        let of = |number: &Number| amount(number.value, number.unit);
        self.unit != other.unit && of(self).is_some_and(|own| Some(own) == of(other))
    }
}
