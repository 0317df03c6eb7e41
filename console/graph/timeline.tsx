import { useMemo, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { duration } from "../format.ts";
import { StatusIcon } from "../parts/icons.tsx";
import { common, wordsIn } from "../words.ts";
import { edgesOf } from "./layout.ts";
import { type Row, type Timeline as Times, timelineOf } from "./timeline-layout.ts";

const ROW_PX = 30;
/** Above and below what is seen, so many rows are there already. */
const SPARE_ROWS = 12;
const SHOWN_PX = 520;

const words = wordsIn({
  title: ["Linha do tempo", "Timeline"],
  kinds: {
    waits: ["espera outro passo", "waits for a step"],
    queues: ["na fila", "queued"],
    wire: ["no domínio", "in its domain"],
    retry: ["antes de tentar de novo", "before trying again"],
  },
  idle: [
    (text: string) => `${text} sem nada em andamento`,
    (text: string) => `${text} with nothing under way`,
  ],
  tries: [(count: number) => `${count} tentativas`, (count: number) => `${count} tries`],
  estimated: ["tempo estimado", "estimated time"],
});

const share = (value: number) => `${(value * 100).toFixed(3)}%`;

/** Each step as a row: when it waited, queued, was on the wire and was tried again. */
export function Timeline({
  plan,
  steps,
  begunAt,
  now,
  effectOf,
  selected,
  onSelect,
}: {
  plan: ExecutionPlan;
  steps: readonly StepTrace[];
  begunAt: number;
  now: number;
  effectOf(id: string): Effect | undefined;
  selected: string | undefined;
  onSelect(id: string): void;
}) {
  const say = words();
  const before = useMemo(() => Map.groupBy(edgesOf(plan), ({ to }) => to), [plan]);
  const times = timelineOf({
    steps,
    before: (id) => (before.get(id) ?? []).map(({ from }) => from),
    begunAt,
    now,
  });
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE_ROWS);
  const last = Math.min(steps.length, Math.ceil((top + SHOWN_PX) / ROW_PX) + SPARE_ROWS);

  return (
    <section class="timeline" aria-label={say.title}>
      <Key />
      <Axis times={times} />
      <div
        ref={box}
        class="timeline-rows"
        style={{ maxHeight: `${SHOWN_PX}px` }}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <ul style={{ height: `${steps.length * ROW_PX}px` }}>
          {steps.slice(first, last).map((step, at) => {
            const id = String(step.id);
            const row = times.rows[first + at];
            return row === undefined ? null : (
              <li key={id} style={{ top: `${(first + at) * ROW_PX}px`, height: `${ROW_PX}px` }}>
                <StepRow
                  step={step}
                  row={row}
                  times={times}
                  effect={effectOf(id)}
                  isSelected={selected === id}
                  onSelect={() => onSelect(id)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function Key() {
  const { kinds } = words();
  return (
    <p class="timeline-key">
      {(["waits", "queues", "wire", "retry"] as const).map((kind) => (
        <span key={kind}>
          <span class={`swatch is-${kind}`} aria-hidden="true" />
          {kinds[kind]}
        </span>
      ))}
    </p>
  );
}

function Axis({ times }: { times: Times }) {
  const say = words();
  return (
    <div class="timeline-axis" aria-hidden="true">
      <div>
        {times.ticks.map((tick, at) => (
          <span key={at} style={{ left: share(at / (times.ticks.length - 1)) }}>
            {duration(tick - times.from)}
          </span>
        ))}
        {times.gaps.map((gap) => (
          <span
            key={`gap ${gap.from}`}
            class="gap"
            title={say.idle(duration(gap.to - gap.from))}
            style={{
              left: share(times.at(gap.from)),
              width: share(times.at(gap.to) - times.at(gap.from)),
            }}
          />
        ))}
      </div>
    </div>
  );
}

function StepRow({
  step,
  row,
  times,
  effect,
  isSelected,
  onSelect,
}: {
  step: StepTrace;
  row: Row;
  times: Times;
  effect: Effect | undefined;
  isSelected: boolean;
  onSelect(): void;
}) {
  const say = words();
  const isEffect = effect !== undefined && effect !== "read";
  return (
    <button
      type="button"
      class={`timeline-row is-${step.status}${isEffect ? ` has-effect is-${effect}` : ""}`}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <span class="timeline-name">
        <StatusIcon status={step.status} />
        <span class="name">{step.capability}</span> <span class="minor">{step.domain}</span>
        <span class="unseen">
          {`, ${step.id}, ${common().statuses[step.status]}`}
          {isEffect ? `, ${common().effects[effect]}` : ""}
          {row.isEstimated ? `, ${say.estimated}` : ""}
        </span>
      </span>
      <span class={`bars${row.isEstimated ? " is-estimated" : ""}`}>
        {row.segments.map(({ kind, from, to }, at) => (
          <span
            key={at}
            class={`bar is-${kind}`}
            style={{ left: share(times.at(from)), width: share(times.at(to) - times.at(from)) }}
          />
        ))}
      </span>
      <span class="timeline-time">
        {step.attempts > 1 ? (
          <>
            <span class="unseen">{say.tries(step.attempts)}, </span>
            <span class="minor" aria-hidden="true">
              {step.attempts}×{" "}
            </span>
          </>
        ) : null}
        {step.duration_ms > 0 ? duration(step.duration_ms) : ""}
      </span>
    </button>
  );
}
