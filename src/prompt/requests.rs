//! Formats instructions for programs: messages with a response format, and a line of a batch.

use serde_json::{Map, Value, json};

use super::Instructions;
use crate::case::Case;

/// Returns the messages of a case and the format of their answer.
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

/// Returns a line with the messages of a case.
pub fn messages(instructions: &Instructions, case: &Case) -> Value {
    let [messages, format] = of_case(instructions, case);
    json!({"id": case.id, "messages": messages, "response_format": format})
}

#[derive(Clone, Debug, PartialEq)]
pub struct RequestOptions {
    pub model: String,
    /// Sampling temperature; `None` leaves it to the provider.
    pub temperature: Option<f64>,
    /// Most tokens of an answer; `None` leaves it to the provider.
    pub max_tokens: Option<u32>,
}

impl RequestOptions {
    /// Returns the members that both APIs share.
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

/// Returns a line of a batch for OpenAI's API and compatible ones.
pub fn batch(instructions: &Instructions, case: &Case, request: &RequestOptions) -> Value {
    let [messages, format] = of_case(instructions, case);
    let mut body = request.members();
    body.insert("messages".to_owned(), messages);
    body.insert("response_format".to_owned(), format);
    json!({"custom_id": case.id, "method": "POST", "url": "/v1/chat/completions", "body": body})
}

/// Most characters of a request's id in a batch for Anthropic's API.
const MAX_ID_CHARS: usize = 64;

/// The id of a case is not valid as the id of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this id is not a custom_id, which has at most {} letters, digits, `_` and `-`; leave ids out, and cases are named by their texts",
    MAX_ID_CHARS
)]
pub struct CustomIdError;

/// Returns a request of a batch for Anthropic's API. The answer is the input of a tool, and the
/// instructions are cached between requests.
///
/// # Errors
/// If the API does not accept the id of the case.
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
