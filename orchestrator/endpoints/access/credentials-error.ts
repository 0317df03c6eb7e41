import { RegenteError } from "#shared/contracts/errors.ts";
import type { Reason } from "#shared/messages/reason.ts";

export type CredentialsFault =
  | "missing_credentials"
  | "invalid_api_key"
  | "invalid_token"
  | "token_expired";

/** Whoever calls has not shown who they are. The message says what is wrong and never quotes a credential. */
export class CredentialsError extends RegenteError {
  override readonly name = "CredentialsError";
  readonly code: CredentialsFault;
  constructor(code: CredentialsFault, why: Reason, options?: ErrorOptions) {
    super(why, options);
    this.code = code;
  }
}

/** No one can tell now who calls: the keys cannot be read, or whoever issues tokens is not reached. */
export class IdentityUnavailableError extends RegenteError {
  override readonly name = "IdentityUnavailableError";
  readonly code = "IDENTITY_UNAVAILABLE";
  override readonly retryable = true;
}
