import type { Tick } from "#shared/contracts/schedule.ts";
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

/**
 * Occurrences told in the chat where they were asked for, else in the chat of this channel that their owner linked as their
 * own, else where they last spoke on it alone.
 */
export function bringerOn(
  channel: string,
  { facts, post, mayPost }: Pick<OpenChannel, "facts" | "post" | "mayPost">,
  { recipients }: Pick<Store, "recipients">,
): Bringer {
  const chatOf = async (owner: { user_id: string }): Promise<string | undefined> => {
    const linked = (await recipients.list(owner)).find(
      (each) => each.self && each.user_id === owner.user_id && each.channel === channel,
    );
    return (linked ?? (await recipients.lastReached(owner, channel)))?.address;
  };
  const addressOf = async (tick: Tick): Promise<string | undefined> =>
    typeof tick.tell.place === "string" ? tick.tell.place : await chatOf(tick);
  return {
    facts,
    reaches: async (owner) => (await chatOf(owner)) !== undefined,
    async mayBring(tick) {
      const address = await addressOf(tick);
      return address === undefined || (await mayPost(address));
    },
    async bring(schedule, tick, again) {
      const address = await addressOf(tick);
      if (address === undefined) return false;
      const text = again ? `${AGAIN}${tick.text}` : tick.text;
      const posted = await post(address, text, schedule);
      // Whether it arrived is not known: another try might double it.
      return posted.status !== "not_sent";
    },
  };
}
