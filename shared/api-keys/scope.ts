import { z } from "zod";

/** Scopes that allow capabilities: by their effect, of a domain, one by its name. */
const REACHING = [
  /^effect:(?:read|write|external|destructive)$/,
  /^(?!effect:|door:)[a-z][a-z0-9_-]{0,63}:\*$/,
  /^[a-z][a-z0-9_-]{0,63}\.[a-z][a-z0-9_]{0,63}$/,
];
/** What a scope may look like, the whole of it. */
const SHAPES = [
  /^\*$/,
  ...REACHING,
  /^door:(?:\*|[a-z_]{1,40}(?::(?:\*|[a-z_]{1,40}))?)$/,
  /^(?!effect:|door:)[a-z][a-z0-9_-]{0,63}:[a-z0-9][a-z0-9_.:-]{0,63}$/,
];

/** True for a scope that alone may allow a capability: `effect:read`, `my_domain:*`, `my_domain.my_capability`. */
export const reachesCapabilities = (text: string): boolean =>
  REACHING.some((shape) => shape.test(text));

/**
 * One thing that a user may do: `*` (everything), `my_domain:*` (a whole domain), `my_domain.my_capability`,
 * `effect:read` (whatever only reads), `my_domain:send` (what a manifest demands beside it), `door:domains:write` (a
 * endpoint for operators).
 */
export const scope = z.string().refine((text) => SHAPES.some((shape) => shape.test(text)), {
  error: ({ input }) =>
    `"${String(input)}" is no scope; write "domain:*", "domain.capability", "effect:read", "door:NAME" or "*"`,
});
