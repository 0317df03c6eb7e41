import { dirname, relative, sep } from "node:path";
import { recordedTest } from "#shared/contracts/recorded-test.ts";
import type { Recording } from "#shared/contracts/replay.ts";

/** A test that replays a recording, whole in one file. `file` and `tool` are absolute paths. */
export const testFile = (file: string, tool: string, recording: Recording): string =>
  recordedTest(recording, pathTo(tool, file));

function pathTo(tool: string, file: string): string {
  const path = relative(dirname(file), tool).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}
