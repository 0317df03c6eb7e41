import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { wording } from "#shared/language/words.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { fillReferences } from "../engine/references.ts";
import { readNamed } from "../language/conversation/read-reference.ts";
import { REFERENCE_WORDS } from "../language/conversation/reference-words.ts";
import { smallWords } from "../language/conversation/small-words.ts";
import { type Token, tokens } from "../language/text.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import { deedOf, deedWords } from "../language/words/deeds.ts";
import { framesOf } from "../planning/frames.ts";
import type { Understood } from "../understanding/understanding.ts";
import { isClear } from "./behind-lead.ts";
import { carryOut } from "./carry-out.ts";
import { clauseBeside } from "./conversation/undo-beside.ts";
import { type Outcome, words } from "./outcome.ts";
import { phrases } from "./reply/phrases.ts";
import { undoStanding } from "./standing/undo-standing.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/**
 * Take back the effects of the session's last run, newest first, as its manifests declare it; of several, those that
 * are `meant`.
 */
export async function undoLast(
  turn: Turn,
  intent: IntentOutput,
  meant: (step: StepTrace) => boolean = () => true,
): Promise<Outcome> {
  const standing = await undoStanding(turn, intent);
  if (standing !== undefined) return standing;
  return takeBack(turn, intent, (await lastActed(turn)).filter(meant));
}

/** What only was looked at since then changes nothing of what is taken back. */
const MOST_LOOKS = 3;

/** The steps of the last run that did something, with nothing but reads behind it. */
async function lastActed(turn: Turn): Promise<StepTrace[]> {
  const { deps, key, state, snapshot } = turn;
  if (state.last_run_id === null) return [];
  const last = await deps.store.runs.steps(key, state.last_run_id);
  const onlyReads = (steps: readonly StepTrace[]) =>
    steps.every(
      ({ domain, capability }) =>
        snapshot.catalogue.capability(domain, capability)?.effect === "read",
    );
  if (!onlyReads(last)) return last;
  for (const steps of await runsBefore(turn, MOST_LOOKS + 1)) if (!onlyReads(steps)) return steps;
  return [];
}

/** The steps of this session's runs, the newest run first. */
async function runsBefore({ deps, key }: Turn, most: number): Promise<StepTrace[][]> {
  const { session_id } = key;
  const { runs } = await deps.store.runs.list(key, most, undefined, { session_id });
  return Promise.all(runs.map(({ run_id }) => deps.store.runs.steps(key, run_id)));
}

function takeBack(
  turn: Turn,
  intent: IntentOutput,
  steps: readonly StepTrace[],
): Outcome | Promise<Outcome> {
  const { catalogue } = turn.snapshot;
  const undoing = undoableSteps(steps, catalogue);
  if (undoing.length === 0)
    return words("clarification", phrases(turn.locale).nothingToUndo, intent);
  const plan: ExecutionPlan = {
    execution_mode: "sequential",
    combine_mode: undoing.length === 1 ? "last" : "report",
    max_concurrency: 1,
    steps: undoing,
  };
  return carryOut(turn, {
    run_id: turn.run_id,
    catalogue,
    plan,
    intent,
    execution_intents: [],
    frames: [],
    original_query: turn.entry.input_text,
    created_at: turn.begunAt,
    takesBack: true,
    // Asked for in so many words, with the parameters of the very receipt: it asks only where it always does.
    approves: (id) => {
      const step = undoing.find((each) => String(each.id) === id);
      const capability = step && catalogue.capability(step.domain, step.capability);
      return turn.instruction?.isTrusted !== false && capability?.spec.confirm !== "always";
    },
  });
}

/** The evidence that names the run which a yes takes back. */
export const UNDOES = "undoes_run";

/** The yes to taking a run back; undefined: the intent asks for no such thing. */
export async function undoAgreed(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const run = intent.evidence.find(({ kind }) => kind === UNDOES)?.detail;
  if (run === undefined) return undefined;
  return run === turn.state.last_run_id
    ? undoLast(turn, intent)
    : words("clarification", phrases(turn.locale).runGone, intent);
}

/** The steps that take effects back, newest first. */
export const undoableSteps = (steps: readonly StepTrace[], catalogue: Catalogue): ExecutionStep[] =>
  steps
    .toReversed()
    .map((step) => undoStep(step, catalogue))
    .filter((step) => step !== undefined)
    .map((step, at) => ({ ...step, id: at + 1 }));

/**
 * "Put it back", "volta o do dentista": a goal that is just the way in which a deletion is taken back. What this session has
 * deleted is meant, and never what was deleted elsewhere: where it deleted nothing, a message that only points is told so.
 * undefined: it is about something else
 */
