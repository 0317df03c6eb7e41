import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownItem } from "#shared/contracts/shown.ts";
import { wording } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { afterLead } from "../language/conversation/after-lead.ts";
import { fewWords, hasOwnText } from "../language/conversation/few-words.ts";
import {
  labelledIn,
  placesOf,
  readNamed,
  readReference,
} from "../language/conversation/read-reference.ts";
import { REFERENCE_WORDS } from "../language/conversation/reference-words.ts";
import { smallPhrases, smallWords, withoutEnd } from "../language/conversation/small-words.ts";
import { tokens } from "../language/text.ts";
import { isFunctionWord } from "../language/words/common-words.ts";
import { deedOf } from "../language/words/deeds.ts";
import { opensQuestion } from "../language/words/questions.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { clauseBeside } from "./conversation/undo-beside.ts";
import { lastOfOne, ofItems, saysMore, severalOf } from "./of-items.ts";
import { isItem } from "./of-list-change.ts";
import type { Turn } from "./turn.ts";

/** Longer messages say what they are about. */
const MOST_WORDS = 12;
const MOST_BARE_WORDS = 7;
/** So likely is the goal of what only lacks what was shown, and so certain is it with that. */
const LIKELY = 0.75;
const ELLIPTICAL = 0.97;
/** More of a list are hardly all meant. */
const MOST_MEANT = 5;

/**
 * A message that is no clear request by itself, with what was shown before in the place of its small word, or of what it
 * leaves out: "o gráfico dela nos últimos 3 meses", "what's the second one trading at", "vs volvo", "quanto tá?".
 * Shape: only what may act as it then stands; undefined otherwise
 */
export function takenUp(
  turn: Turn,
  heard: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): IntentOutput | undefined {
  const isLong = tokens(text, MOST_WORDS + 1).length > MOST_WORDS;
  if (isLong || hasOwnText(text) || saysIndefinitely(text, heard)) return undefined;
  // "Tell my wife it's on its way" is for someone else.
  if ((heard.modifiers ?? []).some(({ kind }) => kind === "addressee")) return undefined;
  return (
    byPlace(turn, heard, text, nouns) ??
    byLabel(turn, text) ??
    byGap(turn, heard, text) ??
    bareRequest(turn, heard, text)
  );
}

/**
 * A thing of what was shown that the message names in its own way, whatever its words could mean elsewhere: "the dentist one was
 * last week, bin it", "delete the contract one" behind a list of documents.
 */
export function namedAmongShown(turn: Turn, heard: IntentOutput, text: string) {
  const told = byNameTold(turn, text);
  if (told !== undefined) return told;
  const labelled = hasOwnText(text) ? undefined : byLabel(turn, text);
  return labelled?.primary_domain === heard.primary_domain ? undefined : labelled;
}

/** "A do dentista já passou, *some com ela*": what is told names it. */
function byNameTold(turn: Turn, text: string): IntentOutput | undefined {
  const asks = (said: string) =>
    tokens(said).length <= MOST_BARE_WORDS && readReference(said, NONE)?.which === "that";
  const clause = clauseBeside(text, turn.locale, asks);
  const at = clause === undefined ? undefined : readReference(clause, NONE);
  if (clause === undefined || at === undefined) return undefined;
  const names = tokens(text.replace(clause, " ")).filter(
    ({ word }) =>
      word.length >= SHORTEST_NAME && !isFunctionWord(word) && deedOf(word) === undefined,
  );
  const isNamed = ({ label }: ShownItem) => {
    const own = foldPhrase(label).split(/[^\p{L}\d]+/u);
    return names.some(({ word }) => own.some((each) => isSameName(each, word)));
  };
  const items = turn.state.shown.findLast((answer) => answer.items.some(isNamed))?.items ?? [];
  const [item, ...others] = items.filter(isNamed);
  if (item === undefined || others.length > 0) return undefined;
  const intent = acting(turn, ofItems(turn, clause, at, [item]), [item]);
  return intent && { ...intent, original_query: text };
}

const NONE: ReadonlySet<string> = new Set();
const SHORTEST_NAME = 3;
const SHORTEST_STEM = 4;

/** "Dentist" of "dentista". */
const isSameName = (own: string, said: string): boolean =>
  own === said || (said.length >= SHORTEST_STEM && own.startsWith(said));

