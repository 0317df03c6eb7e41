import { useId, useState } from "preact/hooks";
import type { DomainLatencies, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainStatus, PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { LintReport } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { ask, at, post } from "../../api.ts";
import { duration, told } from "../../format.ts";
import { may } from "../../live.ts";
import { useAction, useGet } from "../../load.ts";
import { Check, Form } from "../../parts/fields.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import {
  Button,
  Cards,
  DialogButton,
  Facts,
  Failure,
  Fold,
  Head,
  Items,
  Json,
  Section,
  Shown,
} from "../../parts/parts.tsx";
import { EffectTag, FindingList, StatusTag } from "../../parts/receipts.tsx";
import { go, href, queried, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { fieldsOf, type SchemaField, valuesOf } from "./schema-form.ts";
import { say } from "./words.ts";

const WIDTH = 110;
const HEIGHT = 24;
const MOST = 60;

/** The shape of some values, oldest first. */
function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const shown = values.slice(-MOST);
  if (shown.length < 2) return null;
  const most = Math.max(...shown, 1);
  const points = shown.map((value, index) => {
    const x = (index / (shown.length - 1)) * (WIDTH - 4) + 2;
    const y = HEIGHT - 2 - (value / most) * (HEIGHT - 5);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}

export function StateTag({ domain: { state } }: { domain: DomainStatus }) {
  const how = { up: "good", manifest_only: "good", joining: "ask", down: "bad", refused: "bad" };
  return <span class={`state is-${how[state]}`}>{say.states[state]}</span>;
}

type Capability = Manifest["capabilities"][number];
type Props = { domain: DomainStatus; again(): void };

/** One domain: how it is, how long its calls take, what the linter says, and each capability to be tried. */
export function Domain({ domain, again }: Props) {
  const { name, version, url, problem, held, registered } = domain;
  const manifest = useGet<DomainManifest>(at`/v1/domains/${name}/manifest`, [version]);
  const latencies = useGet<DomainLatencies>(at`/v1/domains/${name}/latencies`, [version]);
  const took = latencies.value.value;
  const whole = manifest.value.value?.manifest as Manifest | undefined;
  return (
    <>
      <Head title={name}>
        <div class="actions">
          {version !== null && may("utterances:read") && (
            <a class="button" href={href(["diff"], { of: name })}>
              {say.changeIt}
            </a>
          )}
          {may("domains:write") && registered && <Remove domain={domain} again={again} />}
        </div>
      </Head>
      <Facts
        of={{
          [say.state]: <StateTag domain={domain} />,
          [say.version]: version,
          [say.where]: url && <code>{url}</code>,
          [say.breaker]: took?.breaker && say.breakers[took.breaker],
          [say.problem]: problem,
        }}
      />
      {held && (
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
      {version !== null && (
        <>
          <Sentences goals={whole?.goals ?? []} />
          <Lint domain={name} />
          <h2>{say.capabilities}</h2>
          <Shown of={manifest}>
            {() => (
              <Cards of={whole?.capabilities ?? []} keyOf={({ capability }) => capability}>
                {(spec) => <OneCapability domain={name} spec={spec} latencies={took} />}
              </Cards>
            )}
          </Shown>
        </>
      )}
    </>
  );
}

const MOST_SENTENCES = 8;
/** "price of [Vale](symbol_text)": a value as an example marks it. */
const MARKED = /\[([^\]]*)\]\([^)]*\)/g;

/** A sentence for each goal, each a way into the conversation: there it is written down, and not sent. */
function Sentences({ goals }: { goals: Manifest["goals"] }) {
  const texts = goals.flatMap(({ hints }) => (hints.examples?.[locale.value] ?? []).slice(0, 1));
  const said = texts.slice(0, MOST_SENTENCES).map((text) => text.replaceAll(MARKED, "$1"));
  if (said.length === 0) return null;
  return (
    <Section says={say.sayIt}>
      <Items class="suggestions" of={said}>
        {(text) => (
          <a class="button" href={href([], { ask: text })}>
            {text}
          </a>
        )}
      </Items>
    </Section>
  );
}

function Remove({ domain: { name }, again }: Props) {
  const action = useAction();
  const remove = async () => {
    await ask("DELETE", at`/v1/domains/${name}`);
    go(["domains"]);
    again();
  };
  return (
    <DialogButton title={say.remove}>
      {() => (
        <>
          <p>{say.removeSure}</p>
          <Failure error={action.error} />
          <div class="actions">
            <Button says={say.remove} class="strong is-bad" of={action} act={remove} />
          </div>
        </>
      )}
    </DialogButton>
  );
}

type OneProps = { domain: string; spec: Capability; latencies: DomainLatencies | undefined };

function OneCapability({ domain, spec, latencies }: OneProps) {
  const { capability, description, effect = "external" } = spec;
  const took = latencies?.capabilities.find((each) => each.capability === capability);
  const isOpen = queried("try") === capability;
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
            <span class="minor">{common.notRun}</span>
          ) : (
            <>
              <Sparkline values={took.durations_ms.toReversed()} label={say.newest} />
              <span class="minor">
                p50 {duration(took.p50_ms)} · p95 {duration(took.p95_ms)}
              </span>
            </>
          )}
          {may("plans") && (
            <Button
              says={say.tryIt}
              aria-expanded={isOpen}
              act={() => setQuery({ try: isOpen ? undefined : capability })}
            />
          )}
        </span>
      </header>
      {isOpen && <TryCapability domain={domain} spec={spec} />}
    </>
  );
}

