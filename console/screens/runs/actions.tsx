import { useState } from "preact/hooks";
import type { DomainsResponse, PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { ReplayReport } from "#shared/contracts/replay.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { may } from "../../live.ts";
import { asApiError } from "../../load.ts";
import { giveFile } from "../../parts/give-file.ts";
import { Copy, Dialog, EffectTag, Facts, Failure, Json } from "../../parts/parts.tsx";
import { go } from "../../router.ts";
import { common } from "../../words.ts";
import { asTest } from "./as-test.ts";
import { words } from "./words.ts";

type Open = { dialog: "rerun" } | { dialog: "replay"; report: ReplayReport } | undefined;

/** What can be done with a run: stop it, go on with it, do it again, compare it, take it elsewhere. */
export function Actions({ run, onDone }: { run: RunDetail; onDone(): void }) {
  const say = words();
  const [open, setOpen] = useState<Open>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const path = `/v1/runs/${encodeURIComponent(run.run_id)}`;
  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    work()
      .catch((thrown: unknown) => setError(asApiError(thrown)))
      .finally(() => setBusy(false));
  };
  const post = (what: string) => ask("POST", `${path}/${what}`, { body: {} });
  const rerun = () =>
    attempt(async () => {
      const done = (await post("rerun")) as PlanExecuteResponse;
      setOpen(undefined);
      go(["runs", done.run_id]);
    });
  const replay = () =>
    attempt(async () =>
      setOpen({ dialog: "replay", report: (await post("replay")) as ReplayReport }),
    );
  const then = (what: string) =>
    attempt(async () => {
      await post(what);
      onDone();
    });
  const canStop = run.status === "running" || run.status === "waiting";
  const canResume = ["failure", "partial", "cancelled"].includes(run.status);
  return (
    <>
      <div class="actions">
        {may("runs:write") && canStop ? (
          <button type="button" disabled={isBusy} onClick={() => then("cancel")}>
            {say.stop}
          </button>
        ) : null}
        {may("runs:write") && canResume ? (
          <button type="button" disabled={isBusy} onClick={() => then("resume")}>
            {say.resume}
          </button>
        ) : null}
        {may("runs:write") ? (
          <button type="button" disabled={isBusy} onClick={() => setOpen({ dialog: "rerun" })}>
            {say.rerun}…
          </button>
        ) : null}
        <button type="button" disabled={isBusy} onClick={replay}>
          {say.replay}
        </button>
        <Copy text={asCurl(run)}>{say.curl}</Copy>
        {may("domains:read") ? (
          <button
            type="button"
            class="plain"
            onClick={() => attempt(() => giveTest(run))}
            title={say.testHint}
          >
            {say.test}
          </button>
        ) : null}
      </div>
      {error === undefined ? null : <Failure error={error} />}
      {open?.dialog === "rerun" ? (
        <Dialog title={say.rerunTitle} onClose={() => setOpen(undefined)}>
          <Again run={run} />
          <div class="actions">
            <button type="button" class="strong" disabled={isBusy} onClick={rerun}>
              {say.rerunDo}
            </button>
          </div>
        </Dialog>
      ) : null}
      {open?.dialog === "replay" ? (
        <Dialog title={say.replayTitle} onClose={() => setOpen(undefined)}>
          <Replayed report={open.report} />
        </Dialog>
      ) : null}
    </>
  );
}

/** The effects that would happen once more, by name. */
function Again({ run }: { run: RunDetail }) {
  const say = words();
  const steps = run.plan.steps.filter(
    ({ id }) => (run.effects[String(id)] ?? "external") !== "read",
  );
  if (steps.length === 0) return <p>{say.rerunReads}</p>;
  return (
    <>
      <p>{say.rerunEffects}</p>
      <ul class="receipts">
        {steps.map(({ id, domain, capability, params }) => (
          <li key={String(id)}>
            <EffectTag effect={run.effects[String(id)] ?? "external"} />
            <code>
              {domain}.{capability}
            </code>
            <code class="minor">{JSON.stringify(params)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Replayed({ report }: { report: ReplayReport }) {
  const say = words();
  const { difference, catalogue, until } = report;
  return (
    <>
      {difference === null ? (
        <p>{say.same}</p>
      ) : (
        <>
          <p>
            {say.first} <strong>{say.aspects[difference.aspect]}</strong>{" "}
            {difference.at === "" ? null : <code>{difference.at}</code>}
          </p>
          <Facts
            rows={[
              [
                say.recorded,
                <Json key="recorded" value={difference.recorded} label={say.recorded} />,
              ],
              [say.now, <Json key="now" value={difference.now} label={say.now} />],
            ]}
          />
        </>
      )}
      {until === "plan" ? <p class="quiet">{say.cut}</p> : null}
      {catalogue.recorded === catalogue.now ? null : <p class="quiet">{say.catalogueChanged}</p>}
      <p class="unseen">{common().close}</p>
    </>
  );
}

/** The domains that are there now are those that a sentence is heard with. */
async function giveTest(run: RunDetail): Promise<void> {
  const { domains } = await get<DomainsResponse>("/v1/domains");
  const heard = domains.filter(({ version }) => version !== null).map(({ name }) => name);
  giveFile(`${run.run_id}.test.ts`, asTest(run, heard));
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
