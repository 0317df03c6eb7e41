import { expect, it } from "vitest";
import type { ManifestSource } from "../contracts/manifest.ts";
import { success } from "../domain-kit/answers.ts";
import { defineDomain } from "../domain-kit/define-domain.ts";
import { silentLog } from "../domain-kit/log.ts";
import { domainContract } from "../testing/domain-contract.ts";
import { libraryDomain } from "../testing/library-domain.ts";
import { checkDomain } from "./check-domain.ts";
import type { DomainCase } from "./domain-probe.ts";
import { rulesIn } from "./said.ts";

const secret = "a-secret-that-only-the-tests-know";
const start = (options = {}) => libraryDomain(options).domain.serve({ port: 0 });

const cases = (loans: readonly unknown[]): DomainCase[] => [
  { capability: "find_book", parameters: { title_text: "Iracema" } },
  { capability: "find_book", parameters: { title_text: "Memórias" }, asks: true },
  {
    capability: "lend_book",
    parameters: { title: "Iracema" },
    other_parameters: { title: "Senhora" },
    happened: () => loans.length,
  },
];

const { domain, loans } = libraryDomain();
domainContract("the library", () => domain.serve({ port: 0 }), cases(loans));
domainContract("the locked library", () => start({ secret }), cases([]).slice(0, 2), secret);

it("gives one result for each check, none of a good domain fails, and what no one looked at is said", async () => {
  const library = await start();
  const results = await checkDomain(library.url);
  await library.close();
  expect(results.length).toBeGreaterThan(20);
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "not_checked")).toEqual([
    expect.objectContaining({ about: "questions", detail: "no case leads to a question" }),
    expect.objectContaining({
      about: "effects",
      name: "lend_book takes effect only once for one key",
    }),
  ]);
});

it("fails every check of a domain that is down, and says why", async () => {
  const library = await start();
  await library.close();
  const results = await checkDomain(library.url);
  expect(results.filter(({ outcome }) => outcome === "passed")).toEqual([]);
  expect(results[0]?.detail).toMatch(/^fetch failed: .*ECONNREFUSED/);
});

/** Counts visitors, and says how many there were. */
const gate = {
  manifest_version: "1",
  domain: "gate",
  version: "1.0.0",
  description: { en: "Counts visitors" },
  capabilities: [
    {
      capability: "let_in",
      effect: "write",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: { visitor: { type: "string", minLength: 1 } },
        required: ["visitor"],
      },
      undo: { capability: "let_out", params: { visitor: "${receipt.result.visitor}" } },
      metadata: {
        check: [
          {
            parameters: { visitor: "Ana" },
            other_parameters: { visitor: "Bia" },
            counted_by: { capability: "count_visitors", path: "result.visitors", shared: true },
          },
        ],
      },
    },
    { capability: "let_out", effect: "write", repeat: "keyed" },
    { capability: "count_visitors", effect: "read" },
  ],
} satisfies ManifestSource;

const leave = (visitors: string[], visitor: string) => {
  const at = visitors.indexOf(visitor);
  if (at !== -1) visitors.splice(at, 1);
};

const startGate = (
  counted: (visitors: string[]) => unknown,
  visitors: string[] = [],
  letOut = leave,
  manifest: ManifestSource = gate,
) => {
  const say = (locale: string, pt: string, en: string) => (locale === "en" ? en : pt);
  const handlers = {
    let_in: async ({ visitor }: Record<string, unknown>, { locale }: { locale: string }) => {
      visitors.push(String(visitor));
      const explanation = say(locale, `Entrou ${visitor}.`, `${visitor} is in.`);
      return success({ result: { visitor }, explanation });
    },
    let_out: async ({ visitor }: Record<string, unknown>, { locale }: { locale: string }) => {
      letOut(visitors, String(visitor));
      return success({ explanation: say(locale, `Saiu ${visitor}.`, `${visitor} left.`) });
    },
    count_visitors: async (_params: unknown, { locale }: { locale: string }) =>
      success({
        result: { visitors: counted(visitors) },
        explanation: say(locale, `Entraram ${visitors.length}.`, `${visitors.length} came in.`),
      }),
  };
  return defineDomain(manifest, handlers, { log: silentLog }).serve({ port: 0 });
};

