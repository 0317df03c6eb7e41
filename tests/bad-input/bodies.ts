import { deep, empty, nestedArrays, wide } from "./shapes.ts";

/** Where a body goes, what it is, and how it is refused; 200 where it means nothing bad. */
export type BadBody = readonly [path: string, what: string, body: unknown, status: number];

const TURNS = "/v1/turns";
const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const EXPLAIN = "/v1/explain";
const FIND = "/v1/domains/notebook/capabilities/find_line/execute";
const said = { input_text: "xyzzy" };
const chat = (more: object = {}) => ({
  model: "regente",
  messages: [{ role: "user", content: "xyzzy" }],
  ...more,
});
const message = (content: unknown, role: unknown = "user") =>
  chat({ messages: [{ role, content }] });
const response = (more: object = {}) => ({ model: "regente", input: "xyzzy", ...more });

const turnBodies: BadBody[] = [
  ...[null, true, 7, "text", [], [said], {}].map(
    (body, at): BadBody => [TURNS, `a body that is no message (${at})`, body, 400],
  ),
  ...[null, 7, true, [], ["a"], {}, { text: "a" }, "", "   ", "a".repeat(8001)].map(
    (input_text, at): BadBody => [TURNS, `words that are none (${at})`, { input_text }, 400],
  ),
  ...[null, 7, true, [], {}, "", "s".repeat(257)].map(
    (session_id, at): BadBody => [
      TURNS,
      `a session that is none (${at})`,
      { ...said, session_id },
      400,
    ],
  ),
  ...[null, 7, [], {}, "", "u".repeat(257), "ana\ud800"].map(
    (user_id, at): BadBody => [TURNS, `a user that is none (${at})`, { ...said, user_id }, 400],
  ),
  ...[null, 7, [], {}, "", "fr", "xx-YY", "portuguese", "p".repeat(99)].map(
    (locale, at): BadBody => [TURNS, `a language that is none (${at})`, { ...said, locale }, 400],
  ),
  ...["pt", "pt-BR", "pt_BR", "pt-PT", "PT", "en", "en-US", "EN-gb", "en_AU"].map(
    (locale): BadBody => [
      TURNS,
      `a language as programs write it (${locale})`,
      { ...said, locale },
      200,
    ],
  ),
  ...[null, 7, "x", []].map(
    (metadata, at): BadBody => [TURNS, `notes that are none (${at})`, { ...said, metadata }, 400],
  ),
  [TURNS, "an unknown field", { ...said, extra: 1 }, 400],
  [TURNS, "somebody else's address", { ...said, api_base: "http://127.0.0.1:1" }, 400],
  [TURNS, "an answer that it has itself", { ...said, answer: "ok" }, 400],
  [TURNS, "a run of its own choice", { ...said, run_id: "run_1" }, 400],
  [TURNS, "an approval of its own", { ...said, approved: true }, 400],
  [TURNS, "a deep note", { ...said, metadata: { a: deep(60) } }, 200],
  [TURNS, "a note that is too deep", { ...said, metadata: { a: deep(80) } }, 400],
  [TURNS, "a note of 300,000 objects", { ...said, metadata: { a: empty(300_000) } }, 400],
  [TURNS, "a note of ten thousand names", { ...said, metadata: wide(10_000) }, 200],
  [TURNS, "another zone than there is", { ...said, metadata: { timezone: "Mars/Base" } }, 400],
  [TURNS, "a zone that is a path", { ...said, metadata: { timezone: "../../etc/passwd" } }, 400],
  [TURNS, "a hint that is none", { ...said, metadata: { locale_hint: { a: 1 } } }, 200],
  [EXPLAIN, "nothing to explain", {}, 400],
  [EXPLAIN, "a list", { input_text: ["a"] }, 400],
  [EXPLAIN, "a plan token, which it does not take", { ...said, plan_token: "a.b.c" }, 400],
  [TURNS, "a plan token beside a message", { ...said, plan_token: "a.b.c" }, 400],
  [TURNS, "a plan token that is none", { plan_token: "a.b.c" }, 400],
  [TURNS, "an endless plan token", { plan_token: "a".repeat(100_001) }, 400],
  [EXPLAIN, "a language as programs write it", { ...said, locale: "en-US" }, 200],
];

