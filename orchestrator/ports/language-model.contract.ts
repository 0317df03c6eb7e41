import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type FormRequest,
  type LanguageModel,
  ModelError,
  type ModelRequest,
} from "./language-model.ts";

/** What a provider does with one request; each adapter's test says it in that provider's own protocol. */
export type Behaviour =
  | { says: string }
  | { does: "refuses" | "says nothing" | "asks for a tool" }
  | { does: "hits the limit of tokens"; after: string }
  | { status: number; retryAfter?: string; because?: "spend limit" }
  | {
      does:
        | "hangs"
        | "drips"
        | "resets"
        | "sends HTML"
        | "sends half of its JSON"
        | "sends 8 MB"
        | "breaks off"
        | "reports overload midway";
    };

/** A model whose provider stands on loopback and does what the test says. */
export type TestedModel = {
  model: LanguageModel;
  /** For the next requests, in order; the last one for all that follow. */
  plan(...behaviours: Behaviour[]): void;
  /** The messages of each request that arrived. */
  asked(): string[][];
  /** Pauses between attempts, milliseconds; they take no time. */
  pauses: number[];
  /** Moves the clock. */
  pass(ms: number): void;
  /** A request was closed from our side before it was answered. */
  abandoned: Promise<void>;
  /** What must be seen by no one: key and address. */
  secrets: string[];
};

const form = z.strictObject({ colour: z.enum(["red", "blue"]), why: z.string() });
const red = { colour: "red" as const, why: "it is" };
const good: Behaviour = { says: JSON.stringify(red) };

const request: ModelRequest = {
  size: "fast",
  system: [{ text: "Name the colour.", reusable: true }, { text: "Today it rains." }],
  messages: [{ role: "user", text: "Which colour?" }],
  maxTokens: 100,
  timeoutMs: 60_000,
  maxCalls: 3,
  signal: new AbortController().signal,
};
const asked = (more: Partial<ModelRequest> = {}): FormRequest<z.infer<typeof form>> => ({
  ...request,
  schema: form,
  ...more,
});
/** Long enough for loopback, short enough for a test. */
const SOON_MS = 150;

