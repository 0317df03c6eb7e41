import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import { LineChart } from "echarts/charts";
import {
  GraphicComponent,
  GridComponent,
  MarkPointComponent,
  TitleComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";

use([LineChart, GridComponent, TitleComponent, MarkPointComponent, GraphicComponent, SVGRenderer]);

const WIDTH = 800;
const HEIGHT = 420;
/** The PNG has this many pixels for each unit, so that it is sharp on a phone. */
const PNG_ZOOM = 1.5;
const FONT = "Inter";
/** The file names its family so; elsewhere the weight does it. */
const BOLD_FONT = "Inter SemiBold, Inter";
const fontFiles = ["Inter-Regular.ttf", "Inter-SemiBold.ttf"].map((file) =>
  fileURLToPath(new URL(`fonts/${file}`, import.meta.url)),
);

const colours = {
  rise: "#0f8a5f",
  fall: "#c8402f",
  text: "#1c2733",
  quiet: "#66727f",
  line: "#e6eaee",
  paper: "#ffffff",
};

/**
 * Draws the chart as SVG, and that as PNG with the fonts beside this file.
 * Cost: 40 ms the first time, then 30 ms; blocks, so it is done in a thread, which chart-drawer.ts starts
 */
function drawChart(chart: PriceChart): DrawnChart {
  const page = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: HEIGHT });
  try {
    page.setOption(options(chart));
    const svg = page.renderToSVGString();
    const image = new Resvg(svg, {
      fitTo: { mode: "zoom", value: PNG_ZOOM },
      font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FONT },
    });
    return { svg, png: image.render().asPng() };
  } finally {
    page.dispose();
  }
}

function options({ title, subtitle, note, locale, points }: PriceChart) {
  const closes = points.map((point) => point.close);
  const rises = (closes.at(-1) ?? 0) >= (closes[0] ?? 0);
  const colour = rises ? colours.rise : colours.fall;
  const decimals = Math.max(...closes) >= 1000 ? 0 : 2;
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const axis = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
  return {
    animation: false,
    backgroundColor: colours.paper,
    textStyle: { fontFamily: FONT, color: colours.text },
    title: {
      text: title,
      subtext: subtitle,
      left: 24,
      top: 16,
      textStyle: { fontFamily: BOLD_FONT, fontSize: 20, fontWeight: 600, color: colours.text },
      subtextStyle: { fontFamily: FONT, fontSize: 13, color: colours.quiet },
    },
    grid: {
      left: 24,
      right: 28,
      top: 84,
      bottom: note === null ? 28 : 52,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: {
      type: "category" as const,
      data: points.map((point) => point.date),
      boundaryGap: false,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: {
        color: colours.quiet,
        fontFamily: FONT,
        hideOverlap: true,
        interval: Math.max(Math.ceil(points.length / 7) - 1, 0),
        formatter: dateLabel(daysOf(points), locale),
      },
    },
    yAxis: {
      type: "value" as const,
      scale: true,
      // Room for the labels of the highest and the lowest price.
      boundaryGap: ["10%", "6%"] as [string, string],
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: {
        color: colours.quiet,
        fontFamily: FONT,
        formatter: (value: number) => axis.format(value),
      },
    },
    series: [
      {
        type: "line" as const,
        data: closes,
        showSymbol: false,
        lineStyle: { width: 2, color: colour },
        areaStyle: { color: colour, opacity: 0.1 },
        markPoint: {
          symbol: "circle",
          symbolSize: 8,
          itemStyle: { color: colour, borderColor: colours.paper, borderWidth: 1.5 },
          data: [extreme("max", "top", number), extreme("min", "bottom", number)],
        },
      },
    ],
    graphic:
      note === null
        ? []
        : [
            {
              type: "text" as const,
              left: 29,
              bottom: 14,
              style: { text: note, fill: colours.quiet, font: `12px ${FONT}` },
            },
          ],
  };
}

const extreme = (type: "max" | "min", position: "top" | "bottom", number: Intl.NumberFormat) => ({
  type,
  label: {
    position,
    distance: 6,
    color: colours.text,
    fontFamily: BOLD_FONT,
    fontWeight: 600,
    formatter: ({ value }: { value?: unknown }) => number.format(Number(value)),
  },
});

/** How many days lie between the first point and the last. */
const daysOf = (points: PriceChart["points"]): number =>
  (Date.parse(points.at(-1)?.date ?? "") - Date.parse(points[0]?.date ?? "")) / 86_400_000;

/** "30 out." within a year, "out. 2024" beyond it. */
function dateLabel(days: number, locale: Locale): (date: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    ...(days > 400 ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" }),
  });
  return (date) => format.format(Date.parse(date)).replace(/ de /g, " ");
}

/** A line of closing prices and the words around it, ready to be drawn: plain data, so that the thread can have it. */
export type PriceChart = {
  title: string;
  subtitle: string;
  /** Written across the foot, as a warning that the figures are invented. */
  note: string | null;
  locale: Locale;
  points: readonly { date: IsoDate; close: number }[];
};

/** The chart in both forms; neither needs a browser. */
export type DrawnChart = { svg: string; png: Uint8Array };

/** What the thread answers to each chart, one after the other. */
export type DrawReply = { drawn: DrawnChart } | { error: string };

parentPort?.on("message", (chart: PriceChart) => {
  let reply: DrawReply;
  try {
    reply = { drawn: drawChart(chart) };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});
