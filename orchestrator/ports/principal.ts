import type { Capability, Effect } from "#shared/contracts/capability.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { reason } from "#shared/messages/reason.ts";

/** May this capability be used? Asked when a plan is made, and again before each of its steps. */
export type MayUse = (capability: {
  domain: string;
  effect: Effect;
  spec: Pick<Capability, "capability" | "requires">;
}) => boolean;

/** Someone who has shown who they are. */
export type Principal = {
  /** The owner of every row they make or see. */
  readonly user_id: string;
  readonly mayUse: MayUse;
  /** Scopes that would let them use it; none where they may. */
  lacks(capability: Parameters<MayUse>[0]): string[];
  /** Digests of the front ends' instructions that the operator has registered for them; absent: none. */
  readonly instructions?: ReadonlySet<string>;
  /** Which goals they are answered in a model's place, and which are only suggested; absent: all are answered. */
  readonly goalsHere?: {
    answers?: readonly string[] | undefined;
    suggests?: readonly string[] | undefined;
  };
  /** By what they have shown it. Absent: by a channel that vouches for them. */
  readonly shownBy?: Pick<NonNullable<Schedule["rights"]>, "by" | "key">;
  /** By the name of a right, `domains:write`. */
  mayEnter(right: string): boolean;
};

/** What someone may use, and the scopes that they would need for the rest. */
export type Rights = Pick<Principal, "mayUse" | "lacks">;

/** Someone by their name and the scopes they hold. */
export type PrincipalOf = (user_id: string, scopes: readonly string[]) => Principal;

/** A capability that the user has no right to. Nothing was done. */
export class ForbiddenError extends RegenteError {
  override readonly name = "ForbiddenError";
  readonly code = "FORBIDDEN";
  constructor(capabilities: readonly { domain: string; capability: string }[]) {
    const named = capabilities.map(({ domain, capability }) => `${domain}.${capability}`);
    super(reason("forbidden", { names: [...new Set(named)].slice(0, 10).join(", ") }));
  }
}
