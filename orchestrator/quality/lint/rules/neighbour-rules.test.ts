import { expect, it } from "vitest";
import type { Variant } from "../../evaluation/variants.ts";
import { ignoredModifiers } from "./neighbour-rules.ts";

const opened: Variant = {
  text: "não abre a porta 3",
  said: "abre a porta 3",
  modifier: "polarity",
  form: "não {request}",
  locale: "pt-BR",
  domain: "house",
  goal: "OPEN_DOOR",
  of: "OPEN_DOOR",
  path: "goals.0.hints.examples.pt-BR.0",
};

it("one finding for each goal and kind of word, with the first sentence and how many there are", () => {
  const again = { ...opened, text: "nunca abre a porta 3" };
  const pigeon = {
    ...opened,
    goal: null,
    of: "send_pigeon",
    path: "capabilities.3",
    modifier: "time" as const,
  };
  const findings = ignoredModifiers([opened, again, pigeon]);
  expect(findings).toHaveLength(2);
  expect(findings[0]).toMatchObject({
    level: "warning",
    rule: "ignored_modifier",
    domain: "house",
    goal: "OPEN_DOOR",
    path: "goals.0.hints.examples.pt-BR.0",
    sentence: "não abre a porta 3",
    message: {
      "pt-BR":
        "OPEN_DOOR seria executado apesar de a frase conter uma negação (e mais 1 da amostra).",
      en: "OPEN_DOOR would run despite a negation (and 1 more in the sample).",
    },
  });
  expect(findings[1]).toMatchObject({
    goal: null,
    message: { en: "send_pigeon would run despite another time." },
  });
});

it("nothing is said where nothing acts", () => expect(ignoredModifiers([])).toEqual([]));
