import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
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
  refusal: string | undefined,
  held?: Held,
  misfit?: string,
): DomainStatus {
  const { place, isUp } = watch;
  const reason = watch.problem ?? refusal;
  const stays = inForce === undefined ? "" : `; version ${inForce.version} stays`;
  return {
    name: place.name,
    state: stateOf(watch, inForce, reason),
    url: place.url ?? null,
    version: inForce?.version ?? null,
    description: inForce?.description ?? null,
    goals: inForce?.goals.map(({ goal }) => goal) ?? [],
    capabilities: inForce?.capabilities.map(({ capability }) => capability) ?? [],
    ...(held && { held }),
    problem: reason === undefined ? (misfit ?? null) : `${reason}${isUp ? stays : ""}`,
  };
}

function stateOf(
  { place, isUp, isExpected }: Pick<DomainWatch, "place" | "isUp" | "isExpected">,
  inForce: Manifest | undefined,
  reason: string | undefined,
): DomainStatus["state"] {
  if (!isUp) return isExpected && inForce === undefined ? "joining" : "down";
  if (inForce === undefined) return reason === undefined ? "joining" : "refused";
  return place.url === undefined ? "manifest_only" : "up";
}
