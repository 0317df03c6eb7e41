/** The longest text of one message, after its entities are parsed. */
const MAX_TEXT = 4096;

const TAGS = new Set(
  "b strong i em u ins s strike del a code pre blockquote span tg-spoiler tg-emoji".split(" "),
);
/** MarkdownV2 wants these escaped wherever they are not markup. */
const RESERVED = new Set("_*[]()~`>#+-=|{}.!");

type Parsed = { text: string } | { problem: string };

/** A message's text as its reader sees it, or what Telegram has against it. */
export function parseTelegramText(text: unknown, parseMode: unknown): Parsed {
  if (typeof text !== "string") return { problem: "message text is empty" };
  if (!text.isWellFormed()) return { problem: "strings must be encoded in UTF-8" };
  const parsed = parse(text, parseMode);
  if ("problem" in parsed) return parsed;
  const trimmed = parsed.text.trim();
  if (trimmed === "") return { problem: "message text is empty" };
  // Telegram counts characters; UTF-16 units are never fewer, so this is the stricter reading.
  if (trimmed.length > MAX_TEXT) return { problem: "message is too long" };
  return { text: trimmed };
}

function parse(text: string, parseMode: unknown): Parsed {
  if (parseMode === undefined || parseMode === "") return { text };
  if (parseMode === "HTML") return parseHtml(text);
  if (parseMode === "MarkdownV2") return parseMarkdown(text);
  return { problem: "unsupported parse_mode" };
}

function parseHtml(text: string): Parsed {
  const open: string[] = [];
  let plain = "";
  let rest = text;
  while (rest !== "") {
    const next = rest.indexOf("<");
    if (next !== 0) {
      const end = next === -1 ? rest.length : next;
      plain += unescapeHtml(rest.slice(0, end));
      rest = rest.slice(end);
      continue;
    }
    const at = Buffer.byteLength(text) - Buffer.byteLength(rest);
    const tag = /^<(\/?)([a-z0-9-]*)(?:\s[^<>]*)?>/.exec(rest);
    if (tag === null)
      return { problem: `can't parse entities: Unclosed start tag at byte offset ${at}` };
    const [whole, slash, name = ""] = tag;
    if (!TAGS.has(name))
      return {
        problem: `can't parse entities: Unsupported start tag "${name}" at byte offset ${at}`,
      };
    if (slash === "") open.push(name);
    else if (open.pop() !== name)
      return { problem: `can't parse entities: Unmatched end tag at byte offset ${at}` };
    rest = rest.slice(whole.length);
  }
  const left = open.at(-1);
  return left === undefined
    ? { text: plain }
    : { problem: `can't parse entities: Can't find end tag corresponding to start tag "${left}"` };
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Only escaping and `*bold*`, `_italic_`, `~strike~`, `` `code` `` are read: enough to refuse what is not escaped. */
function parseMarkdown(text: string): Parsed {
  const open: string[] = [];
  let plain = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") plain += text.charAt(++at);
    else if ("*_~`".includes(char)) {
      if (open.at(-1) === char) open.pop();
      else open.push(char);
    } else if (RESERVED.has(char))
      return {
        problem: `can't parse entities: Character '${char}' is reserved and must be escaped with the preceding '\\'`,
      };
    else plain += char;
  }
  const left = open.at(-1);
  return left === undefined
    ? { text: plain }
    : { problem: `can't parse entities: Can't find end of the entity starting with ${left}` };
}
