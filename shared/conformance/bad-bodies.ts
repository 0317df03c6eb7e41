import type { ExecuteRequest } from "../contracts/execute.ts";
import type { RuleNumber } from "./rules.ts";

/** A body that /execute must refuse, made from one that it would take. */
export type BadBody = {
  what: string;
  rule: RuleNumber;
  status: 400 | 413 | 415;
  /** The field that the error must name. */
  param?: string;
  headers?: Record<string, string>;
  change(good: ExecuteRequest): string | Uint8Array<ArrayBuffer>;
};

type Loose = { intent: Record<string, unknown>; context: Record<string, unknown> };

/** The request as text, after `edit`. */
const edited =
  (edit: (request: Loose & Record<string, unknown>) => void) => (good: ExecuteRequest) => {
    const copy = structuredClone(good) as unknown as Loose & Record<string, unknown>;
    edit(copy);
    return JSON.stringify(copy);
  };

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
/** JSON.stringify would drop or escape these, so they are put in as text. */
const withParameters = (parameters: string) => (good: ExecuteRequest) =>
  JSON.stringify(good).replace('"parameters":{}', `"parameters":${parameters}`);

export const badBodies: readonly BadBody[] = [
  { what: "an empty body", rule: "2.3", status: 400, change: () => "" },
  {
    what: "half a JSON text",
    rule: "2.3",
    status: 400,
    change: (good) => JSON.stringify(good).slice(0, -9),
  },
  {
    what: "two JSON texts",
    rule: "2.3",
    status: 400,
    change: (good) => `${JSON.stringify(good)}{}`,
  },
  { what: "null", rule: "2.4", status: 400, change: () => "null" },
  { what: "an array", rule: "2.4", status: 400, change: (good) => JSON.stringify([good]) },
  {
    what: "bytes that are not UTF-8",
    rule: "2.3",
    status: 400,
    change: (good) => new Uint8Array([...Buffer.from(JSON.stringify(good)), 0xff, 0xfe]),
  },
  {
    what: "an unknown field",
    rule: "2.4",
    status: 400,
    param: "no_such_field",
    change: edited((request) => {
      request["no_such_field"] = 1;
    }),
  },
  {
    what: "an unknown field of the intent",
    rule: "2.4",
    status: 400,
    param: "intent.no_such_field",
    change: edited(({ intent }) => {
      intent["no_such_field"] = 1;
    }),
  },
  {
    what: "a missing intent",
    rule: "2.4",
    status: 400,
    param: "intent",
    change: ({ context }) => JSON.stringify({ context }),
  },
  {
    what: "a language that no user is answered in",
    rule: "2.4",
    status: 400,
    param: "context.locale",
    change: edited(({ context }) => {
      context["locale"] = "xx";
    }),
  },
  {
    what: "a confidence above 1",
    rule: "2.4",
    status: 400,
    param: "intent.confidence",
    change: edited(({ intent }) => {
      intent["confidence"] = 7;
    }),
  },
  {
    what: "a deadline in words",
    rule: "2.4",
    status: 400,
    param: "context.deadline_at",
    change: edited(({ context }) => {
      context["deadline_at"] = "soon";
    }),
  },
  {
    what: "a parameter that reaches a prototype",
    rule: "2.6",
    status: 400,
    param: "intent.parameters.__proto__",
    change: withParameters('{"__proto__":{"polluted":true}}'),
  },
  {
    what: "a number beyond all numbers",
    rule: "2.3",
    status: 400,
    change: withParameters('{"n":1e999}'),
  },
  {
    what: "a hundred thousand nested lists",
    rule: "2.3",
    status: 400,
    change: withParameters(`{"deep":${deep(100_000)}}`),
  },
  {
    what: "a body of more than 1 MiB",
    rule: "2.7",
    status: 413,
    change: withParameters(`{"long":"${"x".repeat(1024 * 1024)}"}`),
  },
  {
    what: "a body that is not declared as JSON",
    rule: "2.8",
    status: 415,
    headers: { "content-type": "text/plain" },
    change: (good) => JSON.stringify(good),
  },
  {
    what: "a form",
    rule: "2.8",
    status: 415,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    change: (good) => JSON.stringify(good),
  },
];
