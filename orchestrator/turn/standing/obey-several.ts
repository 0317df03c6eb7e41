import type { Locale } from "#shared/contracts/names.ts";
import { readStandingCommand } from "../../language/commands/read-command.ts";
import type { StandingCommand } from "../../language/commands/standing-command.ts";
import { tokens } from "../../language/text.ts";
import type { Outcome } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { obeyStanding } from "./obey-standing.ts";

const MOST = 100;
/** More are no two commands, and each place where one may end costs two readings. */
const MOST_WORDS = 60;
const CHANGES: ReadonlySet<StandingCommand["does"]> = new Set<StandingCommand["does"]>([
  "cancel",
  "pause",
  "resume",
  "change",
  "postpone",
]);

/** "cancela o segundo e passa o primeiro pras 11": two commands, both about the list as it was. undefined: it is none of these. */
export async function obeySeveral(
  turn: Turn,
  standing: StandingRequests,
  inOrder: readonly Locale[],
): Promise<Outcome | undefined> {
  const { deps, key, entry } = turn;
  for (const locale of inOrder) {
    const both = twoCommands(entry.input_text, locale);
    if (both === undefined) continue;
    const listed = (await deps.store.schedules.list(key, MOST, true)).toReversed();
    if (listed.length === 0) return undefined;
    const told = inLanguage(turn, locale);
    const done: Outcome[] = [];
    for (const { text, command } of both) {
      const fresh = await Promise.all(
        listed.map(async (each) => (await deps.store.schedules.find(key, each.id)) ?? each),
      );
      const own = { ...told, entry: { ...entry, input_text: text } };
      const outcome = await obeyStanding(own, standing, command, false, fresh);
      if (outcome === undefined) return done[0];
      done.push(outcome);
      if (outcome.pending !== undefined) break;
    }
    const last = done.at(-1);
    return last && { ...last, answer: done.map(({ answer }) => answer).join("\n"), locale };
  }
  return undefined;
}

type Part = { readonly text: string; readonly command: StandingCommand };

function twoCommands(text: string, locale: Locale): readonly [Part, Part] | undefined {
  if (tokens(text, MOST_WORDS + 1).length > MOST_WORDS) return undefined;
  for (const joint of text.matchAll(/\s+(?:e|and|e depois|and then)\s+/gi)) {
    const first = partOf(text.slice(0, joint.index), locale);
    const second = partOf(text.slice(joint.index + joint[0].length), locale);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

function partOf(text: string, locale: Locale): Part | undefined {
  const command = readStandingCommand(text, locale);
  return command === undefined || !CHANGES.has(command.does) || command.rest === ""
    ? undefined
    : { text, command: { ...command, isNamed: true } };
}
