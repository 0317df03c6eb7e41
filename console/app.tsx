import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { needsKey } from "./api.ts";
import { followLive } from "./live.ts";
import { asApiError } from "./load.ts";
import { Button, Empty, Failure, Head, Loading } from "./parts/parts.tsx";
import { place } from "./router.ts";
import { Conversation } from "./screens/conversation/conversation.tsx";
import { Questions } from "./screens/questions/questions.tsx";
import { Run } from "./screens/runs/run.tsx";
import { Runs } from "./screens/runs/runs.tsx";
import { Side, Top } from "./shell.tsx";
import { KeyDialog, Shortcuts } from "./shell-dialogs.tsx";
import { focusMain, followKeys, isHelpOpen } from "./shortcuts.ts";
import { common } from "./words.ts";

type Screen = ComponentType<{ parts: readonly string[] }>;

/** Screens that most people open less often come when they are opened. */
const later: Readonly<Record<string, () => Promise<Screen>>> = {
  domains: async () => (await import("./screens/domains/domains.tsx")).Domains,
  schedules: async () => (await import("./screens/schedules/schedules.tsx")).Schedules,
  usage: async () => (await import("./screens/usage/usage.tsx")).Usage,
  audit: async () => (await import("./screens/audit/audit.tsx")).Audit,
  explain: async () => (await import("./screens/explain/explain.tsx")).Explain,
  diff: async () => (await import("./screens/diff/diff.tsx")).Diff,
  lab: async () => (await import("./screens/lab/lab.tsx")).Lab,
};

export function App() {
  const { parts } = place.value;
  const [first = ""] = parts;
  useEffect(followLive, []);
  useEffect(followKeys, []);
  // A new screen is read out from its head; the first one leaves the focus where it is.
  useEffect(() => focusMain(), [first, parts.length]);
  const skip = () => document.querySelector<HTMLElement>("main h1")?.focus();
  return (
    <div class="frame">
      <Button says={common().skip} class="skip" onClick={skip} />
      <Top />
      <Side />
      <main id="main" key={first}>
        <ScreenOf first={first} parts={parts.slice(1)} />
      </main>
      {needsKey.value ? <KeyDialog /> : null}
      {isHelpOpen.value ? <Shortcuts /> : null}
    </div>
  );
}

function ScreenOf({ first, parts }: { first: string; parts: readonly string[] }) {
  const [id] = parts;
  if (first === "") return <Conversation />;
  if (first === "questions") return <Questions />;
  if (first === "runs") return id === undefined ? <Runs /> : <Run key={id} id={id} />;
  const load = later[first];
  if (load !== undefined) return <Later key={first} load={load} parts={parts} />;
  return (
    <>
      <Head title={common().screens.conversation} />
      <Empty>{common().unknownPlace}</Empty>
    </>
  );
}

function Later({ load, parts }: { load: () => Promise<Screen>; parts: readonly string[] }) {
  const [loaded, setLoaded] = useState<{ Screen?: Screen; error?: unknown }>({});
  useEffect(() => {
    load().then(
      (Screen) => setLoaded({ Screen }),
      (error: unknown) => setLoaded({ error }),
    );
  }, []);
  if (loaded.error !== undefined) return <Failure error={asApiError(loaded.error)} />;
  return loaded.Screen === undefined ? <Loading /> : <loaded.Screen parts={parts} />;
}
