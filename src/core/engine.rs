//! The engine: computes from a case everything that screens and files show of it, and recomputes only what an
//! edit made stale.
//!
//! Sentences are analysed once ([`Reader`]), an article once, and the findings on a summary sentence once for
//! each article. All three are caches of pure functions, keyed by everything that the functions depend on, so
//! an incremental result equals one from scratch.

mod analyses;
mod articles;
mod calibrated;
mod distinct;
mod resolved_labels;
mod shared_cache;

use std::sync::Arc;

use crate::case::{Case, Source, Texts};
use crate::embedding::Embedding;
use crate::evidence::{
    AnalysisCache, Article, Indexed, Pair, Replacement, Wanted, measure, plain, propose_more, replacements,
};
use crate::labels::Labels;
use crate::measures::Measures;
use crate::report::Report;
use crate::rubric::{
    Evaluation, Input, Judgement, Readings, Rubric, RubricEntry, RubricSet, score, signature,
};
use crate::text::{Reader, Text};

pub use articles::Articles;
pub use calibrated::OwnCalibration;
pub use distinct::WithClaims;
pub use resolved_labels::{ResolvedLabels, SideEffect};
pub use shared_cache::SharedCache;

/// The analysis of one case: its texts, proposals and measures.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub article: Text,
    pub summary: Text,
    /// The texts of its sources, in their order.
    pub sources: Arc<[Arc<Indexed>]>,
    /// The engine's proposals. A list for which nothing was requested is absent.
    pub proposals: Arc<Labels>,
    pub measures: Arc<Measures>,
    wanted: Wanted,
}

impl Analysis {
    /// Returns the input of a rubric for this case under these labels.
    pub fn input<'a>(&'a self, case: &'a Case, labels: &'a Labels) -> Input<'a> {
        Input { case, article: &self.article, summary: &self.summary, labels, measures: &self.measures }
    }

    /// Whether the analysis covers everything in `wanted`.
    pub fn has(&self, wanted: Wanted) -> bool {
        self.wanted.holds(wanted)
    }
}

/// The rubrics with which cases are scored, from a set with its parameters, and the readings.
#[derive(Clone, Debug)]
pub struct Selection {
    rubrics: Arc<RubricSet>,
    /// Slugs, in the order of the rubric table.
    slugs: Vec<&'static str>,
    /// The readings in force.
    pub readings: Readings,
}

impl Selection {
    /// Selects the named rubrics of a set.
    pub fn new(rubrics: Arc<RubricSet>, slugs: &[&str], readings: Readings) -> Selection {
        let named = rubrics.entries().map(|entry| entry.slug).filter(|slug| slugs.contains(slug));
        Selection { slugs: named.collect(), rubrics, readings }
    }

    /// Selects the named rubrics as shipped.
    pub fn shipped(slugs: &[&str], readings: Readings) -> Selection {
        Selection::new(Arc::new(RubricSet::shipped()), slugs, readings)
    }

    /// The set from which the rubrics were selected.
    pub fn set(&self) -> &Arc<RubricSet> {
        &self.rubrics
    }

    /// The selected rubrics, in the order of the rubric table.
    pub fn rubrics(&self) -> impl Iterator<Item = (&'static RubricEntry, &dyn Rubric)> {
        self.slugs.iter().filter_map(|slug| self.rubrics.get(slug))
    }

    /// Their slugs; no rubric is loaded for this.
    pub fn slugs(&self) -> &[&'static str] {
        &self.slugs
    }

    /// Returns the lists and measures that a case needs before it can be scored.
    pub fn wanted(&self) -> Wanted {
        wanted(&self.rubrics, &self.slugs)
    }

    /// Scores a case by each rubric, with flips and disputed readings.
    pub fn judge(&self, case: &Case, analysis: &Analysis, labels: &Labels) -> Vec<Report> {
        let input = analysis.input(case, labels);
        let mut judgement = Judgement::new(&self.rubrics, &input, self.readings);
        let judged: Vec<_> = self.slugs.iter().filter_map(|slug| judgement.report(slug)).collect();
        drop(judgement);
        judged.into_iter().map(|judged| Arc::unwrap_or_clone(judged.report)).collect()
    }