/** "Apaga uma nota" is about any, and about none that was shown; "de um ano" is a value. */
function saysIndefinitely(text: string, { entities }: IntentOutput): boolean {
  const words = tokens(text);
  const values = Object.values(entities).map((value) => ` ${foldPhrase(String(value))} `);
  return words.some(({ word }, at) => {
    const next = words[at + 1]?.word ?? "";
    const isValue = values.some((value) => value.includes(` ${word} ${next} `));
    return INDEFINITE.has(word) && !isValue;
  });
}

const INDEFINITE = smallWords("indefinite");

/** What the words name, though they go on behind the name. */
function byPlace(
  turn: Turn,
  heard: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): IntentOutput | undefined {
  const { shown } = turn.state;
  const named = readNamed(text, nouns);
  if (named === undefined) return undefined;
  const { start, end } = named;
  // "Manda as 2 da tarde" says when, "qual das duas" asks which.
  const asksWhich = tokens(text.slice(0, start)).some(({ word }) => WHICH.has(word));
  const isTime = (heard.modifiers ?? []).some(
    ({ kind, span }) => kind === "time" && span.start < end && start < span.end,
  );
  if (isTime && !(named.which === "count" && asksWhich)) return undefined;
  const isThat = named.which === "that";
  const answer =
    named.which === "they"
      ? severalOf(shown)
      : isThat
        ? shown.at(-1)
        : ((named.which === "count" ? lastOfOne(shown, named.count) : undefined) ??
          shown.findLast(({ list }) => list));
  if (answer === undefined || named.which === "all") return undefined;
  if (isThat && answer.items.length !== 1) return undefined;
  const items = placesOf(named, answer.items.length)?.flatMap((at) => answer.items[at] ?? []);
  if (named.which === "they" && (items?.length ?? 0) > MOST_MEANT) return undefined;
  if (items === undefined) return undefined;
  const plain = acting(turn, ofItems(turn, text, named, items), items);
  if (plain !== undefined || !OF_THAT.has(tokens(text.slice(start, end))[0]?.word ?? ""))
    return plain;
  // "O histórico dela" is that "de" what was shown.
  const of = `${OF[turn.locale]} `;
  const whole = `${text.slice(0, start)}${of}${text.slice(start)}`;
  const at = { start: start + of.length, end: end + of.length };
  const intent = acting(turn, ofItems(turn, whole, at, items), items);
  return intent && { ...intent, original_query: text };
}

const OF_THAT: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ ofThat, ofThey }) => [...ofThat, ...ofThey]),
);
const WHICH = smallWords("which");

/** "Apaga a do óleo", "delete the plumber one": the one of what was shown whose label has these words. */
function byLabel(turn: Turn, text: string): IntentOutput | undefined {
  for (const { start, end, words } of labelledIn(text)) {
    for (const { items } of turn.state.shown.toReversed()) {
      const named = items.filter(({ label }) => {
        const own = new Set(foldPhrase(label).split(/[^\p{L}\d]+/u));
        return words.every((word) => [...own].some((each) => isSameName(each, word)));
      });
      if (named.length > 1) break;
      if (named.length === 0) continue;
      const intent = acting(turn, ofItems(turn, text, { start, end }, named), named);
      if (intent !== undefined) return intent;
    }
  }
  return undefined;
}

/** A goal that is clear but for what it is about: that is what was shown last. */
function byGap(turn: Turn, heard: IntentOutput, text: string): IntentOutput | undefined {
  const { snapshot, state } = turn;
  const [frame, ...others] = framesOf(heard);
  if (frame === undefined || others.length > 0 || saysMore(turn, heard, text)) return undefined;
  const [gap, ...more] = missingEntities(frame, snapshot.catalogue);
  if (gap === undefined || more.length > 0) return undefined;
  const { entity, schema } = gap;
  const isSeveral = schema.multiple === true;
  const said = [frame.entities[entity] ?? []].flat().filter((each) => typeof each !== "boolean");
  const newest = state.shown.at(-1);
  const before =
    isSeveral && said.length === 0 && newest?.items.length === 1
      ? lastOfOne(state.shown, schema.at_least ?? 1)
      : newest;
  const items = (before?.items ?? []).filter(
    (item) => !said.some((value) => isItem(item, String(value))),
  );
  const isMeant = isSeveral ? items.length <= MOST_MEANT : items.length === 1;
  const isOwn = items.every(
    ({ domain, entities }) => domain === frame.primary_domain && Object.hasOwn(entities, entity),
  );
  if (!isMeant || !isOwn || items.length === 0) return undefined;
  const values = items
    .flatMap(({ entities }) => entities[entity] ?? [])
    .filter((each) => typeof each !== "boolean");
  const [only] = values;
  const all = [...values, ...said];
  const value = isSeveral && all.length > 1 ? all : only;
  if (value === undefined) return undefined;
  const entities = { ...frame.entities, [entity]: value };
  const isLikely = frame.confidence >= LIKELY && (frame.doubts ?? []).length === 0;
  const isRead = gateOfFrame(frame, heard.followups, snapshot.catalogue).effect === "read";
  // "Price" behind a ticker: what it is about speaks for it as well.
  const confidence = isRead && isLikely ? Math.max(frame.confidence, ELLIPTICAL) : frame.confidence;
  const given = { ...frame, entities, confidence };
  return acting(turn, told(withFrames(heard, [given]), items), items);
}

