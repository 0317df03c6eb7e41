import { Lexer, lexer, type Token, type Tokens } from "marked";
import { type ComponentChild, Fragment } from "preact";
import { common } from "../words.ts";
import { scrollable } from "./parts.tsx";

/** No text of an answer is longer than this once it is read as Markdown; what is longer is shown as it is. */
const MOST_CHARS = 50_000;

/**
 * A text as Markdown. It is read into tokens and each token becomes a node: nothing in it can be markup of the page, and
 * HTML in it is shown as the text that it is. Pictures from elsewhere are links, so that no answer makes the browser
 * fetch anything.
 */
export function Markdown({ text }: { text: string }) {
  if (text.length > MOST_CHARS) return <div class="prose is-plain">{text}</div>;
  return <div class="prose">{blocks(read(text))}</div>;
}

const READ = { gfm: true, breaks: true };
const read = (text: string): Token[] => lexer(text, READ);

/** A line below a list that is neither indented nor an item: Markdown takes it into the last item. */
const BELOW_LIST = /\n(?![-*+] |\d+[.)] |\s|$)/;

const blocks = (tokens: readonly Token[]): ComponentChild[] => tokens.map(block);

function block(token: Token, at: number): ComponentChild {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return <p key={at}>{inline(token as Tokens.Paragraph)}</p>;
    case "heading":
      // A heading of an answer is none of the page.
      return (
        <p key={at} class="prose-heading">
          {inline(token as Tokens.Heading)}
        </p>
      );
    case "code":
      return (
        <pre key={at} {...scrollable(common.code)}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote key={at}>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case "list": {
      const { ordered, start, items, raw } = token as Tokens.List;
      const end = raw.search(BELOW_LIST);
      if (end > 0) {
        const both = [...read(raw.slice(0, end)), ...read(raw.slice(end + 1))];
        return <Fragment key={at}>{blocks(both)}</Fragment>;
      }
      const rows = items.map((item, index) => <li key={index}>{listed(item)}</li>);
      if (!ordered) return <ul key={at}>{rows}</ul>;
      return (
        <ol key={at} start={start === "" ? 1 : start}>
          {rows}
        </ol>
      );
    }
    case "table":
      return <PlainTable key={at} of={token as Tokens.Table} />;
    case "hr":
      return <hr key={at} />;
    case "text":
      return <span key={at}>{inline(token as Tokens.Text)}</span>;
    default:
      return token.raw;
  }
}

/** An item of one line is what was kept or found: what it begins with is its own, as "# 3" is. */
function listed({ raw, tokens }: Tokens.ListItem): ComponentChild[] {
  const line = raw.replace(/^ *(?:[-*+]|\d+[.)]) +/, "").trimEnd();
  return line.includes("\n") ? blocks(tokens) : Lexer.lexInline(line, READ).map(span);
}

function PlainTable({ of: { header, rows } }: { of: Tokens.Table }) {
  const row = (cells: Tokens.TableCell[], Cell: "th" | "td") =>
    cells.map((cell, at) => <Cell key={at}>{inline(cell)}</Cell>);
  return (
    <table>
      <thead>
        <tr>{row(header, "th")}</tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at}>{row(cells, "td")}</tr>
        ))}
      </tbody>
    </table>
  );
}

const inline = ({ tokens, text }: { tokens?: Token[]; text: string }): ComponentChild[] =>
  tokens === undefined ? [text] : tokens.map(span);

function span(token: Token, at: number): ComponentChild {
  switch (token.type) {
    case "text":
      return inline(token as Tokens.Text);
    case "escape":
      return (token as Tokens.Escape).text;
    case "strong":
      return <strong key={at}>{inline(token as Tokens.Strong)}</strong>;
    case "em":
    case "del":
      return <AsWritten key={at} token={token as Tokens.Em} />;
    case "codespan":
      return <code key={at}>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br key={at} />;
    case "link":
    case "image": {
      const { href, text } = token as Tokens.Link;
      return (
        <Outside key={at} url={href}>
          {text === "" ? href : text}
        </Outside>
      );
    }
    default:
      return token.raw;
  }
}

/** A single sign around some words is more often theirs than markup: as in a chat, it stays. */
function AsWritten({ token }: { token: Tokens.Em | Tokens.Del }) {
  const sign = token.raw.slice(0, token.raw.startsWith("~~") ? 2 : 1);
  return (
    <>
      {sign}
      {inline(token)}
      {sign}
    </>
  );
}

/** True for an address that a page may lead to. */
function isWebAddress(url: string): boolean {
  const read = URL.parse(url);
  return read?.protocol === "https:" || read?.protocol === "http:";
}

/** A link to elsewhere under a name of its own, and where it leads, which the name does not say. */
export const Elsewhere = ({ url, name }: { url: string; name: string }) => (
  <>
    <Outside url={url}>{name}</Outside>
    {isWebAddress(url) ? <span class="quiet"> ({new URL(url).hostname})</span> : null}
  </>
);

/** A link to elsewhere; what is no web address stays text. */
function Outside({ url, children }: { url: string; children: ComponentChild }) {
  if (!isWebAddress(url)) return <span>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {children}
      <span class="unseen"> ({common.openOutside})</span>
    </a>
  );
}