it.each<[string, (visitors: string[]) => unknown, string[], RegExp | undefined]>([
  ["a number", (visitors) => visitors.length, [], undefined],
  ["a list", (visitors) => visitors, [], undefined],
  ["a number that never changes", () => 3, ["failed"], /it happened 0 times/],
  ["no number", () => "many", ["failed"], /result\.visitors is neither a number nor a list/],
])(
  "counts an effect that the manifest marks by what a read says: %s",
  async (_what, counted, failing, why) => {
    const served = await startGate(counted);
    const results = await checkDomain(served.url);
    await served.close();
    const effects = results.filter(({ about }) => about === "effects");
    expect(effects.map(({ name }) => name)).toContain(
      "let_in takes effect only once for one key, and the second answer says it is a replay",
    );
    expect(effects).toHaveLength(6);
    expect([...new Set(effects.map(({ outcome }) => outcome))]).toEqual(
      failing.length === 0 ? ["passed"] : expect.arrayContaining(failing),
    );
    if (why !== undefined) expect(effects[0]?.detail).toMatch(why);
  },
);

it("takes back what it made, and says so where that does not work", async () => {
  const visitors = ["Zoé"];
  const count = (all: string[]) => all.length;
  const tidy = await startGate(count, visitors);
  expect((await checkDomain(tidy.url)).filter(({ outcome }) => outcome === "failed")).toEqual([]);
  await tidy.close();
  expect(visitors).toEqual(["Zoé"]);

  const untidy = await startGate(count, [], () => undefined);
  const failed = (await checkDomain(untidy.url)).filter(({ outcome }) => outcome === "failed");
  await untidy.close();
  expect(failed).toMatchObject([
    {
      rule: "6.6",
      sentence: rulesIn("en").get("6.6"),
      detail: "there were 4 before, and there are 5 now",
    },
  ]);
});

/** The gate as its author would have written it otherwise. */
function gateWhere(change: (source: typeof gate) => void): ManifestSource {
  const source = structuredClone(gate);
  change(source);
  return source;
}
const isShared = (shared: boolean | undefined) =>
  gateWhere(({ capabilities }) => {
    const marked = capabilities[0]?.metadata?.check[0]?.counted_by;
    if (marked !== undefined) Object.assign(marked, { shared });
  });

it.each([
  ["is meant to keep them apart", false, "failed"],
  ["says nothing of it", undefined, "not_checked"],
])(
  "notices that one user sees what another made, in a domain that %s",
  async (_what, shared, outcome) => {
    const served = await startGate((all) => all.length, [], leave, isShared(shared));
    const results = await checkDomain(served.url);
    await served.close();
    const told = results.filter(({ rule }) => rule === "6.7");
    const seen = [
      [
        "let_in creates data that is visible only to the user who called it",
        "one user sees what another has made (1 more than before)",
      ],
      ["let_in keeps two users apart when both call it at once", "and they see 4 and 4 more"],
      [
        "let_in can be undone only by the user who called it",
        "undid what another had done (there were 1, now there are 0)",
      ],
    ];
    expect(told).toMatchObject(seen.map(([name]) => ({ name, outcome })));
    for (const [at, [, detail]] of seen.entries()) expect(told[at]?.detail).toContain(detail);
  },
);

it.each<[string, boolean, string[]]>([
  ["as its author says", true, []],
  ["although its author does not say so", false, ["it happened 1 times"]],
])("a domain that keeps the same thing once, %s", async (_what, once, wrong) => {
  const source = gateWhere(({ capabilities }) => {
    const marked = capabilities[0]?.metadata?.check[0]?.counted_by;
    if (marked !== undefined) Object.assign(marked, { once });
  });
  const served = await startGate((visitors) => new Set(visitors).size, [], leave, source);
  const results = await checkDomain(served.url);
  await served.close();
  const again = results.filter(({ rule }) => rule === "6.4");
  expect(again.map(({ outcome }) => outcome)).toEqual([wrong.length > 0 ? "failed" : "passed"]);
  for (const each of wrong) expect(again[0]?.detail).toContain(each);
});

