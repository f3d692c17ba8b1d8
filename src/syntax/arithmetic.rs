//! The arithmetic of the network: products of small integers, and functions of `f32` in a fixed order of operations.
//!
//! Weights are 8-bit integers with a scale for each row, inputs 16-bit integers with a scale for each vector. Their
//! products are summed exactly in 32 bits, in any order that suits the processor. Real numbers are added, multiplied
//! and divided one operation at a time, each rounded as IEEE 754 prescribes, so that every machine computes the same.
//! The loops are compiled for AVX-512, for AVX2 and for the baseline. No operations are fused, so the results do not
//! depend on which version runs.
//!
//! Weights are stored in the order in which they are read. One instruction multiplies two adjacent integers with two
//! weights and adds both products, for all outputs of a register at once. Therefore the weights of two inputs for 32
//! outputs are adjacent, followed by those of the next two inputs, and each lane of a register sums its own output. If
//! all weights of one output were adjacent, the lanes of a register would have to be added up at the end of each row.

use pulp::bytemuck::{Pod, Zeroable};

/// The largest integer of an input.
const FULL: f32 = 32_767.0;

/// Two adjacent integers of a vector or of a row of weights. A vector of odd length is padded with a zero.
type Pair = [i16; 2];

/// Number of outputs that are computed together: the lanes of two AVX-512 registers or of four AVX2 registers.
const ROWS: usize = 32;

/// The weights of a pair of inputs for the outputs that are computed together, aligned to a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Weights([Pair; ROWS]);

/// Number of vectors that are multiplied with the same loaded weights, if there are as many. More would not fit into
/// the sixteen registers of AVX2.
const VECTORS: usize = 2;

/// Number of real numbers that are summed at a time.
const LANES: usize = 8;

/// Sums of products, with one instruction set.
trait Instructions: Copy {
    /// The sums of the outputs that are computed together: `ROWS` 32-bit integers, in order.
    type Sums: Pod;

    /// Adds the products of a pair with its weights. With 8-bit weights, 500 products fit into a sum.
    fn add_products(self, sums: &mut Self::Sums, pair: Pair, weights: &Weights);

    /// The sums of products of real numbers, for each lane, in the order of the chunks.
    fn sum_lanes(self, a: &[[f32; LANES]], b: &[[f32; LANES]]) -> [f32; LANES];
}

/// The baseline instructions for which the program is compiled.
#[derive(Clone, Copy, Debug)]
struct Baseline;

impl Instructions for Baseline {
    type Sums = [i32; ROWS];

    #[inline(always)]
    fn add_products(self, sums: &mut [i32; ROWS], [a, b]: Pair, weights: &Weights) {
        for (sum, [c, d]) in sums.iter_mut().zip(weights.0) {
            *sum += i32::from(a) * i32::from(c) + i32::from(b) * i32::from(d);
        }
    }

    #[inline(always)]
    fn sum_lanes(self, a: &[[f32; LANES]], b: &[[f32; LANES]]) -> [f32; LANES] {
        let mut sums = [0.0; LANES];
        for (a, b) in a.iter().zip(b) {
            for lane in 0..LANES {
                sums[lane] += a[lane] * b[lane];
            }
        }
        sums
    }
}

/// AVX2 and AVX-512 with explicit intrinsics, because the compiler vectorises a loop over products with instructions of
/// half the width. Code compiled for them contains no closures, since closures would not be compiled for the same
/// instruction set.
#[cfg(target_arch = "x86_64")]
mod vectorized {
    use std::arch::x86_64::{__m256i, __m512i};

    use pulp::NullaryFnOnce;
    use pulp::x86::{V3, V4};

    use super::{Instructions, LANES, Pair, Weights, Work};

    impl Instructions for V3 {
        type Sums = [__m256i; 4];

        #[inline(always)]
        fn add_products(self, sums: &mut [__m256i; 4], pair: Pair, weights: &Weights) {
            let pair = self.avx._mm256_set1_epi32(pulp::cast(pair));
            let weights: [__m256i; 4] = pulp::cast(weights.0);
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = self.avx2._mm256_add_epi32(*sum, self.avx2._mm256_madd_epi16(pair, weights));
            }
        }

