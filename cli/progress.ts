import type { RunEvent } from "#shared/contracts/run.ts";
import { printable, type Terminal } from "./terminal.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const ERASE_LINE = "\r\u001b[2K";

export type Progress = {
  watch(event: RunEvent): void;
  /** Leaves no trace on the screen. */
  stop(): void;
};

/** One line, on the error stream, that says which steps run now; nothing where that is no terminal. */
export function showProgress({ errors, paint, words }: Terminal): Progress {
  if (errors.isTTY !== true) return { watch() {}, stop() {} };
  const running = new Map<string, string>();
  let done = 0;
  let total = 0;
  let frame = 0;
  const draw = () => {
    const names = [...running.values()].join(", ") || words.thinking;
    const count = total > 1 ? ` ${done}/${total}` : "";
    const width = Math.max(20, (errors.columns ?? 80) - 12);
    const shown = names.length > width ? `${names.slice(0, width - 1)}…` : names;
    errors.write(
      `${ERASE_LINE}${paint.cyan(FRAMES[frame % FRAMES.length] ?? "")} ${shown}${count}`,
    );
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return {
    watch(event) {
      if (event.type === "plan") total = event.plan.steps.length;
      if (event.type === "step_started")
        running.set(String(event.step_id), printable(event.capability));
      if (event.type === "step_finished") {
        running.delete(String(event.step.id));
        done += 1;
      }
    },
    stop() {
      clearInterval(timer);
      errors.write(ERASE_LINE);
    },
  };
}
