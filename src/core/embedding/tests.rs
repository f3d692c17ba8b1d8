use super::*;

fn cosine(a: &str, b: &str) -> f64 {
    let embedding = Embedding::Shipped;
    embedding.of(a).cosine(&embedding.of(b))
}

/// Cosines that the makers of the table printed, to two decimals.
#[test]
fn the_shipped_table_gives_the_cosines_that_were_seen_when_it_was_made() {
    for (a, b, seen) in [
        ("The court rejected the appeal.", "Judges dismissed the challenge.", 0.65),
        ("The court rejected the appeal.", "The team won the championship game.", 0.28),
        ("Heavy rain flooded the town.", "The town was hit by severe flooding.", 0.71),
        ("He said the law was fair.", "He said the law was not fair.", 0.99),
    ] {
        let found = cosine(a, b);
        assert!((found - seen).abs() < 0.005, "{found} instead of {seen} for {a} {b}");
    }
}

#[test]
fn a_text_is_like_itself_and_nothing_is_like_nothing() {
    assert!((cosine("A bridge was closed.", "a BRIDGE was  closed.") - 1.0).abs() < 1e-6);
    assert_eq!(cosine("", "A bridge was closed."), 0.0);
    assert_eq!(cosine("\u{0}\u{200B} \n", ""), 0.0);
    assert!(Embedding::Shipped.of("").is_nothing());
}

#[test]
fn texts_together_have_the_direction_of_the_joined_text() {
    let mut vectors = Vectors::default();
    let (rain, game) = ("Heavy rain flooded the town.", "The team won the game.");
    let parts = [vectors.of(&Arc::from(rain)), vectors.of(&Arc::from(game))];
    let joined = Embedding::Shipped.of(&format!("{rain} {game}"));
    assert!((Vector::together(parts).cosine(&joined) - 1.0).abs() < 1e-6);
    assert_eq!(vectors.of(&Arc::from(rain)), Embedding::Shipped.of(rain));
    assert!(Vector::together([]).is_nothing());
}

#[test]
fn a_common_subject_is_taken_out() {
    let of = |text: &str| Embedding::Shipped.of(text);
    let (rain, game) = (of("Heavy rain flooded the town."), of("The team won the game."));
    assert!(rain.beside(&game).cosine(&game).abs() < 1e-6);
    assert_eq!(rain.beside(&rain), rain, "nothing else is left to go by");
    assert_eq!(rain.beside(&Vector::default()), rain);
    assert!(Vector::default().beside(&rain).is_nothing());
}

/// A folder as model2vec writes it: three words in two dimensions.
fn tokenizer(kind: &str, extra: &str) -> String {
    format!(
        r#"{{"version": "1.0", "normalizer": {{"type": "BertNormalizer", "lowercase": true}},
        "pre_tokenizer": {{"type": "BertPreTokenizer"}},
        "model": {{"type": "{kind}", "unk_token": "[UNK]", "vocab": {{"[UNK]": 0, "rain": 1, "sun": 2{extra}}}}}}}"#
    )
}

fn model(kind: safetensors::Dtype, shape: Vec<usize>, data: &[u8]) -> Vec<u8> {
    let view = safetensors::tensor::TensorView::new(kind, shape, data).expect("a tensor");
    safetensors::serialize([("embeddings", view)], None).expect("a file")
}

#[test]
fn a_users_table_takes_the_place_of_the_shipped_one() {
    let numbers: Vec<u8> = [9.0_f32, 9.0, 1.0, 0.0, 0.0, 2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let single = model(safetensors::Dtype::F32, vec![3, 2], &numbers);
    let halves: Vec<u8> =
        [0x4880_u16, 0x4880, 0x3C00, 0, 0, 0x4000].iter().flat_map(|x| x.to_le_bytes()).collect();
    let half = model(safetensors::Dtype::F16, vec![3, 2], &halves);
    for bytes in [single, half] {
        let own = Embedding::parse(&bytes, tokenizer("WordPiece", "").as_bytes()).expect("a table");
        assert_eq!(own.of("Rain").cosine(&own.of("SUN")), 0.0);
        let both = own.of("rain sun").cosine(&own.of("sun"));
        assert!((both - 2.0 / 5.0_f64.sqrt()).abs() < 1e-6, "{both}");
        assert!(own.of("snow [UNK]").is_nothing());
        assert!(own.mark().is_some() && Embedding::Shipped.mark().is_none());
    }
}

#[test]
fn a_folder_of_another_kind_is_refused_in_words() {
    let numbers: Vec<u8> = [0_u8; 24].to_vec();
    let good = model(safetensors::Dtype::F32, vec![3, 2], &numbers);
    let flat = model(safetensors::Dtype::F32, vec![6], &numbers);
    let whole = model(safetensors::Dtype::I32, vec![3, 2], &numbers);
    let infinite = model(safetensors::Dtype::F32, vec![3, 2], &[0xFF; 24]);
    let words = tokenizer("WordPiece", "");
    for (model, tokenizer, reason) in [
        (&b"not a model"[..], words.as_str(), "model.safetensors: "),
        (&flat, &words, "not [rows, dimensions]"),
        (&whole, &words, "holds I32; read are F32, F16 and I8"),
        (&infinite, &words, "not finite"),
        (&good, &tokenizer("Unigram", ""), "a tokenizer of the kind Unigram is not read"),
        (&good, &tokenizer("WordPiece", r#", "snow": 3"#), "names row 3, and the table has 3"),
        (&good, &tokenizer("WordPiece", r#", "snow": -3"#), "not a number of a row"),
        (&good, "[]", "tokenizer.json: "),
        (&good, &words.replace("BertPreTokenizer", "Metaspace"), "the pre-tokenizer Metaspace is not read"),
        (&good, &words.replace("BertNormalizer", "Precompiled"), "the normalizer Precompiled is not read"),
        (&good, r#"{"model": {"type": "WordPiece", "vocab": []}}"#, "not an object"),
    ] {
        let error = Embedding::parse(model, tokenizer.as_bytes()).expect_err(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
}
