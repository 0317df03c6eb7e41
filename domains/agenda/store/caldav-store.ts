import {
  type CalendarStore,
  CalendarStoreError,
  type StoredEvent,
  type TimeRange,
} from "./calendar-store.ts";
import {
  CALDAV,
  DAV,
  type DavAccount,
  type DavAnswer,
  type DavClient,
  type DavResource,
  openDavClient,
  readMultistatus,
} from "./dav-client.ts";

export type CaldavSettings = DavAccount & {
  /** The name of the calendar that new events go into; the first one when absent. */
  calendar?: string | undefined;
};

type FoundCalendar = { path: string; name: string };

const XML = { "content-type": "application/xml; charset=utf-8" };
const HEAD = `<?xml version="1.0" encoding="utf-8"?>`;
const NAMESPACES = `xmlns:d="${DAV}" xmlns:c="${CALDAV}"`;

/**
 * The calendars of one CalDAV account, whoever asks. A name is the path of an object below one of them; everything else is
 * no name. They are looked for with the first request, and again after it failed.
 * Errors: CalendarStoreError
 * Cost:   a listing is one request for each calendar
 * Source: RFC 4791, RFC 6764
 */
export function openCaldavStore(settings: CaldavSettings): CalendarStore {
  const client = openDavClient(settings);
  let finding: Promise<FoundCalendar[]> | undefined;
  const calendars = (): Promise<FoundCalendar[]> => {
    finding ??= findCalendars(client, settings.url).catch((error: unknown) => {
      finding = undefined;
      throw error;
    });
    return finding;
  };

  /** Nothing but an object of the account's calendars is ever read or changed. */
  async function isObject(name: string): Promise<boolean> {
    const path = URL.parse(name, settings.url)?.pathname;
    const holder = (await calendars()).find((calendar) => name.startsWith(calendar.path));
    return holder !== undefined && path === name && !name.slice(holder.path.length).includes("/");
  }

  async function read(name: string, signal?: AbortSignal): Promise<StoredEvent | undefined> {
    if (!(await isObject(name))) return undefined;
    const answer = await client.send({ method: "GET", at: name, signal });
    if (answer.status === 404 || answer.status === 410) return undefined;
    mustBe(answer, 200);
    return { name, etag: answer.etag ?? "", ics: answer.body };
  }

  return {
    async list(_owner, range, signal) {
      const found = (await calendars()).map((calendar) => query(client, calendar, range, signal));
      return (await Promise.all(found)).flat();
    },
    read: (_owner, name, signal) => read(name, signal),
    async nameOf(_owner, uid) {
      const all = await calendars();
      const { calendar } = settings;
      const chosen = calendar === undefined ? all[0] : all.find(({ name }) => name === calendar);
      if (chosen !== undefined) return `${chosen.path}${encodeURIComponent(uid)}.ics`;
      const names = all.map(({ name }) => name).join(", ");
      throw new CalendarStoreError(
        "MISCONFIGURED",
        calendar === undefined
          ? "the account has no calendar for events"
          : `CALDAV_CALENDAR is none of ${names}`,
      );
    },
    async write(_owner, name, ics, etag) {
      if (!(await isObject(name))) throw conflict();
      const answer = await client.send({
        method: "PUT",
        at: name,
        body: ics,
        headers: {
          "content-type": "text/calendar; charset=utf-8",
          ...(etag === null ? { "if-none-match": "*" } : { "if-match": etag }),
        },
      });
      mustBe(answer, 200, 201, 204);
      // Servers may keep something else than they were sent, and then name no tag.
      return (await read(name)) ?? { name, etag: answer.etag ?? "", ics };
    },
    async remove(_owner, name, etag) {
      if (!(await isObject(name))) throw conflict();
      const headers = { "if-match": etag };
      mustBe(await client.send({ method: "DELETE", at: name, headers }), 200, 204);
    },
    close: () => client.close(),
  };
}

