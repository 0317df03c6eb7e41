import { framesOf } from "#shared/contracts/frames.ts";
import type {
  DoubtReason,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { Effect } from "#shared/contracts/manifest.ts";
import { wordSet } from "#shared/language/words.ts";
import { type Catalogue, gateOfGoal } from "../../catalogue/catalogue.ts";
import { isStated } from "../../language/modifiers/languages.ts";
import { tokens, wordsIn } from "../../language/text.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { type GoalModel, hasWhatItNeeds } from "../goal-model.ts";
import type { Understood } from "../understanding.ts";
import type { Edit, Edited } from "./edit.ts";

/** A reading of the whole that is this likely is no other goal's; less where only words were said otherwise. */
const LIKELY = 0.94;
const LIKELY_SAME = 0.6;

/** The same request said otherwise, and what was left out of it. */
export type Plainer = Edited & {
  readonly why: "plain_words" | "remark" | "named_before";
  /** What is left out, and must ask for nothing. */
  readonly aside: readonly string[];
  /** Must be a value of the request. */
  readonly name?: string;
  /** What was left out may only stand beside what reads. */
  readonly isOfReads: boolean;
  /** The same, beside what goes to no one. */
  readonly isKept?: boolean;
  /** What was left out tells of the past: it may sound like something to be read. */
  readonly isOver?: boolean;
  /** The text ends where a remark was cut off. */
  readonly isCut: boolean;
  /** Words of the goal stand for those that were said. */
  readonly isOwnWords?: true;
  /** So does its verb: a text must be announced, because it would take whatever follows. */
  readonly isOtherVerb?: boolean;
  /** The whole may well ask for what they ask for. */
  readonly isMeant?: boolean;
  /** The verb that was said may ask for something else as well. */
  readonly isUnsure?: boolean;
};

export type PlainReaders = Clearness & { hear(text: string): Understood };

export function isClear(intent: IntentOutput, readers: PlainReaders): boolean {
  const frames = framesOf(intent);
  return (
    frames.length > 0 &&
    frames.every((frame) => readers.isClear(frame, intent.followups)) &&
    intent.followups.every(({ doubts = [] }) => doubts.length === 0)
  );
}

/** Complete, made of what was said, and nothing that another reading of the whole denies. */
export function isSame(
  intent: IntentOutput,
  whole: IntentOutput,
  plainer: Plainer,
  text: string,
  readers: PlainReaders,
): boolean {
  const { aside, name, text: plain, edits } = plainer;
  const isOther = intent.goal !== whole.goal || intent.primary_domain !== whole.primary_domain;
  const likely = aside.length === 0 ? LIKELY_SAME : LIKELY;
  const isLikely = whole.confidence >= likely && whole.doubts === undefined;
  if (isOther && whole.goal !== null && isLikely && !overlooks(whole, edits)) return false;
  const frames = framesOf(intent);
  const isReported = whole.doubts?.some(({ reason }) => reason === "reported");
  const isRead = readers.staysHere(frames, intent.followups, isReported);
  if (plainer.isOfReads && !isRead) return false;
  if (plainer.isKept === true && !readers.isKept(frames, intent.followups)) return false;
  if (plainer.isOtherVerb) {
    const areTold = frames.map((each) => announcesProse(each, plain, readers));
    if (!isRead && areTold.includes(false)) return false;
    const isTold = areTold.every((each) => each === true) && !holdsBack(whole, edits, text);
    const isHeard =
      (!isOther || (plainer.isMeant === true && overlooks(whole, edits))) &&
      (whole.doubts ?? []).every(({ reason }) => reason === "unread");
    if (!isTold && !(isHeard && (isRead || !plainer.isUnsure))) return false;
  }
  const values = frames.flatMap(({ entities }) => Object.values(entities).flat()).filter(isText);
  if (name !== undefined && !values.some((value) => isOfName(value, name))) return false;
  // A statement is told, and not what it is about.
  const areTexts = frames.flatMap((frame) => textsIn(frame, readers));
  if (name !== undefined && areTexts.some((value) => isOfName(value, name))) return false;
  // What stands beside a request to send may be what is to be sent.
  const isLoose = (frame: GoalFrame) =>
    readers.isSent(frame) && announcesProse(frame, plain, readers) === false;
  if (aside.length > 0 && frames.some(isLoose)) return false;
  if (values.some((value) => plain.includes(value) && !standsIn(text, value))) return false;
  if (aside.length > 0 && values.some(pointsBack)) return false;
  if (plainer.isOwnWords && (intent.unread ?? []).length > 0) return false;
  // What is missing is asked for.
  if (!plainer.isOwnWords && !frames.every((frame) => isComplete(frame, readers))) return false;
  if (plainer.isOfReads && saysOnly(values, plain)) return false;
  const isEmpty = (value: string) => tokens(value).every(({ word }) => isFunctionWord(word));
  if (values.some((value) => plain.includes(value) && isEmpty(value))) return false;
  if (plainer.isCut && frames.some((frame) => endsInProse(frame, plain, readers))) return false;
  return aside.every((each) => {
    const told = readers.hear(each).intent;
    const isRead = plainer.isOver === true && readers.staysHere(framesOf(told), told.followups);
    // What someone did is told, and not asked for.
    const isOfThis = plainer.isOver === true || name !== undefined;
    const isTold = isOfThis && told.goal === intent.goal && !isClear(told, readers);
    return isRead || isTold || !asksForSomething(told, readers);
  });
}

/** The whole makes nothing of a word that was said otherwise. */
export const overlooks = ({ unread = [] }: IntentOutput, edits: readonly Edit[]): boolean =>
  unread.some(({ span }) =>
    edits.some(({ start, end, put }) => put !== "" && span.start >= start && span.end <= end),
  );

/** A word that was said otherwise is one of those that hold the whole back. */
const holdsBack = ({ doubts = [] }: IntentOutput, edits: readonly Edit[], text: string): boolean =>
  doubts.some(
    ({ reason, detail }) =>
      reason === "reported" && edits.some(({ start, end }) => detail === text.slice(start, end)),
  );

/** Names ask for nothing by themselves. */
const saysOnly = (values: readonly string[], plain: string): boolean => {
  const said = new Set(values.flatMap((value) => wordsIn(value)));
  return tokens(plain).every(({ word }) => said.has(word) || isFunctionWord(word));
};

const isOfName = (value: string, name: string): boolean =>
  value.includes(name) || (name.includes(value) && value.length >= SHORTEST_NAME);
const SHORTEST_NAME = 3;

function pointsBack(value: string): boolean {
  const [first, ...others] = tokens(value);
  return first !== undefined && others.length === 1 && POINTS.has(first.word);
}

const POINTS = wordSet("words.demonstratives");

function standsIn(text: string, value: string): boolean {
  const at = text.indexOf(value);
  const next = text.slice(at + value.length);
  return at >= 0 && !(/^\p{L}/u.test(next) && /\p{L}$/u.test(value));
}

export const isText = (value: unknown): value is string => typeof value === "string";

function isComplete(frame: GoalFrame, { goalOf }: PlainReaders): boolean {
  const goal = goalOf(frame);
  return goal !== undefined && hasWhatItNeeds(goal, (name) => Object.hasOwn(frame.entities, name));
}

/** A text that is kept or sent may go on with what looked like a remark. */
export function endsInProse(frame: GoalFrame, plain: string, readers: PlainReaders): boolean {
  const end = plain.replace(/[\s,.!?;]+$/u, "");
  return textsIn(frame, readers).some((value) => end.endsWith(value));
}

/** What of it is prose. */
function textsIn(frame: GoalFrame, { goalOf }: PlainReaders): string[] {
  const prose = goalOf(frame)?.prose ?? new Set<string>();
  return Object.entries(frame.entities).flatMap(([name, value]) =>
    prose.has(name) && isText(value) ? [value] : [],
  );
}

/** Whether all texts of it are announced; undefined where it has none. */
function announcesProse(
  frame: GoalFrame,
  plain: string,
  readers: PlainReaders,
): boolean | undefined {
  const texts = textsIn(frame, readers);
  if (texts.length === 0) return undefined;
  return texts.every((value) => {
    const before = plain.slice(0, Math.max(0, plain.indexOf(value)));
    const words = tokens(before);
    return /[:"'\u201c\u2018\u00ab]\s*$/u.test(before) || isStated(words, words.length);
  });
}

const asksForSomething = (intent: IntentOutput, readers: PlainReaders): boolean =>
  intent.goal !== null && (isClear(intent, readers) || intent.confidence >= LIKELY);

/** What can be asked about a request before it is planned. */
type Clearness = {
  /** Would it be carried out as it stands? */
  isClear(frame: GoalFrame, followups: readonly FollowupRequest[]): boolean;
  /** It only reads, and nothing of it leaves the house; where that was only told of, nothing is made of it either. */
  staysHere(
    frames: readonly GoalFrame[],
    followups: readonly FollowupRequest[],
    isTold?: boolean,
  ): boolean;
  /** Nothing of it goes to anyone. */
  isKept(frames: readonly GoalFrame[], followups: readonly FollowupRequest[]): boolean;
  /** It goes to someone. */
  isSent(frame: GoalFrame): boolean;
  goalOf(frame: Pick<GoalFrame, "primary_domain" | "goal">): GoalModel | undefined;
};

/** What is only read is read also where it is asked about or told of. */
const GOES_WITH_READS: ReadonlySet<DoubtReason> = new Set(["asked_about", "reported", "supposed"]);

export function buildClearness(
  catalogue: Catalogue,
  goalNamed: (domain: string, name: string) => GoalModel | undefined,
  { changes, sends }: Record<"changes" | "sends", (goal: GoalModel) => boolean>,
): Clearness {
  const effectsOf = (followups: readonly FollowupRequest[]) =>
    followups.flatMap(
      ({ domain, capability }) => catalogue.capability(domain, capability)?.effect ?? [],
    );
  const goalOf = ({ primary_domain, goal }: Pick<GoalFrame, "primary_domain" | "goal">) =>
    goalNamed(primary_domain, goal);
  const isSent = (frame: GoalFrame) => {
    const goal = goalOf(frame);
    return goal !== undefined && sends(goal);
  };
  return {
    goalOf,
    isSent,
    isKept: (frames, followups) =>
      !frames.some(isSent) && !effectsOf(followups).includes("external"),
    isClear({ primary_domain, goal, confidence, doubts = [] }, followups) {
      const own = gateOfGoal(primary_domain, goal, catalogue) ?? 0;
      const followed = catalogue.gateOf(primary_domain, effectsOf(followups)) ?? 0;
      const model = goalOf({ primary_domain, goal });
      const isRead = model !== undefined && !changes(model) && followups.length === 0;
      const stopping = doubts.filter(({ reason }) => !isRead || !GOES_WITH_READS.has(reason));
      return stopping.length === 0 && confidence >= Math.max(own, followed);
    },
    staysHere(frames, followups, isTold = false) {
      const isRead = (frame: GoalFrame) => {
        const goal = goalOf(frame);
        return goal !== undefined && !changes(goal);
      };
      const goesTooFar = (effect: Effect) => effect === "external" || (isTold && effect !== "read");
      return frames.every(isRead) && !effectsOf(followups).some(goesTooFar);
    },
  };
}
