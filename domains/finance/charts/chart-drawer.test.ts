import { afterAll, expect, it } from "vitest";
import { knownSample } from "../data/known-sample.fixture.ts";
import { makeChartDrawer } from "./chart-drawer.ts";
import type { PriceChart } from "./draw-worker.ts";

const never = new AbortController().signal;
const drawer = makeChartDrawer();
afterAll(() => drawer.close());

async function petrobras(): Promise<PriceChart> {
  const period = "P1Y";
  const { series } = await knownSample().history({ symbols: ["PETR4.SA"], period }, never);
  return {
    title: "PETR4 · Petrobras PN",
    subtitle: "30/10/2025 a 30/10/2026: alta de 17,54%",
    note: "Dados de exemplo de 30/10/2026, não são cotações reais",
    locale: "pt-BR",
    points: series[0]?.points ?? [],
  };
}

it("draws an SVG and a PNG of a size that a chat can carry", async () => {
  const { svg, png } = await drawer.draw(await petrobras(), never);
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain("não são cotações reais");
  expect([...png.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  // IHDR: width and height
  const header = new DataView(png.buffer, png.byteOffset);
  expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(150_000);
  expect(svg.length).toBeLessThan(150_000);
});

it("the words of others are text in the SVG, never markup", async () => {
  const chart = { ...(await petrobras()), title: '<script>alert("x")</script> & Co' };
  const { svg } = await drawer.draw(chart, never);
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&lt;script");
});

it.each([1, 2])("draws a history of %i day(s)", async (days) => {
  const chart = await petrobras();
  const drawn = await drawer.draw({ ...chart, points: chart.points.slice(0, days) }, never);
  expect(drawn.png.length).toBeGreaterThan(1000);
});

it("draws many at once, each its own", async () => {
  const chart = await petrobras();
  const titles = ["Um", "Dois", "Três"];
  const drawn = await Promise.all(titles.map((title) => drawer.draw({ ...chart, title }, never)));
  drawn.forEach(({ svg }, at) => {
    expect(svg).toContain(`>${titles[at]}<`);
  });
});

it("lets go when it is told to, and draws the next", async () => {
  const giveUp = new AbortController();
  const drawing = drawer.draw(await petrobras(), giveUp.signal);
  giveUp.abort(new Error("gave up"));
  await expect(drawing).rejects.toThrow("gave up");
  expect((await drawer.draw(await petrobras(), never)).png.length).toBeGreaterThan(1000);
});

it("does not draw what no one waits for any more", async () => {
  const chart = await petrobras();
  const first = drawer.draw(chart, never);
  const giveUp = new AbortController();
  const second = drawer.draw({ ...chart, title: "Dois" }, giveUp.signal);
  const third = drawer.draw({ ...chart, title: "Três" }, never);
  giveUp.abort(new Error("gave up"));
  await expect(second).rejects.toThrow("gave up");
  expect((await first).svg).toContain("PETR4");
  expect((await third).svg).toContain(">Três<");
});

it("refuses to let a crowd wait", async () => {
  const chart = await petrobras();
  const short = { ...chart, points: chart.points.slice(0, 2) };
  const crowd = Array.from({ length: 60 }, () => drawer.draw(short, never));
  const settled = await Promise.allSettled(crowd);
  expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(51);
  await expect(crowd.at(-1)).rejects.toThrow("waiting to be drawn");
});

it("starts a new thread after it was closed", async () => {
  await drawer.close();
  expect((await drawer.draw(await petrobras(), never)).svg).toContain("PETR4");
});

it("a chart that is none is an error, not the end", async () => {
  const wrong = { ...(await petrobras()), locale: "xx-not-a-locale!" as "en" };
  await expect(drawer.draw(wrong, never)).rejects.toThrow("could not be drawn");
  expect((await drawer.draw(await petrobras(), never)).svg).toContain("PETR4");
});
