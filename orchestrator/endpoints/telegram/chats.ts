import { LRUCache } from "lru-cache";
import { z } from "zod";
import { asJson } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelStore } from "../../ports/stores.ts";
import { type TelegramSettings, telegramAccount } from "../channels/settings.ts";

const KIND = "chat";
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;
const MOST_REMEMBERED = 10_000;

const chatFacts = z.object({
  /** It blocked the bot, or put it out: nothing is sent until it speaks again. */
  closed: z.boolean().optional(),
  /** A group that became a supergroup has another number. */
  moved_to: z.number().optional(),
  moved_from: z.number().optional(),
});
type ChatFacts = z.infer<typeof chatFacts>;

export type Chats = ReturnType<typeof openChats>;

/** What is known of chats, in memory and in the store. */
export function openChats(store: ChannelStore, channel: string, clock: Clock) {
  const remembered = new LRUCache<number, ChatFacts>({ max: MOST_REMEMBERED });

  async function find(chat_id: number): Promise<ChatFacts> {
    const known = remembered.get(chat_id);
    if (known !== undefined) return known;
    const note = await store.find({ channel, kind: KIND, id: String(chat_id) }, clock.now());
    const facts = chatFacts.safeParse(note).data ?? {};
    remembered.set(chat_id, facts);
    return facts;
  }
  async function learn(chat_id: number, facts: ChatFacts): Promise<void> {
    const all = { ...(await find(chat_id)), ...facts };
    remembered.set(chat_id, all);
    const note = asJson(all);
    const id = String(chat_id);
    await store.put({ channel, kind: KIND, id, note, expires_at: clock.now() + KEPT_MS });
  }
  return {
    find,
    learn,
    async moved(from: number, to: number): Promise<void> {
      await learn(from, { moved_to: to });
      await learn(to, { moved_from: from });
    },
  };
}

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