    /// Scores a case by each rubric without searching for flips and disputed readings. With `record`, the
    /// metrics have their steps and the verdict its reasons.
    pub fn scores(&self, case: &Case, analysis: &Analysis, labels: &Labels, record: bool) -> Vec<Report> {
        let input = analysis.input(case, labels);
        let hash = input.hash();
        let mark = self
            .rubrics
            .calibration()
            .map(|mark| signature::part(signature::CALIBRATION, mark))
            .unwrap_or_default();
        let scored = self.rubrics().map(|(entry, rubric)| {
            let mut report = score(entry, rubric, &input, &self.readings, record);
            report.signature.push_str(&mark);
            report.input = Arc::clone(&hash);
            report
        });
        scored.collect()
    }

    /// Scores a case by one rubric of the set, without a ledger.
    pub fn evaluate(
        &self,
        slug: &str,
        case: &Case,
        analysis: &Analysis,
        labels: &Labels,
    ) -> Option<Evaluation> {
        let (_, rubric) = self.rubrics.get(slug)?;
        Some(rubric.evaluate(&analysis.input(case, labels), &self.readings, false))
    }
}

/// Returns the lists and measures that a case needs before these rubrics of a set can score it.
pub fn wanted(rubrics: &RubricSet, slugs: &[&str]) -> Wanted {
    let named = slugs.iter().filter_map(|slug| rubrics.get(slug));
    named.fold(Wanted::default(), |wanted, (_, rubric)| {
        wanted.and(Wanted::new(rubric.lists(), rubric.measures()))
    })
}

/// Analyses cases and caches what the next edit can reuse. There is one engine for each thread.
#[derive(Debug, Default)]
pub struct Engine {
    reader: Reader,
    frame: Option<Frame>,
    summary: Option<Summary>,
    cache: AnalysisCache,
    /// Ids of the checks that are left out.
    without: Vec<&'static str>,
    /// The shared cache of frames of earlier cases and their findings, in a batch.
    room: Option<SharedCache>,
    /// The caches that this engine shares with others that work on the same cases.
    articles: Option<Articles>,
    /// Whether it waits for a result that another engine is about to compute.
    waits: bool,
    /// The calibration that gives proposals their probabilities, if it is not the shipped one.
    calibration: Option<Arc<OwnCalibration>>,
}

/// Everything of a case except its summary, analysed.
#[derive(Clone, Debug)]
struct Frame {
    fields: Arc<Fields>,
    article: Arc<Article>,
    sources: Arc<[Arc<Indexed>]>,
}

impl Frame {
    fn pair<'a>(&'a self, case: &'a Case, summary: &'a Summary) -> Pair<'a> {
        Pair::new(case, &self.article, &self.sources, &summary.indexed, &summary.wording)
    }

    fn bytes(&self) -> usize {
        let sources = self.sources.iter().map(|source| source.text.raw().len());
        self.article.text().raw().len() + sources.sum::<usize>()
    }

    /// Whether two frames are of equal cases, summaries aside.
    fn is_like(&self, other: &Frame) -> bool {
        self.article.text().raw() == other.article.text().raw() && self.fields == other.fields
    }
}

/// A summary, indexed.
#[derive(Clone, Debug)]
struct Summary {
    indexed: Arc<Indexed>,
    /// The same, with its citations blanked out.
    wording: Arc<Indexed>,
}

impl Summary {
    fn new(reader: &mut Reader, raw: &str) -> Summary {
        let indexed = Arc::new(Indexed::new(reader.read(raw)));
        let wording = plain(raw).map(|text| Arc::new(Indexed::new(reader.read(&text))));
        Summary { wording: wording.unwrap_or_else(|| Arc::clone(&indexed)), indexed }
    }
}

/// The fields of a case, besides its two texts, on which proposals and measures may depend.
#[derive(Clone, Debug, PartialEq)]
struct Fields {
    title: Option<String>,
    query: Option<String>,
    references: Vec<String>,
    sources: Vec<Source>,
    outline: Option<Vec<String>>,
    reasoning_steps: Option<Vec<String>>,
    explanation: Option<String>,
}

