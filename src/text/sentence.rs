//! One sentence by itself: its words, at offsets from its own first byte.

use std::sync::Arc;

use super::{Span, fold_token, hash64, split::word_spans, stem_of};

/// A word's stem, as a 64-bit hash of its characters: tables and texts compare without a shared interner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stem(pub u64);

/// What a token's shape says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// A function word, which carries little content by itself.
    pub stop: bool,
    /// Begins with an upper-case letter.
    pub capital: bool,
    /// Holds a digit.
    pub digit: bool,
}

/// A word of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes within the sentence.
    pub span: Span,
    /// Hash of the lower-cased word: equal for equal tokens of the rubrics.
    pub word: u64,
    /// Its stem.
    pub stem: Stem,
    /// What its shape says.
    pub flags: Flags,
}

impl Token {
    /// Whether it carries content: neither a function word nor a lone letter's shadow.
    pub fn is_content(&self) -> bool {
        !self.flags.stop
    }
}

/// A sentence and what can be known of it without the rest of the text.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its characters, trimmed of white space.
    pub text: Arc<str>,
    /// Its words in order.
    pub tokens: Vec<Token>,
}

impl Sentence {
    /// Reads one sentence.
    pub fn new(text: &str) -> Sentence {
        let tokens = word_spans(text)
            .map(|span| {
                let word = &text[span.range()];
                let lower = fold_token(word);
                Token {
                    span,
                    word: hash64(lower.as_bytes()),
                    stem: stem_of(&lower),
                    flags: Flags {
                        stop: is_stop_word(&lower),
                        capital: word.starts_with(char::is_uppercase),
                        digit: word.contains(|c: char| c.is_numeric()),
                    },
                }
            })
            .collect();
        Sentence { text: Arc::from(text), tokens }
    }

    /// The characters of a token, as written.
    pub fn word(&self, token: &Token) -> &str {
        &self.text[token.span.range()]
    }
}

/// English function words. Negations are on the list: they carry no topic, and the analyzers that care look for
/// them by name.
fn is_stop_word(lower: &str) -> bool {
    const STOP: &str = " a about above after again against all also although am an and any are aren't as at be because \
        been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing \
        don't down during each either else ever every few for from further had hadn't has hasn't have haven't having \
        he he'd he'll he's her here here's hers herself him himself his how how's however i i'd i'll i'm i've if in \
        into is isn't it it's its itself just let's like may me might more most much must mustn't my myself n't nor \
        no not now of off on once only onto or other others ought our ours ourselves out over own per rather s same \
        shall shan't she she'd she'll she's should shouldn't since so some such than that that's the their theirs \
        them themselves then there there's these they they'd they'll they're they've this those though through thus \
        to too under until up upon us very via was wasn't we we'd we'll we're we've were weren't what what's when \
        when's where where's whether which while who who's whom whose why why's will with within without won't would \
        wouldn't yet you you'd you'll you're you've your yours yourself yourselves t d ll m re ve ";
    // One search in a line of words: no table to build at start-up, and it is run once a new sentence.
    let plain = lower.replace('’', "'");
    STOP.match_indices(plain.as_str()).any(|(at, _)| {
        let bytes = STOP.as_bytes();
        at > 0 && bytes[at - 1] == b' ' && bytes.get(at + plain.len()) == Some(&b' ')
    })
}