const conflict = () => new CalendarStoreError("CONFLICT", "the event is not as it was");

function mustBe({ status, url }: DavAnswer, ...wanted: number[]): void {
  if (wanted.includes(status)) return;
  if (status === 412 || status === 404 || status === 409 || status === 410) throw conflict();
  throw new CalendarStoreError("MISCONFIGURED", `${new URL(url).origin} answered with ${status}`);
}

async function query(
  client: DavClient,
  { path }: FoundCalendar,
  range: TimeRange,
  signal: AbortSignal | undefined,
): Promise<StoredEvent[]> {
  const body = `${HEAD}<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter>
<c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${utc(range.from)}" end="${utc(range.to)}"/>
</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
  const headers = { ...XML, depth: "1" };
  const answer = await client.send({ method: "REPORT", at: path, headers, body, signal });
  mustBe(answer, 207);
  return resourcesOf(answer).flatMap(({ href, props }) => {
    const ics = props.get(`{${CALDAV}}calendar-data`)?.text;
    const etag = props.get(`{${DAV}}getetag`)?.text.trim();
    return ics === undefined || etag === undefined ? [] : [{ name: href, etag, ics }];
  });
}

/** "20261127T180000Z" */
const utc = (epoch: number): string => new Date(epoch).toISOString().replace(/[-:]|\.\d+/g, "");

/** Paths only: servers write them with and without their own origin. */
function resourcesOf({ body, url }: DavAnswer): DavResource[] {
  try {
    return readMultistatus(body).map((each) => ({
      ...each,
      href: new URL(each.href, url).pathname,
    }));
  } catch (cause) {
    throw new CalendarStoreError("MISCONFIGURED", "the server does not speak CalDAV", { cause });
  }
}

/** The calendars for events below the account's home; `url` may be that of a calendar, of the home, or of the server. */
async function findCalendars(client: DavClient, url: string): Promise<FoundCalendar[]> {
  const ask = async (at: string, depth: "0" | "1", prop: string) => {
    const body = `${HEAD}<d:propfind ${NAMESPACES}><d:prop>${prop}</d:prop></d:propfind>`;
    const answer = await client.send({ method: "PROPFIND", at, headers: { ...XML, depth }, body });
    if (answer.status === 207) return resourcesOf(answer);
    if (answer.status === 404 || answer.status === 405) return [];
    mustBe(answer, 207);
    return [];
  };
  const linkOf = async (at: string, space: string, name: string, prefix: string) => {
    const [found] = await ask(at, "0", `<${prefix}:${name}/>`);
    const inner = found?.props.get(`{${space}}${name}`)?.inner;
    return inner?.find((each) => each.name === `{${DAV}}href`)?.text;
  };
  const below = async (at: string) => (await ask(at, "1", CALENDAR_PROPERTIES)).flatMap(calendarOf);

  const here = await below(url);
  if (here.length > 0) return here;
  const starts = [url, new URL("/.well-known/caldav", url).href];
  for (const start of starts) {
    const principal = await linkOf(start, DAV, "current-user-principal", "d");
    const home = await linkOf(principal ?? start, CALDAV, "calendar-home-set", "c");
    if (home !== undefined) return below(home);
  }
  return [];
}

const CALENDAR_PROPERTIES =
  "<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/>";

function calendarOf({ href, props }: DavResource): FoundCalendar[] {
  const types = props.get(`{${DAV}}resourcetype`)?.inner ?? [];
  if (!types.some(({ name }) => name === `{${CALDAV}}calendar`)) return [];
  const kinds = props.get(`{${CALDAV}}supported-calendar-component-set`)?.inner ?? [];
  const named = kinds.flatMap(({ attributes }) => attributes["name"] ?? []);
  if (named.length > 0 && !named.includes("VEVENT")) return [];
  const path = href.endsWith("/") ? href : `${href}/`;
  return [{ path, name: props.get(`{${DAV}}displayname`)?.text.trim() || path }];
}
