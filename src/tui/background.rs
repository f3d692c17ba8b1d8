//! The terminal's background, as the terminal reports it: asked by OSC 11, answered among the keys. Nobody waits for the answer: a
//! terminal that gives none keeps its theme.

/// What is asked.
pub const QUERY: &[u8] = b"\x1b]11;?\x1b\\";

/// Whether a colour (red, green, blue) looks light.
pub fn is_light(colour: [u8; 3]) -> bool {
    let [red, green, blue] = colour.map(f64::from);
    // How bright it looks, by ITU-R BT.709.
    0.2126 * red + 0.7152 * green + 0.0722 * blue > 127.5
}
