import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { instructionDigest } from "#shared/api-keys/api-key.ts";
import type { Instruction } from "../../engine/work.ts";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChatMessage } from "./chat-message.ts";
import { type Line, placeBefore } from "./transcript.ts";

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

/**
 * Front ends send a user's words again under instructions of their own, for a title or a summary. No list of such
 * prompts is ever complete, so none is needed to be safe: what changes something runs at once only where the words
 * stand alone, or under an instruction that the operator has registered for the caller, or that conversations of the
 * caller have gone on under. Under any other it asks first; so do the same words that were just handled under another
 * instruction, and words that may themselves hold an instruction: several paragraphs, a label at the end, or a question
 * that stands inside something else. A conversation that is told under two instructions, as by a front end that shows all
 * of it to a prompt of its own, has gone on under neither.
 */
export type Instructions = {
  /**
   * The instruction of a request; undefined where its words stand alone.
   * Errors: StoreError
   */
  of(request: Request): Promise<Instruction | undefined>;
  /** The request was answered, and its conversation goes on from this place. Errors: StoreError */
  answered(request: Request, instruction: Instruction | undefined, place: string): Promise<void>;
};

type Request = {
  user_id: string;
  said: readonly ChatMessage[];
  lines: readonly Line[];
  /** Digests of what the operator has registered for the caller. */
  registered: ReadonlySet<string>;
};

export function openInstructions({
  channels,
  clock,
}: {
  channels: ChannelStore;
  clock: Clock;
}): Instructions {
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
    async of(request) {
      const { user_id, said, lines, registered } = request;
      const digest = digestOf(said);
      const isRepeated = repeats(user_id, lines, digest);
      const isDoubtful = isRepeated || isComposed(said);
      if (digest === undefined) return isDoubtful ? { digest: "", isTrusted: false } : undefined;
      const isTrusted = registered.has(digest) || (await isCarried(request, digest));
      return { digest, isTrusted: isTrusted && !isDoubtful };
    },
    async answered({ user_id, registered }, { digest } = { digest: "", isTrusted: true }, place) {
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
