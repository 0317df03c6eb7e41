import type { IntentOutput } from "#shared/contracts/intent.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { intentWithout } from "../../planning/frames.ts";
import { changeStored } from "../../standing/change-stored.ts";
import { readStandingCommand } from "../../standing/commands/read-command.ts";
import { comingAt } from "../../standing/resume-schedule.ts";
import { standingWords } from "../../standing/say.ts";
import { showTiming } from "../../standing/show-when.ts";
import { crossed, endOf, phrasesOf } from "../../standing/words/phrases.ts";
import { tokens } from "../../understanding/text.ts";
import { afterBreath } from "../conversation/after-lead.ts";
import { type Outcome, words } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { askAll, type DoesToAll } from "./commanded.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { nameOf } from "./show-schedule.ts";

/** Takes back the standing request that was made or changed last; undefined: something else was done since. */
export async function undoStanding(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const { deps, key, locale, state } = turn;
  const { last_standing } = state;
  if (last_standing === null || deps.standing === undefined) return undefined;
  const now = await deps.store.schedules.find(key, last_standing.id);
  if (now === undefined) return undefined;
  if (last_standing.undone === true) return askToRestore(turn, intent);
  const { before, others = [] } = last_standing;
  const say = standingWords(locale);
  const restored = await putBack(turn, deps.standing, now, before);
  if (restored === undefined) return words("clarification", say.changedMeanwhile, intent);
  if (restored.next_at !== null) deps.standing.wakeAt(restored.next_at);
  const answer =
    before === null
      ? say.undone(nameOf(now))
      : say.undoneBack(nameOf(now), showTiming(before, locale, turn.startedAt));
  const rest = await putBackOthers(turn, deps.standing, others);
  return {
    ...words("success", [answer, ...rest.lines].join("\n"), intent),
    standing: {
      ...{ id: now.id, before: now, undone: true },
      ...(rest.undone.length > 0 && { others: rest.undone }),
    },
  };
}

type Others = NonNullable<NonNullable<Turn["state"]["last_standing"]>["others"]>;

/** The others that were changed together with the last one, each as it was before. */
async function putBackOthers(turn: Turn, standing: StandingRequests, others: Others) {
  const { deps, key, locale, startedAt } = turn;
  const say = standingWords(locale);
  const lines: string[] = [];
  const undone: { id: string; before: Schedule }[] = [];
  for (const { id, before } of others) {
    const now = await deps.store.schedules.find(key, id);
    const restored = now && (await putBack(turn, standing, now, before));
    if (now === undefined || restored === undefined) {
      lines.push(`“${nameOf(before)}”: ${say.changedMeanwhile}`);
      continue;
    }
    if (restored.next_at !== null) standing.wakeAt(restored.next_at);
    undone.push({ id, before: now });
    lines.push(say.undoneBack(nameOf(now), showTiming(before, locale, startedAt)));
  }
  return { lines, undone };
}

/** The request as it was before, stored; undefined: it has become another one meanwhile. */
async function putBack(
  { deps, startedAt }: Turn,
  standing: StandingRequests,
  seen: Schedule,
  before: Schedule | null,
): Promise<Schedule | undefined> {
  const changed = await changeStored(
    deps.store.schedules,
    seen,
    (now) => {
      if (now.status !== seen.status) return undefined;
      const updated_at = deps.clock.now();
      return before === null
        ? { next: { ...now, status: "cancelled", next_at: null, updated_at } }
        : { next: { ...before, next_at: stillComing(before, startedAt, standing), updated_at } };
    },
    seen,
  );
  return changed.is === "changed" ? changed.next : undefined;
}

/** Where its time has passed meanwhile, the next one. */
const stillComing = (before: Schedule, now: number, { holidays }: StandingRequests) =>
  before.status === "active" && before.timing.kind === "every" && (before.next_at ?? now) <= now
    ? comingAt(before, now, holidays)
    : before.next_at;

/** What may be said against an undo: whether that is meant is asked. */
const RESTORES: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    "nao pode deixar, pode deixar, nao deixa, deixa como estava, nao deixa como estava, deixa assim, deixa ele, deixa ele ai, deixa ele la, deixa esse, deixa esse ai, deixa ai, deixa la, deixa ligado, mantem ele, mantem esse, fica com ele, volta, volta atras, poe de volta, bota de volta, coloca de volta, quero de volta, nao era para desfazer, nao desfaz nao, refaz, refaca, nao mantem, mantem",
  ),
  en: phrasesOf(
    "no leave it, leave it, no keep it, keep it, leave it as it was, put it back, bring it back, i want it back, no do not undo it, no do not, no put it back, redo, redo it, restore it, no wait keep it",
  ),
};

