import type { Locale } from "#shared/contracts/names.ts";
import type { PromotedNegative } from "#shared/contracts/promotion.ts";
import type { LintResult } from "../orchestrator/quality/tools/results.ts";
import { askEach } from "./ask-each.ts";
import type { Terminal } from "./terminal.ts";

const en = {
  isOther: (goal: string) => `Does ${goal} not do this?`,
  legend: "y: a near miss; n: leave it; a: this and the others of the goal; q: end",
  none: "No near misses are proposed.",
  accepted: (count: number, file: string) =>
    `${count} near misses stand in ${file} from now on; a Regente that runs has them at once.`,
};
const pt: typeof en = {
  isOther: (goal) => `${goal} não faz isto?`,
  legend: "s: não faz, põe em negatives; n: deixa; t: este e os outros do objetivo; q: termina",
  none: "Nenhum pedido parecido foi proposto.",
  accepted: (count, file) =>
    `${count} pedidos parecidos estão em ${file} a partir de agora; um Regente no ar já conta com eles.`,
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

export const nearMissWords = (locale: Locale) => WORDS[locale];

/** Asks about each sentence that lint proposes. */
export const askNearMisses = (
  { findings }: LintResult,
  terminal: Terminal,
): Promise<PromotedNegative[]> => {
  const { isOther, legend } = WORDS[terminal.words.locale];
  const groups = findings.flatMap(({ domain, goal, proposed = [] }) =>
    goal === null || proposed.length === 0
      ? []
      : {
          title: `${domain}.${goal}`,
          question: isOther(goal),
          sentences: proposed.map(({ locale, text }) => ({
            text,
            of: { domain, goal, locale, text },
          })),
        },
  );
  return askEach(groups, legend, terminal);
};
