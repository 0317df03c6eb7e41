import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { afterLead } from "../language/conversation/after-lead.ts";
import { fewWords, hasOwnText } from "../language/conversation/few-words.ts";
import type { Answer } from "../language/conversation/read-answer.ts";
import { readListChange } from "../language/conversation/read-list-change.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import { tokens } from "../language/text.ts";
import { CONNECTIVES } from "../language/words/connectives.ts";
import { deedOf } from "../language/words/deeds.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { isClear } from "./behind-lead.ts";
import { nounsOf } from "./conversation/words-in.ts";
import type { Given } from "./given.ts";
import { ofListChange } from "./of-list-change.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** What a message gives to a question; `sure` where it can hardly be about something else. */
export type Sure<T> = T & { sure: boolean };

/** "PETR4" to "Quer a cotação de petrobras?": that goal, with a value that it knows. What changes something waits for a yes. */
export function valueForOffer(
  { snapshot: { catalogue, understanding } }: Turn,
  { kind, options, parked }: PendingAction,
  text: string,
): Sure<Given> | undefined {
  const [only, other] = options;
  if (kind !== "choose_goal" || parked || other !== undefined || only?.frame === undefined)
    return undefined;
  const { frame } = only;
  const { primary_domain: domain, goal } = frame;
  const entities = catalogue.goal(domain, goal)?.spec.entities_schema ?? {};
  for (const name of Object.keys(entities)) {
    // "Nah, just the top 3" to "Quer as maiores altas?"
    const read = understanding.valueOf(domain, goal, name, afterLead(text)?.rest ?? text);
    if (read?.known !== true) continue;
    const given = { ...frame, entities: { ...frame.entities, [name]: read.value } };
    if (gateOfFrame(given, [], catalogue).effect !== "read") return undefined;
    return { what: "option", option: { ...only, frame: given }, sure: true };
  }
  return undefined;
}

const MOST_CHOOSING_WORDS = 7;

/** "Só o preço normal então" to "Cotação ou histórico?": the one offered goal that only reads and that the words ask for. */
export function goalMeant(
  turn: Turn,
  { kind, options, parked }: PendingAction,
): Sure<Given> | undefined {
  const text = turn.entry.input_text;
  if (kind !== "choose_goal" || parked) return undefined;
  if (hasOwnText(text) || fewWords(text, MOST_CHOOSING_WORDS) === undefined) return undefined;
  const said = tokens(text);
  if (said.some((_, at) => endOfAny("negators", said, at) !== undefined)) return undefined;
  const { catalogue } = turn.snapshot;
  const [option, ...others] = options.filter(({ frame }) => {
    const goal = frame && catalogue.goal(frame.primary_domain, frame.goal);
    const own = new Set(goal === undefined ? [] : nounsOf(goal));
    return said.some(({ word }) => own.has(word));
  });
  if (option?.frame === undefined || others.length > 0) return undefined;
  const { effect } = gateOfFrame(option.frame, [], catalogue);
  return effect === "read" ? { what: "option", option, sure: true } : undefined;
}

/** Several of the options, where the step takes one of them for each. */
export function severalOf(
  { options, resume: to }: PendingAction,
  answer: Answer,
): Sure<Given> | undefined {
  if (answer?.said !== "several" || answer.options.length < 2) return undefined;
  const chosen = answer.options.map((at) => options[at]).filter((each) => each !== undefined);
  if (to.at !== "step" || chosen.length !== answer.options.length) return undefined;
  return { what: "several", options: chosen, sure: true };
}

/** "Coloca o Banco do Brasil junto" to "Qual Itaú?": what waits for the answer, with another list. */
export async function listedAnew(
  turn: Turn,
  asking: PendingAction,
): Promise<IntentOutput | undefined> {
  const { deps, key, entry, state } = turn;
  const { resume: to, parked } = asking;
  if (to.at !== "step" || parked || readListChange(entry.input_text) === undefined)
    return undefined;
  const waiting = (await deps.store.runs.find(key, to.run_id))?.intent;
  const [frame, ...more] = waiting == null ? [] : framesOf(waiting);
  if (waiting == null || frame === undefined || more.length > 0) return undefined;
  const items = Object.entries(frame.entities).flatMap(([name, value]) =>
    [value].flat().map((each) => ({
      ...{ domain: frame.primary_domain, label: String(each), said_as: String(each) },
      entities: { [name]: each },
    })),
  );
  const about = {
    ...{ said: frame.original_query, text: "", whole: false, frames: [frame], items },
    ...{ followups: waiting.followups, list: true, acted: false, outside: [] },
  };
  const told = { ...turn, state: { ...state, shown: [about] } };
  const intent = ofListChange(told, hearAs(turn, entry.input_text).intent, entry.input_text);
  return intent && { ...intent, followups: waiting.followups };
}

/** "E esse vídeo aqui ó https://youtu.be/..." to "Qual é o endereço?" of a link: the same deed, of what the address is. */
export function addressMeant(
  turn: Turn,
  { resume: to, parked }: PendingAction,
): IntentOutput | undefined {
  const asked = to.at === "entity" && !parked ? framesOf(to.intent)[to.frame] : undefined;
  if (to.at !== "entity" || asked === undefined) return undefined;
  const { catalogue } = turn.snapshot;
  const spec = catalogue.goal(asked.primary_domain, asked.goal)?.spec;
  if (spec?.entities_schema[to.entity]?.type !== "url") return undefined;
  const text = turn.entry.input_text;
  const { original_query } = to.intent;
  const verb = tokens(original_query).find(({ word }) => deedOf(word) !== undefined);
  const first = tokens(text).find(({ word }) => !CONNECTIVES.has(word));
  if (verb === undefined || first === undefined || first.word.startsWith("http")) return undefined;
  const said = `${original_query.slice(verb.start, verb.end)} ${text.slice(first.start)}`;
  const heard = hearAs(turn, said);
  const [frame, ...others] = framesOf(heard.intent);
  const isOther = frame?.goal !== asked.goal && frame?.primary_domain === asked.primary_domain;
  return isOther && others.length === 0 && isClear(turn, heard)
    ? { ...heard.intent, original_query: text }
    : undefined;
}
