/** More are not kept: the oldest go first. */
const MOST_FACTS = 10;
const MOST_SAID_CHARS = 120;
const MOST_TOLD_CHARS = 160;

/** What was said and what came of it. `told` is left out where it is not the house's own words. */
export type Exchange = { said: string; goal: string; told: string | undefined };

/** The session's facts with one more, as a line that a person can read. No model is asked. Pure. */
export function noteFact(facts: readonly string[], { said, goal, told }: Exchange): string[] {
  const [answer = ""] = told?.trim().split("\n") ?? [];
  const came = answer === "" ? "" : `: ${short(answer, MOST_TOLD_CHARS)}`;
  return [...facts, `"${short(said, MOST_SAID_CHARS)}" (${goal})${came}`].slice(-MOST_FACTS);
}

/** What is left of the facts when `summarised` are told by a summary; undefined: some are gone, and it is out of date. */
export function withoutFacts(
  facts: readonly string[],
  summarised: readonly string[],
): string[] | undefined {
  if (!summarised.every((fact) => facts.includes(fact))) return undefined;
  return facts.filter((fact) => !summarised.includes(fact));
}

function short(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
