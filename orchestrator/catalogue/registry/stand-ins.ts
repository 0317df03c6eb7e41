import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { Capability } from "#shared/contracts/manifest.ts";
import type { StandIn } from "../../ports/stand-in.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue.ts";
import type { DomainPlace } from "./read-bootstrap.ts";

/** Who may answer in the place of whom, by the address of the capability that is provided; and why others may not, by domain. */
export type StandIns = {
  byAddress: ReadonlyMap<string, readonly StandIn[]>;
  problems: ReadonlyMap<string, string>;
};

/** From the most careful to the least. */
const CONFIRM: readonly Capability["confirm"][] = ["always", "auto", "never"];

/**
 * The capabilities that stand in for another domain's: declared by their manifest, allowed by the operator, and fit.
 * Pure. Cost: one pass over the capabilities
 */
export function standInsOf(
  catalogue: Catalogue,
  places: readonly Pick<DomainPlace, "name" | "provides" | "isPreferred">[],
): StandIns {
  const byAddress = new Map<string, StandIn[]>();
  const problems = new Map<string, string>();
  for (const { name, provides = [], isPreferred = false } of places) {
    const reasonFor = (address: string) => (why: string) =>
      problems.set(name, `does not stand in for ${address}: ${why}`);
    for (const { domain, spec } of catalogue.capabilities)
      if (domain === name && spec.provides !== undefined && !provides.includes(spec.provides))
        reasonFor(spec.provides)('its entry does not allow that, by "provides"');
    for (const address of provides) {
      const reason = reasonFor(address);
      const one = catalogue.capabilities.find(
        ({ domain, spec }) => domain === name && spec.provides === address,
      );
      const [domain = "", capability = ""] = address.split(".");
      const own = catalogue.capability(domain, capability);
      // One that is not there yet, or not any more, is no problem of whoever stands in for it.
      if (catalogue.manifests.has(name) && one === undefined)
        reason("it has none that provides it");
      if (one === undefined || own === undefined) continue;
      const misfit = misfitOf(own, one, catalogue);
      if (misfit !== undefined) reason(misfit);
      else {
        const standIn = { domain: name, capability: one.spec.capability, isPreferred };
        byAddress.set(address, [...(byAddress.get(address) ?? []), standIn]);
      }
    }
  }
  return { byAddress, problems };
}

/**
 * Why one capability cannot stand in for another: whoever asks is shown, asked and held to what the other one promises,
 * so this one may do, take and bring no more. undefined: it can.
 */
export function misfitOf(
  own: CatalogueCapability,
  one: CatalogueCapability,
  catalogue: Pick<Catalogue, "gateOf">,
): string | undefined {
  if (own.spec.kind !== "service" || one.spec.kind !== "service")
    return "only services stand in for services";
  if (canonicalJson(own.spec.params_schema) !== canonicalJson(one.spec.params_schema))
    return "another params_schema";
  if (
    canonicalJson(own.spec.result_schema ?? null) !== canonicalJson(one.spec.result_schema ?? null)
  )
    return "another result_schema";
  if (own.effect !== one.effect) return `effect ${one.effect}, not ${own.effect}`;
  if (CONFIRM.indexOf(own.spec.confirm) > CONFIRM.indexOf(one.spec.confirm))
    return `it is confirmed ${one.spec.confirm}, the other ${own.spec.confirm}`;
  if (own.spec.bulk !== undefined && one.spec.bulk === undefined)
    return "it does not say how many things it hits";
  if (own.spec.repeat === "keyed" && one.spec.repeat === "once") return "it may not be sent again";
  if (own.spec.trust === "trusted" && one.spec.trust === "untrusted")
    return "its answers are text from outside";
  const scope = one.spec.requires.find((each) => !own.spec.requires.includes(each));
  if (scope !== undefined) return `it requires ${scope}`;
  const gates = [own, one].map(({ domain, effect }) => catalogue.gateOf(domain, [effect]) ?? 0);
  if ((gates[1] ?? 0) > (gates[0] ?? 0)) return `its gate is ${gates[1]}, not ${gates[0]}`;
  return undefined;
}
