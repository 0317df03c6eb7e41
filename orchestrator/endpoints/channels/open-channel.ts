import { LRUCache } from "lru-cache";
import { asJson, type Json } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { doneWithin } from "#shared/patience/timer.ts";
import {
  type ChannelDriver,
  type ChannelFacts,
  ChatClosedError,
  NotSentError,
  type Posted,
} from "../../ports/channel.ts";
import type { HeldMessage, Taker } from "../../ports/message-store.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { answerMessage } from "./answer-message.ts";
import { type Channel, type Offered, reasonOf } from "./channel.ts";
import { scheduleChoices } from "./choices.ts";
import { plainly } from "./formatted-text.ts";

/** How often what processes that are gone have left is looked for, milliseconds. */
const LOOK_MS = 5000;
/** For what is given up on to come to its end. */
const LAST_WORDS_MS = 1000;
const MOST_REMEMBERED = 10_000;

export type ChannelParts = Pick<Channel, "turns"> & {
  rightsOf?: Channel["rightsOf"];
  /** While it is there, the messages that this process has are left to it. */
  by: Taker;
  /** Resolves once what came can be answered; until then it waits. */
  ready: Promise<void>;
};

export type OpenChannel = ReturnType<typeof openChannel>;

/** A channel as it is opened, with what others bring to it over HTTP; `from` is the address that asks. */
export type ChannelDoor = Pick<OpenChannel, "facts" | "post" | "mayPost" | "close"> & {
  paths: readonly string[];
  methods: ("GET" | "POST" | "OPTIONS")[];
  handle(request: Request, from: string): Promise<Response>;
};

/**
 * People talk to us on a channel: every message once, one of a chat at a time, also when a process dies over it. What is
 * not begun when the channel is closed is left to the next process.
 */
export function openChannel(
  driver: ChannelDriver,
  deps: TurnDeps,
  { turns, rightsOf, by, ready }: ChannelParts,
) {
  const { log } = deps;
  const { name, title, account, limits } = driver;
  const facts: ChannelFacts = { title, windowMs: limits.windowMs };
  const { messages } = deps.store;
  const place = { channel: account, kind: "update", keptMs: limits.repeatsMs };
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const channel: Channel = {
    ...{ driver, deps, turns, rightsOf, log, giveUp: giveUp.signal },
    offered: new LRUCache<string, Offered>({ max: MOST_REMEMBERED }),
    reached: new LRUCache<string, string>({ max: MOST_REMEMBERED }),
  };
  const underWay = new Set<Promise<void>>();

  async function answerInTurn(came: Json, message: HeldMessage): Promise<void> {
    await ready;
    // No user is called nothing, so this order is none of a session's.
    await deps.inOrder(`\n${name}\n${driver.chatOf(came)}`, async () => {
      if (stopping.signal.aborted) return message.letGo();
      await answerMessage(channel, came, message).catch((error: unknown) => {
        const level = error instanceof ChatClosedError ? "info" : "error";
        log[level](reasonOf(error), "an answer could not be sent");
      });
      await message.answered(null);
    });
  }
  function handle(came: Json, message: HeldMessage): Promise<void> {
    const task = answerInTurn(came, message).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error(reasonOf(error), "a message was not handled");
    });
    underWay.add(task);
    return task.finally(() => underWay.delete(task));
  }
  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  /** Where people may be written to only for a time after they spoke, the note that they did lasts as long. */
  async function mayPost(address: string): Promise<boolean> {
    if (limits.windowMs === undefined) return true;
    const spoke = { channel: account, kind: "spoke", id: address };
    return (await deps.store.channels.find(spoke, deps.clock.now())) !== undefined;
  }

  /** Goes on with what processes have left that are gone. */
  async function keepUp(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const left = await messages.takeOver(place, by);
        for (const { said, message } of left) void handle(said, message);
      } catch (error) {
        log.error(
          reasonOf(error),
          "what was left of a channel's messages cannot be looked through",
        );
      }
      await deps.sleep(LOOK_MS, stopping.signal).catch(() => undefined);
    }
  }
  void ready.then(keepUp, () => undefined);

  return {
    facts,
    mayPost,
    /** Fires when nothing new is to be taken. */
    stopping: stopping.signal,
    /** Fires when what is under way has had its time. */
    giveUp: giveUp.signal,
    /**
     * Makes what came ours, durably and as JSON, under the name by which it would come again; gives what answers it, which
     * never rejects. undefined: it was ours before. Rejects with StoreError; then it is not ours.
     */
    async take(id: string, came: object): Promise<(() => Promise<void>) | undefined> {
      const said = asJson(came);
      const named = { id, digest: "", run_id: deps.makeId("run"), said };
      const taken = await messages.take(place, named, by);
      return taken.is === "ours" ? () => handle(said, taken.message) : undefined;
    },
    /** Sends a text, with what can be chosen about its schedule. Never rejects. */
    async post(address: string, text: string, about?: Schedule): Promise<Posted> {
      try {
        await ready;
      } catch (error) {
        return { status: "not_sent", detail: reasonOf(error).reason };
      }
      try {
        if (!(await mayPost(address)))
          throw new NotSentError("the chat has not spoken for longer than it may be written to");
        const choices = about === undefined ? [] : scheduleChoices(about);
        const outgoing = { ...plainly(text, about?.locale ?? "en"), choices };
        await driver.send({ address, isGroup: false }, outgoing);
        return { status: "sent" };
      } catch (error) {
        log.warn(reasonOf(error), "a message could not be delivered");
        return error instanceof NotSentError
          ? { status: "not_sent", detail: error.reason }
          : { status: "unknown" };
      }
    },
    /** Takes nothing new and finishes what is under way for at most `graceMs`. */
    async close(graceMs: number): Promise<void> {
      const why = new Error(`the channel ${name} is stopping`);
      stopping.abort(why);
      await doneWithin(idle(), graceMs);
      giveUp.abort(why);
      await doneWithin(idle(), LAST_WORDS_MS);
    },
  };
}
