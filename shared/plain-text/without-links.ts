/** Of one bracket's or tag's inside, characters; what is longer is no link. */
const MOST_TARGET = 500;
/** `https://...` and everything like it, `//host/...`, with the angle brackets that may stand around it. */
const ADDRESS = /<?(?:[a-z][a-z0-9+.-]{0,30}:)?[/\\]{2}[^\s<>"'`()[\]{}|]*>?/gi;
/** What is an address without slashes: it goes on behind its colon, and what brings bytes has a comma before them. A label does not. */
const INLINE =
  /<?\b(?:data:[^\s<>"'`()[\]{}|,]*,|(?:javascript|vbscript|blob|file|view-source):(?=\S))[^\s<>"'`()[\]{}|]*>?/gi;
const MAIL = /<?\bmailto:([^\s<>?]*)[^\s<>]*>?/gi;
/** `www.host/...` and `host.tld/...`, which some readers take for links. */
const BARE =
  /\b(?:www\.(?=[a-z0-9]))?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:\/[^\s<>"'`()[\]{}|]*|\?[^\s<>"'`()[\]{}|]+)/gi;
const WWW = /www\.(?=[a-z0-9])/gi;
/** What may begin or end a link. */
const SIGN = /[\\[\]<]|!\[/g;
/** `[name]: address`, on a line of its own. */
const DEFINITION = /^[\s>*+-]{0,40}\[[^\]\n]{1,200}\]:[^\n]*$/gm;
/**
 * A tag that could load, run or hide something. One that has a short name and nothing else, `List<String>`, cannot.
 * After a blank it is no tag for anyone.
 */
const TAG =
  /<(?=[!?])|<(?=[a-z/])(?!\/?[a-z][a-z0-9]{0,30}>)|<(?=\/?(?:script|style|svg|math|iframe|object|embed|noscript|template|textarea|title|xmp|plaintext)>)/gi;

/**
 * A text in which nothing is a picture and nothing is HTML, for whoever shows it; its links stay.
 * Shape: "![a](https://b)" gives "! [a](https://b)"; "<img src=x>" gives "< img src=x>"
 * Cost:  one pass over the text
 */
export const withoutPictures = (text: string): string =>
  text.replace(/!(?=\[)/g, "! ").replace(TAG, "< ");

/**
 * A text of outside as words: its pictures and links as the words that stand for them, its addresses as their hosts.
 * What only looks like a part of a link is parted from it, so that no reader of Markdown or HTML finds one.
 * Shape: "![ok](https://evil.example/p.png?d=1) see https://b.example/c" gives "ok see b.example"
 * Cost:  one pass for each kind, and for each bracket at most five hundred characters
 */
export function withoutLinks(text: string): string {
  const words = withoutTargets(text.replace(DEFINITION, ""))
    .replace(INLINE, "…")
    .replace(MAIL, "$1")
    .replace(ADDRESS, (address) => `${hostIn(withoutEnd(address))}${endIn(address)}`)
    .replace(BARE, (address, host: string) => `${host}${endIn(address)}`)
    .replace(WWW, "")
    .replace(/\](?=[([:])/g, "] ");
  return withoutPictures(words).trim();
}

/** What ends the sentence behind an address is no part of it. */
const endIn = (address: string): string => /[.,;:!?]{1,3}$/.exec(address)?.[0] ?? "";
const withoutEnd = (address: string): string =>
  address.slice(0, address.length - endIn(address).length);

/** The host of an address; a sign for one that has none. */
export function hostIn(address: string): string {
  const host = /[/\\]{2,}(?:[^/\\?#@\s<>]{0,200}@)?([^/\\?#\s<>@:]+)/.exec(address)?.[1] ?? "";
  return host.replace(/^www\./i, "") || "…";
}

/** `[words](target)`, `![words](target)`, `[words][name]` and `<a href=...>words</a>` as their words. */
function withoutTargets(text: string): string {
  const kept: string[] = [];
  /** Where in `kept` the open brackets stand. */
  const open: number[] = [];
  let at = 0;
  for (SIGN.lastIndex = 0; ; SIGN.lastIndex = at) {
    const found = SIGN.exec(text);
    kept.push(text.slice(at, found?.index));
    if (found === null) return kept.join("");
    const [sign] = found;
    at = found.index + sign.length;
    if (sign === "\\") {
      kept.push(text.slice(at - 1, at + 1));
      at += 1;
    } else if (sign === "<") {
      const tag = tagAt(text, at - 1);
      kept.push(tag?.words ?? sign);
      at = tag?.end ?? at;
    } else if (sign === "]") {
      const start = open.pop();
      const next = text.charAt(at);
      const end = next === "(" || next === "[" ? endOf(text, at) : -1;
      if (end !== -1 && start !== undefined) kept[start] = "";
      if (end === -1) kept.push(sign);
      else at = end;
    } else {
      open.push(kept.length);
      kept.push(sign);
    }
  }
}

/** After the bracket that closes the one at `from`; -1: none does, near enough. */
function endOf(text: string, from: number): number {
  const [opens, closes] = text.charAt(from) === "(" ? ["(", ")"] : ["[", "]"];
  const limit = Math.min(text.length, from + MOST_TARGET);
  // Most brackets of a hostile text close nowhere: that is seen at once.
  if (!text.slice(from, limit).includes(closes)) return -1;
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === opens) depth += 1;
    else if (sign === closes) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (sign === "\n" && text.charAt(at + 1) === "\n") return -1;
  }
  return -1;
}

/** A picture or link as HTML, and the words that it stands for. */
function tagAt(text: string, from: number): { words: string; end: number } | undefined {
  const head = text.slice(from, from + MOST_TARGET);
  if (!/^<\/?(?:a|img|image|picture|source|video|audio)(?=[\s/>])/i.test(head)) return undefined;
  const end = head.indexOf(">");
  if (end === -1) return undefined;
  const alt = /\balt\s{0,9}=\s{0,9}(?:"([^"]{0,300})"|'([^']{0,300})')/i.exec(head.slice(0, end));
  return { words: alt?.[1] ?? alt?.[2] ?? "", end: from + end + 1 };
}
