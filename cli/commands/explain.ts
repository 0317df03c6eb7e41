import { buildCommand } from "@stricli/core";
import type { ExpectedStep, ExplainResponse } from "#shared/contracts/endpoints.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, sentence, serverFlags, yesOption } from "../command.ts";
import { qualityWords } from "../quality-words.ts";
import { codeName, showProgress, showTurn } from "../show-turn.ts";
import { exitCodeOf, exitCodes, printable, type Terminal } from "../terminal.ts";
import { help, type Words } from "../words.ts";
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
      if (text === "") {
        terminal.errors.write(`${terminal.words.noText}\n`);
        return exitCodes.cannot;
      }
      const session = session_id === undefined ? {} : { session_id };
      const explained = await client.explain({ input_text: text, ...session }, signal);
      const shown = json ? JSON.stringify(explained) : showExplain(explained, terminal);
      terminal.output.write(`${shown}\n`);
      if (doIt !== true) return exitCodes.done;
      const { plan_token } = explained;
      if (plan_token === null) {
        terminal.errors.write(`${terminal.words.nothingToDo}\n`);
        return exitCodes.cannot;
      }
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
  const nameOf = codeName[words.locale];
  const { percent } = qualityWords(words.locale);
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(14))}${printable(value)}`;
  const section = (name: string, lines: string[]) =>
    lines.length === 0 ? [] : [paint.bold(name), ...lines.map((line) => `  ${printable(line)}`)];

  const frames = intent.goal === null ? [] : [intent, ...intent.also];
  const goals = frames.flatMap(({ primary_domain, goal, entities }) => [
    row(words.goal, `${primary_domain}.${goal}`),
    ...(Object.keys(entities).length === 0
      ? []
      : [
          row(
            words.entities,
            `${Object.entries(entities)
              .map(([name, value]) => `${name} = ${value}`)
              .join(", ")}`,
          ),
        ]),
  ]);
  const limit = [
    gate.threshold === null ? words.gateExempt : `≥ ${percent(gate.threshold)}`,
    ...(gate.effect === null || gate.effect === "read" ? [] : [words.effects[gate.effect]]),
  ].join(", ");
  const verdict = gate.passed ? paint.green(words.gatePassed) : paint.yellow(words.gateFailed);
  return [
    ...(goals.length > 0 ? goals : [row(words.goal, words.nothingUnderstood)]),
    row(words.decidedBy, nameOf(intent.tier)),
    ...(goals.length > 0
      ? [`${row(words.gate, `${percent(gate.confidence)} (${limit}) `)}${verdict}`]
      : []),
    ...section(
      words.candidates,
      candidates.map(
        ({ domain, goal, confidence }) => `${percent(confidence).padStart(7)}  ${domain}.${goal}`,
      ),
    ),
    ...section(
      words.evidence,
      intent.evidence.map(({ kind, detail }) => `${nameOf(kind)}: ${inShort(detail)}`),
    ),
    ...section(
      words.plan,
      (plan?.steps ?? []).map(({ id, domain, capability, params, depends_on, required }, at) =>
        [
          `${id}. ${domain}.${capability} ${JSON.stringify(params)}`,
          ...(depends_on.length > 0 ? [`${words.after} ${depends_on.join(", ")}`] : []),
          ...(required ? [] : [words.optional]),
          ...expectations(steps[at], words),
        ].join(" · "),
      ),
    ),
    ...(plan === null
      ? []
      : [
          row(
            words.expected,
            [
              expected.latency_ms === null
                ? words.notRunYet
                : words.took(inMilliseconds(expected.latency_ms, words)),
              expected.tokens === null ? words.modelTokens : words.tokens(expected.tokens),
            ].join(" · "),
          ),
        ]),
    ...(explained.takes_back ? [words.wouldTakeBack] : []),
    ...(explained.settings === null ? [] : [words.wouldSetZone(explained.settings.timezone)]),
    ...section(
      words.wouldSchedule,
      explained.schedules.map(
        ({ change, name, shown }) => `${words.scheduleChanges[change]}: ${name} · ${shown}`,
      ),
    ),
    ...(explained.needs.length === 0
      ? []
      : [`${words.wouldNeed}: ${printable(explained.needs.map(({ name }) => name).join(", "))}`]),
    // A question is shown below with its options.
    ...section(
      words.wouldSay,
      explained.answer === null || pending !== null ? [] : explained.answer.split("\n"),
    ),
    ...section(
      words.wouldAsk,
      pending === null
        ? []
        : [pending.question, ...pending.options.map(({ id, label }) => `${id}. ${label}`)],
    ),
  ].join("\n");
}

/** What a step does, whether it asks first, what it took so far, and what is wrong with its domain. */
function expectations(step: ExpectedStep | undefined, words: Words): string[] {
  if (step === undefined) return [];
  const { effect, confirm, p95_ms, health, problem, domain } = step;
  const isDown = health === "down" || health === "joining" || health === "refused";
  return [
    words.effects[effect],
    ...(confirm ? [words.confirmsFirst] : []),
    ...(p95_ms === null ? [] : [words.took(inMilliseconds(p95_ms, words))]),
    ...(isDown ? [`${domain} ${words.domainStates[health]}`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}

const inMilliseconds = (milliseconds: number, { locale }: Words): string =>
  milliseconds.toLocaleString(locale, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 });