/** Of what has been cancelled just now. */
const UNCANCELS: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    crossed(
      "volta, volta com, traz de volta, traz, bota de volta, poe de volta, coloca de volta, quero de volta, reativa, retoma",
      "ela, essa, ele, esse, isso, o aviso, o lembrete, o alerta, como estava, como era, tudo",
    ),
    "volta, volta atras, melhor manter, mantem, deixa como estava",
    "nao era para cancelar, nao era para cancelar volta, nao era para cancelar esse, nao era esse, nao era esse volta, era para deixar, volta ele, volta com ele, volta esse, traz de volta, bota de volta, poe de volta, coloca de volta, quero de volta, nao era para tirar, nao era para tirar volta, nao era para apagar, nao era para apagar volta, cancelei sem querer, cancelei errado, me enganei volta",
  ),
  en: phrasesOf(
    crossed(
      "put it back, put that back, bring it back, set it back, restore it, keep it, leave it",
      "the way it was, as it was, how it was, like it was, on, again, please",
    ),
    "restore it, keep it, leave it, put that back, uncancel it, uncancel that",
    "i did not mean to cancel, i did not mean to cancel it, i did not mean to cancel that, do not cancel it put it back, put it back, bring it back, i want it back, not that one, no not that one, that was a mistake, i cancelled the wrong one, cancelled by mistake",
  ),
};

/** "Não era pra cancelar, volta": what was cancelled last stands again. undefined: nothing was, or it says something else. */
export async function againstCancel(turn: Turn): Promise<Outcome | undefined> {
  const { deps, key, state, entry } = turn;
  const { last_standing } = state;
  if (last_standing === null || last_standing.undone === true) return undefined;
  const text = entry.input_text;
  const locale = locales.find(
    (each) => isOneOf(UNCANCELS[each], text) || isOneOf(RESTORES[each], text) || goesOn(text, each),
  );
  const last = locale && (await deps.store.schedules.find(key, last_standing.id));
  if (locale === undefined || last?.status !== "cancelled") return undefined;
  const told = inLanguage(turn, locale);
  const intent = intentWithout(entry.input_text, "control", "against a cancelling");
  const outcome = await undoStanding(told, intent);
  return outcome && { ...outcome, locale };
}

/** Nothing but such a phrase, also behind what is said when something went wrong: "ops, não, deixa ele aí". */
const isOneOf = (phrases: ReturnType<typeof phrasesOf>, text: string): boolean =>
  [text, afterBreath(text) ?? "", text.split(/[,.;!]\s+/).at(-1) ?? ""].some((each) => {
    const said = tokens(each);
    return said.length > 0 && endOf(phrases, said, 0) === said.length;
  });

/** "Não, continua lembrando": of what does not stand any more. */
function goesOn(text: string, locale: Locale): boolean {
  const command = readStandingCommand(text, locale);
  return command?.does === "resume" && command.points;
}

/** "não, pode deixar" behind an undo. undefined: nothing was undone, or the words say something else. */
export function againstUndo(turn: Turn): Outcome | undefined {
  if (turn.state.last_standing?.undone !== true) return undefined;
  const text = turn.entry.input_text;
  const isSaid = locales.some((locale) => isOneOf(RESTORES[locale], text));
  return isSaid ? askToRestore(turn, intentWithout(text, "control", "against an undo")) : undefined;
}

/** What was done to several that have this status since. */
const DONE_TO_ALL = new Map<Schedule["status"], DoesToAll>([
  ["cancelled", "cancel"],
  ["paused", "pause"],
]);

function askToRestore(turn: Turn, intent: IntentOutput): Outcome | undefined {
  const { before: proposal = null, others = [] } = turn.state.last_standing ?? {};
  if (proposal === null) return undefined;
  const does = DONE_TO_ALL.get(proposal.status);
  if (others.length > 0 && does !== undefined)
    return askAll(turn, intent, does, [
      ...others.map(({ before }) => before).toReversed(),
      proposal,
    ]);
  const say = standingWords(turn.locale);
  const ask = proposal.status === "cancelled" ? say.cancelAgain : say.restore;
  const resume = { ...resumeAt("restore", requestOf(turn.entry.input_text)), proposal };
  return asked(turn, intent, {
    kind: "confirm",
    question: ask(nameOf(proposal)),
    options: [],
    resume,
  });
}

/** Puts back what an undo had taken away, from now on. */
export async function restoreStanding(
  { deps, key, locale, startedAt }: Turn,
  standing: StandingRequests,
  before: Schedule,
  intent: IntentOutput,
): Promise<Outcome> {
  const say = standingWords(locale);
  const now = await deps.store.schedules.find(key, before.id);
  if (now === undefined) return words("clarification", say.notFound, intent);
  const next_at = stillComing(before, startedAt, standing);
  const restored = { ...before, next_at, version: now.version + 1, updated_at: startedAt };
  if (!(await deps.store.schedules.change(restored)))
    return words("clarification", say.changedMeanwhile, intent);
  if (next_at !== null) standing.wakeAt(next_at);
  const when = showTiming(before, locale, startedAt);
  // What was cancelled before the undo is cancelled again.
  const answer =
    before.status === "cancelled"
      ? say.cancelled(nameOf(before), when)
      : say.putBack(nameOf(before), when);
  return { ...words("success", answer, intent), standing: { id: before.id, before: now } };
}
