import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import { number } from "../../format.ts";
import { locale, theme } from "../../settings.ts";

const HEIGHT = 200;
const DAY_S = 86_400;

type Day = { day: string; used: number; counterfactual: number };

/** A colour of the page as it is in the light that is on. */
const colourOf = (name: string): string => {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Days as bars: what was used before what a model would have taken. */
export function Chart({
  days,
  names,
}: {
  days: readonly Day[];
  names: Record<"used" | "counterfactual", string>;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || days.length === 0) return;
    const [ink, line, accent, warm] = ["quiet", "ink-line", "ink-accent", "ink-warm"].map(colourOf);
    const bars = UPlot.paths.bars?.({ size: [0.7, 42] });
    const axis = {
      stroke: ink ?? "",
      grid: { stroke: line ?? "", width: 1 },
      ticks: { show: false },
      font: "12px system-ui",
    };
    const chart = new UPlot(
      {
        width: current.clientWidth,
        height: HEIGHT,
        cursor: { drag: { x: false, y: false } },
        legend: { show: true, live: false },
        scales: {
          x: { time: true, range: (_, from, to) => [from - 0.7 * DAY_S, to + 0.7 * DAY_S] },
          y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            values: (_, at) => at.map((each) => dayName(each)),
            incrs: [DAY_S, 2 * DAY_S, 7 * DAY_S],
            grid: { show: false },
          },
          { ...axis, size: 62, values: (_, at) => at.map((each) => number(each)) },
        ],
        series: [
          {},
          {
            label: names.counterfactual,
            fill: accent ?? "",
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          },
          {
            label: names.used,
            fill: warm ?? "",
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          },
        ],
      },
      [
        days.map(({ day }) => Date.parse(`${day}T00:00:00`) / 1000),
        days.map(({ counterfactual }) => counterfactual),
        days.map(({ used }) => used),
      ],
      current,
    );
    const fit = new ResizeObserver(() =>
      chart.setSize({ width: current.clientWidth, height: HEIGHT }),
    );
    fit.observe(current);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [days, theme.value]);
  // The table below says the same to whoever cannot see it.
  return <div ref={box} class="chart" aria-hidden="true" />;
}

const dayName = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(locale.value, { day: "numeric", month: "short" });
