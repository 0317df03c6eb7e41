import { intentWithout } from "../../planning/frames.ts";
import { readControl } from "../../understanding/control.ts";
import type { Outcome } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import { dropLast } from "./drop-last.ts";
import { standingAnswer } from "./standing-answer.ts";
import { undoStanding } from "./undo-standing.ts";

/** What was said to or about standing requests, now that its person wants it. undefined: it says nothing like that. */
export async function doWanted(turn: Turn, input_text: string): Promise<Outcome | undefined> {
  const entry = { ...turn.entry, input_text };
  const wanted: Turn = { ...turn, entry, pending: undefined, instruction: undefined };
  const undone =
    readControl(input_text) === "undo"
      ? await undoStanding(wanted, intentWithout(input_text, "control", "undo"))
      : undefined;
  return undone ?? (await dropLast(wanted)) ?? (await standingAnswer(wanted));
}
