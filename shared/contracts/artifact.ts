import { z } from "zod";
import { fieldName } from "./names.ts";

/** How a capability takes part in what grows in versions. Every session has its own. */
export const artifactUse = z.strictObject({
  name: fieldName.describe(
    "What it is: hypothesis. Capabilities of a domain share it by its name.",
  ),
  version_text: fieldName
    .optional()
    .describe("Each answer is the next version; this text of the result is its wording."),
  feedback_on: fieldName
    .optional()
    .describe(
      "Each answer is feedback on the text in this parameter: on the version with that text, or else the text becomes the next version.",
    ),
  required: z
    .boolean()
    .default(false)
    .describe("If there is no version yet, nothing is done, and the answer says so."),
});

export const MOST_VERSIONS = 20;

/** One version of an artifact, with what was said of it last. */
export const artifactVersion = z.strictObject({
  /** From 1, without gaps; the oldest are forgotten first. */
  version: z.int().positive(),
  text: z.string().min(1).max(2000),
  /** The whole result that it was part of; null: there is none, or it was too long to keep. */
  content: z.json(),
  feedback: z.strictObject({ text: z.string().max(2000), content: z.json() }).nullable(),
  /** What brought text from outside to it or its feedback: `web.read_page`. */
  sources: z.array(z.string()),
  /** Epoch milliseconds. */
  created_at: z.number(),
});
export type ArtifactVersion = z.infer<typeof artifactVersion>;

/** By `domain.artifact`, oldest version first. */
export const artifacts = z.record(z.string(), z.array(artifactVersion).max(MOST_VERSIONS));
export type Artifacts = z.infer<typeof artifacts>;
