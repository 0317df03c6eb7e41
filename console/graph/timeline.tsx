import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { duration } from "../format.ts";
import { classesOf, StatusIcon } from "../parts/receipts.tsx";
import { common, wordsIn } from "../words.ts";
import { edgesOf, subjectOf } from "./layout.ts";
import { type Row, type Timeline as Times, timelineOf } from "./timeline-layout.ts";

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
