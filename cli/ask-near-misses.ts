import type { Locale } from "#shared/contracts/names.ts";
import type { PromotedNegative } from "#shared/contracts/promotion.ts";
import type { LintResult } from "../orchestrator/quality/tools/results.ts";
import { printable, type Terminal } from "./terminal.ts";

const en = {
  isOther: (goal: string) => `Does ${goal} not do this?`,
  keys: { yes: "y", no: "n", all: "a", end: "q" },
  legend: "y: a near miss; n: leave it; a: this and the others of the goal; q: end",
  none: "No near misses are proposed.",
  accepted: (count: number, file: string) =>
    `${count} near misses stand in ${file} from now on; a Regente that runs has them at once.`,
};
const pt: typeof en = {
  isOther: (goal) => `${goal} não faz isto?`,
  keys: { yes: "s", no: "n", all: "t", end: "q" },
  legend: "s: não faz, põe em negatives; n: deixa; t: este e os outros do objetivo; q: termina",
  none: "Nenhum pedido parecido foi proposto.",
  accepted: (count, file) =>
    `${count} pedidos parecidos estão em ${file} a partir de agora; um Regente no ar já conta com eles.`,
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

export const nearMissWords = (locale: Locale) => WORDS[locale];

/** Asks about each sentence that lint proposes, with one key each. What was said yes to before the end is given back. */
export async function askNearMisses(
  { findings }: LintResult,
  { input, output, paint, words: { locale } }: Terminal,
): Promise<PromotedNegative[]> {
  const { isOther, keys, legend } = WORDS[locale];
  const accepted: PromotedNegative[] = [];
  const pressed = keysOf(input);
  output.write(`${paint.dim(legend)}\n`);
  try {
    for (const { domain, goal, proposed = [] } of findings) {
      if (goal === null || proposed.length === 0) continue;
      output.write(`${paint.bold(printable(`${domain}.${goal}`))}\n`);
      let takesAll = false;
      for (const { locale: spoken, text } of proposed) {
        output.write(`  "${printable(text)}"  ${isOther(printable(goal))} `);
        const key: string | undefined = takesAll
          ? keys.yes
          : await nextKey(pressed, Object.values(keys));
        output.write(`${takesAll ? keys.all : (key ?? "")}\n`);
        if (key === undefined || key === keys.end) return accepted;
        takesAll ||= key === keys.all;
        if (key !== keys.no) accepted.push({ domain, goal, locale: spoken, text });
      }
    }
    return accepted;
  } finally {
    await pressed.return(undefined);
  }
}

/** The next key that is one of these; undefined: the input ended, or Ctrl+C. */
async function nextKey(
  pressed: AsyncGenerator<string, void>,
  known: readonly string[],
): Promise<string | undefined> {
  for (;;) {
    const { done, value } = await pressed.next();
    if (done === true || value === CTRL_C) return undefined;
    const key = value.toLowerCase();
    if (known.includes(key)) return key;
  }
}

const CTRL_C = "\u0003";

/** Keys as they are pressed; where the input is no terminal, its letters. */
async function* keysOf(input: Terminal["input"]): AsyncGenerator<string> {
  const isRaw = input.isTTY === true;
  if (isRaw) input.setRawMode?.(true);
  try {
    for await (const chunk of input)
      for (const key of String(chunk)) if (key.trim() !== "") yield key;
  } finally {
    if (isRaw) input.setRawMode?.(false);
  }
}
