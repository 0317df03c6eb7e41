import { conversationState, pendingAction } from "#shared/contracts/pending.ts";
import { saysWords } from "#shared/plain-text/search-words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type {
  ConversationStore,
  PendingStore,
  SessionKey,
  StoredSession,
} from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import {
  cursorOf,
  fillPage,
  NEWEST,
  originalText,
  pageSize,
  readCursor,
  readEach,
  readOfNewer,
  readStored,
  rowName,
  sessionColumns,
  storedId,
  userColumn,
  wordsLike,
} from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Holds for a store that belongs to no process in particular. */
const NOBODY = "";

export function createPending(
  engine: Engine,
  writes: WriteQueue,
  holder: string | undefined,
  log: Log,
): PendingStore {
  const { call } = engine.queries;
  const self = holder ?? NOBODY;
  return {
    async find(key, now) {
      const row = await engine.get(call("find_pending", sessionColumns(key)));
      if (row === undefined) return undefined;
      const action = readAction(row, key.user_id, key.session_id);
      return action.expires_at > now ? action : undefined;
    },

    async put(action) {
      const row = {
        ...sessionColumns(action),
        id: storedId("id", action.id),
        action: JSON.stringify(action),
        expires_at: Math.trunc(action.expires_at),
        held_by: null,
        held_for: null,
      };
      await writes.durable([call("put_pending", row)]);
    },

    async take(key, id) {
      // The row can be deleted once, whoever else tries, in this process or another.
      return (await writes.durable([call("take_pending", columns(key, id))])) === 1;
    },

    async hold(key, id, run_id) {
      const by = { held_by: self, held_for: storedId("run_id", run_id) };
      return (await writes.durable([call("hold_pending", { ...columns(key, id), ...by })])) === 1;
    },

    letGo(key, id, held_by = self) {
      writes.batched("conversation", [call("let_go_pending", { ...columns(key, id), held_by })]);
    },

    async reopen(key, id, held_by = self) {
      await writes.durable([call("reopen_pending", { ...columns(key, id), held_by })]);
    },

    async held(by) {
      await writes.caughtUp();
      const read = (row: Row) => ({
        action: readAction(row, row["user_id"], row["session_id"]),
        run_id: originalText(String(row["held_for"])),
      });
      return readEach(await engine.all(call("held_pending", { held_by: by })), read, log);
    },

    async expired(now, limit) {
      const read = (row: Row) => readAction(row, row["user_id"], row["session_id"]);
      const rows = await engine.all(call("expired_pending", { now: Math.trunc(now), limit }));
      return readEach(rows, read, log);
    },

    async nextExpiry() {
      const [row] = await engine.all(call("next_expiry", {}));
      return row && Number(row["expires_at"]);
    },

    async list(owner, now, limit) {
      const at = { ...userColumn(owner), now: Math.trunc(now), limit: pageSize(limit) };
      const read = (row: Row) => readAction(row, owner.user_id, row["session_id"]);
      return readEach(await engine.all(call("open_pending", at)), read, log);
    },
  };
}

const columns = (key: SessionKey, id: string) => ({
  ...sessionColumns(key),
  id: storedId("id", id),
});

const readAction = (row: Row, user_id: unknown, session_id: unknown) =>
  readStored(pendingAction, row["action"], rowName("pending_actions", user_id, session_id));

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
      const of = { ...userColumn(owner), words: wordsLike(words) };
      const isMeant = ({ state: { title, last_answer } }: StoredSession) =>
        words === undefined || saysWords(title, words) || saysWords(last_answer, words);
      const page = await fillPage({
        size: pageSize(limit),
        isSearch: words !== undefined,
        before,
        rows(place, limit) {
          const { at, id } = place === undefined ? NEWEST : readCursor(place);
          const end = { updated_at: at, session_id: id };
          return engine.all(call("conversations_before", { ...of, ...end, limit }));
        },
        placeOf: (row) => cursorOf(row["updated_at"], row["session_id"]),
        read: (row) => readEach([row], readSession, log).filter(isMeant),
      });
      return { sessions: page.shown, next: page.next };
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

/** Stored ids hold no NUL, so no two sessions share a name. */
const nameOf = (at: SessionKey): string => `${at.user_id}\0${at.session_id}`;
