import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { ShownAnswer } from "#shared/contracts/shown.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { withoutCourtesy } from "../understanding/courtesy.ts";
import { deedOf } from "../understanding/lexicons/deeds.ts";
import { tokens } from "../understanding/text.ts";
import type { Turn } from "./turn.ts";

type AgainWords = {
  /** Behind a verb: the same once more. */
  readonly again: readonly string[];
  /** What may stand between them. */
  readonly same: readonly string[];
  /** One more of what was made. */
  readonly another: readonly string[];
};
const list = (text: string): readonly string[] => text.split("|");
const WORDS: Readonly<Record<Locale, AgainWords>> = {
  "pt-BR": {
    again: list("de novo|outra vez|mais uma vez|novamente"),
    same: list("isso|ela|ele|essa|esse|a mesma coisa|o mesmo|tudo"),
    another: list("outro|outra|mais um|mais uma"),
  },
  en: {
    again: list("again|once more|one more time"),
    same: list("it|that|this|them|the same|the same thing"),
    another: list("another one|another|one more"),
  },
};
const OWN = Object.values(WORDS);
const MOST_WORDS = 8;

/** "Manda de novo", "send it again" behind a deed of that kind: the same once more. Pure. */
export function repeats(text: string, { said, frames }: ShownAnswer): boolean {
  const all = tokens(text, MOST_WORDS + 1);
  const { from, to } = withoutCourtesy(all);
  const [verb, ...rest] = all.slice(from, to).map(({ word }) => word);
  const deed = all.length > MOST_WORDS ? undefined : deedOf(verb ?? "");
  const done = [said, ...frames.map(({ original_query }) => original_query)];
  const isSame = done.some((each) => tokens(each).some(({ word }) => deedOf(word) === deed));
  if (deed === undefined || !isSame) return false;
  const behind = rest.join(" ");
  return OWN.some(({ again, same }) =>
    again.some((once) => behind === once || same.some((it) => behind === `${it} ${once}`)),
  );
}

/** So certain is what is meant by the goal that came before. */
const ELLIPTICAL = 0.97;

/** "Make another saying ...", "faz outro: ...": the last goal once more, with what it is to be made of. Pure. */
export function ofAnother(
  { snapshot: { catalogue } }: Turn,
  intent: IntentOutput,
  { frames: [last] }: ShownAnswer,
): IntentOutput | undefined {
  const [frame, ...others] = framesOf(intent);
  if (frame === undefined || last === undefined || others.length > 0) return undefined;
  if (frame.primary_domain !== last.primary_domain || frame.goal !== last.goal) return undefined;
  const said = (text: string) =>
    ` ${tokens(text)
      .map(({ word }) => word)
      .join(" ")} `;
  const opening = said(intent.original_query.split(/[:"\u201c]/u)[0] ?? "");
  const named = OWN.flatMap(({ another }) => another).find((each) => opening.includes(` ${each} `));
  const isOfIt = (detail: string) => ` ${named} `.includes(said(detail));
  const doubts = (frame.doubts ?? []).filter(
    ({ reason, detail }) => reason !== "unread" || !isOfIt(detail),
  );
  if (named === undefined || doubts.length > 0 || frame.confidence >= ELLIPTICAL) return undefined;
  if (missingEntities(frame, catalogue).length > 0) return undefined;
  const { doubts: _, unread: _rest, ...kept } = intent;
  const evidence = [...intent.evidence, { kind: "last_goal", detail: `another ${last.goal}` }];
  const certain = { ...frame, doubts: undefined, confidence: ELLIPTICAL };
  const { doubts: _none, ...again } = certain;
  return withFrames({ ...kept, tier: "elliptical" as const, evidence }, [again]);
}
