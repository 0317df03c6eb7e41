import {
  type Application,
  buildCommand,
  type CommandContext,
  proposeCompletions,
} from "@stricli/core";
import { ANY_FILE, docs, help } from "../command.ts";
import { cannot, thisTerminal } from "../terminal.ts";

export const completionCommand = buildCommand({
  docs: docs(help("completion.brief"), [
    'regente() { npx regente "$@"; }',
    "npx regente completion bash >> ~/.bashrc",
    "npx regente completion zsh > ~/.zfunc/_regente",
    "npx regente completion fish > ~/.config/fish/completions/regente.fish",
  ]),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: help("completion.shell"),
          placeholder: "SHELL",
          parse: String,
          proposeCompletions: () => shells,
        },
      ],
    },
  },
  func(_flags: object, asked: string) {
    const terminal = thisTerminal();
    const shell = shells.find((each) => each === asked);
    if (shell === undefined) {
      const known = shells.join(", ");
      process.exitCode = cannot(terminal, terminal.words.say("completion.only_for", { known }));
      return;
    }
    terminal.output.write(
      completionScript(shell, [process.execPath, process.argv[1] ?? "regente"]),
    );
  },
});

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** With this exit code `regente complete` says that any file may follow. */
const ANY_FILE_CODE = 3;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What a shell is to read once: it asks `regente` itself, so that nothing of it grows old. */
function completionScript(shell: Shell, regente: readonly string[]): string {
  const ask = `${regente.map(quoted).join(" ")} complete ${shell} --`;
  switch (shell) {
    case "bash":
      return `# bash completion for regente; made by: regente completion bash
_regente() {
  local IFS=$'\\n' found word="\${COMP_WORDS[COMP_CWORD]}"
  found=$(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ $? -eq ${ANY_FILE_CODE} ]; then
    compopt -o filenames 2>/dev/null
    found=$(compgen -f -- "\${word#=}")
  fi
  COMPREPLY=($found)
}
complete -F _regente regente
`;
    case "zsh":
      return `#compdef regente
# zsh completion for regente; made by: regente completion zsh
_regente() {
  local found
  found=$(${ask} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $? == ${ANY_FILE_CODE} )); then _files; return; fi
  local -a proposed=("\${(@f)found}")
  [[ -n $found ]] && _describe regente proposed
}
compdef _regente regente
`;
    case "fish":
      return `# fish completion for regente; made by: regente completion fish
function __regente
  set -l words (commandline -opc)
  set -l last (commandline -ct)
  ${ask} $words[2..-1] "$last" 2>/dev/null
  test $status -eq ${ANY_FILE_CODE}; and __fish_complete_path "$last"
end
complete -c regente -f -a '(__regente)'
`;
  }
}

/**
 * Writes what may stand at the end of a line, as the shell wants it, one proposal a line.
 * Shape: `given` is `bash -- runs list --st`; the last word is still being typed
 */
export async function complete(
  [shell, , ...words]: readonly string[],
  application: (asked: string | undefined) => Promise<Application<CommandContext>>,
): Promise<void> {
  const typed = words.at(-1) ?? "";
  // bash gives --status=fa as three words, the others as one, and want it back as one.
  const [, option, value = typed] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
  const asked = [
    ...words.slice(0, -1).filter((word) => word !== "="),
    ...(option === undefined ? [] : [option]),
    value === "=" ? "" : value,
  ];
  const app = await application(asked.length > 1 ? asked[0] : "");
  const proposed = await proposeCompletions(app, asked, {
    process: { stdout: process.stdout, stderr: process.stderr },
  });
  if (proposed.some(({ completion }) => completion.endsWith(ANY_FILE))) {
    process.exitCode = ANY_FILE_CODE;
    return;
  }
  // An option is only proposed to who writes one, where a value is to stand.
  const fitting = proposed.filter(
    ({ completion }) => completion !== "--" && (completion !== "--help" || value.startsWith("-")),
  );
  const lines = fitting.map(({ completion, brief }) => {
    const whole = option === undefined ? completion : `${option}=${completion}`;
    if (shell === "fish") return `${whole}\t${brief}`;
    return shell === "zsh" ? `${whole.replaceAll(":", "\\:")}:${brief}` : whole;
  });
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
