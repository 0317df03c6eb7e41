import { Component } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { shortened } from "../format.ts";
import { Button, scrollable } from "../parts/parts.tsx";
import { classesOf, shapes } from "../parts/receipts.tsx";
import { common, type Status, wordsIn } from "../words.ts";
import { type Edge, layout, type Placed, subjectOf } from "./layout.ts";

const WIDTH = 206;
const HEIGHT = 46;
const GAP_X = 54;
const GAP_Y = 14;
const MARGIN = 12;
/** Smaller than this, no one can read a name: it is left out. */
const LEAST_READABLE = 0.45;
const ZOOMS = [0.1, 0.2, 0.35, 0.5, 0.7, 1, 1.4];
/** More nodes are reached by the list beside the picture. */
const MOST_BY_KEYBOARD = 80;
/** Fewer are seen whole wherever they stand. */
const LEAST_TO_ZOOM = 3;
const NAME_CHARS = 21;
/** Around what is seen, so much is drawn already. */
const SPARE_PX = 200;

const say = wordsIn({
  of: ["Grafo do plano", "Plan graph"],
  closer: ["Aproximar", "Zoom in"],
  farther: ["Afastar", "Zoom out"],
  whole: ["Ajustar", "Fit"],
});

const xOf = ({ column }: Placed) => MARGIN + column * (WIDTH + GAP_X);
const yOf = ({ row }: Placed) => MARGIN + row * (HEIGHT + GAP_Y);

type Props = {
  plan: ExecutionPlan;
  stateOf(id: string): { status: Status; effect: Effect | undefined };
  selected?: string | undefined;
  onSelect?: (id: string) => void;
};

/**
 * A plan as columns of steps, each after what it waits for. A full line carries a value, a broken one only an order.
 * Nothing moves it but who looks at it.
 */
export function Graph({ plan, stateOf, selected, onSelect }: Props) {
  const placed = useMemo(() => layout(plan), [plan]);
  const steps = useMemo(() => new Map(plan.steps.map((step) => [String(step.id), step])), [plan]);
  const width = placed.columns * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN;
  const height = placed.rows * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN;
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [view, setView] = useState({ left: 0, top: 0, right: 1200, bottom: 900 });

  const look = () => {
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = box.current ?? {};
    if (left === undefined || top === undefined) return;
    setView({ left, top, right: left + (clientWidth ?? 0), bottom: top + (clientHeight ?? 0) });
  };
  const step = (by: 1 | -1) => {
    const at = ZOOMS.findIndex((each) => each >= zoom) + by;
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at))] ?? 1);
  };
  const fit = () => {
    const { clientWidth = width } = box.current ?? {};
    const most = box.current === null ? "" : getComputedStyle(box.current).maxHeight;
    const clientHeight = Number.parseFloat(most) || height;
    setZoom(Math.max(0.05, Math.min(clientWidth / width, clientHeight / height, 1)));
  };
  // A box without a height of its own is as high as what stands in it, up to its most.
  useLayoutEffect(fit, [placed]);
  useLayoutEffect(look, [zoom, plan]);

  // Only what can be seen is drawn, with a little around it.
  const { seen, lines } = useMemo(() => {
    const isNear = (from: number, size: number, low: number, high: number) =>
      (from + size) * zoom >= low - SPARE_PX && from * zoom <= high + SPARE_PX;
    const near = placed.nodes.filter(
      (node) =>
        isNear(xOf(node), WIDTH, view.left, view.right) &&
        isNear(yOf(node), HEIGHT, view.top, view.bottom),
    );
    const ids = new Set(near.map(({ id }) => id));
    const isSeen = ({ from, to }: Edge) => ids.has(from) || ids.has(to);
    return { seen: near, lines: placed.edges.filter(isSeen) };
  }, [placed, zoom, view]);
  const isSmall = zoom < LEAST_READABLE;
  const byKeyboard = onSelect !== undefined && plan.steps.length <= MOST_BY_KEYBOARD;
  const name = `${say.of}, ${common.steps(plan.steps.length)}`;
  return (
    <div class="graph">
      <div ref={box} class="graph-box" {...scrollable(name)} onScroll={look}>
        <svg
          aria-labelledby="graph-name"
          width={width * zoom}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          class={isSmall ? "is-small" : ""}
        >
          <title id="graph-name">{name}</title>
          <Edges lines={lines} nodes={placed.nodes} />
          {seen.map((node) => (
            <Node
              key={node.id}
              at={node}
              step={steps.get(node.id)}
              {...stateOf(node.id)}
              {...{ isSmall, byKeyboard, isSelected: selected === node.id, onSelect }}
            />
          ))}
        </svg>
      </div>
      {plan.steps.length >= LEAST_TO_ZOOM && (
        <div class="graph-tools">
          <Button says="−" class="plain" act={() => step(-1)} aria-label={say.farther} />
          <Button says="+" class="plain" act={() => step(1)} aria-label={say.closer} />
          <Button says={say.whole} class="plain" act={fit} />
        </div>
      )}
    </div>
  );
}