/** Before what a request is about, where nothing else joins them. */
const OF = wording("wordings.of");

/** "Quanto tá?", "então apaga": a request of which nothing is said but what is to be done. */
function bareRequest(turn: Turn, heard: IntentOutput, text: string): IntentOutput | undefined {
  const { shown } = turn.state;
  if ((shown.at(-1)?.items ?? []).length === 0) return undefined;
  if ((heard.modifiers ?? []).some(({ kind }) => kind !== "mood" && kind !== "amount"))
    return undefined;
  const said = withoutEnd(TAIL, afterLead(text)?.rest ?? text);
  const words = fewWords(said, MOST_BARE_WORDS) ?? [];
  const end = words.at(-1)?.end;
  if (end === undefined) return undefined;
  if (!words.some(({ word }) => deedOf(word) !== undefined || opensQuestion(word)))
    return undefined;
  // "Pode mandar" sends, or asks for nothing: it opens no document.
  if (words.some(({ word }) => deedOf(word) === "send")) return undefined;
  const bare = said.slice(words[0]?.start, end);
  const about = (items: readonly ShownItem[]) =>
    ["", `${OF[turn.locale]} `].flatMap((of) => {
      const whole = `${bare} ${of}`;
      const at = { start: whole.length, end: whole.length };
      return acting(turn, ofItems(turn, whole, at, items), items) ?? [];
    });
  const [one, ...others] = shown.at(-1)?.items ?? [];
  const alone = one === undefined || others.length > 0 ? [] : about([one]);
  // "Which is better" asks about more than one.
  const several = opensQuestion(words[0]?.word ?? "") ? (severalOf(shown)?.items ?? []) : [];
  const readings = alone.length > 0 || several.length > MOST_MEANT ? alone : about(several);
  const [best] = readings.toSorted((a, b) => b.confidence - a.confidence);
  if (best === undefined) return undefined;
  const [frame] = framesOf(best);
  const isRead = frame && gateOfFrame(frame, [], turn.snapshot.catalogue).effect === "read";
  // What changes something is about nothing but what was shown.
  const isBare = words.every(({ word }) => deedOf(word) !== undefined || isFunctionWord(word));
  return isRead === true || isBare ? { ...best, original_query: text } : undefined;
}

/** Leads on, at the end of a message. */
const TAIL = smallPhrases("leadsOut");

const told = (intent: IntentOutput, items: readonly ShownItem[]): IntentOutput => ({
  ...intent,
  tier: "elliptical",
  evidence: [
    ...intent.evidence,
    { kind: "shown", detail: items.map(({ label }) => label).join("; ") },
  ],
});

/** The intent where it may act as it stands: it is about the things, and lacks nothing. */
function acting(
  turn: Turn,
  intent: IntentOutput | undefined,
  items: readonly ShownItem[],
): IntentOutput | undefined {
  const frames = intent === undefined ? [] : framesOf(intent);
  const { catalogue } = turn.snapshot;
  const isAbout = ({ entities }: GoalFrame) =>
    items.some((item) =>
      Object.values(item.entities).some((value) =>
        Object.values(entities).some((each) => [each].flat().includes(value as never)),
      ),
    );
  const mayAct = frames.every(
    (frame) =>
      isAbout(frame) &&
      gateOfFrame(frame, intent?.followups ?? [], catalogue).passed &&
      missingEntities(frame, catalogue).length === 0,
  );
  return frames.length > 0 && mayAct ? intent : undefined;
}
