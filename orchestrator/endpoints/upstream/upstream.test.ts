import { expect, it } from "vitest";
import { tokensIn } from "./upstream.ts";

it.each([
  [
    "a whole completion",
    '{"id":"x","usage": {"prompt_tokens":19,"completion_tokens":10,"prompt_tokens_details":{"cached_tokens":3}}}',
    19,
    10,
  ],
  [
    "a stream, of which the last counts",
    'data: {"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\ndata: {"usage":{"prompt_tokens":5,"completion_tokens":2}}\n\ndata: [DONE]\n\n',
    5,
    2,
  ],
  ["a response", '{"usage":{"input_tokens":36,"output_tokens":87,"total_tokens":123}}', 36, 87],
  ["words about it", '{"content":"the \\"usage\\" of {water"}', 0, 0],
  ["nothing of it", "", 0, 0],
  ["what is cut off", '{"usage":{"prompt_tokens":19,', 0, 0],
  ["null", '{"usage":null,"a":{}}', 0, 0],
])("reads %s", (_what, told, tokens_input, tokens_output) => {
  expect(tokensIn(told)).toEqual({ tokens_input, tokens_output });
});
