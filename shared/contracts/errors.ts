import type { z } from "zod";

/** The base of every error that Regente raises on purpose: a stable code for machines, a sentence for people. */
export abstract class RegenteError extends Error {
  abstract readonly code: string;
  /** Worth another try without changing anything. */
  readonly retryable: boolean = false;
}

/** A payload that breaks its contract. `faults` name each refused field by path. */
export class ContractError extends RegenteError {
  override readonly name = "ContractError";
  readonly code: string = "INVALID_PAYLOAD";
  readonly faults: readonly Fault[];
  constructor(what: string, faults: readonly Fault[], options?: ErrorOptions) {
    super(`${what}: ${faults.map(describeFault).join("; ")}`, options);
    this.faults = faults;
  }
}

/** One refused field: where (`goals.0.capability`; "" is the whole) and why. */
export type Fault = { path: string; message: string };

const describeFault = ({ path, message }: Fault): string =>
  path === "" ? message : `${path}: ${message}`;

/** zod's issues, the first of them, as faults in plain words: one for each refused key, so that an unknown field is named and not its parent. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues
    .slice(0, MOST_FAULTS)
    .flatMap((issue) => describeIssue(issue))
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));

/**
 * Parse by a contract, or say what is wrong and where.
 * Errors: ContractError with every fault, prefixed by `what` ("manifest of finance")
 */
export function parseContract<T extends z.ZodType>(
  schema: T,
  value: unknown,
  what: string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ContractError(what, faultsOf(parsed.error));
}

type Issue = z.core.$ZodIssue;
/** One thing that is wrong, at a path below where the issue stands. */
type Described = { path: readonly PropertyKey[]; message: string };

/** A message that a schema gives itself is better than any that can be made here. */
const BY_DEFAULT = /^(?:Invalid|Too big|Too small|Unrecognized)\b/;

const NAMES = new Map<string, string>([
  ["string", "a string"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
  ["null", "null"],
]);
const nameOf = (type: string): string => NAMES.get(type) ?? type;
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
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
      .map((key) => ({ path: [...issue.path, key], message: "unknown field" }));
  if (!BY_DEFAULT.test(issue.message)) return [{ path: issue.path, message: issue.message }];
  if (issue.code === "invalid_union") return describeUnion(issue);
  if (issue.code === "invalid_key" || issue.code === "invalid_element")
    return issue.issues
      .flatMap((each) => describeIssue(each))
      .map(({ message }) => ({ path: issue.path, message }));
  return [{ path: issue.path, message: sentence(issue) }];
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
  const all = [...new Set(kinds)];
  if (all.length > 0 && all.length >= errors.length)
    return [{ path, message: `must be ${listed(all)}` }];
  const [first] = branches.flat();
  return [{ path, message: first?.message ?? "is none of the kinds that are known" }];
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type": {
      const received = /received (\w+)$/.exec(issue.message)?.[1] ?? "";
      if (received === "undefined") return "is missing";
      return `must be ${nameOf(issue.expected)}${received === "" || received === "NaN" ? "" : `, not ${nameOf(received)}`}`;
    }
    case "invalid_value": {
      const values = issue.values.map((value) => JSON.stringify(value) ?? String(value));
      const more = values.length > MOST_LISTED ? ", ..." : "";
      return `must be ${listed(values.slice(0, MOST_LISTED))}${more}`;
    }
    case "too_small":
      return atLeast(issue.origin, issue.minimum, issue.inclusive !== false);
    case "too_big":
      return atMost(issue.origin, issue.maximum, issue.inclusive !== false);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return issue.format === "date"
        ? 'must be a day like "2026-03-31"'
        : `does not have the form that is expected (${issue.format})`;
    // Described above by what is in them, or in the schema's own words.
    case "custom":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return "is wrong";
  }
}

/** What a bound counts: characters of a text, entries of a list, or nothing for a number itself. */
const counted = (origin: string): string | undefined => {
  if (origin === "string") return "characters";
  return origin === "array" || origin === "set" || origin === "object" || origin === "record"
    ? "entries"
    : undefined;
};

function atLeast(origin: string, least: number | bigint, inclusive: boolean): string {
  const unit = counted(origin);
  if (unit === undefined)
    return inclusive ? `must be ${least} or more` : `must be more than ${least}`;
  return least === 1 ? "must not be empty" : `must have at least ${least} ${unit}`;
}

function atMost(origin: string, most: number | bigint, inclusive: boolean): string {
  const unit = counted(origin);
  if (unit === undefined)
    return inclusive ? `must be ${most} or less` : `must be less than ${most}`;
  return `must have at most ${most} ${unit}`;
}
