import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { closeServer } from "./close-server.ts";

async function serving(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/` };
}

it("an answer that is under way is finished first", async () => {
  const arrived = Promise.withResolvers<() => void>();
  const { server, url } = await serving((_request, response) => {
    arrived.resolve(() => response.end("late"));
  });
  const answer = fetch(url).then((response) => response.text());
  const finish = await arrived.promise;
  const closed = closeServer(server, 60_000);
  finish();
  expect(await answer).toBe("late");
  await closed;
});

it("what takes longer than the grace is cut", async () => {
  const arrived = Promise.withResolvers<void>();
  const { server, url } = await serving(() => arrived.resolve());
  const answer = fetch(url).catch(() => "cut");
  await arrived.promise;
  await closeServer(server, 0);
  expect(await answer).toBe("cut");
});

it("a server that never listened is closed too", async () => {
  await expect(closeServer(createServer(), 0)).resolves.toBeUndefined();
});
