import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { needsApproval } from "./run-policy.ts";
import { traceOutsideText } from "./trace-outside-text.ts";

const catalogue = testCatalogue(
  {
    domain: "library",
    capabilities: [
      { capability: "read_page", effect: "read", trust: "untrusted" },
      { capability: "look_up", effect: "read" },
      { capability: "lend", effect: "write", repeat: "keyed" },
      { capability: "send", effect: "external", repeat: "keyed" },
    ],
  },
  {
    domain: "mailbox",
    capabilities: [{ capability: "read_mail", effect: "read", trust: "untrusted" }],
  },
);
type Params = Record<string, Json>;
const plan = (...steps: [id: string, capability: string, params?: Params, output_key?: string][]) =>
  executionPlan.parse({
    steps: steps.map(([id, name, params = {}, output_key]) => {
      const domain = name === "read_mail" ? "mailbox" : "library";
      return { id, domain, capability: name, params, ...(output_key && { output_key }) };
    }),
  });
const traced = (given: ExecutionPlan, answered?: Parameters<typeof traceOutsideText>[2]) =>
  Object.fromEntries(traceOutsideText(given, catalogue, answered));

describe("says which parameter holds it, and where it came from", () => {
  it.each<[string, Params, unknown]>([
    ["by itself", { text: "${a.explanation}" }, [{ param: "text", from: ["library.read_page"] }]],
    [
      "inside a text",
      { text: "see ${a.result.rows.0.title}!" },
      [{ param: "text", from: ["library.read_page"] }],
    ],
    [
      "deep in a value",
      { card: { lines: ["x", { y: "${a.hit.name}" }] } },
      [{ param: "card", from: ["library.read_page"] }],
    ],
    [
      "by its output_key",
      { text: "${page.result}" },
      [{ param: "text", from: ["library.read_page"] }],
    ],
    [
      "two joined in one",
      { text: "${a.result} ${b.result}", other: "${b.metadata.title}", own: "mine" },
      [
        { param: "text", from: ["library.read_page", "mailbox.read_mail"] },
        { param: "other", from: ["mailbox.read_mail"] },
      ],
    ],
  ])("%s", (_how, params, expected) => {
    const given = plan(["a", "read_page", {}, "page"], ["b", "read_mail"], ["c", "send", params]);
    expect(traced(given)["c"]).toEqual(expected);
  });

  it("through a step that only passes it on, and through one that changes something", () => {
    const given = plan(
      ["a", "read_page"],
      ["b", "look_up", { q: "${a.explanation}" }],
      ["c", "lend", { q: "${b.result}" }],
      ["d", "send", { q: "${c.explanation}" }],
    );
    expect(traced(given)["d"]).toEqual([{ param: "q", from: ["library.read_page"] }]);
  });

  it("not by words that only look like a reference", () => {
    const given = plan(["a", "read_page"], ["b", "send", { text: "${$}{a.explanation}" }]);
    expect(traced(given)).toEqual({});
  });

  it("where the user has chosen among what was found, and the plan shows no reference any more", () => {
    const given = plan(
      ["a", "look_up"],
      ["b", "send", { to: "x@evil" }],
      ["c", "send", { t: "${b.result}" }],
    );
    const answered = { b: { to: ["mailbox.read_mail"] } };
    expect(traced(given, answered)).toEqual({
      b: [{ param: "to", from: ["mailbox.read_mail"] }],
      c: [{ param: "t", from: ["mailbox.read_mail"] }],
    });
  });
});

it("ends for steps that wait for each other", () => {
  const given = plan(
    ["a", "read_page", { q: "${b.result}" }],
    ["b", "send", { q: "${a.result}" }],
    ["c", "send", { q: "${c.result}" }],
  );
  expect(traced(given)["b"]).toEqual([{ param: "q", from: ["library.read_page"] }]);
});

const CAPABILITIES = ["read_page", "look_up", "lend", "send"] as const;
const FIELDS = [
  ...(["explanation", "result.x", "metadata.x", "hit.x", "files"] as const),
  ...(["status", "confidence"] as const),
] as const;
/** Up to 12 steps, each of which reads some of those before it in one way or another. */
const drawnPlan = fc
  .array(
    fc.record({
      capability: fc.constantFrom(...CAPABILITIES),
      reads: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...FIELDS)), { maxLength: 3 }),
      joined: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) =>
    plan(
      ...drawn.map(({ capability, reads, joined }, at): [string, string, Params] => {
        const references = at === 0 ? [] : reads.map(([n, field]) => `\${s${n % at}.${field}}`);
        const params = joined
          ? { all: references.join(" and ") }
          : Object.fromEntries(references.map((each, n) => [`p${n}`, each]));
        return [`s${at}`, capability, params];
      }),
    ),
  );

/** The same question, asked the slow way: is there a chain of references to an untrusted step? */
function isFed(given: ExecutionPlan, at: number): boolean {
  const text = JSON.stringify(given.steps[at]?.params);
  return [...text.matchAll(/\$\{s(\d+)\.(explanation|result|metadata|hit|files)/g)].some(
    ([, n]) => {
      const before = Number(n);
      return given.steps[before]?.capability === "read_page" || isFed(given, before);
    },
  );
}

it("finds every way that outside text takes, and no other", () => {
  fc.assert(
    fc.property(drawnPlan, (given) => {
      const found = traced(given);
      given.steps.forEach(({ id }, at) => {
        expect(Object.hasOwn(found, String(id)), String(id)).toBe(isFed(given, at));
      });
    }),
    { numRuns: 1000 },
  );
});

it("nothing from outside changes the world unasked, whatever the plan", () => {
  fc.assert(
    fc.property(drawnPlan, (given) => {
      const asked = needsApproval(given, catalogue);
      for (const [at, { id, capability }] of given.steps.entries()) {
        const acts = capability === "lend" || capability === "send";
        expect(asked.has(String(id))).toBe(acts && isFed(given, at));
        for (const feed of asked.get(String(id)) ?? [])
          expect(feed.from).toEqual(["library.read_page"]);
      }
    }),
    { numRuns: 1000 },
  );
});
