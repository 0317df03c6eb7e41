import { PassThrough } from "node:stream";
import { openTerminal, type Terminal } from "../terminal.ts";

/** A terminal in memory: what was typed goes in, what was shown comes out. */
export function fakeTerminal(isTTY: boolean, env: Terminal["env"] = { LANG: "pt_BR.UTF-8" }) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const errors = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const shown = { output: "", errors: "" };
  output.setEncoding("utf8").on("data", (text: string) => {
    shown.output += text;
  });
  errors.setEncoding("utf8").on("data", (text: string) => {
    shown.errors += text;
  });
  const terminal = openTerminal({ NO_COLOR: "1", ...env }, input, output, errors);
  return {
    terminal,
    shown,
    type: (text: string) => void input.write(text),
    end: () => input.end(),
  };
}
