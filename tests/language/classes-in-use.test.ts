import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { askedFor, parseWords } from "#shared/language/words.ts";
import { zoneNamed } from "../../orchestrator/language/read-zone.ts";
import { siblingActionsOf } from "../../orchestrator/language/words/deeds.ts";

const READERS =
  "{orchestrator/{language,understanding,turn,standing,engine/grounding},shared/{recognisers,calendar}}/**/*.ts";

it("every class of words is read by something", async () => {
  for (const file of globSync(READERS))
    if (!/\.(test|fixture|contract)\.ts$/.test(file))
      await import(/* @vite-ignore */ resolve(file));
  // Read by the linter, when it asks, and with the first place that is named.
  for (const locale of locales) siblingActionsOf(locale);
  zoneNamed("Lisbon");
  const asked = [...askedFor()];
  const unused = globSync("language/*/*.yaml").flatMap((file) => {
    const topic = basename(file, ".yaml");
    // Phrases of the grammar of time, which names those that nothing reads.
    if (topic === "times" || topic === "guards") return [];
    return [...parseWords(file, readFileSync(file, "utf8")).keys()]
      .filter((name) => {
        const key = `${topic}.${name}`;
        return !asked.some((each) => each === key || each.startsWith(`${key}.`));
      })
      .map((name) => `${file}: ${name}`);
  });
  expect(unused).toEqual([]);
});
