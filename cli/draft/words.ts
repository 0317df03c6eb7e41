import type { Locale } from "#shared/contracts/names.ts";
import type { Standing } from "../../orchestrator/quality/tools/drafted.ts";

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
  asks: (text: string, goal: string) => `left out: "${text}" of ${goal} would only be asked about`,
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
  asks: (text, goal) => `fica de fora: "${text}", de ${goal}, só seria perguntada`,
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };
export const draftWords = (locale: Locale) => WORDS[locale];
