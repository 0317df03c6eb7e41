import { locales } from "#shared/contracts/names.ts";
import { namesOne } from "../../language/commands/names-one.ts";
import { pick } from "../../language/commands/pick.ts";
import { intentWithout } from "../../planning/frames.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import { hereOf } from "./commanded.ts";
import { nameOf } from "./show-schedule.ts";

const SHORTLY_MS = 10 * 60_000;

/**
 * "O de quarta", "the Sunday one" behind "cancela ele": that it was just this one is said once more. undefined: nothing was
 * cancelled or paused a moment ago, or another one is named
 */
export async function namesLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, key, state, pending, startedAt } = turn;
  const { last_standing } = state;
  if (last_standing?.before == null || last_standing.undone === true) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const locale = locales.find((each) => namesOne(entry.input_text, each));
  const last = locale && (await deps.store.schedules.find(key, last_standing.id));
  if (locale === undefined || last === undefined || startedAt - last.updated_at > SHORTLY_MS)
    return undefined;
  const told = inLanguage(turn, locale);
  const { picked, says } = pick(entry.input_text, [last], locale, hereOf(told));
  if (!says || picked.length === 0) return undefined;
  const say = standingWords(locale);
  const intent = intentWithout(entry.input_text, "control", "names what was changed last");
  if (last.status === "cancelled") {
    const when = showTiming(last, locale, startedAt);
    return { ...words("success", say.isOver.cancelled(nameOf(last), when), intent), locale };
  }
  if (last.status !== "paused") return undefined;
  const until = last.paused?.until ?? null;
  const shown = until === null ? "" : showInstant(until, last.zone, locale, startedAt);
  return { ...words("success", say.pausedNow(nameOf(last), shown), intent), locale };
}
