import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { Capability } from "#shared/contracts/manifest.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import type { StandIn } from "../../ports/domain-client.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue.ts";
import type { DomainPlace } from "./read-bootstrap.ts";

/** Who may answer in the place of whom, by the address of the capability that is provided; and why others may not, by domain. */
export type StandIns = {
  byAddress: ReadonlyMap<string, readonly StandIn[]>;
  problems: ReadonlyMap<string, Reason>;
};

/** From the most careful to the least. */
const CONFIRM: readonly Capability["confirm"][] = ["always", "auto", "never"];

/** True for a capability that asks for a yes less often than another one. */
export const asksLess = (one: Capability, than: Capability): boolean =>
  CONFIRM.indexOf(one.confirm) > CONFIRM.indexOf(than.confirm);

/**
 * The capabilities that stand in for another domain's: declared by their manifest, allowed by the operator, and fit.
 * Pure. Cost: one pass over the capabilities
 */
export function standInsOf(
  catalogue: Catalogue,
  places: readonly Pick<DomainPlace, "name" | "provides" | "isPreferred">[],
): StandIns {
  const byAddress = new Map<string, StandIn[]>();
  const problems = new Map<string, Reason>();
  for (const { name, provides = [], isPreferred = false } of places) {
    const refuse = (address: string, why: Reason) =>
      problems.set(name, reason("no_stand_in", { address, why }));
    for (const { domain, spec } of catalogue.capabilities)
      if (domain === name && spec.provides !== undefined && !provides.includes(spec.provides))
        refuse(spec.provides, reason("entry_provides_not"));
    for (const address of provides) {
      const one = catalogue.capabilities.find(
        ({ domain, spec }) => domain === name && spec.provides === address,
      );
      const [domain = "", capability = ""] = address.split(".");
      const own = catalogue.capability(domain, capability);
      // One that is not there yet, or not any more, is no problem of whoever stands in for it.
      if (catalogue.manifests.has(name) && one === undefined)
        refuse(address, reason("none_provides_it"));
      if (one === undefined || own === undefined) continue;
      const misfit = misfitOf(own, one, catalogue);
      if (misfit !== undefined) refuse(address, misfit);
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
): Reason | undefined {
  if (own.spec.kind !== "service" || one.spec.kind !== "service")
    return reason("only_services_stand_in");
  if (canonicalJson(own.spec.params_schema) !== canonicalJson(one.spec.params_schema))
    return reason("other_params_schema");
  if (
    canonicalJson(own.spec.result_schema ?? null) !== canonicalJson(one.spec.result_schema ?? null)
  )
    return reason("other_result_schema");
  if (own.effect !== one.effect)
    return reason("other_effect", { effect: one.effect, expected: own.effect });
  if (asksLess(own.spec, one.spec))
    return reason("other_confirm", { confirm: one.spec.confirm, expected: own.spec.confirm });
  if (own.spec.bulk !== undefined && one.spec.bulk === undefined) return reason("tells_no_number");
  if (own.spec.repeat === "keyed" && one.spec.repeat === "once") return reason("once_only");
  if (own.spec.trust === "trusted" && one.spec.trust === "untrusted")
    return reason("answers_from_outside");
  const scope = one.spec.requires.find((each) => !own.spec.requires.includes(each));
  if (scope !== undefined) return reason("requires_scope", { scope });
  const gates = [own, one].map(({ domain, effect }) => catalogue.gateOf(domain, [effect]) ?? 0);
  if ((gates[1] ?? 0) > (gates[0] ?? 0))
    return reason("other_gate", { gate: gates[1] ?? 0, expected: gates[0] ?? 0 });
  return undefined;
}
