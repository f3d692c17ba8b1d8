//! The arithmetic of the network: products of small integers, and functions of `f32` in a fixed order of operations.
//!
//! Weights are integers of 8 bits with a scale a row, inputs integers of 16 bits with a scale a vector. Their products
//! are summed exactly in 32 bits, in whatever order the processor likes. Real numbers are added, multiplied and divided
//! alone, each rounded as IEEE 754 says, so that every machine computes the same.

use wide::{i16x8, i32x4};

/// The value of the largest integer of an input.
const FULL: f32 = 32_767.0;

/// Integers that are multiplied at once.
const WIDE: usize = 8;

/// Rows of weights that are multiplied with one vector at a time: as many sums as keep the processor busy.
const TOGETHER: usize = 4;

/// The inner products of some rows of weights, one after another, with a vector. With weights of 8 bits, 500 products
/// fit into a sum.
fn products(rows: &[i16x8], input: &[i16x8]) -> [i32; TOGETHER] {
    let size = input.len();
    let [a, b, c, d]: [&[i16x8]; TOGETHER] = std::array::from_fn(|row| &rows[row * size..(row + 1) * size]);
    let mut sums = [i32x4::ZERO; TOGETHER];
    for ((((x, a), b), c), d) in input.iter().zip(a).zip(b).zip(c).zip(d) {
        sums[0] += a.dot(*x);
        sums[1] += b.dot(*x);
        sums[2] += c.dot(*x);
        sums[3] += d.dot(*x);
    }
    sums.map(|sum| sum.to_array().iter().sum())
}

/// A vector of integers in groups; the last one is filled up with zeros.
fn grouped(values: &[i16]) -> impl Iterator<Item = i16x8> + '_ {
    values.chunks(WIDE).map(|chunk| {
        let mut group = [0; WIDE];
        group[..chunk.len()].copy_from_slice(chunk);
        i16x8::new(group)
    })
}

/// An integer for a number from -1 to 1.
fn whole(x: f32) -> i16 {
    (x * FULL) as i16
}

/// The inner product of two vectors of reals, summed in eight lanes.
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
    /// Vector by vector, each in as many groups.
    groups: Vec<i16x8>,
    scales: Vec<f32>,
    /// Groups of a vector.
    size: usize,
}

impl Input {
    /// Vectors of a length, given one after another.
    pub fn new(reals: &[f32], size: usize) -> Input {
        let mut out = Input { groups: Vec::new(), scales: Vec::new(), size: size.div_ceil(WIDE) };
        let mut values = vec![0; size];
        for row in reals.chunks_exact(size) {
            let most = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
            let (up, down) = if most > 0.0 { (1.0 / most, most / FULL) } else { (0.0, 0.0) };
            values.iter_mut().zip(row).for_each(|(to, x)| *to = whole(x * up));
            out.groups.extend(grouped(&values));
            out.scales.push(down);
        }
        out
    }

    /// `count` vectors of a length, all zeros, for numbers from -1 to 1.
    pub fn zeros(count: usize, size: usize) -> Input {
        let size = size.div_ceil(WIDE);
        Input { groups: vec![i16x8::ZERO; count * size], scales: vec![1.0 / FULL; count], size }
    }

    /// Sets the groups of a vector from one on.
    fn set(&mut self, at: usize, from: usize, groups: &[i16x8]) {
        let start = at * self.size + from;
        self.groups[start..start + groups.len()].copy_from_slice(groups);
    }

    fn vectors(&self) -> impl Iterator<Item = (&[i16x8], f32)> {
        self.groups.chunks_exact(self.size).zip(self.scales.iter().copied())
    }
}

/// A linear map with a bias.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// Row by row, one a dimension of the output, and rows of zeros up to a multiple of [`TOGETHER`].
    rows: Vec<i16x8>,
    scales: Vec<f32>,
    bias: Vec<f32>,
    /// Groups of a row.
    size: usize,
}

impl Linear {
    /// Rows of weights, each with its scale and bias.
    pub fn new(weights: &[i16], scales: Vec<f32>, bias: Vec<f32>) -> Linear {
        let inputs = (weights.len() / scales.len().max(1)).max(1);
        let size = inputs.div_ceil(WIDE);
        let mut rows: Vec<i16x8> = weights.chunks_exact(inputs).flat_map(grouped).collect();
        rows.resize(scales.len().next_multiple_of(TOGETHER) * size, i16x8::ZERO);
        Linear { rows, scales, bias, size }
    }

    /// Dimensions of the output.
    pub fn outputs(&self) -> usize {
        self.scales.len()
    }

    /// The outputs for each of the inputs, one after another.
    pub fn of(&self, input: &Input) -> Vec<f32> {
        let mut out = vec![0.0; input.scales.len() * self.outputs()];
        self.add(input, &mut out);
        out
    }

    /// Adds the outputs for each of the inputs to what is there.
    pub fn add(&self, input: &Input, out: &mut [f32]) {
        let outputs = self.outputs();
        // A few rows of weights serve all vectors while they are near.
        for (block, rows) in self.rows.chunks_exact(self.size * TOGETHER).enumerate() {
            let from = block * TOGETHER;
            let to = outputs.min(from + TOGETHER);
            let own = self.scales[from..to].iter().zip(&self.bias[from..to]);
            for ((vector, scale), out) in input.vectors().zip(out.chunks_exact_mut(outputs)) {
                let sums = products(rows, vector);
                for ((out, sum), (own, bias)) in out[from..to].iter_mut().zip(sums).zip(own.clone()) {
                    *out += sum as f32 * (own * scale) + bias;
                }
            }
        }
    }

