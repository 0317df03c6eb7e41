import { z } from "zod";
import type { Json } from "#shared/contracts/json.ts";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";

const mark = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  url: z.string().optional(),
});
const shown = z.object({
  /** Grows, also over restarts: what is newer has a greater one. */
  seq: z.number(),
  from: z.enum(["us", "you"]),
  text: z.string(),
  marks: z.array(mark).default([]),
  files: z
    .array(z.object({ name: z.string(), media_type: z.string(), data: z.string() }))
    .default([]),
  choices: z.array(z.array(z.object({ label: z.string(), choice: z.string() }))).default([]),
});
export type Shown = z.infer<typeof shown>;

const box = z.object({ closed: z.boolean().default(false), messages: z.array(shown).default([]) });
type Box = z.infer<typeof box>;

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_MESSAGES = 40;
const MOST_CHARS = 2_000_000;
/** Another process may have written what is waited for. */
const LOOK_MS = 2000;

/** What a visitor's page shows: kept, so that another page, or the same one loaded again, shows it too. */
export type Outbox = {
  read(visitor: string): Promise<Box>;
  /** Gives the message's `seq`. */
  add(visitor: string, message: Omit<Shown, "seq">): Promise<number>;
  change(visitor: string, change: (box: Box) => Box): Promise<void>;
  /** What came after `seq`, as soon as there is something; nothing once the signal fires. Errors: StoreError */
  after(visitor: string, seq: number, signal: AbortSignal): Promise<Box>;
};

export function openOutbox(channel: string, store: ChannelStore, clock: Clock): Outbox {
  const waiting = new Map<string, Set<() => void>>();
  const at = (id: string) => ({ channel, kind: "outbox", id });
  let latest = 0;
  const next = () => {
    latest = Math.max(latest + 1, clock.now());
    return latest;
  };
  const read = async (visitor: string): Promise<Box> =>
    box.parse((await store.find(at(visitor), clock.now())) ?? {});
  const change: Outbox["change"] = async (visitor, changed) => {
    for (;;) {
      const was = await store.find(at(visitor), clock.now());
      const note = JSON.parse(JSON.stringify(shortened(changed(box.parse(was ?? {}))))) as Json;
      const kept = { ...at(visitor), note, expires_at: clock.now() + KEPT_MS };
      const isMine =
        was === undefined ? await store.claim(kept, clock.now()) : await store.replace(was, kept);
      if (isMine) break;
    }
    for (const wake of waiting.get(visitor) ?? []) wake();
  };
  return {
    read,
    change,
    async add(visitor, message) {
      let seq = 0;
      await change(visitor, ({ messages, ...rest }) => {
        seq = Math.max(next(), (messages.at(-1)?.seq ?? 0) + 1);
        return { ...rest, messages: [...messages, { ...message, seq }] };
      });
      return seq;
    },
    async after(visitor, seq, signal) {
      for (;;) {
        const { messages, ...rest } = await read(visitor);
        const newer = messages.filter((each) => each.seq > seq);
        if (newer.length > 0 || signal.aborted) return { ...rest, messages: newer };
        await wakened(visitor, signal);
      }
    },
  };

  function wakened(visitor: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wakes = waiting.get(visitor) ?? new Set();
    waiting.set(visitor, wakes.add(resolve));
    const timer = setTimeout(resolve, LOOK_MS);
    signal.addEventListener("abort", () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      wakes.delete(resolve);
      if (wakes.size === 0 && waiting.get(visitor) === wakes) waiting.delete(visitor);
    });
  }
}

/** The newest messages, as far as they may be kept. */
function shortened({ messages, ...rest }: Box): Box {
  let kept = messages.slice(-MOST_MESSAGES);
  while (kept.length > 1 && JSON.stringify(kept).length > MOST_CHARS) kept = kept.slice(1);
  return { ...rest, messages: kept };
}
