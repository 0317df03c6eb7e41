import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { openMetrics } from "../../orchestrator/adapters/metrics/metrics.ts";

const ALERTS = "deploy/prometheus/alerts.yaml";
const alerts = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.object({ severity: z.enum(["critical", "warning", "info"]) }),
            annotations: z.object({ summary: z.string() }).catchall(z.string()),
          }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync(ALERTS, "utf8")))
  .groups.flatMap(({ rules }) => rules);

const panel = z.looseObject({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboard = z
  .looseObject({
    panels: z.array(panel),
    templating: z.object({ list: z.array(z.looseObject({ name: z.string(), query: z.string() })) }),
  })
  .parse(JSON.parse(readFileSync("deploy/grafana/regente.json", "utf8")));
const variables = dashboard.templating.list;

/** What is asked of Prometheus, and what is said of each answer. */
const asked: { where: string; expr: string; said: string }[] = [
  ...alerts.map(({ alert, expr, annotations }) => ({
    where: alert,
    expr,
    said: Object.values(annotations).join(" "),
  })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, said: legendFormat })),
  ),
  ...variables.flatMap(({ name, query }) => {
    const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
    return metric === undefined ? [] : [{ where: name, expr: metric, said: `{{${label}}}` }];
  }),
];

/** The labels of each series of a real /metrics, by its name. */
const shown = new Map<string, Set<string>>();
beforeAll(async () => {
  const metrics = openMetrics({
    domains: () => [{ name: "web", state: "up" }],
    breakers: () => [{ name: "web", state: "closed" }],
  });
  metrics.turn({
    ...{ user_id: "u", session_id: "s", run_id: "r", at: 0, goal: "SEARCH", tier: "template" },
    ...{ action_type: "read", status: "success", duration_ms: 1, llm_calls: 1 },
    ...{ tokens_input: 1, tokens_output: 1, tokens_cached: 0, tokens_counterfactual: 0 },
    ...{ outcome: "understood", verdict: null },
  });
  const output = { result: null, explanation: "", confidence: 0, metadata: { fault: "timeout" } };
  metrics.step({
    ...{
      id: "1",
      domain: "web",
      capability: "search",
      required: true,
      attempts: 2,
      duration_ms: 1,
    },
    ...{ status: "failure", output: { status: "failure", ...output } },
  });
  metrics.journal(1, true);
  metrics.refused(400, "invalid_request");
  const { text } = await metrics.page();
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = shown.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    shown.set(name, known);
  }
});

/** Prometheus adds them to what it has read. */
const OF_PROMETHEUS = ["instance", "job"];
const withoutTexts = (expr: string) => expr.replaceAll(/"[^"]*"/g, '""');

it.each(asked)("$where asks for what /metrics shows, by labels that it has", ({ expr, said }) => {
  const plain = withoutTexts(expr);
  const named = [...plain.matchAll(/\b((?:regente|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)];
  expect(named.length).toBeGreaterThan(0);
  const labels = new Set(OF_PROMETHEUS);
  for (const [, name = "", matchers = ""] of named) {
    const own = name === "up" ? new Set<string>() : shown.get(name);
    if (own === undefined) throw new Error(`/metrics does not show ${name}`);
    for (const label of own) labels.add(label);
    for (const [, label = ""] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g))
      expect([...own, ...OF_PROMETHEUS], name).toContain(label);
  }
  const grouped = [...plain.matchAll(/\b(?:by|without|on|ignoring) \(([^)]*)\)/g)];
  for (const label of grouped.flatMap(([, list = ""]) => list.split(",")))
    expect([...labels]).toContain(label.trim());
  for (const [, a, b] of said.matchAll(/\{\{ ?(?:\$labels\.(\w+)|(\w+)) ?\}\}/g))
    expect([...labels]).toContain(a ?? b);
});

it("the dashboard shows every metric of ours, and an alert tells of each that means trouble", () => {
  const ours = [...shown.keys()].filter((name) => name.startsWith("regente_"));
  const families = new Set(ours.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
  const all = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(" ");
  expect([...families].filter((name) => !all.includes(name))).toEqual([]);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
});

it("panels have ids of their own, stand beside each other, and use variables that are there", () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        taken.add(`${x} ${y}`);
      }
  }
  const text = JSON.stringify(dashboard);
  const used = [...text.matchAll(/\$\{?([a-z_]\w*)/g)].map(([, name = ""]) => name);
  const given = new Set([
    ...variables.map(({ name }) => name),
    "__rate_interval",
    "__range",
    "__all",
  ]);
  expect(used.filter((name) => !given.has(name))).toEqual([]);
});

const promtool = [resolve(".cluster/prometheus/usr/bin/promtool"), "promtool"].find(
  (file) => existsSync(file) || spawnSync(file, ["--version"]).status === 0,
);

// With CI nothing is skipped: `.ci/run` puts it there.
describe.skipIf(promtool === undefined && !process.env["CI"])(
  `to promtool${promtool === undefined ? " (Debian's package prometheus)" : ""}`,
  () => {
    const run = (...args: string[]) =>
      execFileSync(promtool ?? "promtool", args, { encoding: "utf8", stdio: "pipe" });

    it("the alerts are rules, and fire when they should and not before", () => {
      expect(run("check", "rules", ALERTS)).toContain(`${alerts.length} rules found`);
      expect(run("test", "rules", "deploy/prometheus/alerts.test.yaml")).toContain("SUCCESS");
      const tried = readFileSync("deploy/prometheus/alerts.test.yaml", "utf8");
      for (const { alert } of alerts) expect(tried).toContain(`alertname: ${alert}`);
    });

    it("a rule that is none is refused", () => {
      const folder = mkdtempSync(join(tmpdir(), "rules-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, "rules.yaml");
      writeFileSync(
        file,
        readFileSync(ALERTS, "utf8").replace("regente_domain_up == 0", "sum by ("),
      );
      expect(() => run("check", "rules", file)).toThrow(/RegenteDomainAway/);
    });

    it("the settings are settings", () => {
      const told = run("check", "config", "--syntax-only", "deploy/prometheus/prometheus.yaml");
      expect(told).toContain("SUCCESS");
    });

    it("every panel asks in the language of Prometheus", () => {
      const folder = mkdtempSync(join(tmpdir(), "panels-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const rules = dashboard.panels
        .flatMap(({ targets }) => targets)
        .map(({ expr }, at) => ({
          record: `panel:${at}`,
          expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "6h"),
        }));
      const file = join(folder, "panels.yaml");
      writeFileSync(file, stringify({ groups: [{ name: "panels", rules }] }));
      expect(run("check", "rules", file)).toContain(`${rules.length} rules found`);
    });
  },
);
