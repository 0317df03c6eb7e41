import type { Capability, Manifest } from "#shared/contracts/manifest.ts";

/** From the most careful to the least. */
const CONFIRM: readonly Capability["confirm"][] = ["always", "auto", "never"];

/**
 * How a manifest asks for more trust than the one before it: what it can do that it could not, an effect of another
 * class, and guards that it takes away. One sentence each; none for a manifest that only words things otherwise.
 */
export function changedPromises(before: Manifest, after: Manifest): string[] {
  const known = new Map(before.capabilities.map((each) => [each.capability, each]));
  const changes = after.capabilities.flatMap((each) => {
    const old = known.get(each.capability);
    const { capability } = each;
    if (old === undefined) return [`${capability} is new (effect ${effectOf(each)})`];
    return changesOf(old, each).map((change) => `${capability}: ${change}`);
  });
  const exempt = new Set(fallbacksOf(before));
  const ungated = fallbacksOf(after)
    .filter((goal) => !exempt.has(goal))
    .map((goal) => `${goal} takes what no other goal covers, at any confidence`);
  const [from, to] = [gateOf(before), gateOf(after)];
  const lowered = to < from ? [`it acts at a confidence of ${to}, no more ${from}`] : [];
  return [...changes, ...ungated, ...lowered];
}

function changesOf(old: Capability, now: Capability): string[] {
  const dropped = old.requires.filter((scope) => !now.requires.includes(scope));
  return [
    ...(effectOf(old) === effectOf(now) ? [] : [`effect ${effectOf(old)} -> ${effectOf(now)}`]),
    ...(CONFIRM.indexOf(now.confirm) > CONFIRM.indexOf(old.confirm)
      ? [`confirm ${old.confirm} -> ${now.confirm}`]
      : []),
    ...(old.trust === "untrusted" && now.trust === "trusted"
      ? ["its answers count as trusted"]
      : []),
    ...(old.repeat === "once" && now.repeat === "keyed" ? ["repeat once -> keyed"] : []),
    ...(old.kind === now.kind ? [] : [`kind ${old.kind} -> ${now.kind}`]),
    ...dropped.map((scope) => `does not require ${scope} any more`),
  ];
}

const effectOf = ({ effect }: Capability): string => effect ?? "external";

const fallbacksOf = ({ goals }: Manifest): string[] =>
  goals.flatMap(({ goal, fallback }) => (fallback === undefined ? [] : [goal]));

/** An exempt domain acts at any confidence. */
const gateOf = ({ confidence_gate: gate }: Manifest): number =>
  "threshold" in gate ? gate.threshold : 0;
