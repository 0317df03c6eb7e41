import type { Expects, Page } from "./pages.ts";

/** A script for bash: which command is meant is read off the words before the cursor. */
export function bashScript(pages: readonly Page[]): string {
  const known = pages.filter(({ path }) => path.length > 0).map(({ path }) => quoted(atOf(path)));
  return [
    "# bash completion for regente; made by: regente completion bash",
    "_regente() {",
    '  local at="" word current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
    "  # bash takes --option=value for three words",
    '  if [[ "$current" == "=" ]]; then current=""',
    '  elif [[ "$before" == "=" ]]; then before="${COMP_WORDS[COMP_CWORD-2]}"; fi',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$at $word" in',
    `      ${known.join("|")}) at="$at $word" ;;`,
    "    esac",
    "  done",
    '  local words="" kind=""',
    '  case "$at" in',
    ...pages.flatMap(pageCase),
    "  esac",
    '  case "$kind" in',
    '    file) COMPREPLY=($(compgen -f -- "$current")) ;;',
    '    folder) COMPREPLY=($(compgen -d -- "$current")) ;;',
    "    text) COMPREPLY=() ;;",
    '    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;',
    "  esac",
    "}",
    "complete -F _regente regente",
    "",
  ].join("\n");
}

/** ` runs show`: how the script writes where it is. */
const atOf = (path: readonly string[]): string => path.map((name) => ` ${name}`).join("");
const quoted = (text: string): string => `"${text}"`;

function pageCase({ path, commands, options, words }: Page): string[] {
  const choices = words.flatMap((word) => (word.what === "choice" ? word.choices : []));
  const all = [
    ...commands.map(({ name }) => name),
    ...choices,
    ...options.flatMap(({ spelled }) => spelled),
    "--help",
  ];
  const valued = options.filter(({ expects }) => expects.what !== "nothing");
  return [
    `    ${quoted(atOf(path))})`,
    `      words=${quoted(all.join(" "))}`,
    ...(valued.length === 0
      ? []
      : [
          '      case "$before" in',
          ...valued.map(
            ({ spelled, expects }) => `        ${spelled.join("|")}) ${assignment(expects)} ;;`,
          ),
          "      esac",
        ]),
    "      ;;",
  ];
}

const assignment = (expects: Expects): string =>
  expects.what === "choice" ? `words=${quoted(expects.choices.join(" "))}` : `kind=${expects.what}`;
