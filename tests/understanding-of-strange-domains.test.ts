import { expect, it } from "vitest";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { buildCatalogue } from "../orchestrator/catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../orchestrator/understanding/understand.ts";

const understanding = buildUnderstanding(
  buildCatalogue([loadManifest(new URL("strange-domains/restaurant/", import.meta.url))]),
);

it("where examples are few, a name that none of them says is found in a place that is new as well", () => {
  const { intent } = understanding.understand("book Silva in for four people, 8pm yesterday", {
    lastFrame: null,
  });
  expect(intent.entities).toMatchObject({ guest_text: "Silva", party_size: 4 });
});
