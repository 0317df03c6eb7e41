import { useState } from "preact/hooks";
import type { MeResponse } from "#shared/contracts/console.ts";
import type { SettingsReport } from "#shared/contracts/settings-endpoints.ts";
import { dateTime } from "../../format.ts";
import { useAction } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import { Button, type Column, Command, Section, Table } from "../../parts/parts.tsx";
import { common } from "../../words.ts";
import { say } from "./words.ts";

const ADD = "npx regente keys add --user=ana --scopes=effect:read";

/** Who may come in: the keys in use with their scopes, and whose a key is. */
export function Access({ of: { is_checked, keys } }: { of: SettingsReport["access"] }) {
  return (
    <Section says={say.access} class="card is-wide">
      <p>{is_checked ? say.checked : say.open}</p>
      {keys !== null && keys.length > 0 && (
        <Table rows={keys} keyOf={({ id }) => id} columns={columns()} />
      )}
      {is_checked && <TestKey />}
      <p class="quiet">{say.addKey}</p>
      <Command text={ADD} />
    </Section>
  );
}

type Key = NonNullable<SettingsReport["access"]["keys"]>[number];
const day = (text: string) => dateTime(Date.parse(text));
const columns = (): Column<Key>[] => [
  [say.user, ({ user_id }) => user_id, "main-cell"],
  [
    say.scopes,
    ({ scopes }) =>
      scopes.map((scope) => (
        <code key={scope} class="scope">
          {scope}
        </code>
      )),
  ],
  [say.made, ({ created_at }) => day(created_at), "when labelled"],
  [
    say.expires,
    ({ expires_at }) => (expires_at === null ? say.never : day(expires_at)),
    "when labelled",
  ],
];

/** Whose a key is and what it opens; it is sent to this server once, and not kept. */
function TestKey() {
  const [typed, setTyped] = useState("");
  const [told, setTold] = useState("");
  const action = useAction();
  const test = async () => {
    const headers = { authorization: `Bearer ${typed.trim()}` };
    const response = await fetch("/v1/me", { headers, credentials: "omit", cache: "no-store" });
    if (!response.ok) return setTold(response.status === 401 ? say.keyRefused : common.failed);
    const { user_id, rights } = (await response.json()) as MeResponse;
    setTold(say.keyOf(user_id, rights.join(", ")));
  };
  return (
    <Form class="inline-form" of={action} act={test}>
      <TextField
        label={say.testedKey}
        type="password"
        autocomplete="off"
        required
        value={typed}
        onValue={setTyped}
      />
      <Button says={say.testKey} type="submit" of={action} />
      <p role="status">{told}</p>
    </Form>
  );
}
