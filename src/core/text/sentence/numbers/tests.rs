use super::*;
use crate::text::Sentence;

fn read(text: &str) -> Vec<(f64, Unit)> {
    numbers(&Sentence::new(text)).iter().map(|n| (n.value.to_f64(), n.unit)).collect()
}

#[test]
fn spellings_of_one_number_are_one_value() {
    for text in ["1,200", "1200", "1.2 thousand", "1.2k", "twelve hundred", "one thousand two hundred"] {
        let all = numbers(&Sentence::new(&format!("It sold {text} copies")));
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!(all[0].value, Value::int(1200), "{text}");
        assert_eq!(&Sentence::new(&format!("It sold {text} copies")).text[all[0].span.range()], text);
    }
}

#[test]
fn units_are_read_on_either_side() {
    let cases = [
        ("5%", 5.0, Unit::Percent),
        ("5 percent", 5.0, Unit::Percent),
        ("five per cent", 5.0, Unit::Percent),
        ("$3.5bn", 3.5e9, Unit::Money("dollars")),
        ("£4million", 4e6, Unit::Money("pounds")),
        ("3.5 million dollars", 3.5e6, Unit::Money("dollars")),
        ("45 miles", 45.0, Unit::Measure("miles")),
        ("45km", 45.0, Unit::Measure("kilometres")),
        ("21st", 21.0, Unit::Ordinal),
        ("twenty-first", 21.0, Unit::Ordinal),
        ("1930s", 1930.0, Unit::Decade),
        ("4pm", 960.0, Unit::Clock),
        ("5.30pm", 1050.0, Unit::Clock),
        ("17:30", 1050.0, Unit::Clock),
        ("4 p.m.", 960.0, Unit::Clock),
        ("half five", 330.0, Unit::Clock),
        ("2:46:23 p.m.", 886.0, Unit::Clock),
        ("2 hours, 21 minutes and 8 seconds", 8468.0, Unit::Measure("seconds")),
        ("twelve euros and fifty centimes", 12.5, Unit::Money("euros")),
        ("3 pounds 20 pence", 3.2, Unit::Money("pounds")),
        ("one hour and 30 minutes", 90.0, Unit::Measure("minutes")),
        ("7. 5 per cent", 7.5, Unit::Percent),
        ("$ 2 . 7 million", 2.7e6, Unit::Money("dollars")),
        ("two dozen", 24.0, Unit::Plain),
        ("twenty-five", 25.0, Unit::Plain),
        ("two hundred thousand", 2e5, Unit::Plain),
        ("one euro fifty", 1.5, Unit::Money("euros")),
        ("twelve pounds twenty-five", 12.25, Unit::Money("pounds")),
        ("-5 degrees", -5.0, Unit::Measure("degrees")),
        ("half an hour", 0.5, Unit::Measure("hours")),
        ("three quarters of an hour", 0.75, Unit::Measure("hours")),
        ("half a kilo", 0.5, Unit::Measure("kilograms")),
        ("a year and a half", 1.5, Unit::Measure("years")),
    ];
    for (text, value, unit) in cases {
        assert_eq!(read(text), [(value, unit)], "{text}");
    }
}

#[test]
fn one_measure_of_time_is_read_where_it_is_a_length() {
    assert_eq!(read("it closed for a month"), [(1.0, Unit::Measure("months"))]);
    assert!(numbers(&Sentence::new("it closed for a month"))[0].weak);
    for none in ["a year ago", "for a second time", "they met on a day in May"] {
        assert!(read(none).iter().all(|(_, unit)| !matches!(unit, Unit::Measure(_))), "{none}");
    }
}

#[test]
fn measures_of_one_quantity_can_say_the_same() {
    let one = |text: &str| numbers(&Sentence::new(text))[0];
    for (a, b) in [
        ("six months", "half a year"),
        ("2 km", "2,000 metres"),
        ("24 hours", "one day"),
        ("3 tonnes", "3,000 kg"),
    ] {
        assert!(one(a).measures_same(&one(b)), "{a} {b}");
    }
    assert!(!one("six months").measures_same(&one("a year and a half")));
    assert!(!one("six months").measures_same(&one("6 km")));
}

#[test]
fn other_readings_of_times_are_kept() {
    let other =
        |text: &str| numbers(&Sentence::new(text))[0].other.map(|(value, unit)| (value.to_f64(), unit));
    assert_eq!(other("it shut at 5.30 on Friday"), Some((330.0, Unit::Clock)));
    assert_eq!(other("the winner took 2:21:08"), Some((8468.0, Unit::Measure("seconds"))));
    for none in ["it shut at 5.50 euros", "it shut at 5.75", "it cost 5.30", "half five million"] {
        assert_eq!(other(none), None, "{none}");
    }
}

#[test]
fn a_half_before_a_number_is_a_time_only_where_it_says_when() {
    for half in
        ["better in the second half, 5 of them scored", "they lost half, two of them new", "half two of it"]
    {
        assert!(read(half).iter().all(|(_, unit)| *unit != Unit::Clock), "{half}");
    }
    assert!(read("Monday after work? half five").contains(&(330.0, Unit::Clock)));
}

#[test]
fn neighbours_stay_apart() {
    assert_eq!(read("half five million")[0].1, Unit::Plain);
    assert_eq!(read("one hour and 30 people").len(), 2);
    assert_eq!(read("one hour and 90 minutes").len(), 2);
    assert_eq!(read("in 2012, 34 fans"), [(2012.0, Unit::Plain), (34.0, Unit::Plain)]);
    assert_eq!(read("they paid ten pounds twenty times").len(), 2);
    assert_eq!(read("22-year-old").len(), 1);
    assert_eq!(read("B2B and 4x4").len(), 0);
    assert_eq!(read("in row 7. 8 people died"), [(7.0, Unit::Plain), (8.0, Unit::Plain)]);
}

#[test]
fn a_round_number_stands_for_the_exact_one() {
    let value = |text| Value::parse(text).unwrap();
    assert!(value("3000000").rounds(value("3012345"), false));
    assert!(!value("45").rounds(value("46"), false));
    assert!(value("1000").rounds(value("1024"), true));
    assert!(!value("2000").rounds(value("1024"), true));
}
