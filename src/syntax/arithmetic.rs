//! The arithmetic of the network: products of small integers, and functions of `f32` in a fixed order of operations.
//!
//! Weights are integers of 8 bits with a scale a row, inputs integers of 16 bits with a scale a vector. Their products
//! are summed exactly in 32 bits, in whatever order the processor likes. Real numbers are added, multiplied and divided
//! alone, each rounded as IEEE 754 says, so that every machine computes the same. The loops are compiled for AVX2 and for
//! what every processor has; nothing is fused, so the results do not depend on which of them runs.

use std::ops::Range;

/// The value of the largest integer of an input.
const FULL: f32 = 32_767.0;

/// Integers of a vector that are multiplied at a time: those of a register of AVX2. Vectors end in zeros to a whole chunk.
type Chunk = [i16; CHUNK];

/// Integers of a chunk.
const CHUNK: usize = 16;

/// Outputs that are computed at a time, since they share what is loaded of the input.
const ROWS: usize = 4;

/// Chunks of the four rows of weights of such outputs, side by side.
type Chunks = [Chunk; ROWS];

/// Inner products, by one set of instructions.
trait Products: Copy {
    /// The inner products of a vector with four rows. With weights of 8 bits, 500 products fit into a sum.
    fn four(self, vector: &[Chunk], rows: &[Chunks]) -> [i32; ROWS];
}

/// The instructions that the program is compiled for.
#[derive(Clone, Copy, Debug)]
struct Baseline;

impl Products for Baseline {
    #[inline(always)]
    fn four(self, vector: &[Chunk], rows: &[Chunks]) -> [i32; ROWS] {
        let mut sums = [0; ROWS];
        for (a, rows) in vector.iter().zip(rows) {
            for (sum, b) in sums.iter_mut().zip(rows) {
                *sum += a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>();
            }
        }
        sums
    }
}

/// AVX2, by name: of a loop over products the compiler makes instructions of half its width. What is compiled for it has
/// no closures, which would not be.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use pulp::NullaryFnOnce;
    use pulp::x86::V3;

    use super::{Chunk, Chunks, Products, ROWS, Work};

    impl Products for V3 {
        #[inline(always)]
        fn four(self, vector: &[Chunk], rows: &[Chunks]) -> [i32; ROWS] {
            let mut sums = [self.avx._mm256_setzero_si256(); ROWS];
            for (a, rows) in vector.iter().zip(rows) {
                for (sum, b) in sums.iter_mut().zip(rows) {
                    let products = self.avx2._mm256_madd_epi16(pulp::cast(*a), pulp::cast(*b));
                    *sum = self.avx2._mm256_add_epi32(*sum, products);
                }
            }
            let first = self.avx2._mm256_hadd_epi32(sums[0], sums[1]);
            let last = self.avx2._mm256_hadd_epi32(sums[2], sums[3]);
            let [mut sums, high]: [[i32; ROWS]; 2] = pulp::cast(self.avx2._mm256_hadd_epi32(first, last));
            for (sum, high) in sums.iter_mut().zip(high) {
                *sum += high;
            }
            sums
        }
    }

    /// Work with its instructions.
    pub(super) struct Vectorized<W>(pub V3, pub W);

    impl<W: Work> NullaryFnOnce for Vectorized<W> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.1.run(self.0);
        }
    }
}

/// What is compiled for each set of instructions.
trait Work {
    /// Does it.
    fn run(self, products: impl Products);
}

/// Does work with the widest instructions that the processor has.
fn dispatch(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = pulp::x86::V3::try_new() {
        return avx2.vectorize(avx2::Vectorized(avx2, work));
    }
    work.run(Baseline);
}

/// An integer for a number from -1 to 1.
#[inline(always)]
fn whole(x: f32) -> i16 {
    (x * FULL) as i16
}

