import { expect, it, onTestFinished } from "vitest";
import type { Route } from "#shared/contracts/routing.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { type Router, routeOf } from "../diff/route-of.ts";
import { weather } from "../lint/lint.fixture.ts";
import { openHearing } from "./open-hearing.ts";

it.each([
  ["two threads", 500],
  ["one, where there are few", 20],
])(
  "sentences lead where they lead, and what is known is not heard again: %s",
  async (_how, count) => {
    const manifests = [...testCatalogue(weather).manifests.values()];
    const catalogue = buildCatalogue(manifests);
    const understanding = buildUnderstanding(catalogue);
    understanding.calibrate();
    const texts = Array.from(
      { length: count },
      (_, at) => `rain in ${at % 2 ? "Faro" : "Natal"} ${at}`,
    );
    const known = new Map<string, Route>();
    const router: Router = { catalogue, understanding, known };
    const other = { ...routeOf({ catalogue, understanding }, "rain in Braga"), confidence: 0.5 };
    known.set(texts[0] ?? "", other);
    const hearing = openHearing(count);
    onTestFinished(() => hearing.close());
    await hearing.hear(router, manifests, texts);
    expect(known.get(texts[0] ?? "")).toBe(other);
    const plain = texts.slice(1).map((text) => routeOf({ catalogue, understanding }, text));
    expect(texts.slice(1).map((text) => known.get(text))).toEqual(plain);
  },
);
