import type { IntentOutput, TextSpan } from "#shared/contracts/intent.ts";

/** A stretch of a sentence: what it was read as, or plain words. */
export type Stretch = {
  text: string;
  kind: "plain" | "entity" | "modifier" | "unread";
  /** The entity's name, or the modifier's kind. */
  label: string;
};
type Mark = TextSpan & Pick<Stretch, "kind" | "label">;

/** Where the words of a value stand; values that stand nowhere in the words have no place. */
function placesOf(text: string, name: string, value: unknown): Mark[] {
  const said = text.toLowerCase();
  return [value].flat().flatMap((each): Mark[] => {
    const words = String(each).toLowerCase();
    const start = words === "" ? -1 : said.indexOf(words);
    return start === -1 ? [] : [{ start, end: start + words.length, kind: "entity", label: name }];
  });
}

/** A sentence cut into what each stretch was read as; of two that overlap, the first one counts. */
export function stretchesOf(text: string, intent: IntentOutput): Stretch[] {
  const frames = [intent, ...intent.also];
  const marks: Mark[] = [
    ...(intent.unread ?? []).map(({ span }) => ({ ...span, kind: "unread" as const, label: "" })),
    // Words that belong to the goal are no modifiers of it.
    ...(intent.modifiers ?? [])
      .filter(({ belongs_to }) => belongs_to.to !== "goal")
      .map(({ span, kind }) => ({ ...span, kind: "modifier" as const, label: kind })),
    ...frames.flatMap(({ entities }) =>
      Object.entries(entities).flatMap(([name, value]) => placesOf(text, name, value)),
    ),
  ];
  const taken: Mark[] = [];
  for (const mark of marks)
    if (mark.end > mark.start && mark.end <= text.length)
      if (!taken.some(({ start, end }) => mark.start < end && start < mark.end)) taken.push(mark);
  taken.sort((a, b) => a.start - b.start);
  const plain = (from: number, to?: number): Stretch[] =>
    text.slice(from, to) === "" ? [] : [{ text: text.slice(from, to), kind: "plain", label: "" }];
  return [
    ...taken.flatMap(({ start, end, kind, label }, at) => [
      ...plain(taken[at - 1]?.end ?? 0, start),
      { text: text.slice(start, end), kind, label },
    ]),
    ...plain(taken.at(-1)?.end ?? 0),
  ];
}
