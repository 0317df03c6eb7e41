import {
  type CheckResult,
  type RuleNumber,
  rules,
  topics,
} from "#shared/conformance/domain-check.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { messageIn, messagesOf } from "#shared/messages/messages.ts";
import { printable, type Terminal } from "../terminal.ts";

/** The results of a check, and of what. */
type Report = {
  url: string;
  domain: string;
  version: string;
  checks: readonly CheckResult[];
};

export const countOf = (checks: readonly CheckResult[], outcome: CheckResult["outcome"]): number =>
  checks.filter((check) => check.outcome === outcome).length;

/** A line for each topic, what is broken or was not looked at beneath it, and the sum. `all` names what is kept too. */
export function showReport(
  { url, domain, version, checks }: Report,
  all: boolean,
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { locale, say } = terminal.words;
  const { nameOf, detailOf, ruleOf } = checkTexts(locale);
  const marks = {
    passed: paint.green("✓"),
    failed: paint.red("✗"),
    not_checked: paint.yellow("-"),
  };
  const lines = topics.flatMap((topic) => {
    const own = checks.filter(({ about }) => about === topic);
    if (own.length === 0) return [];
    const worst = own.some(({ outcome }) => outcome === "failed")
      ? marks.failed
      : own.every(({ outcome }) => outcome === "not_checked")
        ? marks.not_checked
        : marks.passed;
    const kept = say("check_domain.kept", { kept: countOf(own, "passed"), all: own.length });
    return [
      `${worst} ${paint.bold(say(`check_domain.topic.${topic}`))} ${paint.dim(kept)}`,
      ...own
        .filter(({ outcome, detail }) => all || outcome !== "passed" || detail !== "")
        .flatMap(({ name, outcome, detail, rule, sentence }) => [
          `    ${marks[outcome]} ${printable(nameOf(name))}`,
          ...(detail === "" ? [] : [`      ${paint.dim(printable(detailOf(detail)))}`]),
          ...(sentence === undefined
            ? []
            : [`      ${say("check_domain.rule", { number: rule, sentence: ruleOf(rule) })}`]),
        ]),
    ];
  });
  const failed = countOf(checks, "failed");
  const summary = [
    say("check_domain.kept_promises", { count: countOf(checks, "passed") }),
    say("check_domain.broken", { count: failed }),
    say("check_domain.not_checked", { count: countOf(checks, "not_checked") }),
  ].join(", ");
  return [
    printable(say("check_domain.checked", { domain, version, url })),
    "",
    ...lines,
    "",
    failed === 0 ? paint.green(summary) : paint.red(summary),
  ].join("\n");
}

const FOUND = "terminal-checks";
/** What a value of an English text looks like, by its name; another is a word. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  count: /^-?\d+$/,
  status: /^\d{3}$/,
  answer: /^\d{3}/,
  text: /^.+$/,
};
const WORD = /^\S+$/;
/** At an end of a text: what stands there stays as it is. */
const MORE = "…";

/** A text of the checks in English: what is fixed in it, and the names of the values between. */
type Phrase = {
  key: string;
  fixed: readonly string[];
  names: readonly string[];
  hasBefore: boolean;
  hasMore: boolean;
};

function phraseOf(key: string, text: string): Phrase {
  const [hasBefore, hasMore] = [text.startsWith(MORE), text.endsWith(MORE)];
  const parts = text.slice(hasBefore ? 1 : 0, hasMore ? -1 : undefined).split(/\{([a-z_]+)\}/);
  const [fixed, names] = [0, 1].map((odd) => parts.filter((_, at) => at % 2 === odd));
  return { key, fixed: fixed ?? [], names: names ?? [], hasBefore, hasMore };
}

type Found = { end: number; values: readonly string[] };

/** The values of a phrase that stands at a place of a text; the shortest that look like what they are. */
function foundAt(text: string, at: number, phrase: Phrase): Found | undefined {
  const [first = "", ...fixed] = phrase.fixed;
  const [name, ...names] = phrase.names;
  if (!text.startsWith(first, at)) return undefined;
  const begin = at + first.length;
  if (name === undefined)
    return phrase.hasMore || begin === text.length ? { end: begin, values: [] } : undefined;
  for (let next = begin + 1; next <= text.length; next += 1) {
    const value = text.slice(begin, next);
    const rest = (LOOKS[name] ?? WORD).test(value)
      ? foundAt(text, next, { ...phrase, fixed, names })
      : undefined;
    if (rest !== undefined) return { ...rest, values: [value, ...rest.values] };
  }
  return undefined;
}

type Say = (phrase: Phrase, values: readonly string[]) => string;

/** A text with every place where a phrase stands said anew. */
function saidIn(text: string, phrase: Phrase, say: Say): string {
  for (let at = 0; at <= (phrase.hasBefore ? text.length : 0); at += 1) {
    const found = foundAt(text, at, phrase);
    if (found === undefined) continue;
    const rest = text.slice(found.end);
    const said = text.slice(0, at) + say(phrase, found.values);
    return said + (phrase.hasBefore ? saidIn(rest, phrase, say) : rest);
  }
  return text;
}

/** Names of checks, what they have seen and the rules of the wire, as people read them in a language; what is not known stays as it is. */
export function checkTexts(locale: Locale) {
  const phrases = (group: "name" | "seen") =>
    [...messagesOf("en", FOUND)].flatMap(([key, text]) =>
      typeof text === "string" && key.startsWith(`${FOUND}.${group}.`) ? phraseOf(key, text) : [],
    );
  const [names, seen] = [phrases("name"), phrases("seen")];
  const say: Say = ({ key, names: of, hasBefore, hasMore }, values) => {
    const given = Object.fromEntries(of.map((name, at) => [name, values[at]]));
    const said = messageIn(locale, key, given) ?? "";
    return said.slice(hasBefore ? 1 : 0, hasMore ? -1 : undefined);
  };
  // What was sent is called by a name of its own.
  const sayName: Say = (phrase, values) =>
    say(
      phrase,
      values.map((value, at) => (phrase.names[at] === "text" ? nameOf(value) : value)),
    );
  const nameOf = (name: string): string => {
    const phrase = names.find((each) => foundAt(name, 0, each) !== undefined);
    return phrase === undefined ? name : saidIn(name, phrase, sayName);
  };
  return {
    nameOf,
    detailOf: (detail: string): string =>
      seen.reduce((text, phrase) => saidIn(text, phrase, say), detail),
    ruleOf: (rule: RuleNumber): string =>
      messageIn(locale, `${FOUND}.rule.r${rule.replace(".", "_")}`, {}) ?? rules[rule],
  };
}
