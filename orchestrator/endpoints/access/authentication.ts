import { timingSafeEqual } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { apiKeyDigest, apiKeyId, isApiKey, reachesCapabilities } from "#shared/api-keys/api-key.ts";
import { readKeyFile } from "#shared/api-keys/key-file.ts";
import { ContractError, faultAt } from "#shared/contracts/errors.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal, PrincipalOf } from "../../ports/principal.ts";
import { CredentialsError, IdentityUnavailableError } from "./credentials-error.ts";
import { type TokenSettings, tokens } from "./tokens.ts";

/** How long a revoked key may still open, milliseconds. */
const LOOK_AGAIN_MS = 500;

type Known = { principal: Principal; digest: Buffer; expiresAt: number; entry: string };

/** Ids of keys, of each kind the first MOST_NAMED. */
type KeysChange = { keys: number; added: string[]; removed: string[]; changed: string[] };
type ApiKeysDeps = {
  clock: Clock;
  log: Log;
  /** Told of keys that are other ones than those that were read last. */
  onChange?: ((change: KeysChange) => void) | undefined;
};

/**
 * Who holds which API key. The file is read again when it changes; while it is wrong or out of reach, no key opens. Where its
 * folder has no such file yet at the start, nobody is let in until the first key is added; a folder that is missing is a
 * wrong path or a disk that is not there, and stops the start.
 * Shape:  the key's id finds its entry, and its digest is compared in constant time
 * Errors: ContractError when the file is wrong at the start. Of the function: CredentialsError, and
 *         IdentityUnavailableError while the file cannot be read
 * Cost:   2 us; one stat of the file each half second
 */
