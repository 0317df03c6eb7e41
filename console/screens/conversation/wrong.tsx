import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { useAction } from "../../load.ts";
import { Icon } from "../../parts/icons.tsx";
import { Button } from "../../parts/parts.tsx";
import { tellWrong } from "./session.ts";
import { say } from "./words.ts";

/** False once the server has said that it takes no such word. */
const isTaken = signal(true);
/** The answers that were called wrong while the page is open. */
const told = signal<ReadonlySet<string>>(new Set());

/** A button under an answer that was not what was meant. */
export function Wrong({ run_id }: { run_id: string }) {
  const action = useAction();
  const [hasFailed, setFailed] = useState(false);
  if (told.value.has(run_id))
    return (
      <span class="minor" role="status">
        {say.wrongTold}
      </span>
    );
  if (!isTaken.value) return null;
  const tell = async () => {
    setFailed(false);
    try {
      if (await tellWrong(run_id)) told.value = new Set([...told.value, run_id]);
      else isTaken.value = false;
    } catch {
      setFailed(true);
    }
  };
  const says = (
    <>
      <Icon name="wrong" />
      {hasFailed ? say.notTold : <span class="wrong-says">{say.wrong}</span>}
    </>
  );
  return <Button says={says} class="plain wrong" title={say.wrong} of={action} act={tell} />;
}
