import { useEffect, useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type { CandidateFinding, DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { lastChange } from "#shared/contracts/routing.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { may } from "../../live.ts";
import { asApiError, useAction, useGet } from "../../load.ts";
import { Choice, TextArea } from "../../parts/fields.tsx";
import { FindingList } from "../../parts/finding-list.tsx";
import { Button, Failure, Head, Shown } from "../../parts/parts.tsx";
import { place, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { linesOf } from "../explain/lines-of.ts";
import { Changes, LastChange, Routes } from "./changes.tsx";
import { type Editor, openEditor } from "./editor.ts";
import { words } from "./words.ts";

const MOST_BYTES = 512 * 1024;

/** What a manifest would change before it is in force: written here, dropped here, or waiting for approval. */
export function Diff() {
  const say = words();
  const { query } = place.value;
  const of = query.get("of") ?? "";
  const held = query.get("held") ?? "";
  const [sentences, setSentences] = useState(query.get("t") ?? "");
  const [found, setFound] = useState<DiffResponse>();
  const { isBusy, error, run } = useAction();
  const editor = useRef<Editor | undefined>(undefined);
  const domains = useGet<DomainsResponse>("/v1/domains");
  const waiting = domains.value.value?.domains.find(({ name }) => name === held)?.held;

  const compare = () =>
    run(async () => {
      const input_texts = linesOf(sentences);
      const asked = held === "" ? { manifest: editor.current?.text() ?? "" } : { held };
      const response = await ask<DiffResponse>("POST", "/v1/diff", {
        body: { ...asked, input_texts },
      });
      setFound(response);
      editor.current?.show(response.findings);
    });
  return (
    <>
      <Head title={common().screens.diff} />
      <p class="quiet">{say.about}</p>
      <Start of={of} held={held} domains={domains.value.value} />
      {held === "" ? (
        <ManifestEditor of={of} onOpen={(opened) => (editor.current = opened)} />
      ) : null}
      <div class="lab-form">
        <TextArea label={say.sentences} rows={2} value={sentences} onValue={setSentences} />
      </div>
      <div class="actions">
        <Button says={say.run} class="strong" disabled={isBusy} onClick={compare} />
        <span role="status">{isBusy ? say.running : ""}</span>
      </div>
      <Failure error={error} />
      {found === undefined ? null : (
        <div class="diff-found" aria-live="polite">
          <Findings findings={found.findings} onGo={(line) => editor.current?.goTo(line)} />
          <Routes routes={found.routes} />
          {found.change === null ? null : <Changes change={found.change} />}
          {waiting === undefined ? null : (
            <Approve
              domain={held}
              digest={waiting.digest}
              isSame={waiting.digest === found.digest}
            />
          )}
        </div>
      )}
      <details>
        <summary>{say.last}</summary>
        <Last />
      </details>
    </>
  );
}

type StartProps = { of: string; held: string; domains: DomainsResponse | undefined };

function Start({ of, held, domains }: StartProps) {
  const say = words();
  const all = domains?.domains ?? [];
  const choose = (value: string) => {
    const [kind, name] = value.split(" ");
    setQuery({ of: kind === "of" ? name : undefined, held: kind === "held" ? name : undefined });
  };
  const waiting = all.filter((each) => each.held !== undefined);
  const inForce = all.filter(({ version }) => version !== null);
  return (
    <div class="lab-form">
      <Choice
        label={say.start}
        value={held !== "" ? `held ${held}` : of !== "" ? `of ${of}` : ""}
        data-main-field
        onValue={choose}
        options={[
          ["", say.empty],
          ...waiting.map(({ name }) => [`held ${name}`, `${say.ofHeld} ${name}`] as const),
          ...inForce.map(
            ({ name, version }) => [`of ${name}`, `${say.choose} ${name} ${version}`] as const,
          ),
        ]}
      />
    </div>
  );
}

/** The text, with what is wrong at its lines. A file can be dropped on it. */
function ManifestEditor({ of, onOpen }: { of: string; onOpen(editor: Editor): void }) {
  const say = words();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    if (host.current === null) return;
    const opened = openEditor(host.current, say.editor, "");
    editor.current = opened;
    onOpen(opened);
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (of === "") return;
    const leaving = new AbortController();
    get<DomainManifest>(`/v1/domains/${encodeURIComponent(of)}/manifest`, leaving.signal).then(
      ({ yaml }) => editor.current?.replace(yaml),
      (thrown: unknown) => {
        if (!leaving.signal.aborted) setError(asApiError(thrown));
      },
    );
    return () => leaving.abort();
  }, [of]);
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    if (file.size <= MOST_BYTES) void file.text().then((text) => editor.current?.replace(text));
  };
  return (
    <>
      <Failure error={error} />
      <p class="quiet">{say.drop}</p>
      <div
        ref={host}
        class="editor"
        {...{ onDrop: drop, onDragOver: (event: Event) => event.preventDefault() }}
      />
    </>
  );
}

type FindingsProps = { findings: readonly CandidateFinding[]; onGo(line: number): void };

function Findings({ findings, onGo }: FindingsProps) {
  const say = words();
  if (findings.length === 0) return <p class="verified">{say.clean}</p>;
  return (
    <section>
      <h2>{say.findings}</h2>
      <FindingList of={findings} onGo={onGo} />
    </section>
  );
}

/** By its digest: what is approved is what was looked at. */
function Approve({ domain, digest, isSame }: ApproveProps) {
  const say = words();
  const [isDone, setDone] = useState(false);
  const { isBusy, error, run } = useAction();
  if (!may("domains:write")) return null;
  if (!isSame) return <p class="note">{say.onlyHeld}</p>;
  const path = `/v1/domains/${encodeURIComponent(domain)}/approve`;
  const approve = () =>
    run(() => ask("POST", path, { body: { digest } }).then(() => setDone(true)));
  return (
    <div class="card">
      <p>
        <code>{digest}</code>
      </p>
      {isDone ? (
        <p class="verified" role="status">
          {say.approved}
        </p>
      ) : (
        <Button says={say.approve} class="strong" disabled={isBusy} onClick={approve} />
      )}
      <Failure error={error} />
    </div>
  );
}
type ApproveProps = { domain: string; digest: string; isSame: boolean };

function Last() {
  const last = useGet<z.infer<typeof lastChange>>("/v1/diff");
  return <Shown of={last}>{({ change }) => <LastChange change={change} />}</Shown>;
}
