/** What someone wrote, as they see it: names and links by their labels, without the mentions of us. Pure. */
export function readText(text: string, us: string | undefined): string {
  return text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, what: string, label = "") => {
      if (what === `@${us}`) return " ";
      if (what.startsWith("#")) return `#${String(label || what.slice(1))}`;
      if (what.startsWith("@")) return `@${String(label || what.slice(1)).replace(/^@/, "")}`;
      if (what.startsWith("!")) return String(label || `@${what.slice(1)}`);
      return String(label || what);
    })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/[ \t]{2,}/g, " ")
    .trim();
}
