import { useEffect, useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type { CandidateFinding, DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { lastChange } from "#shared/contracts/routing.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { may } from "../../live.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Failure, Head, Shown } from "../../parts/parts.tsx";
import { place, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
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
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const editor = useRef<Editor | undefined>(undefined);
  const domains = useLoaded((signal) => get<DomainsResponse>("/v1/domains", signal), []);
  const waiting = domains.value.value?.domains.find(({ name }) => name === held)?.held;

  const run = () => {
    setBusy(true);
    setError(undefined);
    const input_texts = linesOf(sentences);
    const body =
      held === "" ? { manifest: editor.current?.text() ?? "", input_texts } : { held, input_texts };
    ask<DiffResponse>("POST", "/v1/diff", { body })
      .then(
        (response) => {
          setFound(response);
          editor.current?.show(response.findings);
        },
        (thrown: unknown) => setError(asApiError(thrown)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Head title={common().screens.diff} />
      <p class="quiet">{say.about}</p>
      <Start of={of} held={held} domains={domains.value.value} />
      {held === "" ? (
        <ManifestEditor of={of} onOpen={(opened) => (editor.current = opened)} />
      ) : null}
      <label class="field lab-form">
        {say.sentences}
        <textarea
          rows={2}
          value={sentences}
          onInput={({ currentTarget }) => setSentences(currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="button" class="strong" disabled={isBusy} onClick={run}>
          {say.run}
        </button>
        <span role="status">{isBusy ? say.running : ""}</span>
      </div>
      {error === undefined ? null : <Failure error={error} />}
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

function Start({
  of,
  held,
  domains,
}: {
  of: string;
  held: string;
  domains: DomainsResponse | undefined;
}) {
  const say = words();
  const all = domains?.domains ?? [];
  const choose = (value: string) => {
    const [kind, name] = value.split(" ");
    setQuery({ of: kind === "of" ? name : undefined, held: kind === "held" ? name : undefined });
  };
  const chosen = held !== "" ? `held ${held}` : of !== "" ? `of ${of}` : "";
  return (
    <label class="field lab-form">
      {say.start}
      <select
        value={chosen}
        data-main-field
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{say.empty}</option>
        {all
          .filter((each) => each.held !== undefined)
          .map(({ name }) => (
            <option key={`held ${name}`} value={`held ${name}`}>
              {say.ofHeld} {name}
            </option>
          ))}
        <optgroup label={say.choose}>
          {all
            .filter(({ version }) => version !== null)
            .map(({ name, version }) => (
              <option key={name} value={`of ${name}`}>
                {name} {version}
              </option>
            ))}
        </optgroup>
      </select>
    </label>
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
      {error === undefined ? null : <Failure error={error} />}
      <p class="quiet">{say.drop}</p>
      <div
        ref={host}
        class="editor"
        {...{ onDrop: drop, onDragOver: (event: Event) => event.preventDefault() }}
      />
    </>
  );
}

function Findings({
  findings,
  onGo,
}: {
  findings: readonly CandidateFinding[];
  onGo(line: number): void;
}) {
  const say = words();
  if (findings.length === 0) return <p class="verified">{say.clean}</p>;
  return (
    <section>
      <h2>{say.findings}</h2>
      <ul class="findings">
        {findings
          .slice(0, 100)
          .map(({ level, rule, path, line, sentence, message, way_out }, at) => (
            <li key={at}>
              <span class={`tag ${level === "error" ? "is-bad" : "is-ask"}`}>{rule}</span>{" "}
              {message[locale.value]} {sentence === null ? null : <q>{sentence}</q>}
              <span class="minor">
                {line === null ? null : (
                  <button type="button" class="plain" onClick={() => onGo(line)}>
                    {say.line} {line}
                  </button>
                )}{" "}
                {path} · {say.wayOut}: {way_out[locale.value]}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** By its digest: what is approved is what was looked at. */
function Approve({ domain, digest, isSame }: { domain: string; digest: string; isSame: boolean }) {
  const say = words();
  const [state, setState] = useState<"done" | ApiError>();
  if (!may("domains:write")) return null;
  if (!isSame) return <p class="note">{say.onlyHeld}</p>;
  const approve = () =>
    ask("POST", `/v1/domains/${encodeURIComponent(domain)}/approve`, { body: { digest } }).then(
      () => setState("done"),
      (thrown: unknown) => setState(asApiError(thrown)),
    );
  return (
    <div class="card">
      <p>
        <code>{digest}</code>
      </p>
      {state === "done" ? (
        <p class="verified" role="status">
          {say.approved}
        </p>
      ) : (
        <button type="button" class="strong" onClick={() => void approve()}>
          {say.approve}
        </button>
      )}
      {state === undefined || state === "done" ? null : <Failure error={state} />}
    </div>
  );
}

function Last() {
  const last = useLoaded((signal) => get<z.infer<typeof lastChange>>("/v1/diff", signal), []);
  return <Shown of={last}>{({ change }) => <LastChange change={change} />}</Shown>;
}
