//! Instructions as programs take them: messages with a response format, and a line of a batch.

use serde_json::{Map, Value, json};

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

#[derive(Clone, Debug, PartialEq)]
pub struct RequestOptions {
    pub model: String,
    /// How freely it draws words; `None` leaves it to the provider.
    pub temperature: Option<f64>,
    /// Tokens of an answer at most; `None` leaves it to the provider.
    pub max_tokens: Option<u32>,
}

impl RequestOptions {
    /// The members that both interfaces share.
    fn members(&self) -> Map<String, Value> {
        let mut members = Map::new();
        members.insert("model".to_owned(), json!(self.model));
        if let Some(temperature) = self.temperature {
            members.insert("temperature".to_owned(), json!(temperature));
        }
        if let Some(most) = self.max_tokens {
            members.insert("max_tokens".to_owned(), json!(most));
        }
        members
    }
}

/// A line of a batch, as OpenAI's interface and those like it take it.
pub fn batch(instructions: &Instructions, case: &Case, request: &RequestOptions) -> Value {
    let [messages, format] = of_case(instructions, case);
    let mut body = request.members();
    body.insert("messages".to_owned(), messages);
    body.insert("response_format".to_owned(), format);
    json!({"custom_id": case.id, "method": "POST", "url": "/v1/chat/completions", "body": body})
}

/// The most characters of the id of a request of a batch of Anthropic's.
const MAX_ID_CHARS: usize = 64;

/// The id of a case cannot be that of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this id is not a custom_id, which has at most {} letters, digits, `_` and `-`; leave ids out, and cases are named by their texts",
    MAX_ID_CHARS
)]
pub struct CustomIdError;

/// A request of a batch of Anthropic's: the answer is the input of a tool, and the instructions are kept between requests.
///
/// # Errors
/// If the interface does not take the id of the case.
pub fn anthropic(
    instructions: &Instructions,
    case: &Case,
    request: &RequestOptions,
) -> Result<Value, CustomIdError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if case.id.is_empty() || case.id.len() > MAX_ID_CHARS || !case.id.chars().all(fits) {
        return Err(CustomIdError);
    }
    let mut params = request.members();
    let system =
        json!([{"type": "text", "text": instructions.system, "cache_control": {"type": "ephemeral"}}]);
    params.insert("system".to_owned(), system);
    params.insert("messages".to_owned(), json!([{"role": "user", "content": instructions.of_case(case)}]));
    let Instructions { name, schema, .. } = instructions;
    let tool = json!({"name": name, "description": "Takes the answer.", "input_schema": schema});
    params.insert("tools".to_owned(), json!([tool]));
    params.insert("tool_choice".to_owned(), json!({"type": "tool", "name": name}));
    Ok(json!({"custom_id": case.id, "params": params}))
}
