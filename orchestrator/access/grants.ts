import type { Principal } from "../ports/principal.ts";

const EVERYTHING = "*";
const DOOR = "door:";
/** Words of scopes of their own: a domain of that name is reached by naming its capabilities. */
const RESERVED = new Set(["door", "effect"]);

/**
 * What these scopes allow. Nothing is allowed that none of them names, and scopes of other systems mean nothing here.
 * Shape:  a capability needs its domain (`d:*`), itself (`d.c`) or its effect (`effect:read`), and whatever its
 *         manifest requires beside that. A right is `door:<right>`. Who may use any capability may also enter the doors
 *         of their own conversations (`own`)
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
  const usesSomething = [...held].some((scope) => /[:.]/.test(scope) && !scope.startsWith(DOOR));
  return {
    mayUse: ({ domain, effect, spec }) =>
      ((!RESERVED.has(domain) && held.has(`${domain}:*`)) ||
        held.has(`${domain}.${spec.capability}`) ||
        held.has(`effect:${effect}`)) &&
      spec.requires.every(holds),
    mayEnter: (right) =>
      held.has("door:*") || holds(`${DOOR}${right}`) || (usesSomething && own.has(right)),
  };
}
