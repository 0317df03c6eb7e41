/** What cannot be seen: it says nothing to people, and hides orders from them. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?![\n\t])\p{Cc}/gu;

/** A text with its lines, and without what no one can see. */
export const visibleText = (text: string): string =>
  text.normalize("NFC").replaceAll("\r\n", "\n").replace(INVISIBLE, "").trim();

/** Stand in the middle of a word and are not seen there; emoji and other scripts keep their joiners. */
const IN_WORDS =
  /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|(?<=\p{Script=Latin}\p{M}*)(?:\u200c|\u200d)|(?:\u200c|\u200d)(?=\p{Script=Latin})/gu;

/** A text whose words are those that are seen: a soft hyphen in "não" hides no negation. */
export const withoutHidden = (text: string): string => text.replace(IN_WORDS, "");
