import { z } from "zod";
import { parsedJson } from "#shared/contracts/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  HeldMessage,
  MessagePlace,
  MessageStore,
  TakenMessage,
  Taker,
} from "../../ports/message-store.ts";
import type { Engine } from "./engine.ts";
import { originalText, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Holds what no process is at any more. */
const NO_ONE = "";
const COUNTING = new Intl.Collator("en", { numeric: true });
/** Is left of what is done with. */
const NOTHING = "null";

const entry = z.object({
  digest: z.string(),
  run_id: z.string(),
  /** The process that is at it, or no one, and how many were at it before. */
  holder: z.string(),
  attempt: z.int(),
  question: z.string().optional(),
  led_to: z.object({ run_id: z.string(), waited_at: z.number().nullable() }).optional(),
  said: z.json().optional(),
  /** When it was taken first; absent: an earlier version did. */
  at: z.number().optional(),
  result: z.json(),
});
type Entry = z.infer<typeof entry>;

/** As earlier versions keep what came by Telegram. */
const formerEntry = z.object({
  owner: z.string(),
  begun: z
    .object({ run_id: z.string(), question: z.object({ id: z.string() }).nullable() })
    .optional(),
  update: z.json(),
});

type Read = { note: string; entry: Entry; isFormer: boolean };

/** An entry as this version or an earlier one has written it; undefined: it is done with, or no version's that is known. */
function readEntry(note: string, run_id: string): Read | undefined {
  // One that someone has edited takes no other along.
  const value = parsedJson(note);
  const { data: former } = formerEntry.safeParse(value);
  if (former === undefined) {
    const { data } = entry.safeParse(value);
    return data && { note, entry: data, isFormer: false };
  }
  const { owner: holder, begun, update: said } = former;
  const question = begun?.question?.id;
  const read: Entry = {
    ...{ digest: "", run_id: begun?.run_id ?? run_id, holder, attempt: 0, said, result: null },
    ...(question !== undefined && { question }),
  };
  return { note, entry: read, isFormer: true };
}

/** Over the notes of channels, where earlier versions have kept messages as well: both may take them side by side. */
export function createMessages(engine: Engine, writes: WriteQueue, clock: Clock): MessageStore {
  const { call } = engine.queries;
  /** Names that processes of this store have taken, and have not done with. */
  const inHand = new Set<string>();
  const rowOf = ({ channel, kind, keptMs }: MessagePlace, id: string, note: Entry | null) => ({
    channel: storedId("channel", channel),
    kind: storedId("kind", kind),
    id: storedId("id", id),
    note: JSON.stringify(note),
    expires_at: Math.trunc(clock.now() + keptMs),
  });
  const ownedBy = (user_id: string | undefined) => ({
    user_id: user_id === undefined ? null : storedId("user_id", user_id),
  });
  const handOf = (by: Taker, { channel, kind }: MessagePlace, id: string) =>
    JSON.stringify([by.name, channel, kind, id]);

  function hold(
    place: MessagePlace,
    { id, user_id }: { id: string; user_id?: string | undefined },
    by: Taker,
    taken: Entry,
  ): HeldMessage {
    const hand = handOf(by, place, id);
    inHand.add(hand);
    let now = taken;
    const put = async (note: Entry | null, keptMs = place.keptMs) => {
      const row = { ...rowOf({ ...place, keptMs }, id, note), ...ownedBy(user_id) };
      await writes.durable([call("put_note", row)]);
    };
    const note = async (changes: Partial<Entry>) => {
      const next = { ...now, ...changes };
      await put(next);
      now = next;
    };
    const isDone = () => void inHand.delete(hand);
    return {
      run_id: taken.run_id,
      again: taken.attempt > 0,
      question: taken.question,
      ledTo: taken.led_to,
      uses: (question) => note({ question }),
      leadsTo: (led_to) => note({ led_to }),
      async answered(answer) {
        const { said: _, ...left } = now;
        await put(answer === null ? null : { ...left, result: answer });
        isDone();
      },
      forget: () => put(now, 0).finally(isDone),
      async letGo() {
        isDone();
        const free = rowOf(place, id, { ...now, holder: NO_ONE });
        const freed = [call("replace_note", { ...free, was: JSON.stringify(now) })];
        await writes.durable(freed).catch(() => writes.batched("run", freed));
      },
    };
  }

  /** Of those who read the same, one goes on with it. */
  async function takeFrom(
    place: MessagePlace,
    named: { id: string; user_id?: string | undefined },
    by: Taker,
    { note, entry: known, isFormer }: Read,
  ): Promise<HeldMessage | undefined> {
    const { id } = named;
    const { holder, attempt } = known;
    const isFree =
      holder === NO_ONE ||
      (holder === by.name ? !inHand.has(handOf(by, place, id)) : await by.isGone(holder));
    if (!isFree) return undefined;
    // A process of an earlier version that looks at the same moment goes by this claim.
    if (isFormer) {
      const claim = rowOf({ ...place, kind: "taken_over" }, `${id} of ${holder}`, null);
      const row = { ...claim, ...ownedBy(undefined), now: Math.trunc(clock.now()) };
      if ((await writes.durable([call("claim_note", row)])) !== 1) return undefined;
    }
    const taken = { ...known, holder: by.name, attempt: attempt + 1 };
    const row = { ...rowOf(place, id, taken), was: note };
    const isOurs = (await writes.durable([call("replace_note", row)])) === 1;
    return isOurs ? hold(place, named, by, taken) : undefined;
  }

  return {
    async take(place, { id, user_id, said, ...message }, by): Promise<TakenMessage> {
      const kept = said !== undefined && { said, at: clock.now() };
      const ours = { holder: by.name, attempt: 0, ...kept };
      const fresh: Entry = { ...message, ...ours, result: null };
      const row = rowOf(place, id, fresh);
      const now = Math.trunc(clock.now());
      if ((await writes.durable([call("claim_note", { ...row, ...ownedBy(user_id), now })])) === 1)
        return { is: "ours", message: hold(place, { id, user_id }, by, fresh) };
      const found = await engine.get(call("find_note", { ...row, now }));
      if (found === undefined) return { is: "under_way" };
      const note = String(found["note"]);
      if (note === NOTHING) return { is: "answered", answer: null };
      const read = readEntry(note, message.run_id);
      if (read === undefined) return { is: "under_way" };
      const { digest, result } = read.entry;
      if (digest !== message.digest) return { is: "another" };
      if (result !== null) return { is: "answered", answer: result };
      const held = await takeFrom(place, { id, user_id }, by, read);
      return held === undefined ? { is: "under_way" } : { is: "ours", message: held };
    },

    async takeOver(place, by) {
      const { channel, kind } = rowOf(place, "", null);
      const open = call("open_notes", { channel, kind, now: Math.trunc(clock.now()) });
      const taken = [];
      for (const row of await engine.all(open)) {
        const id = originalText(String(row["id"]));
        const read = readEntry(String(row["note"]), id);
        const said = read?.entry.result === null ? read.entry.said : undefined;
        if (read === undefined || said === undefined || read.entry.holder === by.name) continue;
        const message = await takeFrom(place, { id }, by, read);
        if (message !== undefined) taken.push({ id, said, message, at: read.entry.at ?? 0 });
      }
      // What came in the same moment goes by its names, which often count.
      return taken.sort((a, b) => a.at - b.at || COUNTING.compare(a.id, b.id));
    },
  };
}
