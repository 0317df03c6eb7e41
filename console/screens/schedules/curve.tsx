import { dateTime, number } from "../../format.ts";
import { Curve } from "../../parts/curve.tsx";
import type { Watch } from "./shape.ts";
import { words } from "./words.ts";

const DIGITS = 4;
type Props = { watch: Watch; zone: string };

/** What a watch has seen, with where it fires; nothing where it saw no two numbers. */
export function WatchCurve({ watch: { seen, comparison }, zone }: Props) {
  const say = words();
  const points = seen.flatMap(([x, y]) => (typeof y === "number" ? [{ x, y }] : []));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  // A change in per cent has no line of its own.
  const isChange = ["rises", "falls", "moves"].includes(comparison.is);
  const thresholds = [comparison.value, comparison.upper].flatMap((each) =>
    each === undefined || isChange ? [] : [each],
  );
  const values = points.map(({ y }) => y);
  return (
    <Curve points={points} thresholds={thresholds} label={say.curve(points.length)}>
      {dateTime(first.x, zone)} – {dateTime(last.x, zone)} · {number(Math.min(...values), DIGITS)} –{" "}
      {number(Math.max(...values), DIGITS)}
      {thresholds.length === 0 ? "" : ` · ${say.threshold}: `}
      {thresholds.map((each) => number(each, DIGITS)).join(" – ")}
    </Curve>
  );
}