/// The inner product of two vectors of reals, summed in eight lanes: a fixed order that the processor can do at once. A vector
/// without numbers gives 0.
#[inline]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut lanes = [0.0_f32; LANES];
    let (whole_a, rest_a) = a.as_chunks::<LANES>();
    let (whole_b, rest_b) = b.as_chunks::<LANES>();
    for (x, y) in whole_a.iter().zip(whole_b) {
        for lane in 0..LANES {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let rest: f32 = rest_a.iter().zip(rest_b).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f32>() + rest
}

/// Vectors of one length, as integers with a scale each.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Vector by vector.
    chunks: Vec<Chunk>,
    scales: Vec<f32>,
    /// Chunks of a vector.
    width: usize,
}

impl Input {
    /// Vectors of a length, given one after another.
    pub fn new(reals: &[f32], size: usize) -> Input {
        let mut out = Input::zeros(reals.len() / size, size);
        for (at, row) in reals.chunks_exact(size).enumerate() {
            let most = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
            let (up, down) = if most > 0.0 { (1.0 / most, most / FULL) } else { (0.0, 0.0) };
            out.values_mut(at).iter_mut().zip(row).for_each(|(value, x)| *value = whole(x * up));
            out.scales[at] = down;
        }
        out
    }

    /// `count` vectors of a length, all zeros, for numbers from -1 to 1.
    pub fn zeros(count: usize, size: usize) -> Input {
        let width = size.div_ceil(CHUNK);
        Input { chunks: vec![[0; _]; count * width], scales: vec![1.0 / FULL; count], width }
    }

    /// The integers of a vector.
    fn values_mut(&mut self, at: usize) -> &mut [i16] {
        self.chunks[at * self.width..(at + 1) * self.width].as_flattened_mut()
    }
}

/// A linear map with a bias.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// Four rows after four rows, one a dimension of the output; those past the last are zeros.
    rows: Vec<Chunks>,
    scales: Vec<[f32; ROWS]>,
    bias: Vec<[f32; ROWS]>,
    /// Chunks of a row.
    width: usize,
    /// Dimensions of the output.
    outputs: usize,
}

impl Linear {
    /// Rows of weights, each with its scale and bias.
    pub fn new(weights: &[i16], scales: &[f32], bias: &[f32]) -> Linear {
        let outputs = scales.len();
        let size = (weights.len() / outputs.max(1)).max(1);
        let width = size.div_ceil(CHUNK);
        let mut rows = vec![[[0; _]; ROWS]; outputs.div_ceil(ROWS) * width];
        for (at, row) in weights.chunks_exact(size).enumerate() {
            for (of, chunk) in row.chunks(CHUNK).enumerate() {
                rows[at / ROWS * width + of][at % ROWS][..chunk.len()].copy_from_slice(chunk);
            }
        }
        let fours = |of: &[f32]| {
            let four = |values: &[f32]| std::array::from_fn(|at| values.get(at).copied().unwrap_or(0.0));
            of.chunks(ROWS).map(four).collect()
        };
        Linear { rows, scales: fours(scales), bias: fours(bias), width, outputs }
    }

    /// Dimensions of the output.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The outputs for each of the inputs, one after another.
    pub fn of(&self, input: &Input) -> Vec<f32> {
        let mut out = vec![0.0; input.scales.len() * self.outputs];
        self.add(input, &mut out);
        out
    }

    /// Adds the outputs for each of the inputs to what is there.
    pub fn add(&self, input: &Input, out: &mut [f32]) {
        dispatch(Outputs { map: self, input, out });
    }

    /// Adds four outputs for a vector with its scale to what is there.
    #[inline(always)]
    fn add_four(&self, products: impl Products, four: usize, vector: &[Chunk], scale: f32, out: &mut [f32]) {
        let rows = &self.rows[four * self.width..(four + 1) * self.width];
        let (sums, scales, bias) = (products.four(vector, rows), self.scales[four], self.bias[four]);
        let mut values = [0.0; ROWS];
        for (at, value) in values.iter_mut().enumerate() {
            *value = sums[at] as f32 * (scales[at] * scale) + bias[at];
        }
        for (out, value) in out[four * ROWS..].iter_mut().zip(values) {
            *out += value;
        }
    }

