import { useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type { sessionsPage } from "#shared/contracts/native-endpoints.ts";
import { at, patch, withQuery } from "../../api.ts";
import { ago, shortened } from "../../format.ts";
import { happened, may } from "../../live.ts";
import { useAction, useGet } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import { Icon } from "../../parts/icons.tsx";
import { inOneLine } from "../../parts/in-one-line.ts";
import { Button, Items, Shown } from "../../parts/parts.tsx";
import { enter, newSession, openedId } from "./session.ts";
import { say } from "./words.ts";

const MOST = "50";
const TITLE_CHARS = 60;
type Session = z.infer<typeof sessionsPage>["sessions"][number];

/** The conversations of the user, the latest first: found by words, opened, and called otherwise. */
export function Conversations({ onOpen }: { onOpen?: () => void }) {
  const [words, setWords] = useState("");
  const q = words.trim() === "" ? undefined : words.trim();
  const path = withQuery("/v1/sessions", { q, limit: MOST });
  const page = useGet<z.infer<typeof sessionsPage>>(path, [happened.value]);
  const [renamed, setRenamed] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const open = (id: string) => {
    enter(id);
    onOpen?.();
  };
  const begin = () => {
    newSession();
    onOpen?.();
  };
  // What had the focus goes away each time.
  const focusOn = (selector: string) =>
    setTimeout(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const rename = (id: string) => {
    setRenamed(id);
    focusOn("form input");
  };
  const done = (at: number) => {
    setRenamed(undefined);
    page.again();
    focusOn(`li:nth-child(${at + 1}) .rename`);
  };
  const says = (
    <>
      <Icon name="plus" />
      {say.new}
    </>
  );
  return (
    <div class="conversations" ref={list}>
      <Button says={says} act={begin} />
      <TextField label={say.search} type="search" value={words} onValue={setWords} />
      <Shown of={page}>
        {({ sessions }) => (
          <>
            {sessions.length === 0 && (
              <p class="quiet">{q === undefined ? say.noneYet : say.noneFound}</p>
            )}
            <Items of={sessions} label={say.list} keyOf={({ session_id }) => session_id}>
              {(one) =>
                renamed === one.session_id ? (
                  <Rename of={one} onDone={() => done(sessions.indexOf(one))} />
                ) : (
                  <One of={one} onOpen={open} onRename={rename} />
                )
              }
            </Items>
          </>
        )}
      </Shown>
    </div>
  );
}

const titleOf = ({ title, last_answer }: Session): string =>
  title || shortened(inOneLine(last_answer), TITLE_CHARS) || say.untitled;

type OneProps = { of: Session; onOpen(id: string): void; onRename(id: string): void };

function One({ of, onOpen, onRename }: OneProps) {
  const { session_id, updated_at } = of;
  const title = titleOf(of);
  const isOpen = openedId() === session_id;
  return (
    <>
      <button
        type="button"
        class="conversation"
        aria-current={isOpen ? "true" : undefined}
        onClick={() => onOpen(session_id)}
      >
        <span class="conversation-title">{title}</span>
        <span class="minor">{ago(updated_at)}</span>
      </button>
      {may("sessions:write") && (
        <Button
          says={<Icon name="pencil" />}
          class="plain rename"
          aria-label={`${say.rename}: ${title}`}
          title={say.rename}
          act={() => onRename(session_id)}
        />
      )}
    </>
  );
}

function Rename({ of, onDone }: { of: Session; onDone(): void }) {
  const [title, setTitle] = useState(titleOf(of));
  const action = useAction();
  const save = () => patch(at`/v1/sessions/${of.session_id}`, { title: title.trim() }).then(onDone);
  return (
    <Form class="inline-form" of={action} act={save}>
      <TextField
        label={say.newName}
        required
        maxLength={200}
        value={title}
        onValue={setTitle}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <Button says={say.save} type="submit" of={action} disabled={title.trim() === ""} />
    </Form>
  );
}
