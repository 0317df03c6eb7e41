import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openUnreadAnswers } from "./unread-answers.ts";

const MEGABYTE = 1024 * 1024;
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0))
    await new Promise((closed) => server.close(closed).closeAllConnections());
});

/** A server that answers so many megabytes, and the connections that it has now. */
async function serve(answer: RequestListener, ...limits: Parameters<typeof openUnreadAnswers>) {
  const answers = openUnreadAnswers(...limits);
  const server = createServer((incoming, outgoing) => {
    answers.watch(outgoing);
    answer(incoming, outgoing);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    open: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
  };
}
/** Asks, and does not read. */
async function ask(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  socket.pause();
  await new Promise<void>((sent) =>
    socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n", () => sent()),
  );
}
/** More than the system's buffers of one connection take. */
const large: RequestListener = (_, outgoing) => outgoing.end(Buffer.alloc(24 * MEGABYTE));

it("who lets a large answer wait for the longest time loses it when all that waits is too much", async () => {
  const { port, open } = await serve(large, 60 * MEGABYTE);
  for (let asked = 0; asked < 6; asked += 1) await ask(port);
  await expect.poll(open).toBeLessThan(5);
  expect(await open()).toBeGreaterThan(0);
});

it("who reads has all of it, however much others let wait", async () => {
  const { port } = await serve(large, 30 * MEGABYTE);
  for (let asked = 0; asked < 3; asked += 1) await ask(port);
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect((await answer.arrayBuffer()).byteLength).toBe(24 * MEGABYTE);
});

it("a connection that takes nothing of a stream is closed, and one that waits for its next line is not", async () => {
  const stalled = await serve(
    (_, outgoing) => outgoing.write(Buffer.alloc(24 * MEGABYTE)),
    1e9,
    50,
  );
  await ask(stalled.port);
  await expect.poll(stalled.open).toBe(0);

  const quiet = await serve((_, outgoing) => void outgoing.writeHead(200).write("first"), 1e9, 20);
  const answer = await fetch(`http://127.0.0.1:${quiet.port}`);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(await quiet.open()).toBe(1);
  await answer.body?.cancel();
});

it("who ends its side of the connection has left: it is closed at once", async () => {
  const { port, open } = await serve(() => undefined);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket.resume());
  socket.end("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  await expect.poll(() => socket.readableEnded).toBe(true);
  await expect.poll(open).toBe(0);
});
