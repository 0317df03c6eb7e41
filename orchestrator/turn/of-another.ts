import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer } from "#shared/contracts/shown.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { deedsIn, fewWords } from "../language/conversation/few-words.ts";
import { REFERENCE_WORDS } from "../language/conversation/reference-words.ts";
import { endOfPhrase, smallPhrases } from "../language/conversation/small-words.ts";
import { tokens } from "../language/text.ts";
import { isCommonWord, isFunctionWord } from "../language/words/common-words.ts";
import { CONNECTIVES } from "../language/words/connectives.ts";
import { type Deed, deedOf, deedSet } from "../language/words/deeds.ts";
import { framesOf, withFrames, withoutDoubts } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { sessionContextOf, type Turn } from "./turn.ts";
import type { Snapshot } from "./turn-deps.ts";

const FIELDS = ["again", "same", "another"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => wordList(`references.once-more.${name}`, locale)),
);
const OWN = Object.values(WORDS);
const MOST_WORDS = 8;

/** "Manda de novo", "send it again" behind a deed of that kind: the same once more. Pure. */
export function repeats(text: string, { said, frames, acted }: ShownAnswer): boolean {
  // "Deu certo? Mostra a lista de novo": the last of several sentences.
  const last = text.split(/[.?!]\s+/).findLast((each) => each.trim() !== "") ?? "";
  const [verb, ...rest] = (fewWords(last, MOST_WORDS) ?? []).map(({ word }) => word);
  const deed = deedOf(verb ?? "");
  const done = [said, ...frames.map(({ original_query }) => original_query)];
  const behind = rest.join(" ");
  const isAgain = (test: (once: string) => boolean) => OWN.some(({ again }) => again.some(test));
  const isShown = deed === "show" && !acted && isAgain((once) => saysWhole(rest, behind, once));
  if (isShown) return true;
  if (deed === undefined || !deedsIn(done.join("\n")).has(deed)) return false;
  return OWN.some(({ again, same }) =>
    again.some((once) => behind === once || same.some((it) => behind === `${it} ${once}`)),
  );
}

/** "A lista de novo", "me the list again": what a whole answer is called, and small words. */
const WHOLES: readonly string[] = REFERENCE_WORDS.flatMap(({ answers, wholes }) => [
  ...answers,
  ...wholes,
]);
const saysWhole = (words: readonly string[], behind: string, once: string): boolean =>
  WHOLES.some(
    (whole) =>
      behind.endsWith(`${whole} ${once}`) &&
      words.slice(0, words.indexOf(whole)).every(isFunctionWord),
  );

/** So certain is what is meant by the goal that came before. */
const ELLIPTICAL = 0.97;

