import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { tokens } from "../../language/text.ts";
import { TIME_LEXICONS } from "../../language/time/lexicons.ts";
import { endOf } from "../../language/time/phrases.ts";
import type { Turn } from "../turn.ts";
import { hoursOf } from "./hours-of.ts";

const MOST_WORDS = 30;
const SAME = wordSet("words.same");

/** "E amanhã no mesmo horário": the turn with the hour of the standing request that was made or changed last. */
export async function atSameHour(turn: Turn): Promise<Turn> {
  const { state, deps, key, entry } = turn;
  if (state.last_standing === null) return turn;
  const { input_text: text } = entry;
  const words = tokens(text, MOST_WORDS);
  for (const locale of locales)
    for (let at = 0; at < words.length; at++) {
      const to = endOf(TIME_LEXICONS[locale].sameTime, words, at);
      if (to === undefined || !words.slice(at, to).some(({ word }) => SAME.has(word))) continue;
      const last = await deps.store.schedules.find(key, state.last_standing.id);
      const hours = last === undefined ? "" : hoursOf(last, locale);
      if (hours === "") return turn;
      const input_text = `${text.slice(0, words[at]?.start)}${hours}${text.slice(words[to - 1]?.end)}`;
      return { ...turn, entry: { ...entry, input_text } };
    }
  return turn;
}
