import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** An answer of Tavily's as it was recorded, cut to two results. */
const coffee = {
  query: "história do café",
  follow_up_questions: null,
  answer:
    "Coffee was first cultivated in Yemen in the 15th century and reached Brazil in 1727, which became its largest producer.",
  images: [],
  results: [
    {
      url: "https://pt.wikipedia.org/wiki/Caf%C3%A9",
      title: "Café – Wikipédia, a enciclopédia livre",
      content:
        "O café é uma bebida produzida a partir dos grãos torrados do fruto do cafeeiro.\nÉ servido tradicionalmente quente.",
      score: 0.91834,
      raw_content: null,
    },
    {
      url: "https://www.exemplo.com.br/historia-do-cafe",
      title: "A história do café no Brasil",
      content: "As primeiras mudas chegaram ao Pará em 1727, trazidas da Guiana Francesa.",
      score: 0.87211,
      raw_content: null,
    },
  ],
  response_time: 1.09,
  request_id: "123e4567-e89b-12d3-a456-426614174111",
};
const nothing = { ...coffee, answer: null, results: [] };

const failures = {
  401: { detail: { error: "Unauthorized: missing or invalid API key." } },
  429: { detail: { error: "Your request has been blocked due to excessive requests." } },
  432: { detail: { error: "This request exceeds your plan's set usage limit." } },
  500: { detail: { error: "Internal Server Error" } },
};

const question = z.strictObject({
  query: z.string().min(1).max(400),
  max_results: z.int().min(0).max(20),
  search_depth: z.enum(["basic", "advanced"]),
  include_answer: z.boolean(),
  include_raw_content: z.boolean(),
});

/** How the next answers fail: with a status, with something that is no answer, or never. */
export type TavilyFault =
  | keyof typeof failures
  | "html"
  | "other_shape"
  | "huge"
  | "silence"
  | "hang_up";

export type FakeTavily = {
  url: string;
  key: string;
  asked: z.infer<typeof question>[];
  fault: TavilyFault | undefined;
  /** Any query finds something, not only coffee. */
  findsAnything: boolean;
  /** Put into the next answers. */
  changed: Partial<Record<keyof typeof coffee, unknown>>;
  close(): void;
};

/** Tavily's search on loopback: it knows the history of coffee, and demands its key. */
export async function startFakeTavily(): Promise<FakeTavily> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { fault } = fake;
    if (fault === "silence") return;
    if (fault === "hang_up") return void request.socket.destroy();
    if (fault === "html") return void response.end("<html>Just a moment...</html>");
    if (fault === "other_shape") return answer(200, { results: [{ url: 7 }] });
    if (fault === "huge") return answer(200, { ...coffee, answer: "a".repeat(2_000_000) });
    if (fault !== undefined) return answer(fault, failures[fault]);
    if (request.headers.authorization !== `Bearer ${fake.key}`) return answer(401, failures[401]);
    void json(request).then((body) => {
      const asked = question.safeParse(body);
      if (request.url !== "/search" || !asked.success)
        return answer(400, { detail: { error: "Invalid request" } });
      fake.asked.push(asked.data);
      const known = fake.findsAnything || /caf[eé]|coffee/i.test(asked.data.query);
      return answer(200, { ...(known ? coffee : nothing), ...fake.changed });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const fake: FakeTavily = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: "tvly-a-key-that-only-the-tests-know",
    asked: [],
    fault: undefined,
    findsAnything: false,
    changed: {},
    close: () => server.close().closeAllConnections(),
  };
  return fake;
}