/** A form made from a capability's schema. What has an effect is only rehearsed until one says otherwise. */
function TryCapability({ domain, spec }: { domain: string; spec: Capability }) {
  const fields = fieldsOf(spec.params_schema);
  const isRead = spec.effect === "read";
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isDry, setDry] = useState(!isRead);
  const [done, setDone] = useState<PlanExecuteResponse>();
  const [bad, setBad] = useState<string>();
  const action = useAction();
  const submit = async () => {
    const read = valuesOf(fields, typed);
    setBad(read.bad);
    if (read.bad !== undefined) return;
    const path = at`/v1/domains/${domain}/capabilities/${spec.capability}/execute`;
    const body = { parameters: read.values, dry_run: isDry, locale: locale.value };
    setDone(await post<PlanExecuteResponse>(path, body));
  };
  const dryRun = (
    <>
      {say.dryRun} <span class="minor">{isDry ? say.dryAbout : say.realAbout}</span>
    </>
  );
  return (
    <Form class="try-form" of={action} act={submit}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          isBad={bad === field.name}
          onValue={(value) => setTyped({ ...typed, [field.name]: value })}
        />
      ))}
      {!isRead && <Check checked={isDry} onValue={setDry} label={dryRun} />}
      <div class="actions">
        <Button
          says={isDry ? say.dryRun : say.execute}
          type="submit"
          class={isDry ? "" : "strong"}
          of={action}
        />
      </div>
      {done && (
        <section aria-label={common.answer} aria-live="polite" class="tried">
          <p class="run-head">
            <StatusTag status={done.status} />
            <a href={href(["runs", done.run_id])}>{common.openRun}</a>
          </p>
          <Markdown text={done.output.explanation} />
          <Json value={done.output.result} label={common.answer} />
        </section>
      )}
    </Form>
  );
}

type FieldProps = {
  field: SchemaField;
  value: string;
  isBad: boolean;
  onValue(value: string): void;
};

function Field({ field, value, isBad, onValue }: FieldProps) {
  const { name, kind, isRequired, choices, description } = field;
  const id = useId();
  const shared = {
    ...{ id, value, required: isRequired },
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onValue(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {isRequired && ` · ${say.required}`}
        {kind === "json" && ` · ${say.json}`}
      </label>
      {choices.length > 0 ? (
        <select {...shared}>
          {["", ...choices].map((choice) => (
            <option key={choice} value={choice}>
              {choice || say.unset}
            </option>
          ))}
        </select>
      ) : kind === "json" ? (
        <textarea {...shared} rows={3} spellcheck={false} />
      ) : (
        <input {...shared} inputMode={kind === "number" ? "decimal" : "text"} />
      )}
      {description !== "" && <span class="minor">{description}</span>}
      {isBad && <span class="note is-bad">{say.badJson}</span>}
    </div>
  );
}

function Lint({ domain }: { domain: string }) {
  const report = useGet<LintReport>("/v1/lint").value.value;
  if (report === undefined) return null;
  const isOwn = (each: { domain: string }) => each.domain === domain;
  const heldBack = report.held_back.filter(isOwn).flatMap(({ findings }) => findings);
  const own = [...heldBack, ...report.findings.filter(isOwn)];
  return (
    <Fold says={`${say.lint}: ${own.length === 0 ? say.noLint : own.length}`}>
      <FindingList of={own} />
    </Fold>
  );
}
