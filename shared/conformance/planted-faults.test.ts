import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, expect, it } from "vitest";
import type { ExecuteRequest } from "../contracts/execute.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { inEnglish } from "../messages/messages.ts";
import { libraryDomain } from "../testing/library-domain.ts";
import { checkDomain, domainChecks } from "./check-domain.ts";
import type { CheckOptions } from "./domain-probe.ts";

type Fetch = (request: Request) => Promise<Response>;
/** A fault sits before a good domain and spoils what goes in or comes out. */
type Fault = (request: Request, good: Fetch) => Promise<Response>;

const secret = "a-secret-that-only-the-tests-know";
const isExecute = ({ url }: Request) => new URL(url).pathname === "/execute";

/** Spoils the answers of one path. */
const answer =
  (path: string, spoil: (response: Response) => Response | Promise<Response>): Fault =>
  async (request, good) => {
    const response = await good(request);
    return new URL(request.url).pathname === path ? spoil(response) : response;
  };
const withHeader = (name: string, value: string | undefined) => (response: Response) => {
  const changed = new Response(response.body, response);
  if (value === undefined) changed.headers.delete(name);
  else changed.headers.set(name, value);
  return changed;
};
/** Spoils the DomainOutput of a call. */
const output = (spoil: (output: DomainOutput) => unknown): Fault =>
  answer("/execute", async (response) =>
    response.status === 200
      ? Response.json(spoil((await response.json()) as DomainOutput), response)
      : response,
  );
/** Spoils what the domain is asked; a body that is no call stays as it is. */
const asked =
  (spoil: (call: ExecuteRequest) => void, key = (name: string | null) => name): Fault =>
  async (request, good) => {
    if (!isExecute(request)) return good(request);
    const text = await request.text();
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    const newKey = key(headers.get("idempotency-key"));
    if (newKey === null) headers.delete("idempotency-key");
    else headers.set("idempotency-key", newKey);
    let body = text;
    try {
      const call = JSON.parse(text) as ExecuteRequest;
      spoil(call);
      body = JSON.stringify(call);
    } catch {}
    return good(new Request(request.url, { method: "POST", headers, body }));
  };
const untouched = () => {};

