import { grantsOf } from "../endpoints/access/authentication.ts";
import type { OpenChannel } from "../endpoints/channels/open-channel.ts";
import { OWN_RIGHTS } from "../endpoints/http/endpoint.ts";
import type { Store } from "../ports/stores.ts";
import type { Turns } from "../turn/turns.ts";
import type { Access } from "./open-access.ts";
import type { Engine } from "./open-engine.ts";
import type { Bringer } from "./open-standing.ts";
import type { Opening } from "./opening.ts";

/** The channels on which people talk, by their names; only who has set one up pays for loading it. */
export async function openChannels(
  { whatsapp, slack, widget }: Opening["config"],
  { authentication, telegram }: Access,
  { deps, host, processLease }: Engine,
  turns: Turns,
) {
  const rightsOf = authentication && ((user_id: string) => authentication.known(user_id));
  const parts = { ready: host.loaded, by: processLease, turns, rightsOf };
  return {
    telegram:
      telegram &&
      (await import("../endpoints/telegram/telegram-channel.ts")).openTelegramChannel(
        telegram,
        deps,
        parts,
      ),
    whatsapp:
      whatsapp &&
      (await import("../endpoints/whatsapp/whatsapp-channel.ts")).openWhatsappChannel(
        whatsapp,
        deps,
        parts,
      ),
    slack:
      slack &&
      (await import("../endpoints/slack/slack-channel.ts")).openSlackChannel(slack, deps, parts),
    widget:
      widget &&
      (await import("../endpoints/widget/widget-channel.ts")).openWidgetChannel(widget, deps, {
        ...parts,
        // Nobody has checked a visitor, wherever the endpoints check others or not.
        rightsOf: () => grantsOf(widget.scopes, OWN_RIGHTS),
      }),
  };
}

/** A text that a crash may have let through already says so. */
const AGAIN = "(↻) ";

/** Occurrences told in the chat where they were asked for, else where their owner last spoke on that channel alone. */
export function bringerOn(
  channel: string,
  { post }: Pick<OpenChannel, "post">,
  { recipients }: Pick<Store, "recipients">,
): Bringer {
  const chatOf = async (owner: { user_id: string }): Promise<string | undefined> =>
    (await recipients.lastReached(owner, channel))?.address;
  return {
    reaches: async (owner) => (await chatOf(owner)) !== undefined,
    async bring(schedule, tick, again) {
      const { place } = tick.tell;
      const address = typeof place === "string" ? place : await chatOf(tick);
      if (address === undefined) return false;
      const text = again ? `${AGAIN}${tick.text}` : tick.text;
      const posted = await post(address, text, schedule);
      // Whether it arrived is not known: another try might double it.
      return posted.status !== "not_sent";
    },
  };
}
