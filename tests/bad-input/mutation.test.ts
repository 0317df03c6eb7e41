import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { type Notebook, startNotebook } from "../e2e/notebook.ts";
import { runsOf } from "../how-much.ts";
import { ask, DEADLINE_MS, expectDecent } from "./oracle.ts";
import { texts } from "./texts.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({ REGENTE_DEADLINE_MS: String(DEADLINE_MS) });
});
afterAll(() => system.close());

/** Requests that are right and only read; what comes of them is none of these any more. */
const originals: readonly (readonly [path: string, body: Json])[] = [
  [
    "/v1/turns",
    { input_text: "procure ana", locale: "en", metadata: { timezone: "UTC", n: [1, 2] } },
  ],
  ["/v1/explain", { input_text: "anote pão e leite", session_id: "e" }],
  [
    "/v1/chat/completions",
    {
      model: "regente",
      stream: true,
      n: 2,
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: [{ type: "text", text: "procure ana" }] },
      ],
      response_format: { type: "json_object" },
      metadata: { session_id: "c" },
    },
  ],
  [
    "/v1/responses",
    { model: "regente", input: [{ role: "user", content: "procure ana" }], store: true },
  ],
  [
    "/v1/plans/execute",
    {
      plan: {
        execution_mode: "dag",
        combine_mode: "report",
        max_concurrency: 2,
        steps: [
          { id: 1, domain: "notebook", capability: "find_line", params: { word_text: "a" } },
          {
            id: 2,
            domain: "notebook",
            capability: "find_line",
            params: { word_text: "${1.explanation} ${1.result.lines}" },
            depends_on: [1],
            required: false,
            output_key: "again",
          },
        ],
      },
      context: { deadline_ms: 2000, dry_run: false, locale: "pt-BR" },
    },
  ],
  [
    "/v1/domains/notebook/capabilities/find_line/execute",
    { parameters: { word_text: "a" }, dry_run: true },
  ],
  ["/v1/pending/ask_x/answer", { text: "sim" }],
];

const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...texts.map(([, text]) => text)),
  fc.constantFrom<Json>(null, true, false, 0, -0, -1, 1.5, 2 ** 53, -1e300, "", [], {}, [[]], [{}]),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
);
const strangeName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "id", "steps", "approved", "user_id", ""),
  fc.string({ unit: "binary", maxLength: 20 }),
);
type Change = { at: number; how: "put" | "drop" | "add" | "twice"; value: Json; name: string };
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom("put", "put", "drop", "add", "twice"),
  value: strange,
  name: strangeName,
});

/** The value with one of its places changed, counted as they are come by. */
function changed(value: Json, { at, how, value: other, name }: Change): Json {
  const places = countOf(value);
  let left = at % places;
  /** True where the next place is the one that is left out. */
  const dropped = (): boolean => {
    if (how !== "drop" || left !== 0) return false;
    left -= 1;
    return true;
  };
  const walk = (here: Json): Json => {
    if (left-- === 0) {
      if (how === "add" && isJsonObject(here)) return withOwn(here, name, other);
      if (how === "twice" && Array.isArray(here)) return [...here, ...here];
      return other;
    }
    if (Array.isArray(here)) return here.flatMap((child) => (dropped() ? [] : [walk(child)]));
    if (!isJsonObject(here)) return here;
    const kept = Object.entries(here).flatMap(([key, child]) =>
      dropped() ? [] : [[key, walk(child)] as const],
    );
    return Object.fromEntries(kept);
  };
  return walk(value);
}

const withOwn = (value: object, name: string, other: Json): Json =>
  Object.fromEntries([...Object.entries(value), [name, other]]) as Json;

const countOf = (value: Json): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countOf(each), 1);
  if (!isJsonObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1);
};

/** Bytes of the request as it would be sent, with some of them wrong. */
const scarred = (text: string, scars: readonly (readonly [at: number, put: string])[]): string =>
  scars.reduce((left, [at, put]) => {
    const place = at % (left.length + 1);
    return `${left.slice(0, place)}${put}${left.slice(place + 1)}`;
  }, text);

const request = fc
  .record({
    original: fc.constantFrom(...originals),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    scars: fc.oneof(
      { weight: 4, arbitrary: fc.constant<[number, string][]>([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.nat(2000), fc.string({ unit: "binary", maxLength: 2 })), {
          maxLength: 3,
        }),
      },
    ),
    accept: fc.constantFrom("*/*", "text/event-stream", "application/problem+json"),
  })
  .map(({ original: [path, body], changes, scars, accept }) => ({
    path,
    accept,
    text: scarred(JSON.stringify(changes.reduce<Json>(changed, body)), scars),
  }));

it("requests that were right once: each is answered in time and in shape, and nothing comes of it", async () => {
  const before = Object.keys(Object.prototype).length;
  await fc.assert(
    fc.asyncProperty(request, async ({ path, accept, text }) => {
      const told = await ask(system, path, { body: text, headers: { accept } });
      const isEvents = told.status < 400;
      expectDecent(path, isEvents ? { ...told, text: "" } : inOneShape(told));
      expect(system.done).toEqual([]);
    }),
    { ...runsOf(2000, 400), endOnFailure: false },
  );
  expect(Object.keys(Object.prototype)).toHaveLength(before);
  expect((await ask(system, "/health")).status).toBe(200);
}, 120_000);

/** A problem of RFC 9457 holds the usual error as well. */
function inOneShape(told: { status: number; text: string }) {
  const { error } = JSON.parse(told.text) as { error: Json };
  return { status: told.status, text: JSON.stringify({ error }) };
}
