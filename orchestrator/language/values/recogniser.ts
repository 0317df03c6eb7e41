import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { gapBefore, type Token, tokens } from "../text.ts";

/** What a recogniser looks at. */
export type Sentence = {
  readonly text: string;
  readonly words: readonly Token[];
  /** Decides "1.234" and "03/04" where nothing else does. */
  readonly locale: Locale;
  /** Today, for dates that are relative; undefined: they are not recognised. */
  readonly today: () => IsoDate | undefined;
};

/** A text by itself, on no day. */
export const sentenceOf = (text: string, locale: Locale): Sentence => ({
  ...{ text, words: tokens(text), locale },
  today: () => undefined,
});

/** A value that begins at the word asked about and ends before word `to`; `isLikelier`: of two that the words leave open. */
export type Recognised<T> = {
  readonly to: number;
  readonly value: T;
  readonly isLikelier?: boolean;
};

/** The longest value that begins at word `at`, if one does. Pure. */
export type Recogniser<T> = (sentence: Sentence, at: number) => Recognised<T> | undefined;

/** The folded word at a place; "" outside the sentence. */
export const wordAt = ({ words }: Pick<Sentence, "words">, at: number): string =>
  words[at]?.word ?? "";

/** What stands between word `at` and the next one, without spaces: "/", "-", ",". */
export const between = (sentence: Sentence, at: number): string =>
  sentence.words[at + 1] === undefined ? "" : gapBefore(sentence, at + 1).trim();
