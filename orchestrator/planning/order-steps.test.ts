import { expect, it } from "vitest";
import { capabilitySchema } from "#shared/contracts/capability.ts";
import { givenPlan } from "#shared/contracts/plan.ts";
import type { CatalogueCapability } from "../catalogue/catalogue.ts";
import { placeSteps } from "./order-steps.ts";

const capability = (domain: string, name: string, provides?: string): CatalogueCapability => {
  const spec = capabilitySchema.parse({ capability: name, effect: "read", provides });
  return {
    domain,
    spec,
    effect: "read",
    params: spec as never,
    result: undefined,
    isFallback: false,
  };
};
const place = (step: object, capabilities: CatalogueCapability[]) =>
  placeSteps(givenPlan.parse({ steps: [{ id: 1, ...step }] }), { capabilities }).steps[0]?.domain;

const shop = capability("shop", "find");
const library = capability("library", "find");
const mirror = capability("mirror", "find", "shop.find");

it.each([
  ["the only domain that has the capability", { capability: "find" }, [shop], "shop"],
  ["the one that is named", { domain: "library", capability: "find" }, [shop, library], "library"],
  ["not the one that only stands in for another", { capability: "find" }, [mirror, shop], "shop"],
])("a step belongs to %s", (_which, step, capabilities, domain) =>
  expect(place(step, capabilities)).toBe(domain),
);

it("a step that may belong to two domains is refused by the names of both", () => {
  expect(() => place({ capability: "find" }, [shop, library])).toThrow(
    'steps.0.capability: shop and library have a capability find: say which by "domain"',
  );
});

it("a step that belongs to none is refused", () => {
  expect(() => place({ capability: "lose" }, [shop])).toThrow("no domain has a capability lose");
});
