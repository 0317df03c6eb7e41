import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { RunStore, SessionKey } from "../ports/stores.ts";
import { isRaisedByUs } from "./failures.ts";

/** A run that was to change something and failed; `isAnswered`: its domain said so, and nothing of it is unknown. */
type FailedRun = { readonly run: TaskRun; readonly isAnswered: boolean };

/** The newest run of a session, where it failed after that instant. undefined: it did not, or was only to look something up. */
export async function failedRunSince(
  since: number,
  runs: RunStore,
  key: SessionKey,
  catalogue: Catalogue,
): Promise<FailedRun | undefined> {
  const { session_id } = key;
  const [newest] = (await runs.list(key, 1, undefined, { session_id })).runs;
  if (newest?.status !== "failure" || newest.created_at <= since) return undefined;
  const [run, steps] = await Promise.all([
    runs.find(key, newest.run_id),
    runs.steps(key, newest.run_id),
  ]);
  const acts = steps.some(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
  );
  const isRaised = steps.some(({ output }) => output !== null && isRaisedByUs(output));
  return run !== undefined && acts ? { run, isAnswered: !isRaised } : undefined;
}
