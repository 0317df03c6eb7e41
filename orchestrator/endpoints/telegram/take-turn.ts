import type { InlineKeyboardMarkup } from "grammy/types";
import { DEFAULT_LOCALE, type Locale } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { failureWords } from "../../turn/reply/failure-words.ts";
import type { Channel } from "./channel.ts";
import { describeTurn } from "./describe-turn.ts";
import { plain } from "./formatted-text.ts";
import { inChat } from "./in-chat.ts";
import type { Begun } from "./inbox.ts";
import { keyboardOf, questionDigest } from "./keyboard.ts";
import type { Place } from "./read-message.ts";
import { sendReply } from "./send-reply.ts";
import { reasonOf } from "./telegram-api.ts";
import { localeHint, words } from "./words.ts";
import { wrongButton } from "./wrong-button.ts";

/** Telegram shows it for five seconds. */
const AGAIN_MS = 4500;

/** Shows that the bot is typing for as long as the work takes; what it gives is what the work gives. */
async function whileTyping<T>(channel: Channel, place: Place, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  // No one misses it where it cannot be shown.
  const shown = showTyping(channel, place, done.signal).catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    await shown;
  }
}

async function showTyping(channel: Channel, place: Place, done: AbortSignal): Promise<void> {
  const { api, deps } = channel;
  const extra = place.thread === undefined ? {} : { message_thread_id: place.thread };
  while (!done.aborted) {
    await inChat(channel, place, (chat_id) => api.sendChatAction(chat_id, "typing", extra));
    await deps.sleep(AGAIN_MS, done);
  }
}

/** Who said something, where, and what is to be answered. */
export type Speaking = {
  key: SessionKey;
  place: Place;
  speaker: number;
  language_code: string | undefined;
  /** The message to answer where others speak too. */
  reply_to: number | undefined;
};

/** How often a message has been tried, and the mark that it is tried now. */
export type Attempt = {
  earlier: Begun | undefined;
  /** Resolves when it is durable that this turn begins. */
  begin(begun: Begun): Promise<void>;
};

/** The language of the session, else the one that the person's Telegram is set to. */
export async function localeOf(
  { deps }: Pick<Channel, "deps">,
  { key, language_code }: Pick<Speaking, "key" | "language_code">,
): Promise<Locale> {
  const state = await deps.store.conversations.load(key);
  return state?.locale ?? localeHint(language_code) ?? DEFAULT_LOCALE;
}

/**
 * One turn of the conversation: answered while the bot is typing, and told.
 * `answers`: the words are meant for this question and nothing else.
 */
export async function takeTurn(
  channel: Channel,
  speaking: Speaking,
  input_text: string,
  attempt: Attempt,
  answers?: string,
): Promise<void> {
  const { deps, turns, log, giveUp } = channel;
  const { key, place, language_code } = speaking;
  const hint = localeHint(language_code);
  const entry = {
    ...key,
    input_text,
    channel: "telegram",
    metadata: hint === undefined ? {} : { locale_hint: hint },
  };
  const begun = await turnBegins(channel, key);
  await attempt.begin(begun);
  const { run_id } = begun;
  const mayUse = channel.rightsOf?.(key.user_id);
  const toldAt = { channel: "telegram", session_id: key.session_id, place: String(place.chat_id) };
  const shownBy = channel.rightsOf && { by: "channel" as const, at: deps.clock.now() };
  const options = {
    signal: giveUp,
    run_id,
    mayUse,
    tell: toldAt,
    ...(shownBy && { shownBy }),
    ...(answers !== undefined && { answers }),
  };
  let failed: unknown;
  const told = await whileTyping(channel, place, () => turns.answer(entry, deps, options)).catch(
    (error: unknown) => {
      log.error(reasonOf(error), "a turn failed");
      failed = error;
      return undefined;
    },
  );
  const locale = await localeOf(channel, speaking);
  if (told === undefined) return say(channel, speaking, failureWords(failed, locale));
  const open = told.pending === null ? undefined : await openQuestion(channel, key);
  const described = await describeTurn(told, locale, key, deps.files);
  await tell(channel, speaking, described, open, locale, wrongButton(told, locale));
}

async function turnBegins(channel: Channel, key: SessionKey): Promise<Begun> {
  const open = await openQuestion(channel, key);
  const question = open === undefined ? null : { id: open.id };
  return { run_id: channel.deps.makeId("run"), question };
}

/** One sentence of ours. */
export async function say(channel: Channel, speaking: Speaking, text: string): Promise<void> {
  const described = { text: plain(text), files: [] };
  await tell(channel, speaking, described, undefined, await localeOf(channel, speaking));
}

export const openQuestion = (
  { deps }: Pick<Channel, "deps">,
  key: SessionKey,
): Promise<PendingAction | undefined> => deps.store.pending.find(key, deps.clock.now());

/** Send an answer with the buttons of its question, else with those `below` it; those of an earlier question go. */
export async function tell(
  channel: Channel,
  speaking: Speaking,
  described: Awaited<ReturnType<typeof describeTurn>>,
  question: PendingAction | undefined,
  locale: Locale,
  below?: InlineKeyboardMarkup,
): Promise<void> {
  const { place, speaker, reply_to } = speaking;
  const keyboard = question && keyboardOf(question, speaker);
  // Where others speak too, an answer in words has to be an answer to us to be heard.
  const asks = question !== undefined && place.is_group;
  const markup = keyboard ?? (asks ? { force_reply: true as const, selective: true } : below);
  const reply = { ...described, markup, reply_to, notSent: words(locale).fileNotSent };
  const message_id = await sendReply(channel, place, reply);
  await dropOldButtons(channel, speaking, question);
  if (question === undefined || keyboard === undefined || message_id === undefined) return;
  const asked = questionDigest(question);
  channel.keyboards.set(keyboardName(speaking), { place, message_id, asked });
}

const keyboardName = ({ key, place }: Pick<Speaking, "key" | "place">): string =>
  `${place.chat_id}\n${key.user_id}\n${key.session_id}`;

/** Buttons of a question that was answered otherwise, or asked again below, are of no use. */
async function dropOldButtons(
  channel: Channel,
  speaking: Speaking,
  asked: PendingAction | undefined,
): Promise<void> {
  const name = keyboardName(speaking);
  const old = channel.keyboards.get(name);
  if (old === undefined) return;
  const open = asked ?? (await openQuestion(channel, speaking.key));
  const isStillOpen = asked === undefined && open && questionDigest(open) === old.asked;
  if (isStillOpen === true) return;
  await dropButtons(channel, speaking, old.message_id);
}

/** Take the buttons of a message away; that they are gone already is fine. */
export async function dropButtons(
  channel: Channel,
  speaking: Pick<Speaking, "key" | "place">,
  message_id: number,
): Promise<void> {
  const name = keyboardName(speaking);
  if (channel.keyboards.get(name)?.message_id === message_id) channel.keyboards.delete(name);
  await inChat(channel, speaking.place, (chat_id) =>
    channel.api.editMessageReplyMarkup(chat_id, message_id),
  ).catch((error: unknown) => channel.log.info(reasonOf(error), "buttons could not be taken away"));
}
