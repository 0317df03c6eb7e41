import { expect, it } from "vitest";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/safety-net.ts";
import { type Mirror, readMirrors } from "./mirrors.ts";
import { shipped } from "./shipped.ts";

// What real people ask for, and get. Written without sight of what reads them.

const mirrors = readMirrors();
const { catalogue, understanding } = shipped();

/** What is wrong with where a sentence leads; undefined where it is carried out as it was meant. */
function wrongWith({ text, goal, payload }: Mirror): string | undefined {
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