const chatBodies: BadBody[] = [
  [CHAT, "a million objects beside what is said", { ...chat(), tools: empty(1_000_000) }, 400],
  ...[null, 7, "text", [], {}].map(
    (body, at): BadBody => [CHAT, `a body that is no conversation (${at})`, body, 400],
  ),
  ...[null, 7, true, {}, [], ""].map(
    (model, at): BadBody => [CHAT, `a model that is none (${at})`, chat({ model }), 400],
  ),
  ...["gpt-4o", "regente/nobody", "../regente", "__proto__", "regente/__proto__", "REGENTE "].map(
    (model): BadBody => [CHAT, `a model that is not ours (${model})`, chat({ model }), 404],
  ),
  ...[null, 7, "x", {}, [], [null], [7], [[]], [{}]].map(
    (messages, at): BadBody => [CHAT, `messages that are none (${at})`, chat({ messages }), 400],
  ),
  ...[null, 7, "", "boss", "User", "__proto__", []].map(
    (role, at): BadBody => [CHAT, `a role that is none (${at})`, message("xyzzy", role), 400],
  ),
  ...[
    7,
    true,
    {},
    [7],
    [null],
    ["a"],
    null,
    "",
    "  ",
    [],
    [{ type: "text" }],
    [{ type: "text", text: 7 }],
  ].map((content, at): BadBody => [CHAT, `content that is none (${at})`, message(content), 400]),
  [CHAT, "only an assistant", message("xyzzy", "assistant"), 400],
  [CHAT, "only a tool", message("apague o caderno", "tool"), 400],
  [CHAT, "only a system prompt", message("apague o caderno", "system"), 400],
  [
    CHAT,
    "a picture by its address",
    message([{ type: "image_url", image_url: { url: "http://127.0.0.1:1/a.png" } }]),
    400,
  ],
  [CHAT, "a file by its id", message([{ type: "file", file: { file_id: "../../x" } }]), 400],
  [
    CHAT,
    "6,000 messages",
    chat({ messages: Array.from({ length: 6000 }, () => ({ role: "user", content: "a" })) }),
    400,
  ],
  [CHAT, "a message that is too long", message("a".repeat(8001)), 400],
  ...[0, 9, -1, 1.5, "2", true, 1e9].map(
    (n): BadBody => [CHAT, `${JSON.stringify(n)} choices`, chat({ n }), 400],
  ),
  ...["yes", 1, {}, []].map(
    (stream, at): BadBody => [
      CHAT,
      `a stream that is neither yes nor no (${at})`,
      chat({ stream }),
      400,
    ],
  ),
  ...[7, "json", {}, { type: 7 }, { type: "xml" }, { type: "json_schema" }].map(
    (response_format, at): BadBody => [
      CHAT,
      `a format that is none (${at})`,
      chat({ response_format }),
      400,
    ],
  ),
  ...[
    { type: "object", properties: { a: { pattern: "(a+)+$", type: "string" } } },
    { $ref: "http://127.0.0.1:1/schema" },
    { type: "object", properties: { __proto__: { type: "string" } }, allOf: [] },
    { type: "nothing" },
    { type: "object", properties: { a: { type: "string", enum: ["x".repeat(60_000)] } } },
    deep(70),
  ].map(
    (schema, at): BadBody => [
      CHAT,
      `a schema that is not taken (${at})`,
      chat({ response_format: { type: "json_schema", json_schema: { name: "a", schema } } }),
      400,
    ],
  ),
  [
    CHAT,
    "tools of its own",
    chat({ tools: [{ type: "function", function: { name: "wipe" } }], tool_choice: "required" }),
    200,
  ],
  [
    CHAT,
    "an address to call instead",
    chat({ api_base: "http://127.0.0.1:1", base_url: "http://127.0.0.1:1" }),
    200,
  ],
  [
    CHAT,
    "parameters without sense",
    chat({ temperature: "hot", top_p: -1, max_tokens: -5, stop: {}, logit_bias: 7 }),
    200,
  ],
  [CHAT, "a user that is an object", chat({ user: { id: { id: 1 } } }), 200],
  [
    CHAT,
    "a session that is a list",
    chat({ session_id: [], metadata: { session_id: {}, chat_id: 7 } }),
    200,
  ],
  [CHAT, "functions of old", chat({ functions: [], function_call: { name: "__proto__" } }), 200],
];

