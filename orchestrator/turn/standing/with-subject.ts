import type { Entities } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { byLocale } from "#shared/language/words.ts";
import { normalised, tokens } from "../../language/text.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { draftPlan } from "../../planning/draft.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import { mayPursue } from "../../planning/rights.ts";
import { findWatch } from "../../standing/find-watch.ts";
import { effectsOf, promisesOf } from "../../standing/promises.ts";
import { standingWords } from "../../standing/say.ts";
import { showComparison } from "../../standing/show-when.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";

/** Before what it is to be about. */
const OF = byLocale((locale) => phrasesIn("schedules.of-a-subject", locale));

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
  const said = tokens(other);
  const value = other.slice(said[endOf(OF[locale], said, 0) ?? 0]?.start ?? other.length);
  const replaced = tokens(instead);
  const named = normalised(
    instead.slice(replaced[endOf(OF[locale], replaced, 0) ?? 0]?.start ?? 0),
  );
  const values = timing.kind === "when" ? [timing.watch.entities] : entitiesOf(action);
  const own = values
    .flatMap((entities) => Object.values(entities))
    .flat()
    .map(String)
    .filter((each) => each !== "" && words.includes(each))
    .find((each) => named === "" || normalised(each) === named);
  return own === undefined || value === "" ? undefined : { value, own };
}

const entitiesOf = (action: Schedule["action"]): Entities[] =>
  action.do === "goals" ? framesOf(action.intent).map(({ entities }) => entities) : [];

/**
 * A standing request about something else, as it was agreed otherwise: "troca pela weg", "swap apple for microsoft".
 * undefined: the words name nothing that it could be about, or another yes would be needed for it.
 */
export function withSubject(
  turn: Turn,
  standing: StandingRequests,
  last: Schedule,
  other: string,
  instead?: string,
): Schedule | undefined {
  const { locale, startedAt, timezone } = turn;
  const words = wordsWithOther(last, other, locale, instead);
  if (words === undefined) return undefined;
  const reading = standing.readTime(words, startedAt, timezone, locale);
  if (last.timing.kind === "when") {
    const watch = watchOf(turn, last, words, reading.condition);
    const named = watch?.timing.kind === "when" ? watch.timing.watch.entities : {};
    return saysMore(other, named) ? undefined : watch;
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

/** "nvidia at 200", "a vale em 80": what it is about, and its threshold. */
export function withValue(core: string): { subject: string; value: string } | undefined {
  const found =
    /^(.*\p{L}[^\s]*)\s+(?:(?:but|but at|mas|mas em|at|to|em|a|com)\s+)?(\d[\d.,]*\s?%?)$/iu.exec(
      core.trim(),
    );
  const [, subject, value] = found ?? [];
  return subject === undefined || value === undefined
    ? undefined
    : { subject: subject.replace(/\s+(?:but|but at|mas|mas em|at|to|em|a|com)$/iu, ""), value };
}

/** "nvidia *at 200*": more is said than what it is to be about. */
function saysMore(other: string, entities: Entities): boolean {
  const known = new Set(
    Object.values(entities).flatMap((value) => tokens(String(value)).map(({ word }) => word)),
  );
  return tokens(other).some(({ word }) => !known.has(word) && !isCommonWord(word));
}

function watchOf(
  { snapshot: { catalogue, understanding }, mayUse, locale }: Turn,
  last: Schedule,
  words: string,
  condition: ReturnType<StandingRequests["readTime"]>["condition"],
): Schedule | undefined {
  const { timing } = last;
  const found =
    condition &&
    findWatch(condition, catalogue, understanding, (goal) =>
      mayPursue(goal, { catalogue, mayUse }),
    );
  if (timing.kind !== "when" || found === undefined) return undefined;
  const { watch } = timing;
  if (found.goal !== watch.goal || found.watchable.name !== watch.value) return undefined;
  const { unseen: _unseen, ...before } = watch;
  const fresh = {
    ...before,
    ...{ entities: found.entities, base: null, base_day: null, armed: true },
    ...{ last: null, fresh: null, source: null, seen: [] },
  };
  const next: Schedule = { ...last, words, timing: { kind: "when", watch: fresh } };
  return { ...next, action: restated(last, next.timing, locale) };
}

/** What is sent of a watched value says what is watched now. */
export function restated(
  { action, timing }: Schedule,
  after: Schedule["timing"],
  locale: Locale,
): Schedule["action"] {
  if (action.do !== "goals" || timing.kind !== "when" || after.kind !== "when") return action;
  const said = ({ watch }: Extract<Schedule["timing"], { kind: "when" }>) =>
    standingWords(locale).statement(
      Object.values(watch.entities).flat().join(", "),
      showComparison(watch.comparison, locale),
    );
  const [before, now] = [said(timing), said(after)];
  const entities = Object.fromEntries(
    Object.entries(action.intent.entities).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(before, () => now) : value,
    ]),
  );
  return { ...action, intent: { ...action.intent, entities } };
}
