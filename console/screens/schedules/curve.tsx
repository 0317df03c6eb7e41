import { dateTime } from "../../format.ts";
import type { Watch } from "./shape.ts";
import { words } from "./words.ts";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 6;

/** What a watch has seen, with where it fires; nothing where it saw no two numbers. */
export function Curve({ watch: { seen, comparison } }: { watch: Watch }) {
  const say = words();
  const points = seen.flatMap(([at, value]) => (typeof value === "number" ? [{ at, value }] : []));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  // A change in per cent has no line of its own.
  const isChange = ["rises", "falls", "moves"].includes(comparison.is);
  const lines = isChange
    ? []
    : [comparison.value, comparison.upper].filter((each) => each !== undefined);
  const values = [...points.map(({ value }) => value), ...lines];
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const left = ({ at }: { at: number }) =>
    EDGE + ((at - first.at) / (last.at - first.at || 1)) * (WIDTH - 2 * EDGE);
  const top = (value: number) => HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
  const path = points.map((point) => `${left(point)},${top(point.value)}`).join(" ");
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say.curve(points.length)}>
        {lines.map((value) => (
          <line key={value} x1="0" x2={WIDTH} y1={top(value)} y2={top(value)} class="threshold" />
        ))}
        <polyline points={path} />
      </svg>
      <figcaption class="quiet">
        {dateTime(first.at)} – {dateTime(last.at)} · {Math.min(...points.map(({ value }) => value))}{" "}
        – {Math.max(...points.map(({ value }) => value))}
      </figcaption>
    </figure>
  );
}
