/** What the chat rivals share: a keyword, a call, and the shape that OpenAI clients read. */
export const KEYWORD = "weather in ";

export const executeBody = (city_text: string): string =>
  JSON.stringify({
    intent: {
      domain: "weather",
      capability: "forecast",
      parameters: { city_text },
      confidence: 1,
      original_query: city_text,
    },
    context: { session_id: "bench", user_id: "bench", run_id: "run_bench", step_id: "1" },
  });

export const completion = (content: string, model: string) => ({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: Math.floor(Date.now() / 1000),
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
});
