import { z } from "zod";
import { inEnglish } from "../messages/messages.ts";
import { type Reason, type ReasonValue, reason } from "../messages/reason.ts";

/** The base of every error that Regente raises on purpose: a stable code for machines, a sentence for people. */
export abstract class RegenteError extends Error {
  abstract readonly code: string;
  /** Worth another try without changing anything. */
  readonly retryable: boolean = false;
  /** Why, to be said in any language; a text where it is someone else's. */
  readonly why: Reason | string;
  constructor(why: Reason | string, options?: ErrorOptions) {
    super(inEnglish(why), options);
    this.why = why;
  }
}

/** What was thrown, in its own words. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** An error of Node's or of a library's by its code: ENOENT, EADDRINUSE. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Why something failed, as far as it can be said in any language. */
export const whyOf = (error: unknown): Reason | string =>
  error instanceof RegenteError ? error.why : errorText(error);

/** A payload that breaks its contract. `faults` name each refused field by path. */
export class ContractError extends RegenteError {
  override readonly name = "ContractError";
  readonly code: string = "INVALID_PAYLOAD";
  readonly faults: readonly Fault[];
  constructor(what: Reason | string, faults: readonly Fault[], options?: ErrorOptions) {
    super(reason("contract", { what, faults: faults.map(placed) }), options);
    this.faults = faults;
  }
}

/** One refused field: where (`goals.0.capability`; "" is the whole) and why. */
export type Fault = { path: string; message: string; why?: Reason };

export const faultAt = (path: string, why: Reason | string): Fault => ({
  path,
  message: inEnglish(why),
  ...(typeof why !== "string" && { why }),
});

/** A fault together with its place. */
export const placed = ({ path, message, why }: Fault): Reason | string =>
  path === "" ? (why ?? message) : reason("at", { path, why: why ?? message });

/** The fault of a text that should be JSON, by what its parser said. */
export const notJson = (cause: unknown): Fault =>
  faultAt("", reason("not_json", { detail: errorText(cause) }));

/** zod's issues, the first of them, as faults in plain words: one for each refused key, so that an unknown field is named and not its parent. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues
    .slice(0, MOST_FAULTS)
    .flatMap((issue) => describeIssue(issue))
    .slice(0, MOST_FAULTS)
    .map(({ path, why }) => faultAt(path.map(String).join("."), why));

/**
 * Parse by a contract, or say what is wrong and where.
 * Errors: ContractError with every fault, prefixed by `what` ("manifest of finance")
 */
export function parseContract<T extends z.ZodType>(
  schema: T,
  value: unknown,
  what: Reason | string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractError(what, faultsOf(parsed.error));
}

type Issue = z.core.$ZodIssue;
/** One thing that is wrong, at a path below where the issue stands. */
type Described = { path: readonly PropertyKey[]; why: Reason | string };

/** A message that a schema gives itself is better than any that can be made here. */
const BY_DEFAULT = /^(?:Invalid|Too big|Too small|Unrecognized)\b/;

const NAMES = new Map<string, Reason>([
  ["string", reason("a_string")],
  ["number", reason("a_number")],
  ["int", reason("a_whole_number")],
  ["boolean", reason("true_or_false")],
  ["array", reason("a_list")],
  ["object", reason("an_object")],
  ["record", reason("an_object")],
]);
const nameOf = (type: string): Reason | string => NAMES.get(type) ?? type;
const MOST_LISTED = 20;
/** Of one value; no one fixes more at a time. */
const MOST_FAULTS = 200;

/**
 * An issue of zod in words for whoever sent the value: what it must be, and what it was.
 * Shape:  of a union, what is wrong with the branch that was meant, or all the kinds that it may be
 */
function describeIssue(issue: Issue): Described[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys
      .slice(0, MOST_FAULTS)
      .map((key) => ({ path: [...issue.path, key], why: reason("unknown_field") }));
  if (issue.code === "custom" && issue.params?.["reason"] !== undefined)
    return [{ path: issue.path, why: issue.params["reason"] as Reason }];
  if (!BY_DEFAULT.test(issue.message)) return [{ path: issue.path, why: inOwnWords(issue) }];
  if (issue.code === "invalid_union") return describeUnion(issue);
  if (issue.code === "invalid_key" || issue.code === "invalid_element")
    return issue.issues
      .flatMap((each) => describeIssue(each))
      .map(({ why }) => ({ path: issue.path, why }));
  return [{ path: issue.path, why: reasonOf(issue) }];
}

