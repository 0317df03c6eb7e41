import { signal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, asApiError, needsKey, send } from "./api.ts";
import { followTime } from "./format.ts";
import { followLive, isLive, may, me, questions } from "./live.ts";
import { useAction } from "./load.ts";
import { Form, TextField } from "./parts/fields.tsx";
import { Icon, type IconName } from "./parts/icons.tsx";
import { Button, Dialog, Empty, Head, Later } from "./parts/parts.tsx";
import { go, href, place } from "./router.ts";
import { Conversation } from "./screens/conversation/conversation.tsx";
import { Run } from "./screens/runs/run.tsx";
import { key, locale } from "./settings.ts";
import { followTold, unclosed } from "./told.ts";
import { common, type ScreenName, wordsIn } from "./words.ts";

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

const say = wordsIn({
  groups: {
    talk: ["Conversar", "Talk"],
    operate: ["Operar", "Operate"],
    improve: ["Melhorar", "Improve"],
  },
  skip: ["Ir para o conteúdo", "Skip to content"],
  menu: ["Menu", "Menu"],
  live: ["ao vivo", "live"],
  connecting: ["conectando", "connecting"],
  cut: ["reconectando", "reconnecting"],
  closed: ["sem chave", "no key"],
  keyTitle: ["Chave de acesso", "Access key"],
  keyAbout: [
    "Este servidor precisa saber quem é você. A chave fica só nesta aba e some quando ela fecha.",
    "This server needs to know who you are. The key stays in this tab and is gone when the tab closes.",
  ],
  keyLabel: ["Chave de API ou token", "API key or token"],
  keyUse: ["Usar chave", "Use key"],
  keyForget: ["Esquecer chave", "Forget key"],
  keyWrong: ["O servidor não aceitou a chave.", "The server did not accept the key."],
  key: ["Chave", "Key"],
  shortcuts: ["Atalhos do teclado", "Keyboard shortcuts"],
  mainField: ["campo principal da tela", "the screen's main field"],
  help: ["esta lista", "this list"],
});

type Group = keyof typeof say.groups;
/** `opens`: the letter that opens it after a `g`. */
type Entry = { name: ScreenName & IconName; opens: string; right: string };

const menu: Readonly<Record<Group, readonly Entry[]>> = {
  talk: [
    { name: "conversation", opens: "c", right: "turns" },
    { name: "approvals", opens: "p", right: "sessions:read" },
    { name: "schedules", opens: "s", right: "schedules:read" },
  ],
  operate: [
    { name: "runs", opens: "r", right: "runs:read" },
    { name: "domains", opens: "d", right: "domains:read" },
    { name: "usage", opens: "u", right: "usage:read" },
    { name: "audit", opens: "a", right: "audit:read" },
    { name: "settings", opens: "t", right: "sessions:read" },
  ],
  improve: [
    { name: "explain", opens: "e", right: "turns" },
    { name: "diff", opens: "m", right: "utterances:read" },
    { name: "quality", opens: "q", right: "domains:read" },
  ],
};
const groups = Object.keys(menu) as Group[];
const entries = Object.values(menu).flat();
const partsOf = (name: ScreenName): string[] => (name === "conversation" ? [] : [name]);

/** What wants a yes or a no; a question of a conversation waits where it was asked. */
function Count() {
  const count = questions.value.filter(({ kind }) => kind === "confirm").length;
  return count > 0 ? <span class="count">{count}</span> : null;
}

