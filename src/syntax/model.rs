//! The trained network that comes with the program, and its application to a sentence.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use safetensors::{SafeTensorError, SafeTensors};

use super::arithmetic::{Input, Linear, Recurrent, best, dots, softmax};
use super::spanning::Scores;
use super::words::{affixes, lower, normal};
use super::{Node, Relation, Tree, UnknownRelation, UnknownUpos, Upos, wordpiece};

/// The export of `tools/train_parser.py`: int8 matrices with a scale for each row, and the names of tags and
/// relations.
const MODEL: &[u8] = include_bytes!("model.safetensors");
/// The vocabulary, one word a line. The first is row 1; row 0 is for unknown words.
const WORDS: &str = include_str!("model.words.txt");
/// Factor of the static vectors, as in the training script.
const STATIC_SCALE: f32 = 4.0;

/// The network, loaded when the first sentence is parsed.
pub static SHIPPED: LazyLock<Model> =
    LazyLock::new(|| Model::read(MODEL, WORDS).expect("the model in the program is whole: a test reads it"));

/// Why bytes are not a valid network.
#[derive(Debug, thiserror::Error)]
enum ModelError {
    #[error(transparent)]
    File(#[from] SafeTensorError),
    #[error("{name}: {source}")]
    Tensor { name: String, source: SafeTensorError },
    #[error("no names of {0}")]
    NoNames(&'static str),
    #[error(transparent)]
    Tag(#[from] UnknownUpos),
    #[error(transparent)]
    Relation(#[from] UnknownRelation),
}

/// Rows of integers, each with a scale.
struct Table {
    rows: &'static [u8],
    scales: Vec<f32>,
    dims: usize,
}

impl Table {
    fn add(&self, row: usize, out: &mut [f32]) {
        let scale = self.scales[row];
        let row = &self.rows[row * self.dims..(row + 1) * self.dims];
        out.iter_mut().zip(row).for_each(|(out, x)| *out += f32::from(x.cast_signed()) * scale);
    }
}

/// A bidirectional layer.
struct Layer {
    inputs: [Linear; 2],
    gates: [Recurrent; 2],
}

pub struct Model {
    vocabulary: FxHashMap<&'static str, usize>,
    word: Table,
    affix: Table,
    projection: Linear,
    first: Layer,
    fine: Linear,
    /// From the probabilities of the fine tags to the gates of the second layer.
    tags: [Linear; 2],
    second: Layer,
    upos: Linear,
    arc_dependent: Linear,
    arc_head: Linear,
    arc: Linear,
    arc_root: Vec<f32>,
    relation_dependent: Linear,
    relation_head: Linear,
    relation_root: Vec<f32>,
    relation: Linear,
    tag_names: Vec<Upos>,
    relation_names: Vec<Relation>,
}

impl Model {
    /// Reads an exported network.
    fn read(bytes: &'static [u8], words: &'static str) -> Result<Model, ModelError> {
        let tensors = SafeTensors::deserialize(bytes)?;
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let names = |key: &'static str| {
            let all = header.metadata().as_ref().and_then(|all| all.get(key));
            all.map(|names| names.split(' ')).ok_or(ModelError::NoNames(key))
        };
        let from = Tensors(tensors);
        let layer = |n: u8| -> Result<Layer, ModelError> {
            Ok(Layer {
                inputs: [from.linear(&format!("in{n}f"))?, from.linear(&format!("in{n}b"))?],
                gates: [
                    Recurrent::new(from.linear(&format!("re{n}f"))?),
                    Recurrent::new(from.linear(&format!("re{n}b"))?),
                ],
            })
        };
        Ok(Model {
            vocabulary: words.lines().zip(1..).collect(),
            word: from.table("word")?,
            affix: from.table("affix")?,
            projection: from.linear("static")?,
            first: layer(1)?,
            fine: from.linear("fine")?,
            tags: [from.linear("tag2f")?, from.linear("tag2b")?],
            second: layer(2)?,
            upos: from.linear("upos")?,
            arc_dependent: from.linear("arc_d")?,
            arc_head: from.linear("arc_h")?,
            arc: from.linear("arc")?,
            arc_root: from.reals("root_arc")?,
            relation_dependent: from.linear("rel_d")?,
            relation_head: from.linear("rel_h")?,
            relation_root: from.reals("root_rel")?,
            relation: from.linear("rel")?,
            tag_names: names("upos")?.map(str::parse).collect::<Result<_, _>>()?,
            relation_names: names("relations")?.map(str::parse).collect::<Result<_, _>>()?,
        })
    }

    /// The tags and relations that it can assign.
    #[cfg(test)]
    pub fn names(&self) -> (&[Upos], &[Relation]) {
        (&self.tag_names, &self.relation_names)
    }

    /// Parses a sentence of at least one word.
    pub fn parse(&self, words: &[&str]) -> Tree {
        let inputs = Input::new(&self.embed(words), self.word.dims);
        let gates: [Vec<f32>; 2] = [0, 1].map(|way| self.first.inputs[way].of(&inputs));
        let states = self.first.run(&gates, words.len());
        let mut fine = self.fine.of(&states);
        fine.chunks_exact_mut(self.fine.outputs()).for_each(softmax);
        let fine = Input::new(&fine, self.fine.outputs());
        let gates = [0, 1].map(|way| {
            let mut gates = self.second.inputs[way].of(&states);
            self.tags[way].add(&fine, &mut gates);
            gates
        });
        let states = self.second.run(&gates, words.len());
        let tags = self.upos.of(&states);
        let tags = tags.chunks_exact(self.upos.outputs()).map(|scores| self.tag_names[best(scores)]);
        let heads = self.heads(&states, words.len());
        let relations = self.relations(&states, &heads);
        let node = |((tag, head), relation): ((Upos, usize), Relation)| Node {
            tag,
            head: head.checked_sub(1),
            relation,
        };
        Tree { nodes: tags.zip(heads).zip(relations).map(node).collect() }
    }

    /// Returns the context-free vectors of words.
    fn embed(&self, words: &[&str]) -> Vec<f32> {
        let dims = self.word.dims;
        let statics = wordpiece::shipped();
        let mut means = vec![0.0; words.len() * statics.dims()];
        let mut own = vec![0.0; words.len() * dims];
        for (at, word) in words.iter().enumerate() {
            let word = normal(word);
            let lower = lower(&word);
            let mean = &mut means[at * statics.dims()..(at + 1) * statics.dims()];
            statics.mean(&word, mean);
            mean.iter_mut().for_each(|x| *x *= STATIC_SCALE);
            let own = &mut own[at * dims..(at + 1) * dims];
            self.word.add(self.vocabulary.get(lower.as_str()).copied().unwrap_or(0), own);
            affixes(&word, &lower).iter().for_each(|row| self.affix.add(*row as usize, own));
        }
        self.projection.add(&Input::new(&means, statics.dims()), &mut own);
        own
    }

    /// Returns for each word the index of its head plus one, or 0 for the root.
    fn heads(&self, states: &Input, words: usize) -> Vec<usize> {
        let dims = self.arc_head.outputs();
        let rectified = |of: &Linear| {
            let mut out = of.of(states);
            out.iter_mut().for_each(|x| *x = x.max(0.0));
            out
        };
        let dependents = self.arc.of(&Input::new(&rectified(&self.arc_dependent), dims));
        let heads = [self.arc_root.clone(), rectified(&self.arc_head)].concat();
        let mut values = dots(&dependents, &heads, dims);
        // A word cannot be its own head.
        for word in 0..words {
            values[word * (words + 1) + word + 1] = f32::MIN;
        }
        Scores { values, words }.tree()
    }

    /// The relation of each word to its head.
    fn relations(&self, states: &Input, heads: &[usize]) -> Vec<Relation> {
        let dims = self.relation_head.outputs();
        let mut pairs = self.relation_dependent.of(states);
        let of_heads = [self.relation_root.clone(), self.relation_head.of(states)].concat();
        for (pair, head) in pairs.chunks_exact_mut(dims).zip(heads) {
            let head = &of_heads[head * dims..(head + 1) * dims];
            pair.iter_mut().zip(head).for_each(|(x, y)| *x = (*x + y).max(0.0));
        }
        let root = self.relation_names.iter().position(|name| *name == Relation::Root);
        let mut scores = self.relation.of(&Input::new(&pairs, dims));
        let rows = scores.chunks_exact_mut(self.relation.outputs()).zip(heads);
        rows.map(|(row, head)| {
            if *head == 0 {
                return Relation::Root;
            }
            if let Some(root) = root {
                row[root] = f32::MIN;
            }
            self.relation_names[best(row)]
        })
        .collect()
    }
}

impl Layer {
    /// Returns the states for the inputs to the gates, with both directions side by side.
    fn run(&self, gates: &[Vec<f32>; 2], words: usize) -> Input {
        let mut states = Input::zeros(words, 2 * self.gates[0].hidden());
        self.gates[0].run(&gates[0], false, &mut states);
        self.gates[1].run(&gates[1], true, &mut states);
        states
    }
}

/// Tensors by name.
struct Tensors(SafeTensors<'static>);

impl Tensors {
    fn bytes(&self, name: &str) -> Result<&'static [u8], ModelError> {
        let tensor = self.0.tensor(name);
        let tensor = tensor.map_err(|source| ModelError::Tensor { name: name.to_owned(), source })?;
        Ok(tensor.data())
    }

    fn reals(&self, name: &str) -> Result<Vec<f32>, ModelError> {
        let (reals, _) = self.bytes(name)?.as_chunks::<4>();
        Ok(reals.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    fn table(&self, name: &str) -> Result<Table, ModelError> {
        let (rows, scales) = (self.bytes(name)?, self.reals(&format!("{name}.scale"))?);
        let dims = rows.len() / scales.len().max(1);
        Ok(Table { rows, scales, dims })
    }

    fn linear(&self, name: &str) -> Result<Linear, ModelError> {
        let weights: Vec<i16> = self.bytes(name)?.iter().map(|x| i16::from(x.cast_signed())).collect();
        let (scales, bias) = (self.reals(&format!("{name}.scale"))?, self.reals(&format!("{name}.bias"))?);
        Ok(Linear::new(&weights, &scales, &bias))
    }
}
