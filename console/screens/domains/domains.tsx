import { useState } from "preact/hooks";
import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { post } from "../../api.ts";
import { told } from "../../format.ts";
import { may, resumed } from "../../live.ts";
import { type Loaded, useAction, useFields, useGet, useTicks } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import {
  Button,
  Command,
  DialogButton,
  Empty,
  Failure,
  Head,
  Items,
  Shown,
} from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { Domain, StateTag } from "./domain.tsx";
import { importCommand } from "./import-command.ts";
import { say } from "./words.ts";

/** A state is at most so old, milliseconds. */
const LOOK_MS = 4000;

/** The domains as they are now; one of them where its name stands in the address. */
export function Domains({ parts: [name] }: { parts: readonly string[] }) {
  const [looks, again] = useTicks(LOOK_MS);
  const all = useGet<DomainsResponse>("/v1/domains", [looks, resumed.value]);
  if (name === undefined) return <List all={all} again={again} />;
  return (
    <Shown of={all}>
      {({ domains }) => {
        const domain = domains.find((each) => each.name === name);
        if (domain) return <Domain key={name} domain={domain} again={again} />;
        return (
          <>
            <Head title={name} />
            <Empty>{say.missing}</Empty>
          </>
        );
      }}
    </Shown>
  );
}

function List({ all, again }: { all: Loaded<DomainsResponse>; again(): void }) {
  const action = useAction();
  const reload = () => post("/v1/domains/reload").then(again);
  return (
    <>
      <Head title={common.screens.domains}>
        {may("domains:write") && (
          <div class="actions">
            <Button says={say.reload} of={action} act={reload} />
            <DialogButton title={say.add}>
              {(close) => (
                <Add
                  onDone={() => {
                    close();
                    again();
                  }}
                />
              )}
            </DialogButton>
          </div>
        )}
      </Head>
      <Failure error={action.error} />
      <Shown of={all}>
        {({ domains }) => (
          <>
            {domains.length === 0 && <Empty>{say.none}</Empty>}
            <Items class="domains" each="card" of={domains} keyOf={({ name }) => name}>
              {(domain) => <Card domain={domain} />}
            </Items>
          </>
        )}
      </Shown>
    </>
  );
}

function Card({ domain }: { domain: DomainStatus }) {
  const { name, version, description, goals, capabilities, problem, held } = domain;
  return (
    <>
      <header class="domain-head">
        <h2>
          <a href={href(["domains", name])}>{name}</a>
        </h2>
        <StateTag domain={domain} />
        <span class="minor">{version ?? ""}</span>
      </header>
      <p>{told(description)}</p>
      {problem !== null && <p class="note is-bad">{problem}</p>}
      {held && (
        <p class="note">
          {say.held}: <a href={href(["diff"], { held: name })}>{say.seeDiff}</a>
        </p>
      )}
      <p class="minor">
        {say.goals(goals.length)} · {say.capabilitiesOf(capabilities.length)}
      </p>
    </>
  );
}

const KINDS = ["service", "openapi", "mcp"] as const;

/**
 * Takes in a service that is there already. What is made of a document or of tools is a process of its own, so for
 * these the page gives the command: nothing is started from here.
 */
function Add({ onDone }: { onDone(): void }) {
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
