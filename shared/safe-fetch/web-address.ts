/**
 * An address as it can be kept: http or https, with its scheme.
 * Shape: "www.example.com/a" gives "https://www.example.com/a"; undefined for anything that is no web address
 */
export function webAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`);
  if (url === null || /\s/.test(trimmed)) return undefined;
  // "leite" is no address; "http://localhost" is.
  if (!hasScheme && !url.hostname.includes(".")) return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}

const EVERY_HOST = "*";

/**
 * Whether a host may be asked, by the operator's list.
 * Shape:  "vimeo.com" is that host and its subdomains, "*" is every host; case and a last dot do not count
 */
export function allowedHosts(list: readonly string[]): (host: string) => boolean {
  const names = new Set(list.map(bare));
  if (names.has(EVERY_HOST)) return () => true;
  return (host) => {
    const labels = bare(host).split(".");
    return labels.some((_, at) => names.has(labels.slice(at).join(".")));
  };
}

const bare = (host: string): string => host.trim().toLowerCase().replace(/\.$/, "");
