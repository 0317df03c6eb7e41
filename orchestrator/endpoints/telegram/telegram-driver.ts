import type { Api } from "grammy";
import type { Json } from "#shared/contracts/json.ts";
import type { ChannelDriver, ChannelMessage, ChatPlace } from "../../ports/channel.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { SessionKey, Store } from "../../ports/stores.ts";
import { openChats } from "./chats.ts";
import { type Bot, type Place, placeOf, readMessage } from "./read-message.ts";
import { inChat, sendReply } from "./send-reply.ts";
import { type KnownUser, type TelegramSettings, telegramAccount } from "./settings.ts";
import { mayTalk } from "./still-there.ts";
import {
  isPassedOn,
  type TelegramMessage,
  type TelegramTap,
  type TelegramUpdate,
  telegramUpdate,
} from "./update.ts";

const NAME = "telegram";
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** More than Telegram shows of a button on one line. */
const MAX_LABEL = 60;
/** It repeats what it is not sure of for 24 hours; clocks may differ. */
const REPEATS_MS = 48 * 60 * 60 * 1000;

type DriverParts = {
  api: Api;
  settings: TelegramSettings;
  /** Who we are on Telegram, once it was reached. */
  bot: Promise<Bot>;
  store: Pick<Store, "channels" | "recipients">;
  clock: Clock;
  log: Log;
};

/** Telegram as one of the channels: updates of the Bot API, read and answered. */
export function telegramDriver(parts: DriverParts): ChannelDriver {
  const { api, settings, bot, store, clock, log } = parts;
  const account = telegramAccount(settings);
  const chats = openChats(store.channels, account, clock);
  const line = { api, chats, log };
  const chatIn = ({ address }: Pick<ChatPlace, "address">) => ({ chat_id: Number(address) });
  const placeAs = ({ chat_id, thread, is_group }: Place): ChatPlace => ({
    address: String(chat_id),
    thread: thread === undefined ? undefined : String(thread),
    isGroup: is_group,
  });
  const whoSays = (at: Place, speaker: number, languageCode: string | undefined) => ({
    place: placeAs(at),
    speaker: String(speaker),
    who: identify(at, speaker, settings.users),
    languageCode,
  });

  async function readSaid(message: TelegramMessage): Promise<ChannelMessage | undefined> {
    const { migrate_to_chat_id: moved_to } = message;
    if (moved_to !== undefined) {
      await chats.moved(message.chat.id, moved_to);
      const from = { channel: NAME, address: String(message.chat.id) };
      await store.recipients.moved(from, String(moved_to));
      return undefined;
    }
    const said = readMessage(message, await bot);
    if (said === undefined) return undefined;
    const { chat_id } = said.place;
    // Whoever speaks listens again.
    if ((await chats.find(chat_id)).closed === true) await chats.learn(chat_id, { closed: false });
    const who = whoSays(said.place, said.speaker, said.language_code);
    const ref = String(said.message_id);
    if (isPassedOn(message)) return { ...who, did: "pass_on", ref };
    const { command, argument, text, title } = said;
    const start = argument === "" ? ("help" as const) : ("link" as const);
    return {
      // In a group only what names us comes without words.
      ...{ ...who, did: "say", text: text || (said.place.is_group ? "" : undefined) },
      ...{ ref, title, argument },
      command: command === "start" ? start : command,
    };
  }

  async function readTap({ id, from, data, message }: TelegramTap) {
    // Buttons of messages that are too old to be shown come without them.
    if (message === undefined) {
      await api.answerCallbackQuery(id).catch(() => undefined);
      return undefined;
    }
    const who = whoSays(placeOf(message), from.id, from.language_code);
    const chose = { touch: id, choice: data ?? "", ref: String(message.message_id) };
    return { ...who, did: "choose" as const, ...chose };
  }

  return {
    name: NAME,
    account,
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_DOCUMENT_BYTES, repeatsMs: REPEATS_MS },
    chatOf: (came) => chatOf(readUpdate(came)),
    async read(came) {
      const { message, callback_query } = readUpdate(came) ?? {};
      if (message !== undefined) return readSaid(message);
      return callback_query && readTap(callback_query);
    },
    mayTalk: (address) => mayTalk({ settings, chats }, Number(address)),
    send: (to, message) => sendReply(line, to, message),
    async typing(at) {
      const extra = at.thread === undefined ? {} : { message_thread_id: Number(at.thread) };
      await inChat(line, chatIn(at), (chat_id) => api.sendChatAction(chat_id, "typing", extra));
    },
    async heard(touch, text) {
      await api.answerCallbackQuery(touch, { text: text.slice(0, 200) });
    },
    async withdraw(at, ref) {
      await inChat(line, chatIn(at), (chat_id) => api.editMessageReplyMarkup(chat_id, Number(ref)));
    },
  };
}

const readUpdate = (came: Json): TelegramUpdate | undefined => telegramUpdate.safeParse(came).data;

const chatOf = (update: TelegramUpdate | undefined): string =>
  String(
    update?.message?.chat.id ?? update?.callback_query?.message?.chat.id ?? update?.update_id ?? "",
  );

/**
 * Whose words these are and in which session. In a group a question belongs to the chat and the person; a
 * private chat may share its session with the same user's other channels.
 * Shape:  `telegram:42` and `telegram:42`; in a group `telegram:42` and `telegram:-100:42`
 */
export function identify(
  { chat_id, is_group }: Place,
  speaker: number,
  users: ReadonlyMap<string, KnownUser>,
): SessionKey {
  const known = users.get(String(speaker));
  const user_id = known?.user_id ?? `telegram:${speaker}`;
  if (is_group) return { user_id, session_id: `telegram:${chat_id}:${speaker}` };
  return { user_id, session_id: known?.session_id ?? `telegram:${chat_id}` };
}
