import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Effect } from "#shared/contracts/capability.ts";
import type { ApiError } from "../api.ts";
import type { Loaded } from "../load.ts";
import { common } from "../words.ts";
import { scrollable } from "./scrollable.ts";

// The small parts that screens are made of.

export function EffectTag({ effect }: { effect: Effect }) {
  return <span class={`effect is-${effect}`}>{common().effects[effect]}</span>;
}

/** Why something is not shown, in the words of the server where it has some. */
export function Failure({ error }: { error: ApiError }) {
  const say = common();
  const plain = error.status === 0 || error.status === 503 ? say.away : undefined;
  const told = error.status === 403 ? say.forbidden : (plain ?? say.failed);
  return (
    <div class="note is-bad" role="alert">
      <strong>{told}</strong>
      {plain === undefined && error.message !== "" ? <p>{error.message}</p> : null}
    </div>
  );
}

/** What was asked for, or why it is not there; what came last stays while the server is away. */
export function Shown<T>({
  of,
  children,
}: {
  of: Loaded<T>;
  children: (value: T) => ComponentChildren;
}) {
  const { value, error } = of;
  return (
    <>
      {error.value === undefined ? null : <Failure error={error.value} />}
      {value.value !== undefined ? children(value.value) : null}
      {value.value === undefined && error.value === undefined ? (
        <p class="quiet loading" role="status">
          {common().loading}
        </p>
      ) : null}
    </>
  );
}

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
          <button type="button" class="plain" onClick={() => setWhole(!whole)}>
            {whole ? common().less : common().more}
          </button>
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

/** A dialog of the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="plain" onClick={() => box.current?.close()}>
          {common().close}
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Names and values, each name once. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