    /// The numbers of its outputs, four by four.
    #[inline(always)]
    fn fours(&self) -> Range<usize> {
        0..self.scales.len()
    }
}

/// The outputs of a map, as they are added to what is there.
struct Outputs<'a> {
    map: &'a Linear,
    input: &'a Input,
    out: &'a mut [f32],
}

impl Work for Outputs<'_> {
    #[inline(always)]
    fn run(self, products: impl Products) {
        let Outputs { map, input, out } = self;
        // Rows of weights serve all vectors while they are near.
        for four in map.fours() {
            let vectors = input.chunks.chunks_exact(input.width).zip(&input.scales);
            for ((vector, scale), out) in vectors.zip(out.chunks_exact_mut(map.outputs)) {
                map.add_four(products, four, vector, *scale, out);
            }
        }
    }
}

/// A recurrent layer in one direction: an LSTM whose input gate is one minus its forget gate.
#[derive(Clone, Debug, Default)]
pub struct Recurrent {
    /// From the state before to the gates: those that keep, the new values, those that let out; without a bias.
    gates: Linear,
    /// Dimensions of a state.
    hidden: usize,
}

impl Recurrent {
    /// A layer with its map from a state to the gates.
    pub fn new(gates: Linear) -> Recurrent {
        Recurrent { hidden: gates.outputs / 3, gates }
    }

    /// Dimensions of a state.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Runs over the inputs to its gates, from the last to the first if `backward`, and writes each state into the first
    /// or, if `backward`, the second half of the vectors of `out`.
    pub fn run(&self, inputs: &[f32], backward: bool, out: &mut Input) {
        dispatch(Steps { layer: self, inputs, backward, out });
    }
}

/// A run of a recurrent layer over the inputs to its gates.
struct Steps<'a> {
    layer: &'a Recurrent,
    inputs: &'a [f32],
    backward: bool,
    out: &'a mut Input,
}

impl Work for Steps<'_> {
    #[inline(always)]
    fn run(self, products: impl Products) {
        let Steps { layer, inputs, backward, out } = self;
        let hidden = layer.hidden;
        let count = inputs.len() / (3 * hidden);
        let mut cell = vec![0.0_f32; hidden];
        let mut states = Input::zeros(1, hidden);
        let mut gates = vec![0.0_f32; 3 * hidden];
        let from = if backward { hidden } else { 0 };
        for step in 0..count {
            let at = if backward { count - 1 - step } else { step };
            gates.copy_from_slice(&inputs[at * 3 * hidden..(at + 1) * 3 * hidden]);
            for four in layer.gates.fours() {
                layer.gates.add_four(products, four, &states.chunks, states.scales[0], &mut gates);
            }
            // Of one length, so that the loop needs no checks.
            let (state, keep) = (&mut states.values_mut(0)[..hidden], &gates[..hidden]);
            let (new, through) = (&gates[hidden..2 * hidden], &gates[2 * hidden..3 * hidden]);
            for (at, cell) in cell[..hidden].iter_mut().enumerate() {
                let keep = sigmoid(keep[at]);
                *cell = keep * *cell + (1.0 - keep) * tanh(new[at]);
                state[at] = whole(sigmoid(through[at]) * tanh(*cell));
            }
            out.values_mut(at)[from..from + hidden].copy_from_slice(state);
        }
    }
}

