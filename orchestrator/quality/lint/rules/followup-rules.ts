import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import {
  followupClash,
  followupPhrases,
  saysTooLittle,
} from "../../../understanding/followup-phrases.ts";
import { finding } from "../finding.ts";

/** Follow-up phrases that people say for something else as well: "hello", "do it", "send". */
export const weakFollowups = (manifest: Manifest): LintFinding[] =>
  followupPhrases(manifest)
    .filter(saysTooLittle)
    .map(({ capability, path, phrase }) =>
      finding(
        "weak_followup",
        { domain: manifest.domain, path, sentence: phrase },
        {
          "pt-BR": `A frase não basta para pedir ${capability}: diz-se também por outros motivos.`,
          en: `The phrase is not enough to ask for ${capability}: people say it for other reasons too.`,
        },
        {
          "pt-BR": 'Diga o que se faz e com quê, em duas palavras ou mais: "manda por carta".',
          en: 'Say what is done and with what, in two words or more: "send it by letter".',
        },
      ),
    );

/** Domains of which only one can come into force, for what people say to the one is also said to the other. */
export function sharedFollowups({ manifests }: Catalogue): LintFinding[] {
  const all = [...manifests.values()];
  return all.flatMap((manifest, at) => {
    const clash = followupClash(manifest, all.slice(0, at));
    if (clash === undefined) return [];
    return finding(
      "shared_followup",
      { domain: manifest.domain, path: "capabilities" },
      {
        "pt-BR": `Este domínio não pode entrar: ${clash}.`,
        en: `This domain cannot join: ${clash}.`,
      },
      {
        "pt-BR": "Peça com outras palavras em um dos dois.",
        en: "Ask in other words in one of the two.",
      },
    );
  });
}
