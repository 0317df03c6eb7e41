import type { HeldMessage } from "../../ports/message-store.ts";
import { linkCodeDigest } from "../access/link-code.ts";
import type { Channel } from "./channel.ts";
import { identify } from "./identify.ts";
import { mayTalk } from "./may-talk.ts";
import { type Command, type IncomingMessage, readMessage } from "./read-message.ts";
import { localeOf, type Speaking, say, takeTurn } from "./take-turn.ts";
import { isPassedOn, type TelegramMessage } from "./update.ts";
import { type Words, words } from "./words.ts";

/** As the links of chats name this channel. */
const CHANNEL = "telegram";
const MAX_TITLE = 256;

const chatOf = ({ place }: Pick<IncomingMessage, "place">) => ({
  channel: CHANNEL,
  address: String(place.chat_id),
});

/**
 * The chat answers with a code: it agrees to be sent what goes to that name. Gives what it is told; undefined for
 * what is no code, since links to the bot may carry other words.
 */
async function acceptLink(
  { deps }: Pick<Channel, "deps">,
  said: IncomingMessage,
  lines: Words,
): Promise<string | undefined> {
  const digest = linkCodeDigest(said.argument);
  if (digest === undefined) return undefined;
  const { recipients } = deps.store;
  const link = await recipients.accept(digest, deps.clock.now());
  if (link === undefined) return lines.noSuchCode;
  const { user_id, name, self, shared } = link;
  const chat = chatOf(said);
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
  return lines.linked(self ? undefined : name);
}

/** The chat wants nothing more. Gives what it is told. */
async function endLinks(
  { deps, reached }: Pick<Channel, "deps" | "reached">,
  said: IncomingMessage,
  lines: Words,
): Promise<string> {
  const ended = await deps.store.recipients.leave(chatOf(said));
  reached.clear();
  return lines.unlinked([...new Set(ended.map(({ name }) => name))]);
}

/** Keeps where someone was last reached, which is mostly where they were reached before. */
async function noteReached(
  { deps, reached }: Pick<Channel, "deps" | "reached">,
  { key, place }: Pick<Speaking, "key" | "place">,
): Promise<void> {
  const chat = chatOf({ place });
  if (reached.get(key.user_id) === chat.address) return;
  await deps.store.recipients.reached(key, { ...chat, isPrivate: !place.is_group });
  reached.set(key.user_id, chat.address);
}

/** Answer a message, where it is for the bot and its chat may talk. */
export async function answerMessage(
  channel: Channel,
  message: TelegramMessage,
  held: HeldMessage,
): Promise<void> {
  const { chats, settings } = channel;
  const { migrate_to_chat_id } = message;
  if (migrate_to_chat_id !== undefined) {
    await chats.moved(message.chat.id, migrate_to_chat_id);
    await channel.deps.store.recipients.moved(
      { channel: CHANNEL, address: String(message.chat.id) },
      String(migrate_to_chat_id),
    );
    return;
  }
  const said = readMessage(message, channel.bot);
  if (said === undefined) return;
  const { closed } = await chats.find(said.place.chat_id);
  // Whoever speaks listens again.
  if (closed === true) await chats.learn(said.place.chat_id, { closed: false });
  const speaking = speakingOf(said, settings);
  const lines = words(await localeOf(channel, speaking));
  if (isPassedOn(message)) {
    const may = await mayTalk(channel, said.place.chat_id);
    return may ? say(channel, speaking, lines.passedOn) : tellPrivate(channel, speaking, lines);
  }
  // To agree, or to stop, is up to the chat itself, also where it may not talk to the bot.
  if (said.command === "stop") return say(channel, speaking, await endLinks(channel, said, lines));
  if (said.command === "start" && said.argument !== "") {
    const told = await acceptLink(channel, said, lines);
    if (told !== undefined) return say(channel, speaking, told);
  }
  if (!(await mayTalk(channel, said.place.chat_id))) return tellPrivate(channel, speaking, lines);
  await noteReached(channel, speaking);
  const text = wordsOf(said, lines);
  if (text === undefined) return say(channel, speaking, lines.onlyText);
  await takeTurn(channel, speaking, text, held);
}

function speakingOf(said: IncomingMessage, { users }: Channel["settings"]): Speaking {
  const { place, speaker, language_code, message_id } = said;
  return {
    key: identify(place, speaker, users),
    place,
    speaker,
    language_code,
    reply_to: place.is_group ? message_id : undefined,
  };
}

/** Once for each chat. */
async function tellPrivate(channel: Channel, speaking: Speaking, lines: Words): Promise<void> {
  const { chat_id } = speaking.place;
  const { told_private } = await channel.chats.find(chat_id);
  if (told_private === true) return;
  await channel.chats.learn(chat_id, { told_private: true });
  await say(channel, speaking, lines.isPrivate);
}

/** The message as words; undefined for one that has none. */
function wordsOf({ command, text, place }: IncomingMessage, lines: Words): string | undefined {
  if (command !== undefined) return inWords(command, lines);
  if (text !== "") return text;
  // Only the bot's name: someone wants to know what it does.
  return place.is_group ? lines.help : undefined;
}

const inWords = (command: Command, { help, cancel }: Words): string =>
  ({ start: help, help, cancel, stop: help })[command];
