import { type Application, type CommandContext, proposeCompletions } from "@stricli/core";
import { ANY_FILE } from "./command.ts";
import { ANY_FILE_CODE } from "./commands/completion.ts";

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
