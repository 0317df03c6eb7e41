import type { Entities, IntentOutput } from "#shared/contracts/intent.ts";
import { stoppingDoubts } from "../../planning/gate.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import type { Labelled, LabelledEntity, Prediction } from "./labelled.ts";

/** What is in doubt is asked about, however certain its goal is: it counts as below every gate that is measured. */
const ASKED = 0.85;

/** What a sentence leads to when nothing was said before it. Relative dates ("amanhã") stay words. */
export function predict(understanding: Understanding, { id, text }: Labelled): Prediction {
  const { intent } = understanding.understand(text, { lastFrame: null });
  return { id, ...predictionOf(intent) };
}

function predictionOf(intent: IntentOutput): Omit<Prediction, "id"> {
  const { primary_domain: domain, goal, tier, also, evidence } = intent;
  const frames = [intent, ...also];
  const isDoubtful = frames.some(
    ({ doubts = [] }) => stoppingDoubts(doubts, { effects: ["read"] }).length > 0,
  );
  const template = evidence.find(({ kind }) => kind === "template")?.detail;
  return {
    domain,
    goal,
    confidence:
      goal === null
        ? 0
        : Math.min(isDoubtful ? ASKED : 1, ...frames.map(({ confidence }) => confidence)),
    entities: frames.flatMap(({ entities }) => valuesOf(entities)),
    tier,
    ...(template !== undefined && { template }),
  };
}

const valuesOf = (entities: Entities): LabelledEntity[] =>
  Object.entries(entities).flatMap(([name, value]) =>
    [value].flat().map((each) => ({ name, value: String(each) })),
  );
