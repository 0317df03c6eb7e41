import { conversationState } from "#shared/contracts/pending.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConversationStore, SessionKey } from "../../ports/stores.ts";
import type { Engine } from "./engine.ts";
import { readStored, rowName } from "./stored-json.ts";
import { sessionColumns } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

export function createConversations(
  engine: Engine,
  writes: WriteQueue,
  clock: Clock,
): ConversationStore {
  const { call } = engine.queries;
  return {
    async load(key) {
      const at = sessionColumns(key);
      const unwritten = writes.peek(keyOf(at));
      const stored = unwritten
        ? unwritten.text
        : (await engine.get(call("load_conversation", at)))?.["state"];
      if (stored === undefined) return undefined;
      const row = rowName("conversations", key.user_id, key.session_id);
      return readStored(conversationState, stored, row);
    },

    save(key, state) {
      const at = sessionColumns(key);
      const text = JSON.stringify(state);
      const row = { ...at, state: text, updated_at: clock.now() };
      writes.batched("conversation", [call("save_conversation", row)], { key: keyOf(at), text });
    },

    async delete(key) {
      const at = sessionColumns(key);
      const nothing = { key: keyOf(at), text: undefined };
      await writes.durable([call("delete_conversation", at)], nothing);
    },
  };
}

/** Stored ids hold no NUL, so no two sessions share a key. */
const keyOf = (at: SessionKey): string => `${at.user_id}\0${at.session_id}`;
