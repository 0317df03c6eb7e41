import { conversationState } from "#shared/contracts/pending.ts";
import { saysWords } from "#shared/plain-text/search-words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { ConversationStore, SessionKey, StoredSession } from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import {
  cursorOf,
  cutPage,
  originalText,
  pageSize,
  readCursor,
  readEach,
  readOfNewer,
  rowName,
  sessionColumns,
  storedId,
  wordsLike,
} from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

export function createConversations(
  engine: Engine,
  writes: WriteQueue,
  clock: Clock,
  log: Log,
): ConversationStore {
  const { call } = engine.queries;
  return {
    async load(key) {
      const at = sessionColumns(key);
      const name = nameOf(at);
      const unwritten = writes.peek(name);
      const stored = unwritten
        ? unwritten.text
        : (await engine.get(call("load_conversation", at)))?.["state"];
      if (stored === undefined) return undefined;
      const row = rowName("conversations", key.user_id, key.session_id);
      return readOfNewer(conversationState, stored, row);
    },

    save(key, state) {
      const at = sessionColumns(key);
      const name = nameOf(at);
      const text = JSON.stringify(state);
      const row = { ...at, state: text, updated_at: clock.now() };
      writes.batched("conversation", [call("save_conversation", row)], { key: name, text });
    },

    async delete(key) {
      const at = sessionColumns(key);
      const nothing = { key: nameOf(at), text: undefined };
      await writes.durable([call("delete_conversation", at)], nothing);
    },

    async list(owner, limit, before, words) {
      await writes.caughtUp();
      const size = pageSize(limit);
      const page = {
        user_id: storedId("user_id", owner.user_id),
        words: wordsLike(words),
        limit: size + 1,
      };
      const rows = await engine.all(
        before === undefined
          ? call("latest_conversations", page)
          : call("conversations_before", { ...page, ...after(before) }),
      );
      const { shown, last } = cutPage(rows, size);
      const next = last && cursorOf(last["updated_at"], last["session_id"]);
      const sessions = readEach(shown, readSession, log);
      if (words === undefined) return { sessions, next };
      const isMeant = ({ state: { title, last_answer } }: StoredSession) =>
        saysWords(title, words) || saysWords(last_answer, words);
      return { sessions: sessions.filter(isMeant), next };
    },
  };
}

const readSession = (row: Row): StoredSession => ({
  session_id: originalText(String(row["session_id"])),
  state: readOfNewer(
    conversationState,
    row["state"],
    rowName("conversations", row["user_id"], row["session_id"]),
  ),
  updated_at: Number(row["updated_at"]),
});

function after(before: string) {
  const { at, id } = readCursor(before);
  return { updated_at: at, session_id: id };
}

/** Stored ids hold no NUL, so no two sessions share a name. */
const nameOf = (at: SessionKey): string => `${at.user_id}\0${at.session_id}`;
