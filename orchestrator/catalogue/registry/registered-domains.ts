import { bootstrapFile } from "#shared/contracts/bootstrap.ts";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import type { Held } from "./approvals.ts";
import { keptJson } from "./kept-json.ts";
import { type DomainPlace, withoutEndSlash } from "./read-bootstrap.ts";
import type { DomainWatch } from "./watch-domain.ts";

/**
 * `task` as a function that never runs twice at once. Whoever calls while it runs shares the run after
 * it, so that each caller's promise covers everything that was true when it called.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = task();
    return running;
  };
  return () => {
    next ??= running.then(begin, begin);
    return next;
  };
}

/**
 * One domain as people are told of it. It is `up` or `down` with the manifest that is in force, also
 * when a newer one is refused: `problem` says so. Without any, it is `down`, `refused` or still `joining`: so is
 * one that is being started. `misfit`: why it may not answer in the place of another one.
 */
export function domainStatus(
  watch: Pick<DomainWatch, "place" | "isUp" | "isExpected" | "problem">,
  inForce: Manifest | undefined,
  refusal: Reason | undefined,
  held?: Held,
  misfit?: Reason,
): DomainStatus {
  const { place, isUp } = watch;
  const own = watch.problem ?? refusal;
  const why =
    own !== undefined && isUp && inForce !== undefined
      ? reason("version_stays", { why: own, version: inForce.version })
      : (own ?? misfit);
  return {
    name: place.name,
    state: stateOf(watch, inForce, own),
    url: place.url ?? null,
    version: inForce?.version ?? null,
    description: inForce?.description ?? null,
    goals: inForce?.goals.map(({ goal }) => goal) ?? [],
    capabilities: inForce?.capabilities.map(({ capability }) => capability) ?? [],
    ...(held && { held }),
    ...(place.isEditable === true && { editable: true }),
    ...(place.isRegistered === true && { registered: true }),
    problem: why === undefined ? null : inEnglish(why),
    ...(typeof why === "object" && { problem_reason: why }),
  };
}

function stateOf(
  { place, isUp, isExpected }: Pick<DomainWatch, "place" | "isUp" | "isExpected">,
  inForce: Manifest | undefined,
  own: Reason | string | undefined,
): DomainStatus["state"] {
  if (!isUp) return isExpected && inForce === undefined ? "joining" : "down";
  if (inForce === undefined) return own === undefined ? "joining" : "refused";
  return place.url === undefined ? "manifest_only" : "up";
}

/** A domain that someone registered at the endpoints. */
export type RegisteredDomain = { name: string; url: string };

/** There is a domain of that name. */
export class DomainTakenError extends RegenteError {
  override readonly name = "DomainTakenError";
  readonly code = "DOMAIN_TAKEN";
  constructor(domain: string) {
    super(reason("domain_taken", { domain }));
  }
}

/** There is nothing to remove under that name. */
export class DomainNotRegisteredError extends RegenteError {
  override readonly name = "DomainNotRegisteredError";
  readonly code = "DOMAIN_NOT_REGISTERED";
  constructor(domain: string, isListed: boolean) {
    super(isListed ? reason("domain_listed", { domain }) : reason("domain_not_found", { domain }));
  }
}

/**
 * The domains that were registered at the endpoints, in a file of their own: the bootstrap file is the operator's.
 * It has the same form, but no `${NAME}` in it stands for anything.
 */
export function registeredDomains(file: string) {
  const kept = keptJson(file, `registered domains ${file}`, bootstrapFile, { domains: [] });
  const read = async (): Promise<RegisteredDomain[]> => {
    const { domains } = await kept.read();
    return domains.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
  };
  const write = (domains: readonly RegisteredDomain[]) => kept.write({ domains });
  const inTurn = oneAfterAnother();
  return {
    /** Errors: ContractError for a file that someone broke */
    read: async (): Promise<DomainPlace[]> =>
      (await read()).map(({ name, url }) => ({
        name,
        url: withoutEndSlash(url),
        manifest: undefined,
        isOwn: false,
        isRegistered: true,
      })),
    /** Errors: DomainTakenError when one of that name is registered */
    add: (domain: RegisteredDomain) =>
      inTurn(async () => {
        const before = await read();
        if (before.some(({ name }) => name === domain.name))
          throw new DomainTakenError(domain.name);
        await write([...before, domain]);
      }),
    /** False when there is none of that name. */
    remove: (name: string) =>
      inTurn(async () => {
        const before = await read();
        const after = before.filter((each) => each.name !== name);
        if (after.length === before.length) return false;
        await write(after);
        return true;
      }),
  };
}
