import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { instructionDigest } from "#shared/api-keys/api-key.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import type { Instruction } from "../../engine/work.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelStore } from "../../ports/stores.ts";
import { idIn } from "../http/identity.ts";
import { type ChatMessage, withoutThoughts } from "./requests.ts";

/** So many answers have to be gone on from under an instruction before it is one of a conversation. */
const TURNS_OF_A_CONVERSATION = 2;
/** How long that is remembered, milliseconds. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
/** How long the same words under another instruction are taken for the same wish, milliseconds. */
const SAME_WISH_MS = 10 * 60 * 1000;
const MOST_REMEMBERED = 10_000;
const CHANNEL = "openai";
/** In the place of a digest: more than one instruction has led there. */
const SEVERAL = "";

type Request = {
  user_id: string;
  said: readonly ChatMessage[];
  lines: readonly Line[];
  /** Digests of what the operator has registered for the caller. */
  registered: ReadonlySet<string>;
};

/**
 * Front ends send a user's words again under instructions of their own, for a title or a summary. No list of such
 * prompts is ever complete, so none is needed to be safe: what changes something runs at once only where the words
 * stand alone, or under an instruction that the operator has registered for the caller, or that conversations of the
 * caller have gone on under. Under any other it asks first; so do the same words that were just handled under another
 * instruction, and words that may themselves hold an instruction: several paragraphs, a label at the end, or a question
 * that stands inside something else. A conversation that is told under two instructions, as by a front end that shows all
 * of it to a prompt of its own, has gone on under neither.
 */
export function openInstructions({ channels, clock }: { channels: ChannelStore; clock: Clock }) {
  const repeats = openRepeats(clock);
  const trusted = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  /** Places that led on without an instruction ("") or under a trusted one: of those nothing is written. */
  const ledHere = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  const at = (kind: string, ...parts: string[]) => ({
    channel: CHANNEL,
    kind,
    id: hash("sha256", JSON.stringify(parts)),
  });
  const turnsUnder = async (user_id: string, digest: string): Promise<number> =>
    turnsNote.safeParse(await channels.find(at("instruction", user_id, digest), clock.now())).data
      ?.turns ?? 0;

  /** True once conversations have gone on under it; this request may be the one that shows it. */
  const isCarried = async ({ user_id, lines }: Request, digest: string): Promise<boolean> => {
    const key = `${user_id}\n${digest}`;
    if (trusted.has(key)) return true;
    let turns = await turnsUnder(user_id, digest);
    const place = placeBefore(user_id, lines);
    const before = place && (await channels.find(at("told_under", place), clock.now()));
    const isAlone = place !== undefined && (ledHere.get(place) ?? digest) === digest;
    if (before === digest && isAlone && turns < TURNS_OF_A_CONVERSATION) {
      turns += 1;
      const expires_at = clock.now() + KEPT_MS;
      await channels.put({ ...at("instruction", user_id, digest), note: { turns }, expires_at });
    }
    if (turns < TURNS_OF_A_CONVERSATION) return false;
    trusted.set(key, true);
    return true;
  };

  return {
    /**
     * The instruction of a request; undefined where its words stand alone.
     * Errors: StoreError
     */
    async of(request: Request): Promise<Instruction | undefined> {
      const { user_id, said, lines, registered } = request;
      const digest = digestOf(said);
      const isRepeated = repeats(user_id, lines, digest);
      const isDoubtful = isRepeated || isComposed(said);
      if (digest === undefined) return isDoubtful ? { digest: "", isTrusted: false } : undefined;
      const isTrusted = registered.has(digest) || (await isCarried(request, digest));
      return { digest, isTrusted: isTrusted && !isDoubtful };
    },
    /** The request was answered, and its conversation goes on from this place. Errors: StoreError */
    async answered(
      { user_id, registered }: Request,
      instruction: Instruction | undefined,
      place: string,
    ): Promise<void> {
      const digest = instruction?.digest ?? "";
      if (digest === "" || registered.has(digest) || trusted.has(`${user_id}\n${digest}`))
        return void ledHere.set(place, digest);
      const told = { ...at("told_under", place), expires_at: clock.now() + KEPT_MS };
      if (await channels.claim({ ...told, note: digest }, clock.now())) return;
      if ((await channels.find(told, clock.now())) !== digest)
        await channels.put({ ...told, note: SEVERAL });
    },
  };
}

