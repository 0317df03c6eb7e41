import type {
  Doubt,
  ExecutionIntent,
  FollowupRequest,
  GoalFrame,
} from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { recipientParam } from "../catalogue/recipient-params.ts";

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

/** The same without the doubt for whom it is, where that is obeyed: what is done sends to someone by name. */
export function obeyed<T extends GoalFrame | FollowupRequest>(
  doubtful: T,
  done: readonly Pick<ExecutionIntent, "domain" | "capability">[],
  catalogue: Catalogue,
): T {
  if (nameSaid(doubtful) === undefined || done.length === 0) return doubtful;
  const all = done.every((each) => takes(catalogue, each.domain, each.capability) !== undefined);
  return all ? { ...doubtful, doubts: others(doubtful.doubts) } : doubtful;
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