        #[inline(always)]
        fn sum_lanes(self, a: &[[f32; LANES]], b: &[[f32; LANES]]) -> [f32; LANES] {
            let mut sums = self.avx._mm256_setzero_ps();
            for (a, b) in a.iter().zip(b) {
                sums = self.avx._mm256_add_ps(sums, self.avx._mm256_mul_ps(pulp::cast(*a), pulp::cast(*b)));
            }
            pulp::cast(sums)
        }
    }

    impl Instructions for V4 {
        type Sums = [__m512i; 2];

        #[inline(always)]
        fn add_products(self, sums: &mut [__m512i; 2], pair: Pair, weights: &Weights) {
            let pair = self.avx512f._mm512_set1_epi32(pulp::cast(pair));
            let weights: [__m512i; 2] = pulp::cast(weights.0);
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = self.avx512f._mm512_add_epi32(*sum, self.avx512bw._mm512_madd_epi16(pair, weights));
            }
        }

        #[inline(always)]
        fn sum_lanes(self, a: &[[f32; LANES]], b: &[[f32; LANES]]) -> [f32; LANES] {
            let avx2: V3 = *self;
            avx2.sum_lanes(a, b)
        }
    }

    /// Work together with its instruction set.
    pub(super) struct Vectorized<I, W>(pub I, pub W);

    impl<I: Instructions, W: Work> NullaryFnOnce for Vectorized<I, W> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.1.run(self.0);
        }
    }
}

/// Work that is compiled for each instruction set.
trait Work {
    /// Does the work.
    fn run(self, instructions: impl Instructions);
}

/// Does work with the widest instruction set that the processor has.
fn dispatch(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    {
        use pulp::x86::{V3, V4};
        use vectorized::Vectorized;

        if let Some(avx512) = V4::try_new() {
            return avx512.vectorize(Vectorized(avx512, work));
        }
        if let Some(avx2) = V3::try_new() {
            return avx2.vectorize(Vectorized(avx2, work));
        }
    }
    work.run(Baseline);
}

/// Converts a number from -1 to 1 to an integer: the integer part of its product with `FULL`. The result is that of
/// `as i16`, but the operations can be vectorised.
#[inline(always)]
fn whole(x: f32) -> i16 {
    /// A float of this size has no bits for fractions, and after an addition its lowest bits are those of the added
    /// integer.
    const SHIFT: f32 = 12_582_912.0;
    let exact = x * FULL;
    let nearest = (exact + SHIFT) - SHIFT;
    let too_far = if nearest.abs() > exact.abs() { 1.0_f32.copysign(exact) } else { 0.0 };
    (nearest - too_far + SHIFT).to_bits() as i16
}

/// The inner product of two real vectors, summed in eight lanes: a fixed order that can be vectorised. Empty vectors
/// give 0.
#[inline]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    dot_by(Baseline, a, b)
}

#[inline(always)]
fn dot_by(instructions: impl Instructions, a: &[f32], b: &[f32]) -> f32 {
    let (whole_a, rest_a) = a.as_chunks();
    let (whole_b, rest_b) = b.as_chunks();
    let rest: f32 = rest_a.iter().zip(rest_b).map(|(x, y)| x * y).sum();
    instructions.sum_lanes(whole_a, whole_b).iter().sum::<f32>() + rest
}

/// The inner products of each vector in `a` with each in `b`, all of length `size`, in row order.
pub fn dots(a: &[f32], b: &[f32], size: usize) -> Vec<f32> {
    let mut out = vec![0.0; (a.len() / size) * (b.len() / size)];
    dispatch(Dots { a, b, size, out: &mut out });
    out
}

/// Output of inner products.
struct Dots<'a> {
    a: &'a [f32],
    b: &'a [f32],
    size: usize,
    out: &'a mut [f32],
}

impl Work for Dots<'_> {
    #[inline(always)]
    fn run(self, instructions: impl Instructions) {
        let Dots { a, b, size, out } = self;
        for (a, out) in a.chunks_exact(size).zip(out.chunks_exact_mut(b.len() / size)) {
            for (b, out) in b.chunks_exact(size).zip(out) {
                *out = dot_by(instructions, a, b);
            }
        }
    }
}

/// Vectors of the same length, as integers with a scale for each vector.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The pairs of all vectors, one vector after another.
    pairs: Vec<Pair>,
    scales: Vec<f32>,
    /// Number of pairs in a vector.
    width: usize,
}

impl Input {
    /// Converts vectors of length `size`, given one after another.
    pub fn new(reals: &[f32], size: usize) -> Input {
        let mut out = Input::zeros(reals.len() / size, size);
        dispatch(Integers { reals, size, out: &mut out });
        out
    }

    /// `count` zero vectors of length `size`, for numbers from -1 to 1.
    pub fn zeros(count: usize, size: usize) -> Input {
        let width = size.div_ceil(2);
        Input { pairs: vec![[0; _]; count * width], scales: vec![1.0 / FULL; count], width }
    }

