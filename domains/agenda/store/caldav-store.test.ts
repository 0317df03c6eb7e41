import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newEvent } from "../event/new-event.ts";
import { openCaldavStore } from "./caldav-store.ts";
import { calendarStoreContract } from "./calendar-store.contract.ts";
import { ACCOUNT, noRadicale, startRadicale } from "./radicale.fixture.ts";

const RANGE = { from: Date.parse("2026-11-01"), to: Date.parse("2026-12-31") };
const ics = newEvent({
  uid: "a",
  title: "Dentista",
  zone: "America/New_York",
  now: RANGE.from,
  start: { date: "2026-11-27", time: "15:00" },
  end: { date: "2026-11-27", time: "16:00" },
});

describe.skipIf(noRadicale !== undefined)(`Radicale${noRadicale ? `: ${noRadicale}` : ""}`, () => {
  let radicale: Awaited<ReturnType<typeof startRadicale>>;
  beforeAll(async () => {
    radicale = await startRadicale();
  });
  afterAll(() => radicale.close());

  calendarStoreContract("CalDAV", async () => {
    const url = await radicale.newCalendar();
    return {
      open: () => openCaldavStore({ ...ACCOUNT, url }),
      remove: async () => void (await radicale.send("DELETE", new URL(url).pathname)),
    };
  });

  it("finds the account's calendars from the server's address, and writes into the one that is named", async () => {
    const [first, second] = [
      await radicale.newCalendar("Casa"),
      await radicale.newCalendar("Trabalho"),
    ];
    onTestFinished(async () => {
      for (const url of [first, second]) await radicale.send("DELETE", new URL(url).pathname);
    });
    const store = openCaldavStore({ ...ACCOUNT, url: radicale.url, calendar: "Trabalho" });
    onTestFinished(() => store.close());
    const name = await store.nameOf("ana", "a");
    expect(name).toBe(`${new URL(second).pathname}a.ics`);
    await store.write("ana", name, ics, null);
    const listed = await store.list("ana", RANGE);
    expect(listed.map((each) => each.name)).toEqual([name]);
    const other = openCaldavStore({ ...ACCOUNT, url: radicale.url, calendar: "Nenhum" });
    onTestFinished(() => other.close());
    await expect(other.nameOf("ana", "a")).rejects.toMatchObject({
      fault: "MISCONFIGURED",
      message: expect.stringMatching(/CALDAV_CALENDAR is none of .*Trabalho/) as string,
    });
  });

  it("says that the password is wrong, without saying it", async () => {
    const store = openCaldavStore({ user: "ana", password: "wrong-one", url: radicale.url });
    onTestFinished(() => store.close());
    const fault = await store.list("ana", RANGE).catch((error: unknown) => error);
    expect(fault).toMatchObject({ fault: "REFUSED" });
    expect(String(fault)).not.toContain("wrong-one");
  });
});

/** A server that answers everything alike. */
async function answering(status: number, headers: Record<string, string>, body = "") {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const store = openCaldavStore({ ...ACCOUNT, url: `http://127.0.0.1:${port}/dav/` });
  onTestFinished(() => store.close());
  return { store, asked, port };
}

it("follows no redirect to another server, and names it", async () => {
  const elsewhere = await answering(207, {});
  const { store } = await answering(301, { location: `http://127.0.0.1:${elsewhere.port}/dav/` });
  await expect(store.list("ana", RANGE)).rejects.toMatchObject({
    fault: "MISCONFIGURED",
    message: expect.stringContaining(
      `http://127.0.0.1:${elsewhere.port}; set CALDAV_URL`,
    ) as string,
  });
  expect(elsewhere.asked).toEqual([]);
});

it("ends a redirect without end", async () => {
  const { store, asked } = await answering(302, { location: "/dav/" });
  await expect(store.list("ana", RANGE)).rejects.toMatchObject({ fault: "MISCONFIGURED" });
  expect(asked.length).toBeLessThan(10);
});

it.each([
  ["no XML", "hello"],
  ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]><d:multistatus xmlns:d="DAV:"/>`],
  ["another document", "<html/>"],
])("refuses an answer that is %s", async (_what, body) => {
  const { store } = await answering(207, {}, body);
  await expect(store.list("ana", RANGE)).rejects.toMatchObject({ fault: "MISCONFIGURED" });
});

it("says that a server which is not there, or broken, cannot be reached", async () => {
  const { store } = await answering(500, {});
  await expect(store.list("ana", RANGE)).rejects.toMatchObject({ fault: "UNREACHABLE" });
  const away = openCaldavStore({ ...ACCOUNT, url: "http://127.0.0.1:1/" });
  onTestFinished(() => away.close());
  await expect(away.list("ana", RANGE)).rejects.toMatchObject({ fault: "UNREACHABLE" });
});
