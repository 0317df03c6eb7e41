import { reachesCapabilities } from "#shared/api-keys/api-key.ts";
import type { Principal } from "../../ports/principal.ts";

const EVERYTHING = "*";
const DOOR = "door:";
/** Speak for any user by naming them; for front ends that have checked who they are. No endpoint, so `door:*` has it not. */
export const ACT_AS = "act_as";
/** Words of scopes of their own: a domain of that name is reached by naming its capabilities. */
const RESERVED = new Set(["door", "effect"]);

/**
 * What these scopes allow. Nothing is allowed that none of them names, and scopes of other systems mean nothing here.
 * Shape:  a capability needs its domain (`d:*`), itself (`d.c`) or its effect (`effect:read`), and whatever its
 *         manifest requires beside that. A right is `door:<right>`. Who may use any capability may also enter the endpoints
 *         of their own conversations (`own`): by a scope that reaches one, and not by what only accompanies it (`d:send`)
 */
export function grantsOf(
  scopes: Iterable<string>,
  own: ReadonlySet<string>,
): Pick<Principal, "mayUse" | "mayEnter"> {
  const held = new Set(scopes);
  if (held.has(EVERYTHING)) return { mayUse: () => true, mayEnter: () => true };
  const holds = (wanted: string): boolean => {
    if (held.has(wanted)) return true;
    const colon = wanted.lastIndexOf(":");
    return colon !== -1 && held.has(`${wanted.slice(0, colon)}:*`);
  };
  const usesSomething = [...held].some(reachesCapabilities);
  return {
    mayUse: ({ domain, effect, spec }) =>
      ((!RESERVED.has(domain) && held.has(`${domain}:*`)) ||
        held.has(`${domain}.${spec.capability}`) ||
        held.has(`effect:${effect}`)) &&
      spec.requires.every(holds),
    mayEnter: (right) =>
      right === ACT_AS
        ? held.has(`${DOOR}${right}`)
        : held.has("door:*") || holds(`${DOOR}${right}`) || (usesSomething && own.has(right)),
  };
}
