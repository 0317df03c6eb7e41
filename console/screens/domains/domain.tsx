import { useState } from "preact/hooks";
import type { DomainLatencies, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { LintReport } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { ask } from "../../api.ts";
import { duration, told } from "../../format.ts";
import { may } from "../../live.ts";
import { useAction, useGet } from "../../load.ts";
import { FindingList } from "../../parts/finding-list.tsx";
import {
  Button,
  Cards,
  Dialog,
  EffectTag,
  Facts,
  Failure,
  Head,
  Shown,
} from "../../parts/parts.tsx";
import { go, href, place, setQuery } from "../../router.ts";
import { StateTag } from "./state-tag.tsx";
import { TryCapability } from "./try-capability.tsx";
import { words } from "./words.ts";

const WIDTH = 110;
const HEIGHT = 24;
const MOST = 60;

/** The shape of some values, oldest first. */
function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const shown = values.slice(-MOST);
  if (shown.length < 2) return null;
  const most = Math.max(...shown, 1);
  const points = shown.map((value, at) => {
    const x = (at / (shown.length - 1)) * (WIDTH - 4) + 2;
    const y = HEIGHT - 2 - (value / most) * (HEIGHT - 5);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}

type Capability = Manifest["capabilities"][number];
const pathOf = (name: string) => `/v1/domains/${encodeURIComponent(name)}`;

/** One domain: how it is, how long its calls take, what the linter says, and each capability to be tried. */
export function Domain({ domain, again }: { domain: DomainStatus; again(): void }) {
  const say = words();
  const { name, version, url, problem, held } = domain;
  const manifest = useGet<DomainManifest>(`${pathOf(name)}/manifest`, [version]);
  const latencies = useGet<DomainLatencies>(`${pathOf(name)}/latencies`, [version]);
  const [isRemoving, setRemoving] = useState(false);
  const { error, run } = useAction();
  const remove = () => {
    setRemoving(false);
    run(async () => {
      await ask("DELETE", pathOf(name));
      go(["domains"]);
      again();
    });
  };
  const breaker = latencies.value.value?.breaker ?? null;
  const whole = manifest.value.value?.manifest as Manifest | undefined;
  return (
    <>
      <Head title={name}>
        <div class="actions">
          {may("utterances:read") ? (
            <a href={href(["diff"], { of: name })}>{say.changeIt}</a>
          ) : null}
          {may("domains:write") ? (
            <Button says={`${say.remove}…`} onClick={() => setRemoving(true)} />
          ) : null}
        </div>
      </Head>
      <Failure error={error} />
      <Facts
        of={{
          [say.state]: <StateTag domain={domain} />,
          [say.version]: version ?? "",
          [say.where]: url && <code>{url}</code>,
          [say.breaker]: breaker && say.breakers[breaker],
          [say.problem]: problem,
        }}
      />
      {held === undefined ? null : (
        <div class="note">
          <strong>{say.heldAbout}</strong>
          <ul>
            {held.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <a href={href(["diff"], { held: name })}>{say.seeDiff}</a>
        </div>
      )}
      <Lint domain={name} />
      <h2>{say.capabilities}</h2>
      <Shown of={manifest}>
        {() => (
          <Cards of={whole?.capabilities ?? []} keyOf={({ capability }) => capability}>
            {(spec) => (
              <OneCapability domain={name} spec={spec} latencies={latencies.value.value} />
            )}
          </Cards>
        )}
      </Shown>
      {isRemoving ? (
        <Dialog title={say.remove} onClose={() => setRemoving(false)}>
          <p>{say.removeSure}</p>
          <div class="actions">
            <Button says={say.remove} class="strong" onClick={remove} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

type OneProps = { domain: string; spec: Capability; latencies: DomainLatencies | undefined };

function OneCapability({ domain, spec, latencies }: OneProps) {
  const say = words();
  const { capability, description, effect = "external" } = spec;
  const took = latencies?.capabilities.find((each) => each.capability === capability);
  const isOpen = place.value.query.get("try") === capability;
  return (
    <>
      <header class="domain-head">
        <h3>
          <code>{capability}</code>
        </h3>
        <EffectTag effect={effect} />
        <span class="quiet">{told(description)}</span>
        <span class="domain-times">
          {took === undefined || took.p50_ms === null || took.p95_ms === null ? (
            <span class="minor">{say.notRun}</span>
          ) : (
            <>
              <Sparkline values={took.durations_ms.toReversed()} label={say.newest} />
              <span class="minor">
                p50 {duration(took.p50_ms)} · p95 {duration(took.p95_ms)}
              </span>
            </>
          )}
          {may("plans") ? (
            <Button
              says={say.tryIt}
              aria-expanded={isOpen}
              onClick={() => setQuery({ try: isOpen ? undefined : capability })}
            />
          ) : null}
        </span>
      </header>
      {isOpen ? <TryCapability domain={domain} spec={spec} /> : null}
    </>
  );
}

function Lint({ domain }: { domain: string }) {
  const say = words();
  const report = useGet<LintReport>("/v1/lint");
  const all = report.value.value;
  if (all === undefined) return null;
  const heldBack = all.held_back
    .filter((each) => each.domain === domain)
    .flatMap(({ findings }) => findings);
  const own = [...heldBack, ...all.findings.filter((each) => each.domain === domain)];
  return (
    <details>
      <summary>
        {say.lint}: {own.length === 0 ? say.noLint : own.length}
      </summary>
      <FindingList of={own} />
    </details>
  );
}
