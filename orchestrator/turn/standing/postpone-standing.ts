import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { wording } from "#shared/language/words.ts";
import { localTimeOf } from "../../calendar/zoned.ts";
import { COMMAND_LEXICONS } from "../../language/commands/lexicon.ts";
import { pick } from "../../language/commands/pick.ts";
import { MINUTES } from "../../language/commands/read-command.ts";
import { tokens } from "../../language/text.ts";
import { endOf } from "../../language/time/phrases.ts";
import { postponed } from "../../standing/resume-schedule.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { nameOf } from "./show-schedule.ts";

const IN = wording("wordings.in");
const AT = wording("wordings.at");
/** What has rung is spoken of for so long without a name. */
const SHORTLY_MS = 60 * 60 * 1000;
/** "adia" alone. */
const SNOOZE_MS = 10 * 60 * 1000;

/** What a request becomes with another time; see change-standing.ts. */
type ChangeTo = (
  turn: Commanded["turn"],
  standing: Commanded["standing"],
  one: Schedule,
  wanted: string,
  withInto: string,
) => Pick<Schedule, "next_at"> | undefined;

/** "adia 10 minutos": the one that just rang, else the one that is named, or the only one. */
export async function postponeStanding(
  commanded: Commanded,
  open: readonly Schedule[],
  rang: Tick | undefined,
  changeTo: ChangeTo,
): Promise<Outcome | undefined> {
  const { turn, standing, command, intent } = commanded;
  const { deps, key, locale, startedAt, timezone } = turn;
  const say = standingWords(locale);
  const lexicon = COMMAND_LEXICONS[locale];
  const last = open.find(({ id }) => id === turn.state.last_standing?.id);
  // What was made or changed after it rang is what people speak of.
  const isLast =
    last !== undefined && (rang === undefined || last.updated_at > (rang.ended_at ?? rang.at));
  const ringing = isLast
    ? undefined
    : rang && (await deps.store.schedules.find(key, rang.schedule_id));
  const isFresh = rang !== undefined && startedAt - (rang.ended_at ?? rang.at) <= SHORTLY_MS;
  const isOnce = last?.timing.kind === "at" || last?.timing.kind === "after";
  if (command.rang === true && !(isFresh && !isLast) && !(isLast && isOnce)) return undefined;
  if (open.length === 0 && ringing === undefined)
    return command.isNamed ? words("clarification", say.noneStanding, intent) : undefined;
  const said = tokens(command.rest);
  const at = said.findIndex((_, place) => endOf(lexicon.byAmount, said, place) !== undefined);
  const amount =
    at < 0
      ? command.rest
      : command.rest.slice(
          said[endOf(lexicon.byAmount, said, at) ?? at]?.start ?? command.rest.length,
        );
  const read = (text: string) => standing.readTime(text, startedAt, timezone, locale);
  const direct = read(command.rest);
  // "adia mais 5": of minutes.
  const isBareNumber = /^\s*\d{1,3}\s*$/.test(amount);
  const length = isBareNumber ? `${amount.trim()} ${MINUTES[locale]}` : amount;
  const counted = read(`${IN[locale]} ${length}`);
  const until =
    direct.kind === "at" || direct.kind === "after"
      ? direct
      : counted.kind === "after"
        ? counted
        : undefined;
  const [only, more] = open;
  const spoken = ringing ?? last ?? (more === undefined ? only : undefined);
  const to =
    (isLast || until === undefined ? destination(commanded, spoken, changeTo) : undefined) ??
    until?.instants[0];
  // "adia pra segunda": only another day.
  const onDay = direct.kind === "ask" && direct.asks === "needs_hour" ? direct : undefined;
  const isBare = tokens(command.rest).length === 0;
  const isBackwards = /(?:^|\s)-\s?\d/.test(command.rest);
  const soon = isBare && ringing !== undefined ? startedAt + SNOOZE_MS : undefined;
  const when = isBackwards ? undefined : (to ?? soon);
  if (when === undefined && onDay === undefined) {
    const resume = resumeAt("amount", requestOf(turn.entry.input_text));
    return asked(turn, intent, { kind: "fill", question: say.postponeHow, options: [], resume });
  }
  const names = until?.rest ?? onDay?.rest ?? "";
  const once = open.filter(({ timing }) => timing.kind !== "when");
  const named =
    command.isNamed && !isPronoun(names, locale)
      ? pick(names === "" ? command.rest : names, once, locale, hereOf(turn))
      : undefined;
  const meant =
    named?.says === true && named.picked.length > 0
      ? named.picked
      : ringing !== undefined
        ? [ringing]
        : isLast
          ? [last]
          : once;
  const [one, other] = meant;
  if (one === undefined) return words("clarification", say.notFound, intent);
  if (other !== undefined) return which(commanded, meant);
  // Put off, it would go on as if it had never been cancelled.
  if (one.status === "cancelled") {
    const told = say.isOver.cancelled(nameOf(one), showTiming(one, locale, startedAt));
    return words("clarification", told, intent);
  }
  const planned = one.next_at;
  const rings = ringing?.id === one.id && (one.status !== "active" || isFresh);
  // What has not rung yet is put off from its own time.
  const later =
    !rings && until === counted && when !== undefined && planned !== null && planned > startedAt
      ? planned + (when - startedAt)
      : (when ??
        read(`${command.rest} ${AT[locale]} ${localTimeOf(planned ?? startedAt, one.zone).time}`)
          .instants[0]);
  if (later === undefined) return words("clarification", say.postponeHow, intent);
  const moved = { ...postponed(one, later, startedAt), version: one.version + 1 };
  if (!(await deps.store.schedules.change(moved)))
    return words("clarification", say.changedMeanwhile, intent);
  standing.wakeAt(later);
  const answer = say.postponed(nameOf(one), showInstant(later, timezone, locale, startedAt));
  return { ...words("success", answer, intent), standing: { id: one.id, before: one } };
}

/** "push it to 9:30": that hour of the day that it is on, or was. */
function destination(
  { turn, standing, command: { rest } }: Commanded,
  one: Schedule | undefined,
  changeTo: ChangeTo,
): number | undefined {
  const said = tokens(rest);
  const into = endOf(COMMAND_LEXICONS[turn.locale].into, said, 0);
  if (one === undefined || into === undefined || into >= said.length) return undefined;
  const at = one.next_at ?? turn.startedAt;
  const once = { ...one, timing: { kind: "at" as const, at }, next_at: at };
  const to = changeTo(turn, standing, once, rest.slice(said[into]?.start), rest)?.next_at;
  return to == null || to <= turn.startedAt ? undefined : to;
}

const isPronoun = (text: string, locale: Commanded["turn"]["locale"]): boolean => {
  const said = tokens(text);
  return (
    said.length === 0 ||
    (said.length === 1 && endOf(COMMAND_LEXICONS[locale].theOne, said, 0) === 1)
  );
};