    /// The integers of a vector, as pairs.
    #[inline(always)]
    fn pairs(&self, at: usize) -> &[Pair] {
        &self.pairs[at * self.width..(at + 1) * self.width]
    }

    /// The integers of a vector.
    #[inline(always)]
    fn values_mut(&mut self, at: usize) -> &mut [i16] {
        self.pairs[at * self.width..(at + 1) * self.width].as_flattened_mut()
    }
}

/// Output of the integers for vectors.
struct Integers<'a> {
    reals: &'a [f32],
    size: usize,
    out: &'a mut Input,
}

impl Work for Integers<'_> {
    #[inline(always)]
    fn run(self, _: impl Instructions) {
        let Integers { reals, size, out } = self;
        for (at, row) in reals.chunks_exact(size).enumerate() {
            // For non-negative floats, the larger number has the larger bit pattern.
            let mut most = 0;
            for x in row {
                most = most.max(x.abs().to_bits());
            }
            let most = f32::from_bits(most);
            let (up, down) = if most > 0.0 { (1.0 / most, most / FULL) } else { (0.0, 0.0) };
            for (value, x) in out.values_mut(at).iter_mut().zip(row) {
                *value = whole(x * up);
            }
            out.scales[at] = down;
        }
    }
}

/// A linear map with a bias.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// For each block the weights of `ROWS` outputs, for one pair of inputs after another. Weights beyond the last
    /// output are zero.
    blocks: Vec<Weights>,
    /// The scales of each block.
    scales: Vec<[f32; ROWS]>,
    bias: Vec<[f32; ROWS]>,
    /// Number of pairs in an input.
    width: usize,
    /// Number of outputs.
    outputs: usize,
}

impl Linear {
    /// A map from rows of weights, each with its scale and bias.
    pub fn new(weights: &[i16], scales: &[f32], bias: &[f32]) -> Linear {
        let outputs = scales.len();
        let size = (weights.len() / outputs.max(1)).max(1);
        let width = size.div_ceil(2);
        let mut blocks = vec![Weights([[0; _]; ROWS]); outputs.div_ceil(ROWS) * width];
        for (row, weights) in weights.chunks_exact(size).enumerate() {
            for (at, pair) in weights.chunks(2).enumerate() {
                blocks[row / ROWS * width + at].0[row % ROWS][..pair.len()].copy_from_slice(pair);
            }
        }
        let by_block = |of: &[f32]| {
            let block = |values: &[f32]| std::array::from_fn(|at| values.get(at).copied().unwrap_or(0.0));
            of.chunks(ROWS).map(block).collect()
        };
        Linear { blocks, scales: by_block(scales), bias: by_block(bias), width, outputs }
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Returns the outputs for each input, one after another.
    pub fn of(&self, input: &Input) -> Vec<f32> {
        let mut out = vec![0.0; input.scales.len() * self.outputs];
        self.add(input, &mut out);
        out
    }

    /// Adds the outputs for each input to `out`.
    pub fn add(&self, input: &Input, out: &mut [f32]) {
        dispatch(Outputs { map: self, input, out });
    }
}

/// Output of a map, which is added to `out`.
struct Outputs<'a> {
    map: &'a Linear,
    input: &'a Input,
    out: &'a mut [f32],
}

impl Work for Outputs<'_> {
    #[inline(always)]
    fn run(mut self, instructions: impl Instructions) {
        // Each block of weights is used for all vectors while it is in the cache.
        for block in 0..self.map.scales.len() {
            let mut first = 0;
            while first + VECTORS <= self.input.scales.len() {
                self.add_block::<VECTORS>(instructions, block, first);
                first += VECTORS;
            }
            while first < self.input.scales.len() {
                self.add_block::<1>(instructions, block, first);
                first += 1;
            }
        }
    }
}

impl Outputs<'_> {
    /// Adds the outputs of a block for `COUNT` vectors.
    #[inline(always)]
    fn add_block<const COUNT: usize>(&mut self, instructions: impl Instructions, block: usize, first: usize) {
        let Outputs { map, input, out } = self;
        let mut vectors = [&[][..]; COUNT];
        for (at, vector) in vectors.iter_mut().enumerate() {
            *vector = input.pairs(first + at);
        }
        let weights = &map.blocks[block * map.width..(block + 1) * map.width];
        let sums = sums(instructions, vectors, weights);
        for (at, sums) in sums.iter().enumerate() {
            let vector = first + at;
            let scale = input.scales[vector];
            let out = &mut out[vector * map.outputs..(vector + 1) * map.outputs][block * ROWS..];
            let rows = out.iter_mut().zip(sums).zip(&map.scales[block]).zip(&map.bias[block]);
            for (((out, sum), row_scale), bias) in rows {
                *out += *sum as f32 * (row_scale * scale) + bias;
            }
        }
    }
}