type NodeProps = ReturnType<Props["stateOf"]> & {
  at: Placed;
  step: ExecutionStep | undefined;
  isSmall: boolean;
  isSelected: boolean;
  byKeyboard: boolean;
  onSelect: ((id: string) => void) | undefined;
};

const WATCHED = ["at", "step", "status", "effect", "isSmall", "isSelected", "byKeyboard"] as const;

class Node extends Component<NodeProps> {
  // Of 2,000 steps one changes at a time. `onSelect` is made each time, and does the same.
  override shouldComponentUpdate(next: NodeProps): boolean {
    return WATCHED.some((name) => next[name] !== this.props[name]);
  }
  override render() {
    const { at, step, status, effect, isSmall, isSelected, byKeyboard, onSelect } = this.props;
    if (step === undefined) return null;
    const { id, domain, capability } = step;
    const subject = subjectOf(step);
    const [name, more] = subject === undefined ? [capability, domain] : [subject, capability];
    const choose = () => onSelect?.(String(id));
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    };
    const button = byKeyboard ? ({ tabIndex: 0, role: "button", onKeyDown } as const) : {};
    const classes = classesOf(status, effect);
    return (
      <g
        class={`node ${classes}${isSelected ? " is-selected" : ""}`}
        transform={`translate(${xOf(at)} ${yOf(at)})`}
        {...{ onClick: choose, ...button }}
      >
        <title>{[id, `${domain}.${capability}`, ...(subject ? [subject] : [])].join(" · ")}</title>
        <rect width={WIDTH} height={HEIGHT} rx="7" />
        {classes.includes("has-effect") && (
          <rect class="stripe" width="5" height={HEIGHT} rx="2.5" />
        )}
        {!isSmall && (
          <>
            <path class="shape" transform="translate(12 15)" d={shapes[status]} />
            <text x="36" y="20">
              {shortened(name, NAME_CHARS)}
            </text>
            <text class="minor" x="36" y="36">
              {shortened(`${id} · ${more}`, NAME_CHARS + 3)}
            </text>
          </>
        )}
      </g>
    );
  }
}

function lineBetween(a: Placed, b: Placed): string {
  const [x1, y1] = [xOf(a) + WIDTH, yOf(a) + HEIGHT / 2];
  const [x2, y2] = [xOf(b) - 2, yOf(b) + HEIGHT / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

const POINT = { refX: "7", refY: "4", markerWidth: "7", markerHeight: "7", orient: "auto" };

function Edges({ lines, nodes }: { lines: readonly Edge[]; nodes: readonly Placed[] }) {
  return useMemo(() => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return (
      <g>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" {...POINT}>
            <path d="M1 1l6 3-6 3" />
          </marker>
        </defs>
        {lines.map(({ from, to, isReference }) => {
          const [a, b] = [byId.get(from), byId.get(to)];
          const name = isReference ? "edge" : "edge is-order";
          const line = { class: name, "marker-end": "url(#arrow)" };
          return a && b && <path key={`${from} ${to}`} {...line} d={lineBetween(a, b)} />;
        })}
      </g>
    );
  }, [lines]);
}
