/** A choice or an optional part of a template in which no other one stands. */
const GROUP = /\[([^[\]()]*)\]|\(([^[\]()]*)\)/;

const worded = (text: string) =>
  ` ${text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "")} `.replaceAll(
    /[^\p{L}\p{N}]+/gu,
    " ",
  );

/**
 * A sentence template as it reads for a sentence: of each choice what was said, of optional parts those that were said,
 * the name of a rule, and dots for values: "[qual|quanto é] o preço (da|do) {symbol_text}" gives "qual o preço da …".
 */
export function templateFor(template: string, sentence: string): string {
  const said = worded(sentence);
  const isSaid = (option: string) => said.includes(worded(option.replaceAll("…", " ")));
  let read = template
    .replaceAll(/\{[^{}]*\}/g, "…")
    .replaceAll(/<([^<>]*)>/g, (_, rule: string) => rule.replaceAll("_", " "));
  for (let group = GROUP.exec(read); group !== null; group = GROUP.exec(read)) {
    const [whole, optional, choice = ""] = group;
    const options = (optional ?? choice).split("|").toSorted((a, b) => b.length - a.length);
    const other = optional === undefined ? choice.split("|")[0] : "";
    read = read.replace(whole, () => ` ${options.find(isSaid) ?? other} `);
  }
  return read.replaceAll(/\s+/g, " ").trim();
}
