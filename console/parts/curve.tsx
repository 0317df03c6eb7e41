import type { ComponentChildren } from "preact";

const WIDTH = 600;
const HEIGHT = 120;
const EDGE = 6;

export type Point = { x: number; y: number };
type Props = {
  points: readonly Point[];
  label: string;
  /** Values that a line across is drawn at. */
  thresholds?: readonly number[];
  /** From corner to corner: where both sides are the same. */
  hasDiagonal?: boolean;
  children: ComponentChildren;
};

/** Some points in their order as a line, between their least and their most; nothing of less than two. */
export function Curve({ points, label, thresholds = [], hasDiagonal = false, children }: Props) {
  if (points.length < 2) return null;
  const rangeOf = (values: readonly number[]) => {
    const low = hasDiagonal ? 0 : Math.min(...values);
    return { low, span: hasDiagonal ? 1 : Math.max(...values) - low || 1 };
  };
  const across = rangeOf(points.map(({ x }) => x));
  const up = rangeOf([...points.map(({ y }) => y), ...thresholds]);
  const left = (x: number) => EDGE + ((x - across.low) / across.span) * (WIDTH - 2 * EDGE);
  const top = (y: number) => HEIGHT - EDGE - ((y - up.low) / up.span) * (HEIGHT - 2 * EDGE);
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {thresholds.map((y) => (
          <line key={y} x1="0" x2={WIDTH} y1={top(y)} y2={top(y)} class="threshold" />
        ))}
        {hasDiagonal ? (
          <line x1={left(0)} x2={left(1)} y1={top(0)} y2={top(1)} class="threshold" />
        ) : null}
        <polyline points={points.map(({ x, y }) => `${left(x)},${top(y)}`).join(" ")} />
        {points.map(({ x, y }) => (
          <circle key={x} cx={left(x)} cy={top(y)} r="2.5" />
        ))}
      </svg>
      <figcaption class="quiet">{children}</figcaption>
    </figure>
  );
}