export async function undoAsked(
  turn: Turn,
  heard: Understood,
  labels: readonly string[] = [],
): Promise<Outcome | undefined> {
  const text = turn.entry.input_text;
  const way = wayBack(turn, heard);
  if (way === undefined) return labels.length === 0 ? undoNamed(turn) : undefined;
  const { deleted, newest, together } = await deletedBefore(turn, way);
  const isLabelled = ({ output }: StepTrace) =>
    labels.some((label) => output?.explanation.includes(label) === true);
  if (labels.length > 0) {
    const meant = deleted.filter(isLabelled);
    return meant.length > 0 ? takeBack(turn, heard.intent, meant) : undefined;
  }
  const isThey = readNamed(text, new Set())?.which === "they";
  const { hints } = turn.snapshot.catalogue.goal(way.domain, way.goal)?.spec ?? {};
  const own = JSON.stringify([hints?.examples, hints?.templates]);
  const told = deleted.map(({ output }) => output?.explanation ?? "").join(" ");
  const isAbout =
    namesOnly(text, `${own} ${told} ${turn.state.shown.at(-1)?.text ?? ""}`) ||
    isClear(turn, heard);
  if (!isAbout) return undoNamed(turn);
  const locale = turn.entry.locale ?? heard.locale;
  if (deleted.length === 0)
    return speaksOfDeletion(text)
      ? undefined
      : words("clarification", phrases(locale).nothingToUndo, heard.intent);
  const named = meantOf(deleted, text, own);
  return takeBack(
    turn,
    heard.intent,
    named === undefined ? (isThey ? together : newest) : deleted.filter(named),
  );
}

/** "Volta o inception" where that was deleted: what names it, with a small word in its place, asks for it back. */
async function undoNamed(turn: Turn): Promise<Outcome | undefined> {
  const asks = (said: string) => tokens(said).some(({ word }) => BACK.has(word));
  const whole = turn.entry.input_text;
  const text = clauseBeside(whole, turn.locale, asks) ?? whole;
  const words = tokens(text, MOST_NAMING + 1);
  if (!asks(text) || words.length > MOST_NAMING) return undefined;
  const { deleted } = await deletedBefore(turn);
  const isOf = (step: StepTrace) => (word: Token | undefined) =>
    word !== undefined &&
    !isFunctionWord(word.word) &&
    !BACK.has(word.word) &&
    isToldBy(step, word.word);
  for (const step of deleted) {
    const isName = isOf(step);
    const first = words.findIndex(isName);
    if (first < 1) continue;
    let [from, to] = [first, first + 1];
    while (from > 1 && isBeside(words[from - 1])) from--;
    while (isName(words[to]) || isBeside(words[to])) to++;
    const pointing = `${text.slice(0, words[from]?.start)}${IT[turn.locale]}${text.slice(words[to - 1]?.end)}`;
    const heard = hearAs(turn, pointing);
    if (wayBack(turn, heard) !== undefined && isClear(turn, heard))
      return takeBack(turn, heard.intent, [step]);
  }
  return undefined;
}

const MOST_NAMING = 10;
const BACK = smallWords("bringsBack");
const IT = wording("wordings.it");
/** Articles, and what only stands for a name: "*a do* dentista", "the dentist *one*". */
const BESIDE: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ articles, contracted, labelled, nouns }) => [
    ...[...articles, ...contracted, ...labelled.of, ...nouns],
  ]),
);
const isBeside = (token: Token | undefined): boolean =>
  token !== undefined && (BESIDE.has(token.word) || ONLY.has(token.word));
const ONLY = smallWords("only");

type WayBack = { domain: string; goal: string; capability: string };

/**
 * The goal that is likely asked for, where it only brings back what others have deleted, and nothing more is asked. A goal
 * that needs a value of its own, or takes back what deletes nothing, is a request like any other.
 */
function wayBack({ snapshot: { catalogue } }: Turn, { intent, candidates }: Understood) {
  const [frame] = framesOf(intent);
  const best = frame ?? candidates[0];
  if (best === undefined || best.confidence < LIKELY) return undefined;
  if (intent.followups.length > 0 || intent.also.length > 0) return undefined;
  const domain = "primary_domain" in best ? best.primary_domain : best.domain;
  const { goal } = best;
  if (domain === null || goal === null) return undefined;
  const { capability, entities_schema = {} } = catalogue.goal(domain, goal)?.spec ?? {};
  if (Object.values(entities_schema).some(({ required }) => required === true)) return undefined;
  const isWay = ({ domain: of, spec }: CatalogueCapability) =>
    of === domain && spec.effect === "destructive" && spec.undo?.capability === capability;
  return capability !== undefined && catalogue.capabilities.some(isWay)
    ? { domain, goal, capability }
    : undefined;
}

