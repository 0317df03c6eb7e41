import type { Entities } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { isSameName, saysMoreThan, subjectOf } from "../../language/commands/subject-of.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import { draftPlan } from "../../planning/draft.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import { effectsOf, promisesOf } from "../../standing/promises.ts";
import { showComparison } from "../../standing/show-when.ts";
import type { StandingTurn, Turn } from "../turn.ts";
import { findWatch } from "./find-watch.ts";

/**
 * The words of a standing request with another value in the place of its own. undefined: they hold none.
 * `instead`: the value whose place it takes, where that is said
 */
export function wordsWithOther(
  last: Schedule,
  other: string,
  locale: Locale,
  instead?: string,
): string | undefined {
  const found = placesOf(last, other, locale, instead);
  return found && last.words.replace(found.own, () => found.value);
}

/** Another value, and the one in whose place it is put. */
function placesOf(
  { words, timing, action }: Schedule,
  other: string,
  locale: Locale,
  instead = "",
): { value: string; own: string } | undefined {
  const value = subjectOf(other, locale);
  const named = subjectOf(instead, locale);
  const values = timing.kind === "when" ? [timing.watch.entities] : entitiesOf(action);
  const own = values
    .flatMap((entities) => Object.values(entities))
    .flat()
    .map(String)
    .filter((each) => each !== "" && words.includes(each))
    .find((each) => named === "" || isSameName(each, named));
  return own === undefined || value === "" ? undefined : { value, own };
}

const entitiesOf = (action: Schedule["action"]): Entities[] =>
  action.do === "goals" ? framesOf(action.intent).map(({ entities }) => entities) : [];

/**
 * A standing request about something else, as it was agreed otherwise.
 * undefined: the words name nothing that it could be about, or another yes would be needed for it.
 */
export function withSubject(
  turn: StandingTurn,
  last: Schedule,
  other: string,
  instead?: string,
): Schedule | undefined {
  const { locale, startedAt, timezone, standing } = turn;
  const words = wordsWithOther(last, other, locale, instead);
  if (words === undefined) return undefined;
  const reading = standing.readTime(words, startedAt, timezone, locale);
  if (last.timing.kind === "when") {
    const watch = watchOf(turn, last, words, reading.condition);
    const named = watch?.timing.kind === "when" ? watch.timing.watch.entities : {};
    return saysMoreThan(other, Object.values(named).flat().map(String)) ? undefined : watch;
  }
  return readOf(turn, last, words, other, instead);
}

/** The same goals with the other value, where they know it and do nothing that was not agreed to. */
function readOf(
  { snapshot: { catalogue, understanding }, state, mayUse }: Turn,
  last: Schedule,
  words: string,
  other: string,
  instead: string | undefined,
): Schedule | undefined {
  if (last.action.do !== "goals") return undefined;
  const { value, own } = placesOf(last, other, last.locale, instead) ?? {};
  if (value === undefined || own === undefined) return undefined;
  let isKnown = false;
  const frames = framesOf(last.action.intent).map((frame) => {
    const entities = Object.entries(frame.entities).map(([name, before]) => {
      if (before !== own) return [name, before] as const;
      const read = understanding.valueOf(frame.primary_domain, frame.goal, name, value);
      isKnown ||= read?.known === true;
      return [name, read?.value ?? before] as const;
    });
    return { ...frame, entities: Object.fromEntries(entities) };
  });
  if (!isKnown) return undefined;
  const intent = withFrames(last.action.intent, frames);
  const draft = draftPlan(intent, state.remembered, catalogue, mayUse);
  if (draft.leads !== "plan") return undefined;
  const consent = effectsOf(draft.plan, catalogue);
  if (JSON.stringify(consent) !== JSON.stringify(last.consent)) return undefined;
  const digests = promisesOf(draft.plan, catalogue);
  return {
    ...last,
    action: { do: "goals", intent: withFrames(intent, draft.frames) },
    digests,
    words,
  };
}

/** Of a watch that has not looked yet. */
export const NOTHING_SEEN = {
  ...{ base: null, base_day: null, armed: true, last: null, fresh: null, source: null, seen: [] },
};

function watchOf(
  turn: Turn,
  last: Schedule,
  words: string,
  condition: TimeReading["condition"],
): Schedule | undefined {
  const { timing } = last;
  const found = condition && findWatch(turn, condition);
  if (timing.kind !== "when" || found === undefined) return undefined;
  const { watch } = timing;
  if (found.goal !== watch.goal || found.watchable.name !== watch.value) return undefined;
  const { unseen: _unseen, ...before } = watch;
  const fresh = { ...before, ...NOTHING_SEEN, entities: found.entities };
  const next: Schedule = { ...last, words, timing: { kind: "when", watch: fresh } };
  return { ...next, action: restated(last, next.timing, turn.locale) };
}

/** What it tells is another text. undefined: it tells none, or there is none. */
export function withText(one: Schedule, wanted: string): Schedule | undefined {
  const { action, words } = one;
  if (action.do !== "tell" || action.text === null || wanted === "") return undefined;
  const own = action.text;
  return { ...one, action: { ...action, text: wanted }, words: words.replace(own, () => wanted) };
}

/** What is sent of a watched value says what is watched now. */
export function restated(
  { action, timing }: Schedule,
  after: Schedule["timing"],
  locale: Locale,
): Schedule["action"] {
  if (action.do !== "goals" || timing.kind !== "when" || after.kind !== "when") return action;
  const said = ({ watch }: Extract<Schedule["timing"], { kind: "when" }>) =>
    sayIn("schedules", locale)("statement", {
      what: Object.values(watch.entities).flat().join(", "),
      when: showComparison(watch.comparison, locale),
    });
  const [before, now] = [said(timing), said(after)];
  const entities = Object.fromEntries(
    Object.entries(action.intent.entities).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(before, () => now) : value,
    ]),
  );
  return { ...action, intent: { ...action.intent, entities } };
}
