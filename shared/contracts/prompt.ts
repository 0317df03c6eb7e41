import { z } from "zod";
import { localizedPrompt } from "./names.ts";

/** What a model is told to do with a capability's parameters. */
export const promptSchema = z.strictObject({
  template: localizedPrompt.describe(
    "The instruction. {name} names a parameter; the model sees its value beside the instruction, as data.",
  ),
  trial: z
    .strictObject({
      template: localizedPrompt.describe("The other instruction."),
      share: z
        .number()
        .gt(0)
        .lt(1)
        .describe("The share of sessions that get it: 0.5 is half of them."),
    })
    .optional()
    .describe(
      "A second version, b, beside the first one, a. Usage reports both (`by_version`), and a session keeps its version.",
    ),
  max_tokens: z
    .int()
    .min(1)
    .max(16_000)
    .default(500)
    .describe("The most tokens that the model may write."),
  model: z
    .enum(["fast", "smart"])
    .default("smart")
    .describe("Which of the two configured models: fast is cheap, smart writes better."),
  context: z
    .boolean()
    .default(false)
    .describe("Whether it sees the conversation so far, as a summary and facts."),
});
export type Prompt = z.infer<typeof promptSchema>;

const NAME = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** The parameters that a template names: "Resuma {text}" gives ["text"]. */
export const namesInPrompt = (template: string): string[] =>
  [...template.matchAll(NAME)].map(([, name = ""]) => name);
