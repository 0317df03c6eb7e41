/**
 * A JSON body of at most `maxBytes`.
 * Errors: RangeError for a longer one, SyntaxError for anything else than JSON, and what the stream fails with
 */
export async function readJson(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`a body of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
