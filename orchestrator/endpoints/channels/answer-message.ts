import type { Json } from "#shared/contracts/json.ts";
import { DEFAULT_LOCALE, type Locale, localeOfCode } from "#shared/contracts/names.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";
import type { ChannelMessage, ChatPlace, Choice, OutgoingMessage } from "../../ports/channel.ts";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { failureWords } from "../../turn/reply/say.ts";
import { tapSchedule } from "../../turn/standing/tap-schedule.ts";
import type { TurnOptions } from "../../turn/turn-deps.ts";
import { isMeantAsCode, linkCodeDigest } from "../access/link-code.ts";
import { type Channel, reasonOf } from "./channel.ts";
import {
  choicesOf,
  chosenWords,
  questionDigest,
  readChoice,
  readScheduleChoice,
  readWrongChoice,
  wrongChoice,
} from "./choices.ts";
import { outgoingOf, plainly } from "./formatted-text.ts";

type Said = Extract<ChannelMessage, { did: "say" }>;
type Chose = Extract<ChannelMessage, { did: "choose" }>;

/** Who said something, where, and what is to be answered. */
type Speaking = {
  who: SessionKey;
  place: ChatPlace;
  speaker: string;
  languageCode: string | undefined;
  timezone: string | undefined;
  /** The message to answer where others speak too. */
  answers: string | undefined;
};

/** What a channel says in the language of who is spoken to. */
type Lines = Say<"channels">;

/** Chats show that we are typing for some five seconds. */
const AGAIN_MS = 4500;
const MAX_TITLE = 256;
/** For so long a chat is not told again that it may not talk to us, milliseconds. */
const TOLD_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * The chat answers with a code: it agrees to be sent what goes to that name. Gives what it is told; undefined for
 * what is not meant as a code, since a link to us may carry other words.
 */
async function acceptLink(
  { driver, deps }: Pick<Channel, "driver" | "deps">,
  said: Said,
  lines: Lines,
): Promise<string | undefined> {
  const { argument = "", place } = said;
  const digest = linkCodeDigest(argument);
  if (digest === undefined) return isMeantAsCode(argument) ? lines("no_such_code") : undefined;
  const { recipients } = deps.store;
  const link = await recipients.accept(digest, deps.clock.now());
  if (link === undefined) return lines("no_such_code");
  const { user_id, name, self, shared } = link;
  const chat = { channel: driver.name, address: place.address };
  const known = (await recipients.list({ user_id })).filter((each) => each.user_id === user_id);
  // The same chat under the same name is one link, and there is one own chat.
  const before = known.find(
    (each) => (self && each.self) || (each.name === name && each.address === chat.address),
  );
  await recipients.put({
    ...{ ...chat, user_id, name, self, shared },
    id: before?.id ?? deps.makeId("rcp"),
    title: said.title.slice(0, MAX_TITLE),
    created_at: deps.clock.now(),
  });
  const sign = driver.commandSign ?? "/";
  const words = { name, sign, channel: driver.title };
  const told = self ? lines("linked_own", words) : lines("linked", words);
  return (await driver.mayTalk(place.address)) ? told : `${told} ${lines("only_receives")}`;
}

/** The chat wants nothing more. Gives what it is told. */
async function endLinks(
  { driver, deps, reached }: Pick<Channel, "driver" | "deps" | "reached">,
  { place }: Said,
  lines: Lines,
): Promise<string> {
  const ended = await deps.store.recipients.leave({
    ...{ channel: driver.name, address: place.address },
  });
  reached.clear();
  const names = new Set(ended.map(({ name }) => `“${name}”`));
  return names.size === 0
    ? lines("unlinked_none")
    : lines("unlinked", { names: [...names].join(", ") });
}

/** Keeps where someone was last reached, which is mostly where they were reached before. */
async function noteReached(
  { driver, deps, reached }: Pick<Channel, "driver" | "deps" | "reached">,
  { who, place }: Pick<Speaking, "who" | "place">,
): Promise<void> {
  const { address } = place;
  if (place.isGroup || reached.get(who.user_id) === address) return;
  await deps.store.recipients.reached(who, { channel: driver.name, address });
  reached.set(who.user_id, address);
}

/** Where a chat may be written to only for a time after it spoke, that it did. */
async function noteSpoke({ driver, deps }: Channel, { place }: ChannelMessage): Promise<void> {
  const { windowMs } = driver.limits;
  if (windowMs === undefined) return;
  const spoke = { channel: driver.account, kind: "spoke", id: place.address, note: null };
  await deps.store.channels.put({ ...spoke, expires_at: deps.clock.now() + windowMs });
}

/** Answer what came, where it is for us and its chat may talk. */
export async function answerMessage(
  channel: Channel,
  came: Json,
  held: HeldMessage,
): Promise<void> {
  const said = await channel.driver.read(came);
  if (said === undefined) return;
  await noteSpoke(channel, said);
  const { place, speaker, languageCode, timezone } = said;
  const who = said.who ?? nameOf(channel.driver.name, said);
  const answers = said.did !== "choose" && place.isGroup ? said.ref : undefined;
  const speaking: Speaking = { who, place, speaker, languageCode, timezone, answers };
  const lines = sayIn("channels", await localeOf(channel, speaking));
  if (said.did === "choose") return answerChoice(channel, said, speaking, held, lines);
  const { driver } = channel;
  if (said.did === "pass_on") {
    const may = await driver.mayTalk(place.address);
    return may ? say(channel, speaking, lines("passed_on")) : tellPrivate(channel, speaking, lines);
  }
  // To agree, or to stop, is up to the chat itself, also where it may not talk to us.
  if (said.command === "stop") return say(channel, speaking, await endLinks(channel, said, lines));
  if (said.command === "link") {
    const told = await acceptLink(channel, said, lines);
    if (told !== undefined) return say(channel, speaking, told);
  }
  if (!(await driver.mayTalk(place.address))) return tellPrivate(channel, speaking, lines);
  await noteReached(channel, speaking);
  const text = wordsOf(said, lines);
  if (text === undefined) return say(channel, speaking, lines("only_text"));
  await takeTurn(channel, speaking, text, held);
}

