import { z } from "zod";
import type { ChannelNote, ChannelStore } from "../../ports/channel-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Engine, Row } from "./engine.ts";
import { originalText, readEach, readStored, rowName, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

export function createChannels(engine: Engine, writes: WriteQueue, log: Log): ChannelStore {
  const { call } = engine.queries;
  return {
    async claim(note, now) {
      const row = { ...rowOf(note), now: Math.trunc(now) };
      return (await writes.durable([call("claim_note", row)])) === 1;
    },

    async put(note) {
      await writes.durable([call("put_note", rowOf(note))]);
    },

    async replace(was, note) {
      const { user_id: _, ...row } = { ...rowOf(note), was: JSON.stringify(was) };
      return (await writes.durable([call("replace_note", row)])) === 1;
    },

    async find({ channel, kind, id }, now) {
      const at = { ...placeOf({ channel, kind }), id: storedId("id", id), now: Math.trunc(now) };
      const row = await engine.get(call("find_note", at));
      return row === undefined ? undefined : readNote({ ...row, channel, kind, id });
    },

    async open(at, now) {
      const query = { ...placeOf(at), now: Math.trunc(now) };
      const read = (row: Row): ChannelNote => {
        const id = originalText(String(row["id"]));
        const note = readNote({ ...at, id, note: row["note"] });
        return { ...at, id, note, expires_at: Number(row["expires_at"]) };
      };
      return readEach(await engine.all(call("open_notes", query)), read, log);
    },

    async sweep(now) {
      await writes.durable([call("sweep_notes", { now: Math.trunc(now) })]);
    },
  };
}

type Place = Pick<ChannelNote, "channel" | "kind">;

const placeOf = ({ channel, kind }: Place): Place => ({
  channel: storedId("channel", channel),
  kind: storedId("kind", kind),
});

const rowOf = ({ id, note, expires_at, ...place }: ChannelNote) => ({
  ...placeOf(place),
  id: storedId("id", id),
  note: JSON.stringify(note),
  expires_at: Math.trunc(expires_at),
  user_id: null,
});

const readNote = (row: Row): ChannelNote["note"] =>
  readStored(
    z.json(),
    row["note"],
    rowName("channel_notes", row["channel"], row["kind"], row["id"]),
  );
