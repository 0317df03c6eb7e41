import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { Evidence } from "#shared/contracts/intent.ts";
import type { ApiError } from "../api.ts";
import { shortened } from "../format.ts";
import type { Loaded, Pages } from "../load.ts";
import { common } from "../words.ts";
import { scrollable } from "./scrollable.ts";

// The small parts that screens are made of.

export function EffectTag({ effect }: { effect: Effect }) {
  return <span class={`effect is-${effect}`}>{common().effects[effect]}</span>;
}

/** Why something is not shown, in the words of the server where it has some; nothing without an error. */
export function Failure({ error }: { error: ApiError | undefined }) {
  const say = common();
  if (error === undefined) return null;
  const plain = error.status === 0 || error.status === 503 ? say.away : undefined;
  const told = error.status === 403 ? say.forbidden : (plain ?? say.failed);
  return (
    <div class="note is-bad" role="alert">
      <strong>{told}</strong>
      {plain === undefined && error.message !== "" ? <p>{error.message}</p> : null}
    </div>
  );
}

type ButtonProps = { says: ComponentChildren } & ComponentProps<"button">;

/** What happens at a click, by its name; `strong` is what a screen is for, `plain` looks like words. */
export const Button = ({ says, ...button }: ButtonProps) => (
  <button type="button" {...button}>
    {says}
  </button>
);

export const Loading = () => (
  <p class="quiet loading" role="status">
    {common().loading}
  </p>
);

type ShownProps<T> = { of: Loaded<T>; children: (value: T) => ComponentChildren };

/** What was asked for, or why it is not there; what came last stays while the server is away. */
export function Shown<T>({ of: { value, error }, children }: ShownProps<T>) {
  return (
    <>
      <Failure error={error.value} />
      {value.value === undefined ? null : children(value.value)}
      {value.value === undefined && error.value === undefined ? <Loading /> : null}
    </>
  );
}

/** A list that comes page by page, with what asks for the next one. */
export function Paged<P extends { next: string | null }>({ of, children }: PagedProps<P>) {
  const { first, older, more } = of;
  return (
    <Shown of={first}>
      {(page) => (
        <>
          {children([page, ...older])}
          {(older.at(-1) ?? page).next === null ? null : (
            <Button says={common().more} onClick={more} />
          )}
        </>
      )}
    </Shown>
  );
}
type PagedProps<P extends { next: string | null }> = {
  of: Pages<P>;
  children: (pages: readonly P[]) => ComponentChildren;
};

export const Empty = ({ children }: { children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

const SHOWN_CHARS = 6000;

/** Any value as JSON; the beginning of a long one. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const [whole, setWhole] = useState(false);
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  const isLong = text.length > SHOWN_CHARS;
  return (
    <div class="json">
      <pre {...scrollable(label)}>{isLong && !whole ? `${text.slice(0, SHOWN_CHARS)}…` : text}</pre>
      <div class="json-actions">
        {isLong ? (
          <Button
            says={whole ? common().less : common().more}
            class="plain"
            onClick={() => setWhole(!whole)}
          />
        ) : null}
        <Copy text={text} />
      </div>
    </div>
  );
}

const TOLD_MS = 1600;

/** Puts a text on the clipboard, and says so. */
export function Copy({ text, children }: { text: string; children?: ComponentChildren }) {
  const [told, setTold] = useState<string>();
  const say = common();
  useEffect(() => {
    if (told === undefined) return;
    const timer = setTimeout(() => setTold(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = () => {
    // Only pages of this machine, or behind https, are given a clipboard.
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"));
    done.then(
      () => setTold(say.copied),
      () => setTold(say.notCopied),
    );
  };
  return (
    <button type="button" class="plain" onClick={copy}>
      <span aria-live="polite">{told ?? children ?? say.copy}</span>
    </button>
  );
}

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren };

/** A dialog of the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <Button says={common().close} class="plain" onClick={() => box.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

/** Names and values; a name without a value is left out. */
export function Facts({ of }: { of: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(of).filter(([, value]) => value != null && value !== false);
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each thing as a card, or why there is none. */
export function Cards<T>({ of, keyOf, none, children }: CardsProps<T>) {
  if (of.length === 0) return none === undefined ? null : <Empty>{none}</Empty>;
  return (
    <ul class="cards">
      {of.map((each) => (
        <li key={keyOf(each)} class="card">
          {children(each)}
        </li>
      ))}
    </ul>
  );
}
type CardsProps<T> = {
  of: readonly T[];
  keyOf(each: T): string;
  none?: string;
  children(each: T): ComponentChildren;
};

/** A column: its head, what stands in it of a row, and how ("number", "wide": not on a narrow screen). */
export type Column<T> = {
  head: string;
  kind?: string | undefined;
  cell(row: T): ComponentChildren;
};

export function Table<T>({ rows, keyOf, columns }: TableProps<T>) {
  return (
    <table class="list">
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <th key={head} class={kind}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, kind, cell }) => (
              <td key={head} class={kind}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
type TableProps<T> = {
  rows: readonly T[];
  keyOf(row: T): string;
  columns: readonly Column<T>[];
};

/** Why a decision was made. */
export const EvidenceList = ({ of }: { of: readonly Evidence[] }) => (
  <ul class="evidence">
    {of.map(({ kind, detail }, at) => (
      <li key={at}>
        <code>{kind}</code> {shortened(detail, 240)}
      </li>
    ))}
  </ul>
);

/** The head of a screen: it takes the focus when one comes here, so that it is read out. */
export function Head({ title, children }: { title: string; children?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Regente`;
  }, [title]);
  return (
    <header class="head">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </header>
  );
}
