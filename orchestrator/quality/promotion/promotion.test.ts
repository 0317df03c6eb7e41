import { describe, expect, it } from "vitest";
import type { ExampleProposal, PromotedExample } from "#shared/contracts/promotion.ts";
import type { Route, RouteChange } from "#shared/contracts/routing.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { concernsOf, isHarm, openPromotion, type PromotionDeps } from "./promotion.ts";

const proposal: ExampleProposal = {
  id: "p1",
  user_id: "ana",
  session_id: "s1",
  run_id: "run_1",
  domain: "harbour",
  goal: "FIND_SHIPS",
  locale: "en",
  text: "anything floating near Recife",
  example: "anything floating near [Recife](port_text)",
  unmarked: [],
  solved_by: "model",
  created_at: 1000,
};
const catalogue = testCatalogue({
  domain: "harbour",
  goals: [
    {
      goal: "FIND_SHIPS",
      description: { en: "Find ships" },
      capability: "find_ships",
      entities_schema: { port_text: {} },
      hints: { examples: { en: ["ships in [Natal](port_text)"] } },
    },
  ],
  capabilities: [{ capability: "find_ships", effect: "read" }],
});
const leads = (goal: string | null, cost: Route["cost"]): Route => ({
  domain: goal === null ? null : "harbour",
  goal,
  entities: {},
  confidence: 0.97,
  tier: "classifier",
  cost,
  also: [],
  followups: [],
});
const change = (changes: Partial<RouteChange>): RouteChange => ({
  text: "boats at the quay",
  source: "recorded",
  changed: ["goal"],
  before: leads("COUNT_BOATS", "zero_tokens"),
  after: leads("FIND_SHIPS", "zero_tokens"),
  intended: false,
  ...changes,
});
const harmless = { errors: [], changes: [], isLearnt: true };

type Judged = Partial<Awaited<ReturnType<PromotionDeps["judge"]>>>;

/** A promotion over these proposals, with what a judge says of each example. */
function open(
  waiting: ExampleProposal[],
  judgement: Judged | ((example: PromotedExample) => Judged) = {},
) {
  const promoted: PromotedExample[] = [];
  const decided: string[] = [];
  const left = () => waiting.filter(({ id }) => !decided.some((each) => each.startsWith(id)));
  const promotion = openPromotion({
    proposals: {
      propose: () => undefined,
      noteUnclear: () => undefined,
      unclear: async () => [],
      findUnclear: async () => undefined,
      noteWrong: async () => undefined,
      wrong: async () => [],
      findWrong: async () => undefined,
      withdraw: () => undefined,
      waiting: async () => left(),
      find: async (id) => left().find((each) => each.id === id),
      decide: async (_owner, id, decision) => decided.push(`${id} ${decision}`) > 0,
      forget: async () => undefined,
    },
    current: () => catalogue,
    judge: async (example) => ({
      ...harmless,
      ...(typeof judgement === "function" ? judgement(example) : judgement),
    }),
    promote: async (example) => promoted.push(example) > 0,
    log: { info() {}, warn() {}, error() {} },
  });
  return { promotion, promoted, decided };
}

describe("an accepted proposal", () => {
  it("becomes an example of its goal and is decided", async () => {
    const { promotion, promoted, decided } = open([proposal]);
    const { domain, goal, locale, example } = proposal;
    expect(await promotion.accept("p1")).toEqual({
      ...{ id: "p1", domain, goal, locale, example, general: true },
      digest: catalogue.digest,
    });
    expect(promoted).toEqual([{ domain, goal, locale, example, general: true }]);
    expect(decided).toEqual(["p1 accepted"]);
    expect(await promotion.accept("p1")).toBeUndefined();
  });

  it("reads as the operator says", async () => {
    const { promotion, promoted } = open([proposal]);
    await promotion.accept("p1", "something floating near [Recife](port_text)");
    expect(promoted[0]?.example).toBe("something floating near [Recife](port_text)");
  });

  it("is taken as it stands where other values in its words would do harm", async () => {
    const { promotion, promoted } = open([proposal], ({ general }) =>
      general === true ? { changes: [change({})] } : {},
    );
    await promotion.accept("p1");
    expect(promoted).toEqual([expect.not.objectContaining({ general: true })]);
  });

  it("comes with requests like it that its goal would act on and probably should not", async () => {
    const nearMisses = [{ locale: "en" as const, text: "sell the ships" }];
    const { promotion } = open([proposal], { nearMisses });
    expect(await promotion.accept("p1")).toMatchObject({ near_misses: nearMisses });
  });

  it("is only decided when the goal has it already", async () => {
    const known = { ...proposal, example: "Ships in [Natal](port_text)!" };
    const { promotion, promoted, decided } = open([known], { isLearnt: false });
    expect(await promotion.accept("p1")).toBeDefined();
    expect([promoted, decided]).toEqual([[], ["p1 accepted"]]);
  });

  it.each<[string, RouteChange]>([
    [
      "is of another goal and is asked about now",
      change({ after: leads("COUNT_BOATS", "unsure") }),
    ],
    [
      "was asked about and waits to be an example of the same goal",
      change({ text: "what floats", changed: ["cost"], before: leads("FIND_SHIPS", "unsure") }),
    ],
  ])("may touch a sentence that %s", async (_why, harmlessChange) => {
    const { promotion } = open([proposal, { ...proposal, id: "p2", text: "what floats" }], {
      changes: [harmlessChange],
    });
    expect(await promotion.accept("p1")).toBeDefined();
  });
});

