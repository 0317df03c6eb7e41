import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Chats, openChats } from "./chats.ts";
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

/** Whether a chat is on the list of those that may; also under the number that it had before. */
export async function mayTalk(
  { settings, chats }: { settings: Pick<TelegramSettings, "allowedChats">; chats: Chats },
  chat_id: number,
): Promise<boolean> {
  const allowed = settings.allowedChats;
  if (allowed === undefined || allowed.includes(String(chat_id))) return true;
  const { moved_from } = await chats.find(chat_id);
  return moved_from !== undefined && allowed.includes(String(moved_from));
}