/** Of a pattern, a schema gives a code, or examples: `"my_capability"|"my_domain.my_capability"`. */
function inOwnWords({ code, message, ...issue }: Issue): Reason | string {
  if (code !== "invalid_format" || !("format" in issue) || issue.format !== "regex") return message;
  return message.startsWith("refusals.")
    ? { code: message.slice("refusals.".length), values: {} }
    : reason("must_look_like", { options: message.split("|") });
}

function describeUnion(issue: Extract<Issue, { code: "invalid_union" }>): Described[] {
  const { path, errors } = issue;
  const branches = errors.map((each) => each.flatMap((inner) => describeIssue(inner)));
  // A branch whose kind is right and whose inside is wrong is the one that was meant.
  const meant = branches.find((branch) => branch.every((each) => each.path.length > 0));
  if (meant !== undefined && meant.length > 0)
    return meant.map((each) => ({ ...each, path: [...path, ...each.path] }));
  const kinds = errors.flatMap((each) =>
    each.flatMap((inner) =>
      inner.path.length === 0 && inner.code === "invalid_type" ? [nameOf(inner.expected)] : [],
    ),
  );
  const options = [...new Set(kinds)];
  if (options.length > 0 && options.length >= errors.length)
    return [{ path, why: reason("must_be", { options }) }];
  const [first] = branches.flat();
  return [{ path, why: first?.why ?? reason("no_known_kind") }];
}

function reasonOf(issue: Issue): Reason {
  switch (issue.code) {
    case "invalid_type": {
      const received = /received (\w+)$/.exec(issue.message)?.[1] ?? "";
      if (received === "undefined") return reason("is_missing");
      const options = [nameOf(issue.expected)];
      return received === "" || received === "NaN"
        ? reason("must_be", { options })
        : reason("must_be_not", { options, given: nameOf(received) });
    }
    case "invalid_value": {
      const values = issue.values.map((value) => JSON.stringify(value) ?? String(value));
      const more = values.length > MOST_LISTED ? ["..."] : [];
      return reason("must_be", { options: [...values.slice(0, MOST_LISTED), ...more] });
    }
    case "too_small":
      return atLeast(issue.origin, issue.minimum, issue.inclusive !== false);
    case "too_big":
      return atMost(issue.origin, issue.maximum, issue.inclusive !== false);
    case "not_multiple_of":
      return reason("must_be_multiple", { divisor: String(issue.divisor) });
    case "invalid_format":
      return issue.format === "date"
        ? reason("must_be_day")
        : reason("other_form", { format: issue.format });
    // Described above by what is in them, or in the schema's own words.
    case "custom":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return reason("is_wrong");
  }
}

/** What a bound counts: characters of a text, entries of a list, or nothing for a number itself. */
const counted = (origin: string): "characters" | "entries" | undefined => {
  if (origin === "string") return "characters";
  return origin === "array" || origin === "set" || origin === "object" || origin === "record"
    ? "entries"
    : undefined;
};

function atLeast(origin: string, least: number | bigint, inclusive: boolean): Reason {
  const unit = counted(origin);
  const bound = String(least);
  if (unit === undefined)
    return inclusive ? reason("must_be_at_least", { bound }) : reason("must_be_above", { bound });
  return least === 1 ? reason("must_not_be_empty") : reason(`at_least_${unit}`, { bound });
}

function atMost(origin: string, most: number | bigint, inclusive: boolean): Reason {
  const unit = counted(origin);
  const bound = String(most);
  if (unit === undefined)
    return inclusive ? reason("must_be_at_most", { bound }) : reason("must_be_below", { bound });
  return reason(`at_most_${unit}`, { bound });
}

/** A reason on the wire: what a value may be is looked at by whoever says it, since one may hold others. */
export const reasonSchema: z.ZodType<Reason> = z.strictObject({
  code: z.string(),
  values: z.record(z.string(), z.unknown() as unknown as z.ZodType<ReasonValue>),
});
