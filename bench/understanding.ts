import type { Figure } from "./figures.ts";
import { inTurns, median } from "./measure.ts";
import { startService } from "./processes.ts";
import type { Understood } from "./services/understanding.ts";

type Size = {
  goals: number;
  cold: number;
  warm?: number;
  p50: number;
  p99: number;
  memory: number;
};
const EXAMPLES = 10;
const SIZES: readonly Size[] = [
  { goals: 150, cold: 700, warm: 50, p50: 120, p99: 450, memory: 5 },
  { goals: 1000, cold: 5000, p50: 500, p99: 1400, memory: 23 },
];

/** U1 to U4: what it takes to learn a catalogue, to have it, and to understand a sentence by it. */
export async function measureUnderstanding(): Promise<Figure[]> {
  const { small } = await inTurns({ small: () => oneRound(0) });
  // Seconds long, so that once is enough.
  return [...figuresOf(SIZES[0], small), ...figuresOf(SIZES[1], [await oneRound(1)])];
}

async function oneRound(at: number): Promise<Understood> {
  const goals = SIZES[at]?.goals ?? 0;
  const { ready, stop } = await startService<Understood>("./services/understanding.ts", [
    String(goals),
    String(EXAMPLES),
  ]);
  await stop();
  return ready;
}

function figuresOf(size: Size | undefined, rounds: readonly Understood[]): Figure[] {
  if (size === undefined) return [];
  const of = `${size.goals} goals of ${EXAMPLES}`;
  const middle = (value: (round: Understood) => number) => median(rounds.map(value));
  const figure = (
    id: string,
    what: string,
    measured: number,
    unit: string,
    most: number,
  ): Figure => ({
    id,
    what: `${of}: ${what}`,
    measured,
    unit,
    target: { atMost: most },
  });
  return [
    figure(
      "U1",
      "learnt, cold",
      middle(({ cold }) => cold),
      "ms",
      size.cold,
    ),
    ...(size.warm === undefined
      ? []
      : [
          figure(
            "U1",
            "loaded with kept training",
            middle(({ warm }) => warm),
            "ms",
            size.warm,
          ),
        ]),
    figure(
      "U2",
      "a sentence, p50",
      middle(({ p50 }) => p50),
      "us",
      size.p50,
    ),
    figure(
      "U2",
      "a sentence, p99",
      middle(({ p99 }) => p99),
      "us",
      size.p99,
    ),
    figure(
      "U3",
      "memory kept",
      middle(({ memory }) => memory),
      "MB",
      size.memory,
    ),
    figure(
      "U4",
      "a sentence, against the floor",
      middle((r) => r.p50 / r.floorP50),
      "x",
      20,
    ),
  ];
}
