import type { Json } from "#shared/contracts/json.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";
import type { ChannelMessage } from "../../ports/channel.ts";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { tapSchedule } from "../../turn/standing/tap-schedule.ts";
import { linkCodeDigest } from "../access/link-code.ts";
import { type Channel, reasonOf } from "./channel.ts";
import {
  chosenWords,
  questionDigest,
  readChoice,
  readScheduleChoice,
  readWrongChoice,
} from "./choices.ts";
import { localeOf, openQuestion, type Speaking, say, takeTurn, withdraw } from "./take-turn.ts";

type Said = Extract<ChannelMessage, { did: "say" }>;
type Chose = Extract<ChannelMessage, { did: "choose" }>;

/** What a channel says in the language of who is spoken to. */
type Lines = Say<"channels">;

const MAX_TITLE = 256;
/** For so long a chat is not told again that it may not talk to us, milliseconds. */
const TOLD_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * The chat answers with a code: it agrees to be sent what goes to that name. Gives what it is told; undefined for
 * what is no code, since a link to us may carry other words.
 */
async function acceptLink(
  { driver, deps }: Pick<Channel, "driver" | "deps">,
  said: Said,
  lines: Lines,
): Promise<string | undefined> {
  const digest = linkCodeDigest(said.argument ?? "");
  if (digest === undefined) return undefined;
  const { recipients } = deps.store;
  const link = await recipients.accept(digest, deps.clock.now());
  if (link === undefined) return lines("no_such_code");
  const { user_id, name, self, shared } = link;
  const chat = { channel: driver.name, address: said.place.address };
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
  return self ? lines("linked_own", { sign }) : lines("linked", { name, sign });
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
