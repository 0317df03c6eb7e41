import type { Schedule, SkipReason, Tick } from "#shared/contracts/schedule.ts";

/** An occurrence that begins; its run has the occurrence's own name, whoever begins it. */
export const tickOf = (
  { id, user_id, tell }: Pick<Schedule, "id" | "user_id" | "tell">,
  at: number,
  now: number,
): Tick => ({
  schedule_id: id,
  user_id,
  at,
  status: "running",
  reason: null,
  run_id: `${id}.${at}`,
  text: "",
  tell,
  told_at: null,
  began_at: now,
  ended_at: null,
});

export const skipped = (reason: SkipReason, now: number) =>
  ({ status: "skipped", reason, ended_at: now }) as const;
