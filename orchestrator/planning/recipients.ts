import type {
  Doubt,
  ExecutionIntent,
  FollowupRequest,
  GoalFrame,
} from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { recipientParam } from "../catalogue/recipient-params.ts";

type Doubtful = { readonly doubts?: readonly Doubt[] | undefined };

/** The one whom the words name that say for whom it is; undefined for nobody, and for several. */
function nameSaid({ doubts = [] }: Doubtful): string | undefined {
  const [only, ...others] = doubts.filter(({ reason }) => reason === "addressed");
  return others.length === 0 ? only?.name : undefined;
}

const takes = (catalogue: Catalogue, domain: string, capability: string): string | undefined => {
  const spec = catalogue.capability(domain, capability)?.spec;
  return spec && recipientParam(spec.params_schema);
};

const others = (doubts: readonly Doubt[] | undefined): Doubt[] =>
  (doubts ?? []).filter(({ reason }) => reason !== "addressed");

/** The same without the doubt for whom it is, where that is obeyed: what is done sends to somebody by name. */
export function obeyed<T extends GoalFrame | FollowupRequest>(
  doubtful: T,
  done: readonly Pick<ExecutionIntent, "domain" | "capability">[],
  catalogue: Catalogue,
): T {
  if (nameSaid(doubtful) === undefined || done.length === 0) return doubtful;
  const all = done.every((each) => takes(catalogue, each.domain, each.capability) !== undefined);
  return all ? { ...doubtful, doubts: others(doubtful.doubts) } : doubtful;
}

/** The parameter that sends what a capability does to whom the words name; {} where they name nobody. */
export function addressedTo(
  doubtful: Doubtful,
  { domain, capability }: Pick<ExecutionIntent, "domain" | "capability">,
  catalogue: Catalogue,
): JsonObject {
  const name = nameSaid(doubtful);
  const param = takes(catalogue, domain, capability);
  return name === undefined || param === undefined ? {} : { [param]: { name } };
}