/** Who no operator has a name for. */
function nameOf(channel: string, { speaker, place }: ChannelMessage): SessionKey {
  const chat = `${channel}:${place.address}`;
  const session_id = place.isGroup ? `${chat}:${speaker}` : chat;
  return { user_id: `${channel}:${speaker}`, session_id };
}

/** Once for each chat. */
async function tellPrivate(channel: Channel, speaking: Speaking, lines: Lines): Promise<void> {
  const { driver, deps } = channel;
  const at = { channel: driver.account, kind: "told_private", id: speaking.place.address };
  const now = deps.clock.now();
  const isFirst = await deps.store.channels.claim(
    { ...at, note: null, expires_at: now + TOLD_MS },
    now,
  );
  if (isFirst) await say(channel, speaking, lines("is_private"));
}

/** The message as words; undefined for one that has none. */
function wordsOf({ command, text }: Said, lines: Lines): string | undefined {
  if (command !== undefined) return command === "cancel" ? lines("cancel") : lines("help");
  // Only our name: someone wants to know what we do.
  return text === "" ? lines("help") : text;
}

/**
 * Someone touched a choice. They hear at once what becomes of it; only the question that is open in their own session is
 * answered, and only once.
 */
async function answerChoice(
  channel: Channel,
  { choice, touch, ref }: Chose,
  speaking: Speaking,
  held: HeldMessage,
  lines: Lines,
): Promise<void> {
  const { driver, deps, log } = channel;
  const { who, place, speaker } = speaking;
  const hear = async (text: string, isAll: boolean) => {
    if (driver.heard === undefined) return isAll ? say(channel, speaking, text) : undefined;
    await driver
      .heard(touch, text, isAll)
      .catch((error: unknown) => log.info(reasonOf(error), "a touch was not answered"));
  };
  if (!(await driver.mayTalk(place.address)))
    return driver.heard === undefined
      ? tellPrivate(channel, speaking, lines)
      : hear(lines("is_private"), true);
  const tapped = readScheduleChoice(choice);
  if (tapped !== undefined) {
    const told = await tapSchedule(deps, who, tapped.digest, tapped.action);
    if (told === undefined) return hear(lines("not_yours"), true);
    await hear(told, false);
    await withdraw(channel, speaking, ref);
    return say(channel, speaking, told);
  }
  const wrong = readWrongChoice(choice);
  if (wrong !== undefined) {
    const isTheirs = await channel.turns.judgeTurn(deps, who, wrong, { verdict: "wrong" });
    await hear(isTheirs ? lines("noted_wrong") : lines("not_yours"), true);
    return isTheirs ? withdraw(channel, speaking, ref) : undefined;
  }
  const read = readChoice(choice);
  if (read !== undefined && read.owner !== speaker) return hear(lines("not_yours"), true);

  const open = await openQuestion(channel, who);
  const isOpen = open !== undefined && questionDigest(open) === read?.asked;
  const chosen = isOpen ? chosenWords(open, read, driver.limits.labelChars) : undefined;
  // What was begun before is told with what it led to, whatever became of its question.
  const answers = chosen === undefined ? held.question : open?.id;
  await hear(chosen?.shown ?? lines("already_answered"), answers === undefined);
  await withdraw(channel, speaking, ref);
  if (answers !== undefined)
    await takeTurn(channel, speaking, chosen?.typed ?? "", held, { answers });
}

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

/** The language of the session, else the one that the person's client is set to. */
async function localeOf(
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
async function takeTurn(
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
const say = async (channel: Channel, speaking: Speaking, text: string): Promise<void> =>
  tellChat(channel, speaking, plainly(text, await localeOf(channel, speaking)));

const openQuestion = (
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
  channel.offered.set(offeredAt(speaking), { place, ref, asked: questionDigest(question) });
}

const offeredAt = ({ who, place }: Pick<Speaking, "who" | "place">): string =>
  `${place.address}\n${who.user_id}\n${who.session_id}`;

/** Choices of a question that was answered otherwise, or asked again below, are of no use. */
async function withdrawOld(
  channel: Channel,
  speaking: Speaking,
  asked: PendingAction | undefined,
): Promise<void> {
  const old = channel.offered.get(offeredAt(speaking));
  if (old === undefined) return;
  const open = asked ?? (await openQuestion(channel, speaking.who));
  const isStillOpen = asked === undefined && open && questionDigest(open) === old.asked;
  if (isStillOpen === true) return;
  await withdraw(channel, speaking, old.ref);
}

/** Take the choices of a message away; that they are gone already is fine. */
async function withdraw(
  { driver, offered, log }: Channel,
  speaking: Pick<Speaking, "who" | "place">,
  ref: string,
): Promise<void> {
  const name = offeredAt(speaking);
  if (offered.get(name)?.ref === ref) offered.delete(name);
  await driver
    .withdraw?.(speaking.place, ref)
    .catch((error: unknown) => log.info(reasonOf(error), "choices could not be taken away"));
}
