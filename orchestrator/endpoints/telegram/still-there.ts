import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { openChats } from "./chats.ts";
import { mayTalk } from "./may-talk.ts";
import { type TelegramSettings, telegramAccount } from "./settings.ts";

/**
 * Whether a chat in which something was asked for may still talk, and its person is still the same user. Of what was
 * asked for elsewhere nothing is said: true.
 */
export function stillThere(settings: TelegramSettings, store: ChannelStore, clock: Clock) {
  const chats = openChats(store, telegramAccount(settings), clock);
  return async ({ tell, user_id, session_id }: Schedule): Promise<boolean> => {
    if (tell.channel !== "telegram" || typeof tell.place !== "string") return true;
    // A group's session ends with who spoke; a private chat has the number of its person.
    const person = tell.place.startsWith("-") ? session_id.split(":").at(-1) : tell.place;
    const known = settings.users.get(person ?? "")?.user_id ?? `telegram:${person}`;
    return known === user_id && (await mayTalk({ settings, chats }, Number(tell.place)));
  };
}
