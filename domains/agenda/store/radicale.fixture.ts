import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isHere = () => spawnSync("radicale", ["--version"]).status === 0;

/** Why there is no CalDAV server to test against. Undefined where there is one, and in CI, where its absence is a failure. */
export const noRadicale =
  process.env["CI"] === "true" || isHere()
    ? undefined
    : "Radicale is not installed (Debian: radicale)";

export const ACCOUNT = { user: "ana", password: "only-for-tests" };

const MKCALENDAR = (name: string) => `<?xml version="1.0" encoding="utf-8"?>
<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
<d:displayname>${name}</d:displayname>
<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
</d:prop></d:set></c:mkcalendar>`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A CalDAV server of its own for a test file, on loopback, with a password. */
export async function startRadicale() {
  const folder = mkdtempSync(join(tmpdir(), "radicale-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  writeFileSync(join(folder, "users"), `${ACCOUNT.user}:${ACCOUNT.password}\n`);
  writeFileSync(
    join(folder, "config"),
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\nhtpasswd_encryption = plain\ndelay = 0\n[rights]\ntype = owner_only\n[storage]\nfilesystem_folder = ${folder}/kept\n`,
  );
  const child: ChildProcess = spawn("radicale", ["--config", join(folder, "config")], {
    stdio: "ignore",
  });
  const authorization = `Basic ${Buffer.from(`${ACCOUNT.user}:${ACCOUNT.password}`).toString("base64")}`;
  const send = (method: string, path: string, body?: string) =>
    fetch(new URL(path, url), { method, headers: { authorization }, body: body ?? null });
  const answers = () =>
    send("GET", ".web/").then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("Radicale ended at its start");
    await new Promise((wake) => setTimeout(wake, 50));
  }
  let calendars = 0;
  return {
    url,
    send,
    /** A calendar that is empty. Shape: its address */
    async newCalendar(name = "Pessoal"): Promise<string> {
      calendars += 1;
      const path = `${ACCOUNT.user}/c${calendars}/`;
      const { status } = await send("MKCALENDAR", path, MKCALENDAR(name));
      if (status !== 201) throw new Error(`MKCALENDAR: ${status}`);
      return new URL(path, url).href;
    },
    async close() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
