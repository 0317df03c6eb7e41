import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Action } from "../load.ts";
import { Failure } from "./parts.tsx";

// Fields of forms: what each is called, what stands in it, and what is done with what is typed.

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & { of?: Action; act?: () => unknown };

/** What is typed stays in the page: nothing is sent but by `act`, which `of` keeps watch over; why it failed is told last. */
export const Form = ({ of, act, children, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      if (act === undefined || of?.isBusy === true) return;
      if (of === undefined) act();
      else of.run(act);
    }}
  >
    {children}
    <Failure error={of?.error} />
  </form>
);

type Named = { label: ComponentChildren; onValue(value: string): void };

export const TextField = ({ label, onValue, ...input }: Named & ComponentProps<"input">) => (
  <label class="field">
    {label}
    <input
      spellcheck={false}
      maxLength={8000}
      {...input}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </label>
);

type FilterProps = Named & { value: string; isDate?: boolean };

/** Whoever pauses so long has written what they look for, milliseconds. */
const PAUSE_MS = 400;

/** Takes effect at a pause in typing, and at once when one leaves it or presses Enter; a date only then. */
export function FilterField({ label, onValue, isDate = false, value, ...input }: FilterProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const take = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onValue(text.trim());
  };
  const write = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (!isDate) timer.current = setTimeout(() => onValue(text.trim()), PAUSE_MS);
  };
  // What is cleared or comes by a link is shown; the space that one is about to write behind stays.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="field">
      {label}
      <input
        {...(isDate ? ({ type: "date" } as const) : ({ type: "search" } as const))}
        spellcheck={false}
        {...input}
        value={typed}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
    </label>
  );
}

export const TextArea = ({ label, onValue, ...area }: Named & ComponentProps<"textarea">) => (
  <label class="field">
    {label}
    <textarea {...area} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
  </label>
);

type ChoiceProps = Named & { options: readonly (readonly [value: string, name: string])[] };

export const Choice = ({ label, onValue, ...more }: ChoiceProps & ComponentProps<"select">) => {
  const { options, ...select } = more;
  return (
    <label class="field">
      {label}
      <select {...select} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

type CheckProps = { label: ComponentChildren; checked: boolean; onValue(checked: boolean): void };

export const Check = ({ label, checked, onValue }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => onValue(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);
