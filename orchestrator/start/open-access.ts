import { type Authentication, openAuthentication } from "../endpoints/access/authentication.ts";
import { type TelegramSettings, telegramSettings } from "../endpoints/channels/settings.ts";
import { OWN_RIGHTS } from "../endpoints/http/endpoint.ts";
import { stillThere } from "../endpoints/telegram/chats.ts";
import type { RightsNow } from "../turn/standing/carry-out-occurrence.ts";
import type { Stores } from "./open-stores.ts";
import type { Opening } from "./opening.ts";

/** Who may come in, and by which ways beside HTTP. */
export type Access = {
  /** Undefined where callers do not have to say who they are. */
  authentication: Authentication | undefined;
  telegram: TelegramSettings | undefined;
  /** The addresses that may talk on other channels, where the operator lists them. */
  allowed: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * Before anything is carried out, so that a wrong setting stops the start.
 * Errors: ContractError for a wrong list of users or file of keys
 */
export function openAccess({ config, log, clock, ends }: Opening, { audit }: Stores): Access {
  const telegram = config.telegram && telegramSettings(config.telegram);
  const allowed = { whatsapp: config.whatsapp?.allowedNumbers, slack: config.slack?.allowed };
  if (config.access === undefined) return { authentication: undefined, telegram, allowed };
  const authentication = openAuthentication(config.access, OWN_RIGHTS, {
    clock,
    log,
    onChange: (change) => {
      const failed = (err: unknown) =>
        log.error({ err }, "a change of the API keys is missing in the audit log");
      audit.append({ what: "keys_changed", ...change }).catch(failed);
    },
  });
  ends.defer(() => authentication.close());
  return { authentication, telegram, allowed };
}

/**
 * What the owner of a standing request has a right to now, by what they had shown when they made it; what was asked for
 * on a channel also by the list of those who may talk there.
 */
export function rightsNowOf(
  { authentication, telegram, allowed }: Access,
  { store }: Pick<Stores, "store">,
  clock: Opening["clock"],
): RightsNow {
  const isThere = telegram && stillThere(telegram, store.channels, clock);
  return async (schedule) => {
    const { channel, place } = schedule.tell;
    if (typeof place === "string" && allowed[channel]?.includes(place) === false) return "gone";
    if ((await isThere?.(schedule)) === false) return "gone";
    if (authentication === undefined) return { mayUse: undefined };
    const { rights, user_id } = schedule;
    const principal = rights === null ? undefined : authentication.standing(user_id, rights);
    return principal === undefined ? "gone" : { mayUse: principal.mayUse };
  };
}
