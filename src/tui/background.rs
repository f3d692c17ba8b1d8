//! The terminal's background colour: queried by OSC 11, answered among the keys. The program does not wait
//! for the answer, and a terminal that gives none keeps its theme.

/// The query sent to the terminal.
pub const QUERY: &[u8] = b"\x1b]11;?\x1b\\";

/// Whether a colour (red, green, blue) looks light.
pub fn is_light(colour: [u8; 3]) -> bool {
    let [red, green, blue] = colour.map(f64::from);
    // Luma (perceived brightness), by ITU-R BT.709.
    0.2126 * red + 0.7152 * green + 0.0722 * blue > 127.5
}
