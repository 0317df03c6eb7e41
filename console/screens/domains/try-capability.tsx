import { useId, useState } from "preact/hooks";
import type { PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { ask } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Check, Form } from "../../parts/fields.tsx";
import { StatusTag } from "../../parts/icons.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Button, Failure, Json } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { locale } from "../../settings.ts";
import { fieldsOf, type SchemaField, valuesOf } from "./schema-form.ts";
import { words } from "./words.ts";

type Capability = Manifest["capabilities"][number];

/** A form made from a capability's schema. What has an effect is only rehearsed until one says otherwise. */
export function TryCapability({ domain, spec }: { domain: string; spec: Capability }) {
  const say = words();
  const fields = fieldsOf(spec.params_schema);
  const isRead = spec.effect === "read";
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isDry, setDry] = useState(!isRead);
  const [done, setDone] = useState<PlanExecuteResponse>();
  const [bad, setBad] = useState<string>();
  const { isBusy, error, run } = useAction();
  const submit = () => {
    const read = valuesOf(fields, typed);
    setBad(read.bad);
    if (read.bad !== undefined) return;
    const path = `/v1/domains/${encodeURIComponent(domain)}/capabilities/${encodeURIComponent(spec.capability)}/execute`;
    const body = { parameters: read.values, dry_run: isDry, locale: locale.value };
    run(() => ask<PlanExecuteResponse>("POST", path, { body }).then(setDone));
  };
  return (
    <Form class="try-form" onSubmit={submit}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          isBad={bad === field.name}
          onChange={(value) => setTyped({ ...typed, [field.name]: value })}
        />
      ))}
      {isRead ? null : (
        <Check
          checked={isDry}
          onValue={setDry}
          label={
            <>
              {say.dryRun} <span class="minor">{isDry ? say.dryAbout : say.realAbout}</span>
            </>
          }
        />
      )}
      <div class="actions">
        <Button
          says={isDry ? say.dryRun : say.execute}
          type="submit"
          class={isDry ? "" : "strong"}
          disabled={isBusy}
        />
      </div>
      <Failure error={error} />
      {done === undefined ? null : (
        <section aria-label={say.answer} aria-live="polite" class="tried">
          <p class="run-head">
            <StatusTag status={done.status} />
            <a href={href(["runs", done.run_id])}>{say.openRun}</a>
          </p>
          <Markdown text={done.output.explanation} />
          <Json value={done.output.result} label={say.answer} />
        </section>
      )}
    </Form>
  );
}

type FieldProps = {
  field: SchemaField;
  value: string;
  isBad: boolean;
  onChange(value: string): void;
};

function Field({ field, value, isBad, onChange }: FieldProps) {
  const say = words();
  const { name, kind, isRequired, choices, description } = field;
  const id = useId();
  const shared = {
    ...{ id, value, required: isRequired },
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {isRequired ? ` · ${say.required}` : ""}
        {kind === "json" ? ` · ${say.json}` : ""}
      </label>
      {choices.length > 0 ? (
        <select {...shared}>
          <option value="">{say.unset}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : kind === "json" ? (
        <textarea {...shared} rows={3} spellcheck={false} />
      ) : (
        <input {...shared} inputMode={kind === "number" ? "decimal" : "text"} />
      )}
      {description === "" ? null : <span class="minor">{description}</span>}
      {isBad ? <span class="note is-bad">{say.badJson}</span> : null}
    </div>
  );
}
