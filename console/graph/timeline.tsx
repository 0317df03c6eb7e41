import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { duration } from "../format.ts";
import { classesOf, StatusIcon } from "../parts/receipts.tsx";
import { common, wordsIn } from "../words.ts";
import { edgesOf, subjectOf } from "./layout.ts";

const ROW_PX = 30;
/** Above and below what is seen, so many rows are there already. */
const SPARE_ROWS = 12;
const SHOWN_PX = 520;
const KINDS = ["waits", "queues", "wire", "retry"] as const;

const say = wordsIn({
  title: ["Linha do tempo", "Timeline"],
  kinds: {
    waits: ["espera outro passo", "waits for a step"],
    queues: ["na fila", "queued"],
    wire: ["no domínio", "in its domain"],
    retry: ["antes de tentar de novo", "before trying again"],
  },
  idle: ["sem nada em andamento", "idle"],
  tries: ["tentativas", "tries"],
  estimated: ["tempo estimado", "estimated time"],
});

const share = (value: number) => `${(value * 100).toFixed(3)}%`;
/** Where a stretch of time stands. */
const placeOf = ({ at }: Times, { from, to }: { from: number; to: number }) => ({
  ...{ left: share(at(from)), width: share(at(to) - at(from)) },
});

type Props = {
  plan: ExecutionPlan;
  steps: readonly StepTrace[];
  begunAt: number;
  now: number;
  effectOf(id: string): Effect | undefined;
  selected: string | undefined;
  onSelect(id: string): void;
};

/** Each step as a row: when it waited, queued, was on the wire and was tried again. */
export function Timeline({ plan, steps, begunAt, now, effectOf, selected, onSelect }: Props) {
  const edges = useMemo(() => Map.groupBy(edgesOf(plan), ({ to }) => to), [plan]);
  const before = (id: string) => (edges.get(id) ?? []).map(({ from }) => from);
  const times = timelineOf({ steps, before, begunAt, now });
  const subjects = useMemo(
    () => new Map(plan.steps.map((step) => [String(step.id), subjectOf(step)])),
    [plan],
  );
  const [top, setTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  // What is chosen elsewhere comes into view here.
  useEffect(() => {
    const at = steps.findIndex(({ id }) => String(id) === selected) * ROW_PX;
    const { current } = box;
    if (current === null || at < 0) return;
    const isSeen = at >= current.scrollTop && at + ROW_PX <= current.scrollTop + SHOWN_PX;
    if (!isSeen) current.scrollTop = at - SHOWN_PX / 2;
  }, [selected]);
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE_ROWS);
  const last = Math.ceil((top + SHOWN_PX) / ROW_PX) + SPARE_ROWS;
  return (
    <section class="timeline" aria-label={say.title}>
      <p class="timeline-key">
        {KINDS.map((kind) => (
          <span key={kind}>
            <span class={`swatch is-${kind}`} aria-hidden="true" />
            {say.kinds[kind]}
          </span>
        ))}
      </p>
      <Axis times={times} />
      <div
        ref={box}
        class="timeline-rows"
        style={{ maxHeight: `${SHOWN_PX}px` }}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <ul style={{ height: `${steps.length * ROW_PX}px` }}>
          {steps.slice(first, last).map((step, at) => {
            const row = times.rows[first + at];
            const style = { top: `${(first + at) * ROW_PX}px`, height: `${ROW_PX}px` };
            if (row === undefined) return null;
            const effect = effectOf(row.id);
            const isSelected = selected === row.id;
            const subject = subjects.get(row.id);
            return (
              <li key={row.id} style={style}>
                <StepRow {...{ step, row, times, subject, effect, isSelected, onSelect }} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** With as many digits as tell each moment from the next: behind a long pause they are close together. */
function namesOf({ ticks, from }: Times): string[] {
  const written = [1, 2, 3].map((digits) => ticks.map((tick) => duration(tick - from, digits)));
  return written.find((names) => new Set(names).size === names.length) ?? written[0] ?? [];
}

function Axis({ times }: { times: Times }) {
  const { ticks, gaps } = times;
  return (
    <div class="timeline-axis" aria-hidden="true">
      <div>
        {namesOf(times).map((name, at) => (
          <span key={at} style={{ left: share(at / (ticks.length - 1)) }}>
            {name}
          </span>
        ))}
        {gaps.map((gap) => {
          const title = `${duration(gap.to - gap.from)} ${say.idle}`;
          return <span key={gap.from} class="gap" title={title} style={placeOf(times, gap)} />;
        })}
      </div>
    </div>
  );
}

type RowProps = {
  step: StepTrace;
  row: Row;
  times: Times;
  subject: string | undefined;
  effect: Effect | undefined;
  isSelected: boolean;
  onSelect(id: string): void;
};

function StepRow({ step, row, times, subject, effect, isSelected, onSelect }: RowProps) {
  const { id, domain, capability, status, attempts, duration_ms } = step;
  const told = [
    ...[domain, id, common.statuses[status]],
    ...(effect === undefined || effect === "read" ? [] : [common.effects[effect]]),
    ...(row.isEstimated ? [say.estimated] : []),
  ];
  return (
    <button
      type="button"
      class={`timeline-row ${classesOf(status, effect)}`}
      aria-pressed={isSelected}
      onClick={() => onSelect(row.id)}
    >
      <span class="timeline-name">
        <StatusIcon status={status} />
        <span class="name">{subject ?? capability}</span>{" "}
        {subject !== undefined && <span class="minor">{capability}</span>}
        <span class="unseen">, {told.join(", ")}</span>
      </span>
      <span class={`bars${row.isEstimated ? " is-estimated" : ""}`}>
        {row.segments.map((segment, at) => (
          <span key={at} class={`bar is-${segment.kind}`} style={placeOf(times, segment)} />
        ))}
      </span>
      <span class="timeline-time">
        {attempts > 1 && (
          <span class="minor">
            {attempts}
            <span aria-hidden="true">× </span>
            <span class="unseen"> {say.tries}, </span>
          </span>
        )}
        {duration_ms > 0 && duration(duration_ms)}
      </span>
    </button>
  );
}

/** waits: for a step before it. queues: for its turn. wire: its domain is at it. retry: between two tries. */
type SegmentKind = "waits" | "queues" | "wire" | "retry";
type Segment = { kind: SegmentKind; from: number; to: number };
type Row = {
  id: string;
  segments: Segment[];
  /** Its times were not kept; it is drawn where it must have been. */
  isEstimated: boolean;
};
/** A stretch in which nothing was under way, drawn much shorter than it was. */
type Gap = { from: number; to: number };
type Times = {
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
export function timelineOf({ steps, before, begunAt, now }: Input): Times {
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
