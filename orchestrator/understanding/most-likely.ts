import type { Sentence } from "../language/values/recogniser.ts";
import { type Interpreter, type Part, standing } from "./clause.ts";
import { type Cut, sentenceIn } from "./cuts-of.ts";

/** Parts of a sentence from its begin to a cut, and how likely they are requests of their own. */
type Path = { readonly parts: readonly Part[]; readonly value: number };

/**
 * One request more is worth it where its part is at least this likely: how likely a whole is says little against it,
 * for what joins two requests is most often heard as the clearer one of them.
 */
const ONE_MORE = 0.2;

/**
 * The parts that a sentence most likely falls into: of all ways to cut it, the one whose parts are likeliest to be requests.
 * Cost: one interpretation for each two of its cuts
 */
export function mostLikely(
  sentence: Sentence,
  cuts: readonly Cut[],
  { interpret }: Pick<Interpreter, "interpret">,
  most: number,
): readonly Part[] {
  const partBetween = (left: Cut | undefined, right: Cut | undefined): Part => {
    const end = right?.left.text.length ?? sentence.text.length;
    const said = sentenceIn(sentence, left?.at ?? 0, end);
    return { sentence: said, clause: interpret(said) };
  };
  const best: (Path | undefined)[] = [{ parts: [], value: 0 }];
  for (let end = 1; end <= cuts.length + 1; end++)
    for (let begin = 0; begin < end; begin++) {
      const before = best[begin];
      if (before === undefined || before.parts.length === most) continue;
      const part = partBetween(cuts[begin - 1], cuts[end - 1]);
      if (part.clause.goal === before.parts.at(-1)?.clause.goal) continue;
      const value = before.value + Math.log(standing(part.clause) / ONE_MORE);
      if (value > (best[end]?.value ?? Number.NEGATIVE_INFINITY))
        best[end] = { parts: [...before.parts, part], value };
    }
  return best.at(-1)?.parts ?? [];
}
