import type { StepTrace } from "#shared/contracts/run.ts";

/** waits: for a step before it. queues: for its turn. wire: its domain is at it. retry: between two tries. */
export type SegmentKind = "waits" | "queues" | "wire" | "retry";
export type Segment = { kind: SegmentKind; from: number; to: number };
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
    const row = rowOf(step, begunAt, now, () =>
      Math.max(begunAt, ...before(id).map((each) => ends.get(each) ?? begunAt)),
    );
    ends.set(id, row.segments.at(-1)?.to ?? begunAt);
    return row;
  });
  const all = rows.flatMap(({ segments }) => segments);
  const from = Math.min(begunAt, ...all.map((each) => each.from));
  const to = Math.max(from + 1, ...all.map((each) => each.to));
  const gaps = idleIn(all, from, to);
  const at = scaleOf(from, to, gaps);
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) =>
    timeAt(index / TICKS, from, to, gaps),
  );
  return { rows, gaps, from, to, at, ticks };
}

function rowOf(step: StepTrace, begunAt: number, now: number, startOf: () => number): Row {
  const { times, attempts, duration_ms, status } = step;
  const id = String(step.id);
  if (times === undefined) {
    if (attempts === 0 || (duration_ms === 0 && status !== "running"))
      return { id, segments: [], isEstimated: false };
    const from = startOf();
    const to = status === "running" ? now : from + duration_ms;
    return { id, segments: [{ kind: "wire", from, to }], isEstimated: true };
  }
  const { ready_at, sent } = times;
  const segments: Segment[] = [{ kind: "waits", from: begunAt, to: ready_at }];
  let last = ready_at;
  for (const [at, { began_at, ended_at }] of sent.entries()) {
    segments.push({ kind: at === 0 ? "queues" : "retry", from: last, to: began_at });
    segments.push({ kind: "wire", from: began_at, to: ended_at });
    last = ended_at;
  }
  return { id, segments: segments.filter(({ from, to }) => to > from), isEstimated: false };
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

const idleMs = (gaps: readonly Gap[]) => gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);

/** Of the width, what a millisecond outside of pauses takes. */
const widthOfMs = (from: number, to: number, gaps: readonly Gap[]) =>
  (1 - gaps.length * GAP_WIDTH) / Math.max(1, to - from - idleMs(gaps));

function scaleOf(from: number, to: number, gaps: readonly Gap[]): (time: number) => number {
  const unit = widthOfMs(from, to, gaps);
  return (time) => {
    let width = 0;
    let last = from;
    for (const gap of gaps) {
      if (time <= gap.from) break;
      const share = Math.min(1, (time - gap.from) / (gap.to - gap.from));
      width += (gap.from - last) * unit + share * GAP_WIDTH;
      last = Math.min(gap.to, time);
    }
    return Math.min(1, Math.max(0, width + Math.max(0, time - last) * unit));
  };
}

function timeAt(share: number, from: number, to: number, gaps: readonly Gap[]): number {
  const unit = widthOfMs(from, to, gaps);
  let left = share;
  let last = from;
  for (const gap of gaps) {
    const width = (gap.from - last) * unit;
    if (left <= width) break;
    left -= width;
    if (left <= GAP_WIDTH) return gap.from + (left / GAP_WIDTH) * (gap.to - gap.from);
    left -= GAP_WIDTH;
    last = gap.to;
  }
  return last + left / unit;
}
