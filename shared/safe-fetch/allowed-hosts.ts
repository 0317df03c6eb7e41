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
