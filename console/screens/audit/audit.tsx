import { useEffect, useState } from "preact/hooks";
import type { AuditPage } from "#shared/contracts/console.ts";
import { get, withQuery } from "../../api.ts";
import { dateTime, number } from "../../format.ts";
import { useLoaded } from "../../load.ts";
import { StatusTag } from "../../parts/icons.tsx";
import { EffectTag, Empty, Head, Json, Shown } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common, wordsIn } from "../../words.ts";
import { type Verified, verify } from "./verify.ts";

type Row = AuditPage["records"][number];

const words = wordsIn({
  "pt-BR": {
    about: "Quem mandou fazer o quê. Cada registro está preso ao anterior por um resumo SHA-256.",
    user: "Usuário",
    domain: "Domínio",
    none: "Nada foi registrado ainda. Leituras não entram aqui.",
    verify: "Verificar esta página",
    verifying: "Verificando…",
    right: (count: string) => `${count} registros conferem: conteúdo e encadeamento.`,
    unseen:
      "Com filtro, o encadeamento entre registros não aparece inteiro; só o conteúdo foi conferido.",
    wrong: "Registros que não conferem:",
    cannot: "Este navegador só verifica em https ou em 127.0.0.1.",
    when: "Quando",
    what: "O quê",
    who: "Quem",
    about_: "Sobre",
    digest: "Resumo",
    record: "Ver registro",
    run: "execução",
    kinds: {
      opened: "registro aberto",
      intended: "vai ser feito",
      settled: "terminou",
      approved: "aprovado",
      declined: "recusado",
      domain_change: "domínios mudados",
      keys_changed: "chaves mudadas",
    } as Record<string, string>,
  },
  en: {
    about: "Who had what done. Each record is bound to the one before it by a SHA-256 digest.",
    user: "User",
    domain: "Domain",
    none: "Nothing was recorded yet. Reads are not in here.",
    verify: "Verify this page",
    verifying: "Verifying…",
    right: (count: string) => `${count} records are right: what they say, and their chain.`,
    unseen:
      "With a filter the chain between records is not whole; only what they say was verified.",
    wrong: "Records that are not right:",
    cannot: "This browser verifies on https or on 127.0.0.1 only.",
    when: "When",
    what: "What",
    who: "Who",
    about_: "About",
    digest: "Digest",
    record: "See record",
    run: "run",
    kinds: {
      opened: "log opened",
      intended: "about to be done",
      settled: "ended",
      approved: "approved",
      declined: "declined",
      domain_change: "domains changed",
      keys_changed: "keys changed",
    } as Record<string, string>,
  },
});

/** Effects as they were written down, and whether their chain holds. */
export function Audit() {
  const say = words();
  const { query } = place.value;
  const asked = {
    user_id: query.get("user_id") ?? undefined,
    domain: query.get("domain") ?? undefined,
  };
  const [older, setOlder] = useState<AuditPage[]>([]);
  const first = useLoaded(
    (signal) => get<AuditPage>(withQuery("/v1/audit", asked), signal),
    [asked.user_id, asked.domain],
  );
  useEffect(() => setOlder([]), [asked.user_id, asked.domain]);
  const field = (name: "user_id" | "domain", label: string, isMain: boolean) => (
    <label class="field">
      {label}
      <input
        type="search"
        value={asked[name] ?? ""}
        {...(isMain && { "data-main-field": "" })}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value.trim() })}
      />
    </label>
  );
  return (
    <>
      <Head title={common().screens.audit} />
      <p class="quiet">{say.about}</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {field("user_id", say.user, true)}
        {field("domain", say.domain, false)}
      </form>
      <Shown of={first}>
        {(page) => {
          const records = [page, ...older].flatMap((each) => each.records);
          const { next } = older.at(-1) ?? page;
          const more = async () =>
            setOlder([
              ...older,
              await get<AuditPage>(withQuery("/v1/audit", { ...asked, before: next ?? undefined })),
            ]);
          const isFiltered = asked.user_id !== undefined || asked.domain !== undefined;
          return (
            <>
              {records.length === 0 ? (
                <Empty>{say.none}</Empty>
              ) : (
                <>
                  <Verification records={records} isFiltered={isFiltered} />
                  <Records records={records} />
                </>
              )}
              {next === null ? null : (
                <button type="button" onClick={() => void more()}>
                  {common().more}
                </button>
              )}
            </>
          );
        }}
      </Shown>
    </>
  );
}

function Verification({ records, isFiltered }: { records: readonly Row[]; isFiltered: boolean }) {
  const say = words();
  const [state, setState] = useState<Verified | "busy">();
  useEffect(() => setState(undefined), [records.length]);
  const run = () => {
    setState("busy");
    void verify(records, !isFiltered).then(setState);
  };
  const found = state === "busy" ? undefined : state;
  return (
    <div class="actions">
      <button type="button" onClick={run} disabled={state === "busy"}>
        {state === "busy" ? say.verifying : say.verify}
      </button>
      <div role="status">
        {found === undefined ? null : found.kind === "cannot" ? (
          <p class="note">{say.cannot}</p>
        ) : found.wrong.length === 0 ? (
          <p class="verified">
            {say.right(number(found.count))} {isFiltered ? say.unseen : ""}
          </p>
        ) : (
          <p class="note is-bad">
            {say.wrong} {found.wrong.join(", ")}
          </p>
        )}
      </div>
    </div>
  );
}

const textIn = (record: Row["record"], name: string): string =>
  typeof record[name] === "string" ? record[name] : "";

const isOneOf = <T extends string>(names: Readonly<Record<T, unknown>>, name: string): name is T =>
  Object.hasOwn(names, name);

/** In our words where it is one of ours; a log is read as it was written. */
function Effect({ name }: { name: string }) {
  return isOneOf(common().effects, name) ? <EffectTag effect={name} /> : <span>{name}</span>;
}
function Status({ name }: { name: string }) {
  return isOneOf(common().statuses, name) ? <StatusTag status={name} /> : <span>{name}</span>;
}

function Records({ records }: { records: readonly Row[] }) {
  const say = words();
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{say.when}</th>
          <th>{say.what}</th>
          <th>{say.about_}</th>
          <th class="wide">{say.who}</th>
          <th class="wide">{say.digest}</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ file, record }) => {
          const run = textIn(record, "run_id");
          const what = textIn(record, "what");
          const about = [textIn(record, "domain"), textIn(record, "capability")].filter(Boolean);
          return (
            <tr key={`${file} ${String(record["seq"])}`}>
              <td class="when">{dateTime(Date.parse(textIn(record, "at")))}</td>
              <td>
                {say.kinds[what] ?? what} <Effect name={textIn(record, "effect")} />
              </td>
              <td class="main-cell">
                {about.length === 0 ? null : <code>{about.join(".")}</code>}{" "}
                <Status name={textIn(record, "status")} />{" "}
                {run === "" ? null : (
                  <a href={href(["runs", run], { step: textIn(record, "step_id") })}>{say.run}</a>
                )}
                <details>
                  <summary>{say.record}</summary>
                  <Json value={record} label={what} />
                </details>
              </td>
              <td class="wide">{textIn(record, "user_id")}</td>
              <td class="wide">
                <code class="minor">{textIn(record, "hash").slice(0, 12)}</code>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
