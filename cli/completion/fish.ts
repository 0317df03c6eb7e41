import type { CompletedOption, Page } from "./pages.ts";

/** A script for fish: a line for each word, with where it may stand. */
export function fishScript(pages: readonly Page[]): string {
  const known = pages.filter(({ path }) => path.length > 0).map(({ path }) => `"${atOf(path)}"`);
  return [
    "# fish completion for regente; made by: regente completion fish",
    "function __regente_at",
    "  set -l words (commandline -opc)",
    "  set -e words[1]",
    '  set -l at ""',
    "  for word in $words",
    '    switch "$at $word"',
    `      case ${known.join(" ")}`,
    '        set at "$at $word"',
    "    end",
    "  end",
    '  test "$at" = "$argv[1]"',
    "end",
    "complete -c regente -f",
    ...pages.flatMap(linesOf),
    "",
  ].join("\n");
}

const atOf = (path: readonly string[]): string => path.map((name) => ` ${name}`).join("");

function linesOf({ path, commands, options, words }: Page): string[] {
  const here = `complete -c regente -n '__regente_at "${atOf(path)}"'`;
  const choices = words.flatMap((word) => (word.what === "choice" ? word.choices : []));
  return [
    ...commands.map(({ name, about }) => `${here} -a ${name} -d ${quoted(about)}`),
    ...choices.map((choice) => `${here} -a ${choice}`),
    ...options.map((option) => `${here} ${flagsOf(option)}`),
    `${here} -l help -s h`,
  ];
}

function flagsOf({ spelled, about, expects }: CompletedOption): string {
  const flags = [...spelled.map(flagOf), `-d ${quoted(about)}`];
  if (expects.what === "nothing") return flags.join(" ");
  const value =
    expects.what === "choice"
      ? `-x -a ${quoted(expects.choices.join(" "))}`
      : expects.what === "text"
        ? "-x"
        : "-r -F";
  return [...flags, value].join(" ");
}

/** `-l session`, `-s s` */
const flagOf = (spelled: string): string =>
  spelled.startsWith("--") ? `-l ${spelled.slice(2)}` : `-s ${spelled.slice(1)}`;

const quoted = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
