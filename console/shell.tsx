import { needsKey } from "./api.ts";
import { isLive, may, me, questions } from "./live.ts";
import { Button } from "./parts/parts.tsx";
import { href, place } from "./router.ts";
import { key, locale, theme } from "./settings.ts";
import { isHelpOpen } from "./shortcuts.ts";
import { common, type ScreenName } from "./words.ts";

type Entry = { name: ScreenName; to: readonly string[]; right?: string };
type Group = "talk" | "operate" | "understand";

const groups: Readonly<Record<Group, readonly Entry[]>> = {
  talk: [
    { name: "conversation", to: [], right: "turns" },
    { name: "questions", to: ["questions"], right: "sessions:read" },
    { name: "schedules", to: ["schedules"], right: "schedules:read" },
  ],
  operate: [
    { name: "runs", to: ["runs"], right: "runs:read" },
    { name: "domains", to: ["domains"], right: "domains:read" },
    { name: "usage", to: ["usage"], right: "usage:read" },
    { name: "audit", to: ["audit"], right: "audit:read" },
  ],
  understand: [
    { name: "explain", to: ["explain"], right: "turns" },
    { name: "diff", to: ["diff"], right: "utterances:read" },
    { name: "lab", to: ["lab"], right: "domains:read" },
  ],
};
const order: readonly Group[] = ["talk", "operate", "understand"];

/** The places that one may go to with the rights that one has. */
function Places({ onGo }: { onGo?: () => void }) {
  const say = common();
  const [here = ""] = place.value.parts;
  return (
    <nav aria-label={say.menu}>
      {order.map((group) => {
        const open = groups[group].filter(({ right }) => right === undefined || may(right));
        if (open.length === 0) return null;
        return (
          <div key={group} class="places">
            <h2>{say.groups[group]}</h2>
            <ul>
              {open.map(({ name, to }) => (
                <li key={name}>
                  <a
                    href={href(to)}
                    onClick={onGo}
                    {...((to[0] ?? "") === here && { "aria-current": "page" as const })}
                  >
                    {say.screens[name]}
                    {name === "questions" && questions.value.length > 0 ? (
                      <span class="count">{questions.value.length}</span>
                    ) : null}
                  </a>
                </li>
              ))}
            </ul>
          </div>
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
  const say = common();
  return (
    <p
      class={`live ${isLive.value === undefined ? "" : isLive.value ? "is-on" : "is-off"}`}
      role="status"
    >
      <span aria-hidden="true" class="dot" />
      {isLive.value === undefined ? say.connecting : isLive.value ? say.live : say.cut}
    </p>
  );
}

function Settings() {
  const say = common();
  return (
    <div class="settings">
      <label>
        <span>{say.language}</span>
        <select
          value={locale.value}
          onChange={({ currentTarget }) => {
            locale.value = currentTarget.value as typeof locale.value;
          }}
        >
          <option value="pt-BR">Português</option>
          <option value="en">English</option>
        </select>
      </label>
      <label>
        <span>{say.theme}</span>
        <select
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = currentTarget.value as typeof theme.value;
          }}
        >
          {(["auto", "light", "dark"] as const).map((name) => (
            <option key={name} value={name}>
              {say.themes[name]}
            </option>
          ))}
        </select>
      </label>
      <div class="settings-row">
        {me.value?.is_checked === true || key.value !== "" || needsKey.value ? (
          <button
            type="button"
            class="plain"
            onClick={() => {
              needsKey.value = true;
            }}
          >
            {say.keys}
            {me.value === undefined ? "" : `: ${me.value.user_id}`}
          </button>
        ) : null}
        <Button
          says={say.shortcuts}
          class="plain"
          onClick={() => {
            isHelpOpen.value = true;
          }}
        />
        <a class="plain" href="/docs">
          API
        </a>
      </div>
      <LiveSign />
    </div>
  );
}

/** At the left, where there is room. */
export const Side = () => (
  <div class="side">
    <Mark />
    <Places />
    <Settings />
  </div>
);

const DRAWER = "drawer";

/** At the top of a narrow window: the same behind one button. */
export function Top() {
  const close = () => document.getElementById(DRAWER)?.hidePopover();
  return (
    <div class="top">
      <Mark />
      <LiveSign />
      <button type="button" class="plain menu" popovertarget={DRAWER}>
        {common().menu}
        {questions.value.length > 0 ? <span class="count">{questions.value.length}</span> : null}
      </button>
      <div id={DRAWER} popover="auto" class="drawer">
        <Places onGo={close} />
        <Settings />
      </div>
    </div>
  );
}
