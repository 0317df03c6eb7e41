import type { Locale } from "#shared/contracts/names.ts";
import { randomFrom, shuffle } from "#shared/random/random.ts";
import type { SessionContext, Understanding } from "../../understanding/understanding.ts";
import type { Labelled } from "./labelled.ts";
import { share, THRESHOLDS } from "./score.ts";

/** Two sentences that ask for different goals, said in one breath. */
export type JoinedSentence = { text: string; goals: readonly [string, string] };

/** What a joined sentence would set in motion. */
export type JoinedDecision = {
  /** Those that were asked for, and those that were found. */
  asked: readonly [string, string];
  found: readonly string[];
  /** Something is to follow the goal that was found: the second request is not lost. */
  hasFollowup: boolean;
  /** Of the least certain goal; 0 where none was found. */
  confidence: number;
};

/** Shares are 0..1; null where nothing was joined. */
export type JoinedScores = {
  sentences: number;
  gates: {
    threshold: number;
    /** Acted on as one request: the other one is lost, and no one is told. */
    swallowed: number | null;
    /** Both are done. */
    both: number | null;
  }[];
};

const SEED = 7;
const CONNECTIVES: Record<Locale, readonly string[]> = {
  "pt-BR": [" e ", " e depois ", " e também "],
  en: [" and ", " and then ", " and also "],
};
const WITHOUT_CONTEXT: SessionContext = { lastFrame: null };

/** Sentences of one language in pairs, as a seed draws them: the same labels always give the same pairs. */
export function joinInPairs(labels: readonly Labelled[]): JoinedSentence[] {
  const random = randomFrom(SEED);
  const inScope = labels.flatMap(({ goal, ...rest }) => (goal === null ? [] : [{ ...rest, goal }]));
  return [...Map.groupBy(inScope, ({ locale }) => locale)].flatMap(([locale, own]) => {
    const drawn = shuffle(own, random);
    const connectives = CONNECTIVES[locale];
    return drawn.flatMap((first, at): JoinedSentence[] => {
      const second = drawn[at + 1];
      if (at % 2 === 1 || second === undefined || first.goal === second.goal) return [];
      const connective = connectives[Math.floor(random() * connectives.length)] ?? " ";
      const text = first.text.replace(/[\s?.!]+$/, "") + connective + second.text;
      return [{ text, goals: [first.goal, second.goal] }];
    });
  });
}

export const understandJoined = (
  understanding: Pick<Understanding, "understand">,
  { text, goals }: JoinedSentence,
): JoinedDecision => {
  const {
    goal,
    also,
    followups,
    confidence,
    doubts = [],
  } = understanding.understand(text, WITHOUT_CONTEXT).intent;
  const frames = [{ goal, confidence, doubts }, ...also];
  const isDoubtful = frames.some((frame) => (frame.doubts ?? []).length > 0);
  return {
    asked: goals,
    found: frames.flatMap((frame) => frame.goal ?? []),
    hasFollowup: followups.length > 0,
    confidence:
      goal === null || isDoubtful ? 0 : Math.min(...frames.map((frame) => frame.confidence)),
  };
};

export function scoreJoined(decisions: readonly JoinedDecision[]): JoinedScores {
  return {
    sentences: decisions.length,
    gates: THRESHOLDS.map((threshold) => ({
      threshold,
      swallowed: share(
        decisions,
        ({ found, hasFollowup, confidence }) =>
          confidence >= threshold && found.length === 1 && !hasFollowup,
      ),
      both: share(
        decisions,
        ({ asked, found, confidence }) =>
          confidence >= threshold &&
          found.length === asked.length &&
          asked.every((goal) => found.includes(goal)),
      ),
    })),
  };
}
