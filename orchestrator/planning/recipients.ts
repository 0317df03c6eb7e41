import type { Capability } from "#shared/contracts/capability.ts";
import type {
  Doubt,
  ExecutionIntent,
  FollowupRequest,
  GoalFrame,
} from "#shared/contracts/intent.ts";
import { isJsonObject, type JsonObject } from "#shared/contracts/json.ts";
import type { Recipient } from "#shared/contracts/recipient.ts";
import { queryWords } from "#shared/plain-text/search-words.ts";
import { type Catalogue, recipientParam } from "../catalogue/catalogue.ts";

type Doubtful = {
  readonly doubts?: readonly Doubt[] | undefined;
  readonly entities?: GoalFrame["entities"];
};

/**
 * The one whom the words name that say for whom it is; undefined for no one, for several, and where the same words are
 * in what is sent as well.
 */
function nameSaid({ doubts = [], entities = {} }: Doubtful): string | undefined {
  const [only, ...more] = doubts.filter(({ reason }) => reason === "addressed");
  if (only === undefined || more.length > 0) return undefined;
  const isSent = Object.values(entities).some(
    (value) => typeof value === "string" && value.includes(only.detail),
  );
  return isSent ? undefined : only.name;
}

const takes = (catalogue: Catalogue, domain: string, capability: string): string | undefined => {
  const spec = catalogue.capability(domain, capability)?.spec;
  return spec && recipientParam(spec.params_schema);
};

const others = (doubts: readonly Doubt[] | undefined): Doubt[] =>
  (doubts ?? []).filter(({ reason }) => reason !== "addressed");

/**
 * True where whom the words name is a value of what is asked for, beside another one: who borrows what in "lend Dune to
 * Rita".
 */
const isValue = (name: string, { entities = {} }: Doubtful): boolean => {
  const values = Object.values(entities);
  return values.length > 1 && values.includes(name);
};

/**
 * The same without the doubt for whom it is, where that is obeyed: what is done sends to someone by name, or it sends to no
 * one and the name is a value of its own.
 */
export function obeyed<T extends GoalFrame | FollowupRequest>(
  doubtful: T,
  done: readonly Pick<ExecutionIntent, "domain" | "capability">[],
  catalogue: Catalogue,
): T {
  const name = nameSaid(doubtful);
  if (name === undefined || done.length === 0) return doubtful;
  const taking = done.filter((each) => takes(catalogue, each.domain, each.capability));
  const isObeyed =
    taking.length === done.length || (taking.length === 0 && isValue(name, doubtful));
  return isObeyed ? { ...doubtful, doubts: others(doubtful.doubts) } : doubtful;
}

/** The parameter that sends what a capability does to whom the words name; {} where they name no one. */
export function addressedTo(
  doubtful: Doubtful,
  { domain, capability }: Pick<ExecutionIntent, "domain" | "capability">,
  catalogue: Catalogue,
): JsonObject {
  const name = nameSaid(doubtful);
  const param = takes(catalogue, domain, capability);
  return name === undefined || param === undefined ? {} : { [param]: { name } };
}

/**
 * Whom what is done sends to: the name that the words say, "" for who asks; undefined: it sends to no one, or no one can say
 * to whom.
 */
export function sentTo(
  doubtful: Doubtful,
  done: readonly Pick<ExecutionIntent, "domain" | "capability">[],
  catalogue: Catalogue,
): string | undefined {
  const { doubts = [] } = doubtful;
  if (!done.some((each) => takes(catalogue, each.domain, each.capability) !== undefined))
    return undefined;
  const isSaid = doubts.some(({ reason }) => reason === "addressed");
  return isSaid ? nameSaid(doubtful) : "";
}

/** Whom a step with these parameters sends to, as above, and the parameters without them. */
export function sentToBy(
  params: JsonObject,
  spec: Pick<Capability, "params_schema"> | undefined,
): { readonly to: string | undefined; readonly others: JsonObject } {
  const param = spec && recipientParam(spec.params_schema);
  if (param === undefined) return { to: undefined, others: params };
  const { [param]: said, ...others } = params;
  const wanted = isJsonObject(said) ? said : {};
  return { to: String(wanted["name"] ?? wanted["id"] ?? ""), others };
}

/**
 * Whom a name may mean, among those that the user may send to. Pure.
 * Shape: the one with that very name, else all whose names hold each word that was said: "pai" finds "meu pai", and
 *        "Ana" both "Ana Lima" and "Ana Reis" where no one is called just "Ana"
 */
export function recipientsNamed(
  said: string,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const words = wordsIn(said);
  if (words.length === 0) return [];
  const named = recipients.map((recipient) => ({ recipient, words: wordsIn(recipient.name) }));
  const same = named.filter((each) => each.words.join(" ") === words.join(" "));
  const found = same.length > 0 ? same : named.filter((each) => holds(each.words, words));
  return found.map(({ recipient }) => recipient);
}

const holds = (words: readonly string[], said: readonly string[]): boolean =>
  said.every((word) => words.includes(word));

const wordsIn = (name: string): string[] => queryWords(name).map(({ indexed }) => indexed);
