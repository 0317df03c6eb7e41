import { RegenteError } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";

/** A capability that the user has no right to. Nothing was done. */
export class ForbiddenError extends RegenteError {
  override readonly name = "ForbiddenError";
  readonly code = "FORBIDDEN";
  constructor(capabilities: readonly { domain: string; capability: string }[]) {
    const named = capabilities.map(({ domain, capability }) => `${domain}.${capability}`);
    super(reason("forbidden", { names: [...new Set(named)].slice(0, 10).join(", ") }));
  }
}
