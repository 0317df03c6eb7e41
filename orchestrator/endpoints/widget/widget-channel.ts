import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import { asJson } from "#shared/contracts/json.ts";
import { type ChannelDriver, type ChannelMessage, ChatClosedError } from "../../ports/channel.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelStore } from "../../ports/stores.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import { type Rate, rateLimit } from "../access/rate-limit.ts";
import { type ChannelDoor, type ChannelParts, openChannel } from "../channels/open-channel.ts";
import { formattedMessage } from "../channels/send-in-parts.ts";
import { WIDGET_PATHS, WIDGET_SCRIPT, type WidgetSettings } from "../channels/settings.ts";
import { typedCommand } from "../channels/webhook.ts";

/** 256 random bits that a browser made and keeps: whoever has them is the visitor. */
const secret = z.string().regex(/^[\w-]{43}$/);
const said = z.strictObject({
  visitor: secret,
  /** The browser's own name of it: sent again it is the same. */
  id: z.string().regex(/^[\w-]{16,64}$/),
  lang: z.string().max(35).optional(),
  text: z.string().max(MAX_INPUT_CHARS).optional(),
  choice: z.string().max(64).optional(),
  ref: z.string().max(32).optional(),
});
const asked = z.strictObject({ visitor: secret, after: z.number().nonnegative() });
const forgotten = z.strictObject({ visitor: secret });

/** What one address may say; a shop's whole office has one. */
const RATES: readonly Rate[] = [{ count: 120, perMs: 60_000 }];
/** So long the page waits for something new, milliseconds. */
const WAIT_MS = 25_000;
const MOST_WAITING = 2000;
/** Anyone can make up origins: so many that may not show the widget are named in the log. */
const MOST_NAMED = 100;
const MAX_BODY_CHARS = 40_000;

type WidgetParts = ChannelParts & { turns: Pick<Turns, "deleteSession"> };

/** Visitors of web pages talk to the orchestrator; only pages of the listed origins can. */
export function openWidgetChannel(
  { origins }: Pick<WidgetSettings, "origins">,
  deps: TurnDeps,
  parts: WidgetParts,
): ChannelDoor {
  const { log, clock } = deps;
  const outbox = openOutbox(WIDGET_ACCOUNT, deps.store.channels, clock);
  const channel = openChannel(widgetDriver(outbox), deps, parts);
  const limit = rateLimit(RATES, clock.monotonic);
  const allowed = new Set(origins);
  const refused = new Set<string>();
  let waiting = 0;
  let script: Promise<string> | undefined;

  /** What a page that is not listed is told: it may read that it is refused, and nothing else. */
  function refuse(origin: string, headers: Record<string, string>): Response {
    if (origin !== "" && !refused.has(origin) && refused.size < MOST_NAMED) {
      refused.add(origin);
      log.warn(
        { origin: origin.slice(0, 200) },
        "a page of an origin that REGENTE_WIDGET_ORIGINS does not list asked for the widget",
      );
    }
    return new Response(null, { status: 403, headers });
  }
  async function say(value: unknown): Promise<Response> {
    const { visitor: shown, ...what } = said.parse(value);
    const visitor = nameOf(shown);
    const answer = await channel.take(`${visitor}.${what.id}`, { ...what, visitor });
    if (answer === undefined) return new Response(null, { status: 202 });
    await outbox.change(visitor, (box) => ({ ...box, closed: false }));
    if (what.text !== undefined)
      await outbox.add(visitor, {
        from: "you",
        text: what.text,
        marks: [],
        files: [],
        choices: [],
      });
    void answer();
    return new Response(null, { status: 202 });
  }
  async function receive(value: unknown, leaving: AbortSignal): Promise<Response> {
    const { visitor, after } = asked.parse(value);
    const ends = [
      leaving,
      channel.stopping,
      AbortSignal.timeout(waiting < MOST_WAITING ? WAIT_MS : 0),
    ];
    waiting += 1;
    try {
      const name = nameOf(visitor);
      const { messages } = await outbox.after(name, after, AbortSignal.any(ends));
      const all = (await outbox.read(name)).messages;
      const open = all.filter(({ choices }) => choices.length > 0).map(({ seq }) => seq);
      return Response.json({ messages, open });
    } finally {
      waiting -= 1;
    }
  }
  async function forget(value: unknown): Promise<Response> {
    const visitor = nameOf(forgotten.parse(value).visitor);
    await outbox.change(visitor, () => ({ closed: true, messages: [] }));
    const user = `widget:${visitor}`;
    await parts.turns.deleteSession(deps, { user_id: user, session_id: user });
    return new Response(null, { status: 204 });
  }

  async function answerTo(request: Request, path: string, from: string): Promise<Response> {
    const text = await request.text();
    if (text.length > MAX_BODY_CHARS) return new Response(null, { status: 413 });
    try {
      const value: unknown = JSON.parse(text);
      if (path === "/v1/widget/receive") return await receive(value, request.signal);
      if (limit(from) > 0)
        return new Response(null, { status: 429, headers: { "retry-after": "5" } });
      return await (path === "/v1/widget/say" ? say(value) : forget(value));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError)
        return new Response(null, { status: 400 });
      log.error({}, "a message of a page could not be kept");
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    }
  }

  return {
    ...{ facts: channel.facts, post: channel.post, mayPost: channel.mayPost, close: channel.close },
    paths: [WIDGET_SCRIPT, ...WIDGET_PATHS],
    methods: ["GET", "POST", "OPTIONS"],
    /** What the script and the pages with it ask for. */
    async handle(request, from) {
      const { pathname } = new URL(request.url);
      if (pathname === WIDGET_SCRIPT) {
        script ??= readFile(new URL("./page/widget.mjs", import.meta.url), "utf8");
        return new Response(await script, { headers: SCRIPT_HEADERS });
      }
      const origin = request.headers.get("origin") ?? "";
      const headers = { "access-control-allow-origin": origin, vary: "origin" };
      // Also before what is refused: without it a browser says of a refusal that there was no connection.
      if (request.method === "OPTIONS")
        return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT } });
      if (!allowed.has(origin)) return refuse(origin, headers);
      if (!WIDGET_PATHS.some((each) => each === pathname))
        return new Response(null, { status: 404, headers });
      if (channel.stopping.aborted) return new Response(null, { status: 503, headers });
      const response = await answerTo(request, pathname, from);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      response.headers.set("cache-control", "no-store");
      return response;
    },
  };
}

