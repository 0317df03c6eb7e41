import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type ConversationState, conversationState } from "#shared/contracts/pending.ts";
import type { ConversationStore } from "../../ports/stores.ts";
import { snapshotted } from "./session-snapshots.ts";

const event = {
  ...{ event_id: "evt-0003", timestamp: 1, summary: "...", sources: [] },
  ...{ tokens_input: 700, tokens_output: 28, tokens_total: 728 },
};
const state = (agent_memory: ConversationState["agent_memory"]): ConversationState =>
  conversationState.parse({ ...EMPTY, agent_memory, turn_count: 3 });
const EMPTY = {
  ...{ last_frame: null, last_intents: [], last_answer: "", last_choice: null, remembered: {} },
  ...{
    last_run_id: null,
    last_standing: null,
    schedules_shown_at: null,
    locale: "en",
    summary: "",
    key_facts: [],
  },
  ...{ agent_memory: {}, artifacts: {}, shown: [], turn_count: 0 },
};

function open() {
  const folder = mkdtempSync(join(tmpdir(), "snapshots-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const saved: string[] = [];
  const conversations: ConversationStore = {
    load: async () => undefined,
    save: ({ session_id }) => saved.push(session_id),
    delete: async () => undefined,
    list: async () => ({ sessions: [], next: undefined }),
  };
  const warned: unknown[] = [];
  const log = { warn: (about: unknown) => warned.push(about) };
  const store = snapshotted(conversations, folder, {
    clock: { now: () => Date.UTC(2025, 10, 12, 10, 35, 30), monotonic: () => 0 },
    log: log as never,
  });
  return { folder, store, saved, warned };
}
const ana = { user_id: "ana", session_id: "cli-session-123" };

it("what a session's agents remember is in its file after each answer of theirs", async () => {
  const { folder, store, saved } = open();
  store.save(ana, state({ methodologist: [event] }));
  await store.written();
  const file = join(folder, "ana", "cli-session-123.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    session_id: "cli-session-123",
    updated_at: "2025-11-12T10:35:30.000Z",
    agents: { methodologist: [event] },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(saved).toEqual(["cli-session-123"]);
});

it("the last of many saves is the one that stands there", async () => {
  const { folder, store } = open();
  for (const summary of ["a", "b", "c"]) store.save(ana, state({ it: [{ ...event, summary }] }));
  await store.written();
  expect(readFileSync(join(folder, "ana", "cli-session-123.json"), "utf8")).toContain('"c"');
});

it("a session that is forgotten, or begun again, has no file; one without agents never has", async () => {
  const { folder, store } = open();
  for (const forget of [() => store.delete(ana), async () => store.save(ana, state({}))]) {
    store.save(ana, state({ it: [event] }));
    await store.written();
    await forget();
    await store.written();
    expect(readdirSync(join(folder, "ana"))).toEqual([]);
  }
  store.save({ user_id: "bia", session_id: "s" }, state({}));
  await store.written();
  expect(readdirSync(folder)).toEqual(["ana"]);
});

it("a file that was last written before a moment goes", async () => {
  const { folder, store } = open();
  store.save(ana, state({ it: [event] }));
  store.save({ ...ana, session_id: "new" }, state({ it: [event] }));
  await store.written();
  const day = new Date("2025-11-01T00:00:00Z");
  utimesSync(join(folder, "ana", "cli-session-123.json"), day, day);
  await store.forgetBefore(day.getTime() + 1);
  expect(readdirSync(join(folder, "ana"))).toEqual(["new.json"]);
});

it.each(["..", "../../etc/passwd", "a/b", "x".repeat(500), "\ud800", "é\0"])(
  "a session called %j stays in the folder",
  async (session_id) => {
    const { folder, store, warned } = open();
    store.save({ user_id: session_id, session_id }, state({ it: [event] }));
    await store.written();
    const [user = ""] = readdirSync(folder);
    expect(readdirSync(join(folder, user))).toHaveLength(1);
    expect(warned).toEqual([]);
  },
);
