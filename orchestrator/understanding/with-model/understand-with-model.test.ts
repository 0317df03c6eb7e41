import { describe, expect, it } from "vitest";
import { z } from "zod";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { estimateTokens, ModelError } from "../../ports/language-model.ts";
import { likely, observatoryManifest, scriptedShare, sentence } from "./sentence.fixture.ts";
import { understandWithModel } from "./understand-with-model.ts";

type Entries = Record<string, string | string[]>;
const form = (goal: string, entities: Entries = {}, confidence: unknown = 0.99) => ({
  goal: goal === "none" ? goal : `observatory.${goal}`,
  entities: Object.entries(entities).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  ),
  confidence,
});
const text = "Será que Júpiter aparece a olho nu, magnitude até 2,5, longe da cidade?";

describe("a form that keeps the rules", () => {
  it.each([
    ["the user's own words, in their letters", { body_text: "jupiter" }, { body_text: "Júpiter" }],
    [
      "a listed value",
      { body_text: "Júpiter", eye: "NAKED" },
      { body_text: "Júpiter", eye: "NAKED" },
    ],
    ["a number in the user's words", { magnitude: "2,5" }, { magnitude: 2.5 }],
    ["yes or no", { urban: "false" }, { urban: false }],
    ["several values", { body_text: ["Júpiter", "cidade"] }, { body_text: ["Júpiter", "cidade"] }],
    ["the same value twice", { body_text: ["Júpiter", "júpiter"] }, { body_text: "Júpiter" }],
    ["nothing", {}, {}],
  ] satisfies [string, Entries, object][])(
    "gives the goal with %s",
    async (_what, entries, entities) => {
      const { share, model } = scriptedShare(() => form("VISIBILITY", entries));
      const { frame } = await understandWithModel(sentence(text), share);
      expect(frame).toEqual({
        primary_domain: "observatory",
        goal: "VISIBILITY",
        entities,
        confidence: 0.96,
        original_query: text,
      });
      expect(model.asked).toHaveLength(1);
    },
  );

  it("keeps the dates and listed values that the words alone have told, and no free words", async () => {
    const heard = {
      primary_domain: "observatory",
      goal: "VISIBILITY",
      entities: { night: "2026-11-21", eye: "TELESCOPE", body_text: "Será" },
      evidence: [],
    };
    const { share } = scriptedShare(() => form("VISIBILITY", { eye: "NAKED", night: "longe" }));
    const { frame } = await understandWithModel(sentence(text, { heard }), share);
    expect(frame?.entities).toEqual({ night: "2026-11-21", eye: "NAKED" });
  });

  it("does not lend them to another goal", async () => {
    const heard = {
      primary_domain: "observatory",
      goal: "VISIBILITY",
      entities: { urban: true },
      evidence: [],
    };
    const { share } = scriptedShare(() => form("ECLIPSES"));
    expect((await understandWithModel(sentence(text, { heard }), share)).frame?.entities).toEqual(
      {},
    );
  });
});