/// The hyperbolic tangent, to 7 digits: a quotient of polynomials, without branches.
#[inline(always)]
fn tanh(x: f32) -> f32 {
    /// Past it the result is 1.
    const END: f32 = 7.905_311;
    const ODD: [f32; 7] = [
        -2.760_768_5e-16, 2.000_188e-13, -8.604_672e-11, 5.122_297e-8, 1.485_722_4e-5, 6.372_619e-4,
        4.893_524_6e-3,
    ];
    const EVEN: [f32; 4] = [1.198_258_4e-6, 1.185_347_1e-4, 2.268_434_6e-3, 4.893_525e-3];
    let x = x.clamp(-END, END);
    let square = x * x;
    let polynomial = |of: &[f32]| of.iter().fold(0.0, |sum, factor| sum * square + factor);
    (x * polynomial(&ODD) / polynomial(&EVEN)).clamp(-1.0, 1.0)
}

/// The logistic function.
#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    0.5 * tanh(0.5 * x) + 0.5
}

/// Turns scores into probabilities.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = libm::expf(*score - most));
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// The index of the highest score, the first of equals.
pub fn best(scores: &[f32]) -> usize {
    let mut best = 0;
    for (at, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = at;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_near_the_true_ones() {
        for step in -4_000..=4_000_i16 {
            let x = f32::from(step) / 200.0;
            let exact = f64::from(x).tanh();
            assert!((f64::from(tanh(x)) - exact).abs() < 3e-7, "tanh {x}");
            assert!(
                (f64::from(sigmoid(x)) - 1.0 / (1.0 + (-f64::from(x)).exp())).abs() < 3e-7,
                "sigmoid {x}"
            );
        }
        assert_eq!((tanh(0.0), tanh(1e9), tanh(-1e9)), (0.0, tanh(20.0), -tanh(20.0)));
        let mut scores = [0.0, 1.0, 2.0];
        softmax(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6 && (scores[2] - 0.665_24).abs() < 1e-4);
        assert_eq!(best(&[1.0, 3.0, 3.0, 2.0]), 1);
    }

    #[test]
    fn a_linear_map_of_integers_is_near_the_one_of_reals() {
        let linear = Linear::new(&[100, -50, 25, 127, 0, -127], &[0.01, 0.02], &[0.5, -0.5]);
        let input = Input::new(&[0.3, -2.0, 7.0, 0.0, 0.0, 0.0], 3);
        let out = linear.of(&input);
        let expected = [0.3 + 1.0 + 1.75 + 0.5, 0.762 - 17.78 - 0.5, 0.5, -0.5];
        assert!(out.iter().zip(expected).all(|(x, y)| (x - y).abs() < 2e-3), "{out:?}");
    }

    #[test]
    fn the_largest_products_fit() {
        // 496 of the 500 that fit are whole chunks.
        const CHUNKS: usize = 31;
        let sums = Baseline.four(&[[i16::MIN; CHUNK]; CHUNKS], &[[[127; CHUNK]; ROWS]; CHUNKS]);
        assert_eq!(sums.map(i64::from), [(CHUNK * CHUNKS) as i64 * 127 * -32_768; ROWS]);
    }

    #[test]
    fn a_recurrent_layer_keeps_what_its_gate_lets_through() {
        // The forget gate wide open keeps the cell, shut it takes the new value.
        const SIZE: usize = 8;
        let layer = Recurrent::new(Linear::new(&[0; 3 * SIZE * SIZE], &[1.0; 3 * SIZE], &[0.0; 3 * SIZE]));
        let (open, shut) = ([9.0; SIZE], [-9.0; SIZE]);
        let inputs = [shut, open, open, open, shut, open].concat();
        let mut out = Input::zeros(2, 2 * SIZE);
        layer.run(&inputs, false, &mut out);
        layer.run(&inputs, true, &mut out);
        let states = [0, 1].map(|at| [0, SIZE].map(|of| f32::from(out.values_mut(at)[of]) / FULL)).concat();
        let high = 1.0_f64.tanh() as f32;
        // The first shuts its gate and the second keeps; backward, the second finds an empty cell to keep.
        assert!((states[0] - high).abs() < 1e-3 && (states[2] - high).abs() < 2e-3, "forward {states:?}");
        assert!(states[3].abs() < 1e-3 && (states[1] - high).abs() < 1e-3, "backward {states:?}");
    }
}