/** "Make another saying ...", "faz outro: ...": the last goal once more, with what it is to be made of. Pure. */
export function ofAnother(
  turn: Turn,
  intent: IntentOutput,
  { frames: [last] }: ShownAnswer,
): IntentOutput | undefined {
  const { catalogue, understanding } = turn.snapshot;
  const [heard, ...others] = framesOf(intent);
  if (last === undefined || others.length > 0 || intent.followups.length > 0) return undefined;
  const isSame = heard?.primary_domain === last.primary_domain && heard.goal === last.goal;
  const reads = { catalogue, understanding };
  const frame =
    ofText(reads, intent, last) ??
    ofTextBefore(turn, intent) ??
    (isSame ? heard : readAsLast(reads, intent, last));
  if (frame === undefined) return undefined;
  const said = (text: string) =>
    ` ${tokens(text)
      .map(({ word }) => word)
      .join(" ")} `;
  const opening = said(intent.original_query.split(/[:"\u201c]/u)[0] ?? "");
  const named = OWN.flatMap(({ another }) => another).find((each) => opening.includes(` ${each} `));
  const isOfIt = (detail: string) => ` ${named ?? ""} `.includes(said(detail));
  const doubts = (frame.doubts ?? []).filter(
    ({ reason, detail }) => reason !== "unread" || !isOfIt(detail),
  );
  // "And: call the bank" is one more as well.
  const joining = opening.trim().split(" ");
  const isJoined =
    intent.original_query.includes(":") && joining.every((word) => CONNECTIVES.has(word));
  const isAnother = named !== undefined || isJoined;
  if (!isAnother || doubts.length > 0 || frame.confidence >= ELLIPTICAL) return undefined;
  if (missingEntities(frame, catalogue).length > 0) return undefined;
  const { doubts: _, unread: _rest, ...kept } = intent;
  const evidence = [...intent.evidence, { kind: "last_goal", detail: `another ${last.goal}` }];
  const again = { ...withoutDoubts(frame), confidence: ELLIPTICAL };
  return withFrames({ ...kept, tier: "elliptical" as const, evidence }, [again]);
}

/** "E escreve outra: ..." behind what was deleted: of a text that was made before that, where it was the same deed. */
function ofTextBefore({ snapshot, state }: Turn, intent: IntentOutput): GoalFrame | undefined {
  const [opening] = atBorder(intent.original_query) ?? [""];
  if (deedsIn(opening).size === 0) return undefined;
  for (const { frames, acted } of state.shown.toReversed()) {
    const [frame, ...others] = frames;
    if (frame === undefined || others.length > 0 || !acted) continue;
    const read = ofText(snapshot, intent, frame);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The same deed as before, of words that are no clear request of their own: read as what came before. */
function readAsLast(
  { catalogue, understanding }: Pick<Snapshot, "catalogue" | "understanding">,
  intent: IntentOutput,
  last: GoalFrame,
): GoalFrame | undefined {
  const [own] = framesOf(intent);
  const deed = deedOf(tokens(intent.original_query, 1)[0]?.word ?? "");
  if (deed === undefined || !deedsIn(last.original_query).has(deed)) return undefined;
  if ((intent.modifiers ?? []).length > 0) return undefined;
  if (own !== undefined && gateOfFrame(own, [], catalogue).passed) return undefined;
  const read = understanding.frameOf(last.primary_domain, last.goal, intent.original_query);
  return read && { ...read, confidence: Math.min(read.confidence, MOST_READ) };
}

const ONE = "one";
/** Between "another one" and its text. */
const INTRODUCES = smallPhrases("introduces");

function atBorder(said: string): readonly [opening: string, text: string] | undefined {
  const words = tokens(said);
  for (let at = 1; at < words.length; at += 1) {
    const end = words[at - 1]?.end ?? 0;
    const colon = said.slice(end, words[at]?.start).search(/:\s/);
    const opening = said.slice(0, end);
    if (colon >= 0) return [opening, said.slice(end + colon + 1).trimStart()];
    const to = endOfPhrase(INTRODUCES, words, at);
    if (to !== undefined) return [opening, said.slice(words[to - 1]?.end).trimStart()];
  }
  return undefined;
}

/** "And one more: call the plumber": the last goal of another text, where it is made of one. */
function ofText(
  { catalogue, understanding }: Pick<Snapshot, "catalogue" | "understanding">,
  { original_query, modifiers = [] }: IntentOutput,
  last: GoalFrame,
): GoalFrame | undefined {
  const [opening, text] = atBorder(original_query) ?? ["", ""];
  // "Esqueci a data. *Faz outro*: ..."
  const [asked = ""] = opening.split(/[.!]\s+/).slice(-1);
  const words = tokens(asked, MOST_WORDS + 1);
  const done = deedsIn(last.original_query);
  const isOfIt = words.every(({ word }) => {
    const deed = deedOf(word);
    const isDone = deed !== undefined && (done.has(deed) || isMade(deed, done));
    return isCommonWord(word) || word === ONE || isDone;
  });
  const inOpening = modifiers.some(
    ({ kind, span }) =>
      kind !== "amount" &&
      span.start < opening.length &&
      (kind === "polarity" || span.start >= opening.length - asked.length),
  );
  if (text === "" || words.length > MOST_WORDS || !isOfIt || inOpening) return undefined;
  const schema = catalogue.goal(last.primary_domain, last.goal)?.spec.entities_schema ?? {};
  const [name, ...more] = Object.keys(schema).filter(
    (each) => schema[each]?.required === true && Object.hasOwn(last.entities, each),
  );
  if (name === undefined || more.length > 0) return undefined;
  const read = understanding.valueOf(last.primary_domain, last.goal, name, text);
  if (read === undefined) return undefined;
  return {
    ...withoutDoubts(last),
    original_query,
    entities: { [name]: read.value },
    confidence: MOST_READ,
  };
}

/** "Anota ...", then "escreve outra: ...": a text comes of any of these. */
const isMade = (deed: Deed, done: ReadonlySet<string>): boolean =>
  MAKING.has(deed) && !MAKING.isDisjointFrom(done);
const MAKING = deedSet("write", "keep", "create");

/** What is read as another goal than it seems is never certain by itself. */
const MOST_READ = 0.9;

/** "Now the losers" behind a comparison of some gainers: a listed word of a goal before the last one. */
export function ofEarlier(turn: Turn, intent: IntentOutput): IntentOutput | undefined {
  const { snapshot, state, entry } = turn;
  const last = state.last_frame;
  const [own] = framesOf(intent);
  const isClear =
    own !== undefined &&
    intent.tier !== "elliptical" &&
    gateOfFrame(own, intent.followups, snapshot.catalogue).passed;
  if (last === null || isClear || intent.followups.length > 0) return undefined;
  if (intent.tier === "elliptical" && changesEnum(turn, intent, last)) return undefined;
  for (const { frames, acted } of state.shown.toReversed()) {
    const [frame, ...more] = frames;
    if (frame === undefined || more.length > 0 || acted || frame.goal === last.goal) continue;
    const lastFrame = frame;
    const context = { ...sessionContextOf(turn), lastFrame };
    const heard = snapshot.understanding.understand(entry.input_text, context).intent;
    if (heard.tier === "elliptical" && changesEnum(turn, heard, frame)) return heard;
  }
  return undefined;
}

/** It is that goal again, with another of an entity's listed words. */
function changesEnum({ snapshot }: Turn, intent: IntentOutput, before: GoalFrame): boolean {
  if (intent.goal !== before.goal || intent.primary_domain !== before.primary_domain) return false;
  const spec = snapshot.catalogue.goal(before.primary_domain, before.goal)?.spec;
  return Object.entries(intent.entities).some(
    ([name, value]) =>
      spec?.entities_schema[name]?.type === "enum" && value !== before.entities[name],
  );
}
