import { DEFAULT_LOCALE, type Locale, localeOfCode } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { ChatPlace, Choice, OutgoingMessage } from "../../ports/channel.ts";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { failureWords } from "../../turn/reply/say.ts";
import type { TurnOptions } from "../../turn/turn-deps.ts";
import { type Channel, reasonOf } from "./channel.ts";
import { choicesOf, questionDigest, wrongChoice } from "./choices.ts";
import { outgoingOf, plainly } from "./formatted-text.ts";

/** Chats show it for some five seconds. */
const AGAIN_MS = 4500;

/** Shows that an answer is on its way for as long as the work takes; what it gives is what the work gives. */
async function whileTyping<T>(
  channel: Channel,
  place: ChatPlace,
  work: () => Promise<T>,
): Promise<T> {
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

async function showTyping(
  { driver, deps }: Channel,
  place: ChatPlace,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted && driver.typing !== undefined) {
    await driver.typing(place);
    await deps.sleep(AGAIN_MS, done);
  }
}

/** Who said something, where, and what is to be answered. */
export type Speaking = {
  who: SessionKey;
  place: ChatPlace;
  speaker: string;
  languageCode: string | undefined;
  timezone: string | undefined;
  /** The message to answer where others speak too. */
  answers: string | undefined;
};

/** The language of the session, else the one that the person's client is set to. */
export async function localeOf(
  { deps }: Pick<Channel, "deps">,
  { who, languageCode }: Pick<Speaking, "who" | "languageCode">,
): Promise<Locale> {
  const state = await deps.store.conversations.load(who);
  return state?.locale ?? localeHint(languageCode) ?? DEFAULT_LOCALE;
}

/** The language that a person's client is set to, as far as we speak it. */
const localeHint = (languageCode: string | undefined): Locale | undefined =>
  languageCode === undefined ? undefined : (localeOfCode(languageCode) ?? "en");

/**
 * One turn of the conversation: answered while it is shown that we are at it, and told.
 * `answers`: the words are meant for this question and nothing else.
 */
export async function takeTurn(
  channel: Channel,
  speaking: Speaking,
  input_text: string,
  message: HeldMessage,
  { answers }: Pick<TurnOptions, "answers"> = {},
): Promise<void> {
  const { driver, deps, turns, log, giveUp } = channel;
  const { who, place, languageCode, timezone } = speaking;
  const locale_hint = localeHint(languageCode);
  const entry = {
    ...who,
    input_text,
    channel: driver.name,
    metadata: { ...(locale_hint && { locale_hint }), ...(timezone && { timezone }) },
  };
  const { mayUse, lacks } = channel.rightsOf?.(who.user_id) ?? {};
  const tell = { channel: driver.name, session_id: who.session_id, place: place.address };
  const shownBy = channel.rightsOf && { by: "channel" as const, at: deps.clock.now() };
  const options = {
    ...{ signal: giveUp, message, mayUse, lacks, tell },
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
  if (told === undefined)
    return say(
      channel,
      speaking,
      failureWords(failed, locale, answers === undefined ? input_text : ""),
    );
  const open = told.pending === null ? undefined : await openQuestion(channel, who);
  const outgoing = await outgoingOf(told, locale, who, deps.files, driver.limits.fileBytes);
  await tellChat(channel, speaking, outgoing, open, wrongChoice(told, locale));
}

/** One sentence of ours. */
export const say = async (channel: Channel, speaking: Speaking, text: string): Promise<void> =>
  tellChat(channel, speaking, plainly(text, await localeOf(channel, speaking)));

export const openQuestion = (
  { deps }: Pick<Channel, "deps">,
  who: SessionKey,
): Promise<PendingAction | undefined> => deps.store.pending.find(who, deps.clock.now());

/** Send an answer with the choices of its question; those of an earlier one go. */
async function tellChat(
  channel: Channel,
  speaking: Speaking,
  outgoing: OutgoingMessage,
  question?: PendingAction,
  /** What may be chosen where it asks nothing. */
  below: readonly (readonly Choice[])[] = [],
): Promise<void> {
  const { driver } = channel;
  const { place, speaker, answers } = speaking;
  const choices = question ? choicesOf(question, speaker, driver.limits.labelChars) : below;
  // Where others speak too, an answer in words has to be an answer to us to be heard.
  const asks = question !== undefined && place.isGroup;
  const ref = await driver.send(place, { ...outgoing, choices, asks, answers });
  await withdrawOld(channel, speaking, question);
  if (question === undefined || choices.length === 0 || ref === undefined) return;
  channel.offered.set(nameOf(speaking), { place, ref, asked: questionDigest(question) });
}

const nameOf = ({ who, place }: Pick<Speaking, "who" | "place">): string =>
  `${place.address}\n${who.user_id}\n${who.session_id}`;

/** Choices of a question that was answered otherwise, or asked again below, are of no use. */
async function withdrawOld(
  channel: Channel,
  speaking: Speaking,
  asked: PendingAction | undefined,
): Promise<void> {
  const old = channel.offered.get(nameOf(speaking));
  if (old === undefined) return;
  const open = asked ?? (await openQuestion(channel, speaking.who));
  const isStillOpen = asked === undefined && open && questionDigest(open) === old.asked;
  if (isStillOpen === true) return;
  await withdraw(channel, speaking, old.ref);
}

/** Take the choices of a message away; that they are gone already is fine. */
export async function withdraw(
  { driver, offered, log }: Channel,
  speaking: Pick<Speaking, "who" | "place">,
  ref: string,
): Promise<void> {
  const name = nameOf(speaking);
  if (offered.get(name)?.ref === ref) offered.delete(name);
  await driver
    .withdraw?.(speaking.place, ref)
    .catch((error: unknown) => log.info(reasonOf(error), "choices could not be taken away"));
}
