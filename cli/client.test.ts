import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openClient } from "./client.ts";

it.each(["application/json", "text/event-stream"])(
  "an answer as %s that does not end is given up, and does not fill the memory",
  async (type) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": type });
      const goOn = () => {
        while (response.write("x".repeat(16_384)));
      };
      response.on("drain", goOn);
      goOn();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = openClient(`http://127.0.0.1:${port}`, undefined, 1_000_000);
    const request = { input_text: "vai chover?" };
    const asked = client.turn(request, new AbortController().signal, () => undefined);
    await expect(asked).rejects.toMatchObject({
      fault: "strange_answer",
      message: "more than 1000000 bytes",
    });
  },
);
