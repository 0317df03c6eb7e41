/** What cannot be seen: it says nothing to people, and hides orders from them. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?![\n\t])\p{Cc}/gu;

/** A text with its lines, and without what no one can see. */
export const visibleText = (text: string): string =>
  text.normalize("NFC").replaceAll("\r\n", "\n").replace(INVISIBLE, "").trim();