const faults: [fault: string, failing: RegExp, fault: Fault][] = [
  ["health says fine", /GET \/health/, answer("/health", () => Response.json({ status: "fine" }))],
  [
    "the manifest has an unknown field",
    /complies with the manifest contract/,
    answer("/manifest", async (response) =>
      Response.json({ ...((await response.json()) as object), extra: 1 }, response),
    ),
  ],
  [
    "the manifest is called text",
    /complies with the manifest contract/,
    answer("/manifest", withHeader("content-type", "text/plain")),
  ],
  ["the ETag is weak", /strong ETag/, answer("/manifest", withHeader("etag", 'W/"1"'))],
  [
    "the ETag is not looked at",
    /strong ETag/,
    async (request, good) =>
      good(new Request(request, { headers: withoutHeader(request, "if-none-match") })),
  ],
  [
    "every body is taken",
    / is 4\d\d/,
    async (request, good) =>
      isExecute(request)
        ? Response.json({ status: "success", explanation: "ok", result: null })
        : good(request),
  ],
  [
    "a context with more in it is refused",
    /unknown field of the context is ignored/,
    async (request, good) => {
      if (!isExecute(request)) return good(request);
      const known = /"no_such_field":\{"new":true\}/.test(await request.clone().text());
      const error = { message: "no", type: "x", param: "context.no_such_field", code: "X" };
      return known ? Response.json({ error }, { status: 400 }) : good(request);
    },
  ],
  [
    "errors name no field",
    /naming/,
    answer("/execute", async (response) =>
      response.status === 200
        ? response
        : Response.json(
            { error: { message: "no", type: "x", param: null, code: null } },
            { status: response.status },
          ),
    ),
  ],
  [
    "errors show their stack",
    /unknown capability/,
    answer("/execute", async (response) => {
      if (response.status !== 404) return response;
      const message = `no\n    at find (/srv/domain.ts:1:1)`;
      const error = { message, type: "x", param: "intent.capability", code: "X" };
      return Response.json({ error }, { status: 404 });
    }),
  ],
  [
    "errors of unknown paths are pages",
    /an unknown path/,
    async (request, good) =>
      new URL(request.url).pathname === "/no-such-path"
        ? new Response("<h1>Not found", { status: 404 })
        : good(request),
  ],
  [
    "calls for any domain are taken",
    /another domain/,
    asked(({ intent }) => {
      intent.domain = "library";
    }),
  ],
  [
    "parameters are not looked at",
    /parameters of the wrong shape/,
    output((given) => ({ ...given, status: "success" })),
  ],
  [
    "wrong values are replaced by right ones",
    /find_book refuses any wrong value/,
    asked(({ intent }) => {
      const { title_text } = intent.parameters;
      if (title_text !== "Memórias") intent.parameters = { title_text: "Iracema" };
    }),
  ],
  [
    "a wrong value breaks it",
    /lend_book refuses any wrong value/,
    answer("/execute", async (response) => {
      const { metadata } = (await response.clone().json()) as Partial<DomainOutput>;
      return metadata?.["code"] === "INVALID_PARAMS"
        ? Response.json(
            { error: { message: "x", type: "x", param: null, code: null } },
            { status: 500 },
          )
        : response;
    }),
  ],
  [
    "what is chosen is forgotten",
    /every choice that the domain offers/,
    asked(({ intent }) => {
      if (String(intent.parameters["title_text"]).startsWith("Memórias"))
        intent.parameters["title_text"] = "Memórias";
    }),
  ],
  [
    "what is chosen is not understood",
    /every choice that the domain offers/,
    output((given) =>
      given.status === "clarification"
        ? { ...given, result: { candidates: [{ label: "this one", book: 7 }] } }
        : given,
    ),
  ],
  [
    "a question has no choices",
    /every choice that the domain offers/,
    output((given) => (given.status === "clarification" ? { ...given, result: null } : given)),
  ],
  [
    "nothing is ever asked",
    /every choice that the domain offers/,
    asked(({ intent }) => {
      if (intent.parameters["title_text"] === "Memórias") intent.parameters["title_text"] = "Dom";
    }),
  ],
  [
    "a read goes on after its deadline",
    /a read past its deadline/,
    async (request, good) => {
      if (!isExecute(request)) return good(request);
      const { context } = (await request
        .clone()
        .json()
        .catch(() => ({}))) as Partial<ExecuteRequest>;
      const isLate = typeof context?.deadline_at === "number" && context.deadline_at < Date.now();
      const late = { status: "success", explanation: "late", result: { title: "x", shelf: 1 } };
      return isLate ? Response.json(late) : good(request);
    },
  ],
  [
    "everybody is answered in English",
    /gives its explanation in/,
    asked(({ context }) => {
      if (context.locale === "pt-BR") context.locale = "en";
    }),
  ],
  [
    "nothing is explained",
    /gives its explanation in/,
    output((given) => ({ ...given, explanation: "" })),
  ],
  [
    "the result is not what the schema says",
    /find_book answers as its schema says/,
    output((given) => ({ ...given, result: 7 })),
  ],
  [
    "an output has a status of its own",
    /lend_book answers as its schema says/,
    output((given) => ({ ...given, status: "done" })),
  ],
  [
    "the deadline is not looked at",
    /does not begin after its deadline/,
    asked(({ context }) => {
      context.deadline_at = Date.now() + 10_000;
      context.dry_run = false;
    }),
  ],
  ["keys are not looked at", /happens once|refuses a key/, asked(untouched, () => null)],
  [
    "a replay does not say that it is one",
    /second answer says it is a replay/,
    answer("/execute", withHeader("idempotency-replayed", undefined)),
  ],
  [
    "a key is everybody's",
    /refuses a key that another user used/,
    asked(({ context }) => {
      context.user_id = "anybody";
    }),
  ],
  [
    "every call has the same key",
    /takes effect again for another key/,
    asked(untouched, () => "one"),
  ],
  ["tokens are not looked at", /is 401|used once/, (request, good) => good(request)],
];

const withoutHeader = ({ headers }: Request, name: string) => {
  const rest = new Headers(headers);
  rest.delete(name);
  return rest;
};

function options(loans: readonly unknown[]): CheckOptions {
  return {
    secret,
    cases: [
      { capability: "find_book", parameters: { title_text: "Iracema" } },
      { capability: "find_book", parameters: { title_text: "Memórias" }, asks: true },
      {
        capability: "lend_book",
        parameters: { title: "Iracema" },
        other_parameters: { title: "Senhora" },
        happened: () => loans.length,
      },
    ],
  };
}

const failedSomewhere = new Set<string>();

it.each(faults)("when %s, the checks say so", async (_fault, failing, fault) => {
  // The library is open, so that "tokens are not looked at" is true of every one of these.
  const { domain, loans } = libraryDomain();
  const good: Fetch = async (request) => domain.app.fetch(request);
  const server = createAdaptorServer({ fetch: (request) => fault(request, good) });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;

  const results = await checkDomain(`http://127.0.0.1:${port}`, options(loans));
  server.close();

  const failed = results.filter(({ outcome }) => outcome === "failed");
  for (const { name } of failed) failedSomewhere.add(name);
  expect(failed.map(({ name }) => name)).toContainEqual(expect.stringMatching(failing));
  expect(failed.filter(({ detail }) => detail === "")).toEqual([]);
});

afterAll(() => {
  const names = domainChecks(options([])).map(({ name }) => inEnglish(name));
  // The library takes nothing back.
  const tried = names.filter((name) => name !== "lend_book is undone by the capability it names");
  expect(tried.filter((name) => !failedSomewhere.has(name))).toEqual([]);
});
