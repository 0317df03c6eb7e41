import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { printable, type Terminal } from "../terminal.ts";
import { supervisorWords } from "./words.ts";

/** What is running, once it is. */
export type Standing = {
  url: string;
  model: string;
  /** Undefined: only for those who may know, so the endpoints ask who calls. */
  domains: readonly DomainStatus[] | undefined;
};

/** Where to talk, with what, and which domains are up: the first thing a person reads. */
export function announce(
  { url, model, domains }: Standing,
  { paint, words }: Pick<Terminal, "paint" | "words">,
): string {
  const say = supervisorWords(words.locale);
  const row = (name: string, value: string) => `  ${paint.bold(name.padEnd(10))}${value}`;
  const states = domains?.map(({ name, state, version, problem, problem_reason }) => {
    const works = state === "up" || state === "manifest_only";
    const mark = works ? paint.green("●") : paint.yellow("○");
    const why = [
      words.domainStates[state],
      ...(problem === null ? [] : [whyIn(words.locale, problem_reason ?? problem, problem)]),
    ].join(": ");
    return `${mark} ${printable(`${name} ${works ? (version ?? "") : why}`)}`;
  });
  const asksForKey = domains === undefined;
  const key = asksForKey ? ` -H 'authorization: Bearer ${say.yourKey}'` : "";
  const messages = [{ role: "user", content: say.firstQuestion }];
  return [
    "",
    `${paint.green("✓")} ${paint.bold(say.ready)} ${paint.cyan(url)}`,
    "",
    ...(states === undefined
      ? []
      : [
          row(say.domains, states[0] ?? words.noDomains),
          ...states.slice(1).map((state) => row("", state)),
        ]),
    row(say.browser, `${url}/`),
    row(say.talk, "npx regente chat"),
    row(say.openai, say.openaiHint(`${url}/v1`, model, asksForKey)),
    row(
      "curl",
      `curl -s ${url}/v1/chat/completions -H 'content-type: application/json'${key} -d '${JSON.stringify({ model, messages })}'`,
    ),
    row(say.stop, "Ctrl+C"),
    "",
    "",
  ].join("\n");
}
