import { expect, it } from "vitest";
import { manifestSchema } from "../contracts/manifest.ts";
import { libraryManifest } from "../testing/library-domain.ts";
import { checkRouting, type Explain } from "./checks-of-routing.ts";
import { rulesIn } from "./said.ts";

const manifest = manifestSchema.parse(libraryManifest);

/** A Regente that understands this of every sentence. */
const regente =
  (goal: string | null, passed = true, domain = "library"): Explain =>
  async ({ input_text }) => ({
    intent: {
      primary_domain: goal === null ? null : domain,
      goal,
      entities: {},
      confidence: 0.9,
      original_query: input_text,
      tier: "template",
      evidence: [],
      alternatives: [],
      also: [],
      followups: [],
    },
    gate: { passed, confidence: 0.9, threshold: 0.94, effect: "read" },
  });

it("asks for the sentences without their marks", async () => {
  const heard: string[] = [];
  await checkRouting(manifest, (request) => {
    heard.push(request.input_text);
    return regente("FIND_BOOK")(request);
  });
  expect(heard).toEqual(["tem o livro Dom Casmurro?", "do you have Dom Casmurro?"]);
});

it.each<[string, Explain, string, string]>([
  ["lead home", regente("FIND_BOOK"), "passed", ""],
  [
    "lead to another goal",
    regente("BUY_BOOK"),
    "failed",
    '"do you have Dom Casmurro?" -> BUY_BOOK',
  ],
  [
    "lead to a goal of that name in another domain",
    regente("FIND_BOOK", true, "shop"),
    "failed",
    '"do you have Dom Casmurro?" -> FIND_BOOK',
  ],
  ["lead nowhere", regente(null), "failed", '"do you have Dom Casmurro?" -> no goal'],
  [
    "lead home, too unsure to act",
    regente("FIND_BOOK", false),
    "passed",
    'Regente would ask about these first: "do you have Dom Casmurro?"',
  ],
])("says of examples that %s", async (_what, explain, outcome, detail) => {
  const results = await checkRouting(manifest, explain);
  expect(results).toHaveLength(2);
  expect(results[1]).toEqual({
    about: "routing",
    rule: "8.1",
    ...(outcome === "failed" && { sentence: rulesIn("en").get("8.1") }),
    name: "FIND_BOOK: its examples in en lead to this goal (1)",
    outcome,
    detail,
  });
});

it("shows a few of many", async () => {
  const [goal] = manifest.goals;
  const en = Array.from({ length: 8 }, (_, at) => `book ${at}`);
  const many = goal === undefined ? [] : [{ ...goal, hints: { examples: { en } } }];
  const [result] = await checkRouting({ ...manifest, goals: many }, regente(null));
  expect(result?.detail).toMatch(/^"book 0" -> no goal;.* and 3 more$/);
});
