import { useState } from "preact/hooks";
import { needsKey, send } from "./api.ts";
import { Button, Dialog } from "./parts/parts.tsx";
import { key } from "./settings.ts";
import { isHelpOpen } from "./shortcuts.ts";
import { common } from "./words.ts";

/** Asks who calls. The key is tried before it is kept. */
export function KeyDialog() {
  const say = common();
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const close = () => {
    needsKey.value = false;
  };
  const use = async (event: Event) => {
    event.preventDefault();
    const before = key.value;
    key.value = typed.trim();
    try {
      await send("GET", "/v1/me");
      close();
    } catch {
      key.value = before;
      setWrong(true);
    }
  };
  return (
    <Dialog title={say.keyTitle} onClose={close}>
      <form onSubmit={(event) => void use(event)}>
        <p>{say.keyAbout}</p>
        <label class="field">
          {say.keyLabel}
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        {isWrong ? (
          <p class="note is-bad" role="alert">
            {say.keyWrong}
          </p>
        ) : null}
        <div class="actions">
          <Button says={say.keyUse} type="submit" class="strong" />
          {key.value === "" ? null : (
            <Button
              says={say.keyForget}
              onClick={() => {
                key.value = "";
                close();
              }}
            />
          )}
        </div>
      </form>
    </Dialog>
  );
}

export function Shortcuts() {
  const say = common();
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <Dialog title={say.shortcuts} onClose={close}>
      <dl class="shortcuts">
        {say.shortcutRows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
