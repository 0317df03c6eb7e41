import type { Locale } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { framesOf, intentWithout } from "../../planning/frames.ts";
import { endOf, phrasesOf } from "../../standing/words/phrases.ts";
import { tokens } from "../../understanding/text.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { betweenLeads } from "./between-leads.ts";
import { otherDays } from "./change-days.ts";
import { changeLast, changeRule } from "./change-standing.ts";
import { hereOf } from "./commanded.ts";
import { propose } from "./propose.ts";
import { inZone, requestOf } from "./request.ts";

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
    const { core, also } = betweenLeads(text, locale);
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
