import { useState } from "preact/hooks";
import { post } from "../../api.ts";
import { useAction, useFields } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import { Button, Command } from "../../parts/parts.tsx";
import { importCommand } from "./import-command.ts";
import { say } from "./words.ts";

const KINDS = ["service", "openapi", "mcp"] as const;

/**
 * Takes in a service that is there already. What is made of a document or of tools is a process of its own, so for
 * these the page gives the command: nothing is started from here.
 */
export function Add({ onDone }: { onDone(): void }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>("service");
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
  const [typed, fieldOf] = useFields({ url: "http://127.0.0.1:" });
  const action = useAction();
  return (
    <Form of={action} act={() => post("/v1/domains", typed).then(onDone)}>
      <p>{say.addAbout}</p>
      <TextField label={say.url} required type="url" {...fieldOf("url")} />
      <div class="actions">
        <Button says={say.register} type="submit" class="strong" of={action} />
        <span role="status" class="quiet">
          {action.isBusy && say.adding}
        </span>
      </div>
    </Form>
  );
}

function Import({ kind }: { kind: "openapi" | "mcp" }) {
  const [typed, fieldOf] = useFields({ source: "", name: "", base: "", auth: "" });
  const command = importCommand({ kind, ...typed });
  const isDocument = kind === "openapi";
  return (
    <Form>
      <p>{say.importAbout}</p>
      <TextField label={isDocument ? say.document : say.server} {...fieldOf("source")} />
      {isDocument && <TextField label={say.base} {...fieldOf("base")} />}
      <TextField label={say.name} {...fieldOf("name")} />
      <TextField label={say.auth} placeholder="bearer:API_TOKEN" {...fieldOf("auth")} />
      {command !== undefined && <Command text={command} />}
    </Form>
  );
}
