import type { ComponentChildren, ComponentProps } from "preact";

// Fields of forms: what each is called, what stands in it, and what is done with what is typed.

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit?(): void };

/** What is typed stays in the page: nothing is sent but by what is done with it. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit?.();
    }}
  />
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

/** Takes effect when one leaves it or presses Enter, not at every letter. */
export const FilterField = ({ label, onValue, ...input }: Named & { value: string }) => (
  <label class="field">
    {label}
    <input
      {...input}
      type="search"
      spellcheck={false}
      onChange={({ currentTarget }) => onValue(currentTarget.value.trim())}
    />
  </label>
);

export const TextArea = ({ label, onValue, ...area }: Named & ComponentProps<"textarea">) => (
  <label class="field">
    {label}
    <textarea {...area} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
  </label>
);

type Options = { options: readonly (readonly [value: string, name: string])[] };

export const Choice = ({
  label,
  onValue,
  options,
  ...select
}: Named & Options & ComponentProps<"select">) => (
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
