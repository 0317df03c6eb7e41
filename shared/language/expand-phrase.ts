/**
 * All phrases that one with alternatives stands for: "(set|add) [me] another" gives "set me another", "set another",
 * "add me another" and "add another". Pure.
 */
export function expandPhrase(phrase: string): string[] {
  if (!/[()[\]]/.test(phrase)) return [phrase];
  const { ways, to } = readWays(phrase, 0);
  if (to < phrase.length) throw new SyntaxError(`"${phrase}" closes what it has not opened`);
  return ways.map((way) => way.replaceAll(/\s+/g, " ").trim());
}

/** What may stand from a place up to what closes it, with "|" between alternatives. */
function readWays(phrase: string, from: number): { ways: string[]; to: number } {
  const done: string[] = [];
  let ways = [""];
  let at = from;
  while (at < phrase.length && !")]".includes(phrase.charAt(at))) {
    const sign = phrase.charAt(at);
    if (sign === "|") {
      done.push(...ways);
      ways = [""];
      at++;
    } else if (sign === "(" || sign === "[") {
      const inside = readWays(phrase, at + 1);
      if (phrase.charAt(inside.to) !== (sign === "(" ? ")" : "]"))
        throw new SyntaxError(`"${phrase}" does not close what it opens`);
      const options = sign === "[" ? [...inside.ways, ""] : inside.ways;
      ways = ways.flatMap((way) => options.map((option) => way + option));
      at = inside.to + 1;
    } else {
      ways = ways.map((way) => way + sign);
      at++;
    }
  }
  return { ways: [...done, ...ways], to: at };
}
