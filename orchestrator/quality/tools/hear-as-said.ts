import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { memoryRunEvents } from "../../adapters/events/memory-run-events.ts";
import { deadlineWheel, randomId, sleep, systemClock } from "../../adapters/time/system-clock.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { CARRIERS } from "../../engine/carriers/carriers.ts";
import { openBudget } from "../../engine/metering/budget.ts";
import { runningRuns } from "../../engine/running-runs.ts";
import { readTime } from "../../language/time/read-time.ts";
import { framesOf } from "../../planning/frames.ts";
import { SILENT } from "../../ports/log.ts";
import { answer } from "../../turn/answer.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import type { Came, Dialogue, HeardCase, SaidCase, Wanted } from "../evaluation/as-said.ts";
import { emptyStore } from "../rehearsal/dry-store.ts";
import { type Rehearsed, rehearsing } from "../rehearsal/rehearse.ts";

/** A Wednesday morning: the words of time mean the same whenever they are heard. */
const NOW = Date.parse("2027-03-10T12:20:00Z");
const ZONE = "America/Sao_Paulo";
const DEADLINE_MS = 60_000;
const ENDS_AFTER_MS = 90 * 24 * 60 * 60 * 1000;
/** More is asked of no one. */
const MOST_ANSWERS = 8;

/**
 * Says requests and dialogues to the whole system as it answers people (control words, scheduler and questions before the
 * goals), up to where a domain would be called, and compares what would be done with what is meant.
 * Cost: some 10 ms a message
 */
export async function hearAsSaid(
  snapshot: { catalogue: Catalogue; understanding: Understanding },
  { cases, dialogues }: { cases: readonly SaidCase[]; dialogues: readonly Dialogue[] },
): Promise<HeardCase[]> {
  const deps = depsOver(snapshot);
  const heard: HeardCase[] = [];
  for (const { way, locale, text, wanted } of cases) {
    const { say } = conversation(deps, locale);
    heard.push({ way, text, ...judged(await say(text), wanted, snapshot.understanding) });
  }
  for (const each of dialogues)
    heard.push({
      ...{ way: "dialogue", text: each.text },
      ...(await asked(conversation(deps, each.locale), each, snapshot.understanding)),
    });
  return heard;
}

function conversation(deps: TurnDeps, locale: SaidCase["locale"]) {
  const { say, store } = rehearsing(answer, deps);
  const key = { session_id: randomId("session"), user_id: "author" };
  let isNewSession = true;
  return {
    async say(input_text: string): Promise<Rehearsed> {
      const metadata = { timezone: ZONE, locale_hint: locale };
      const entry = { ...key, input_text, channel: "http", metadata };
      const came = await say(entry, { isNewSession });
      isNewSession = false;
      return came;
    },
    open: () => store.pending.find(key, NOW),
  };
}

/** Answers what is asked for until it is done; what asks for anything else is not what was wanted. */
async function asked(
  { say, open }: ReturnType<typeof conversation>,
  { text, wanted, answers }: Dialogue,
  understanding: Understanding,
): Promise<{ came: Came; why: string }> {
  let came = await say(text);
  const marks = [...wanted.marks];
  for (let turn = 0; turn < MOST_ANSWERS; turn++) {
    const question = came.deeds.length === 0 ? await open() : undefined;
    const missing = question?.resume.at === "entity" ? question.resume.entity : undefined;
    const given = missing === undefined ? undefined : answers[missing];
    if (missing === undefined || given === undefined) break;
    marks.push({ name: missing, ...given });
    came = await say(given.said);
  }
  return judged(came, [{ ...wanted, marks }], understanding);
}

function judged(
  { deeds, told }: Rehearsed,
  wanted: readonly Wanted[],
  understanding: Understanding,
): { came: Came; why: string } {
  if (deeds.some(({ does }) => does === "make" || does === "change"))
    return { came: "wrong", why: "scheduled" };
  const run = deeds.find((deed) => deed.does === "run");
  if (run === undefined) return { came: "asked", why: told?.pending?.kind ?? "declined" };
  const frames = framesOf(run.work.intent);
  const left = wanted.filter((each) => frames.every((frame) => !isOf(frame, each)));
  const [other] = frames.filter((frame) => wanted.every((each) => !isOf(frame, each)));
  if (other !== undefined) return { came: "wrong", why: other.goal ?? "nothing" };
  if (left[0] !== undefined) return { came: "wrong", why: `without ${left[0].goal}` };
  const lost = wanted.flatMap((each) =>
    frames
      .filter((frame) => isOf(frame, each))
      .flatMap((frame) => lostIn(frame, each, understanding)),
  );
  return lost[0] === undefined ? { came: "right", why: "" } : { came: "wrong", why: lost[0] };
}

const isOf = ({ primary_domain, goal }: GoalFrame, wanted: Wanted): boolean =>
  primary_domain === wanted.domain && goal === wanted.goal;

/** The values that are marked and were not understood; more words about a value than its mark has lose nothing. */
function lostIn(
  { entities }: GoalFrame,
  { domain, goal, marks }: Wanted,
  understanding: Understanding,
): string[] {
  const at = { now: NOW, timezone: ZONE };
  return marks.flatMap(({ name, said, value }) => {
    const read = value === said ? understanding.valueOf(domain, goal, name, said, at) : undefined;
    const found = fold(JSON.stringify(Object.hasOwn(entities, name) ? entities[name] : null));
    return [read?.value ?? value]
      .flat()
      .map((each) => fold(String(each)))
      .filter((each) => !found.includes(each))
      .map((each) => `lost ${name} “${each}”`);
  });
}

const refused = () => Promise.reject(new Error("what is only tried out calls no one"));

function depsOver(snapshot: ReturnType<TurnDeps["current"]>): TurnDeps {
  const holidays = nationalHolidays();
  const clock = { now: () => NOW, monotonic: systemClock.monotonic };
  return {
    current: () => snapshot,
    pinned: () => snapshot,
    catalogueOf: () => Promise.resolve(snapshot.catalogue),
    client: { call: refused },
    carriers: CARRIERS,
    store: emptyStore(),
    events: memoryRunEvents(clock),
    files: {
      put: refused,
      find: () => Promise.resolve(undefined),
      forget: refused,
      sweep: refused,
      signed: (link) => link,
      isSigned: () => false,
    },
    budget: openBudget({}, refused),
    clock,
    makeId: randomId,
    random: () => 0,
    sleep,
    after: deadlineWheel(),
    inOrder: oneAfterAnotherByKey(),
    running: runningRuns(),
    log: SILENT,
    deadlineMs: DEADLINE_MS,
    timezone: ZONE,
    standing: {
      holidays,
      readTime: (text, now, zone, locale, beside, onClock) =>
        readTime(text, now, zone, locale, { holidays, beside, onClock }),
      most: MOST_ANSWERS,
      endsAfterMs: ENDS_AFTER_MS,
      channels: () => [],
      reaches: () => Promise.resolve(false),
      factsOf: () => undefined,
      wakeAt: () => undefined,
    },
  };
}
