//! Word lists that show whether a word refers to a person, and to which gender.

use crate::text::{self, in_word_list};

/// Titles before the name of a man and of a woman.
const SIR: &str = " mr mr. sir lord king prince duke baron father brother ";
const MADAM: &str = " mrs mrs. ms ms. miss lady queen princess duchess baroness dame madam sister ";
/// Titles before the name of a man or a woman.
const TITLE: &str = " dr dr. prof prof. professor president senator judge justice captain colonel general major lieutenant \
    sergeant officer minister mayor governor councillor chancellor secretary chairman chairwoman coach detective inspector \
    superintendent constable reverend rev rev. bishop archbishop cardinal pope sen. rep. gov. gen. capt. sgt. lt. ";
const MEN: &str = " man boy father son husband brother uncle nephew grandfather grandson boyfriend gentleman guy king prince \
    widower dad daddy businessman policeman fireman actor chairman spokesman salesman congressman grandpa fiancé groom lad \
    waiter monk stepfather bloke ";
const WOMEN: &str = " woman girl mother daughter wife sister aunt niece grandmother granddaughter girlfriend lady queen \
    princess widow mum mom mummy businesswoman policewoman actress chairwoman spokeswoman saleswoman congresswoman grandma \
    fiancée bride waitress nun stepmother heiress ";
/// Nouns for a group of people, to which "they" can refer.
const BODIES: &str = " police team family couple company group government council committee board staff crew band club firm \
    party army jury public crowd side squad bank union court department agency university school majority number ";
const PLURALS: &str = " people men women children police parents teeth feet mice geese media data criteria ";
const BOYS: &str = " james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony \
    mark donald steven paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary \
    nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander patrick frank raymond jack \
    dennis jerry tyler aaron jose adam nathan henry douglas zachary peter kyle noah ethan jeremy walter christian keith \
    roger terry austin sean gerald carl harold dylan arthur lawrence jordan jesse bryan billy bruce gabriel joe logan alan \
    juan albert willie elijah wayne randy vincent mason roy ralph bobby russell bradley philip eugene tom tim jim bob bill \
    mike dave steve dan ben sam matt tony nick chris greg jeff ron don ken fred harry simon ian neil graham stuart colin \
    craig derek trevor nigel martin luke liam oliver oscar max leo hugo ivan igor vladimir boris dmitry sergei mohammed \
    muhammad mohamed ahmed ali omar hassan hussein ibrahim abdul carlos luis miguel pedro diego antonio francisco pablo \
    fernando marco mario giovanni roberto paolo pierre jean jacques michel françois hans klaus jürgen wolfgang karl lars \
    sven erik olaf barack nelson winston theodore franklin abraham howard ernest louis leonard norman stanley alfred edgar \
    cristiano wayne gareth alex danny jamie andy lewis callum connor declan cameron gordon angus hamish rory ";
const GIRLS: &str = " mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra \
    ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca sharon laura cynthia dorothy amy \
    kathleen angela shirley emma brenda pamela nicole anna samantha katherine christine helen debra rachel carolyn janet \
    catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan \
    andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia \
    judy sophia grace denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie \
    kayla alexis lori kate katie jane jenny lucy sophie chloe ella zoe claire fiona hillary angelina michaela theresa nicola \
    gemma louise hayley kirsty joanna josephine eleanor florence harriet beatrice rosie daisy lily fatima aisha mariam \
    leila yasmin ingrid greta astrid svetlana natasha olga tatiana irina elena lucia carmen sofia valentina camila gabriela \
    ana rosa juana pilar dolores simone brigitte monique sylvie angelique heidi ursula anne annie ellen ivanka melania serena \
    venus taylor miley rihanna beyonce meghan ";
const BODY_NAMES: &str = " agency council club party court league company bank committee union church museum office hospital \
    school college university academy institute association federation ministry department board group corporation inc inc. \
    ltd ltd. plc foundation society parliament congress senate commission team united city fc rovers athletic airlines \
    airways news times post journal police army navy service organization organisation administration bureau authority \
    trust ";