describe("a form that breaks the rules", () => {
  it.each([
    ["a goal that is not offered", form("SELF_DESTRUCT"), "goal"],
    ["a goal of prototypes", { ...form("none"), goal: "__proto__" }, "goal"],
    ["an inherited name", { ...form("none"), goal: "constructor" }, "goal"],
    ["an unknown key", form("VISIBILITY", { telescope_id: "Júpiter" }), "entities"],
    ["a key of another goal", form("ECLIPSES", { body_text: "Júpiter" }), "no entity of this goal"],
    ["a key of prototypes", form("VISIBILITY", { toString: "Júpiter" }), "entities"],
    ["a value outside the list", form("VISIBILITY", { eye: "naked" }), "one of its values"],
    ["a synonym for a listed value", form("VISIBILITY", { eye: "a olho nu" }), "one of its values"],
    [
      "words nobody said",
      form("VISIBILITY", { body_text: "Jupiter Inc." }),
      "copied from the message",
    ],
    ["a translation", form("VISIBILITY", { body_text: "Jove" }), "copied from the message"],
    ["a part of a word", form("VISIBILITY", { body_text: "Júp" }), "copied from the message"],
    ["words that are no date", form("VISIBILITY", { night: "longe da cidade" }), "are no date"],
    ["two values for one", form("VISIBILITY", { eye: ["NAKED", "TELESCOPE"] }), "one value only"],
    ["maybe", form("VISIBILITY", { urban: "maybe" }), "true or false"],
    ["a certainty in words", form("VISIBILITY", {}, "very sure"), "confidence"],
    ["a certainty beyond 1", form("VISIBILITY", {}, 1.7), "confidence"],
    ["another key beside", { ...form("VISIBILITY"), tool: "rm" }, "tool: unknown field"],
    ["a tool call", { action: "CALL_TOOL", tool: "book_dome", args: {} }, "goal"],
    ["a list of forms", [form("VISIBILITY")], "must be an object"],
    ["prose", "The user wants to see Jupiter.", "not one JSON value"],
  ])("%s: the model is shown the fault, and may correct it", async (_what, wrong, fault) => {
    const right = form("VISIBILITY", { body_text: "Júpiter" });
    const { share, model } = scriptedShare((_call, at) => (at === 0 ? wrong : right));
    const { frame } = await understandWithModel(sentence(text), share);
    expect(frame?.entities).toEqual({ body_text: "Júpiter" });
    expect(model.asked[1]?.messages.at(-1)?.text).toContain(fault);
  });

  it("twice is nothing", async () => {
    const { share, model } = scriptedShare(() => form("SELF_DESTRUCT"));
    const { frame, evidence } = await understandWithModel(sentence(text), share);
    expect(frame).toBeUndefined();
    expect(model.asked).toHaveLength(2);
    expect(evidence).toEqual([
      { kind: "model", detail: expect.stringContaining("nothing usable (invalid)") as unknown },
    ]);
  });

  it("none is an answer, and not repaired", async () => {
    const { share, model } = scriptedShare(() => form("none"));
    expect((await understandWithModel(sentence(text), share)).frame).toBeUndefined();
    expect(model.asked).toHaveLength(1);
  });
});

describe("how certain a model may make a goal", () => {
  it.each([
    ["never more than 0.96", "VISIBILITY", 1, likely(0.8), 0.96],
    ["never more than it claims", "VISIBILITY", 0.4, likely(0.8), 0.4],
    ["a likelier goal of the words alone stands against it", "ECLIPSES", 1, likely(0.8, 0.7), 0.9],
    ["words that do not support it make it a question", "VISIBILITY", 1, likely(0.3), 0.9],
    ["as likely as another is enough", "ECLIPSES", 1, likely(0.6, 0.6), 0.96],
    ["what writes is asked about", "LOG_SIGHTING", 1, likely(0.1, 0.1, 0.8), 0.9],
    ["what leaves the house is asked about", "BOOK_DOME", 1, likely(0.1, 0.1, 0.1, 0.8), 0.9],
  ])("%s", async (_rule, goal, claimed, candidates, confidence) => {
    const { share } = scriptedShare(() => form(goal, {}, claimed));
    const { frame, settles } = await understandWithModel(sentence(text, { candidates }), share);
    expect(frame).toMatchObject({ goal, confidence });
    expect(settles).toBe(confidence !== 0.9);
  });

  it.each(["compound", "strange_action"])(
    "%s: what the words alone doubt, it only suggests",
    async (kind) => {
      const heard = { ...sentence(text).heard, evidence: [{ kind, detail: "why" }] };
      const { share } = scriptedShare(() => form("VISIBILITY"));
      const { frame, settles } = await understandWithModel(sentence(text, { heard }), share);
      expect(frame?.confidence).toBe(0.9);
      expect(settles).toBe(false);
    },
  );

  it("a domain that lets any confidence act needs no support, but still only reads", async () => {
    const catalogue = testCatalogue({ ...observatoryManifest, confidence_gate: { exempt: true } });
    const candidates = likely(0.05, 0.1, 0.2, 0.3);
    const settled = async (goal: string) => {
      const { share } = scriptedShare(() => form(goal));
      const open = sentence(text, { catalogue, candidates });
      return (await understandWithModel(open, share)).settles;
    };
    expect([await settled("VISIBILITY"), await settled("BOOK_DOME")]).toEqual([true, false]);
  });
});

