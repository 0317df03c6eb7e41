import { defineCommand } from "citty";
import { planExecuteResponse } from "#shared/contracts/doors.ts";
import { runCancelled, runDetail, runsPage } from "#shared/contracts/native-doors.ts";
import { runStatus } from "#shared/contracts/run.ts";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { followRun } from "../runs/follow-run.ts";
import { runNamed, runPath } from "../runs/run-named.ts";
import { showRun, showRuns } from "../runs/show-run.ts";
import { runWords } from "../runs/words.ts";
import { said } from "../said.ts";
import { exitCodes, printable, type Terminal } from "../terminal.ts";

const idArg = {
  id: {
    type: "positional",
    description: said({
      "pt-BR": 'A execução; "last" é a mais recente',
      en: 'The run; "last" is the newest one',
    }),
    required: true,
  },
} as const;

/** JSON for programs, else words for people. */
const tell = ({ output }: Terminal, json: boolean, value: unknown, words: () => string) =>
  void output.write(`${json ? JSON.stringify(value) : words()}\n`);

const list = defineCommand({
  meta: {
    name: "list",
    description: said({
      "pt-BR": "Lista o que foi pedido, o mais recente primeiro",
      en: "List what was asked for, the newest first",
    }),
  },
  args: {
    status: {
      type: "enum",
      options: [...runStatus.options],
      description: said({ "pt-BR": "Só as que estão assim", en: "Only those with this status" }),
    },
    session: {
      type: "string",
      description: said({ "pt-BR": "Só as desta conversa", en: "Only those of this session" }),
      alias: "s",
    },
    limit: {
      type: "string",
      description: said({ "pt-BR": "Quantas, até 100", en: "How many, up to 100" }),
      valueHint: "20",
    },
    before: {
      type: "string",
      description: said({
        "pt-BR": "As que vêm depois: o next da página anterior",
        en: "Those that come after: next of the page before",
      }),
      valueHint: "NEXT",
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const { status, session: session_id, limit, before } = args;
      const asked = Object.entries({ status, session_id, limit, before });
      const query = new URLSearchParams(
        asked.flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, value]],
        ),
      );
      const page = await door.get(`/v1/runs?${query}`, runsPage, signal);
      tell(terminal, args.json, page, () => showRuns(page, terminal));
      const { errors, paint, words } = terminal;
      if (!args.json && page.next !== null) {
        const more = runWords(words.locale).more(`npx regente runs list --before=${page.next}`);
        errors.write(`${paint.dim(printable(more))}\n`);
      }
      return exitCodes.done;
    }),
});

const show = defineCommand({
  meta: {
    name: "show",
    description: said({
      "pt-BR": "Mostra uma execução: o plano, como terminou cada passo e a resposta",
      en: "Show one run: its plan, how each step ended, and the answer",
    }),
  },
  args: { ...idArg, ...doorArgs },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const id = await runNamed(args.id, door, signal);
      const run = await door.get(runPath(id), runDetail, signal);
      tell(terminal, args.json, run, () => showRun(run, terminal));
      return exitCodes.done;
    }),
});

const cancel = defineCommand({
  meta: {
    name: "cancel",
    description: said({
      "pt-BR": "Para uma execução: as leituras já, o que tem efeito e já começou termina",
      en: "Stop a run: its reads at once, while effects that have begun finish",
    }),
  },
  args: { ...idArg, ...doorArgs },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const id = await runNamed(args.id, door, signal);
      const done = await door.post(runPath(id, "/cancel"), {}, runCancelled, signal);
      const words = runWords(terminal.words.locale);
      tell(terminal, args.json, done, () =>
        printable(done.status === "cancelled" ? words.cancelled(id) : words.cancelling(id)),
      );
      return exitCodes.done;
    }),
});

const rerun = defineCommand({
  meta: {
    name: "rerun",
    description: said({
      "pt-BR": "Faz o plano de uma execução mais uma vez; seus efeitos acontecem de novo",
      en: "Carry out a run's plan once more; its effects happen again",
    }),
  },
  args: { ...idArg, ...doorArgs },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const id = await runNamed(args.id, door, signal);
      const done = await door.post(runPath(id, "/rerun"), {}, planExecuteResponse, signal);
      const { paint, words } = terminal;
      tell(terminal, args.json, done, () => {
        const answer = printable(done.output.explanation);
        const told = done.status === "failure" ? paint.red(answer) : answer;
        return `${told}\n${paint.dim(runWords(words.locale).rerun(printable(done.run_id)))}`;
      });
      return done.status === "failure" ? exitCodes.failed : exitCodes.done;
    }),
});

const resume = defineCommand({
  meta: {
    name: "resume",
    description: said({
      "pt-BR":
        "Continua uma execução que falhou ou foi cancelada; o que deu certo não é feito de novo",
      en: "Go on with a run that failed or was cancelled; what succeeded is not done again",
    }),
  },
  args: { ...idArg, ...doorArgs },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const id = await runNamed(args.id, door, signal);
      const done = await door.post(runPath(id, "/resume"), {}, planExecuteResponse, signal);
      const { paint } = terminal;
      tell(terminal, args.json, done, () => {
        const answer = printable(done.output.explanation);
        return done.status === "failure" ? paint.red(answer) : answer;
      });
      return done.status === "failure" ? exitCodes.failed : exitCodes.done;
    }),
});

const follow = defineCommand({
  meta: {
    name: "follow",
    description: said({
      "pt-BR": "Mostra os passos de uma execução enquanto acontecem, até a resposta",
      en: "Show a run's steps as they happen, until its answer",
    }),
  },
  args: {
    ...idArg,
    ...doorArgs,
    json: {
      type: "boolean",
      description: said({
        "pt-BR": "Um evento por linha, em JSON",
        en: "One event a line, as JSON",
      }),
      default: false,
    },
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) =>
      followRun(await runNamed(args.id, door, signal), args.json, door, terminal, signal),
    ),
});

export const runsCommand = defineCommand({
  meta: {
    name: "runs",
    description: said({
      "pt-BR": "O que foi pedido e como terminou",
      en: "What was asked for and how it ended",
    }),
  },
  default: "list",
  subCommands: { list, show, cancel, resume, rerun, follow },
});
