//! Tests a user's word vectors, and bad input of the protocol, on the command line.

use safetensors::Dtype;
use safetensors::tensor::TensorView;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{run, run_with};

const TOKENIZER: &str = r#"{"normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[UNK]": 0, "rain": 1, "flood": 2, "chess": 3}}}"#;

/// A folder as written by model2vec: the vectors of rain and flood are close, that of chess differs.
fn folder(tokenizer: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let numbers: Vec<u8> =
        [0.0_f32, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let table = TensorView::new(Dtype::F32, vec![4, 2], &numbers).unwrap();
    let model = safetensors::serialize([("embeddings", table)], None).unwrap();
    std::fs::write(folder.path().join("model.safetensors"), model).unwrap();
    std::fs::write(folder.path().join("tokenizer.json"), tokenizer).unwrap();
    folder
}

fn score(case: &Value, more: &[&str]) -> Value {
    let args = [&["score", "-", "--rubric", "protocol", "--format", "jsonl"], more].concat();
    let ran = run_with(&args, case.to_string().as_bytes());
    assert!(ran.status == 0, "{}", ran.stderr);
    ran.lines().remove(0)
}

#[test]
fn a_users_table_decides_what_is_near() {
    let folder = folder(TOKENIZER);
    let path = folder.path().to_str().unwrap();
    let case = json!({"article": "Flood in May.", "summary": "Rain fell on all 12 villages there."});
    let label = |report: &Value| report["metrics"]["grounding_accuracy"]["labels"][0].clone();
    let shipped = score(&case, &[]);
    let own = score(&case, &["--embedding", path]);
    assert_eq!(label(&own)["cosine"], 1.0, "rain and flood are one");
    assert!(label(&shipped)["cosine"].as_f64().unwrap() < 0.9);
    assert!(own["metrics"]["structural_coherence"]["notes"].to_string().contains("another table of vectors"));
    assert!(!shipped.to_string().contains("another table of vectors"));
    // The proposals of `labels` use it too.
    let args = ["labels", "-", "--embedding", path];
    let proposed = run_with(&args, case.to_string().as_bytes());
    assert!(
        proposed.stdout.contains("\"cosine\":1") || proposed.stdout.contains("\"cosine\": 1"),
        "{}",
        proposed.stdout
    );
}

#[test]
fn a_folder_that_holds_no_table_is_refused_before_anything_is_scored() {
    let unigram = folder(&TOKENIZER.replace("WordPiece", "Unigram"));
    let empty = TempDir::new().unwrap();
    for (folder, reason) in [
        (unigram.path(), "a tokenizer of the kind Unigram is not read"),
        (empty.path(), "cannot read"),
        (std::path::Path::new("no/such/folder"), "model.safetensors"),
    ] {
        let ran = run(&["score", "samples/few-words", "--embedding", folder.to_str().unwrap()]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    }
}

#[test]
fn what_is_wrong_with_one_input_costs_only_its_metric() {
    let case = |more: Value| {
        let mut case = json!({
            "article": "Heavy rain flooded the town of Venn on Monday. Forty families left their homes.",
            "summary": "# Flood\n\nHeavy rain flooded Venn [1].\n\n# Homes\n\nForty families left their homes [2].",
        });
        for (key, value) in more.as_object().unwrap() {
            case[key] = value.clone();
        }
        score(&case, &[])["metrics"].clone()
    };
    let scored = |metrics: &Value, key: &str| metrics[key]["score"].is_number();
    for (more, lost, reason) in [
        (json!({"generation_seconds": -3}), "generation_time", "-3 is negative"),
        (json!({"generation_seconds": "soon"}), "generation_time", "is not a number of seconds"),
        (json!({"labels": {"grounding": [{"grounded": "yes"}]}}), "grounding_accuracy", "grounding/0"),
        (json!({"labels": {"citations": []}}), "hallucinated_citation_rate", "cites nothing"),
        (json!({"labels": {"citations": 5}}), "hallucinated_citation_rate", "not a list"),
    ] {
        let metrics = case(more.clone());
        let words = [&metrics[lost]["error"], &metrics[lost]["not_applicable"]];
        assert!(
            words.iter().any(|words| words.as_str().is_some_and(|words| words.contains(reason))),
            "{metrics}"
        );
        for key in
            ["grounding_accuracy", "hallucinated_citation_rate", "structural_coherence", "redundancy_rate"]
        {
            assert!(key == lost || scored(&metrics, key), "{key} with {more}");
        }
    }
    // Citations without sources are checked against the paragraphs of the article, and a note says so.
    let metrics = case(json!({"sources": []}));
    let citations = &metrics["hallucinated_citation_rate"];
    assert_eq!(citations["score"], 0.5, "there is one paragraph, and [2] is past it");
    assert!(citations["notes"].to_string().contains("the case has no sources"));
    // An empty outline counts as none.
    assert!(case(json!({"outline": []}))["structural_coherence"]["parts"]["structure"].is_null());
}

#[test]
fn measures_need_no_labels() {
    let case = json!({"article": "Rain fell.", "summary": "Rain fell.\n\nIt was cold in all the villages."});
    let report = score(&case, &["--labels-only"]);
    assert_eq!(report["metrics"]["grounding_accuracy"]["error"], "missing_metric");
    assert!(report["metrics"]["structural_coherence"]["score"].is_number());
    assert!(report["metrics"]["redundancy_rate"]["score"].is_number());
    assert_eq!(report["verdict"]["decision"], "INCOMPLETE");
}
