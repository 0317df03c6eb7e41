import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { shapeOf } from "../parts/icons.tsx";
import { Button } from "../parts/parts.tsx";
import { pressable, scrollable } from "../parts/scrollable.ts";
import { whenChanged } from "../parts/unchanged.ts";
import { type Status, wordsIn } from "../words.ts";
import { type Edge, layout, type Placed } from "./layout.ts";

const WIDTH = 190;
const HEIGHT = 46;
const GAP_X = 54;
const GAP_Y = 14;
const MARGIN = 12;
/** Smaller than this, no one can read a name: it is left out. */
const LEAST_READABLE = 0.45;
const ZOOMS = [0.1, 0.2, 0.35, 0.5, 0.7, 1, 1.4];
/** More nodes are reached by the list beside the picture. */
const MOST_BY_KEYBOARD = 80;
const NAME_CHARS = 19;

export type NodeState = { status: Status; effect: Effect | undefined };

const words = wordsIn({
  of: [
    (count: number) => `Grafo do plano, ${count} ${count === 1 ? "passo" : "passos"}`,
    (count: number) => `Graph of the plan, ${count} ${count === 1 ? "step" : "steps"}`,
  ],
  closer: ["Aproximar", "Zoom in"],
  farther: ["Afastar", "Zoom out"],
  whole: ["Inteiro", "Fit"],
});

const xOf = ({ column }: Placed) => MARGIN + column * (WIDTH + GAP_X);
const yOf = ({ row }: Placed) => MARGIN + row * (HEIGHT + GAP_Y);

/**
 * A plan as columns of steps, each after what it waits for. A full line carries a value, a broken one only an order.
 * Nothing moves it but who looks at it.
 */
export function Graph({
  plan,
  stateOf,
  selected,
  onSelect,
}: {
  plan: ExecutionPlan;
  stateOf(id: string): NodeState;
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
}) {
  const say = words();
  const placed = useMemo(() => layout(plan), [plan]);
  const steps = useMemo(() => new Map(plan.steps.map((step) => [String(step.id), step])), [plan]);
  const nodes = useMemo(() => new Map(placed.nodes.map((node) => [node.id, node])), [placed]);
  const width = placed.columns * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN;
  const height = placed.rows * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN;
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [view, setView] = useState({ left: 0, top: 0, width: 1200, height: 900 });

  const look = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = current;
    setView({ left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight });
  };
  useLayoutEffect(look, [zoom, plan]);
  const step = (by: 1 | -1) => {
    const at = ZOOMS.findIndex((each) => each >= zoom);
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + by))] ?? 1);
  };
  const fit = () => {
    const { current } = box;
    if (current === null) return;
    const most = Math.min(current.clientWidth / width, current.clientHeight / height, 1);
    setZoom(Math.max(0.05, most));
  };

  // Only what can be seen is drawn, with a little around it.
  const { seen, lines } = useMemo(() => {
    const isSeen = (x: number, y: number) =>
      (x + WIDTH) * zoom >= view.left - 200 &&
      x * zoom <= view.left + view.width + 200 &&
      (y + HEIGHT) * zoom >= view.top - 200 &&
      y * zoom <= view.top + view.height + 200;
    const near = placed.nodes.filter((node) => isSeen(xOf(node), yOf(node)));
    const ids = new Set(near.map(({ id }) => id));
    return {
      seen: near,
      lines: placed.edges.filter(({ from, to }) => ids.has(from) || ids.has(to)),
    };
  }, [placed, zoom, view]);
  const isSmall = zoom < LEAST_READABLE;
  const byKeyboard = onSelect !== undefined && plan.steps.length <= MOST_BY_KEYBOARD;

  return (
    <div class="graph">
      <div class="graph-tools">
        <button type="button" class="plain" onClick={() => step(-1)} aria-label={say.farther}>
          −
        </button>
        <button type="button" class="plain" onClick={() => step(1)} aria-label={say.closer}>
          +
        </button>
        <Button says={say.whole} class="plain" onClick={fit} />
      </div>
      <div ref={box} class="graph-box" {...scrollable(say.of(plan.steps.length))} onScroll={look}>
        <svg
          aria-labelledby="graph-name"
          width={width * zoom}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          class={isSmall ? "is-small" : ""}
        >
          <title id="graph-name">{say.of(plan.steps.length)}</title>
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M1 1l6 3-6 3" />
            </marker>
          </defs>
          <StillEdges lines={lines} nodes={nodes} />
          {seen.map((node) => (
            <StillNode
              key={node.id}
              x={xOf(node)}
              y={yOf(node)}
              step={steps.get(node.id)}
              {...stateOf(node.id)}
              isSmall={isSmall}
              isSelected={selected === node.id}
              byKeyboard={byKeyboard}
              onSelect={onSelect}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}

function lineBetween(a: Placed, b: Placed): string {
  const [x1, y1] = [xOf(a) + WIDTH, yOf(a) + HEIGHT / 2];
  const [x2, y2] = [xOf(b) - 2, yOf(b) + HEIGHT / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

const cut = (text: string) =>
  text.length > NAME_CHARS ? `${text.slice(0, NAME_CHARS - 1)}…` : text;

type NodeProps = NodeState & {
  x: number;
  y: number;
  step: ExecutionStep | undefined;
  isSmall: boolean;
  isSelected: boolean;
  byKeyboard: boolean;
  onSelect: ((id: string) => void) | undefined;
};

function Node({
  x,
  y,
  step,
  status,
  effect,
  isSmall,
  isSelected,
  byKeyboard,
  onSelect,
}: NodeProps) {
  if (step === undefined) return null;
  const id = String(step.id);
  const choose = () => onSelect?.(id);
  const isButton = byKeyboard ? pressable(choose) : {};
  const isEffect = effect !== undefined && effect !== "read";
  return (
    <g
      class={`node is-${status}${isEffect ? ` has-effect is-${effect}` : ""}${isSelected ? " is-selected" : ""}`}
      transform={`translate(${x} ${y})`}
      {...{ onClick: choose, ...isButton }}
    >
      <title>{`${id} · ${step.domain}.${step.capability}`}</title>
      <rect width={WIDTH} height={HEIGHT} rx="7" />
      {isEffect ? <rect class="stripe" width="5" height={HEIGHT} rx="2.5" /> : null}
      {isSmall ? null : (
        <>
          <path class="shape" transform="translate(12 15)" d={shapeOf(status)} />
          <text x="36" y="20">
            {cut(step.capability)}
          </text>
          <text class="minor" x="36" y="36">
            {cut(`${id} · ${step.domain}`)}
          </text>
        </>
      )}
    </g>
  );
}

/** Of 2,000 steps one changes at a time. */
const StillNode = whenChanged<NodeProps>(Node, ["onSelect"]);

type EdgesProps = { lines: readonly Edge[]; nodes: ReadonlyMap<string, Placed> };

function Edges({ lines, nodes }: EdgesProps) {
  return (
    <g>
      {lines.map(({ from, to, isReference }) => {
        const [a, b] = [nodes.get(from), nodes.get(to)];
        if (a === undefined || b === undefined) return null;
        return (
          <path
            key={`${from} ${to}`}
            class={isReference ? "edge" : "edge is-order"}
            d={lineBetween(a, b)}
            marker-end="url(#arrow)"
          />
        );
      })}
    </g>
  );
}

const StillEdges = whenChanged<EdgesProps>(Edges, []);
