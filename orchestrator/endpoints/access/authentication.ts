import { isApiKey } from "#shared/api-keys/api-key.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Principal, PrincipalOf } from "../../ports/principal.ts";
import { CredentialsError } from "./access-error.ts";
import { type ApiKeysDeps, apiKeys } from "./api-keys.ts";
import { grantsOf } from "./grants.ts";
import { type TokenSettings, tokens } from "./tokens.ts";

export type AccessSettings = {
  /** Absolute path of the file of API keys. */
  keyFile: string | undefined;
  tokens: TokenSettings | undefined;
  /** What users may do whose token does not say. */
  defaultScopes: readonly string[];
  /** What a token has shown holds so long for a standing request, milliseconds. */
  standingTokenMs: number;
};

/** Who calls, by what they carry. */
export type Authentication = {
  /**
   * `authorization` is the header as it came.
   * Errors: CredentialsError (401), IdentityUnavailableError (503)
   */
  identify(authorization: string | undefined): Principal | Promise<Principal>;
  /** Someone of whom only the name is known, and that it is true. */
  known(user_id: string): Principal;
  /** Who made a standing request, by what they had shown then; undefined: that is good for nothing any more. */
  standing(user_id: string, rights: NonNullable<Schedule["rights"]>): Principal | undefined;
  close(): Promise<void>;
};

const BEARER = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/**
 * Bearer credentials, API keys and tokens. `own` are the rights that come with any capability.
 * Errors: ContractError for a file of keys that is wrong
 */
export function openAuthentication(
  { keyFile, tokens: tokenSettings, defaultScopes, standingTokenMs }: AccessSettings,
  own: ReadonlySet<string>,
  deps: ApiKeysDeps,
): Authentication {
  const { clock } = deps;
  const principalOf: PrincipalOf = (user_id, scopes) => ({ user_id, ...grantsOf(scopes, own) });
  const byKey = keyFile === undefined ? undefined : apiKeys(keyFile, principalOf, deps);
  const byToken =
    tokenSettings === undefined
      ? undefined
      : tokens(tokenSettings, principalOf, defaultScopes, clock);
  return {
    identify(authorization) {
      if (authorization === undefined)
        throw new CredentialsError("missing_credentials", reason("missing_credentials"));
      const credential = BEARER.exec(authorization)?.[1];
      if (credential === undefined)
        throw new CredentialsError("invalid_token", reason("not_bearer"));
      if (byKey !== undefined && (isApiKey(credential) || byToken === undefined))
        return byKey(credential);
      if (byToken !== undefined) return byToken.identify(credential);
      throw new CredentialsError("invalid_token", reason("only_api_keys"));
    },
    known: (user_id) => principalOf(user_id, defaultScopes),
    standing(user_id, { by, key, at }) {
      if (by === "key") {
        const holder = byKey?.standing(key ?? "");
        return holder?.user_id === user_id ? holder : undefined;
      }
      // A token is gone by now: what its issuer said of its user is believed for so long.
      const isTooOld = by === "token" && clock.now() - at > standingTokenMs;
      return isTooOld ? undefined : principalOf(user_id, defaultScopes);
    },
    close: async () => byToken?.close(),
  };
}
