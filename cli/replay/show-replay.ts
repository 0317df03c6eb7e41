import type { ReplayReport } from "#shared/contracts/replay.ts";
import { shorten } from "../show-table.ts";
import { printable, type Terminal } from "../terminal.ts";
import { replayWords } from "./words.ts";

const DIGEST_CHARS = 8;
const MAX_VALUE = 2000;

/** Identical, or what differs first; and what the comparison says nothing about. */
export function showReplay(report: ReplayReport, terminal: Terminal): string {
  const { paint } = terminal;
  const words = replayWords(terminal.words.locale);
  const { difference, from, until, catalogue } = report;
  const value = (name: string, shown: unknown) => {
    const text = typeof shown === "string" ? shown : JSON.stringify(shown);
    return `  ${paint.bold(name.padEnd(6))} ${shorten(printable(text), MAX_VALUE)}`;
  };
  const brief = (digest: string) => printable(digest).slice(0, DIGEST_CHARS);
  return [
    paint.dim(printable(`${report.run_id}: ${report.input_text}`)),
    ...(difference === null
      ? [paint.green(words.identical)]
      : [
          paint.red(
            [words.differs[difference.aspect], printable(difference.at)]
              .filter((part) => part !== "")
              .join(": "),
          ),
          value(words.recorded, difference.recorded),
          value(words.now, difference.now),
        ]),
    ...(from === "plan" ? [paint.dim(words.fromPlan)] : []),
    ...(until === "plan" ? [paint.dim(words.untilPlan)] : []),
    ...(catalogue.recorded === catalogue.now
      ? []
      : [paint.yellow(words.otherCatalogue(brief(catalogue.recorded), brief(catalogue.now)))]),
  ].join("\n");
}
