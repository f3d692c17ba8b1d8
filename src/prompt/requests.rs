//! Instructions as programs take them: messages with a response format, and a line of a batch.

use serde_json::{Value, json};

use super::Instructions;
use crate::case::Case;

/// The messages of a case and the format of their answer.
fn of_case(instructions: &Instructions, case: &Case) -> [Value; 2] {
    let messages = json!([
        {"role": "system", "content": instructions.system},
        {"role": "user", "content": instructions.of_case(case)},
    ]);
    let Instructions { name, schema, .. } = instructions;
    let format =
        json!({"type": "json_schema", "json_schema": {"name": name, "strict": true, "schema": schema}});
    [messages, format]
}

/// A line of messages.
pub fn messages(instructions: &Instructions, case: &Case) -> Value {
    let [messages, format] = of_case(instructions, case);
    json!({"id": case.id, "messages": messages, "response_format": format})
}

/// A line of a batch, as the common batch interfaces take it.
pub fn batch(instructions: &Instructions, case: &Case, model: &str) -> Value {
    let [messages, format] = of_case(instructions, case);
    json!({
        "custom_id": case.id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": model, "messages": messages, "response_format": format},
    })
}
