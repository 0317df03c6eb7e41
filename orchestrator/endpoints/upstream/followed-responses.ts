import { hash } from "node:crypto";
import { z } from "zod";
import { anyJson, type Json } from "#shared/contracts/json.ts";
import type { Store } from "../../ports/stores.ts";
import { previousOf, type ResponsesRequest } from "../openai/responses-request.ts";

/** What an answer of ours was given to, for an upstream that has never heard of it. */
const followed = z.object({ previous: z.string().nullable(), input: anyJson });
const CHANNEL = "openai";
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_BACK = 50;

/** Conversations of the Responses API, of which each side keeps only what it answered itself. */
export type FollowedResponses = {
  /** An answer of ours is about to be given. Errors: StoreError */
  note(user_id: string, response_id: string, request: ResponsesRequest): Promise<void>;
  /**
   * A request as the upstream can understand it: in the place of our answers that it goes on from stands what was said in
   * them. Undefined: it refers to none. Errors: StoreError
   */
  spelledOut(user_id: string, request: ResponsesRequest): Promise<object | undefined>;
};

export function followedResponses(
  { channels, conversations }: Pick<Store, "channels" | "conversations">,
  now: () => number,
): FollowedResponses {
  const at = (user_id: string, response_id: string) => ({
    ...{ channel: CHANNEL, kind: "followed" },
    id: hash("sha256", JSON.stringify([user_id, response_id])),
  });
  return {
    async note(user_id, response_id, request) {
      const note = { previous: request.previous_response_id ?? null, input: request.input as Json };
      const expires_at = now() + KEPT_MS;
      await channels.put({ ...at(user_id, response_id), note, expires_at });
    },
    async spelledOut(user_id, request) {
      const items: unknown[] = itemsOf(request.input);
      let previous = previousOf(request)?.id ?? null;
      const referred = items.findIndex((item) => isReference(item));
      let isOurs = false;
      for (let back = 0; previous !== null && back < MOST_BACK; back++) {
        const found = followed.safeParse(await channels.find(at(user_id, previous), now())).data;
        if (found === undefined) break;
        const state = await conversations.load({ user_id, session_id: previous });
        const answer = { role: "assistant", content: state?.last_answer ?? "" };
        if (!isOurs && referred !== -1 && request.previous_response_id == null) {
          // Its client sends the rest of the conversation itself.
          items[referred] = answer;
          return { ...request, input: items };
        }
        isOurs = true;
        items.unshift(...itemsOf(found.input as ResponsesRequest["input"]), answer);
        previous = found.previous;
      }
      return isOurs ? { ...request, previous_response_id: previous, input: items } : undefined;
    },
  };
}

const itemsOf = (input: ResponsesRequest["input"]): unknown[] =>
  typeof input === "string" ? [{ role: "user", content: input }] : [...input];

const isReference = (item: unknown): boolean =>
  z.object({ type: z.literal("item_reference"), id: z.string().startsWith("msg_") }).safeParse(item)
    .success;
