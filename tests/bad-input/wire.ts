const body = '{"input_text":"xyzzy"}';
const head = (lines: readonly string[]) =>
  [`POST /v1/turns HTTP/1.1`, "host: 127.0.0.1", ...lines].join("\r\n");
const json = "content-type: application/json";
const sized = (text: string | Buffer) => `content-length: ${Buffer.byteLength(text)}`;
const whole = (text: string | Buffer, ...lines: string[]) =>
  Buffer.concat([
    Buffer.from(`${head([json, sized(text), "connection: close", ...lines])}\r\n\r\n`),
    Buffer.from(text),
  ]);
const raw = (text: string) => Buffer.from(text, "latin1");

/** What is written to the socket as it stands, and what may come back: statuses, or 0 where the connection just ends. */
export const wire: readonly (readonly [
  what: string,
  bytes: Buffer,
  statuses: readonly number[],
])[] = [
  ["no HTTP at all", raw("hello there\r\n\r\n"), [400]],
  ["TLS to a plain port", Buffer.from("1603010200010001fc0303", "hex"), [400, 0]],
  ["HTTP/2 without asking", raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), [400, 0]],
  ["HTTP/0.9", raw("GET /health\r\n\r\n"), [400, 0]],
  ["HTTP/9.9", raw("GET /health HTTP/9.9\r\nhost: a\r\n\r\n"), [400, 505]],
  ["no host", raw("GET /health HTTP/1.1\r\nconnection: close\r\n\r\n"), [400, 403]],
  [
    "two hosts",
    raw("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: evil\r\nconnection: close\r\n\r\n"),
    [400],
  ],
  [
    "another host",
    raw("GET /health HTTP/1.1\r\nhost: evil.example.org\r\nconnection: close\r\n\r\n"),
    [403],
  ],
  [
    "a host with a login",
    raw("GET /health HTTP/1.1\r\nhost: a@127.0.0.1\r\nconnection: close\r\n\r\n"),
    [400, 403],
  ],
  [
    "a host that is nothing",
    raw("GET /health HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n"),
    [400, 403],
  ],
  ["an unknown method", raw("BREW /v1/turns HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), [400, 405]],
  ["CONNECT", raw("CONNECT evil:443 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), [0, 400, 405]],
  [
    "TRACE",
    raw("TRACE /v1/turns HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"),
    [400, 404, 405],
  ],
  [
    "PUT",
    raw(
      "PUT /v1/turns HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    ),
    [405],
  ],
  [
    "an absolute address of another",
    raw(
      "GET http://evil.example.org/health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n",
    ),
    [200, 400, 403, 404],
  ],
  ["a path of blanks", raw("GET /a b c HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), [400]],
  [
    "a path of 60,000 characters",
    raw(`GET /${"a".repeat(60_000)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`),
    [400, 404, 414, 431],
  ],
  [
    "a header of 64 kB",
    raw(`GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${"a".repeat(65_536)}\r\n\r\n`),
    [431],
  ],
  [
    "3,000 headers",
    raw(
      `GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${Array.from({ length: 3000 }, (_, n) => `x${n}: 1`).join("\r\n")}\r\n\r\n`,
    ),
    [200, 431],
  ],
  ["a header without a name", raw("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n: x\r\n\r\n"), [400]],
  [
    "a header with a blank before its colon",
    raw("GET /health HTTP/1.1\r\nhost : 127.0.0.1\r\n\r\n"),
    [400],
  ],
  [
    "a header that goes on in the next line",
    raw("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\r\n b\r\nconnection: close\r\n\r\n"),
    [200, 400],
  ],
  ["NUL in a header", raw("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\0b\r\n\r\n"), [400]],
  [
    "line ends without carriage return",
    raw("GET /health HTTP/1.1\nhost: 127.0.0.1\nconnection: close\n\n"),
    [200, 400],
  ],
  [
    "two lengths",
    raw(`${head([json, "content-length: 5", "content-length: 22"])}\r\n\r\n${body}`),
    [400],
  ],
  [
    "a length and chunks",
    raw(`${head([json, "content-length: 22", "transfer-encoding: chunked"])}\r\n\r\n0\r\n\r\n`),
    [400],
  ],
  ["a length below nothing", raw(`${head([json, "content-length: -1"])}\r\n\r\n`), [400]],
  ["a length that is none", raw(`${head([json, "content-length: 0x16"])}\r\n\r\n${body}`), [400]],
  [
    "a length that is too large for a number",
    raw(`${head([json, `content-length: ${"9".repeat(30)}`])}\r\n\r\n`),
    [400, 413],
  ],
  ["more than may be sent", raw(`${head([json, "content-length: 99999999"])}\r\n\r\n`), [413]],
  [
    "a transfer that is none",
    raw(`${head([json, "transfer-encoding: cow"])}\r\n\r\n${body}`),
    [400, 501],
  ],
  [
    "chunks by another name",
    raw(`${head([json, "transfer-encoding: xchunked"])}\r\n\r\n0\r\n\r\n`),
    [400, 501],
  ],
  [
    "a chunk of no size",
    raw(`${head([json, "transfer-encoding: chunked"])}\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
    [400, 0],
  ],
  [
    "a chunk of an endless size",
    raw(`${head([json, "transfer-encoding: chunked"])}\r\n\r\nffffffffffffffffff\r\n{}`),
    [400, 413, 0],
  ],
  [
    "chunk extensions without end",
    raw(
      `${head([json, "transfer-encoding: chunked"])}\r\n\r\n1;${"a".repeat(40_000)}\r\n{\r\n0\r\n\r\n`,
    ),
    [400, 413, 0],
  ],
  ["a body cut off", raw(`${head([json, "content-length: 22"])}\r\n\r\n{"inp`), [400, 0]],
  ["an expectation that nobody knows", whole(body, "expect: 200-maybe"), [200, 400, 417]],
  ["an upgrade to nothing", whole(body, "upgrade: nothing"), [200, 400, 426, 0]],
  [
    "an upgrade to a websocket",
    raw(
      "GET /v1/turns HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n",
    ),
    [400, 404, 405, 426, 0],
  ],
  ["a body that is no UTF-8", whole(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), [400]],
  ["UTF-16", whole(Buffer.from(`\ufeff${body}`, "utf16le")), [400]],
  ["an overlong slash", whole(Buffer.from([0x22, 0xc0, 0xaf, 0x22])), [400]],
  ["a byte order mark before the body", whole(`\ufeff${body}`), [200, 400]],
  ["an empty body", whole(""), [400]],
  ["a blank body", whole("   "), [400]],
  ["half a document", whole('{"input_text":'), [400]],
  ["two documents", whole(`${body}${body}`), [400]],
  ["single quotes", whole("{'input_text':'a'}"), [400]],
  ["a comment", whole(`/* a */${body}`), [400]],
  ["a trailing comma", whole('{"input_text":"a",}'), [400]],
  ["NaN", whole('{"input_text":NaN}'), [400]],
  ["a number without end", whole('{"input_text":"xyzzy","metadata":{"n":1e999}}'), [400]],
  ["a leading zero", whole('{"input_text":"a","metadata":{"n":01}}'), [400]],
  ["a bare control character", whole('{"input_text":"a\u0001"}'), [400]],
  ["an escape that is none", whole('{"input_text":"\\x41"}'), [400]],
  ["half an escape", whole('{"input_text":"\\u12"}'), [400]],
  ["a name twice", whole('{"input_text":"apague o caderno","input_text":"xyzzy"}'), [200, 400]],
  ["a name of every object", whole('{"input_text":"xyzzy","__proto__":{"admin":true}}'), [400]],
  [
    "a name of every object, below",
    whole('{"input_text":"xyzzy","metadata":{"constructor":{"prototype":{"a":1}}}}'),
    [400],
  ],
  ["a hundred thousand brackets", whole("[".repeat(100_000)), [400]],
  ["fifty thousand levels", whole(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`), [400]],
  ["a megabyte and one", whole(JSON.stringify({ input_text: "a".repeat(1024 * 1024) })), [413]],
  ["a megabyte of blanks", whole(`${" ".repeat(1_000_000)}${body}`), [200]],
];