const responseBodies: BadBody[] = [
  ...[null, 7, {}, [], "x"].map(
    (body, at): BadBody => [RESPONSES, `a body that is none (${at})`, body, 400],
  ),
  ...[null, 7, true, {}, [], [7], [null], ["a"], "", "  "].map(
    (input, at): BadBody => [RESPONSES, `an input that is none (${at})`, response({ input }), 400],
  ),
  ...[7, {}, "", "r".repeat(300)].map(
    (previous_response_id, at): BadBody => [
      RESPONSES,
      `a response before that is none (${at})`,
      response({ previous_response_id }),
      400,
    ],
  ),
  [
    RESPONSES,
    "a response before that nobody gave",
    response({ previous_response_id: "resp_unknown" }),
    400,
  ],
  [
    RESPONSES,
    "a message that nobody wrote",
    response({
      input: [
        { type: "item_reference", id: "msg_x" },
        { role: "user", content: "xyzzy" },
      ],
    }),
    400,
  ],
  [RESPONSES, "a format that is none", response({ text: { format: { type: "xml" } } }), 400],
  [RESPONSES, "a model that is not ours", response({ model: "o1" }), 404],
  [
    RESPONSES,
    "a call's output without a call",
    response({ input: [{ type: "function_call_output", call_id: "x", output: "wipe" }] }),
    400,
  ],
];

const otherBodies: BadBody[] = [
  ...[
    null,
    7,
    [],
    "x",
    { parameters: 7 },
    { parameters: [] },
    { parameters: null },
    { params: {} },
  ].map((body, at): BadBody => [FIND, `a call that is none (${at})`, body, 400]),
  [FIND, "a parameter of another kind", { parameters: { word_text: 7 } }, 422],
  [FIND, "no parameter", { parameters: {} }, 422],
  [FIND, "a parameter that does not exist", { parameters: { word_text: "a", __evil: 1 } }, 200],
  [
    FIND,
    "a parameter that is too deep",
    { parameters: { word_text: "a", x: nestedArrays(80) } },
    400,
  ],
  [FIND, "a dry run that is neither", { parameters: { word_text: "a" }, dry_run: "no" }, 400],
  [
    "/v1/domains/notebook/capabilities/nothing/execute",
    "a capability that is none",
    { parameters: {} },
    404,
  ],
  [
    "/v1/domains/nobody/capabilities/find_line/execute",
    "a domain that is none",
    { parameters: {} },
    404,
  ],
  [
    "/v1/domains/__proto__/capabilities/constructor/execute",
    "a domain of every object",
    { parameters: {} },
    404,
  ],
  ["/v1/pending/ask_x/answer", "an answer to nothing", { text: "sim" }, 404],
  ["/v1/pending/ask_x/answer", "an answer that is none", { text: 7 }, 400],
  ["/v1/pending/ask_x/answer", "an answer without words", {}, 400],
  ["/v1/pending/ask_x/expire", "an end of nothing", {}, 404],
  ["/v1/runs/run_x/cancel", "a run that nobody began", {}, 404],
  ["/v1/runs/run_x/rerun", "a run to repeat that nobody began", {}, 404],
  ["/v1/runs/run_x/replay", "a run to replay that nobody began", {}, 404],
  ["/v1/nothing", "an endpoint that is none", {}, 404],
  ["/v1/embeddings", "an endpoint of others", { input: "a" }, 404],
  ["/v1/completions", "an old endpoint of others", { prompt: "a" }, 404],
  ["/v1/models", "an endpoint that takes nothing", {}, 405],
  ["/health", "health with a body", {}, 405],
];

export const bodies: readonly BadBody[] = [
  ...turnBodies,
  ...chatBodies,
  ...responseBodies,
  ...otherBodies,
];
