//! Scratch.
use lockbench::engine::{Engine, Standard};
use lockbench::case::Case;
use lockbench::labels::List;
use lockbench::rubric::Readings;
use lockbench::evidence::{Article, lexicon};
use lockbench::text::{Text, idf::idf};
use serde_json::{json, Value};
use std::io::Read;
use std::collections::HashMap;

fn main() {
    let mut engine = Engine::default();
    let standard = Standard::new(&["judge-lock"], Readings::default()).unwrap();
    let mut ids: HashMap<u64, usize> = HashMap::new();
    let mut words: Vec<String> = Vec::new();
    let mut stems: Vec<u64> = Vec::new();
    for set in std::env::args().skip(1) {
        let packed = std::fs::File::open(format!("/work/shared/data/{set}-dev.jsonl.gz")).unwrap();
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(packed).read_to_string(&mut text).unwrap();
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let (a, s) = (row["article"].as_str().unwrap(), row["summary"].as_str().unwrap());
            let analysis = engine.analyse_pair(a, s);
            let mut toks = |t: &Text| -> Value {
                let out: Vec<Value> = t.sentences().iter().map(|p| {
                    let v: Vec<Value> = p.sentence.tokens.iter().map(|k| {
                        let n = ids.len();
                        let id = *ids.entry(k.stem.0).or_insert_with(|| { words.push(p.sentence.word(k).to_lowercase()); stems.push(k.stem.0); n });
                        json!([id, k.is_content() as u8, (idf(k.stem)*1000.0).round()/1000.0, k.flags.capital as u8, k.flags.digit as u8])
                    }).collect();
                    json!(v)
                }).collect();
                json!(out)
            };
            let (at, st) = (Text::new(a), Text::new(s));
            let (av, sv) = (toks(&at), toks(&st));
            let art = Article::new(at.clone());
            let points: Vec<Value> = art.gist.points.iter().map(|p| json!([p.first, p.last])).collect();
            let qs: Vec<Value> = art.gist.questions.iter().map(|q| json!([q.span.start, q.text, q.answer])).collect();
            let lab = |list: List| -> Value {
                json!(analysis.proposals.get(list).unwrap_or_default().iter().map(|l| {
                    let n = st.tokens().filter(|(sp, _)| l.summary.iter().any(|x| x.overlaps(*sp))).count();
                    json!([l.chances.map(|c| [c.at(0), c.at(1), c.at(2)]), l.signals, n, l.claim, format!("{:?}", l.word)])
                }).collect::<Vec<_>>())
            };
            let reports = standard.judge(&Case::default(), &analysis, &analysis.proposals);
            let sc: Vec<Value> = reports.iter().map(|r| json!(r.metrics.iter().map(|m| json!([m.key, m.score().map(|s| s.to_f64()), m.raw().map(|s| s.to_f64())])).collect::<Vec<_>>())).collect();
            println!("{}", json!({"set": set, "id": row["id"], "sys": row["system"], "human": row["human"], "A": av, "S": sv, "points": points, "qs": qs, "scores": sc, "refs": row["references"],
              "kp": lab(List::KeyPoints), "q": lab(List::CoverageQags), "claims": lab(List::Claims), "ext": lab(List::Extraneous), "cq": lab(List::ClaimQags), "seg": lab(List::Segments)}));
        }
    }
    let byhalf: HashMap<u32, usize> = stems.iter().enumerate().map(|(i, s)| (lexicon::half(lockbench::text::Stem(*s)), i)).collect();
    let syn: Vec<Vec<usize>> = stems.iter().map(|s| lexicon::synonyms(lockbench::text::Stem(*s)).filter_map(|h| byhalf.get(&h).copied()).collect()).collect();
    std::fs::write("/tmp/content_words.json", json!({"words": words, "syn": syn}).to_string()).unwrap();
}
