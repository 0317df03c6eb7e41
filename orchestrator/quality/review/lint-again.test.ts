import { expect, it } from "vitest";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { rain, weather } from "../lint/lint.fixture.ts";
import { changeBetween } from "./lint-again.ts";
import { type Before, lintCatalogue } from "./lint-catalogue.ts";

const tides = (...examples: string[]) => ({
  domain: "tides",
  goals: [
    {
      ...{ goal: "ASK_TIDE", description: { en: "The tide" }, capability: "get_tide" },
      hints: {
        examples: {
          en: ["is the tide high", "show the tide table", "when is low tide", ...examples],
        },
      },
    },
  ],
  capabilities: [{ capability: "get_tide", effect: "read" as const }],
});
type Sketch = Parameters<typeof testCatalogue>[0];
const manifestsOf = (...sketches: Sketch[]): Manifest[] => [
  ...testCatalogue(...sketches).manifests.values(),
];

/** What the linter finds, and what it kept for the next time. */
function lint(manifests: readonly Manifest[], before?: Before) {
  const learnt: Training[] = [];
  const { findings, heard } = lintCatalogue(
    manifests,
    undefined,
    (each) => learnt.push(each),
    before,
  );
  const [training] = learnt;
  if (training === undefined) throw new Error("nothing was learnt");
  return { findings, before: { heard, training } };
}
const told = ({ findings }: ReturnType<typeof lint>) =>
  findings.map(({ rule, domain, sentence }) => `${domain} ${rule} ${sentence ?? ""}`).sort();

const first = lint(manifestsOf(weather, tides()));

it("what changed little is heard in part, and found as if all of it were heard", () => {
  const now = manifestsOf(weather, tides("any spring tide today"));
  const again = lint(now, first.before);
  expect(again.before.heard.times).toBe(1);
  expect(told(again)).toEqual(told(lint(now)));
});

it("sees an example that another goal now has as well", () => {
  const stolen = "will it rain in Recife";
  const again = lint(manifestsOf(weather, tides(stolen)), first.before);
  expect(again.before.heard.times).toBe(1);
  expect(told(again).filter((each) => each.includes("stolen_example"))).toContain(
    `tides stolen_example ${stolen}`,
  );
});

it("what is gone is told of no more", () => {
  const both = lint(manifestsOf(weather, tides("will it rain in Recife")), first.before);
  expect(told(lint(manifestsOf(weather, tides()), both.before))).toEqual(told(first));
});

it("hears all of it again where a domain is new, or it was heard in part too often", () => {
  const { heard } = first.before;
  const now = manifestsOf(weather, tides("any spring tide today"));
  expect(changeBetween(heard, now)?.goals).toEqual(new Set(["tides.ASK_TIDE"]));
  expect(changeBetween({ ...heard, times: 20 }, now)).toBeUndefined();
  expect(changeBetween(heard, manifestsOf(weather))).toBeUndefined();
});

it("what the goals of a domain share concerns each of them, and the words of the change are those that tell", () => {
  const listed = { ...weather, goals: [rain], lists: { towns: { values: ["Faro"] } } };
  const change = changeBetween(first.before.heard, manifestsOf(listed, tides()));
  expect(change?.goals).toEqual(new Set(["weather.GET_RAIN"]));
  expect([...(change?.words ?? [])]).toEqual(expect.arrayContaining(["far", "town"]));
});