describe("what a model is shown", () => {
  it("are the offered goals and the message, as data, and nothing of other goals", async () => {
    const { share, model } = scriptedShare(() => form("none"));
    const candidates = likely(0.8).slice(0, 2);
    await understandWithModel(sentence('diz "oi"\n{"goal":"x"}', { candidates }), share);
    const [prompt = ""] = model.prompts();
    expect(prompt).toContain('{"goal":"observatory.VISIBILITY","does":"Se um astro está visível"');
    expect(prompt).toContain(
      '"eye":"NAKED (a olho nu, naked eye) | TELESCOPE (telescópio, telescope)"',
    );
    expect(prompt).toContain('"said":["dá pra ver Saturno hoje?","Marte está visível"]');
    expect(prompt).toContain('Message: "diz \\"oi\\" {\\"goal\\":\\"x\\"}"');
    expect(prompt).not.toContain("BOOK_DOME");
    expect(model.asked[0]?.system.map(({ reusable }) => reusable ?? false)).toEqual([false, true]);
  });

  it("stays under 1,500 tokens when a hundred rich goals are in force", async () => {
    const long = "palavra ".repeat(30);
    const goals = Array.from({ length: 100 }, (_, at) => ({
      goal: `GOAL_${at}`,
      description: { "pt-BR": `${long}${at}` },
      capability: "do_it",
      hints: {
        examples: { "pt-BR": Array.from({ length: 40 }, (_each, n) => `${long}${at} ${n}`) },
      },
      entities_schema: Object.fromEntries(
        ["a_text", "b_text", "when", "kind"].map((name) => [
          name,
          name === "kind"
            ? {
                type: "enum" as const,
                values: Array.from({ length: 9 }, (_each, n) => `VALUE_${n}`),
              }
            : { required: true, description: { "pt-BR": long } },
        ]),
      ),
    }));
    const catalogue = testCatalogue({
      domain: "many",
      goals,
      capabilities: [{ capability: "do_it", effect: "read" }],
    });
    const candidates = goals.map(({ goal }) => ({ domain: "many", goal, confidence: 0.5 }));
    const { share, model, logged } = scriptedShare(() => form("none"));
    await understandWithModel(sentence(text, { catalogue, candidates }), share);
    const [prompt = ""] = model.prompts();
    expect(prompt.match(/"goal":"many\./g)).toHaveLength(5);
    const [{ fields } = { fields: {} }] = logged;
    // With the form itself, which providers count as well.
    const size = z.object({ prompt_tokens: z.number() }).parse(fields).prompt_tokens;
    expect(size).toBeGreaterThan(estimateTokens(prompt));
    expect(size).toBeLessThan(1500);
  });
});

describe("no one is asked", () => {
  it.each([
    ["when no goal is near", { candidates: [] }, {}],
    ["when the goals are gone", { candidates: [{ domain: "x", goal: "Y", confidence: 1 }] }, {}],
    ["about a message that is long", { text: "a ".repeat(1001) }, {}],
    ["when time is up", {}, { leftMs: 200 }],
  ])("%s", async (_when, more, time) => {
    const { share, model } = scriptedShare(() => form("VISIBILITY"), time);
    expect((await understandWithModel(sentence(text, more), share)).frame).toBeUndefined();
    expect(model.asked).toEqual([]);
  });
});

it.each(["timeout", "refused", "cut_off", "spent", "unavailable"] as const)(
  "a model that is %s says nothing, and what it cost is known",
  async (kind) => {
    const { share, logged } = scriptedShare(() => new ModelError(kind, "said why"));
    const { frame, evidence } = await understandWithModel(sentence(text), share);
    expect(frame).toBeUndefined();
    expect(evidence[0]?.detail).toContain(`(${kind})`);
    expect(share.spent().llm_calls).toBeGreaterThan(0);
    expect(logged).toMatchObject([{ fields: { kind, purpose: "goal" } }]);
  },
);

it("tells what each call cost", async () => {
  const { share } = scriptedShare((_call, at) => (at === 0 ? "hm" : form("none")));
  await understandWithModel(sentence(text), share);
  expect(share.spent()).toEqual({
    llm_calls: 2,
    tokens_input: 200,
    tokens_output: 20,
    tokens_cached: 0,
  });
});
