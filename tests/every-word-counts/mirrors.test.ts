import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { localeSchema } from "#shared/contracts/names.ts";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/would-act.ts";
import { shipped } from "./shipped.ts";

// Texts, titles and addresses with a not, an if, a when in them, and polite requests that only sound like a no: what
// real people ask for, and get. Written without sight of what reads them.

const mirror = z.strictObject({
  locale: localeSchema,
  text: z.string(),
  goal: z.string(),
  /** What one of its values is, to the letter; "" where the goal has none. */
  payload: z.string(),
});
const mirrors = z
  .array(mirror)
  .parse(JSON.parse(readFileSync(new URL("mirrors.json", import.meta.url), "utf8")));
const { catalogue, understanding } = shipped();

/** What is wrong with where a sentence leads; undefined where it is carried out as it was meant. */
function wrongWith({ text, goal, payload }: z.infer<typeof mirror>): string | undefined {
  const draft = draftOf(text, understanding, catalogue);
  if (draft === undefined || draft.leads === "nowhere") return `${text}: ${goal}, led nowhere`;
  if (!wouldAct(draft, catalogue)) return `${text}: ${goal}, ${draft.leads}`;
  const [frame, ...others] = draft.frames;
  if (frame?.goal !== goal || others.length > 0)
    return `${text}: ${draft.frames.map((each) => each.goal).join(" and ")} instead of ${goal}`;
  const values = Object.values(frame.entities).flat();
  return payload === "" || values.includes(payload)
    ? undefined
    : `${text}: ${JSON.stringify(frame.entities)}`;
}

const LEAST_RIGHT = 0.97;

it("what belongs to a text is no modifier: it goes through as it was said", () => {
  expect(mirrors.length).toBeGreaterThanOrEqual(400);
  const wrong = mirrors.flatMap((each) => wrongWith(each) ?? []);
  const right = 1 - wrong.length / mirrors.length;
  expect(
    right,
    `${wrong.length} of ${mirrors.length}:\n${wrong.join("\n")}`,
  ).toBeGreaterThanOrEqual(LEAST_RIGHT);
});
