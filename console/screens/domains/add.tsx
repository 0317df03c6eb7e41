import { useState } from "preact/hooks";
import { ask } from "../../api.ts";
import { useAction } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import { Button, Copy, Failure } from "../../parts/parts.tsx";
import { importCommand, type ToImport } from "./import-command.ts";
import { words } from "./words.ts";

type Kind = "service" | "openapi" | "mcp";
const KINDS: readonly Kind[] = ["service", "openapi", "mcp"];

/**
 * Takes in a service that is there already. What is made of a document or of tools is a process of its own, so for
 * these the page gives the command: nothing is started from here.
 */
export function Add({ onDone }: { onDone(): void }) {
  const say = words();
  const [kind, setKind] = useState<Kind>("service");
  return (
    <>
      <fieldset class="inline-form choices">
        <legend>{say.what}</legend>
        {KINDS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              onChange={() => setKind(each)}
            />{" "}
            {say.kinds[each]}
          </label>
        ))}
      </fieldset>
      {kind === "service" ? <Register onDone={onDone} /> : <Import key={kind} kind={kind} />}
    </>
  );
}

function Register({ onDone }: { onDone(): void }) {
  const say = words();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("http://127.0.0.1:");
  const { isBusy, error, run } = useAction();
  const submit = () => {
    run(() => ask("POST", "/v1/domains", { body: { name, url } }).then(onDone));
  };
  return (
    <Form onSubmit={submit}>
      <p>{say.addAbout}</p>
      <TextField label={say.name} required value={name} onValue={setName} />
      <TextField label={say.url} required type="url" value={url} onValue={setUrl} />
      <Failure error={error} />
      <div class="actions">
        <Button says={say.register} type="submit" class="strong" disabled={isBusy} />
      </div>
    </Form>
  );
}

function Import({ kind }: { kind: "openapi" | "mcp" }) {
  const say = words();
  const [asked, setAsked] = useState<ToImport>({ kind, source: "", name: "", base: "", auth: "" });
  const change = (part: Partial<ToImport>) => setAsked((before) => ({ ...before, ...part }));
  const command = importCommand(asked);
  return (
    <Form>
      <p>{say.importAbout}</p>
      <TextField
        label={kind === "openapi" ? say.document : say.server}
        value={asked.source}
        onValue={(source) => change({ source })}
      />
      {kind === "openapi" ? (
        <TextField label={say.base} value={asked.base} onValue={(base) => change({ base })} />
      ) : null}
      <TextField label={say.name} value={asked.name} onValue={(name) => change({ name })} />
      <TextField
        label={say.auth}
        placeholder="bearer:API_TOKEN"
        value={asked.auth}
        onValue={(auth) => change({ auth })}
      />
      {command === undefined ? null : (
        <div class="json">
          <pre>{command}</pre>
          <Copy text={command} />
        </div>
      )}
    </Form>
  );
}
