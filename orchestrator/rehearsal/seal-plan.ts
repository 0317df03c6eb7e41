import type { Turn } from "../turn/turn.ts";
import { digestOf } from "./deeds.ts";
import type { Rehearsed } from "./rehearse.ts";

/** How long what was shown may be taken at its word, milliseconds. */
const COUNTS_FOR_MS = 10 * 60 * 1000;

/**
 * A token with which exactly this is done; undefined: nothing would be changed. It counts for ten minutes, and not beyond
 * the time of what would be scheduled.
 */
export async function sealPlan(
  turn: Turn,
  { deeds }: Rehearsed,
): Promise<{ token: string; expires_at: number } | undefined> {
  const { deps, entry, key, run_id, startedAt, snapshot, tell } = turn;
  const { catalogue } = snapshot;
  const changes = deeds.some(
    (deed) =>
      deed.does !== "run" ||
      deed.work.plan.steps.some(
        ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
      ),
  );
  if (!changes || deps.planTokens === undefined) return undefined;
  const due = deeds.flatMap((deed) =>
    (deed.does === "make" || deed.does === "change") && deed.schedule.next_at !== null
      ? [deed.schedule.next_at]
      : [],
  );
  const expires_at = Math.min(startedAt + COUNTS_FOR_MS, ...due.filter((at) => at > startedAt));
  const { timezone, locale_hint } = entry.metadata;
  const token = await deps.planTokens.seal(
    {
      ...{ ...key, run_id, input_text: entry.input_text, channel: entry.channel },
      locale: entry.locale ?? null,
      metadata: {
        ...(typeof timezone === "string" && { timezone }),
        ...(typeof locale_hint === "string" && { locale_hint }),
      },
      follows_ticks: tell !== null,
      said_at: startedAt,
      digest: catalogue.digest,
      deeds: deeds.map((deed) => digestOf(deed, run_id)),
    },
    expires_at,
  );
  return { token, expires_at };
}
