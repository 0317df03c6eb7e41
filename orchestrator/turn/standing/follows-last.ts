import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { byLocale, phraseList, phraseWords, wording, wordSet } from "#shared/language/words.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { withoutEnd } from "../../language/conversation/small-words.ts";
import { tokens } from "../../language/text.ts";
import { endOf, phrasesIn } from "../../language/time/phrases.ts";
import { REQUEST_LEXICONS } from "../../language/time/request-lexicon.ts";
import { actionOf } from "../../language/words/deeds.ts";
import { intentWithout } from "../../planning/frames.ts";
import { showRule } from "../../standing/show-when.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { becoming, betweenLeads } from "./between-leads.ts";
import { otherDays } from "./change-days.ts";
import { changeLast, changeRule, changeTo } from "./change-standing.ts";
import { hereOf } from "./commanded.ts";
import { confirmOrMake } from "./conclude.ts";
import { propose } from "./propose.ts";
import { requestOf } from "./request.ts";
import { withSubject, withValue, wordsWithOther } from "./with-subject.ts";

/**
 * Words that only go on with the standing request that was made or changed last: "e só nos dias úteis", "na verdade 8%"
 * change it, "e o do 1003 também" asks for another one. undefined: they say something by themselves.
 */
export async function followsLast(
  turn: Turn,
  standing: StandingRequests,
  inOrder: readonly Locale[],
  isClearGoal: boolean,
): Promise<Outcome | undefined> {
  const { deps, key, state, entry } = turn;
  if (state.last_standing === null || isClearGoal) return undefined;
  const last = await deps.store.schedules.find(key, state.last_standing.id);
  if (last === undefined || last.status === "done" || last.status === "cancelled") return undefined;
  const text = entry.input_text;
  const intent = intentWithout(text, "control", "goes on with a standing request");
  for (const locale of inOrder) {
    const told = inLanguage(turn, locale);
    const become = await becomes(told, standing, last, intent);
    if (become !== undefined) return { ...become, locale };
    const { core, also } = betweenLeads(text, locale);
    if (core === "") continue;
    const outcome =
      (also ? await another(told, standing, last, core, intent) : undefined) ??
      (await changeLast(told, standing, last, core, intent)) ??
      (joins(text) && withSubject(told, standing, last, core) !== undefined
        ? await another(told, standing, last, core, intent)
        : undefined);
    if (outcome !== undefined) return { ...outcome, locale };
  }
  return undefined;
}

