import { useEffect, useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type {
  CandidateFinding,
  DiffResponse,
  DomainManifest,
  FormResponse,
} from "#shared/contracts/console.ts";
import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { lastChange } from "#shared/contracts/routing.ts";
import { ask, at, get, post } from "../../api.ts";
import { may } from "../../live.ts";
import { useAction, useGet, useWhile } from "../../load.ts";
import { Choice, TextArea } from "../../parts/fields.tsx";
import { giveFile } from "../../parts/files.tsx";
import { Button, Empty, Failure, Fold, Head, Section, Shown } from "../../parts/parts.tsx";
import { FindingList } from "../../parts/receipts.tsx";
import { queried, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { linesOf } from "../explain/explain.tsx";
import { Changes, Routes, say } from "./changes.tsx";
import { type Editor, openEditor } from "./editor.ts";

const MOST_BYTES = 512 * 1024;
/** After the last letter, before its form is looked at; and before it is tried, which takes a processor some seconds. */
const LINT_AFTER_MS = 400;
const COMPARE_AFTER_MS = 1200;
const pause = (ms: number, leaving: AbortSignal) =>
  new Promise<void>((wake) => {
    setTimeout(wake, ms);
    leaving.addEventListener("abort", () => wake());
  });
type EditorRef = { current: Editor | undefined };

/** What a manifest would change before it is in force: written here, dropped here, or waiting for approval. */
export function Diff() {
  const of = queried("of") ?? "";
  const held = queried("held") ?? "";
  const [sentences, setSentences] = useState(queried("t") ?? "");
  const [found, setFound] = useState<DiffResponse>();
  const [edits, setEdits] = useState(0);
  const [faults, setFaults] = useState<readonly CandidateFinding[]>();
  const action = useAction();
  const editor: EditorRef = useRef(undefined);
  const domains = useGet<DomainsResponse>("/v1/domains").value.value?.domains ?? [];
  const waiting = domains.find(({ name }) => name === held)?.held;
  const opened = domains.find(({ name }) => name === of);
  const [inForce, setInForce] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const save = async () => {
    const manifest = editor.current?.text() ?? "";
    await post<DomainStatus>(at`/v1/domains/${of}/manifest`, { manifest, digest: inForce });
    const { digest } = await get<DomainManifest>(at`/v1/domains/${of}/manifest`);
    setInForce(digest);
    setSaved(true);
    setFound(undefined);
  };
  const compare = async (leaving?: AbortSignal) => {
    const asked = held === "" ? { manifest: editor.current?.text() ?? "" } : { held };
    const input_texts = linesOf(sentences);
    setQuery({ t: input_texts.join("\n") });
    const body = { ...asked, input_texts };
    const response = await ask<DiffResponse>("POST", "/v1/diff", { body, signal: leaving });
    if (leaving?.aborted) return;
    setFound(response);
    editor.current?.show(response.findings);
  };
  // While it is written: first whether it is a manifest at all, then, once the hand rests, what it would change.
  const lint = async (leaving: AbortSignal) => {
    const manifest = editor.current?.text() ?? "";
    if (edits === 0 || manifest === "") return;
    await pause(LINT_AFTER_MS, leaving);
    if (leaving.aborted) return;
    const { findings } = await post<FormResponse>("/v1/lint", { manifest });
    if (leaving.aborted) return;
    setFaults(findings);
    setFound(undefined);
    editor.current?.show(findings);
    if (findings.length > 0) return;
    await pause(COMPARE_AFTER_MS, leaving);
    if (!leaving.aborted) await compare(leaving);
  };
  useWhile(
    (leaving) =>
      action.run(() =>
        lint(leaving).catch((thrown: unknown) => {
          if (!leaving.aborted) throw thrown;
        }),
      ),
    [edits],
  );
  const ofHand = useRef(false);
  const onEdit = () => {
    // What is loaded is in force: there is nothing to say of it.
    if (ofHand.current) setEdits((before) => before + 1);
    setSaved(false);
    ofHand.current = true;
  };
  const changed = found?.change?.changes.length;
  return (
    <>
      <Head title={common.screens.diff} about={say.about} />
      <Start of={of} held={held} domains={domains} />
      {held === "" && <ManifestEditor {...{ of, editor, onEdit, ofHand }} onLoad={setInForce} />}
      <div class="lab-form">
        <TextArea label={say.sentences} rows={2} value={sentences} onValue={setSentences} />
      </div>
      <div class="actions">
        <Button says={say.run} class="strong" of={action} act={() => compare()} />
        {held === "" && (
          <Button
            says={say.download}
            act={() => giveFile("manifest.yaml", editor.current?.text() ?? "")}
          />
        )}
        {opened?.editable && may("domains:write") && (
          <Button
            says={say.save}
            of={action}
            disabled={edits === 0 || isSaved || found === undefined || faults?.length !== 0}
            act={save}
          />
        )}
        <span role="status" class="edit-state">
          {isSaved
            ? say.saved
            : action.isBusy
              ? say.running
              : faults !== undefined && faults.length > 0 && found === undefined
                ? say.faults(faults.length)
                : changed !== undefined && say.changes(changed)}
        </span>
      </div>
      {opened && !opened.editable && edits > 0 && (
        <p class="quiet">{opened.url === null ? say.notEditable : say.served(opened.url)}</p>
      )}
      <Failure error={action.error} />
      {found === undefined && faults && (
        <FindingList of={faults} onGo={(line) => editor.current?.goTo(line)} />
      )}
      {found && (
        <div class="diff-found" aria-live="polite">
          {found.findings.length === 0 ? (
            <p class="verified">{say.clean}</p>
          ) : (
            <Section says={say.findings}>
              <FindingList of={found.findings} onGo={(line) => editor.current?.goTo(line)} />
            </Section>
          )}
          <Routes routes={found.routes} />
          {found.change && <Changes change={found.change} />}
          {waiting && may("domains:write") && (
            <Approve
              domain={held}
              digest={waiting.digest}
              isSame={waiting.digest === found.digest}
            />
          )}
        </div>
      )}
      <Fold says={say.last}>
        <Last />
      </Fold>
    </>
  );
}

type StartProps = { of: string; held: string; domains: DomainsResponse["domains"] };

function Start({ of, held, domains }: StartProps) {
  const choose = (value: string) => {
    const [kind, name] = value.split(" ");
    setQuery({ of: kind === "of" ? name : undefined, held: kind === "held" ? name : undefined });
  };
  const options = domains.flatMap(({ name, version, held: waiting }) => [
    ...(waiting ? [[`held ${name}`, `${say.ofHeld} ${name}`] as const] : []),
    ...(version !== null ? [[`of ${name}`, `${say.choose} ${name} ${version}`] as const] : []),
  ]);
  return (
    <div class="lab-form">
      <Choice
        label={say.start}
        value={held !== "" ? `held ${held}` : of !== "" ? `of ${of}` : ""}
        data-main-field
        onValue={choose}
        options={[["", say.empty], ...options]}
      />
    </div>
  );
}

type EditorProps = {
  of: string;
  editor: EditorRef;
  onEdit(): void;
  /** Of the manifest that the text begins with. */
  onLoad(digest: string): void;
  /** False while the next change of the text is not the user's. */
  ofHand: { current: boolean };
};

/** The text, with what is wrong at its lines. A file can be dropped on it. */
function ManifestEditor({ of, editor, onEdit, onLoad, ofHand }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const action = useAction();
  useEffect(() => {
    if (host.current === null) return;
    const opened = openEditor(host.current, say.editor, onEdit);
    editor.current = opened;
    return () => opened.close();
  }, []);
  useWhile(
    (leaving) => {
      if (of === "") return;
      action.run(async () => {
        const { yaml, digest } = await get<DomainManifest>(at`/v1/domains/${of}/manifest`);
        if (leaving.aborted) return;
        ofHand.current = false;
        onLoad(digest);
        editor.current?.replace(yaml);
      });
    },
    [of],
  );
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    if (file.size <= MOST_BYTES) void file.text().then((text) => editor.current?.replace(text));
  };
  const takesFiles = { onDrop: drop, onDragOver: (event: Event) => event.preventDefault() };
  return (
    <>
      <Failure error={action.error} />
      <p class="quiet">{say.drop}</p>
      <div ref={host} class="editor" {...takesFiles} />
    </>
  );
}

/** By its digest: what is approved is what was looked at. */
function Approve({ domain, digest, isSame }: { domain: string; digest: string; isSame: boolean }) {
  const [isDone, setDone] = useState(false);
  const action = useAction();
  if (!isSame) return <p class="note">{say.onlyHeld}</p>;
  const approve = () =>
    post(at`/v1/domains/${domain}/approve`, { digest }).then(() => setDone(true));
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
        <Button says={say.approve} class="strong" of={action} act={approve} />
      )}
      <Failure error={action.error} />
    </div>
  );
}

/** What the last change of the manifests did. */
function Last() {
  const last = useGet<z.infer<typeof lastChange>>("/v1/diff");
  return (
    <Shown of={last}>
      {({ change }) => (change ? <Changes change={change} /> : <Empty>{say.noLast}</Empty>)}
    </Shown>
  );
}