/** The places that one may go to with the rights that one has. */
function Places({ onGo }: { onGo?: () => void }) {
  const [here] = place.value.parts;
  const link = ({ name }: Entry) => {
    const parts = partsOf(name);
    const current = parts[0] === here ? ({ "aria-current": "page" } as const) : {};
    return (
      <a href={href(parts)} onClick={onGo} {...current}>
        <Icon name={name} />
        {common.screens[name]}
        {name === "approvals" && <Count />}
      </a>
    );
  };
  return (
    <nav aria-label={say.menu}>
      {groups.map((group) => {
        const open = menu[group].filter(({ right }) => may(right));
        return (
          open.length > 0 && (
            <div key={group} class="places">
              <h2>{say.groups[group]}</h2>
              <ul>
                {open.map((entry) => (
                  <li key={entry.name}>{link(entry)}</li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}

const Mark = () => (
  <a class="mark" href={href([])}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path class="arc" d="M7 24C9 13 16 8 25 8" />
      <circle cx="25" cy="8" r="2.8" />
      <path class="staff" d="M12 24h13M16 18.5h9" />
    </svg>
    Regente
  </a>
);

/** Whether what is shown is as it is now. */
function LiveSign() {
  const isOn = isLive.value;
  const [how, text] = isOn
    ? ["is-on", say.live]
    : ["is-off", me.value === undefined && needsKey.value ? say.closed : say.cut];
  return (
    <p class={`live ${isOn === undefined ? "" : how}`} role="status">
      <span aria-hidden="true" class="dot" />
      {isOn === undefined ? say.connecting : text}
    </p>
  );
}

/** What is needed on every screen: the key in use, the keyboard, the description of the endpoints, and whether all is live. */
function Foot() {
  const asksKey = me.value?.is_checked === true || key.value !== "" || needsKey.value;
  const caller = me.value === undefined ? "" : `: ${me.value.user_id}`;
  return (
    <div class="foot">
      <div class="foot-row">
        {asksKey && (
          <Button says={say.key + caller} class="plain" act={() => (needsKey.value = true)} />
        )}
        <Button says={say.shortcuts} class="plain keys" act={() => (isHelpOpen.value = true)} />
        <a class="plain" href="/docs">
          API
        </a>
      </div>
      <LiveSign />
    </div>
  );
}

/** The first thing that a keyboard reaches. */
const Skip = () => (
  <Button
    says={say.skip}
    class="skip"
    act={() => document.querySelector<HTMLElement>("main h1")?.focus()}
  />
);

/** At the left, where there is room. */
const Side = () => (
  <div class="side">
    <Mark />
    <Places />
    <Foot />
  </div>
);

const DRAWER = "drawer";

/** At the top of a narrow window: the same behind one button. */
const Top = () => (
  <div class="top">
    <Mark />
    <LiveSign />
    <button type="button" class="plain menu" popovertarget={DRAWER}>
      {say.menu}
      <Count />
    </button>
    <div id={DRAWER} popover="auto" class="drawer">
      <Places onGo={() => document.getElementById(DRAWER)?.hidePopover()} />
      <Foot />
    </div>
  </div>
);

/** Asks who calls. The key is tried before it is kept. */
function KeyDialog() {
  const [typed, setTyped] = useState("");
  const action = useAction();
  const close = () => {
    needsKey.value = false;
  };
  const use = async () => {
    const before = key.value;
    key.value = typed.trim();
    await send("GET", "/v1/me").catch((error: unknown) => {
      key.value = before;
      const isRefused = asApiError(error).status === 401;
      throw isRefused ? new ApiError(401, "wrong_key", say.keyWrong) : error;
    });
    close();
  };
  const forget = () => {
    key.value = "";
    close();
  };
  return (
    <Dialog title={say.keyTitle} onClose={close}>
      <Form of={action} act={use}>
        <p>{say.keyAbout}</p>
        <TextField
          label={say.keyLabel}
          type="password"
          autocomplete="off"
          required
          value={typed}
          onValue={setTyped}
        />
        <div class="actions">
          <Button says={say.keyUse} type="submit" class="strong" />
          {key.value !== "" && <Button says={say.keyForget} act={forget} />}
        </div>
      </Form>
    </Dialog>
  );
}

const isHelpOpen = signal(false);

/** The keys that work anywhere but in a field. */
function Shortcuts() {
  const opening = entries.map(({ name, opens }) => [
    `g ${opens}`,
    common.screens[name].toLocaleLowerCase(locale.value),
  ]);
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <Dialog title={say.shortcuts} onClose={close}>
      <dl class="shortcuts">
        {[["/", say.mainField], ...opening, ["?", say.help]].map(([keys, what]) => (
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

const CHORD_MS = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) ||
    target.shadowRoot !== null);

/** Takes those keys. Gives what ends it. */
function followKeys(): () => void {
  let begunAt = 0;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const isChord = event.timeStamp - begunAt < CHORD_MS;
    begunAt = 0;
    const to = isChord ? entries.find(({ opens }) => opens === event.key) : undefined;
    if (to !== undefined) go(partsOf(to.name));
    else if (event.key === "g") begunAt = event.timeStamp;
    else if (event.key === "?") isHelpOpen.value = true;
    else if (event.key === "/")
      document.querySelector<HTMLElement>("main [data-main-field]")?.focus();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

let isFirstScreen = true;

/** Puts the focus on the head of the screen that was just opened, unless it took the focus itself. */
function focusMain(): void {
  const main = document.querySelector("main");
  const isThere = main?.contains(document.activeElement) === true;
  if (!isFirstScreen && !isThere) {
    main?.querySelector("h1")?.focus();
    scrollTo(0, 0);
  }
  isFirstScreen = false;
}

const root = document.getElementById("console");
if (root !== null) render(<App />, root);
