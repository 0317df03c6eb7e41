import { hash } from "node:crypto";
import type { Prompt } from "#shared/contracts/prompt.ts";

/** The prompt that a session gets, and the name of its version where there are two. */
export type PromptVersion = { prompt: Prompt; version: "a" | "b" | undefined };

/**
 * Which version of a prompt is used: the same for all of a session, so that what people read does not change from one
 * answer to the next. Pure.
 */
export function promptVersion(
  prompt: Prompt,
  asked: { user_id: string; session_id: string; address: string },
): PromptVersion {
  const { trial } = prompt;
  if (trial === undefined) return { prompt, version: undefined };
  const { user_id, session_id, address } = asked;
  const digest = hash("sha256", JSON.stringify([user_id, session_id, address]));
  const place = Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32;
  return place < trial.share
    ? { prompt: { ...prompt, template: trial.template }, version: "b" }
    : { prompt, version: "a" };
}
