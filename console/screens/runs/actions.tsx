import { useState } from "preact/hooks";
import type { DomainsResponse, PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import { recordedTest, recordingOf } from "#shared/contracts/recorded-test.ts";
import type { ReplayReport } from "#shared/contracts/replay.ts";
import { at, get, post } from "../../api.ts";
import { shortened } from "../../format.ts";
import { may } from "../../live.ts";
import { useAction } from "../../load.ts";
import { giveFile } from "../../parts/files.tsx";
import { Button, Copy, Dialog, DialogButton, Facts, Failure, Json } from "../../parts/parts.tsx";
import { Effects } from "../../parts/receipts.tsx";
import { go } from "../../router.ts";
import { givenTo, stepsByName } from "./given.ts";
import { say } from "./words.ts";

/** What can be done with a run: stop it, go on with it, do it again, compare it, take it elsewhere. */
export function Actions({ run, onDone }: { run: RunDetail; onDone(): void }) {
  const [report, setReport] = useState<ReplayReport>();
  const action = useAction();
  const { run_id, status } = run;
  const mayWrite = may("runs:write");
  const then = (path: string) => () => post(path).then(onDone);
  const rerun = async (close: () => void) => {
    const done = await post<PlanExecuteResponse>(at`/v1/runs/${run_id}/rerun`);
    close();
    go(["runs", done.run_id]);
  };
  const replay = () => post<ReplayReport>(at`/v1/runs/${run_id}/replay`).then(setReport);
  return (
    <>
      <div class="actions">
        {mayWrite && ["running", "waiting"].includes(status) && (
          <Button says={say.stop} of={action} act={then(at`/v1/runs/${run_id}/cancel`)} />
        )}
        {mayWrite && ["failure", "partial", "cancelled"].includes(status) && (
          <Button says={say.resume} of={action} act={then(at`/v1/runs/${run_id}/resume`)} />
        )}
        {mayWrite && (
          <DialogButton title={say.rerun}>
            {(close) => (
              <>
                <Again run={run} />
                <Failure error={action.error} />
                <div class="actions">
                  <Button says={say.rerun} class="strong" of={action} act={() => rerun(close)} />
                </div>
              </>
            )}
          </DialogButton>
        )}
        <Button says={say.replay} of={action} act={replay} />
        <Copy text={asCurl(run)}>{say.curl}</Copy>
        {may("domains:read") && (
          <Button
            says={say.test}
            class="plain"
            title={say.testHint}
            of={action}
            act={() => giveTest(run)}
          />
        )}
      </div>
      <Failure error={action.error} />
      {report && (
        <Dialog title={say.replay} onClose={() => setReport(undefined)}>
          <Replayed report={report} />
        </Dialog>
      )}
    </>
  );
}

const MOST_CHARS = 300;

/** "message: Hello · copies: 2" */
const inWords = (params: unknown): string =>
  shortened(
    Object.entries(params ?? {})
      .map(
        ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
      )
      .join(" · "),
    MOST_CHARS,
  );

/** The effects that would happen once more, by name, with what they would be given. */
function Again({ run }: { run: RunDetail }) {
  const { plan, effects } = run;
  const stepOf = stepsByName(run);
  const again = plan.steps.flatMap(({ id, domain, capability, params }) => {
    const effect = effects[String(id)] ?? "external";
    if (effect === "read") return [];
    return [{ step_id: id, domain, capability, effect, detail: inWords(givenTo(params, stepOf)) }];
  });
  return (
    <>
      <p>{again.length === 0 ? say.rerunReads : say.rerunEffects}</p>
      <Effects of={again} />
    </>
  );
}

function Replayed({ report: { difference, catalogue, until } }: { report: ReplayReport }) {
  return (
    <>
      {difference === null ? (
        <p>{say.same}</p>
      ) : (
        <>
          <p>
            {say.first} <strong>{say.aspects[difference.aspect]}</strong>{" "}
            {difference.at !== "" && <code>{difference.at}</code>}
          </p>
          <Facts
            of={{
              [say.recorded]: <Json value={difference.recorded} label={say.recorded} />,
              [say.now]: <Json value={difference.now} label={say.now} />,
            }}
          />
        </>
      )}
      {until === "plan" && <p class="quiet">{say.cut}</p>}
      {catalogue.recorded !== catalogue.now && <p class="quiet">{say.catalogueChanged}</p>}
    </>
  );
}

/** From a file in `tests/`. */
const TOOL = "../orchestrator/quality/tools/replay.ts";

/**
 * Gives the run as a file for `tests/` that replays it, as `npx regente replay <run> --to-test` makes it. The domains
 * that are there now are those that a sentence is heard with.
 */
async function giveTest(run: RunDetail): Promise<void> {
  const { domains } = await get<DomainsResponse>("/v1/domains");
  const heard = domains.filter(({ version }) => version !== null).map(({ name }) => name);
  const only = run.hearing?.only_domain ?? null;
  const recording = recordingOf(run, only === null ? heard : [only]);
  giveFile(`${run.run_id}.test.ts`, recordedTest(recording, TOOL));
}

/** As a shell takes it: nothing in it ends the quotes. The key is named, and never copied. */
function asCurl({ plan, intent, input_text }: RunDetail): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const [path, body] =
    intent === null
      ? ["/v1/plans/execute", { plan, context: { original_query: input_text } }]
      : ["/v1/turns", { input_text }];
  return `curl -s ${quoted(location.origin + path)} -H 'content-type: application/json' -H "authorization: Bearer $REGENTE_API_KEY" -d ${quoted(JSON.stringify(body))}`;
}