/** Anyone may load it; only listed pages are answered. */
const SCRIPT_HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "public, max-age=3600",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};
const PREFLIGHT = {
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "600",
};

/** The secret itself is kept nowhere; 132 bits of its digest are a name that no one shares. */
const nameOf = (secretOfVisitor: string): string =>
  hash("sha256", secretOfVisitor, "base64url").slice(0, 22);

/** What a visitor did, by the name that only their browser can show the secret of. */
const widgetCame = z.object({
  id: z.string(),
  visitor: z.string(),
  lang: z.string().optional(),
  text: z.string().optional(),
  choice: z.string().optional(),
  ref: z.string().optional(),
});

const WIDGET_ACCOUNT = "widget:1";
const MAX_LABEL = 60;
const MAX_FILE_BYTES = 300_000;
const REPEATS_MS = 24 * 60 * 60 * 1000;

/** A page's widget as one of the channels: what it is told stands in its outbox. */
function widgetDriver(outbox: Outbox): ChannelDriver {
  return {
    name: "widget",
    title: "site",
    account: WIDGET_ACCOUNT,
    limits: { labelChars: MAX_LABEL, fileBytes: MAX_FILE_BYTES, repeatsMs: REPEATS_MS },
    chatOf: (came) => widgetCame.parse(came).visitor,
    async read(came): Promise<ChannelMessage | undefined> {
      const { id, visitor, lang: languageCode, text, choice, ref = "" } = widgetCame.parse(came);
      const said = { place: { address: visitor, isGroup: false }, speaker: visitor, languageCode };
      if (choice !== undefined) return { ...said, did: "choose", choice, touch: id, ref };
      const words = text?.trim() || undefined;
      const about = { text: words, ref: id, title: visitor, ...typedCommand(words ?? "") };
      return { ...said, did: "say", ...about };
    },
    mayTalk: async () => true,
    async send({ address }, message) {
      if ((await outbox.read(address)).closed) throw new ChatClosedError();
      const { text, entities } = formattedMessage(message);
      const files = message.files.map(({ name, media_type, bytes }) => ({
        ...{ name, media_type, data: Buffer.from(bytes).toString("base64") },
      }));
      const choices = message.choices.map((row) =>
        row.map(({ label, choice }) => ({ label, choice })),
      );
      const marks = entities.map((each) => ({
        ...{ type: each.type, offset: each.offset, length: each.length },
        ...(each.type === "text_link" && { url: each.url }),
      }));
      const seq = await outbox.add(address, { from: "us", text, marks, files, choices });
      return choices.length === 0 ? undefined : String(seq);
    },
    withdraw: ({ address }, ref) =>
      outbox.change(address, ({ messages, ...rest }) => ({
        ...rest,
        messages: messages.map((each) =>
          String(each.seq) === ref ? { ...each, choices: [] } : each,
        ),
      })),
  };
}

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

type Outbox = ReturnType<typeof openOutbox>;

/** What a visitor's page shows: kept, so that another page, or the same one loaded again, shows it too. */
function openOutbox(channel: string, store: ChannelStore, clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();
  const at = (id: string) => ({ channel, kind: "outbox", id });
  let latest = 0;
  const next = () => {
    latest = Math.max(latest + 1, clock.now());
    return latest;
  };
  const read = async (visitor: string): Promise<Box> =>
    box.parse((await store.find(at(visitor), clock.now())) ?? {});
  const change = async (visitor: string, changed: (box: Box) => Box): Promise<void> => {
    for (;;) {
      const was = await store.find(at(visitor), clock.now());
      const note = asJson(shortened(changed(box.parse(was ?? {}))));
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
    /** Gives the message's `seq`. */
    async add(visitor: string, message: Omit<Shown, "seq">): Promise<number> {
      let seq = 0;
      await change(visitor, ({ messages, ...rest }) => {
        seq = Math.max(next(), (messages.at(-1)?.seq ?? 0) + 1);
        return { ...rest, messages: [...messages, { ...message, seq }] };
      });
      return seq;
    },
    /** What came after `seq`, as soon as there is something; nothing once the signal fires. Errors: StoreError */
    async after(visitor: string, seq: number, signal: AbortSignal): Promise<Box> {
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
