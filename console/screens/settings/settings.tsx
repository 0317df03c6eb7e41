import { useState } from "preact/hooks";
import type { MeResponse } from "#shared/contracts/console.ts";
import type { SettingsReport, SettingTested } from "#shared/contracts/native-endpoints.ts";
import { ask, at, get, patch, post } from "../../api.ts";
import { dateTime, duration, number } from "../../format.ts";
import { may, me } from "../../live.ts";
import { useAction, useGet } from "../../load.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import {
  Button,
  type Column,
  Command,
  DialogButton,
  Facts,
  Failure,
  Head,
  Section,
  Shown,
  Table,
} from "../../parts/parts.tsx";
import { LANGUAGES, locale, THEMES, theme } from "../../settings.ts";
import { common } from "../../words.ts";
import { say } from "./words.ts";

/** What each person has chosen, and how the installation is set up: with a test of each part. */
export function Settings() {
  return (
    <>
      <Head title={common.screens.settings} />
      <div class="setting-cards">
        <Section says={say.you} class="card">
          <Choice
            label={common.language}
            value={locale.value}
            onValue={(value) => {
              locale.value = value as typeof locale.value;
            }}
            options={LANGUAGES}
          />
          <Choice
            label={say.theme}
            value={theme.value}
            onValue={(value) => {
              theme.value = value as typeof theme.value;
            }}
            options={THEMES.map((name) => [name, say.themes[name]])}
          />
        </Section>
        {me.value && <Zone of={me.value} />}
        {may("settings:read") && <Installation />}
      </div>
    </>
  );
}

const ZONES = Intl.supportedValuesOf("timeZone");
const OF_BROWSER = Intl.DateTimeFormat().resolvedOptions().timeZone;
const HOUR_MS = 3_600_000;

const inZone = (timeZone: string, when: number, how: Intl.DateTimeFormatOptions) =>
  new Date(when).toLocaleString(locale.value, { ...how, timeZone });

/** The zone of the caller, which counts in every conversation. */
function Zone({ of }: { of: MeResponse }) {
  const [typed, setTyped] = useState(of.timezone);
  const [tested, setTested] = useState<MeResponse>();
  const action = useAction();
  const change = (timezone: string | null) =>
    action.run(async () => {
      me.value = await patch<MeResponse>("/v1/me", { timezone });
      setTyped(me.value.timezone);
      setTested(undefined);
    });
  const test = async () => {
    me.value = await get<MeResponse>("/v1/me");
    setTested(me.value);
  };
  const isOther = typed.trim() !== of.timezone;
  return (
    <Section says={say.zone} class="card">
      <p>
        {of.chosen_timezone === null ? say.zoneOfServer(of.timezone) : say.zoneOwn(of.timezone)}
      </p>
      {may("sessions:write") && (
        <Form class="inline-form" of={action} act={() => change(typed.trim())}>
          <TextField label={say.zoneName} list="zones" value={typed} onValue={setTyped} />
          <datalist id="zones">
            {ZONES.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button says={say.save} type="submit" of={action} disabled={!isOther} />
        </Form>
      )}
      <div class="actions">
        <Button says={say.test} of={action} act={test} />
        {may("sessions:write") && OF_BROWSER !== of.timezone && (
          <Button says={say.useBrowser(OF_BROWSER)} class="plain" act={() => change(OF_BROWSER)} />
        )}
        {may("sessions:write") && of.chosen_timezone !== null && (
          <Button says={say.useServer} class="plain" act={() => change(null)} />
        )}
      </div>
      {tested && <p role="status">{zoneTold(tested.timezone)}</p>}
    </Section>
  );
}

function zoneTold(zone: string): string {
  const now = Date.now();
  const time = inZone(zone, now, { timeStyle: "short" });
  const tomorrow = inZone(zone, now + 24 * HOUR_MS, {
    ...{ weekday: "long", day: "numeric", month: "long" },
  });
  return say.zoneTested(time, tomorrow, zone);
}

function Installation() {
  const settings = useGet<SettingsReport>("/v1/settings");
  return (
    <Shown of={settings}>
      {({ model, telegram, access, keep_days }) => (
        <>
          <Section says={say.model} class="card">
            {model === null ? (
              <p>{say.noModel}</p>
            ) : (
              <Facts of={{ [say.fast]: model.fast, [say.smart]: model.smart }} />
            )}
            <Test of="model" isSet={model !== null} about={say.testsModel} />
          </Section>
          <Section says="Telegram" class="card">
            <p>
              {telegram === null
                ? say.noTelegram
                : telegram.bot === null
                  ? say.connecting
                  : `@${telegram.bot}`}
            </p>
            <Test of="telegram" isSet={telegram !== null} about={say.testsTelegram} />
          </Section>
          <Section says={say.retention} class="card is-wide">
            <p>{keep_days === null ? say.keptForever : say.keptDays(keep_days)}</p>
            <Test of="retention" isSet={keep_days !== null} about={say.testsRetention} />
            {may("users:write") && <Forget />}
          </Section>
          <Access of={access} />
        </>
      )}
    </Shown>
  );
}

type TestProps = { of: "model" | "telegram" | "retention"; isSet: boolean; about: string };

/** Tries a part, and says what came of it; what is not set up says how it would be. */
function Test({ of, isSet, about }: TestProps) {
  const [tested, setTested] = useState<SettingTested>();
  const action = useAction();
  if (!isSet)
    return (
      <>
        <p class="quiet">{say.setUp[of]}</p>
        <Command text={say.variables[of]} />
      </>
    );
  const test = async () => {
    setTested(undefined);
    setTested(await post<SettingTested>(at`/v1/settings/${of}/test`, { locale: locale.value }));
  };
  return (
    <>
      <div class="actions">
        <Button says={say.test} of={action} act={test} />
        <span class="minor">{about}</span>
      </div>
      <Failure error={action.error} />
      <p role="status">
        {action.isBusy && common.loading}
        {tested && <Tested of={tested} />}
      </p>
    </>
  );
}

function Tested({ of: { works, code, detail, took_ms, would_delete } }: { of: SettingTested }) {
  const codes: Readonly<Record<string, string>> = say.codes;
  if (!works)
    return (
      <span class="test-failed">
        {codes[code ?? ""] ?? code} {detail}
      </span>
    );
  if (would_delete)
    return <>{say.wouldDelete(number(would_delete.runs), number(would_delete.conversations))}</>;
  return (
    <span class="verified">
      {say.works} ({duration(took_ms)})
    </span>
  );
}

/** Deletes what is kept of somebody, by the name that they have here. */
function Forget() {
  const [name, setName] = useState("");
  const [isDone, setDone] = useState(false);
  const action = useAction();
  const forget = () => ask("DELETE", at`/v1/users/${name.trim()}`).then(() => setDone(true));
  return (
    <DialogButton title={say.forget}>
      {() => (
        <Form of={action} act={forget}>
          <p>{say.forgetAbout}</p>
          <TextField label={say.user} required value={name} onValue={setName} />
          <div class="actions">
            <Button says={say.forgetNow} type="submit" class="strong is-bad" of={action} />
          </div>
          {isDone && (
            <p class="verified" role="status">
              {say.forgotten}
            </p>
          )}
        </Form>
      )}
    </DialogButton>
  );
}

const ADD = "npx regente keys add --user=ana --scopes=effect:read";

/** Who may come in: the keys in use with their scopes, and whose a key is. */
function Access({ of: { is_checked, keys } }: { of: SettingsReport["access"] }) {
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
