import { useState } from "preact/hooks";
import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { ask } from "../../api.ts";
import { told } from "../../format.ts";
import { may, resumed } from "../../live.ts";
import { type Loaded, useAction, useGet, useTicks } from "../../load.ts";
import { Button, Dialog, Empty, Failure, Head, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { Add } from "./add.tsx";
import { Domain } from "./domain.tsx";
import { StateTag } from "./state-tag.tsx";
import { words } from "./words.ts";

/** A state is at most so old, milliseconds. */
const LOOK_MS = 4000;

/** The domains as they are now; one of them where its name stands in the address. */
export function Domains({ parts: [name] }: { parts: readonly string[] }) {
  const [looks, again] = useTicks(LOOK_MS);
  const all = useGet<DomainsResponse>("/v1/domains", [looks, resumed.value]);
  const say = words();
  if (name === undefined) return <List all={all} again={again} />;
  return (
    <Shown of={all}>
      {({ domains }) => {
        const domain = domains.find((each) => each.name === name);
        if (domain !== undefined) return <Domain key={name} domain={domain} again={again} />;
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

type ListProps = { all: Loaded<DomainsResponse>; again(): void };

function List({ all, again }: ListProps) {
  const say = words();
  const [isAdding, setAdding] = useState(false);
  const { isBusy, error, run } = useAction();
  const reload = () => run(() => ask("POST", "/v1/domains/reload", { body: {} }).then(again));
  return (
    <>
      <Head title={common().screens.domains}>
        {may("domains:write") ? (
          <div class="actions">
            <Button says={say.reload} disabled={isBusy} onClick={reload} />
            <Button says={`${say.add}…`} onClick={() => setAdding(true)} />
          </div>
        ) : null}
      </Head>
      <Failure error={error} />
      <Shown of={all}>
        {({ domains }) =>
          domains.length === 0 ? (
            <Empty>{say.none}</Empty>
          ) : (
            <ul class="domains">
              {domains.map((domain) => (
                <li key={domain.name} class="card">
                  <Card domain={domain} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {isAdding ? (
        <Dialog title={say.add} onClose={() => setAdding(false)}>
          <Add
            onDone={() => {
              setAdding(false);
              again();
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function Card({ domain }: { domain: DomainStatus }) {
  const say = words();
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
      {problem === null ? null : <p class="note is-bad">{problem}</p>}
      {held === undefined ? null : (
        <p class="note">
          {say.held}: <a href={href(["diff"], { held: name })}>{say.seeDiff}</a>
        </p>
      )}
      <p class="minor">
        {goals.length} {say.goals.toLowerCase()} · {capabilities.length}{" "}
        {say.capabilities.toLowerCase()}
      </p>
    </>
  );
}
