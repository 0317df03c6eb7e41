import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import type { Held } from "./approvals.ts";
import type { DomainWatch } from "./watch-domain.ts";

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
