import { readFileSync } from "node:fs";
import { z } from "zod";
import { localeSchema } from "#shared/contracts/names.ts";

const mirror = z.strictObject({
  locale: localeSchema,
  text: z.string(),
  goal: z.string(),
  /** What one of its values is, to the letter; "" where the goal has none. */
  payload: z.string(),
});
export type Mirror = z.infer<typeof mirror>;

/** Texts, titles and addresses with a not, an if, a when in them, and polite requests that only sound like a no. */
export const readMirrors = (): Mirror[] =>
  z.array(mirror).parse(JSON.parse(readFileSync(new URL("mirrors.json", import.meta.url), "utf8")));