const MOST_RUNS = 12;

/**
 * What this session has deleted and not brought back, the newest first; of that the `newest` run's, and what was deleted
 * `together`, one run behind the other. What was only kept or sent is not brought back.
 */
async function deletedBefore(turn: Turn, way?: WayBack) {
  const { catalogue } = turn.snapshot;
  const isUndoable = (step: StepTrace) => {
    const undo = undoStep(step, catalogue)?.capability;
    return undo !== undefined && (way === undefined || undo === way.capability);
  };
  const isDeletion = (step: StepTrace) =>
    catalogue.capability(step.domain, step.capability)?.effect === "destructive";
  const isReturn = ({ domain, capability, status }: StepTrace) =>
    status === "success" &&
    (way === undefined || (domain === way.domain && capability === way.capability)) &&
    catalogue.capabilities.some(
      (each) => each.domain === domain && each.spec.undo?.capability === capability,
    );
  // Each return is of what was done before it.
  let returned = 0;
  const runs: StepTrace[][] = [];
  for (const steps of await runsBefore(turn, MOST_RUNS)) {
    returned += steps.filter(isReturn).length;
    const done = steps.filter(isUndoable).toReversed();
    const left = done.slice(returned).filter(isDeletion);
    returned = Math.max(0, returned - done.length);
    runs.push(left.toReversed());
  }
  const first = runs.findIndex(({ length }) => length > 0);
  const end = runs.findIndex(({ length }, at) => at > first && length === 0);
  const together = first < 0 ? [] : runs.slice(first, end < 0 ? undefined : end);
  return {
    deleted: runs.flat(),
    newest: runs[first] ?? [],
    together: together.toReversed().flat(),
  };
}

/** "O que eu *apaguei*", "*deleted* items", "everything": it may be what was deleted before this session. */
function speaksOfDeletion(text: string): boolean {
  const isDeletion = (word: string) => STEMS.some((stem) => word.startsWith(stem));
  return (
    tokens(text).some(({ word }) => isDeletion(word)) || readNamed(text, new Set())?.which === "all"
  );
}

const SHORTEST_STEM = 4;
const STEMS: readonly string[] = deedWords("remove")
  .map((word) => word.slice(0, -1))
  .filter(({ length }) => length >= SHORTEST_STEM);

/** "Traz de volta a do dentista": of several that were done, those whose answer has the words that name one. */
function meantOf(
  steps: readonly StepTrace[],
  text: string,
  own: string,
): ((step: StepTrace) => boolean) | undefined {
  const usual = new Set(tokens(own, own.length).map(({ word }) => word));
  const naming = tokens(text).filter(
    ({ word }) => !isFunctionWord(word) && deedOf(word) === undefined,
  );
  const names = (words: readonly { word: string }[]) => (step: StepTrace) =>
    words.length > 0 && words.every(({ word }) => isToldBy(step, word));
  // What examples say as well ("nota", "filme") need not name anything.
  const ways = [naming, naming.filter(({ word }) => !usual.has(word))];
  return ways.map(names).find((isMeant) => steps.some(isMeant));
}

/** "Dentist" of "dentista quinta às 15h". */
const isToldBy = ({ output }: StepTrace, word: string): boolean =>
  tokens(output?.explanation ?? "").some(
    (told) => told.word === word || (word.length > SHORTEST_STEM && told.word.startsWith(word)),
  );

const LIKELY = 0.5;
const MOST_WORDS = 8;

/** Nothing is named but what is known. */
export function namesOnly(text: string, told: string): boolean {
  const said = tokens(text, MOST_WORDS + 1);
  const known = new Set(tokens(told, told.length).map(({ word }) => word));
  return (
    said.length <= MOST_WORDS &&
    said.every(({ word }) => isFunctionWord(word) || deedOf(word) !== undefined || known.has(word))
  );
}

/** The step that takes one effect back; undefined where nothing happened or the manifest declares no way. */
function undoStep(done: StepTrace, catalogue: Catalogue): ExecutionStep | undefined {
  const capability = catalogue.capability(done.domain, done.capability);
  const undo = capability?.spec.undo;
  if (undo === undefined || capability?.effect === "read" || done.status !== "success")
    return undefined;
  if (done.output === null) return undefined;
  const filled = fillReferences(undo.params, (name) => (name === "receipt" ? done : undefined));
  return {
    id: 0,
    domain: done.domain,
    capability: undo.capability,
    params: escapeObject(filled),
    depends_on: [],
    required: true,
  };
}
