import { buildCommand } from "@stricli/core";
import type { ExpectedStep, ExplainResponse } from "#shared/contracts/endpoints.ts";
import { withClient } from "../client.ts";
import {
  docs,
  help,
  option,
  type ServerFlags,
  sentence,
  serverFlags,
  yesOption,
} from "../command.ts";
import { codeName, showProgress, showTurn } from "../show-turn.ts";
import {
  cannot,
  exitCodeOf,
  exitCodes,
  printable,
  type Say,
  type Terminal,
  type Words,
} from "../terminal.ts";
import { textOf } from "./ask.ts";

export const explainCommand = buildCommand({
  docs: docs(help("explain.brief"), [
    `npx regente explain ${help("movers")}`,
    `npx regente explain --json ${help("movers")}`,
    `npx regente explain --do ${help("movers")}`,
  ]),
  parameters: {
    flags: {
      session: option(help("explain.session"), "ID"),
      do: yesOption(help("explain.do")),
      ...serverFlags,
    },
    aliases: { s: "session" },
    positional: sentence(help("explain.text")),
  },
  func: (
    { session: session_id, do: doIt, url, json }: ServerFlags & { session?: string; do?: boolean },
    ...words: string[]
  ) =>
    withClient(url, async (client, terminal, signal) => {
      const text = await textOf(words, terminal);
      if (text === "") return cannot(terminal, terminal.words.say("ask.no_text"));
      const session = session_id === undefined ? {} : { session_id };
      const explained = await client.explain({ input_text: text, ...session }, signal);
      const shown = json ? JSON.stringify(explained) : showExplain(explained, terminal);
      terminal.output.write(`${shown}\n`);
      if (doIt !== true) return exitCodes.done;
      const { plan_token } = explained;
      if (plan_token === null) return cannot(terminal, terminal.words.say("explain.nothing_to_do"));
      const progress = showProgress(terminal);
      const turn = await client
        .turn({ plan_token }, signal, progress.watch)
        .finally(() => progress.stop());
      const told = json ? JSON.stringify(turn) : `\n${showTurn(turn, client.url, terminal)}`;
      terminal.output.write(`${told}\n`);
      return exitCodeOf(turn.status);
    }),
});

const MAX_DETAIL = 200;
/** A template with all its alternatives can fill a screen; --json has it whole. */
const inShort = (detail: string) =>
  detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail;

/** What a sentence would lead to, for people: goal, entities, gate, candidates, evidence, plan, question. */
export function showExplain(explained: ExplainResponse, { paint, words }: Terminal): string {
  const { intent, gate, candidates, plan, pending, steps, expected } = explained;
  const { say, percent, locale } = words;
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(14))}${printable(value)}`;
  const section = (name: string, lines: string[]) =>
    lines.length === 0 ? [] : [paint.bold(name), ...lines.map((line) => `  ${printable(line)}`)];

  const frames = intent.goal === null ? [] : [intent, ...intent.also];
  const goals = frames.flatMap(({ primary_domain, goal, entities }) => [
    row(say("explain.goal"), `${primary_domain}.${goal}`),
    ...(Object.keys(entities).length === 0
      ? []
      : [
          row(
            say("explain.entities"),
            `${Object.entries(entities)
              .map(([name, value]) => `${name} = ${value}`)
              .join(", ")}`,
          ),
        ]),
  ]);
  const limit = [
    gate.threshold === null ? say("explain.gate_exempt") : `≥ ${percent(gate.threshold)}`,
    ...(gate.effect === null || gate.effect === "read"
      ? []
      : [say(`explain.effect.${gate.effect}`)]),
  ].join(", ");
  const verdict = gate.passed
    ? paint.green(say("explain.gate_passed"))
    : paint.yellow(say("explain.gate_failed"));
  return [
    ...(goals.length > 0 ? goals : [row(say("explain.goal"), say("explain.nothing_understood"))]),
    row(say("explain.decided_by"), codeName(intent.tier, locale)),
    ...(goals.length > 0
      ? [`${row(say("explain.gate"), `${percent(gate.confidence)} (${limit}) `)}${verdict}`]
      : []),
    ...section(
      say("explain.candidates"),
      candidates.map(
        ({ domain, goal, confidence }) => `${percent(confidence).padStart(7)}  ${domain}.${goal}`,
      ),
    ),
    ...section(
      say("explain.evidence"),
      intent.evidence.map(({ kind, detail }) => `${codeName(kind, locale)}: ${inShort(detail)}`),
    ),
    ...section(
      say("explain.plan"),
      (plan?.steps ?? []).map(({ id, domain, capability, params, depends_on, required }, at) =>
        [
          `${id}. ${domain}.${capability} ${JSON.stringify(params)}`,
          ...(depends_on.length > 0 ? [`${say("after")} ${depends_on.join(", ")}`] : []),
          ...(required ? [] : [say("optional")]),
          ...expectations(steps[at], words),
        ].join(" · "),
      ),
    ),
    ...(plan === null
      ? []
      : [
          row(
            say("explain.expected"),
            [
              expected.latency_ms === null
                ? say("explain.not_run_yet")
                : say("explain.took", { milliseconds: inMilliseconds(expected.latency_ms, words) }),
              expected.tokens === null
                ? say("explain.model_tokens")
                : say("tokens", { count: expected.tokens }),
            ].join(" · "),
          ),
        ]),
    ...(explained.takes_back ? [say("explain.would_take_back")] : []),
    ...(explained.settings === null ? [] : [zoneSet(explained.settings.timezone, say)]),
    ...section(
      say("explain.would_schedule"),
      explained.schedules.map(
        ({ change, name, shown }) => `${say(`explain.schedule.${change}`)}: ${name} · ${shown}`,
      ),
    ),
    ...(explained.needs.length === 0
      ? []
      : [
          `${say("explain.would_need")}: ${printable(explained.needs.map(({ name }) => name).join(", "))}`,
        ]),
    // A question is shown below with its options.
    ...section(
      say("explain.would_say"),
      explained.answer === null || pending !== null ? [] : explained.answer.split("\n"),
    ),
    ...section(
      say("explain.would_ask"),
      pending === null
        ? []
        : [pending.question, ...pending.options.map(({ id, label }) => `${id}. ${label}`)],
    ),
  ].join("\n");
}

/** null: that of the installation applies again. */
const zoneSet = (zone: string | null, say: Say): string =>
  zone === null ? say("explain.would_reset_zone") : say("explain.would_set_zone", { zone });

/** What a step does, whether it asks first, what it took so far, and what is wrong with its domain. */
function expectations(step: ExpectedStep | undefined, words: Words): string[] {
  if (step === undefined) return [];
  const { effect, confirm, p95_ms, health, problem, domain } = step;
  const { say } = words;
  const isDown = health === "down" || health === "joining" || health === "refused";
  return [
    say(`explain.effect.${effect}`),
    ...(confirm ? [say("explain.confirms_first")] : []),
    ...(p95_ms === null
      ? []
      : [say("explain.took", { milliseconds: inMilliseconds(p95_ms, words) })]),
    ...(isDown ? [`${domain} ${say(`domains.state.${health}`)}`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}

const inMilliseconds = (milliseconds: number, { locale }: Words): string =>
  milliseconds.toLocaleString(locale, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 });
