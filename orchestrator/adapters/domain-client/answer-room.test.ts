import { expect, it } from "vitest";
import { aCall, clientOf, faultOf, http, json, sunny } from "./loopback.fixture.ts";

const large = { ...sunny, result: { text: "x".repeat(300_000) } };

it("a large answer is read when there is room for it, and no sooner", async () => {
  const text = JSON.stringify(large);
  const head = { "content-type": "application/json", "content-length": text.length };
  const client = clientOf(
    await http((request, response) => {
      request.resume();
      response.writeHead(200, head).end(text);
    }),
  );
  const room = Promise.withResolvers<void>();
  const asked: number[] = [];
  const takeRoom = (bytes: number) => {
    asked.push(bytes);
    return room.promise;
  };
  let isRead = false;
  const answer = client.call(aCall({ takeRoom })).finally(() => {
    isRead = true;
  });
  await expect.poll(() => asked).toEqual([text.length]);
  expect(isRead).toBe(false);
  room.resolve();
  expect(await answer).toMatchObject({ result: large.result });
});

it("one that does not say how long it is takes room as for the longest", async () => {
  const client = clientOf(
    await http((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.write(JSON.stringify(large).slice(0, 200_000));
      response.end(JSON.stringify(large).slice(200_000));
    }),
  );
  const asked: number[] = [];
  const takeRoom = (bytes: number) => {
    asked.push(bytes);
    return true as const;
  };
  expect(await client.call(aCall({ takeRoom }))).toMatchObject({ status: "success" });
  const all = asked.reduce((sum, bytes) => sum + bytes, 0);
  expect(all).toBe(1024 * 1024);
});

it("a small one counts as well, also where it does not say how long it is", async () => {
  const text = JSON.stringify(sunny);
  for (const length of [{ "content-length": text.length }, {}]) {
    const client = clientOf(
      await http((request, response) => {
        request.resume();
        response.writeHead(200, { "content-type": "application/json", ...length });
        response.write(text.slice(0, 20));
        response.end(text.slice(20));
      }),
    );
    let room = 0;
    const takeRoom = (bytes: number) => {
      room += bytes;
      return true as const;
    };
    expect(await client.call(aCall({ takeRoom }))).toMatchObject({ status: "success" });
    expect(room).toBe(text.length);
  }
});

it("without room in time we are busy, and nothing is said against the domain", async () => {
  const client = clientOf(await http(json(large)));
  const takeRoom = () => new Promise<void>(() => undefined);
  for (let call = 0; call < 6; call += 1)
    expect(await faultOf(client.call(aCall({ takeRoom, timeoutMs: 700 })))).toMatchObject({
      fault: "busy",
      sent: true,
    });
  expect(await client.call(aCall())).toMatchObject({ status: "success" });
});