/// The sums of products of vectors with a block of weights, which is loaded once for all of them.
#[inline(always)]
fn sums<I: Instructions, const COUNT: usize>(
    instructions: I,
    vectors: [&[Pair]; COUNT],
    weights: &[Weights],
) -> [[i32; ROWS]; COUNT] {
    let mut sums = [I::Sums::zeroed(); COUNT];
    for (at, weights) in weights.iter().enumerate() {
        for (sums, vector) in sums.iter_mut().zip(vectors) {
            instructions.add_products(sums, vector[at], weights);
        }
    }
    let mut out = [[0; ROWS]; COUNT];
    for (out, sums) in out.iter_mut().zip(sums) {
        *out = pulp::bytemuck::cast(sums);
    }
    out
}

/// A recurrent layer in one direction: an LSTM whose input gate is one minus its forget gate.
#[derive(Clone, Debug, Default)]
pub struct Recurrent {
    /// The map from the previous state to the forget gates, the new values and the output gates; without a bias.
    gates: Linear,
    /// Dimension of a state.
    hidden: usize,
}

impl Recurrent {
    /// A layer with its map from a state to the gates.
    pub fn new(gates: Linear) -> Recurrent {
        Recurrent { hidden: gates.outputs / 3, gates }
    }

    /// Dimension of a state.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Runs over the inputs to its gates, from last to first if `backward`, and writes each state into the first half
    /// of the vectors of `out`, or into the second half if `backward`.
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
    fn run(self, instructions: impl Instructions) {
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
            Outputs { map: &layer.gates, input: &states, out: &mut gates }.run(instructions);
            let (keep, rest) = gates.split_at_mut(hidden);
            let (new, through) = rest.split_at_mut(hidden);
            // Each loop computes one function, so that the processor can start on the next numbers while a division is
            // pending.
            for keep in &mut *keep {
                *keep = sigmoid(*keep);
            }
            for new in &mut *new {
                *new = tanh(*new);
            }
            for through in &mut *through {
                *through = sigmoid(*through);
            }
            for ((cell, keep), new) in cell.iter_mut().zip(keep).zip(new) {
                *cell = *keep * *cell + (1.0 - *keep) * *new;
            }
            let state = &mut states.values_mut(0)[..hidden];
            for ((state, through), cell) in state.iter_mut().zip(through).zip(&cell) {
                *state = whole(*through * tanh(*cell));
            }
            out.values_mut(at)[from..from + hidden].copy_from_slice(state);
        }
    }
}

/// The hyperbolic tangent to 7 digits: a quotient of polynomials, without branches.
#[inline(always)]
fn tanh(x: f32) -> f32 {
    /// Beyond this the result is 1.
    const END: f32 = 7.905_311;
    const ODD: [f32; 7] = [
        -2.760_768_5e-16, 2.000_188e-13, -8.604_672e-11, 5.122_297e-8, 1.485_722_4e-5, 6.372_619e-4,
        4.893_524_6e-3,
    ];
    const EVEN: [f32; 4] = [1.198_258_4e-6, 1.185_347_1e-4, 2.268_434_6e-3, 4.893_525e-3];
    let x = x.clamp(-END, END);
    let square = x * x;
    let polynomial = |of: &[f32]| of[1..].iter().fold(of[0], |sum, factor| sum * square + factor);
    (x * polynomial(&ODD) / polynomial(&EVEN)).clamp(-1.0, 1.0)
}

/// The logistic function.
#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    0.5 * tanh(0.5 * x) + 0.5
}

