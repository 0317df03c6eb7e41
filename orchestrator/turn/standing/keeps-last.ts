import { locales } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { pick } from "../../language/commands/pick.ts";
import { pointsOnly, readStandingCommand } from "../../language/commands/read-command.ts";
import type { StandingCommand } from "../../language/commands/standing-command.ts";
import { smallWords } from "../../language/conversation/small-words.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import { tokens } from "../../language/text.ts";
import { intentWithout } from "../../planning/frames.ts";
import { standingWords } from "../../standing/say.ts";
import { showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import { hereOf } from "./commanded.ts";
import { nameOf } from "./show-schedule.ts";

const MOST = 100;
const MOST_WORDS = 12;

/**
 * "Não cancela não", "don't touch the bins one": what stands is to stay as it is, which is said of the one that is meant.
 * undefined: nothing was made or changed in this conversation, or it refuses something else
 */
export async function keepsLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, key, pending, state, startedAt } = turn;
  if (deps.standing === undefined || state.last_standing === null) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const refused = withoutNegation(entry.input_text);
  if (refused === undefined) return undefined;
  const [verb, ...touched] = tokens(refused);
  const isTouched =
    TOUCHES.has(verb?.word ?? "") && pointsOnly(touched.map(({ word }) => word).join(" "));
  const locale = isTouched
    ? turn.locale
    : locales.find((each) => CHANGES.has(readStandingCommand(refused, each)?.does));
  if (locale === undefined) return undefined;
  const command = isTouched ? undefined : readStandingCommand(refused, locale);
  const open = (await deps.store.schedules.list(key, MOST, true)).toReversed();
  const told = inLanguage(turn, locale);
  const { picked, says } = pick(command?.rest ?? "", open, locale, hereOf(told));
  const last = open.find(({ id }) => id === state.last_standing?.id);
  const [one, other] = says && picked.length > 0 ? picked : last === undefined ? [] : [last];
  if (one === undefined || other !== undefined) return undefined;
  const answer = standingWords(locale).stays(nameOf(one), showTiming(one, locale, startedAt));
  const intent = intentWithout(entry.input_text, "control", "standing requests: kept");
  return { ...words("success", answer, intent), locale };
}

const CHANGES: ReadonlySet<StandingCommand["does"] | undefined> = new Set([
  "cancel",
  "pause",
  "change",
  "postpone",
]);

const TOUCHES = smallWords("touches");
const BEFORE = wordSet("schedules.before-keeping");

/** What is not to be done: "cancel it" of "no, don't cancel it". undefined: the text does not begin with a negation. */
function withoutNegation(text: string): string | undefined {
  const said = tokens(text, MOST_WORDS + 1);
  if (said.length > MOST_WORDS || text.includes("?")) return undefined;
  let from = 0;
  let isNegated = false;
  for (;;) {
    const to = endOfAny("negators", said, from);
    if (to === undefined && !BEFORE.has(said[from]?.word ?? "")) break;
    isNegated ||= to !== undefined;
    from = to ?? from + 1;
  }
  const isAtEnd = said.length > from + 1 && endOfAny("negators", said, said.length - 1);
  const last = said[said.length - (isAtEnd === said.length ? 2 : 1)];
  const first = said[from];
  return !isNegated || first === undefined || last === undefined
    ? undefined
    : text.slice(first.start, last.end);
}
