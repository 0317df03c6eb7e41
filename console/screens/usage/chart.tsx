import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import { number } from "../../format.ts";
import { locale, theme } from "../../settings.ts";

const HEIGHT = 200;
const DAY_S = 86_400;

/** A colour of the page as it is in the light that is on. */
const colourOf = (name: string): string => {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const dayName = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(locale.value, { day: "numeric", month: "short" });

function optionsOf(width: number, names: Props["names"]): UPlot.Options {
  const paths = UPlot.paths.bars?.({ size: [0.7, 42] });
  const bars = { width: 0, points: { show: false }, ...(paths && { paths }) };
  const axis = { stroke: colourOf("quiet"), ticks: { show: false }, font: "12px system-ui" };
  const grid = { stroke: colourOf("ink-line"), width: 1 };
  return {
    width,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    legend: { show: true, live: false },
    scales: {
      x: { time: true, range: (_, from, to) => [from - 0.7 * DAY_S, to + 0.7 * DAY_S] },
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      {
        ...{ ...axis, grid: { show: false }, incrs: [DAY_S, 2 * DAY_S, 7 * DAY_S] },
        values: (_, at) => at.map((each) => dayName(each)),
      },
      { ...axis, grid, size: 62, values: (_, at) => at.map((each) => number(each)) },
    ],
    series: [
      {},
      { ...bars, label: names.counterfactual, fill: colourOf("ink-accent") },
      { ...bars, label: names.used, fill: colourOf("ink-warm") },
    ],
  };
}

type Day = { day: string; used: number; counterfactual: number };
type Props = { days: readonly Day[]; names: Record<"used" | "counterfactual", string> };

/** Days as bars: what was used before what a model would have taken. */
export function Chart({ days, names }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || days.length === 0) return;
    const data: UPlot.AlignedData = [
      days.map(({ day }) => Date.parse(`${day}T00:00:00`) / 1000),
      days.map(({ counterfactual }) => counterfactual),
      days.map(({ used }) => used),
    ];
    const chart = new UPlot(optionsOf(current.clientWidth, names), data, current);
    const fit = () => chart.setSize({ width: current.clientWidth, height: HEIGHT });
    const watched = new ResizeObserver(fit);
    watched.observe(current);
    return () => {
      watched.disconnect();
      chart.destroy();
    };
  }, [days, theme.value]);
  // The table below says the same to whoever cannot see it.
  return <div ref={box} class="chart" aria-hidden="true" />;
}
