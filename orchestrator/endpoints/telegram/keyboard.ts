import { hash } from "node:crypto";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { words } from "./words.ts";

/** More than Telegram shows of a button on one line. */
const MAX_LABEL = 60;

/** What a touched button says. */
export type Choice = { asked: string; owner: number; answer: "yes" | "no" | number };

/**
 * A button's data has 64 bytes at most, so the question is named by a digest of its id. The question itself
 * is looked up in its owner's session; what someone makes up here leads nowhere.
 * Shape:  "42.0Gd1zLkqT7yVbQ2m.3", "42.0Gd1zLkqT7yVbQ2m.y"
 */
export const questionDigest = ({ id }: Pick<PendingAction, "id">): string =>
  hash("sha256", id, "base64url").slice(0, 16);

const DATA = /^(-?\d{1,20})\.([\w-]{16})\.(y|n|\d{1,2})$/;

export function readChoice(data: string | undefined): Choice | undefined {
  const [, owner, asked, answer] = DATA.exec(data ?? "") ?? [];
  if (asked === undefined) return undefined;
  const choice = answer === "y" ? "yes" : answer === "n" ? "no" : Number(answer);
  return { asked, owner: Number(owner), answer: choice };
}

/** The buttons of a question; undefined for one that wants words. */
export function keyboardOf(
  question: PendingAction,
  owner: number,
): InlineKeyboardMarkup | undefined {
  const start = `${owner}.${questionDigest(question)}.`;
  const { yes, no } = words(question.locale);
  if (question.kind === "confirm")
    return {
      inline_keyboard: [
        [
          { text: yes, callback_data: `${start}y` },
          { text: no, callback_data: `${start}n` },
        ],
      ],
    };
  if (question.options.length === 0) return undefined;
  return {
    inline_keyboard: question.options.map(({ label }, at) => [
      { text: buttonText(label) || String(at + 1), callback_data: `${start}${at}` },
    ]),
  };
}

function buttonText(label: string): string {
  const text = label.toWellFormed().trim();
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…`;
}

/** What was chosen, as one would type it and as one reads it; undefined where there is no such choice. */
export function chosenWords(
  { kind, options, locale }: PendingAction,
  { answer }: Choice,
): { typed: string; shown: string } | undefined {
  if (typeof answer === "number") {
    const label = options[answer]?.label;
    // With "#", because "10" may also be what an option is called.
    return label === undefined ? undefined : { typed: `#${answer + 1}`, shown: buttonText(label) };
  }
  const said = words(locale)[answer];
  return kind === "confirm" ? { typed: said.toLowerCase(), shown: said } : undefined;
}
