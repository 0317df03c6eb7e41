import { useState } from "preact/hooks";
import type { DomainsResponse, PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import { recordedTest, recordingOf } from "#shared/contracts/recorded-test.ts";
import type { ReplayReport } from "#shared/contracts/replay.ts";
import { ask, get } from "../../api.ts";
import { may } from "../../live.ts";
import { useAction } from "../../load.ts";
import { giveFile } from "../../parts/give-file.ts";
import { Button, Copy, Dialog, EffectTag, Facts, Failure, Json } from "../../parts/parts.tsx";
import { go } from "../../router.ts";
import { words } from "./words.ts";

/** From a file in `tests/`. */
const TOOL = "../orchestrator/quality/tools/replay.ts";

/** A run as a file for `tests/` that replays it, as `npx regente replay <run> --to-test` makes it. `domains` were heard. */
function asTest(run: RunDetail, domains: string[]): string {
  const only = run.hearing?.only_domain ?? null;
  return recordedTest(recordingOf(run, only === null ? domains : [only]), TOOL);
}

type Open = { dialog: "rerun" } | { dialog: "replay"; report: ReplayReport } | undefined;

type Props = { run: RunDetail; onDone(): void };

/** What can be done with a run: stop it, go on with it, do it again, compare it, take it elsewhere. */
export function Actions({ run, onDone }: Props) {
  const say = words();
  const [open, setOpen] = useState<Open>();
  const { isBusy, error, run: attempt } = useAction();
  const close = () => setOpen(undefined);
  const post = <T,>(what: string) =>
    ask<T>("POST", `/v1/runs/${encodeURIComponent(run.run_id)}/${what}`, { body: {} });
  const then = (what: string) => attempt(() => post(what).then(onDone));
  const rerun = () =>
    attempt(async () => {
      const done = await post<PlanExecuteResponse>("rerun");
      close();
      go(["runs", done.run_id]);
    });
  const replay = () =>
    attempt(async () => setOpen({ dialog: "replay", report: await post<ReplayReport>("replay") }));
  const offered: readonly (readonly [name: string, isOffered: boolean, act: () => void])[] = [
    [
      say.stop,
      may("runs:write") && ["running", "waiting"].includes(run.status),
      () => then("cancel"),
    ],
    [
      say.resume,
      may("runs:write") && ["failure", "partial", "cancelled"].includes(run.status),
      () => then("resume"),
    ],
    [`${say.rerun}…`, may("runs:write"), () => setOpen({ dialog: "rerun" })],
    [say.replay, true, replay],
  ];
  return (
    <>
      <div class="actions">
        {offered.map(([name, isOffered, act]) =>
          isOffered ? <Button says={name} key={name} disabled={isBusy} onClick={act} /> : null,
        )}
        <Copy text={asCurl(run)}>{say.curl}</Copy>
        {may("domains:read") ? (
          <Button
            says={say.test}
            class="plain"
            onClick={() => attempt(() => giveTest(run))}
            title={say.testHint}
          />
        ) : null}
      </div>
      <Failure error={error} />
      {open?.dialog === "rerun" ? (
        <Dialog title={say.rerunTitle} onClose={close}>
          <Again run={run} />
          <div class="actions">
            <Button says={say.rerunDo} class="strong" disabled={isBusy} onClick={rerun} />
          </div>
        </Dialog>
      ) : null}
      {open?.dialog === "replay" ? (
        <Dialog title={say.replayTitle} onClose={close}>
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
            <code>{`${domain}.${capability}`}</code>
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
            of={{
              [say.recorded]: <Json value={difference.recorded} label={say.recorded} />,
              [say.now]: <Json value={difference.now} label={say.now} />,
            }}
          />
        </>
      )}
      {until === "plan" ? <p class="quiet">{say.cut}</p> : null}
      {catalogue.recorded === catalogue.now ? null : <p class="quiet">{say.catalogueChanged}</p>}
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
