import type { ComponentChildren, ComponentProps, ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, asApiError } from "../api.ts";
import type { Action, Loaded, Pages } from "../load.ts";
import { unclosed } from "../told.ts";
import { common } from "../words.ts";

// The small parts that screens are made of.

/** Why something is not shown, in the words of the server where it has some; nothing without an error. */
export function Failure({ error }: { error: ApiError | undefined }) {
  if (error === undefined) return null;
  const { status, code, message } = error;
  const isAway = status === 0 || status === 503;
  const isClosed = status === 401 && code !== "wrong_key";
  const refused = status === 403 ? common.forbidden : common.failed;
  const told = isAway ? common.away : isClosed ? common.needsKey : refused;
  return (
    <div class="note is-bad" role="alert">
      <strong>{told}</strong>
      {!isAway && !isClosed && message !== "" && <p>{message}</p>}
    </div>
  );
}

type ButtonProps = { says: ComponentChildren; of?: Action; act?: () => unknown };

/**
 * What happens at a click, by its name: `act`, which `of` keeps watch over where it takes time. `strong` is what a
 * screen is for, `plain` looks like words.
 */
export const Button = ({ says, of, act, ...more }: ButtonProps & ComponentProps<"button">) => (
  <button
    type="button"
    onClick={act && (() => (of === undefined ? void act() : of.run(act)))}
    {...more}
    disabled={more.disabled === true || of?.isBusy === true}
  >
    {says}
  </button>
);

export const Loading = () => (
  <p class="quiet loading" role="status">
    {common.loading}
  </p>
);

type ShownProps<T> = { of: Loaded<T>; children: (value: T) => ComponentChildren };

/** What was asked for, or why it is not there; what came last stays while the server is away. */
export function Shown<T>({ of: { value, error }, children }: ShownProps<T>) {
  return (
    <>
      <Failure error={error.value} />
      {value.value !== undefined && children(value.value)}
      {value.value === undefined && error.value === undefined && <Loading />}
    </>
  );
}

type PagedProps<P> = { of: Pages<P>; children: (pages: readonly P[]) => ComponentChildren };

/** A list that comes page by page, with what asks for the next one. */
export function Paged<P extends { next: string | null }>({ of, children }: PagedProps<P>) {
  const { first, older, more } = of;
  return (
    <Shown of={first}>
      {(page) => (
        <>
          {children([page, ...older])}
          {(older.at(-1) ?? page).next !== null && <Button says={common.more} act={more} />}
        </>
      )}
    </Shown>
  );
}

