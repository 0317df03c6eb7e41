import { describe, expect, it } from "vitest";
import { type Manifest, type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { predict } from "./labelled.ts";
import { foldsOf, isExample, sentencesOf } from "./manifest-sentences.ts";

const source: ManifestSource = {
  manifest_version: "1",
  domain: "library",
  version: "1.0.0",
  description: { en: "Books" },
  capabilities: [{ capability: "find_book", effect: "read" }],
  goals: [
    {
      goal: "FIND_BOOK",
      description: { en: "Find a book" },
      capability: "find_book",
      entities_schema: {
        title_text: {},
        copies: { type: "integer" },
        shelf: { type: "enum", values: ["NEW", "OLD"], synonyms: { NEW: ["new ones"] } },
      },
      hints: {
        examples: {
          "pt-BR": [
            "tem [Emma](title_text)?",
            "acha [Emma](title_text)",
            "procura [dez](copies:10)",
          ],
          en: ["find [ten](copies) copies", "look at the [new ones](shelf:NEW)", "tem Emma"],
        },
        negatives: { en: [{ text: "find my keys" }, { text: "lend me Emma", goal: "LEND_BOOK" }] },
      },
    },
    {
      goal: "LEND_BOOK",
      description: { en: "Lend a book" },
      capability: "find_book",
      hints: { examples: { en: ["lend me a book", "can I borrow it"] } },
    },
  ],
};
const manifests: Manifest[] = [manifestSchema.parse(source)];
const understanding = buildUnderstanding(buildCatalogue(manifests));
const sentences = sentencesOf(manifests, understanding);
const texts = (all: { text: string }[]) => all.map(({ text }) => text);

describe("the sentences of a manifest", () => {
  it("are its examples, each with its goal and the values that its marks mean", () => {
    const wanted = sentences.find(({ text }) => text === "procura dez");
    expect(wanted).toEqual({
      id: "library.goals.0.hints.examples.pt-BR.2",
      text: "procura dez",
      locale: "pt-BR",
      domain: "library",
      of: "FIND_BOOK",
      goal: "FIND_BOOK",
      entities: [{ name: "copies", value: "10" }],
      path: "goals.0.hints.examples.pt-BR.2",
    });
  });

  it.each([
    ["words that the entity reads as a number", "find ten copies", { name: "copies", value: "10" }],
    ["a value that the author wrote", "look at the new ones", { name: "shelf", value: "NEW" }],
    ["the user's own words", "acha Emma", { name: "title_text", value: "Emma" }],
  ])("mean %s", (_what, text, entity) => {
    expect(sentences.find((each) => each.text === text)?.entities).toEqual([entity]);
  });

  it("are also its near misses: for the goal that they name, or for none of the manifest", () => {
    expect(sentences.filter((each) => !isExample(each))).toMatchObject([
      { text: "find my keys", goal: null, notOf: "library", of: "FIND_BOOK", entities: undefined },
      { text: "lend me Emma", goal: "LEND_BOOK", of: "FIND_BOOK", entities: undefined },
    ]);
  });
});

describe("folds", () => {
  const folds = foldsOf(manifests, sentences, 3);

  it("leave every sentence out once", () => {
    expect(folds.flatMap((fold) => texts(fold.sentences)).sort()).toEqual(texts(sentences).sort());
  });

  it("hold manifests that have everything but what was left out", () => {
    for (const fold of folds) {
      const rest = sentencesOf(fold.manifests, understanding);
      expect(texts([...rest, ...fold.sentences]).sort()).toEqual(texts(sentences).sort());
    }
  });

  it("leave the same sentence out everywhere at once, whatever its punctuation", () => {
    const fold = folds.find((each) => texts(each.sentences).includes("tem Emma"));
    expect(texts(fold?.sentences ?? [])).toContain("tem Emma?");
  });

  it("are as many as there is something to leave out for", () => {
    expect(foldsOf(manifests, sentences, 1000).length).toBeLessThan(5);
  });

  it("let a left out example be understood by what is left, and not by heart", () => {
    const [fold] = foldsOf(manifests, sentences, 2);
    if (fold === undefined) throw new Error("no fold");
    const blind = buildUnderstanding(buildCatalogue(fold.manifests));
    const byHeart = sentences.map((each) => predict(understanding, each).confidence);
    const unseen = fold.sentences.map((each) => predict(blind, each).confidence);
    expect(Math.min(...byHeart.slice(0, 3))).toBeGreaterThan(0.9);
    expect(Math.min(...unseen)).toBeLessThan(0.9);
  });
});