const failureOf = async (work: Promise<unknown>): Promise<ModelError> => {
  const error = await work.then(
    (value) => new Error(`answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw error;
  return error;
};

/** What every LanguageModel keeps, whatever its provider does. */
export function languageModelContract(name: string, open: () => Promise<TestedModel>): void {
  describe(`${name}: a form`, () => {
    it("is filled in, and what it cost is told", async () => {
      const { model, plan } = await open();
      plan(good);
      const { value, usage } = await model.complete(asked());
      expect(value).toEqual(red);
      expect(usage).toEqual({
        llm_calls: 1,
        tokens_input: 120,
        tokens_output: 7,
        tokens_cached: 100,
      });
    });

    it("is waited for also where its time is longer than a timer's longest wait", async () => {
      const { model, plan } = await open();
      plan(good);
      const { value } = await model.complete(asked({ timeoutMs: 30 * 24 * 60 * 60 * 1000 }));
      expect(value).toEqual(red);
    });

    it.each([
      ["in a fence", `\`\`\`json\n${JSON.stringify(red)}\n\`\`\``],
      ["in a bare fence with blanks around", `\n \`\`\`\n${JSON.stringify(red)}\`\`\` \n`],
    ])("may come %s", async (_how, says) => {
      const { model, plan } = await open();
      plan({ says });
      expect((await model.complete(asked())).value).toEqual(red);
    });

    it.each([
      ["prose", "The colour is red.", "not one JSON value"],
      ["JSON in prose", `Sure! ${JSON.stringify(red)}`, "not one JSON value"],
      ["half of the JSON", '{"colour": "re', "not one JSON value"],
      ["another value", '{"colour":"green","why":"x"}', "colour: "],
      ["an unknown key", '{"colour":"red","why":"x","run":"rm"}', "run: unknown field"],
      ["a key of prototypes", '{"colour":"red","why":"x","__proto__":{}}', "reserved key"],
    ])("that is %s is asked for once more, with what is wrong", async (_what, says, fault) => {
      const { model, plan, asked: arrived } = await open();
      plan({ says }, good);
      const { value, usage } = await model.complete(asked());
      expect(value).toEqual(red);
      expect(usage.llm_calls).toBe(2);
      expect(usage.tokens_input).toBe(240);
      const [first, second] = arrived();
      expect(second?.slice(0, -2)).toEqual(first);
      expect(second?.at(-2)).toBe(says);
      expect(second?.at(-1)).toContain(fault);
    });

    it("that breaks a refinement is told so in the refinement's words", async () => {
      const { model, plan, asked: arrived } = await open();
      plan(good, { says: '{"colour":"blue","why":"sky"}' });
      const schema = form.refine(({ colour }) => colour !== "red", { error: "red is taken" });
      const { value } = await model.complete({ ...asked(), schema });
      expect(value.colour).toBe("blue");
      expect(arrived()[1]?.at(-1)).toContain("red is taken");
    });

    it("that stays wrong is no form, and its words are in no error", async () => {
      const { model, plan, asked: arrived } = await open();
      plan({ says: "I would rather talk about the WEATHER." });
      const error = await failureOf(model.complete(asked()));
      expect(error.kind).toBe("invalid");
      expect(error.usage).toMatchObject({ llm_calls: 2, tokens_output: 14 });
      expect(arrived()).toHaveLength(2);
      expect(inspect(error)).not.toContain("WEATHER");
    });

    it("is not repaired when there is no call left", async () => {
      const { model, plan, asked: arrived } = await open();
      plan({ says: "no" });
      expect((await failureOf(model.complete(asked({ maxCalls: 1 })))).kind).toBe("invalid");
      expect(arrived()).toHaveLength(1);
    });
  });

  describe(`${name}: a text`, () => {
    it("arrives piece by piece, and whole", async () => {
      const { model, plan } = await open();
      plan({ says: "It rains, so take a coat." });
      const pieces: string[] = [];
      const { text, usage } = await model.write({
        ...request,
        onText: (piece) => pieces.push(piece),
      });
      expect(text).toBe("It rains, so take a coat.");
      expect(pieces.join("")).toBe(text);
      expect(pieces.length).toBeGreaterThan(1);
      expect(usage).toEqual({
        llm_calls: 1,
        tokens_input: 120,
        tokens_output: 7,
        tokens_cached: 100,
      });
    });

    it("is tried again as long as no one has begun to read it", async () => {
      const { model, plan } = await open();
      plan({ status: 529 }, { says: "Here it is." });
      expect((await model.write(request)).usage.llm_calls).toBe(2);
    });

    it.each([
      ["breaks off", { does: "breaks off" }, "unreadable"],
      ["ends in an overload", { does: "reports overload midway" }, "unavailable"],
      ["hits the limit", { does: "hits the limit of tokens", after: "It ra" }, "cut_off"],
      ["ends in a refusal", { does: "refuses" }, "refused"],
      ["is empty", { does: "says nothing" }, "empty"],
    ] satisfies [string, Behaviour, string][])(
      "that %s is no text, and not begun again",
      async (_what, behaviour, kind) => {
        const { model, plan, asked: arrived } = await open();
        plan(behaviour, { says: "a second text" });
        expect((await failureOf(model.write(request))).kind).toBe(kind);
        expect(arrived()).toHaveLength(1);
      },
    );
  });

  describe(`${name}: a provider in trouble`, () => {
    it.each([
      ["429", { status: 429 }],
      ["529", { status: 529 }],
      ["500", { status: 500 }],
      ["503", { status: 503 }],
      ["a reset", { does: "resets" }],
    ] satisfies [string, Behaviour][])(
      "%s is waited for, longer each time",
      async (_what, trouble) => {
        const { model, plan, pauses } = await open();
        plan(trouble, trouble, good);
        const { value, usage } = await model.complete(asked());
        expect(value).toEqual(red);
        expect(usage.llm_calls).toBe(3);
        expect(pauses).toHaveLength(2);
        const [first = 0, second = 0] = pauses;
        expect(first).toBeGreaterThanOrEqual(125);
        expect(second).toBeGreaterThan(first);
      },
    );

    it("a 429 is waited for as long as it asks", async () => {
      const { model, plan, pauses } = await open();
      plan({ status: 429, retryAfter: "3" }, good);
      await model.complete(asked());
      expect(pauses).toEqual([3000]);
    });

    it("a wait that would outlast the request is not begun", async () => {
      const { model, plan, pauses, asked: arrived } = await open();
      plan({ status: 429, retryAfter: "60" }, good);
      const error = await failureOf(model.complete(asked()));
      expect(error.kind).toBe("rate_limited");
      expect(error.retryAfterMs).toBe(60_000);
      expect([arrived().length, pauses]).toEqual([1, []]);
    });

    it("never more calls than allowed", async () => {
      const { model, plan, asked: arrived } = await open();
      plan({ status: 500 });
      const error = await failureOf(model.complete(asked({ maxCalls: 2 })));
      expect(error).toMatchObject({ kind: "unavailable", status: 500 });
      expect(error.usage.llm_calls).toBe(2);
      expect(arrived()).toHaveLength(2);
    });

    it.each([
      ["a spend limit", { status: 429, because: "spend limit" }, "spent"],
      ["no money", { status: 402 }, "spent"],
      ["a wrong key", { status: 401 }, "rejected"],
      ["an unknown model", { status: 404 }, "rejected"],
      ["a request too long", { status: 413 }, "rejected"],
      ["a redirection", { status: 307 }, "rejected"],
      ["HTML", { does: "sends HTML" }, "unreadable"],
      ["half of its JSON", { does: "sends half of its JSON" }, "unreadable"],
      ["8 MB", { does: "sends 8 MB" }, "unreadable"],
      ["a refusal", { does: "refuses" }, "refused"],
      ["no words", { does: "says nothing" }, "empty"],
      ["a cut answer", { does: "hits the limit of tokens", after: '{"colour":' }, "cut_off"],
      ["a tool that nobody offered", { does: "asks for a tool" }, "unreadable"],
    ] satisfies [string, Behaviour, string][])(
      "%s: once is enough",
      async (_what, trouble, kind) => {
        const { model, plan, asked: arrived } = await open();
        plan(trouble, good);
        const error = await failureOf(model.complete(asked()));
        expect(error.kind).toBe(kind);
        expect(error.usage.llm_calls).toBe(1);
        expect(arrived()).toHaveLength(1);
      },
    );

    it.each([
      ["hangs", { does: "hangs" }],
      ["drips", { does: "drips" }],
    ] satisfies [string, Behaviour][])(
      "one that %s is left when time is up",
      async (_what, trouble) => {
        const { model, plan, abandoned } = await open();
        plan(trouble);
        const failure = await failureOf(model.complete(asked({ timeoutMs: SOON_MS })));
        await abandoned;
        expect(failure).toMatchObject({ kind: "timeout", usage: { llm_calls: 1 } });
        expect((await failureOf(model.write({ ...request, timeoutMs: SOON_MS }))).kind).toBe(
          "timeout",
        );
      },
    );

    it("nothing is sent for someone who has left", async () => {
      const { model, plan, asked: arrived } = await open();
      plan(good);
      const error = await failureOf(model.complete(asked({ signal: AbortSignal.abort("gone") })));
      expect(error.kind).toBe("cancelled");
      expect(arrived()).toEqual([]);
    });

    it("whoever leaves is let go at once", async () => {
      const { model, plan } = await open();
      plan({ does: "hangs" });
      const leaving = new AbortController();
      const failure = failureOf(model.complete(asked({ signal: leaving.signal })));
      leaving.abort();
      expect((await failure).kind).toBe("cancelled");
    });
  });

  describe(`${name}: a provider that is down`, () => {
    it("is left alone after five failures, looked after by one request, and used when it is back", async () => {
      const { model, plan, asked: arrived, pass, pauses } = await open();
      plan({ status: 500 });
      for (let message = 0; message < 40; message++) await failureOf(model.complete(asked()));
      expect(arrived()).toHaveLength(5);
      // No one waits for one that is left alone.
      expect(pauses).toHaveLength(4);
      pass(29_000);
      expect((await failureOf(model.complete(asked()))).usage.llm_calls).toBe(0);
      pass(2000);
      expect((await failureOf(model.complete(asked()))).usage.llm_calls).toBe(1);
      expect(arrived()).toHaveLength(6);
      plan(good);
      pass(31_000);
      const both = [model.complete(asked()), failureOf(model.complete(asked()))] as const;
      expect((await both[0]).value).toEqual(red);
      expect((await both[1]).kind).toBe("unavailable");
      expect((await model.complete(asked())).value).toEqual(red);
    });

    it("begins to count again with every answer", async () => {
      const { model, plan } = await open();
      for (let round = 0; round < 3; round++) {
        plan({ status: 500 });
        for (let message = 0; message < 4; message++)
          await failureOf(model.complete(asked({ maxCalls: 1 })));
        plan(good);
        expect((await model.complete(asked())).value).toEqual(red);
      }
    });

    it("is not given up because of one long request or an impatient caller", async () => {
      const { model, plan } = await open();
      plan({ status: 413 });
      for (let message = 0; message < 6; message++) await failureOf(model.complete(asked()));
      plan({ does: "refuses" });
      for (let message = 0; message < 6; message++) await failureOf(model.complete(asked()));
      plan({ does: "hangs" });
      for (let message = 0; message < 6; message++) {
        const leaving = new AbortController();
        const left = failureOf(model.complete(asked({ signal: leaving.signal })));
        leaving.abort();
        expect((await left).kind).toBe("cancelled");
      }
      plan(good);
      expect((await model.complete(asked())).value).toEqual(red);
    });
  });

  it.each([
    [{ status: 401 }],
    [{ status: 500 }],
    [{ does: "resets" }],
    [{ does: "sends HTML" }],
    [{ does: "sends half of its JSON" }],
    [{ does: "breaks off" }],
  ] satisfies [Behaviour][])(
    `${name}: no error of %o tells a key or an address`,
    async (trouble) => {
      const { model, plan, secrets } = await open();
      plan(trouble);
      const errors = [
        await failureOf(model.complete(asked({ maxCalls: 1 }))),
        await failureOf(model.write({ ...request, maxCalls: 1 })),
      ];
      const told = errors
        .map((error) => inspect(error, { depth: 20, showHidden: true }))
        .join("\n");
      for (const secret of secrets) expect(told).not.toContain(secret);
    },
  );
}