impl Engine {
    /// An engine that compares sentences by this table.
    pub fn with(embedding: Embedding) -> Engine {
        Engine { cache: AnalysisCache::with(embedding), ..Engine::default() }
    }

    /// Makes the engine share its work with others that analyse the same cases at the same time. Sentences,
    /// articles and summaries that one of them has analysed and still keeps are not analysed again. All of
    /// them must compare sentences by the same table.
    pub fn sharing(self, articles: Articles) -> Engine {
        Engine { reader: articles.reader(), articles: Some(articles), ..self }
    }

    /// Makes the engine wait for a result that another is about to compute. This suits work in the
    /// background. An engine that serves a screen should not wait, since the other may be computing more than
    /// it needs.
    pub fn waiting(self) -> Engine {
        Engine { waits: true, ..self }
    }

    /// Gives the engine a user's own calibration.
    pub fn calibrated(self, calibration: Option<Arc<OwnCalibration>>) -> Engine {
        Engine { calibration, ..self }
    }

    /// The user's own calibration.
    pub fn calibration(&self) -> Option<&Arc<OwnCalibration>> {
        self.calibration.as_ref()
    }

    /// An engine without some of its checks, by id; used to measure what each of them contributes.
    pub fn without(checks: &[&'static str]) -> Engine {
        Engine { without: checks.to_vec(), ..Engine::default() }
    }

    /// Adapts the engine to a batch. It also keeps its findings for earlier articles, as long as the shared
    /// cache has room, since the summaries of an article need not follow each other. It caches fewer single
    /// sentences: an editor needs those of a whole text again, but in a long stream they would fill most of
    /// the memory.
    pub fn for_batch(mut self, room: SharedCache) -> Engine {
        const SENTENCES: usize = 1_024;
        self.reader = Reader::keeping(SENTENCES);
        self.cache.keep(SENTENCES);
        Engine { room: Some(room), ..self }
    }

    /// Analyses a case with these texts and returns proposals and measures.
    pub fn analyse(&mut self, case: &Case, texts: Texts, wanted: Wanted) -> Analysis {
        let (frame, summary) = self.indexed(case, texts);
        let mut analysis = Analysis {
            article: frame.article.text().clone(),
            sources: Arc::clone(&frame.sources),
            summary: summary.indexed.text.clone(),
            proposals: Arc::default(),
            measures: Arc::default(),
            wanted: Wanted::default(),
        };
        self.complete(&frame, &frame.pair(case, &summary), wanted, &mut analysis);
        analysis
    }

    /// Returns a known analysis of a case with these texts, extended by what is wanted.
    pub fn widened(&mut self, known: &Analysis, case: &Case, texts: Texts, wanted: Wanted) -> Analysis {
        let mut analysis = known.clone();
        if !known.has(wanted) {
            let (frame, summary) = self.indexed(case, texts);
            self.complete(&frame, &frame.pair(case, &summary), wanted, &mut analysis);
        }
        analysis
    }

    /// Adds what is wanted and missing to an analysis, sharing results with other engines.
    fn complete(&mut self, frame: &Frame, pair: &Pair, wanted: Wanted, analysis: &mut Analysis) {
        // Results under a user's own calibration are not shared, since other engines may not use it.
        match self.articles.clone().filter(|_| self.calibration.is_none()) {
            Some(beside) => {
                let waits = self.waits;
                let add = |wanted, analysis: &mut Analysis| self.add(pair, wanted, analysis);
                beside.analyses().complete(frame, analysis, wanted, waits, add);
            }
            None => self.add(pair, wanted, analysis),
        }
    }

    /// Adds what is wanted and missing to an analysis.
    fn add(&mut self, pair: &Pair, wanted: Wanted, analysis: &mut Analysis) {
        let known = analysis.wanted;
        let proposals = Arc::make_mut(&mut analysis.proposals);
        match &self.calibration {
            None => propose_more(pair, &mut self.cache, known, wanted, proposals),
            Some(own) => {
                // A calibration can be applied only once to a proposal, so everything is proposed again.
                *proposals = Labels::default();
                propose_more(pair, &mut self.cache, Wanted::default(), known.and(wanted), proposals);
                own.apply(proposals);
            }
        }
        measure(pair, &mut self.cache, known, wanted, Arc::make_mut(&mut analysis.measures));
        analysis.wanted = known.and(wanted);
    }

    /// Returns article wordings that could replace words of the summary that the article does not support.
    pub fn replacements(&mut self, case: &Case, texts: Texts) -> Vec<Replacement> {
        let (frame, summary) = self.indexed(case, texts);
        replacements(&frame.pair(case, &summary), &mut self.cache)
    }

    /// Returns the frame and the summary of a case. Each is kept from the previous call if its text is
    /// unchanged, as it is when several rubrics score one case.
    fn indexed(&mut self, case: &Case, texts: Texts) -> (Frame, Summary) {
        let frame = self.frame(case, texts.article);
        let known = self.summary.take().filter(|known| &**known.indexed.text.raw() == texts.summary);
        let summary = known.unwrap_or_else(|| Summary::new(&mut self.reader, texts.summary));
        self.summary = Some(summary.clone());
        (frame, summary)
    }

    /// Analyses two texts without any other field, in full.
    pub fn analyse_pair(&mut self, article: &str, summary: &str) -> Analysis {
        self.analyse(&Case::default(), Texts { article, summary }, Wanted::ALL)
    }

    /// Reads a case with these texts and takes the measures, but proposes no labels (`--labels-only`).
    pub fn read(&mut self, case: &Case, texts: Texts, wanted: Wanted) -> Analysis {
        let wanted = wanted.without_lists();
        if wanted.measures() {
            return Analysis { proposals: Arc::default(), ..self.analyse(case, texts, wanted) };
        }
        Analysis {
            article: self.reader.read(texts.article),
            summary: self.reader.read(texts.summary),
            sources: Arc::default(),
            proposals: Arc::default(),
            measures: Arc::default(),
            wanted,
        }
    }

    fn frame(&mut self, case: &Case, raw: &str) -> Frame {
        let known = self.frame.take();
        let same_article = |frame: &Frame| &**frame.article.text().raw() == raw;
        let same = |frame: &Frame| same_article(frame) && frame.fields.are_of(case);
        if let Some(frame) = known.as_ref().filter(|frame| same(frame)) {
            self.frame = Some(frame.clone());
            return frame.clone();
        }
        let (frame, cache) = self.room.as_ref().and_then(|room| room.take(same)).unzip();
        let cache = self.cache.exchange(cache.unwrap_or_default());
        if let (Some(room), Some(known)) = (&self.room, &known) {
            room.put(known.clone(), cache);
        }
        if let Some(frame) = frame {
            self.frame = Some(frame.clone());
            return frame;
        }
        let article = match known.as_ref().filter(|frame| same_article(frame)) {
            Some(frame) => Arc::clone(&frame.article),
            None => {
                let mut analyse = || Article::without(self.reader.read(raw), &self.without);
                match &self.articles {
                    Some(articles) => articles.get(raw, analyse),
                    None => Arc::new(analyse()),
                }
            }
        };
        let sources = match known.filter(|frame| frame.fields.sources == case.sources) {
            Some(frame) => frame.sources,
            None => case
                .sources
                .iter()
                .map(|source| Arc::new(Indexed::new(self.reader.read(&source.text))))
                .collect(),
        };
        let frame = Frame { fields: Arc::new(Fields::of(case)), article, sources };
        self.frame = Some(frame.clone());
        frame
    }
}

impl Fields {
    fn of(case: &Case) -> Fields {
        Fields {
            title: case.title.clone(),
            query: case.query.clone(),
            references: case.references.clone(),
            sources: case.sources.clone(),
            outline: case.outline.clone(),
            reasoning_steps: case.reasoning_steps.clone(),
            explanation: case.explanation.clone(),
        }
    }

    /// Compares field by field, since a copy at each edit would cost more than the comparison.
    fn are_of(&self, case: &Case) -> bool {
        self.title == case.title
            && self.query == case.query
            && self.references == case.references
            && self.sources == case.sources
            && self.outline == case.outline
            && self.reasoning_steps == case.reasoning_steps
            && self.explanation == case.explanation
    }
}
