import { expect, it } from "vitest";
import { aCall, clientOf, faultOf, http, json, sunny } from "./loopback.fixture.ts";

const large = { ...sunny, result: { text: "x".repeat(300_000) } };

it("a large answer is read when there is room for it, and no sooner", async () => {
  const client = clientOf(await http(json(large)));
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
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(300_000);
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
  expect(asked).toEqual([1024 * 1024]);
});

it("what everybody answers takes none", async () => {
  const client = clientOf(await http(json(sunny)));
  const takeRoom = () => {
    throw new Error("not asked");
  };
  expect(await client.call(aCall({ takeRoom }))).toMatchObject({ status: "success" });
});

it("without room in time we are busy, and nothing is said against the domain", async () => {
  const client = clientOf(await http(json(large)));
  const takeRoom = () => new Promise<void>(() => undefined);
  for (let call = 0; call < 6; call += 1)
    expect(await faultOf(client.call(aCall({ takeRoom, timeoutMs: 60 })))).toMatchObject({
      fault: "busy",
      sent: true,
    });
  expect(await client.call(aCall())).toMatchObject({ status: "success" });
});
