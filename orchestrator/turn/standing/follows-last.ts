import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { framesOf, intentWithout } from "../../planning/frames.ts";
import { endOf, phrasesOf } from "../../standing/words/phrases.ts";
import { type Token, tokens } from "../../understanding/text.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { otherDays } from "./change-days.ts";
import { changeLast, changeRule } from "./change-standing.ts";
import { hereOf } from "./commanded.ts";
import { propose } from "./propose.ts";
import { inZone, requestOf } from "./request.ts";

const MOST_WORDS = 12;
/** Before and behind what is said of the last standing request, in whichever order. */
const AROUND: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    "ah, nao, nao espera, espera, ops, perai, nao nao, digo, quer dizer, mas faz, faz, deixa, bota, poe, e, entao, na verdade, alias, melhor, so, apenas, somente, mas, ok, bom, agora, por favor, que seja, quero dizer",
  ),
  en: phrasesOf(
    "oh, no, no wait, wait, no actually, oops, sorry, i meant, let us do, let us say, do, say, and, then, actually, rather, only, just, but, ok, okay, please, i mean, make that, make it, well, so, now",
  ),
};
const ALSO: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf("tambem"),
  en: phrasesOf("too, also, as well"),
};
const OF: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    "o do, o da, a do, a da, do, da, o de, de, o, a, para o, para a, com o, com a",
  ),
  en: phrasesOf("the one of, the one for, that of, of, for, the, with"),
};

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
    const told = inZone(inLanguage(turn, locale));
    const { core, also } = between(text, locale);
    if (core === "") continue;
    const another = also ? withOther(last, core, locale) : undefined;
    const outcome =
      another === undefined
        ? await changeLast(told, standing, last, core, intent)
        : await propose(told, standing, requestOf(another));
    if (outcome !== undefined) return { ...outcome, locale };
  }
  return undefined;
}

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
    const told = inZone(inLanguage(turn, locale));
    const rule = otherDays(text, last, locale, hereOf(told));
    if (rule === undefined) continue;
    const intent = intentWithout(text, "control", "other days for a standing request");
    return { ...(await changeRule(told, standing, last, rule, intent)), locale };
  }
  return undefined;
}

/** A short text without what leads to it; `also`: it asks for one more. */
export function between(text: string, locale: Locale): { core: string; also: boolean } {
  let words: readonly Token[] = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return { core: "", also: false };
  for (
    let to = endOf(AROUND[locale], words, 0);
    to !== undefined;
    to = endOf(AROUND[locale], words, 0)
  )
    words = words.slice(to);
  let also = false;
  for (let length = 2; length >= 1; length--) {
    const at = words.length - length;
    if (at > 0 && endOf(ALSO[locale], words, at) === words.length) {
      also = true;
      words = words.slice(0, at);
    } else if (at > 0 && endOf(AROUND[locale], words, at) === words.length)
      words = words.slice(0, at);
  }
  const [first] = words;
  const end = words.at(-1)?.end;
  return { core: first === undefined ? "" : text.slice(first.start, end), also };
}

/** The words of a standing request with another value in the place of its own; undefined: they hold none. */
function withOther(
  { words, timing, action }: Schedule,
  core: string,
  locale: Locale,
): string | undefined {
  const values =
    timing.kind === "when"
      ? Object.values(timing.watch.entities)
      : action.do === "goals"
        ? framesOf(action.intent).flatMap(({ entities }) => Object.values(entities))
        : [];
  const said = tokens(core);
  const from = endOf(OF[locale], said, 0) ?? 0;
  const other = core.slice(said[from]?.start ?? core.length);
  const own = values
    .flat()
    .map(String)
    .find((value) => value !== "" && words.includes(value));
  return own === undefined || other === "" ? undefined : words.replace(own, () => other);
}
