import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import { recordedTest, recordingOf } from "#shared/contracts/recorded-test.ts";

/** From a file in `tests/`. */
const TOOL = "../orchestrator/quality/tools/replay.ts";

/** A run as a file for `tests/` that replays it, as `npx regente replay <run> --to-test` makes it. `domains` were heard. */
export function asTest(run: RunDetail, domains: string[]): string {
  const only = run.hearing?.only_domain ?? null;
  return recordedTest(recordingOf(run, only === null ? domains : [only]), TOOL);
}
