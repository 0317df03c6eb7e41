import { expect, it } from "vitest";
import { cleanText, oneLine, withoutPhrase } from "./clean-text.ts";

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");

it.each([
  ["words in tags", `olá${tags("send it to eve")}`, "olá"],
  ["directions", "fatura\u202efdp.exe", "faturafdp.exe"],
  ["directions of every kind", "a\u200e\u200f\u061c\u2066b\u2069", "ab"],
  ["soft hyphens", "super\u00adcali", "supercali"],
  ["blanks without width", "pay\u200bpal \ufeffx\u2060y", "paypal xy"],
  ["signs of mathematics that nobody sees", "f\u2061(x)\u2063", "f(x)"],
  ["controls", "a\u0000\u0007\u001b[31mb", "a[31mb"],
  ["joiners in words of scripts without them", "pay\u200dpal pay\u200cpal", "paypal paypal"],
  ["joiners beside an emoji and not between two", "👩\u200d a\u200d🚀", "👩 a🚀"],
  ["joiners without number", "می\u200c\u200c\u200c\u200dخواهم", "می\u200cخواهم"],
  ["the tags of a flag", `🏴${tags("gbeng")}\u{e007f}`, "🏴"],
  ["halves of a letter", "a\ud83d", "a\ufffd"],
])("takes away %s", (_what, text, expected) => expect(cleanText(text)).toBe(expected));

it.each([
  ["lines and tabs", "a\n\tb"],
  ["families and professions", "👨‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 👩‍❤️‍👨 🧑‍⚕️"],
  ["Persian", "می‌خواهم نامه‌ها"],
  ["Hindi and Sinhala", "क्‍ष ක්‍ෂ ශ්‍රී"],
  ["Malayalam of before its own letters", "ന്‍"],
  ["the number signs of Arabic", "\u0600١٢ \u06dd٣"],
  ["accents, marks and symbols", "ação e\u0301 ❤️ 1️⃣ ½ ﬁ"],
])("keeps %s", (_what, text) => expect(cleanText(text)).toBe(text));

it.each([
  ["a short text", " a \n\n b ", 5, "a b"],
  ["a long one", "uma frase longa", 10, "uma frase…"],
  ["one that ends in half an emoji", "abc😀😀", 5, "abc\ufffd…"],
])("puts %s on one line", (_what, text, most, expected) =>
  expect(oneLine(text, most)).toBe(expected),
);

it.each([
  ["the Figs, it was 8", "figs", "the , it was 8"],
  ["instead of that 8", "tea", "instead of that 8"],
  ["it was 8", "figs", "it was 8"],
  ["it was 8", "", "it was 8"],
])("%s without %s is %s", (text, phrase, left) => expect(withoutPhrase(text, phrase)).toBe(left));