describe("a proposal is refused, and waits on, when", () => {
  const unsure = leads("FIND_SHIPS", "unsure");
  it.each<[string, Partial<ExampleProposal>, Parameters<typeof open>[1], RegExp]>([
    [
      "it would take a sentence from another goal",
      {},
      { changes: [change({})] },
      /"boats at the quay" would lead to FIND_SHIPS, not to COUNT_BOATS/,
    ],
    [
      "a sentence that was asked about would act unasked",
      {},
      { changes: [change({ changed: ["cost"], before: unsure })] },
      /"boats at the quay" would change its cost/,
    ],
    [
      "the linter finds an error",
      {},
      {
        errors: [
          {
            level: "error",
            rule: "wrong_mark",
            domain: "harbour",
            goal: "FIND_SHIPS",
            path: "goals.0",
            sentence: null,
            message: { "pt-BR": "Não.", en: "No such entity." },
            way_out: { "pt-BR": "Marque.", en: "Mark it." },
          },
        ],
      },
      /No such entity\. Mark it\./,
    ],
    ["it would not be learnt", {}, { isLearnt: false }, /would not reach FIND_SHIPS/],
    ["it may hold a secret", { text: "my password is hunter2" }, {}, /seems to contain a secret/],
    ["it may be personal", { text: "call 81 99999-1234" }, {}, /personal data/],
    ["a value is not shown", { unmarked: ["port_text"] }, {}, /every value \(port_text\)/],
    ["its goal is gone", { goal: "SINK_SHIPS" }, {}, /no goal SINK_SHIPS any more/],
  ])("%s", async (_why, changes, judgement, reason) => {
    const { promotion, promoted, decided } = open([{ ...proposal, ...changes }], judgement);
    await expect(promotion.accept("p1")).rejects.toThrow(reason);
    expect([promoted, decided]).toEqual([[], []]);
    expect((await promotion.list()).proposals).toHaveLength(1);
  });
});

it("what looks like a secret goes in only as the operator words it", async () => {
  const { promotion, promoted } = open([{ ...proposal, text: "password hunter2 for Recife" }]);
  await promotion.accept("p1", "password of [Recife](port_text)");
  expect(promoted[0]?.example).toBe("password of [Recife](port_text)");
});

it("a rejected proposal is gone", async () => {
  const { promotion, decided } = open([proposal]);
  expect(await promotion.reject("p1")).toBe(true);
  expect(decided).toEqual(["p1 rejected"]);
  expect(await promotion.reject("p1")).toBe(false);
  expect((await promotion.list()).proposals).toEqual([]);
});

it("the list says what to look at", async () => {
  const { promotion } = open([{ ...proposal, text: "mail ana@example.org" }]);
  expect((await promotion.list()).proposals).toMatchObject([{ id: "p1", concerns: ["personal"] }]);
});

describe("a proposal that is accepted in the background", () => {
  const { id } = proposal;
  it("is being judged at once, and accepted or refused later", async () => {
    const { promotion, decided } = open([proposal]);
    expect(await promotion.progressOf(id)).toMatchObject({ state: "waiting" });
    expect(await promotion.begin(id)).toMatchObject({ id, state: "judging" });
    await expect
      .poll(() => promotion.progressOf(id))
      .toMatchObject({
        state: "accepted",
        accepted: { goal: proposal.goal, digest: catalogue.digest },
      });
    expect(decided).toEqual(["p1 accepted"]);

    const harmful = open([proposal], { changes: [change({})] });
    await harmful.promotion.begin(id);
    await expect
      .poll(() => harmful.promotion.progressOf(id))
      .toMatchObject({
        state: "refused",
        refusal: expect.stringContaining("COUNT_BOATS") as string,
      });
    expect((await harmful.promotion.list()).proposals).toHaveLength(1);
  });

  it("is refused at once for what needs no judgement, and is not rejected meanwhile", async () => {
    const unmarked = open([{ ...proposal, unmarked: ["port_text"] }]);
    await expect(unmarked.promotion.begin(id)).rejects.toThrow("port_text");
    const { promotion } = open([proposal]);
    await promotion.begin(id);
    await expect(promotion.reject(id)).rejects.toThrow("being judged");
    expect(await promotion.begin("gone")).toBeUndefined();
    expect(await promotion.progressOf("gone")).toBeUndefined();
  });
});

