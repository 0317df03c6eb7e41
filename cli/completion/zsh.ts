import type { CompletedOption, Expects, Page } from "./pages.ts";

/** A script for zsh: the same as for bash, with what each word means. */
export function zshScript(pages: readonly Page[]): string {
  const known = pages.filter(({ path }) => path.length > 0).map(({ path }) => `"${atOf(path)}"`);
  return [
    "#compdef regente",
    "# zsh completion for regente; made by: regente completion zsh",
    "_regente() {",
    '  local at="" word before="${words[CURRENT-1]}"',
    "  local -a commands options",
    "  for word in ${words[2,CURRENT-1]}; do",
    '    case "$at $word" in',
    `      ${known.join("|")}) at="$at $word" ;;`,
    "    esac",
    "  done",
    '  case "$at" in',
    ...pages.flatMap(pageCase),
    "  esac",
    "  (( $#commands )) && _describe -t commands command commands",
    "  _describe -o -t options option options",
    "}",
    "compdef _regente regente",
    "",
  ].join("\n");
}

const atOf = (path: readonly string[]): string => path.map((name) => ` ${name}`).join("");

function pageCase({ path, commands, options, words }: Page): string[] {
  const choices = words.flatMap((word) => (word.what === "choice" ? word.choices : []));
  const described = [
    ...commands.map(({ name, about }) => item(name, about)),
    ...choices.map((choice) => item(choice, "")),
  ];
  const valued = options.filter(({ expects }) => expects.what !== "nothing");
  return [
    `    "${atOf(path)}")`,
    `      commands=(${described.join(" ")})`,
    `      options=(${[...options.flatMap(items), item("--help", "")].join(" ")})`,
    ...(valued.length === 0
      ? []
      : [
          '      case "$before" in',
          ...valued.map(
            (option) =>
              `        ${option.spelled.join("|")}) ${completeValue(option.expects)}; return ;;`,
          ),
          "      esac",
        ]),
    "      ;;",
  ];
}

const items = (option: CompletedOption): string[] =>
  option.spelled.map((name) => item(name, option.about));

/** `'name:what it means'`; a colon or a quote of the text would end it. */
const item = (name: string, about: string): string =>
  `'${name.replaceAll(":", "\\:")}${about === "" ? "" : `:${about.replaceAll("'", "'\\''")}`}'`;

function completeValue(expects: Expects): string {
  switch (expects.what) {
    case "choice":
      return `compadd -- ${expects.choices.join(" ")}`;
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "text":
    case "nothing":
      return "_message value";
  }
}
