//! The arithmetic of the network: products of small integers, and functions of `f32` in a fixed order of operations.
//!
//! Weights are integers of 8 bits with a scale a row, inputs integers of 16 bits with a scale a vector. Their products
//! are summed exactly in 32 bits, in whatever order the processor likes. Real numbers are added, multiplied and divided
//! alone, each rounded as IEEE 754 says, so that every machine computes the same. The loops are compiled for several
//! sets of instructions, of which the processor's widest is taken; nothing is fused, so the results do not depend on it.

use pulp::{Arch, Simd, WithSimd};

/// The value of the largest integer of an input.
const FULL: f32 = 32_767.0;

/// The inner product of two vectors of integers. With weights of 8 bits, 500 products fit into a sum.
#[inline(always)]
fn product(a: &[i16], b: &[i16]) -> i32 {
    let b = &b[..a.len()];
    a.iter().enumerate().fold(0, |sum, (at, a)| sum + i32::from(*a) * i32::from(b[at]))
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
    values: Vec<i16>,
    scales: Vec<f32>,
    /// Integers of a vector.
    size: usize,
}

impl Input {
    /// Vectors of a length, given one after another.
    pub fn new(reals: &[f32], size: usize) -> Input {
        let mut out = Input { values: Vec::with_capacity(reals.len()), scales: Vec::new(), size };
        for row in reals.chunks_exact(size) {
            let most = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
            let (up, down) = if most > 0.0 { (1.0 / most, most / FULL) } else { (0.0, 0.0) };
            out.values.extend(row.iter().map(|x| whole(x * up)));
            out.scales.push(down);
        }
        out
    }

    /// `count` vectors of a length, all zeros, for numbers from -1 to 1.
    pub fn zeros(count: usize, size: usize) -> Input {
        Input { values: vec![0; count * size], scales: vec![1.0 / FULL; count], size }
    }

    /// Sets the integers of a vector from one on.
    fn set(&mut self, at: usize, from: usize, values: &[i16]) {
        let start = at * self.size + from;
        self.values[start..start + values.len()].copy_from_slice(values);
    }
}

/// A linear map with a bias.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// Row by row, one a dimension of the output.
    rows: Vec<i16>,
    scales: Vec<f32>,
    bias: Vec<f32>,
    /// Integers of a row.
    size: usize,
}

impl Linear {
    /// Rows of weights, each with its scale and bias.
    pub fn new(weights: &[i16], scales: Vec<f32>, bias: Vec<f32>) -> Linear {
        let size = (weights.len() / scales.len().max(1)).max(1);
        Linear { rows: weights.to_vec(), scales, bias, size }
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
        Arch::new().dispatch(Outputs { map: self, input, out });
    }

    /// Adds the outputs for one vector of numbers from -1 to 1 to what is there, without the bias.
    #[inline(always)]
    fn add_unit(&self, vector: &[i16], out: &mut [f32]) {
        for (at, row) in self.rows.chunks_exact(self.size).enumerate() {
            out[at] += product(row, vector) as f32 * (self.scales[at] * (1.0 / FULL));
        }
    }
}

/// The outputs of a map, as they are added to what is there.
struct Outputs<'a> {
    map: &'a Linear,
    input: &'a Input,
    out: &'a mut [f32],
}

impl WithSimd for Outputs<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Outputs { map, input, out } = self;
        let outputs = map.outputs();
        // A row of weights serves all vectors while it is near.
        for (at, row) in map.rows.chunks_exact(map.size).enumerate() {
            let (own, bias) = (map.scales[at], map.bias[at]);
            for (vector, scale) in input.scales.iter().enumerate() {
                let sum = product(row, &input.values[vector * input.size..]) as f32;
                out[vector * outputs + at] += sum * (own * scale) + bias;
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
        Arch::new().dispatch(Steps { layer: self, inputs, backward, out });
    }
}

/// A run of a recurrent layer over the inputs to its gates.
struct Steps<'a> {
    layer: &'a Recurrent,
    inputs: &'a [f32],
    backward: bool,
    out: &'a mut Input,
}

impl WithSimd for Steps<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Steps { layer, inputs, backward, out } = self;
        let hidden = layer.hidden;
        let count = inputs.len() / (3 * hidden);
        let mut cell = vec![0.0_f32; hidden];
        let mut state = vec![0_i16; hidden];
        let mut gates = vec![0.0_f32; 3 * hidden];
        let from = if backward { hidden } else { 0 };
        for step in 0..count {
            let at = if backward { count - 1 - step } else { step };
            gates.copy_from_slice(&inputs[at * 3 * hidden..(at + 1) * 3 * hidden]);
            layer.gates.add_unit(&state, &mut gates);
            // Of one length, so that the loop needs no checks.
            let (state, keep) = (&mut state[..hidden], &gates[..hidden]);
            let (new, through) = (&gates[hidden..2 * hidden], &gates[2 * hidden..3 * hidden]);
            for (at, cell) in cell[..hidden].iter_mut().enumerate() {
                let keep = sigmoid(keep[at]);
                *cell = keep * *cell + (1.0 - keep) * tanh(new[at]);
                state[at] = whole(sigmoid(through[at]) * tanh(*cell));
            }
            out.set(at, from, state);
        }
    }
}

/// The hyperbolic tangent, to 7 digits: a quotient of polynomials, without branches.
#[inline(always)]
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
        let linear = Linear::new(&[100, -50, 25, 127, 0, -127], vec![0.01, 0.02], vec![0.5, -0.5]);
        let input = Input::new(&[0.3, -2.0, 7.0, 0.0, 0.0, 0.0], 3);
        let out = linear.of(&input);
        let expected = [0.3 + 1.0 + 1.75 + 0.5, 0.762 - 17.78 - 0.5, 0.5, -0.5];
        assert!(out.iter().zip(expected).all(|(x, y)| (x - y).abs() < 2e-3), "{out:?}");
    }

    #[test]
    fn the_largest_products_fit() {
        const SIZE: usize = 500;
        let sum = product(&[127; SIZE], &[i16::MIN; SIZE]);
        assert_eq!(i64::from(sum), SIZE as i64 * 127 * -32_768);
    }

    #[test]
    fn a_recurrent_layer_keeps_what_its_gate_lets_through() {
        // The forget gate wide open keeps the cell, shut it takes the new value.
        const SIZE: usize = 8;
        let layer =
            Recurrent::new(Linear::new(&[0; 3 * SIZE * SIZE], vec![1.0; 3 * SIZE], vec![0.0; 3 * SIZE]));
        let (open, shut) = ([9.0; SIZE], [-9.0; SIZE]);
        let inputs = [shut, open, open, open, shut, open].concat();
        let mut out = Input::zeros(2, 2 * SIZE);
        layer.run(&inputs, false, &mut out);
        layer.run(&inputs, true, &mut out);
        let states: Vec<f32> = out.values.chunks(SIZE).map(|state| f32::from(state[0]) / FULL).collect();
        let high = 1.0_f64.tanh() as f32;
        // The first shuts its gate and the second keeps; backward, the second finds an empty cell to keep.
        assert!((states[0] - high).abs() < 1e-3 && (states[2] - high).abs() < 2e-3, "forward {states:?}");
        assert!(states[3].abs() < 1e-3 && (states[1] - high).abs() < 1e-3, "backward {states:?}");
    }
}