describe("what a promotion would do to other sentences", () => {
  const promoted = { domain: "harbour", goal: "FIND_SHIPS" };
  const waiting: ExampleProposal[] = [
    {
      ...promoted,
      ...{ id: "p1", user_id: "ana", session_id: "s1", run_id: "r1", locale: "en" as const },
      ...{ text: "what floats", example: "what floats", unmarked: [] as string[] },
      ...{ solved_by: "model" as const, created_at: 1 },
    },
  ];
  const leads = (goal: string | null, more: Partial<Route> = {}): Route => ({
    domain: goal === null ? null : "harbour",
    goal,
    entities: {},
    confidence: 0.97,
    tier: "classifier",
    cost: "zero_tokens",
    also: [],
    followups: [],
    ...more,
  });
  const asks = (goal: string, more: Partial<Route> = {}) =>
    leads(goal, { cost: "unsure", ...more });
  const harms = (before: Route, after: Route, text = "boats at the quay") =>
    isHarm(
      { text, source: "recorded", changed: ["goal"], before, after, intended: false },
      promoted,
      waiting,
    );
  const at = (port: string | string[], more: Record<string, string> = {}) =>
    leads("FIND_SHIPS", { entities: { port_text: port, ...more } });

  it.each<[string, Route, Route, string?]>([
    ["is taken from another goal", leads("COUNT_BOATS"), leads("FIND_SHIPS")],
    ["acts on another goal, whichever", leads("COUNT_BOATS"), leads("SELL_FISH")],
    ["is asked about, and its goal was the example's", leads("FIND_SHIPS"), asks("FIND_SHIPS")],
    ["is asked about because of the example's goal", leads("COUNT_BOATS"), asks("FIND_SHIPS")],
    ["acts unasked on the example's goal", asks("COUNT_BOATS"), leads("FIND_SHIPS")],
    [
      "acts as another goal than it waits for",
      asks("X"),
      leads("X", { also: ["harbour.FIND_SHIPS"] }),
      "what floats",
    ],
    ["has another value", at("Recife"), at("Natal")],
    ["loses a value", at("Recife", { kind: "TUG" }), at("Recife")],
    ["has one value less", at(["Recife", "Natal"]), at("Recife")],
    [
      "has something follow",
      leads("COUNT_BOATS"),
      leads("COUNT_BOATS", { followups: ["post.send_card"] }),
    ],
    ["becomes two requests", leads("FIND_SHIPS"), leads("FIND_SHIPS", { also: ["harbour.X"] })],
  ])("it is harm when a sentence %s", (_how, before, after, text) =>
    expect(harms(before, after, text)).toBe(true),
  );

  it.each<[string, Route, Route, string?]>([
    ["is asked about either way", asks("COUNT_BOATS"), asks("FIND_SHIPS")],
    ["of another goal is asked about", leads("COUNT_BOATS"), asks("COUNT_BOATS")],
    ["of another goal acts", asks("COUNT_BOATS"), leads("COUNT_BOATS")],
    [
      "waits to be an example of the same goal, and acts",
      asks("FIND_SHIPS"),
      leads("FIND_SHIPS"),
      "what floats",
    ],
    ["is only decided by something else", at("Recife"), { ...at("Recife"), tier: "template" }],
    ["has a word more at the end of a value", at("last week"), at("the last week")],
  ])("it is no harm when a sentence %s", (_how, before, after, text) =>
    expect(harms(before, after, text)).toBe(false),
  );

  it.each([
    ["onde anda o volume de Iracema", []],
    ["what is up with tugs over 20 metres", []],
    ["horário das 10:30 às 12:45", []],
    ["meu token é sk-abcdefghij", ["secret"]],
    ["entra com a senha gato123", ["secret"]],
    ["my password is hunter2", ["secret"]],
    ["manda pra ana@example.org", ["personal"]],
    ["liga pra (81) 99999-1234", ["personal"]],
    ["cpf 123.456.789-09", ["personal"]],
    ["meu nome é Rita", ["personal"]],
  ] as const)("%s: %j", (text, concerns) =>
    expect(concernsOf({ text, unmarked: [] })).toEqual(concerns),
  );

  it("a value that the words do not show is one", () => {
    expect(concernsOf({ text: "any around", unmarked: ["kind"] })).toEqual(["unmarked"]);
  });
});
