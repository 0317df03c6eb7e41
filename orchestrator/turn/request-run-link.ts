import { hash } from "node:crypto";
import { z } from "zod";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Turn } from "./turn.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** Longer than an endpoint keeps a key, milliseconds. */
const KEPT_MS = 25 * 60 * 60 * 1000;
const PLACE = { channel: "turn", kind: "led_to" };

const requestRunLink = z.object({
  run_id: z.string(),
  /** `updated_at` of the run while it still waited for what this request says; null: it did not exist. */
  waited_at: z.number().nullable(),
});
export type RequestRunLink = z.infer<typeof requestRunLink>;

const idOf = ({ key, run_id }: Pick<Turn, "key" | "run_id">): string =>
  hash("sha256", `${key.user_id}\n${run_id}`);

/**
 * A request that may be sent again goes on as a run that is not the one it names: durable before that run is, so
 * that the same request finds it after a crash. Costs nothing where a request is sent only once.
 * Errors: StoreError
 */
export async function linkRequestToRun(
  turn: Pick<Turn, "deps" | "key" | "run_id" | "mayComeAgain">,
  run_id: string,
  waiting: TaskRun | undefined,
): Promise<void> {
  if (!turn.mayComeAgain || run_id === turn.run_id) return;
  const note: RequestRunLink = { run_id, waited_at: waiting?.updated_at ?? null };
  const { store, clock } = turn.deps;
  const expires_at = clock.now() + KEPT_MS;
  await store.channels.put({ ...PLACE, id: idOf(turn), note, expires_at });
}

/** What the same request led to when it was sent before; undefined: to nothing but a run of its own, if any. */
export async function linkedRun(
  request: Pick<Turn, "key" | "run_id">,
  { store, clock }: Pick<TurnDeps, "store" | "clock">,
): Promise<RequestRunLink | undefined> {
  const note = await store.channels.find({ ...PLACE, id: idOf(request) }, clock.now());
  return requestRunLink.safeParse(note).data;
}
