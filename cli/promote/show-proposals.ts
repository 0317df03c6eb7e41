import type { ProposalsResponse } from "#shared/contracts/promotion.ts";
import { printable, type Terminal } from "../terminal.ts";
import { wordsFor } from "./words.ts";

/** What waits for the operator's word: each sentence whole, as its goal would have it, and what to look at first. */
export function showProposals(
  { proposals, unclear, wrong }: ProposalsResponse,
  { paint, words: { locale } }: Terminal,
): string {
  const words = wordsFor(locale);
  const shown = proposals.map(({ id, domain, goal, example, concerns, unmarked }) => {
    const why = concerns.map((each) => words.concerns[each]).join("; ");
    const names = unmarked.length > 0 ? ` ${unmarked.join(", ")}` : "";
    const doubts = why === "" ? [] : [`  ${paint.yellow(`! ${printable(why + names)}`)}`];
    const named = `${paint.bold(printable(id))}  ${printable(`${domain}.${goal}`)}`;
    return [named, `  ${printable(example)}`, ...doubts].join("\n");
  });
  const waiting = shown.length === 0 ? [words.nothing] : [...shown, paint.dim(words.wayOut)];
  const lines = unclear.map(({ id, text }) => `${paint.bold(printable(id))}  ${printable(text)}`);
  const notUnderstood = lines.length === 0 ? [] : [[words.unclear, ...lines].join("\n")];
  const called = wrong.map(({ id, text, goals, comment }) => {
    const read = goals.map(({ domain, goal }) => `${domain}.${goal}`).join(" + ") || words.noGoal;
    const said = comment === "" ? [] : [`  “${printable(comment)}”`];
    return [`${paint.bold(printable(id))}  ${printable(text)} → ${printable(read)}`, ...said].join(
      "\n",
    );
  });
  const calledWrong = called.length === 0 ? [] : [[words.wrong, ...called].join("\n")];
  return [...waiting, ...notUnderstood, ...calledWrong].join("\n\n");
}