/** "o médico mudou agora é oito e meia", "70 não, 72,50": the last one, behind what says why. undefined: nothing like it. */
async function becomes(
  turn: Turn,
  standing: StandingRequests,
  last: Schedule,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  for (const wanted of becoming(turn.entry.input_text, turn.locale)) {
    const { core } = betweenLeads(wanted, turn.locale);
    const changed = core === "" ? undefined : await changeLast(turn, standing, last, core, intent);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** "E o 1003": with nothing but what it could be about, one more; "e o 1003?" asks how that is. */
const joins = (text: string): boolean =>
  !text.includes("?") && JOINTS.has(tokens(text, 1)[0]?.word ?? "");
const JOINTS = wordSet("words.and");

/** "inclui o sábado também", "tira a segunda": the last one on other days. undefined: the words say no such thing. */
export async function daysOfLast(
  turn: Turn,
  standing: StandingRequests,
  inOrder: readonly Locale[],
): Promise<Outcome | undefined> {
  const { deps, key, state, entry } = turn;
  if (state.last_standing === null) return undefined;
  const text = entry.input_text;
  const last = await deps.store.schedules.find(key, state.last_standing.id);
  if (last === undefined || last.status === "done" || last.status === "cancelled") return undefined;
  for (const locale of inOrder) {
    const told = inLanguage(turn, locale);
    const { holidays } = standing;
    const rule = otherDays(text, last, locale, { here: hereOf(told), holidays });
    if (rule === undefined) continue;
    const intent = intentWithout(text, "control", "other days for a standing request");
    return { ...(await changeRule(told, standing, last, rule, intent)), locale };
  }
  return undefined;
}

/** One more, about something else: as it was said, or as it has been changed to since. */
async function another(
  turn: Turn,
  standing: StandingRequests,
  last: Schedule,
  core: string,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  const { locale } = turn;
  const sided = last.timing.kind === "when" ? otherSide(last, core, locale) : undefined;
  if (sided !== undefined) return propose(turn, standing, requestOf(sided));
  const valued = withValue(core);
  if (valued !== undefined) {
    const other = withSubject(turn, standing, last, valued.subject);
    const timed = other && changeTo(turn, standing, other, valued.value, valued.value);
    return timed && keepFurther(turn, standing, { ...other, ...timed }, intent);
  }
  const said = wordsWithOther(last, core, locale);
  if (said === undefined) return undefined;
  const reading = standing.readTime(last.words, last.created_at, last.zone, locale);
  const isAsSaid =
    last.timing.kind === "when"
      ? JSON.stringify(reading.condition?.comparison) ===
        JSON.stringify(last.timing.watch.comparison)
      : last.timing.kind === "every" &&
        reading.rule !== undefined &&
        showRule(reading.rule, locale) === showRule(last.timing.rule, locale);
  if (isAsSaid) return propose(turn, standing, requestOf(said));
  const other = withSubject(turn, standing, last, core);
  return other && keepFurther(turn, standing, other, intent);
}

/** "Nvidia but above 200", "under 150": a threshold with its side, of the same thing where none is named. */
const SIDES = byLocale((locale) => ({
  over: wordSet("schedules.sides.over", locale),
  under: wordSet("schedules.sides.under", locale),
  of: wordSet("schedules.sides.of", locale),
  before: phraseWords("schedules.sides.before", locale),
}));
const TELL_WHEN = {
  over: wording("wordings.tell-when.over"),
  under: wording("wordings.tell-when.under"),
};
const BEFORE_A_SUBJECT = phraseList("schedules.before-a-subject").toSorted(
  (a, b) => b.length - a.length,
);

/** What is named before a side and a value, the side, and the value; undefined where a text does not end so. */
function sidedIn(text: string, locale: Locale) {
  const { over, under, of, before } = SIDES[locale];
  const words = Array.from(text.matchAll(/[^\s,]\S*/g), (match) => ({
    word: foldLetters(match[0]),
    start: match.index,
  }));
  const value = words.pop();
  if (value === undefined || !/^\d[\d.,]*$/.test(value.word)) return undefined;
  if (of.size > 0 && !of.has(words.pop()?.word ?? "")) return undefined;
  let first = words.pop();
  const side = over.has(first?.word ?? "") ? "over" : "under";
  if (side === "under" && !under.has(first?.word ?? "")) return undefined;
  for (;;) {
    const led = before.find((phrase) =>
      phrase.every((word, at) => words.at(at - phrase.length)?.word === word),
    );
    if (led === undefined) break;
    first = words.splice(-led.length)[0];
  }
  const named = text.slice(0, first?.start).replace(/[\s,]+$/, "");
  return { named, side, value: text.slice(value.start) } as const;
}

/** "of the dollar" gives "the dollar": without the first of such words. */
function withoutLead(text: string): string {
  const lower = text.toLowerCase();
  const lead = BEFORE_A_SUBJECT.find((each) => lower.startsWith(`${each} `));
  return lead === undefined ? text : text.slice(lead.length).trimStart();
}

/** The words of a new watch: of its own side, never of the one that the last has. undefined: they name none. */
function otherSide({ timing }: Schedule, core: string, locale: Locale): string | undefined {
  const sided = sidedIn(core.trim(), locale);
  if (timing.kind !== "when" || sided === undefined) return undefined;
  const { named, side, value } = sided;
  const own = Object.values(timing.watch.entities).flat().map(String);
  const subject = withoutLead(named).trim();
  const about = subject === "" && own.length === 1 ? own[0] : subject;
  if (about === undefined || about === "") return undefined;
  return TELL_WHEN[side][locale].replace("{of}", () => about).replace("{value}", () => value);
}

/** One more standing request, made of another one. */
function keepFurther(
  turn: Turn,
  standing: StandingRequests,
  other: Schedule,
  intent: IntentOutput,
): Promise<Outcome> {
  const { deps, key, startedAt } = turn;
  const schedule: Schedule = {
    ...other,
    ...key,
    ...{ id: deps.makeId("sch"), status: "active", paused: null, failures: 0, version: 1 },
    ...{ created_at: startedAt, updated_at: startedAt, rights: turn.shownBy ?? null },
  };
  const request = requestOf(other.words);
  return confirmOrMake(turn, standing, { schedule, request, intent, endsByDefault: false });
}

/** A reminder is gone on with for so long. */
const SHORTLY_MS = 30 * 60_000;
/** Before one more reminder. */
const MORE = byLocale((locale) => phrasesIn("schedules.one-more", locale));
/** "Põe outro 5h40 *por garantia*" */
const TO_BE_SURE = phraseWords("schedules.to-be-sure").toSorted((a, b) => b.length - a.length);
function withoutSurety(text: string): string {
  const before = withoutEnd(TO_BE_SURE, text);
  return before === text ? text : before.replace(/[\s,]*[.!]?\s*$/, "");
}
const intentOf = (text: string): IntentOutput =>
  intentWithout(text, "control", "one more standing request");
const REMIND = wording("wordings.remind-me");

/** "E na sexta às 22h *entregar* o TCC": what is to be done, unless it is something that could be done here. */
const isInfinitive = (word = ""): boolean =>
  /^[a-z]{2,}(?:ar|er|ir)$/.test(word) && actionOf(word) === undefined;

/**
 * "E daqui a meia hora de apagar o fogão" behind a reminder that was made or has rung a short while ago: one more.
 * undefined: it is nothing like that.
 */
export async function anotherReminder(
  turn: Turn,
  standing: StandingRequests,
  inOrder: readonly Locale[],
  isClearGoal: boolean,
): Promise<Outcome | undefined> {
  const { deps, key, state, entry, startedAt } = turn;
  if (state.last_standing === null || isClearGoal) return undefined;
  const last = await deps.store.schedules.find(key, state.last_standing.id);
  const isReminder = last?.action.do === "tell" && last.action.text !== null;
  if (last === undefined || !isReminder || startedAt - last.updated_at > SHORTLY_MS)
    return undefined;
  const text = entry.input_text;
  for (const locale of inOrder) {
    const said = tokens(text);
    const lead = endOf(MORE[locale], said, 0);
    if (lead === undefined) continue;
    const told = inLanguage(turn, locale);
    const asks = `${REMIND[locale]} ${text.slice(said[lead]?.start ?? text.length)}`;
    const behind = withoutSurety(text.slice(said[lead]?.start ?? text.length));
    // "Põe outro 5h40": on the day of the one that it is further to.
    const isOnce = last.timing.kind === "at" || last.timing.kind === "after";
    const timed = isOnce ? changeTo(told, standing, last, behind, behind) : undefined;
    if (timed?.next_at != null && timed.next_at !== last.next_at)
      return {
        ...(await keepFurther(told, standing, { ...last, ...timed }, intentOf(text))),
        locale,
      };
    const { kind, rest } = standing.readTime(asks, startedAt, told.timezone, locale);
    const what = tokens(rest).slice(tokens(REMIND[locale]).length);
    const { remindJoints } = REQUEST_LEXICONS[locale];
    const names = endOf(remindJoints, what, 0) !== undefined || isInfinitive(what[0]?.word);
    if (kind === "none" || kind === "when" || !names) continue;
    const outcome = await propose(told, standing, requestOf(asks));
    if (outcome !== undefined) return { ...outcome, locale };
  }
  return undefined;
}