export const Empty = ({ children }: { children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

/** For a box that scrolls: it can be reached and moved by the keyboard, and says what it is. */
export const scrollable = (label: string) =>
  ({ tabIndex: 0, role: "region", "aria-label": label }) as const;

const SHOWN_CHARS = 6000;

/** Any value as JSON; the beginning of a long one. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const [whole, setWhole] = useState(false);
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  const isLong = text.length > SHOWN_CHARS;
  const other = whole ? common.less : common.more;
  return (
    <div class="json">
      <pre {...scrollable(label)}>{isLong && !whole ? `${text.slice(0, SHOWN_CHARS)}…` : text}</pre>
      <div class="json-actions">
        {isLong && <Button says={other} class="plain" act={() => setWhole(!whole)} />}
        <Copy text={text} />
      </div>
    </div>
  );
}

const TOLD_MS = 1600;

/** Puts a text on the clipboard, and says so. */
export function Copy({ text, children }: { text: string; children?: ComponentChildren }) {
  const [told, setTold] = useState<string>();
  useEffect(() => {
    if (told === undefined) return;
    const timer = setTimeout(() => setTold(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  // Only pages of this machine, or behind https, are given a clipboard.
  const copy = () =>
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"))).then(
      () => setTold(common.copied),
      () => setTold(common.notCopied),
    );
  const says = <span aria-live="polite">{told ?? children ?? common.copy}</span>;
  return <Button says={says} class="plain" act={copy} />;
}

/** What is typed into a terminal: it breaks between its words only. */
export const Command = ({ text }: { text: string }) => (
  <div class="json">
    <pre>
      {text.split(" ").map((word, at) => (
        <span key={at}>{`${word} `}</span>
      ))}
    </pre>
    <div class="json-actions">
      <Copy text={text} />
    </div>
  </div>
);

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren };

/**
 * A dialog of the browser's own: it keeps the focus, and Escape closes it. What is asked for is written at once, and
 * however it is left, the focus goes back to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    box.current?.querySelector<HTMLElement>("form input")?.focus();
    // Taken away while it is open, it gives nothing back by itself.
    return () => {
      if (document.activeElement === document.body) (before as HTMLElement | null)?.focus();
    };
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <Button says={common.close} class="plain" act={() => box.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

type OpenerProps = { title: string; children(close: () => void): ComponentChildren };

/** A button that opens a dialog of its name; what stands there is given what closes it. */
export function DialogButton({ title, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button says={`${title}…`} act={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
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

type Titled<Tag extends "section" | "details"> = ComponentProps<Tag> & { says: ComponentChildren };

/** A part of a screen under its name. */
export const Section = ({ says, children, ...section }: Titled<"section">) => (
  <section {...section}>
    <h2>{says}</h2>
    {children}
  </section>
);

/** What is seen once its name is pressed. */
export const Fold = ({ says, children, ...details }: Titled<"details">) => (
  <details {...details}>
    <summary>{says}</summary>
    {children}
  </details>
);

type FoldedProps = { text: string; lines: number; children: ComponentChildren };
const LINE_CHARS = 110;

/** The beginning of what is told, and all of it at a click, where its text has more lines than that. */
export function Folded({ text, lines, children }: FoldedProps) {
  const [isWhole, setWhole] = useState(false);
  const length = text
    .split("\n")
    .reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE_CHARS), 0);
  if (length <= lines * 1.5) return <>{children}</>;
  return (
    <>
      <div
        class={isWhole ? "" : "folded"}
        style={isWhole ? {} : { maxHeight: `${lines * 1.55}em` }}
      >
        {children}
      </div>
      <Button
        says={isWhole ? common.less : `${common.whole} (${common.lines(length)})`}
        class="plain"
        aria-expanded={isWhole}
        act={() => setWhole(!isWhole)}
      />
    </>
  );
}

type ItemsProps<T> = {
  of: readonly T[];
  keyOf?: (each: T) => string | number;
  class?: string;
  /** The class of each. */
  each?: string;
  label?: string;
  children(each: T): ComponentChildren;
};

/** A list; nothing where there is nothing to list. */
export function Items<T>({ of, keyOf, each, label, children, ...list }: ItemsProps<T>) {
  if (of.length === 0) return null;
  return (
    <ul {...list} aria-label={label}>
      {of.map((item, at) => (
        <li key={keyOf?.(item) ?? at} class={each}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

/** Each thing as a card, or why there is none. */
export const Cards = <T,>({ none, ...list }: ItemsProps<T> & { none?: string }) =>
  list.of.length === 0 && none !== undefined ? (
    <Empty>{none}</Empty>
  ) : (
    <Items class="cards" each="card" {...list} />
  );

/** A column: its head, what stands in it of a row, and how ("number", "wide": not on a narrow screen). */
export type Column<T> = readonly [head: string, cell: (row: T) => ComponentChildren, how?: string];
type TableProps<T> = {
  rows: readonly T[];
  keyOf(row: T): string;
  columns: readonly Column<T>[];
  class?: string;
};

export function Table<T>({ rows, keyOf, columns, class: more = "" }: TableProps<T>) {
  return (
    <table class={`list ${more}`}>
      <thead>
        <tr>
          {columns.map(([head, , how]) => (
            <th key={head} class={how}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([head, cell, how]) => (
              <td key={head} class={how} data-label={head}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Figure = readonly [value: string, name: string, more?: string];

/** A few numbers that say most of it. */
export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <Items class="figures" of={of}>
    {([value, name, more = ""]) => (
      <>
        <strong>{value}</strong>
        <span>{name}</span>
        {more !== "" && <span class="minor">{more}</span>}
      </>
    )}
  </Items>
);

type HeadProps = { title: string; about?: string; children?: ComponentChildren };

/**
 * The head of a screen: it takes the focus when one comes here, so that it is read out. The window is named after it,
 * with how many notices are open.
 */
export function Head({ title, about, children }: HeadProps) {
  const count = unclosed.value.length;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${title} · Regente`;
  }, [title, count]);
  return (
    <>
      <header class="head">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </header>
      {about && <p class="quiet">{about}</p>}
    </>
  );
}

type Props<P> = { load: () => Promise<ComponentType<P>>; with: P };

/** A part that comes when it is first shown. */
export function Later<P extends object>({ load, with: props }: Props<P>) {
  const [{ Part, error }, setLoaded] = useState<{ Part?: ComponentType<P>; error?: unknown }>({});
  useEffect(() => {
    load().then(
      (loaded) => setLoaded({ Part: loaded }),
      (thrown: unknown) => setLoaded({ error: thrown }),
    );
  }, []);
  if (error !== undefined) return <Failure error={asApiError(error)} />;
  return Part === undefined ? <Loading /> : <Part {...props} />;
}
