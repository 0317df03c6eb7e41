import type { InBothLanguages, LintFinding } from "#shared/contracts/lint.ts";
import type { Modifier } from "../../evaluation/forms/form.ts";
import type { Variant } from "../../evaluation/variants.ts";
import { finding } from "../finding.ts";

/** What was said around the request, as it is called in a sentence. */
const NAMES: Readonly<Record<Modifier, InBothLanguages>> = {
  polarity: { "pt-BR": "uma negação", en: "a negation" },
  mood: { "pt-BR": "uma pergunta ou um relato", en: "a question or a report" },
  condition: { "pt-BR": "uma condição", en: "a condition" },
  time: { "pt-BR": "outra hora", en: "another time" },
  recurrence: { "pt-BR": "uma repetição", en: "a recurrence" },
  addressee: { "pt-BR": "outra pessoa", en: "another person" },
  exception: { "pt-BR": "uma exceção", en: "an exception" },
  withdrawal: { "pt-BR": "uma desistência", en: "a withdrawal" },
};

/** Requests that would be carried out though a word around them says otherwise: one finding for each goal and kind of word. */
export function ignoredModifiers(acting: readonly Variant[]): LintFinding[] {
  const kinds = Map.groupBy(acting, ({ domain, of, modifier }) => `${domain} ${of} ${modifier}`);
  return [...kinds.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { domain, goal, of, path, text, modifier } = first;
    const name = NAMES[modifier];
    const more: InBothLanguages =
      own.length === 1
        ? { "pt-BR": "", en: "" }
        : {
            "pt-BR": ` (e mais ${own.length - 1} da amostra)`,
            en: ` (and ${own.length - 1} more of the sample)`,
          };
    return finding(
      "ignored_modifier",
      { domain, ...(goal !== null && { goal }), path, sentence: text },
      {
        "pt-BR": `${of} seria feito apesar de ${name["pt-BR"]}${more["pt-BR"]}.`,
        en: `${of} would be carried out in spite of ${name.en}${more.en}.`,
      },
      {
        "pt-BR": "Ponha a frase nos negatives do objetivo; regente eval mostra todas.",
        en: "Put the sentence among the goal's negatives; regente eval shows all of them.",
      },
    );
  });
}
