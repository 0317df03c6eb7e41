import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import { messageIn } from "#shared/messages/messages.ts";
import { printable, type Terminal } from "./terminal.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const ERASE_LINE = "\r\u001b[2K";

type Progress = {
  watch(event: RunEvent): void;
  /** Leaves no trace on the screen. */
  stop(): void;
};

/** One line, on the error stream, that says which steps run now; nothing where that is no terminal. */
export function showProgress({ errors, paint, words }: Terminal): Progress {
  if (errors.isTTY !== true) return { watch() {}, stop() {} };
  const running = new Map<string, string>();
  let done = 0;
  let total = 0;
  let frame = 0;
  const draw = () => {
    const names = [...running.values()].join(", ") || words.say("thinking");
    const count = total > 1 ? ` ${done}/${total}` : "";
    const width = Math.max(20, (errors.columns ?? 80) - 12);
    const shown = names.length > width ? `${names.slice(0, width - 1)}…` : names;
    errors.write(
      `${ERASE_LINE}${paint.cyan(FRAMES[frame % FRAMES.length] ?? "")} ${shown}${count}`,
    );
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return {
    watch(event) {
      if (event.type === "plan") total = event.plan.steps.length;
      if (event.type === "step_started")
        running.set(String(event.step_id), printable(event.capability));
      if (event.type === "step_finished") {
        running.delete(String(event.step.id));
        done += 1;
      }
    },
    stop() {
      clearInterval(timer);
      errors.write(ERASE_LINE);
    },
  };
}

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
        words.say("sources"),
        sources.map(({ title, url }) => `${title}: ${url}`),
      ),
    );
  if (files.length > 0)
    parts.push(
      list(
        words.say("files"),
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
    [MARKS[status], named && `${named} ·`, codeName(trace.intent.tier, words.locale)]
      .filter(Boolean)
      .join(" "),
    words.say("steps", { count: trace.steps.length }),
    words.say("tokens", { count: usage.tokens_input + usage.tokens_output }),
  ].join(" · ");
}

/** What contracts call by a code - who decided, who planned, what speaks for a decision - as people read it; one that is not known stays as it is. */
export const codeName = (code: string, locale: Locale): string =>
  messageIn(locale, `terminal.code.${code}`, {}) ?? code;
