import { expect, it } from "vitest";
import { withoutPhrase } from "./without-phrase.ts";

it.each([
  ["the Figs, it was 8", "figs", "the , it was 8"],
  ["instead of that 8", "tea", "instead of that 8"],
  ["it was 8", "figs", "it was 8"],
  ["it was 8", "", "it was 8"],
])("%s without %s is %s", (text, phrase, left) => expect(withoutPhrase(text, phrase)).toBe(left));
