import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { codeName } from "./code-names.ts";
import { printable, type Terminal } from "./terminal.ts";

/** A turn as people read it: the answer, what it rests on, and in one dim line what it took. */
export function showTurn(turn: TurnResponse, origin: string, terminal: Terminal): string {
  const { paint, words, output } = terminal;
  const { status, answer, sources, files } = turn;
  const said = printable(answer)
    .trimEnd()
    .replace(/\*\*([^*\n]+)\*\*/g, (_markdown, words: string) => paint.bold(words));
  const parts = [status === "failure" ? paint.red(said) : colourQuestion(said, turn, terminal)];
  if (sources.length > 0)
    parts.push(
      list(
        words.sources,
        sources.map(({ title, url }) => `${title}: ${url}`),
      ),
    );
  if (files.length > 0)
    parts.push(
      list(
        words.files,
        files.map((file) => `${file.name}: ${place(file.url, origin)}`),
      ),
    );
  if (output.isTTY === true) parts.push(paint.dim(whatItTook(turn, terminal)));
  return parts.join("\n\n");

  function list(title: string, lines: string[]): string {
    return [paint.bold(title), ...lines.map((line) => `  ${printable(line)}`)].join("\n");
  }
}

/** The numbers that answer a question stand out. */
function colourQuestion(answer: string, { pending }: TurnResponse, { paint }: Terminal): string {
  if (pending === null || pending.options.length === 0) return answer;
  return answer.replace(/^(\d+)\. /gm, (_whole, number: string) => `${paint.cyan(`${number}.`)} `);
}

/** Where a file can be fetched; one that came inside the answer is only named by its size. */
function place(url: string, origin: string): string {
  if (url.startsWith("data:")) return `${Math.ceil((url.length * 3) / 4 / 1024)} KB`;
  return URL.canParse(url, origin) ? new URL(url, origin).href : url;
}

const MARKS = { success: "✓", partial: "◐", failure: "✗", clarification: "?" } as const;

function whatItTook({ status, usage, trace }: TurnResponse, { words }: Terminal): string {
  const goals = [trace.intent.goal, ...trace.intent.also.map(({ goal }) => goal)];
  const named = goals
    .filter((goal) => goal !== null)
    .map(printable)
    .join(" + ");
  return [
    [MARKS[status], named && `${named} ·`, codeName[words.locale](trace.intent.tier)]
      .filter(Boolean)
      .join(" "),
    words.steps(trace.steps.length),
    words.tokens(usage.tokens_input + usage.tokens_output),
  ].join(" · ");
}