function apiKeys(
  path: string,
  principalOf: PrincipalOf,
  { clock, log, onChange }: ApiKeysDeps,
): ((key: string) => Principal) & { standing(id: string): Principal | undefined } {
  const read = (): Map<string, Known> =>
    new Map(
      readKeyFile(path).map((entry) => [
        entry.id,
        {
          principal: {
            ...principalOf(entry.user_id, entry.scopes),
            instructions: new Set(entry.instructions ?? []),
            goalsHere: { answers: entry.answers, suggests: entry.suggests },
            shownBy: { by: "key" as const, key: entry.id },
          },
          digest: Buffer.from(entry.sha256, "hex"),
          expiresAt:
            entry.expires_at === undefined
              ? Number.POSITIVE_INFINITY
              : Date.parse(entry.expires_at),
          entry: JSON.stringify(entry),
        },
      ]),
    );
  let seen: string | undefined = fingerprint(path);
  const isThere = existsSync(path);
  if (!isThere && !existsSync(dirname(path)))
    throw new ContractError(reason("key_file", { path }), [faultAt("", reason("no_key_folder"))]);
  if (!isThere)
    log.warn(
      { file: path },
      `nobody is let in: there is no ${path} yet. \`npx regente keys add --user=ana --scopes=effect:read --file=${path}\` makes it with a first key, also while this runs`,
    );
  let known: Map<string, Known> | undefined = isThere ? read() : new Map();
  let last = known;
  let lookedAt = clock.monotonic();

  const lookAgain = () => {
    if (clock.monotonic() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = clock.monotonic();
    try {
      const now = fingerprint(path);
      if (now === seen) return;
      const before = last;
      known = read();
      last = known;
      seen = now;
      onChange?.(changeOf(before, known));
      log.info({ keys: known.size }, "the API keys were read again");
    } catch (err) {
      if (known !== undefined)
        log.error({ err }, "the API keys cannot be read: no key is accepted until they can");
      known = undefined;
      seen = undefined;
    }
  };

  const opened = (key: string): Principal => {
    lookAgain();
    if (known === undefined) throw new IdentityUnavailableError(reason("api_keys_unavailable"));
    const entry = known.get(apiKeyId(key) ?? "");
    const digest = Buffer.from(apiKeyDigest(key), "hex");
    if (entry === undefined || !timingSafeEqual(digest, entry.digest))
      throw new CredentialsError("invalid_api_key", reason("invalid_api_key"));
    if (clock.now() >= entry.expiresAt)
      throw new CredentialsError("invalid_api_key", reason("api_key_expired"));
    return entry.principal;
  };
  return Object.assign(opened, {
    /** Whoever holds a key that is still good, by the key's id; undefined: revoked, expired, or not to be read now. */
    standing(id: string): Principal | undefined {
      lookAgain();
      const entry = known?.get(id);
      return entry !== undefined && clock.now() < entry.expiresAt ? entry.principal : undefined;
    },
  });
}

/** As many as a record of the audit log takes of each kind. */
const MOST_NAMED = 100;
const named = (ids: readonly string[]): string[] => ids.slice(0, MOST_NAMED);

function changeOf(before: ReadonlyMap<string, Known>, now: ReadonlyMap<string, Known>): KeysChange {
  return {
    keys: now.size,
    added: named([...now.keys()].filter((id) => !before.has(id))),
    removed: named([...before.keys()].filter((id) => !now.has(id))),
    changed: named(
      [...now].flatMap(([id, { entry }]) =>
        before.has(id) && before.get(id)?.entry !== entry ? [id] : [],
      ),
    ),
  };
}

/** Changes whenever the file is written. Errors: Node's own when nothing can be said of it */
function fingerprint(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return `${found?.ino} ${found?.size} ${found?.mtimeNs} ${found?.ctimeNs}`;
}

export type AccessSettings = {
  /** Absolute path of the file of API keys. */
  keyFile: string | undefined;
  tokens: TokenSettings | undefined;
  /** What users may do whose token does not say. */
  defaultScopes: readonly string[];
  /** What a token has shown holds so long for a standing request, milliseconds. */
  standingTokenMs: number;
};

const BEARER = /^Bearer +([\x21-\x7e]{1,8192})$/i;

export type Authentication = ReturnType<typeof openAuthentication>;

/**
 * Who calls, by what they carry: bearer credentials, API keys and tokens. `own` are the rights that come with any capability.
 * Errors: ContractError for a file of keys that is wrong
 */
export function openAuthentication(
  { keyFile, tokens: tokenSettings, defaultScopes, standingTokenMs }: AccessSettings,
  own: ReadonlySet<string>,
  deps: ApiKeysDeps,
) {
  const { clock } = deps;
  const principalOf: PrincipalOf = (user_id, scopes) => ({ user_id, ...grantsOf(scopes, own) });
  const byKey = keyFile === undefined ? undefined : apiKeys(keyFile, principalOf, deps);
  const byToken =
    tokenSettings === undefined
      ? undefined
      : tokens(tokenSettings, principalOf, defaultScopes, clock);
  return {
    /**
     * `authorization` is the header as it came.
     * Errors: CredentialsError (401), IdentityUnavailableError (503)
     */
    identify(authorization: string | undefined): Principal | Promise<Principal> {
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
    /** Someone of whom only the name is known, and that it is true. */
    known: (user_id: string) => principalOf(user_id, defaultScopes),
    /** Who made a standing request, by what they had shown then; undefined: that is good for nothing any more. */
    standing(
      user_id: string,
      { by, key, at }: NonNullable<Schedule["rights"]>,
    ): Principal | undefined {
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
): Pick<Principal, "mayUse" | "mayEnter" | "lacks"> {
  const held = new Set(scopes);
  if (held.has(EVERYTHING)) return { mayUse: () => true, mayEnter: () => true, lacks: () => [] };
  const holds = (wanted: string): boolean => {
    if (held.has(wanted)) return true;
    const colon = wanted.lastIndexOf(":");
    return colon !== -1 && held.has(`${wanted.slice(0, colon)}:*`);
  };
  const usesSomething = [...held].some(reachesCapabilities);
  const lacks: Principal["lacks"] = ({ domain, effect, spec }) => {
    const isReached =
      (!RESERVED.has(domain) && held.has(`${domain}:*`)) ||
      held.has(`${domain}.${spec.capability}`) ||
      held.has(`effect:${effect}`);
    const others = spec.requires.filter((wanted) => !holds(wanted));
    return isReached ? others : [`effect:${effect}`, ...others];
  };
  return {
    lacks,
    mayUse: (capability) => lacks(capability).length === 0,
    mayEnter: (right) =>
      right === ACT_AS
        ? held.has(`${DOOR}${right}`)
        : held.has("door:*") || holds(`${DOOR}${right}`) || (usesSomething && own.has(right)),
  };
}
