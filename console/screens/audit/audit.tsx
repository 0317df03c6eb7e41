import { useEffect, useState } from "preact/hooks";
import type { AuditPage } from "#shared/contracts/console.ts";
import { dateTime, number } from "../../format.ts";
import { usePages } from "../../load.ts";
import { FilterField } from "../../parts/fields.tsx";
import { StatusTag } from "../../parts/icons.tsx";
import { type Column, EffectTag, Empty, Head, Json, Paged, Table } from "../../parts/parts.tsx";
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
      schedule_change: "pedido agendado",
      schedule_unchanged: "pedido agendado: nada mudou",
      schedule_stopped: "pedido agendado: parou",
      keys_changed: "chaves mudadas",
    },
    standing: { active: "ativo", paused: "pausado", done: "terminado", cancelled: "cancelado" },
    schedule: "agendamento",
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
      schedule_change: "standing request",
      schedule_unchanged: "standing request: nothing changed",
      schedule_stopped: "standing request: stopped",
      keys_changed: "keys changed",
    },
    standing: { active: "active", paused: "paused", done: "over", cancelled: "cancelled" },
    schedule: "standing request",
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
  const isFiltered = Object.values(asked).some((each) => each !== undefined);
  const pages = usePages<AuditPage>("/v1/audit", asked);
  const field = (name: "user_id" | "domain") => ({
    value: asked[name] ?? "",
    onValue: (value: string) => setQuery({ [name]: value }),
  });
  return (
    <>
      <Head title={common().screens.audit} />
      <p class="quiet">{say.about}</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <FilterField label={say.user} data-main-field {...field("user_id")} />
        <FilterField label={say.domain} {...field("domain")} />
      </form>
      <Paged of={pages}>
        {(all) => {
          const records = all.flatMap((each) => each.records);
          if (records.length === 0) return <Empty>{say.none}</Empty>;
          return (
            <>
              <Verification records={records} isFiltered={isFiltered} />
              <Records records={records} />
            </>
          );
        }}
      </Paged>
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
const inOurs = (names: Readonly<Record<string, string>>, name: string): string =>
  isOneOf(names, name) ? (names[name] ?? name) : name;
function Effect({ name }: { name: string }) {
  return isOneOf(common().effects, name) ? <EffectTag effect={name} /> : <span>{name}</span>;
}
function Status({ name }: { name: string }) {
  if (isOneOf(common().statuses, name)) return <StatusTag status={name} />;
  return <span>{inOurs(words().standing, name)}</span>;
}

function About({ record }: { record: Row["record"] }) {
  const say = words();
  const about = [textIn(record, "domain"), textIn(record, "capability")].filter(Boolean);
  const run = textIn(record, "run_id");
  const schedule = textIn(record, "schedule_id");
  return (
    <>
      {about.length === 0 ? null : <code>{about.join(".")}</code>}{" "}
      <Status name={textIn(record, "status")} />{" "}
      {run === "" ? null : (
        <a href={href(["runs", run], { step: textIn(record, "step_id") })}>{say.run}</a>
      )}
      {schedule === "" ? null : (
        <a href={href(["schedules"], { id: schedule, all: "true" })}>{say.schedule}</a>
      )}
      <details>
        <summary>{say.record}</summary>
        <Json value={record} label={textIn(record, "what")} />
      </details>
    </>
  );
}

function Records({ records }: { records: readonly Row[] }) {
  const say = words();
  const columns: Column<Row>[] = [
    {
      head: say.when,
      kind: "when",
      cell: ({ record }) => dateTime(Date.parse(textIn(record, "at"))),
    },
    {
      head: say.what,
      cell: ({ record }) => (
        <>
          {inOurs(say.kinds, textIn(record, "what"))} <Effect name={textIn(record, "effect")} />
        </>
      ),
    },
    { head: say.about_, kind: "main-cell", cell: ({ record }) => <About record={record} /> },
    { head: say.who, kind: "wide", cell: ({ record }) => textIn(record, "user_id") },
    {
      head: say.digest,
      kind: "wide",
      cell: ({ record }) => <code class="minor">{textIn(record, "hash").slice(0, 12)}</code>,
    },
  ];
  return (
    <Table
      rows={records}
      keyOf={({ file, record }) => `${file} ${String(record["seq"])}`}
      columns={columns}
    />
  );
}
