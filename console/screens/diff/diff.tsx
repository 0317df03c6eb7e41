import { useEffect, useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type { DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { lastChange } from "#shared/contracts/routing.ts";
import { at, get, post } from "../../api.ts";
import { may } from "../../live.ts";
import { useAction, useGet, useWhile } from "../../load.ts";
import { Choice, TextArea } from "../../parts/fields.tsx";
import { Button, Empty, Failure, Fold, Head, Section, Shown } from "../../parts/parts.tsx";
import { FindingList } from "../../parts/receipts.tsx";
import { queried, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { linesOf } from "../explain/explain.tsx";
import { Changes, Routes } from "./changes.tsx";
import { type Editor, openEditor } from "./editor.ts";
import { say } from "./words.ts";

const MOST_BYTES = 512 * 1024;
type EditorRef = { current: Editor | undefined };

/** What a manifest would change before it is in force: written here, dropped here, or waiting for approval. */
export function Diff() {
  const of = queried("of") ?? "";
  const held = queried("held") ?? "";
  const [sentences, setSentences] = useState(queried("t") ?? "");
  const [found, setFound] = useState<DiffResponse>();
  const action = useAction();
  const editor: EditorRef = useRef(undefined);
  const domains = useGet<DomainsResponse>("/v1/domains").value.value?.domains ?? [];
  const waiting = domains.find(({ name }) => name === held)?.held;
  const compare = async () => {
    const asked = held === "" ? { manifest: editor.current?.text() ?? "" } : { held };
    const input_texts = linesOf(sentences);
    setQuery({ t: input_texts.join("\n") });
    const response = await post<DiffResponse>("/v1/diff", { ...asked, input_texts });
    setFound(response);
    editor.current?.show(response.findings);
  };
  return (
    <>
      <Head title={common.screens.diff} about={say.about} />
      <Start of={of} held={held} domains={domains} />
      {held === "" && <ManifestEditor of={of} editor={editor} />}
      <div class="lab-form">
        <TextArea label={say.sentences} rows={2} value={sentences} onValue={setSentences} />
      </div>
      <div class="actions">
        <Button says={say.run} class="strong" of={action} act={compare} />
        <span role="status">{action.isBusy && say.running}</span>
      </div>
      <Failure error={action.error} />
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

/** The text, with what is wrong at its lines. A file can be dropped on it. */
function ManifestEditor({ of, editor }: { of: string; editor: EditorRef }) {
  const host = useRef<HTMLDivElement>(null);
  const action = useAction();
  useEffect(() => {
    if (host.current === null) return;
    const opened = openEditor(host.current, say.editor, "");
    editor.current = opened;
    return () => opened.close();
  }, []);
  useWhile(
    (leaving) => {
      if (of === "") return;
      action.run(async () => {
        const { yaml } = await get<DomainManifest>(at`/v1/domains/${of}/manifest`);
        if (!leaving.aborted) editor.current?.replace(yaml);
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

type ApproveProps = { domain: string; digest: string; isSame: boolean };

/** By its digest: what is approved is what was looked at. */
function Approve({ domain, digest, isSame }: ApproveProps) {
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
