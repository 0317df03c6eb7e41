import { useId, useState } from "preact/hooks";
import type { PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { at, post } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Check, Form } from "../../parts/fields.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Button, Json } from "../../parts/parts.tsx";
import { StatusTag } from "../../parts/receipts.tsx";
import { href } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { fieldsOf, type SchemaField, valuesOf } from "./schema-form.ts";
import { say } from "./words.ts";

type Props = { domain: string; spec: Manifest["capabilities"][number] };

/** A form made from a capability's schema. What has an effect is only rehearsed until one says otherwise. */
export function TryCapability({ domain, spec }: Props) {
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
