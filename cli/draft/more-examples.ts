import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DraftedExamples, Standing } from "../../orchestrator/quality/tools/drafted.ts";
import { importWords, NotBroughtIn } from "../import/bring-in.ts";
import { askEach, type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

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
  const { output, input, words, paint } = terminal;
  const say = draftWords(words.locale);
  const drafted = await draftExamples({ built: learntFolder, ...(anew === true && { anew }) });
  if (drafted === "no model") throw new NotBroughtIn(importWords[words.locale].noModel);
  if (drafted === "no files") throw new NotBroughtIn(say.noFiles(domain));
  output.write(`${shown(drafted, terminal)}\n`);
  const isAsked = accept === undefined && input.isTTY === true && output.isTTY === true;
  const numbers =
    accept !== undefined
      ? numbersIn(accept, drafted)
      : isAsked
        ? new Set(await askEach(groupsOf(drafted, say), say.legend, terminal))
        : undefined;
  if (accept !== undefined && numbers === undefined) throw new NotBroughtIn(say.badNumbers(accept));
  if (numbers === undefined || numbers.size === 0) {
    output.write(`${paint.dim(say.howTo)}\n`);
    return exitCodes.done;
  }
  const { written, held } = await drafted.accept(numbers);
  for (const each of held) output.write(`${paint.yellow(printable(whyHeld(each, say)))}\n`);
  output.write(`${say.written(written.length, domain)}\n`);
  return written.length === numbers.size ? exitCodes.done : exitCodes.failed;
}

const MARKS: Readonly<Record<Standing, string>> = {
  ...{ teaches: "+", known: "=", other_values: "~", repeats: "=", taken: "≠" },
};

function shown(
  { domain, proposals, refused, tokens }: DraftedExamples,
  terminal: Terminal,
): string {
  const { paint, words } = terminal;
  const say = draftWords(words.locale);
  const width = String(proposals.length).length;
  const count = { teaches: 0, known: 0, other_values: 0, repeats: 0, taken: 0 };
  const lines = [...Map.groupBy(proposals, ({ goal }) => goal)].flatMap(([goal, own]) => [
    paint.bold(printable(`${domain}.${goal}`)),
    ...own.map(({ number, example, standing, by }) => {
      count[standing] += 1;
      const why = say.standing(standing, by ?? "");
      const line = `${String(number).padStart(width)} ${MARKS[standing]} ${example}`;
      return standing === "teaches" ? printable(line) : paint.dim(printable(`${line}  (${why})`));
    }),
  ]);
  return [paint.dim(say.asked(tokens)), ...lines, say.counted(count, refused)].join("\n");
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

type Say = ReturnType<typeof draftWords>;

const groupsOf = ({ domain, proposals }: DraftedExamples, say: Say) =>
  [
    ...Map.groupBy(
      proposals.filter(({ standing }) => standing === "teaches"),
      ({ goal }) => goal,
    ),
  ].map(([goal, own]) => ({
    title: `${domain}.${goal}`,
    question: say.question(goal),
    sentences: own.map(({ example, number }) => ({ text: example, of: number })),
  }));

type Held = Awaited<ReturnType<DraftedExamples["accept"]>>["held"][number];

function whyHeld({ sentence, takes: { text, before, after } }: Held, say: Say): string {
  const [from, to] = [before, after].map(({ domain, goal }) => `${domain}.${goal}`);
  const why =
    from !== to
      ? say.held(text, from ?? "", to ?? "")
      : after.cost === "unsure"
        ? say.asks(text, from ?? "")
        : say.changed(text, from ?? "");
  return `${sentence.number} ${parseExample(sentence.example).text}: ${why}`;
}

const en = {
  noFiles: (domain: string) =>
    `domains.bootstrap.json has no domain "${domain}" with a local manifest.`,
  standing: (standing: Standing, by: string): string =>
    ({
      teaches: "",
      known: "already understood",
      other_values: "already understood, with other values than marked",
      repeats: `says the same as ${by}`,
      taken: `${by} acts on it`,
    })[standing],
  /** Before the sentences. */
  asked: (tokens: number) =>
    tokens === 0
      ? "The model's sentences from last time; --anew asks it again."
      : `A model's sentences (${tokens} tokens). Read them before you accept them.`,
  counted: (count: Record<Standing, number>, refused: number) =>
    `${count.teaches} are useful, ${count.known} are already understood, ${count.other_values} with other values, ${count.repeats} repeat another, ${count.taken} belong to another goal; ${refused} cannot be used.`,
  howTo:
    "Nothing was written. --accept=all-safe accepts the useful ones, --accept=1,4-6 just these.",
  question: (goal: string) => `An example of ${goal}?`,
  legend: "y: accept; n: skip; a: accept this and the others of the goal; q: quit",
  badNumbers: (said: string) =>
    `"${said}" is neither all-safe nor numbers that were shown, as in 1,4-6.`,
  written: (count: number, domain: string) => `${count} examples were written to ${domain}.`,
  held: (text: string, from: string, to: string) =>
    `left out: "${text}" would lead to ${to}, not to ${from}`,
  changed: (text: string, goal: string) =>
    `left out: "${text}" of ${goal} would mean something else`,
  asks: (text: string, goal: string) =>
    `left out: Regente would only ask about "${text}" of ${goal}`,
};
const pt: typeof en = {
  noFiles: (domain) =>
    `O domains.bootstrap.json não tem um domínio "${domain}" com manifesto local.`,
  standing: (standing, by) =>
    ({
      teaches: "",
      known: "já é entendida",
      other_values: "já é entendida, com outros valores",
      repeats: `diz o mesmo que a ${by}`,
      taken: `é de ${by}`,
    })[standing],
  asked: (tokens) =>
    tokens === 0
      ? "As frases do modelo da última vez; --anew pede outras."
      : `Frases de um modelo (${tokens} tokens). Leia antes de aceitar.`,
  counted: (count, refused) =>
    `${count.teaches} são úteis, ${count.known} já são entendidas, ${count.other_values} com outros valores, ${count.repeats} repetem outra, ${count.taken} são de outro objetivo; ${refused} não servem.`,
  howTo: "Nada foi escrito. --accept=all-safe aceita as úteis, --accept=1,4-6 só estas.",
  question: (goal) => `Um exemplo de ${goal}?`,
  legend: "s: aceita; n: pula; t: aceita este e os outros do objetivo; q: termina",
  badNumbers: (said) => `"${said}" não é all-safe nem números que foram mostrados, como em 1,4-6.`,
  written: (count, domain) => `${count} exemplos foram escritos em ${domain}.`,
  held: (text, from, to) => `fica de fora: "${text}" levaria a ${to}, e não a ${from}`,
  changed: (text, goal) => `fica de fora: "${text}", de ${goal}, significaria outra coisa`,
  asks: (text, goal) => `fica de fora: o Regente só perguntaria sobre "${text}", de ${goal}`,
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };
const draftWords = (locale: Locale) => WORDS[locale];