/** Whether the same words were just handled under another instruction; the first one holds. */
export function openRepeats({ monotonic }: Pick<Clock, "monotonic">) {
  const handled = new LRUCache<string, { digest: string; until: number }>({ max: MOST_REMEMBERED });
  return (user_id: string, lines: readonly Line[], digest = ""): boolean => {
    const wish = wishOf(user_id, lines);
    const before = handled.get(wish);
    if (before !== undefined && before.until > monotonic() && before.digest !== digest) return true;
    handled.set(wish, { digest, until: monotonic() + SAME_WISH_MS });
    return false;
  };
}

const turnsNote = z.object({ turns: z.int() });

export const digestOf = (said: readonly ChatMessage[]): string | undefined =>
  instructionDigest(
    said
      .filter(({ role }) => role === "system")
      .map(({ text }) => text)
      .join("\n"),
  );

/** Text around the question, "...\n\nName this conversation." and "... Title:": the user's words inside a prompt look so, whoever has made it. */
export function isComposed(said: readonly ChatMessage[]): boolean {
  const last = said.findLast(({ role }) => role === "user");
  return last?.isTakenOut === true || /\n\s*\n|:$/.test(last?.text.trim() ?? "");
}

/** What the user says last, whoever repeats it. */
const wishOf = (user_id: string, lines: readonly Line[]): string =>
  hash("sha256", JSON.stringify([user_id, lines.findLast(([role]) => role === "user")?.[1] ?? ""]));

/** One thing that was said, as it is the same in every request that repeats it. */
type Line = readonly [role: string, text: string];

/** Clients trim and re-wrap what they send back. */
const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What user and assistant said; system prompts change between requests of one conversation. */
export const linesOf = (said: readonly ChatMessage[]): Line[] =>
  said
    .filter(({ role }) => role === "user" || role === "assistant")
    .map(({ role, text }) => [role, plain(role === "user" ? text : withoutThoughts(text))]);

const PLACE = "t_";
const digest = (user_id: string, lines: readonly Line[]): string =>
  `${PLACE}${hash("sha256", JSON.stringify([user_id, lines]), "base64url").slice(0, 32)}`;

/**
 * The place in a conversation that only its transcript names; undefined when nothing was answered yet. A
 * question is kept under the digest of all that led to it, so a regenerated, edited or branched message finds
 * the question it belongs to.
 */
export function placeBefore(user_id: string, lines: readonly Line[]): string | undefined {
  const lastAnswer = lines.findLastIndex(([role]) => role === "assistant");
  return lastAnswer === -1 ? undefined : digest(user_id, lines.slice(0, lastAnswer + 1));
}

/** The place where it goes on after this answer. */
export const placeAfter = (user_id: string, lines: readonly Line[], answer: string): string =>
  digest(user_id, [...lines, ["assistant", plain(answer)]]);

/** Whether a session is a place that only a transcript names. */
export const isPlaceOfTranscript = (session_id: string): boolean => session_id.startsWith(PLACE);

/** What a body may name its session and its user by. */
export type NamedInBody = {
  metadata?: unknown;
  session_id?: unknown;
  conversation?: unknown;
  user?: unknown;
};

const NAMED_IN_METADATA = ["session_id", "conversation_id", "chat_id"] as const;

/** The session that a body names, where clients put it. */
export function sessionInBody(body: NamedInBody): string | undefined {
  const { metadata, conversation, session_id } = body;
  if (isJsonObject(metadata))
    for (const key of NAMED_IN_METADATA) {
      const named = idIn(metadata[key]);
      if (named !== undefined) return named;
    }
  return idIn(session_id) ?? idIn(isJsonObject(conversation) ? conversation["id"] : conversation);
}

/** The user that a body names, by a text or an object with an id; whatever stands there. */
export const userInBody = ({ user }: NamedInBody): unknown =>
  isJsonObject(user) ? user["id"] : user;
