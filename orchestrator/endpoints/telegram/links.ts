import { linkCodeDigest } from "../access/link-code.ts";
import type { Channel } from "./channel.ts";
import type { IncomingMessage } from "./read-message.ts";
import type { Speaking } from "./take-turn.ts";
import type { Words } from "./words.ts";

/** As the links of chats name this channel. */
export const CHANNEL = "telegram";
const MAX_TITLE = 256;

const chatOf = ({ place }: Pick<IncomingMessage, "place">) => ({
  channel: CHANNEL,
  address: String(place.chat_id),
});

/**
 * The chat answers with a code: it agrees to be sent what goes to that name. Gives what it is told; undefined for
 * what is no code, since links to the bot may carry other words.
 */
export async function acceptLink(
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
export async function endLinks(
  { deps, reached }: Pick<Channel, "deps" | "reached">,
  said: IncomingMessage,
  lines: Words,
): Promise<string> {
  const ended = await deps.store.recipients.leave(chatOf(said));
  reached.clear();
  return lines.unlinked([...new Set(ended.map(({ name }) => name))]);
}

/** Keeps where someone was last reached, which is mostly where they were reached before. */
export async function noteReached(
  { deps, reached }: Pick<Channel, "deps" | "reached">,
  { key, place }: Pick<Speaking, "key" | "place">,
): Promise<void> {
  const chat = chatOf({ place });
  if (reached.get(key.user_id) === chat.address) return;
  await deps.store.recipients.reached(key, { ...chat, isPrivate: !place.is_group });
  reached.set(key.user_id, chat.address);
}
