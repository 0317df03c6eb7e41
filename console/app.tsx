import { type ComponentType, render } from "preact";
import { useEffect } from "preact/hooks";
import { needsKey } from "./api.ts";
import { followTime } from "./format.ts";
import { followLive } from "./live.ts";
import { Empty, Head, Later } from "./parts/parts.tsx";
import { href, place } from "./router.ts";
import { Conversation } from "./screens/conversation/conversation.tsx";
import { Run } from "./screens/runs/run.tsx";
import {
  focusMain,
  followKeys,
  isHelpOpen,
  KeyDialog,
  Shortcuts,
  Side,
  Skip,
  Top,
} from "./shell.tsx";
import { followTold, unclosed } from "./told.ts";
import { common } from "./words.ts";

type Screen = ComponentType<{ parts: readonly string[] }>;

/** Screens that most people open less often come when they are opened. */
const later: Readonly<Record<string, () => Promise<Screen>>> = {
  approvals: async () => (await import("./screens/approvals.tsx")).Approvals,
  domains: async () => (await import("./screens/domains/domains.tsx")).Domains,
  schedules: async () => (await import("./screens/schedules.tsx")).Schedules,
  usage: async () => (await import("./screens/usage/usage.tsx")).Usage,
  audit: async () => (await import("./screens/audit.tsx")).Audit,
  explain: async () => (await import("./screens/explain/explain.tsx")).Explain,
  diff: async () => (await import("./screens/diff/diff.tsx")).Diff,
  quality: async () => (await import("./screens/quality/quality.tsx")).Quality,
  settings: async () => (await import("./screens/settings/settings.tsx")).Settings,
};

const loadRuns = async () => (await import("./screens/runs/runs.tsx")).Runs;
const loadNotices = async () => (await import("./notices.tsx")).Notices;

function App() {
  const { parts } = place.value;
  const [first = ""] = parts;
  useEffect(followLive, []);
  useEffect(followTold, []);
  useEffect(followTime, []);
  useEffect(followKeys, []);
  // A new screen is read out from its head; the first one leaves the focus where it is.
  useEffect(() => focusMain(), [parts.join("/")]);
  return (
    <div class="frame">
      <Skip />
      <Top />
      <Side />
      <main id="main" key={first}>
        <ScreenOf first={first} parts={parts.slice(1)} />
      </main>
      {unclosed.value.length > 0 && <Later load={loadNotices} with={{}} />}
      {needsKey.value && <KeyDialog />}
      {isHelpOpen.value && <Shortcuts />}
    </div>
  );
}

function ScreenOf({ first, parts }: { first: string; parts: readonly string[] }) {
  const [id] = parts;
  const load = later[first];
  if (first === "") return <Conversation />;
  if (first === "runs")
    return id === undefined ? <Later load={loadRuns} with={{}} /> : <Run key={id} id={id} />;
  if (load !== undefined) return <Later key={first} load={load} with={{ parts }} />;
  return (
    <>
      <Head title={common.unknown} />
      <Empty>
        {common.unknownPlace} <a href={href([])}>{common.screens.conversation}</a>
      </Empty>
    </>
  );
}

const root = document.getElementById("console");
if (root !== null) render(<App />, root);