it.each<[string, string[], (list: string[], user: string, visitor: string) => Promise<void>]>([
  ["keeps them apart", [], async (list, user, visitor) => void list.push(`${user} ${visitor}`)],
  [
    "takes the one who called last for all who wait",
    ["let_in keeps two users apart when both call it at once"],
    async (list, user, visitor) => {
      latest = user;
      await new Promise((later) => setTimeout(later, 20));
      list.push(`${latest} ${visitor}`);
    },
  ],
])("tries two users side by side, in a domain that %s", async (_what, failing, enter) => {
  const inside: string[] = [];
  const own = (user: string) => inside.filter((each) => each.startsWith(`${user} `));
  type Call = { context: { user_id: string }; locale: string };
  const handlers = {
    let_in: async ({ visitor }: Record<string, unknown>, call: Call) => {
      await enter(inside, call.context.user_id, String(visitor));
      const explanation = call.locale === "en" ? `${visitor} is in.` : `Entrou ${visitor}.`;
      return success({ result: { visitor }, explanation });
    },
    let_out: async ({ visitor }: Record<string, unknown>, { context, locale }: Call) => {
      leave(inside, `${context.user_id} ${visitor}`);
      return success({ explanation: locale === "en" ? `${visitor} left.` : `Saiu ${visitor}.` });
    },
    count_visitors: async (_params: unknown, { context, locale }: Call) => {
      const { length } = own(context.user_id);
      const explanation = locale === "en" ? `${length} came in.` : `Entraram ${length}.`;
      return success({ result: { visitors: length }, explanation });
    },
  };
  const served = await defineDomain(isShared(false), handlers, { log: silentLog }).serve({
    port: 0,
  });
  const results = await checkDomain(served.url);
  await served.close();
  const failed = results.filter(({ rule, outcome }) => rule === "6.7" && outcome === "failed");
  expect(failed.map(({ name }) => name)).toEqual(failing);
});
let latest = "";

it("says how much it left behind where a capability names no undo", async () => {
  const noUndo = gateWhere(({ capabilities: [letIn] }) => {
    if (letIn !== undefined) Object.assign(letIn, { undo: undefined });
  });
  const visitors: string[] = [];
  const served = await startGate((all) => all.length, visitors, leave, noUndo);
  const results = await checkDomain(served.url);
  await served.close();
  expect(visitors.length).toBeGreaterThan(0);
  expect(results).toContainEqual(
    expect.objectContaining({
      rule: "6.6",
      name: "let_in leaves no trace of the check",
      detail: `what this check made is still there (${visitors.length} for the user "check"): it names no undo`,
    }),
  );
});

it.each([
  ["a list of names, the same in every language", "- Ana\n- Zoé", "passed"],
  ["words of one language", "In: Ana, Zoé", "failed"],
])("takes %s as it is", async (_what, explanation, outcome) => {
  const list = {
    manifest_version: "1",
    domain: "list",
    version: "1.0.0",
    description: { en: "Lists visitors" },
    capabilities: [
      { capability: "list", effect: "read", metadata: { check: [{ parameters: {} }] } },
    ],
  } satisfies ManifestSource;
  const handlers = { list: async () => success({ result: ["Ana", "Zoé"], explanation }) };
  const served = await defineDomain(list, handlers, { log: silentLog }).serve({ port: 0 });
  const results = await checkDomain(served.url);
  await served.close();
  const told = results.filter(({ rule, name }) => rule === "4.2" && name.startsWith("list"));
  expect(told.map((each) => each.outcome)).toEqual([outcome, outcome]);
});
