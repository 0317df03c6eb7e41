import type { ArgDef, ArgsDef } from "citty";
import { shortsOf } from "./find-command.ts";
import { nearestTo } from "./nearest.ts";
import { said } from "./said.ts";

/**
 * What is wrong with the words given to a command, in one sentence; undefined when nothing is. citty would
 * take an unknown option for a word, and says the rest in English only.
 */
export function wrongUse(words: readonly string[], args: ArgsDef): string | undefined {
  const end = words.indexOf("--");
  const given = words.slice(0, end === -1 ? words.length : end);
  const options = new Map<string, { name: string; option: ArgDef }>(
    Object.entries(args).flatMap(([name, option]) =>
      option.type === "positional"
        ? []
        : [
            [`--${name}`, { name, option }] as const,
            ...(option.type === "boolean" ? [[`--no-${name}`, { name, option }] as const] : []),
            ...shortsOf(option).map((short) => [short, { name, option }] as const),
          ],
    ),
  );
  let count = end === -1 ? 0 : words.length - end - 1;
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? "";
    if (!/^--?[a-z]/i.test(word)) {
      count += 1;
      continue;
    }
    const [spelled = word, inline] = word.split(/=(.*)/s);
    const known = options.get(spelled);
    if (known === undefined)
      return said(noSuchOption(spelled)) + meant(spelled, [...options.keys()]);
    if (known.option.type === "boolean") continue;
    const value = inline ?? given[++at];
    if (value === undefined || value === "") return said(needsValue(`--${known.name}`));
    const { option } = known;
    const allowed = option.type === "enum" ? (option.options ?? []) : undefined;
    if (allowed !== undefined && !allowed.includes(value))
      return said(notOneOf(`--${known.name}`, value, allowed));
  }
  const needed = Object.entries(args).filter(
    ([, arg]) => arg.type === "positional" && arg.required !== false && arg.default === undefined,
  );
  const missing = needed[count];
  return missing === undefined ? undefined : said(isMissing(missing[0].toUpperCase()));
}

/** A word where only a command's name may stand. */
export const noSuchCommand = (word: string, commands: readonly string[]): string =>
  said({ "pt-BR": `Não existe o comando ${word}.`, en: `There is no command ${word}.` }) +
  meant(word, commands);

function meant(word: string, known: readonly string[]): string {
  const near = nearestTo(word, known);
  return near === undefined
    ? ""
    : ` ${said({ "pt-BR": `Seria ${near}?`, en: `Did you mean ${near}?` })}`;
}

const noSuchOption = (name: string) => ({
  "pt-BR": `Não existe a opção ${name}.`,
  en: `There is no option ${name}.`,
});
const needsValue = (name: string) => ({
  "pt-BR": `A opção ${name} precisa de um valor.`,
  en: `The option ${name} needs a value.`,
});
const notOneOf = (name: string, value: string, allowed: readonly string[]) => ({
  "pt-BR": `${name} não aceita "${value}", só ${allowed.join(", ")}.`,
  en: `${name} does not take "${value}", only ${allowed.join(", ")}.`,
});
const isMissing = (name: string) => ({ "pt-BR": `Falta ${name}.`, en: `${name} is missing.` });