const PLACE_NAMES: &str = " state states street road park sea lake river island islands mountain mountains valley bridge \
    station airport bay county province district hill house hall palace castle tower centre center ocean desert coast beach \
    square avenue lane america africa asia europe london paris york washington britain england scotland wales ireland \
    france germany italy spain russia china india japan australia canada mexico brazil iran iraq syria afghanistan \
    pakistan israel turkey egypt greece ukraine california texas florida chicago boston moscow beijing tokyo berlin madrid \
    rome athens sydney melbourne manchester liverpool leeds glasgow edinburgh dublin ";
const TIMES: &str = " monday tuesday wednesday thursday friday saturday sunday january february march april may june july \
    august september october november december jan feb mar apr jun jul aug sep sept oct nov dec jan. feb. aug. sept. oct. \
    nov. dec. today yesterday tomorrow tonight morning afternoon evening night day days week weeks month months year years \
    hour hours minute minutes time times moment christmas easter way lot percent % ";

/// Nouns with too little meaning to identify a referent: a later phrase with the same noun rarely refers to
/// the same thing.
const VAGUE: &str = " one ones way ways thing things fact facts kind kinds sort sorts type types end ends beginning case \
    cases point points part parts rest side sides place places idea ideas reason reasons problem problems question \
    questions answer example examples result results number numbers amount group groups others ";

/// The gender of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    Man,
    Woman,
}

fn either(word: &str, men: &str, women: &str) -> Option<Gender> {
    match (in_word_list(men, word), in_word_list(women, word)) {
        (true, false) => Some(Gender::Man),
        (false, true) => Some(Gender::Woman),
        _ => None,
    }
}

/// Whether "he" or "she" can refer to a person with this title and name: the first of its words that implies a gender implies
/// that of the pronoun.
pub fn fits_gender(name: &str, pronoun: &str) -> bool {
    let implied = name.split(' ').find_map(|word| {
        let word = word.to_lowercase();
        of_title(&word).or_else(|| of_first_name(&word))
    });
    match pronoun {
        "he" => implied != Some(Gender::Woman),
        "she" => implied != Some(Gender::Man),
        _ => true,
    }
}

/// Returns the gender that a lower-cased title implies.
pub(super) fn of_title(word: &str) -> Option<Gender> {
    either(word, SIR, MADAM)
}

/// Whether a lower-cased word is a title.
pub(super) fn is_title(word: &str) -> bool {
    [SIR, MADAM, TITLE].iter().any(|list| in_word_list(list, word))
}

/// Returns the gender that a lower-cased first name implies.
pub(super) fn of_first_name(word: &str) -> Option<Gender> {
    either(word, BOYS, GIRLS)
}

/// Whether a lower-cased word is a first name.
pub fn is_first_name(word: &str) -> bool {
    in_word_list(BOYS, word) || in_word_list(GIRLS, word)
}

/// Returns the gender that a lower-cased noun implies.
pub(super) fn of_noun(word: &str) -> Option<Gender> {
    either(word, MEN, WOMEN)
}

/// Whether a lower-cased noun refers to a single person.
pub(super) fn is_person(word: &str) -> bool {
    text::is_person(word) && !is_plural(word)
}

/// Whether a lower-cased noun refers to a group of people.
pub(super) fn is_body(word: &str) -> bool {
    in_word_list(BODIES, word)
}

/// Whether a lower-cased word of a name marks an organisation.
pub(super) fn names_body(word: &str) -> bool {
    in_word_list(BODY_NAMES, word)
}

/// Whether a lower-cased noun has too little meaning to identify a referent.
pub(super) fn is_vague(word: &str) -> bool {
    in_word_list(VAGUE, word)
}

/// Whether a lower-cased word of a name marks a place.
pub(super) fn names_place(word: &str) -> bool {
    in_word_list(PLACE_NAMES, word)
}

/// Whether a lower-cased noun is a time or a measure, to which no pronoun refers.
pub(super) fn is_time(word: &str) -> bool {
    in_word_list(TIMES, word) || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a lower-cased noun is in the plural.
pub(super) fn is_plural(word: &str) -> bool {
    in_word_list(PLURALS, word)
        || word.len() > 3
            && word.ends_with('s')
            && !["ss", "us", "is", "ics"].iter().any(|end| word.ends_with(end))
}
