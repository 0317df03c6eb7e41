import { z } from "zod";

/** What an answer of a model says it took. */
export type TokensUsed = { tokens_input: number; tokens_output: number };

const count = z.int().nonnegative();
const usage = z.union([
  z.object({ prompt_tokens: count, completion_tokens: count }),
  z.object({ input_tokens: count, output_tokens: count }),
]);

/** The last usage that is told in an answer, streamed or whole, of either API. None: nothing is known. Pure. */
export function tokensIn(told: string): TokensUsed {
  const from = told.lastIndexOf('"usage"');
  const parsed = from === -1 ? undefined : usage.safeParse(objectAfter(told, from)).data;
  if (parsed === undefined) return { tokens_input: 0, tokens_output: 0 };
  return "prompt_tokens" in parsed
    ? { tokens_input: parsed.prompt_tokens, tokens_output: parsed.completion_tokens }
    : { tokens_input: parsed.input_tokens, tokens_output: parsed.output_tokens };
}

/** The first object behind a place in a text; usages hold no texts, so brackets alone tell where it ends. */
function objectAfter(text: string, from: number): unknown {
  const start = text.indexOf("{", from);
  let depth = 0;
  for (let at = start; at !== -1 && at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth > 0) continue;
    try {
      return JSON.parse(text.slice(start, at + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}
