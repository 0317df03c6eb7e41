/**
 * Signs that no one can see, which hide words or make a text look like another: controls, directions, soft hyphens,
 * blanks without width, tags (those of regional flags too: the same signs spell whole hidden sentences). Line breaks,
 * tabs and the number signs of Arabic can be seen.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}]--[\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]]/gv;
/** Between two emoji, which it makes one of: a family, a profession. */
const JOINS_EMOJI =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/vy;
/** After a letter of a script in which joiners choose the form of letters, and so the word: Persian, Hindi, Sinhala. */
const SHAPES_A_WORD =
  /(?<=[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}]])[\u200c\u200d]/vy;

/** Text as it may be kept: readable by any store, without what no one can see. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, (sign, at: number, whole: string) => (saysSomething(whole, at) ? sign : ""))
    .trim();

function saysSomething(text: string, at: number): boolean {
  return [JOINS_EMOJI, SHAPES_A_WORD].some((joiner) => {
    joiner.lastIndex = at;
    return joiner.test(text);
  });
}

/** The same on one line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, " ");
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`;
}

/** The first line of it, in at most `most` characters. */
export const firstLine = (text: string, most: number): string =>
  oneLine(text.trim().split("\n")[0] ?? "", most);

/** What cannot be seen: it says nothing to people, and hides orders from them. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?![\n\t])\p{Cc}/gu;

/** A text with its lines, and without what no one can see. */
export const visibleText = (text: string): string =>
  text.normalize("NFC").replaceAll("\r\n", "\n").replace(INVISIBLE, "").trim();

/** A text without a phrase that stands in it as words of its own; as it is where none does. Letters count without case. Pure. */
export function withoutPhrase(text: string, phrase: string): string {
  const from = text.toLowerCase().indexOf(phrase.toLowerCase());
  const to = from + phrase.length;
  const isInside = /[\p{L}\p{N}]/u.test(`${text[from - 1] ?? ""}${text[to] ?? ""}`);
  return from < 0 || isInside ? text : `${text.slice(0, from)}${text.slice(to)}`;
}
