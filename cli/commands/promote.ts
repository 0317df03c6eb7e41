import { setTimeout as pause } from "node:timers/promises";
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import {
  type ProposalProgress,
  type ProposalsResponse,
  proposalProgress,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";

const PROMOTIONS = "/v1/promotions";
const POLL_MS = 500;

const list = buildCommand({
  docs: docs(help("promote.list"), ["npx regente promote", "npx regente promote list --json"]),
  parameters: { flags: serverFlags },
  func: ({ url, json }: ServerFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const listed = await client.get(PROMOTIONS, proposalsResponse, signal);
      const shown = json ? JSON.stringify(listed) : showProposals(listed, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});

const accept = buildCommand({
  docs: docs(help("promote.accept"), [
    "npx regente promote accept 0123456789ab",
    'npx regente promote accept 0123456789ab --as="what [pops](direction:GAINERS) today"',
  ]),
  parameters: {
    flags: {
      as: option(help("promote.as"), "[tugs](kind:TUG) in [Recife](port_text)"),
      wait: yesOption(help("promote.wait")),
      ...serverFlags,
    },
    positional: word(help("promote.id"), "ID"),
  },
  func: (
    { url, json, as: example, wait }: ServerFlags & { as?: string; wait?: boolean },
    id: string,
  ) =>
    withClient(url, async (client, terminal, signal) => {
      const words = wordsFor(terminal.words.locale);
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}`;
      const body = example === undefined ? {} : { example };
      let progress = await client.post(`${path}/accept`, body, proposalProgress, signal);
      if (wait === true && !json) terminal.errors.write(`${terminal.paint.dim(words.trying)}\n`);
      while (wait === true && progress.state === "judging") {
        await pause(POLL_MS, undefined, { signal });
        progress = await client.get(path, proposalProgress, signal);
      }
      return tell(progress, json, terminal);
    }),
});

const show = buildCommand({
  docs: docs(help("promote.show"), ["npx regente promote show 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help("promote.id"), "ID") },
  func: ({ url, json }: ServerFlags, id: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}`;
      return tell(await client.get(path, proposalProgress, signal), json, terminal);
    }),
});

/** What became of it; a refusal is an error. */
function tell(progress: ProposalProgress, json: boolean | undefined, terminal: Terminal): ExitCode {
  const { state, refusal } = progress;
  const told = inWords(progress, terminal);
  const to = state === "refused" ? terminal.errors : terminal.output;
  if (json) terminal.output.write(`${JSON.stringify(progress)}\n`);
  if (!json || refusal !== null) to.write(`${printable(told)}\n`);
  return state === "refused" ? exitCodes.failed : exitCodes.done;
}

function inWords({ id, state, accepted, refusal }: ProposalProgress, terminal: Terminal): string {
  const words = wordsFor(terminal.words.locale);
  if (accepted !== null)
    return [
      words.accepted(`${accepted.domain}.${accepted.goal}`),
      accepted.example,
      ...(accepted.general === true ? [words.general] : []),
      ...(accepted.near_misses === undefined
        ? []
        : [words.nearMisses, ...accepted.near_misses.map(({ text }) => `  "${text}"`)]),
    ].join("\n");
  return refusal ?? (state === "judging" ? words.judging(id) : words.waits);
}

const reject = buildCommand({
  docs: docs(help("promote.reject"), ["npx regente promote reject 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help("promote.id"), "ID") },
  func: ({ url, json }: ServerFlags, id: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}/reject`;
      const done = await client.post(path, {}, proposalRejected, signal);
      const told = wordsFor(terminal.words.locale).rejected;
      terminal.output.write(`${json ? JSON.stringify(done) : told}\n`);
      return exitCodes.done;
    }),
});

export const promoteCommand = buildRouteMap({
  docs: docs(help("promote.brief"), [
    "npx regente promote",
    "npx regente promote accept 0123456789ab",
  ]),
  routes: { list, show, accept, reject },
});

/** What waits for the operator's word: each sentence whole, as its goal would have it, and what to look at first. */
function showProposals(
  { proposals, unclear, wrong }: ProposalsResponse,
  { paint, words: { locale } }: Terminal,
): string {
  const words = wordsFor(locale);
  const shown = proposals.map(({ id, domain, goal, example, concerns, unmarked }) => {
    const why = concerns.map((each) => words.concerns[each]).join("; ");
    const names = unmarked.length > 0 ? ` ${unmarked.join(", ")}` : "";
    const doubts = why === "" ? [] : [`  ${paint.yellow(`! ${printable(why + names)}`)}`];
    const named = `${paint.bold(printable(id))}  ${printable(`${domain}.${goal}`)}`;
    return [named, `  ${printable(example)}`, ...doubts].join("\n");
  });
  const waiting = shown.length === 0 ? [words.nothing] : [...shown, paint.dim(words.wayOut)];
  const lines = unclear.map(({ id, text }) => `${paint.bold(printable(id))}  ${printable(text)}`);
  const notUnderstood = lines.length === 0 ? [] : [[words.unclear, ...lines].join("\n")];
  const called = wrong.map(({ id, text, goals, comment }) => {
    const read = goals.map(({ domain, goal }) => `${domain}.${goal}`).join(" + ") || words.noGoal;
    const said = comment === "" ? [] : [`  “${printable(comment)}”`];
    return [`${paint.bold(printable(id))}  ${printable(text)} → ${printable(read)}`, ...said].join(
      "\n",
    );
  });
  const calledWrong = called.length === 0 ? [] : [[words.wrong, ...called].join("\n")];
  return [...waiting, ...notUnderstood, ...calledWrong].join("\n\n");
}

const en = {
  nothing: "Nothing to decide: no sentence that a model or a question settled is waiting.",
  unclear:
    "Not understood in the last 30 days (reject ID dismisses one; the console assigns it to a goal):",
  wrong: "Marked wrong by its user, with its interpretation:",
  noGoal: "no goal",
  wayOut:
    'accept ID accepts one, reject ID deletes it; for !, accept ID --as "..." gives the wording',
  concerns: {
    secret: "seems to contain a secret",
    personal: "seems to contain personal data",
    unmarked: "the words do not show",
  },
  trying: "Testing it with every known sentence...",
  judging: (id: string) =>
    `It is being tested with every known sentence; "npx regente promote show ${id}" shows the result.`,
  waits: "It is waiting for a decision.",
  accepted: (goal: string) => `${goal} now has this example:`,
  general: "Also with other values in place of the marked ones.",
  nearMisses: 'Do these not belong to it? "npx regente lint --accept" makes them near misses:',
  rejected: "It was deleted and will not be proposed again.",
};
const pt: typeof en = {
  nothing: "Nada a decidir: toda frase que um modelo ou uma pergunta esclareceu já foi decidida.",
  unclear:
    "Não entendido nos últimos 30 dias (reject ID descarta; o console atribui a frase a um objetivo):",
  wrong: "Marcado como errado por quem pediu, e como foi entendido:",
  noGoal: "nenhum objetivo",
  wayOut:
    'accept ID aceita, reject ID apaga; nos marcados com !, accept ID --as "..." diz como o exemplo deve ficar',
  concerns: {
    secret: "parece conter um segredo",
    personal: "parece conter dados pessoais",
    unmarked: "as palavras não mostram",
  },
  trying: "Testando com todas as frases conhecidas...",
  judging: (id) =>
    `Está sendo testada com todas as frases conhecidas; "npx regente promote show ${id}" mostra o resultado.`,
  waits: "Aguarda uma decisão.",
  accepted: (goal) => `${goal} agora tem este exemplo:`,
  general: "Também com outros valores no lugar dos que estão marcados.",
  nearMisses: 'Estes não são dele? "npx regente lint --accept" os transforma em contraexemplos:',
  rejected: "Foi apagada e não será proposta de novo.",
};

const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

const wordsFor = (locale: Locale) => WORDS[locale];
