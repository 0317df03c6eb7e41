import type { StepTrace } from "#shared/contracts/run.ts";

/** waits: for a step before it. queues: for its turn. wire: its domain is at it. retry: between two tries. */
type SegmentKind = "waits" | "queues" | "wire" | "retry";
type Segment = { kind: SegmentKind; from: number; to: number };
export type Row = {
  id: string;
  segments: Segment[];
  /** Its times were not kept; it is drawn where it must have been. */
  isEstimated: boolean;
};
/** A stretch in which nothing was under way, drawn much shorter than it was. */
export type Gap = { from: number; to: number };
export type Timeline = {
  rows: Row[];
  gaps: Gap[];
  from: number;
  to: number;
  /** Where a moment stands, 0..1. */
  at(time: number): number;
  /** Moments to write below it. */
  ticks: number[];
};

const MIN_GAP_MS = 2000;
/** Of the whole time, a shorter pause is drawn as it was. */
const GAP_SHARE = 0.2;
/** What a pause is drawn as, of the whole width. */
const GAP_WIDTH = 0.04;
const TICKS = 5;

type Input = {
  steps: readonly StepTrace[];
  /** What each step waits for. */
  before(id: string): readonly string[];
  begunAt: number;
  /** For what is still under way. */
  now: number;
};

/** When each step waited, queued, was on the wire and was tried once more. Pure. */
export function timelineOf({ steps, before, begunAt, now }: Input): Timeline {
  const ends = new Map<string, number>();
  const rows = steps.map((step): Row => {
    const id = String(step.id);
    const begin = () => Math.max(begunAt, ...before(id).map((each) => ends.get(each) ?? begunAt));
    const segments = segmentsOf(step, begunAt, begin, now).filter(({ from, to }) => to > from);
    ends.set(id, segments.at(-1)?.to ?? begunAt);
    return { id, segments, isEstimated: step.times === undefined && segments.length > 0 };
  });
  const all = rows.flatMap(({ segments }) => segments);
  const from = Math.min(begunAt, ...all.map((each) => each.from));
  const to = Math.max(from + 1, ...all.map((each) => each.to));
  const gaps = idleIn(all, from, to);
  const marks = marksOf(from, to, gaps);
  const back = marks.map(([time, width]) => [width, time] as const);
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => between(back, index / TICKS));
  return { rows, gaps, from, to, at: (time) => between(marks, time), ticks };
}

/** `begin`: where a step whose times were not kept must have begun. */
function segmentsOf(step: StepTrace, begunAt: number, begin: () => number, now: number): Segment[] {
  const { times, attempts, duration_ms, status } = step;
  if (times === undefined) {
    if (attempts === 0) return [];
    const from = begin();
    return [{ kind: "wire", from, to: status === "running" ? now : from + duration_ms }];
  }
  const { ready_at, sent } = times;
  return [
    { kind: "waits", from: begunAt, to: ready_at },
    ...sent.flatMap(({ began_at, ended_at }, at): Segment[] => [
      at === 0
        ? { kind: "queues", from: ready_at, to: began_at }
        : { kind: "retry", from: sent[at - 1]?.ended_at ?? began_at, to: began_at },
      { kind: "wire", from: began_at, to: ended_at },
    ]),
  ];
}

/** The long stretches in which nothing is on the wire. */
function idleIn(segments: readonly Segment[], from: number, to: number): Gap[] {
  const busy = segments.filter(({ kind }) => kind === "wire").toSorted((a, b) => a.from - b.from);
  const least = Math.max(MIN_GAP_MS, (to - from) * GAP_SHARE);
  const gaps: Gap[] = [];
  let until = from;
  for (const each of [...busy, { from: to, to }]) {
    if (each.from - until > least) gaps.push({ from: until, to: each.from });
    until = Math.max(until, each.to);
  }
  return gaps;
}

/** A moment, and where it stands: between two of them time is even. */
type Mark = readonly [from: number, to: number];

function marksOf(from: number, to: number, gaps: readonly Gap[]): Mark[] {
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const widthOfMs = (1 - gaps.length * GAP_WIDTH) / Math.max(1, to - from - idle);
  const marks: [number, number][] = [[from, 0]];
  const add = (time: number, width: number) => {
    marks.push([time, (marks.at(-1)?.[1] ?? 0) + width]);
  };
  let last = from;
  for (const gap of gaps) {
    add(gap.from, (gap.from - last) * widthOfMs);
    add(gap.to, GAP_WIDTH);
    last = gap.to;
  }
  add(to, (to - last) * widthOfMs);
  return marks;
}

/** What stands beside `value`, by the marks around it. */
function between(marks: readonly Mark[], value: number): number {
  const last = marks.findLastIndex(([from], at) => from <= value && at < marks.length - 1);
  const [from, to] = marks[Math.max(0, last)] ?? [0, 0];
  const [endFrom, endTo] = marks[Math.max(0, last) + 1] ?? [1, 1];
  const share = (value - from) / (endFrom - from || 1);
  return to + Math.min(1, Math.max(0, share)) * (endTo - to);
}