    /// Adds the outputs for one vector of numbers from -1 to 1 to what is there, without the bias.
    fn add_unit(&self, vector: &[i16x8], out: &mut [f32]) {
        let rows = self.rows.chunks_exact(self.size * TOGETHER);
        for ((rows, scales), out) in rows.zip(self.scales.chunks(TOGETHER)).zip(out.chunks_mut(TOGETHER)) {
            for ((out, sum), scale) in out.iter_mut().zip(products(rows, vector)).zip(scales) {
                *out += sum as f32 * (scale * (1.0 / FULL));
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
        Recurrent { hidden: gates.outputs() / 3, gates }
    }

    /// Dimensions of a state.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Runs over the inputs to its gates, from the last to the first if `backward`, and writes each state into the first
    /// or, if `backward`, the second half of the vectors of `out`.
    pub fn run(&self, inputs: &[f32], backward: bool, out: &mut Input) {
        let hidden = self.hidden;
        let count = inputs.len() / (3 * hidden);
        let mut cell = vec![0.0_f32; hidden];
        let mut values = vec![0_i16; hidden];
        let mut state = vec![i16x8::ZERO; hidden / WIDE];
        let mut gates = vec![0.0_f32; 3 * hidden];
        let from = if backward { state.len() } else { 0 };
        for step in 0..count {
            let at = if backward { count - 1 - step } else { step };
            gates.copy_from_slice(&inputs[at * 3 * hidden..(at + 1) * 3 * hidden]);
            self.gates.add_unit(&state, &mut gates);
            let (keep, rest) = gates.split_at(hidden);
            let (new, through) = rest.split_at(hidden);
            for ((((value, cell), keep), new), through) in
                values.iter_mut().zip(&mut cell).zip(keep).zip(new).zip(through)
            {
                let keep = sigmoid(*keep);
                *cell = keep * *cell + (1.0 - keep) * tanh(*new);
                *value = whole(sigmoid(*through) * tanh(*cell));
            }
            state.iter_mut().zip(grouped(&values)).for_each(|(to, group)| *to = group);
            out.set(at, from, &state);
        }
    }
}

/// The hyperbolic tangent, to 7 digits: a quotient of polynomials, without branches.
fn tanh(x: f32) -> f32 {
    /// Past it the result is 1.
    const END: f32 = 7.905_311;
    const ODD: [f32; 7] = [
        -2.760_768_5e-16,
        2.000_188e-13,
        -8.604_672e-11,
        5.122_297e-8,
        1.485_722_4e-5,
        6.372_619e-4,
        4.893_524_6e-3,
    ];
    const EVEN: [f32; 4] = [1.198_258_4e-6, 1.185_347_1e-4, 2.268_434_6e-3, 4.893_525e-3];
    let x = x.clamp(-END, END);
    let square = x * x;
    let polynomial = |of: &[f32]| of.iter().fold(0.0, |sum, factor| sum * square + factor);
    (x * polynomial(&ODD) / polynomial(&EVEN)).clamp(-1.0, 1.0)
}

/// The logistic function.
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
        let linear = Linear::new(&[100, -50, 25, 127, 0, -127], vec![0.01, 0.02], vec![0.5, -0.5]);
        let input = Input::new(&[0.3, -2.0, 7.0, 0.0, 0.0, 0.0], 3);
        let out = linear.of(&input);
        let expected = [0.3 + 1.0 + 1.75 + 0.5, 0.762 - 17.78 - 0.5, 0.5, -0.5];
        assert!(out.iter().zip(expected).all(|(x, y)| (x - y).abs() < 2e-3), "{out:?}");
    }

    #[test]
    fn the_largest_products_fit() {
        const GROUPS: usize = 60;
        let rows = vec![i16x8::splat(127); TOGETHER * GROUPS];
        let sums = products(&rows, &[i16x8::splat(i16::MIN); GROUPS]);
        assert!(sums.iter().all(|sum| i64::from(*sum) == (GROUPS * WIDE) as i64 * 127 * -32_768));
    }

    #[test]
    fn a_recurrent_layer_keeps_what_its_gate_lets_through() {
        // The forget gate wide open keeps the cell, shut it takes the new value.
        let layer =
            Recurrent::new(Linear::new(&[0; 3 * WIDE * WIDE], vec![1.0; 3 * WIDE], vec![0.0; 3 * WIDE]));
        let (open, shut) = ([9.0; WIDE], [-9.0; WIDE]);
        let inputs = [shut, open, open, open, shut, open].concat();
        let mut out = Input::zeros(2, 2 * WIDE);
        layer.run(&inputs, false, &mut out);
        layer.run(&inputs, true, &mut out);
        let states: Vec<f32> = out.groups.iter().map(|group| f32::from(group.to_array()[0]) / FULL).collect();
        let high = 1.0_f64.tanh() as f32;
        // The first shuts its gate and the second keeps; backward, the second finds an empty cell to keep.
        assert!((states[0] - high).abs() < 1e-3 && (states[2] - high).abs() < 2e-3, "forward {states:?}");
        assert!(states[3].abs() < 1e-3 && (states[1] - high).abs() < 1e-3, "backward {states:?}");
    }
}
