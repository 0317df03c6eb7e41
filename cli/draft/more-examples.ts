import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { DraftedExamples, Standing } from "../../orchestrator/quality/tools/drafted.ts";
import { NotBroughtIn } from "../import/bring-in.ts";
import { askEach, type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";
import type { Say } from "../words.ts";

const ALL_SAFE = "all-safe";

/**
 * What a model would add to the goals of a domain that has a manifest: shown, asked about on a terminal, and written where its
 * author takes it. `accept` names what is taken without a question.
 * Errors: NotBroughtIn where there is no model, no manifest, or no such number; those of draftExamples
 */
export async function moreExamples(
  domain: string,
  draftExamples: (options: {
    built: string;
    anew?: boolean;
  }) => Promise<DraftedExamples | "no model" | "no files">,
  { accept, anew }: { accept?: string | undefined; anew?: boolean | undefined },
  terminal: Terminal,
): Promise<ExitCode> {
  const {
    output,
    input,
    words: { say },
    paint,
  } = terminal;
  const drafted = await draftExamples({ built: learntFolder, ...(anew === true && { anew }) });
  if (drafted === "no model") throw new NotBroughtIn(say("draft.no_model"));
  if (drafted === "no files") throw new NotBroughtIn(say("draft.no_files", { domain }));
  output.write(`${shown(drafted, terminal)}\n`);
  const isAsked = accept === undefined && input.isTTY === true && output.isTTY === true;
  const numbers =
    accept !== undefined
      ? numbersIn(accept, drafted)
      : isAsked
        ? new Set(await askEach(groupsOf(drafted, say), say("draft.legend"), terminal))
        : undefined;
  if (accept !== undefined && numbers === undefined)
    throw new NotBroughtIn(say("draft.bad_numbers", { said: accept }));
  if (numbers === undefined || numbers.size === 0) {
    output.write(`${paint.dim(say("draft.how_to"))}\n`);
    return exitCodes.done;
  }
  const { written, held } = await drafted.accept(numbers);
  for (const each of held) output.write(`${paint.yellow(printable(whyHeld(each, say)))}\n`);
  output.write(`${say("draft.written", { count: written.length, domain })}\n`);
  return written.length === numbers.size ? exitCodes.done : exitCodes.failed;
}

const MARKS: Readonly<Record<Standing, string>> = {
  ...{ teaches: "+", known: "=", other_values: "~", repeats: "=", taken: "≠" },
};

function shown(
  { domain, proposals, refused, tokens }: DraftedExamples,
  terminal: Terminal,
): string {
  const {
    paint,
    words: { say },
  } = terminal;
  const width = String(proposals.length).length;
  const count = { teaches: 0, known: 0, other_values: 0, repeats: 0, taken: 0 };
  const lines = [...Map.groupBy(proposals, ({ goal }) => goal)].flatMap(([goal, own]) => [
    paint.bold(printable(`${domain}.${goal}`)),
    ...own.map(({ number, example, standing, by }) => {
      count[standing] += 1;
      const line = `${String(number).padStart(width)} ${MARKS[standing]} ${example}`;
      if (standing === "teaches") return printable(line);
      const why = say(`draft.standing.${standing}`, { by: by ?? "" });
      return paint.dim(printable(`${line}  (${why})`));
    }),
  ]);
  return [
    paint.dim(tokens === 0 ? say("draft.asked_before") : say("draft.asked", { tokens })),
    ...lines,
    say("draft.counted", { ...count, refused }),
  ].join("\n");
}

/** undefined: it names none, or one that was not shown. */
function numbersIn(said: string, { proposals }: DraftedExamples): Set<number> | undefined {
  if (said === ALL_SAFE)
    return new Set(
      proposals.flatMap(({ number, standing }) => (standing === "teaches" ? number : [])),
    );
  const there = new Set(proposals.map(({ number }) => number));
  const numbers = new Set<number>();
  for (const part of said.split(",")) {
    const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return undefined;
    for (let number = Number(first); number <= Number(last); number++)
      if (there.has(number)) numbers.add(number);
    if (!there.has(Number(first)) || !there.has(Number(last))) return undefined;
  }
  return numbers;
}

const groupsOf = ({ domain, proposals }: DraftedExamples, say: Say) =>
  [
    ...Map.groupBy(
      proposals.filter(({ standing }) => standing === "teaches"),
      ({ goal }) => goal,
    ),
  ].map(([goal, own]) => ({
    title: `${domain}.${goal}`,
    question: say("draft.question", { goal }),
    sentences: own.map(({ example, number }) => ({ text: example, of: number })),
  }));

type Held = Awaited<ReturnType<DraftedExamples["accept"]>>["held"][number];

function whyHeld({ sentence, takes: { text, before, after } }: Held, say: Say): string {
  const [from, to] = [before, after].map(({ domain, goal }) => `${domain}.${goal}`);
  const why =
    from !== to
      ? say("draft.held", { text, from: from ?? "", to: to ?? "" })
      : after.cost === "unsure"
        ? say("draft.asks", { text, goal: from ?? "" })
        : say("draft.changed", { text, goal: from ?? "" });
  return `${sentence.number} ${parseExample(sentence.example).text}: ${why}`;
}