/// Converts scores to probabilities.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = libm::expf(*score - most));
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Returns the index of the highest score, the first of equal ones.
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
    fn a_whole_part_is_that_of_a_conversion() {
        for at in -327_670..=327_670 {
            let x = at as f32 / 327_670.0;
            for x in [x, x.next_up(), x.next_down()] {
                assert_eq!(whole(x), (x * FULL) as i16, "{x}");
            }
        }
        assert_eq!(whole(f32::NAN), 0);
    }

    /// The sums of 500 products of the largest integers.
    fn largest(instructions: impl Instructions) -> [i32; ROWS] {
        let [sums] = sums(instructions, [&[[i16::MIN; 2]; 250]], &[Weights([[127; 2]; ROWS]); 250]);
        sums
    }

    #[test]
    fn the_largest_products_fit() {
        assert_eq!(largest(Baseline).map(i64::from), [500 * 127 * i64::from(i16::MIN); ROWS]);
    }

    #[test]
    fn every_set_of_instructions_computes_the_same() {
        let mut portable = Vec::new();
        Everything { bits: &mut portable }.run(Baseline);
        assert!(portable.len() > 5_000);
        #[cfg(target_arch = "x86_64")]
        {
            use pulp::x86::{V3, V4};
            use vectorized::Vectorized;

            if let Some(avx2) = V3::try_new() {
                let mut bits = Vec::new();
                avx2.vectorize(Vectorized(avx2, Everything { bits: &mut bits }));
                assert!(bits == portable, "AVX2");
            }
            if let Some(avx512) = V4::try_new() {
                let mut bits = Vec::new();
                avx512.vectorize(Vectorized(avx512, Everything { bits: &mut bits }));
                assert!(bits == portable, "AVX-512");
            }
        }
    }

    /// All of the arithmetic on random numbers; compares the bits of the results.
    struct Everything<'a> {
        bits: &'a mut Vec<u32>,
    }

    impl Work for Everything<'_> {
        fn run(self, instructions: impl Instructions) {
            self.bits.extend(largest(instructions).map(i32::cast_unsigned));
            let mut random = fastrand::Rng::with_seed(7);
            let mut reals =
                |count: usize| -> Vec<f32> { (0..count).map(|_| 6.0 * random.f32() - 3.0).collect() };
            let linear = |reals: &[f32], outputs: usize| {
                let weights: Vec<i16> = reals.iter().map(|x| (x * 42.0) as i16).collect();
                Linear::new(&weights, &vec![0.01; outputs], &reals[..outputs])
            };
            // Fewer and more outputs than a block, odd numbers of inputs, and every remainder of them.
            for (count, size, outputs) in [(1, 1, 1), (2, 3, 31), (3, 160, 33), (4, 49, 96), (5, 320, 51)] {
                let map = linear(&reals(size * outputs), outputs);
                let vectors = reals(count * size);
                let mut input = Input::zeros(count, size);
                Integers { reals: &vectors, size, out: &mut input }.run(instructions);
                let mut out = reals(count * outputs);
                Outputs { map: &map, input: &input, out: &mut out }.run(instructions);
                let mut dots = vec![0.0; count * count];
                Dots { a: &vectors, b: &vectors, size, out: &mut dots }.run(instructions);
                let layer = Recurrent::new(linear(&reals(3 * size * size), 3 * size));
                let mut states = Input::zeros(count, 2 * size);
                for backward in [false, true] {
                    let inputs = reals(count * 3 * size);
                    Steps { layer: &layer, inputs: &inputs, backward, out: &mut states }.run(instructions);
                }
                let integers = [input.pairs.as_flattened(), states.pairs.as_flattened()].concat();
                self.bits.extend(integers.into_iter().map(|x| x as u32));
                let reals = [input.scales, out, dots].concat();
                self.bits.extend(reals.into_iter().map(f32::to_bits));
            }
        }
    }

    #[test]
    fn a_recurrent_layer_keeps_what_its_gate_lets_through() {
        // An open forget gate keeps the cell; a closed one takes the new value.
        const SIZE: usize = 8;
        let layer = Recurrent::new(Linear::new(&[0; 3 * SIZE * SIZE], &[1.0; 3 * SIZE], &[0.0; 3 * SIZE]));
        let (open, shut) = ([9.0; SIZE], [-9.0; SIZE]);
        let inputs = [shut, open, open, open, shut, open].concat();
        let mut out = Input::zeros(2, 2 * SIZE);
        layer.run(&inputs, false, &mut out);
        layer.run(&inputs, true, &mut out);
        let states = [0, 1].map(|at| [0, SIZE].map(|of| f32::from(out.values_mut(at)[of]) / FULL)).concat();
        let high = 1.0_f64.tanh() as f32;
        // The first step closes its gate and the second keeps; backward, the second step finds an empty cell to keep.
        assert!((states[0] - high).abs() < 1e-3 && (states[2] - high).abs() < 2e-3, "forward {states:?}");
        assert!(states[3].abs() < 1e-3 && (states[1] - high).abs() < 1e-3, "backward {states:?}");
    }
}
